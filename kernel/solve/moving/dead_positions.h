// The positions known to be lost, by their keys: a hash table that starts small and has a maximum size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "values/compiler.h"
#include "values/hash.h"

namespace llk {

/// A 128-bit hash of cells and phase; collisions are not expected.
struct PositionKey {
    std::uint64_t index, check;
    friend bool operator==(const PositionKey&, const PositionKey&) = default;
};

/// A set of keys. At its maximum size, new keys replace old ones.
class DeadPositions {
  public:
    static constexpr std::size_t MAX_BYTES = std::size_t{128} << 20;

    DeadPositions() : keys_(FIRST_SIZE) {}

    bool contains(PositionKey key) const {
        const PositionKey* const bucket = &keys_[find_bucket(key)];
        for (std::size_t i = 0; i < BUCKET; ++i)
            if (bucket[i] == key) return true;
        return false;
    }

    /// Prefetches the bucket of a key.
    void prefetch(PositionKey key) const { prefetch_memory(&keys_[find_bucket(key)]); }

    void insert(PositionKey key) {
        if (contains(key)) return;
        if (2 * count_ >= keys_.size() && 2 * keys_.size() * sizeof(PositionKey) <= MAX_BYTES) grow();
        place(key);
    }

    std::size_t bytes() const { return keys_.capacity() * sizeof(PositionKey); }

  private:
    static constexpr std::size_t FIRST_SIZE = 256, BUCKET = 4;
    static constexpr PositionKey FREE{0, 0};

    std::size_t find_bucket(PositionKey key) const { return mix(key.index) & (keys_.size() - BUCKET); }

    /// Writes a key to a free slot of its bucket, or over one of its four keys.
    void place(PositionKey key) {
        PositionKey* const bucket = &keys_[find_bucket(key)];
        std::size_t i = 0;
        while (i < BUCKET && bucket[i] != FREE) ++i;
        count_ += i < BUCKET;
        bucket[i < BUCKET ? i : key.check % BUCKET] = key;
    }

    void grow() {
        std::vector<PositionKey> old(2 * keys_.size());
        old.swap(keys_);
        count_ = 0;
        for (const PositionKey key : old)
            if (key != FREE) place(key);
    }

    std::vector<PositionKey> keys_;
    std::size_t count_ = 0;
};

}  // namespace llk
