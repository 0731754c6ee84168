// The random number generator: a seed gives the same numbers on every machine and in every version.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "values/hash.h"

namespace llk {

/// splitmix64 (Steele, Lea and Flood, 2014): a counter and a finalizer.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_{seed} {}

    constexpr std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }

    /// A number from 0 to n - 1: the high half of the product with n.
    constexpr std::uint32_t below(std::uint32_t n) {
        const std::uint64_t x = next();
        return static_cast<std::uint32_t>(((x >> 32) * n + (((x & 0xffffffffULL) * n) >> 32)) >> 32);
    }

    /// One of several values.
    template <class Values>
    auto& pick(Values& values) {
        return values[below(static_cast<std::uint32_t>(values.size()))];
    }

    /// Fisher–Yates, from the last element to the second.
    template <class Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t i = values.size(); i-- > 1;)
            std::swap(values[i], values[below(static_cast<std::uint32_t>(i + 1))]);
    }

  private:
    std::uint64_t state_;
};

/// A uniform deal over `places` cells: pair i has kind (i mod kinds) + 1; the tiles are sorted by kind, then shuffled.
inline std::vector<std::int32_t> scatter(std::size_t places, std::int32_t kinds, std::uint64_t seed) {
    const std::size_t pairs = places / 2, per_kind = pairs / static_cast<std::size_t>(kinds),
                      more = pairs % static_cast<std::size_t>(kinds);
    std::vector<std::int32_t> tiles;
    tiles.reserve(places);
    for (std::int32_t kind = 1; kind <= kinds; ++kind) {
        const std::size_t copies = 2 * (per_kind + (static_cast<std::size_t>(kind) <= more ? 1 : 0));
        tiles.insert(tiles.end(), copies, kind);
    }
    Random(seed).shuffle(tiles);
    return tiles;
}

}  // namespace llk
