// A board of any size: lines of as many words as needed, and nothing else kept up to date.
//
// It has the interface of Grid, so link.h, runs.h and gravity.h serve both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/cell_codes.h"
#include "values/bits.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// Lines of equal length, one bit per cell, ring included.
class BitLines {
  public:
    using Word = std::uint64_t;

    BitLines(int lines, int length)
        : words_per_line_{(length + WIDTH<Word> - 1) / WIDTH<Word>},
          words_(static_cast<std::size_t>(lines) * static_cast<std::size_t>(words_per_line_)) {}

    bool has(int line, int i) const { return llk::has(word(line, i / WIDTH<Word>), i % WIDTH<Word>); }
    void set(int line, int i) { word(line, i / WIDTH<Word>) |= bit<Word>(i % WIDTH<Word>); }
    void drop(int line, int i) { word(line, i / WIDTH<Word>) &= ~bit<Word>(i % WIDTH<Word>); }
    void clear() { std::ranges::fill(words_, Word{0}); }

    int words_per_line() const { return words_per_line_; }
    Word word(int line, int w) const { return words_[at(line, w)]; }
    Word& word(int line, int w) { return words_[at(line, w)]; }

    /// The last set bit of a line before i, or -1; the first one after i, or `length`.
    int before(int line, int i) const {
        int w = i / WIDTH<Word>;
        Word found = word(line, w) & below<Word>(i % WIDTH<Word>);
        while (!found && w > 0) found = word(line, --w);
        return found ? w * WIDTH<Word> + highest(found) : -1;
    }
    int after(int line, int i, int length) const {
        int w = i / WIDTH<Word>;
        Word found = word(line, w) & above<Word>(i % WIDTH<Word>);
        while (!found && w + 1 < words_per_line_) found = word(line, ++w);
        return found ? w * WIDTH<Word> + lowest(found) : length;
    }

    std::size_t bytes() const { return words_.capacity() * sizeof(Word); }

  private:
    std::size_t at(int line, int w) const {
        return static_cast<std::size_t>(line) * static_cast<std::size_t>(words_per_line_) + static_cast<std::size_t>(w);
    }

    int words_per_line_;
    std::vector<Word> words_;
};

/// The lanes from first to last (-1 is the ring's) that no line strictly between two lines blocks.
class WideLanes {
  public:
    static constexpr int NONE = -2;

    WideLanes(const BitLines& lines, int a, int b, int first, int last)
        : lines_{&lines}, from_{std::min(a, b) + 1}, to_{std::max(a, b) - 1}, first_{first}, last_{last} {}

    bool any() const { return lowest_in(first_, last_) != NONE; }
    bool has(int lane) const { return lowest_in(lane, lane) != NONE; }
    void drop(int lane) { dropped_ = lane; }

    int lowest_in(int i, int j) const {
        i = std::max(i, first_) + 1;
        j = std::min(j, last_) + 1;
        for (int w = i / BITS; i <= j && w <= j / BITS; ++w)
            if (const Word free = free_in(w, i, j)) return w * BITS + lowest(free) - 1;
        return NONE;
    }
    int highest_in(int i, int j) const {
        i = std::max(i, first_) + 1;
        j = std::min(j, last_) + 1;
        for (int w = j / BITS; i <= j && w >= i / BITS; --w)
            if (const Word free = free_in(w, i, j)) return w * BITS + highest(free) - 1;
        return NONE;
    }

  private:
    using Word = BitLines::Word;
    static constexpr int BITS = WIDTH<Word>;

    /// The free lanes of one word within bits i … j.
    Word free_in(int w, int i, int j) const {
        Word free = from_to<Word>(std::max(i - w * BITS, 0), std::min(j - w * BITS, BITS - 1));
        if (dropped_ != NONE && (dropped_ + 1) / BITS == w) free &= ~bit<Word>((dropped_ + 1) % BITS);
        for (int line = from_; line <= to_ && free; ++line) free &= ~lines_->word(line + 1, w);
        return free;
    }

    const BitLines* lines_;
    int from_, to_;  // the lines strictly between; -1 is the ring's
    int first_, last_;
    int dropped_ = NONE;
};

/// A board with lines of many words.
class WideGrid : public CellCodes<std::uint32_t> {
  public:
    using Lanes = WideLanes;
    static constexpr int MAX_SIDE = 4096;

    WideGrid(int rows, int cols, const Rules& rules, int phase, std::span<const std::int32_t> numbers)
        : CellCodes{rows, cols, rules, phase, numbers}, row_lines_(rows + 2, cols + 2), col_lines_(cols + 2, rows + 2) {
        rebuild();
    }

    bool open(Cell at) const { return contains_or_ring(at) && !row_lines_.has(at.row + 1, at.col + 1); }

