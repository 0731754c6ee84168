// Bit operations on one machine word, in which a line of the board is stored.
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>

namespace llk {

/// The number of cells that one word holds.
template <std::unsigned_integral Word>
inline constexpr int WIDTH = std::numeric_limits<Word>::digits;

/// The word in which only bit i is set.
template <std::unsigned_integral Word>
constexpr Word bit(int i) {
    assert(0 <= i && i < WIDTH<Word>);
    return static_cast<Word>(Word{1} << i);
}

/// All bits below i; i may equal the width.
template <std::unsigned_integral Word>
constexpr Word below(int i) {
    assert(0 <= i && i <= WIDTH<Word>);
    return i == WIDTH<Word> ? static_cast<Word>(~Word{0}) : static_cast<Word>(bit<Word>(i) - 1);
}

/// All bits above i; i may be -1.
template <std::unsigned_integral Word>
constexpr Word above(int i) {
    return static_cast<Word>(~below<Word>(i + 1));
}

/// All bits from i to j inclusive; none if j < i.
template <std::unsigned_integral Word>
constexpr Word from_to(int i, int j) {
    return j < i ? Word{0} : static_cast<Word>(below<Word>(j + 1) & ~below<Word>(i));
}

/// Whether bit i is set.
template <std::unsigned_integral Word>
constexpr bool has(Word word, int i) {
    return (word & bit<Word>(i)) != 0;
}

/// The index of the lowest set bit of a non-zero word.
template <std::unsigned_integral Word>
constexpr int lowest(Word word) {
    assert(word != 0);
    return std::countr_zero(word);
}

/// The index of the highest set bit of a non-zero word.
template <std::unsigned_integral Word>
constexpr int highest(Word word) {
    assert(word != 0);
    return WIDTH<Word> - 1 - std::countl_zero(word);
}

/// The blocked cells of a row, given as set bits, that have an open neighbour.
template <std::unsigned_integral Word>
constexpr Word beside_empty(Word above, Word here, Word below) {
    const auto open = static_cast<Word>(~here);
    return here & static_cast<Word>((open << 1) | (open >> 1) | ~above | ~below);
}

/// Clears the lowest set bit of the word and returns its index.
template <std::unsigned_integral Word>
constexpr int take_lowest(Word& word) {
    const int i = lowest(word);
    word &= static_cast<Word>(word - 1);
    return i;
}

}  // namespace llk
