// What exceptions and variables of threads need and zig's C++ library for WebAssembly lacks.
#include <cstdlib>
#include <new>

asm(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

void* operator new(std::size_t size) {
    if (void* const memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc{};
}

/// The variables of the only thread live as long as the module.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