    /// The empty run through a tile along its row or column, its own cell included.
    struct Run {
        std::int16_t first, last;
        bool any() const { return first <= last; }
        friend Run operator&(Run a, Run b) { return {std::max(a.first, b.first), std::min(a.last, b.last)}; }
    };
    struct Reach {
        Run row, col;
    };
    Reach reach(Cell at) const { return {row_run(at), col_run(at)}; }

    Lanes col_lanes(Cell a, Cell b) const { return col_lanes(a, b, row_run(a) & row_run(b)); }
    Lanes row_lanes(Cell a, Cell b) const { return row_lanes(a, b, col_run(a) & col_run(b)); }

    /// Whether there is any lane: a link of at most two turns. Most have one on the ring, which nothing blocks.
    bool any_lane(Cell a, Cell b) const { return any_lane(a, reach(a), b, reach(b)); }
    bool any_lane(Cell a, Reach from_a, Cell b, Reach from_b) const {
        const Run by_col = from_a.row & from_b.row, by_row = from_a.col & from_b.col;
        if (!by_col.any() && !by_row.any()) return false;
        if (by_col.any() && (by_col.first < 0 || by_col.last >= cols())) return true;
        if (by_row.any() && (by_row.first < 0 || by_row.last >= rows())) return true;
        return (by_col.any() && col_lanes(a, b, by_col).any()) || (by_row.any() && row_lanes(a, b, by_row).any());
    }

    /// The blocked cells in one word of a row, the ring included, that have an open neighbour.
    BitLines::Word beside_empty(int row, int w) const {
        using Word = BitLines::Word;
        constexpr int top = WIDTH<Word> - 1;
        const Word here = row_lines_.word(row + 1, w);
        const Word before = w > 0 ? row_lines_.word(row + 1, w - 1) >> top : Word{0};
        const Word after = w + 1 < words_per_row() ? row_lines_.word(row + 1, w + 1) << top : Word{0};
        return here &
               (~(here << 1 | before) | ~(here >> 1 | after) | ~row_lines_.word(row, w) | ~row_lines_.word(row + 2, w));
    }
    bool is_beside_empty(Cell at) const {
        return open(cell(at.row, at.col - 1)) || open(cell(at.row, at.col + 1)) || open(cell(at.row - 1, at.col)) ||
               open(cell(at.row + 1, at.col));
    }
    int words_per_row() const { return row_lines_.words_per_line(); }

    int look_west(Cell at) const { return row_lines_.before(at.row + 1, at.col + 1) - 1; }
    int look_east(Cell at) const { return row_lines_.after(at.row + 1, at.col + 1, cols() + 2) - 1; }
    int look_north(Cell at) const { return col_lines_.before(at.col + 1, at.row + 1) - 1; }
    int look_south(Cell at) const { return col_lines_.after(at.col + 1, at.row + 1, rows() + 2) - 1; }

    bool any_lane_without(Cell a, Cell b, Move opened) {
        block(opened.a);
        block(opened.b);
        const bool found = any_lane(a, b);
        unblock(opened.a);
        unblock(opened.b);
        return found;
    }

    void remove(Cell at) {
        take_away(index(at), at);
        unblock(at);
    }
    void restore(Cell at, Code code) {
        put_back(index(at), at, code);
        block(at);
    }

    void rebuild() {
        row_lines_.clear();
        col_lines_.clear();
        std::size_t i = 0;
        for (int row = 0; row < rows(); ++row)
            for (int col = 0; col < cols(); ++col, ++i)
                if (code(i) != EMPTY_CODE) block(cell(row, col));
        if (rules().outside) return;
        for (int row = -1; row <= rows(); ++row) block(cell(row, -1)), block(cell(row, cols()));
        for (int col = -1; col <= cols(); ++col) block(cell(-1, col)), block(cell(rows(), col));
    }

    std::size_t bytes() const { return sizeof *this + code_bytes() + row_lines_.bytes() + col_lines_.bytes(); }

  private:
    static Run run(int before, int after) {
        return {static_cast<std::int16_t>(before + 1), static_cast<std::int16_t>(after - 1)};
    }
    Run row_run(Cell at) const { return run(look_west(at), look_east(at)); }
    Run col_run(Cell at) const { return run(look_north(at), look_south(at)); }
    Lanes col_lanes(Cell a, Cell b, Run within) const { return {row_lines_, a.row, b.row, within.first, within.last}; }
    Lanes row_lanes(Cell a, Cell b, Run within) const { return {col_lines_, a.col, b.col, within.first, within.last}; }

    void block(Cell at) {
        row_lines_.set(at.row + 1, at.col + 1);
        col_lines_.set(at.col + 1, at.row + 1);
    }

    void unblock(Cell at) {
        row_lines_.drop(at.row + 1, at.col + 1);
        col_lines_.drop(at.col + 1, at.row + 1);
    }

    BitLines row_lines_, col_lines_;
};

}  // namespace llk
