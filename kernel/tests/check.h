// A minimal test framework: TEST(name) { CHECK(condition); }
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace llk {

struct NamedTest {
    std::string name;
    std::function<void()> run;
};

inline std::vector<NamedTest>& tests() {
    static std::vector<NamedTest> all;
    return all;
}

inline std::size_t& failed_tests() {
    static std::size_t count = 0;
    return count;
}

inline bool& failing() {
    static bool now = false;
    return now;
}

/// Registers a test; its first failed check is reported with file and line and fails the test, but does not stop it.
struct Register {
    Register(const char* name, void (*body)()) {
        tests().push_back({name, [body] {
                               failing() = false;
                               body();
                               failed_tests() += failing();
                           }});
    }
};

inline void check(bool truth, const char* what, const char* file, int line) {
    if (truth) return;
    if (!failing()) std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, what);
    failing() = true;
}

}  // namespace llk

#define CHECK(truth) ::llk::check(static_cast<bool>(truth), #truth, __FILE__, __LINE__)
#define TEST(name)                                                    \
    static void test_##name();                                        \
    static const ::llk::Register register_##name{#name, test_##name}; \
    static void test_##name()
