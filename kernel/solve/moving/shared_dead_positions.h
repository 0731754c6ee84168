// The positions known to be lost, for several threads at once and without locks: a hash table of a fixed size.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/moving/dead_positions.h"
#include "values/compiler.h"
#include "values/hash.h"
#include "values/large_pages.h"

namespace llk {

/// A set of keys; where it is full, new keys replace old ones.
///
/// One half of a key chooses the bucket, the other is what a slot keeps: a single word, so it is read and written as
/// a whole. Whatever one thread reads was written by a thread that proved that position lost; nothing else depends on
/// it, so the order in which writes become visible does not matter.
class SharedDeadPositions {
  public:
    /// The table for so many bytes, a power of two.
    explicit SharedDeadPositions(std::size_t bytes = DeadPositions::MAX_BYTES) : buckets_(bytes / sizeof(Bucket)) {}

    bool contains(PositionKey key) const {
        const std::uint64_t word = to_word(key);
        for (const auto& slot : buckets_[find_bucket(key)].slots)
            if (slot.load(std::memory_order_relaxed) == word) return true;
        return false;
    }

    /// Prefetches the bucket of a key.
    void prefetch(PositionKey key) const { prefetch_memory(&buckets_[find_bucket(key)]); }

    /// Writes a key to a free slot of its bucket, or over one of its keys.
    void insert(PositionKey key) {
        const std::uint64_t word = to_word(key);
        Bucket& bucket = buckets_[find_bucket(key)];
        for (auto& slot : bucket.slots) {
            const std::uint64_t there = slot.load(std::memory_order_relaxed);
            if (there == word) return;
            if (there == FREE) return slot.store(word, std::memory_order_relaxed);
        }
        bucket.slots[word % SLOTS].store(word, std::memory_order_relaxed);
    }

    std::size_t bytes() const { return buckets_.capacity() * sizeof(Bucket); }

  private:
    static constexpr std::size_t SLOTS = 8, CACHE_LINE = 64;
    static constexpr std::uint64_t FREE = 0;

    struct alignas(CACHE_LINE) Bucket {
        std::array<std::atomic<std::uint64_t>, SLOTS> slots{};
    };

    static std::uint64_t to_word(PositionKey key) { return key.check == FREE ? 1 : key.check; }
    std::size_t find_bucket(PositionKey key) const { return mix(key.index) & (buckets_.size() - 1); }

    std::vector<Bucket, LargePages<Bucket>> buckets_;
};

}  // namespace llk
