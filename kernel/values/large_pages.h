// Memory for large tables that are read at random.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace llk {

/// An allocator that asks for large pages, where the system has them: most reads then need no walk through page tables.
template <class T>
struct LargePages {
    using value_type = T;

    LargePages() = default;
    template <class U>
    LargePages(const LargePages<U>&) {}  // NOLINT(google-explicit-constructor): as allocators must

    T* allocate(std::size_t count) {
        void* const memory = ::operator new(count * sizeof(T), alignment(count));
#ifdef __linux__
        if (count * sizeof(T) >= PAGE) madvise(memory, count * sizeof(T), MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

    friend bool operator==(const LargePages&, const LargePages&) { return true; }

  private:
    static constexpr std::size_t PAGE = std::size_t{2} << 20;

    static std::align_val_t alignment(std::size_t count) {
        return std::align_val_t{count * sizeof(T) >= PAGE ? PAGE : alignof(T)};
    }
};

}  // namespace llk
