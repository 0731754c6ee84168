// Zobrist hashing: the hash is the XOR of one key per occupied cell and the keys of size, rules and phase.
//
// Keys are computed, not stored: a chain of multiplications costs less than a cache miss, and a position has the same
// hash on every machine and in every version.
#pragma once

#include <cstdint>

#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// The finalizer of splitmix64: every input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Mixes two numbers into one, such as a seed and the number of a game.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return mix(a + mix(b + 0x9e3779b97f4a7c15ULL)); }

/// The key of one occupied cell; number is the user's kind, WALL or VOID.
constexpr std::uint64_t cell_key(Cell at, std::int32_t number) {
    const auto place =
        (static_cast<std::uint64_t>(static_cast<std::uint16_t>(at.row)) << 16) | static_cast<std::uint16_t>(at.col);
    return mix(mix((place << 32) | static_cast<std::uint32_t>(number)) + 0x9e3779b97f4a7c15ULL);
}

/// The key of an empty board of this size under these rules.
constexpr std::uint64_t frame_key(int rows, int cols, const Rules& rules) {
    const auto size = (static_cast<std::uint64_t>(rows) << 32) | static_cast<std::uint32_t>(cols);
    const auto words = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(rules.max_turns)) << 16) |
                       (static_cast<std::uint64_t>(rules.gravity) << 2) | (rules.outside ? 2u : 0u) |
                       (rules.adjacent ? 1u : 0u);
    return mix(mix(size) + mix(words ^ 0x6c6c6bULL));
}

/// The key of the phase of rotating gravity; 0 for the first phase.
constexpr std::uint64_t phase_key(int phase) {
    return phase == 0 ? 0 : mix(0x7068617365ULL + static_cast<std::uint64_t>(phase));
}

}  // namespace llk
