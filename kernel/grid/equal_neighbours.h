// Finds equal neighbours in a row, sixteen cells at a time where SSE2 is available.
#pragma once

#include <concepts>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "values/bits.h"

namespace llk {

/// How many codes past the last one may be read.
inline constexpr int EQUAL_PADDING = 16;

/// A row word (bit 0 is the ring) in which bit i + 1 is set if a[i] == b[i], for i < count.
template <std::unsigned_integral Word>
Word equal_bits(const std::uint16_t* a, const std::uint16_t* b, int count) {
    Word found = 0;
#ifdef __SSE2__
    const auto load = [](const std::uint16_t* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
    for (int i = 0; i < count; i += 16) {
        const __m128i low = _mm_cmpeq_epi16(load(a + i), load(b + i));
        const __m128i high = _mm_cmpeq_epi16(load(a + i + 8), load(b + i + 8));
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
        found |= static_cast<Word>(static_cast<Word>(bits) << i);
    }
#else
    for (int i = 0; i < count; ++i) found |= static_cast<Word>(static_cast<Word>(a[i] == b[i]) << i);
#endif
    return static_cast<Word>((found & below<Word>(count)) << 1);
}

}  // namespace llk
