// Why a board is lost: the blocked sets that were found, and those that the final conflict depends on.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/pairs.h"

namespace llk {

/// A log of everything learnt: an entry is a blocked set or follows from earlier entries.
class Proof {
  public:
    using Entry = std::uint32_t;
    static constexpr Entry NOTHING = 0;  // needs no proof: every tile goes with exactly one other

    explicit Proof(Tile tiles) : words_{(static_cast<std::size_t>(tiles) + 63) / 64} {}

    /// Logs a blocked set.
    Entry add_set(std::span<const Tile> set) {
        const std::size_t first = sets_.size();
        sets_.resize(first + words_);
        for (const Tile tile : set)
            sets_[first + static_cast<std::size_t>(tile) / 64] |= std::uint64_t{1} << (tile % 64);
        return add({}, static_cast<std::uint32_t>(first / words_));
    }

    /// Logs an entry that follows from others.
    Entry add(std::span<const Entry> from, std::uint32_t set = NO_SET) {
        entries_.push_back({static_cast<std::uint32_t>(from_.size()), set});
        for (const Entry entry : from)
            if (entry != NOTHING) from_.push_back(entry);
        return static_cast<Entry>(entries_.size());
    }

    /// The blocked sets that an entry depends on.
    std::vector<std::vector<Tile>> sets_behind(Entry last) const {
        std::vector<std::uint8_t> needed(entries_.size() + 1);
        needed[last] = 1;
        std::vector<std::vector<Tile>> sets;
        for (Entry entry = last; entry > 0; --entry) {
            if (!needed[entry]) continue;
            const auto [first, set] = entries_[entry - 1];
            const std::size_t end = entry < entries_.size() ? entries_[entry].first : from_.size();
            for (std::size_t i = first; i < end; ++i) needed[from_[i]] = 1;
            if (set != NO_SET) sets.push_back(list_tiles(set));
        }
        return sets;
    }

    std::size_t bytes() const {
        return sets_.capacity() * sizeof(std::uint64_t) + entries_.capacity() * sizeof(Logged) +
               from_.capacity() * sizeof(Entry);
    }

  private:
    static constexpr std::uint32_t NO_SET = UINT32_MAX;
    struct Logged {
        std::uint32_t first, set;  // where its grounds start; its set, if it is one
    };

    std::vector<Tile> list_tiles(std::uint32_t set) const {
        std::vector<Tile> tiles;
        for (std::size_t word = 0; word < words_; ++word)
            for (std::uint64_t left = sets_[set * words_ + word]; left; left &= left - 1)
                tiles.push_back(static_cast<Tile>(word * 64) + std::countr_zero(left));
        return tiles;
    }

    std::size_t words_;
    std::vector<std::uint64_t> sets_;
    std::vector<Logged> entries_;
    std::vector<Entry> from_;
};

}  // namespace llk
