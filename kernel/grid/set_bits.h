// Lists the set bits of a word, eight bits at a time and without branches.
#pragma once

#include <array>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "values/cell.h"

namespace llk {

/// How many cells are written at a time; arrays of cells need this much padding.
inline constexpr int SET_BITS_AT_ONCE = 8;

/// The indices of the set bits of a byte, lowest first, and their count.
struct SetBits {
    std::array<std::uint8_t, SET_BITS_AT_ONCE> index{};
    std::uint64_t count = 0;
};

inline constexpr auto SET_BITS = [] {
    std::array<SetBits, 256> all{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned i = 0; i < 8; ++i)
            if (byte >> i & 1) all[byte].index[all[byte].count++] = static_cast<std::uint8_t>(i);
    return all;
}();

/// Writes cell `col + i` of a row for every set bit i and returns their count; up to eight cells are overwritten.
inline std::size_t write_cells(Cell* out, int row, int col, unsigned byte) {
    const SetBits& bits = SET_BITS[byte];
#ifdef __SSE2__
    const __m128i index = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bits.index.data()));
    const __m128i wide = _mm_unpacklo_epi8(index, _mm_setzero_si128());
    const __m128i rows = _mm_set1_epi16(static_cast<short>(row));
    const __m128i cols = _mm_add_epi16(wide, _mm_set1_epi16(static_cast<short>(col)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_unpacklo_epi16(rows, cols));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 4), _mm_unpackhi_epi16(rows, cols));
#else
    for (std::size_t i = 0; i < bits.count; ++i) out[i] = cell(row, col + bits.index[i]);
#endif
    return bits.count;
}

}  // namespace llk
