// What compilers spell differently; nothing else in the kernel depends on the compiler.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define LLK_NOINLINE [[msvc::noinline]]
#define LLK_ALWAYS_INLINE [[msvc::forceinline]]
#else
#define LLK_NOINLINE [[gnu::noinline]]
#define LLK_ALWAYS_INLINE [[gnu::always_inline]]
#endif

namespace llk {

/// Asks for memory that is read soon.
inline void prefetch_memory(const void* address) {
#if !defined(_MSC_VER) || defined(__clang__)
    __builtin_prefetch(address);
#elif defined(_M_ARM64)
    __prefetch(address);
#else
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

}  // namespace llk
