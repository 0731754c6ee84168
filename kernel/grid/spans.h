// Which cells are blocked in any line between two lines, in two reads.
//
// A sparse table: level 0 is all zero, level k holds the OR over blocks of 2^(k-1) neighbouring lines. Two such blocks,
// which may overlap, cover the lines strictly between two others. Their place depends only on the difference of the
// two line numbers, so it is looked up, not computed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "values/bits.h"

namespace llk {

inline constexpr int MAX_LINES = 64;  // a side of 62 cells and its two ring lines

/// The number of levels of a table over n lines, ring included.
constexpr int span_levels(int n) {
    const int longest = n - 4;  // lines strictly between two lines of the board
    return longest < 2 ? 2 : 1 + static_cast<int>(std::bit_width(static_cast<unsigned>(longest)));
}

/// Where to read, relative to the numbers of the two lines (0 is the first line of the board, not the ring).
struct Span {
    std::int16_t from_a, from_b;
};

/// The reads for every difference b - a over n lines; neighbours and equal lines read zeros from level 0.
struct Spans {
    std::array<Span, 2 * MAX_LINES> by_difference{};

    /// The entry of difference 0.
    constexpr const Span* centre() const { return &by_difference[MAX_LINES]; }

    static constexpr Spans make(int n) {
        Spans spans;
        for (int d = 2; d <= n - 3; ++d) {
            const int k =
                static_cast<int>(std::bit_width(static_cast<unsigned>(d - 1))) - 1;  // the largest block that fits
            const int level = (k + 1) * n;
            const auto first = static_cast<std::int16_t>(level + 2);  // the line after the nearer one
            const auto last = static_cast<std::int16_t>(level + 1 - (1 << k));
            spans.by_difference[static_cast<std::size_t>(MAX_LINES + d)] = {first, last};
            spans.by_difference[static_cast<std::size_t>(MAX_LINES - d)] = {last, first};
        }
        return spans;
    }
};

/// The spans for every number of lines.
inline constexpr auto SPANS = [] {
    std::array<Spans, MAX_LINES + 1> all{};
    for (int n = 3; n <= MAX_LINES; ++n) all[static_cast<std::size_t>(n)] = Spans::make(n);
    return all;
}();

}  // namespace llk
