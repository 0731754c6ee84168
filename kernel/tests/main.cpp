// Runs the kernel's tests, built with the address and undefined-behaviour sanitizers.
#include "tests/check.h"

int main() {
    for (const auto& [name, test] : llk::tests()) test();
    std::printf("%zu passed, %zu failed\n", llk::tests().size() - llk::failed_tests(), llk::failed_tests());
    return llk::failed_tests() == 0 ? 0 : 1;
}
