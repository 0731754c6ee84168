// A board of at most 62 × 62 cells: one machine word per row and per column, straight sight in constant time.
//
// Words count the ring: bit 0 and bit C + 1 of a row word are the ring's cells. A set bit is something a path cannot
// pass: a tile, a wall, or the ring itself where the rules keep paths inside.
//
// Two things are kept beside the words so that a link test is a handful of reads: the *reach* of every tile (the empty
// run through it along its row and along its column, its own cell included), and the sparse tables of spans.h. For the
// list of moves, it is also kept which tiles touch an equal one.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/cell_codes.h"
#include "grid/equal_neighbours.h"
#include "grid/spans.h"
#include "values/bits.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// The set of lanes a path of at most two turns can take: column numbers or row numbers, ring included, as bits.
template <std::unsigned_integral Word>
struct WordLanes {
    Word bits;

    bool any() const { return bits != 0; }
    bool has(int lane) const { return llk::has(bits, lane + 1); }
    void drop(int lane) { bits &= static_cast<Word>(~bit<Word>(lane + 1)); }

    /// The lowest lane from i to j, or NONE.
    int lowest_in(int i, int j) const {
        const Word in = bits & from_to<Word>(i + 1, j + 1);
        return in ? lowest(in) - 1 : NONE;
    }
    /// The highest lane from i to j, or NONE.
    int highest_in(int i, int j) const {
        const Word in = bits & from_to<Word>(i + 1, j + 1);
        return in ? highest(in) - 1 : NONE;
    }
    static constexpr int NONE = -2;
};

template <std::unsigned_integral WordType>
class Grid : public Store<std::uint16_t> {
  public:
    using Word = WordType;
    using Lanes = WordLanes<Word>;

    static constexpr int MAX_SIDE = WIDTH<Word> - 2;
    static constexpr int MAX_CELLS = MAX_SIDE * MAX_SIDE;

    /// The empty runs through a tile, its own cell included.
    struct Reach {
        Word row, col;

        /// What two reaches have in common; in one operation where both words fit into one.
        friend Reach operator&(Reach a, Reach b) {
            if constexpr (sizeof(Word) == 4)
                return std::bit_cast<Reach>(std::bit_cast<std::uint64_t>(a) & std::bit_cast<std::uint64_t>(b));
            else
                return {a.row & b.row, a.col & b.col};
        }
        bool any() const {
            if constexpr (sizeof(Word) == 4) return std::bit_cast<std::uint64_t>(*this) != 0;
            return (row | col) != 0;
        }
        bool meets(Reach other) const { return (*this & other).any(); }
        bool beyond(Reach blocked) const {
            if constexpr (sizeof(Word) == 4)
                return (std::bit_cast<std::uint64_t>(*this) &
                        ~(blocked.row | static_cast<std::uint64_t>(blocked.col) << 32)) != 0;
            return ((row & ~blocked.row) | (col & ~blocked.col)) != 0;
        }
    };

    Grid(int rows, int cols, const Rules& rules, int phase, std::span<const std::int32_t> numbers)
        : Store{rows, cols, rules, phase, numbers},
          row_spans_{SPANS[static_cast<std::size_t>(rows + 2)].centre()},
          col_spans_{SPANS[static_cast<std::size_t>(cols + 2)].centre()},
          row_table_(table_size(rows)),
          col_table_(table_size(cols)),
          equal_(static_cast<std::size_t>(rows)),
          reach_(size()) {
        assert(rows <= MAX_SIDE && cols <= MAX_SIDE);
        rebuild();
    }

    /// Whether a path may pass the cell; the ring's cells are asked for too.
    bool open(Cell at) const { return contains_or_ring(at) && !has(row_word(at.row), at.col + 1); }

    /// Blocked cells of a row or a column, the ring's two ends included.
    Word row_word(int row) const { return row_table()[row_lines() + row + 1]; }
    Word col_word(int col) const { return col_table()[col_lines() + col + 1]; }
    const Reach& reach(Cell at) const { return reach_[index(at)]; }
    const Reach& reach(std::size_t index) const { return reach_[index]; }

    /// Tiles of a row that equal their right-hand neighbour, and those that equal the tile under them; where one of the
    /// two has gone since, the bit stands for nothing. Never a wall.
    struct Equal {
        Word right, down;
    };
    Equal equal(int row) const { return equal_[static_cast<std::size_t>(row)]; }

    /// Cells blocked in any row strictly between two rows, or in any column strictly between two columns.
    Word rows_between(std::uint16_t a, std::uint16_t b) const { return between(row_table(), row_spans_, a, b); }
    Word cols_between(std::uint16_t a, std::uint16_t b) const { return between(col_table(), col_spans_, a, b); }

    /// Columns along which a path goes from a's row to b's row.
    Lanes col_lanes(Cell a, Cell b) const {
        return {static_cast<Word>(reach(a).row & reach(b).row &
                                  ~rows_between(static_cast<std::uint16_t>(a.row), static_cast<std::uint16_t>(b.row)))};
    }
    /// Rows along which a path goes from a's column to b's column.
    Lanes row_lanes(Cell a, Cell b) const {
        return {static_cast<Word>(reach(a).col & reach(b).col &
                                  ~cols_between(static_cast<std::uint16_t>(a.col), static_cast<std::uint16_t>(b.col)))};
    }

    /// Whether there is any lane at all: a link of at most two turns.
    bool any_lane(Cell a, Cell b) const { return any_lane(a, reach(a), b, reach(b)); }
    bool any_lane(Cell a, Reach from_a, Cell b, Reach from_b) const {
        const Reach blocked{rows_between(static_cast<std::uint16_t>(a.row), static_cast<std::uint16_t>(b.row)),
                            cols_between(static_cast<std::uint16_t>(a.col), static_cast<std::uint16_t>(b.col))};
        return (from_a & from_b).beyond(blocked);
    }

    /// Where sight along a row or a column ends: the nearest blocked cell, or the one beyond the ring.
    int west_of(Cell at) const { return last_before(row_word(at.row), at.col); }
    int east_of(Cell at) const { return first_after(row_word(at.row), at.col, cols() + 1); }
    int north_of(Cell at) const { return last_before(col_word(at.col), at.row); }
    int south_of(Cell at) const { return first_after(col_word(at.col), at.row, rows() + 1); }

    /// Whether two tiles have a lane that uses neither of two cells just opened: whether they linked before.
    bool any_lane_without(Cell a, Cell b, Move opened) const {
        Word by_col = col_lanes(a, b).bits, by_row = row_lanes(a, b).bits;
        for (const Cell cell : {opened.a, opened.b}) {
            by_col &= static_cast<Word>(~lanes_through(cell.row, cell.col, a.row, a.col, b.row, b.col));
            by_row &= static_cast<Word>(~lanes_through(cell.col, cell.row, a.col, a.row, b.col, b.row));
        }
        return (by_col | by_row) != 0;
    }

    /// Takes a tile away; its neighbours now see through its cell.
    void remove(Cell at) {
        const std::size_t here = index(at);
        take_away(here, at);
        const Reach run = reach_[here];
        each_neighbour(at, run, [](Word& seen, Word opened, Word) { seen |= opened; });
        each_block(at, run, [](Word& word, Word mark) { word &= static_cast<Word>(~mark); });
    }

    /// Puts back the tile that was taken away last of those still away: its reach has waited in its cell.
    void restore(Cell at, Code code) {
        const std::size_t here = index(at);
        put_back(here, at, code);
        const Reach run = reach_[here];
        each_block(at, run, [](Word& word, Word mark) { word |= mark; });
        each_neighbour(at, run, [](Word& seen, Word, Word own_side) { seen &= own_side; });
    }

    /// Two tiles change places, while none is away that is to be put back; only what equals what changes.
    void swap(Cell a, Cell b) {
        Store::swap(a, b);
        for (const Cell at : {a, b})
            for (int row = std::max(at.row - 1, 0); row <= at.row; ++row) find_equal(row);
    }

    /// Writes words, spans and reach anew from the codes.
    void rebuild() {
        std::ranges::fill(row_table_, Word{0});
        std::ranges::fill(col_table_, Word{0});
        Word* const row = row_table() + row_lines();
        Word* const col = col_table() + col_lines();
        for (int r = 0; r < row_lines(); ++r) row[r] = rim(cols(), r == 0 || r == rows() + 1);
        for (int c = 0; c < col_lines(); ++c) col[c] = rim(rows(), c == 0 || c == cols() + 1);
        std::size_t here = 0;
        for (int r = 1; r <= rows(); ++r) {
            for (int c = 1; c <= cols(); ++c, ++here) {
                const Word blocked = code(here) != EMPTY_CODE;
                row[r] |= static_cast<Word>(blocked << c);
                col[c] |= static_cast<Word>(blocked << r);
            }
        }
        fill_spans(row_table(), row_lines());
        fill_spans(col_table(), col_lines());
        for (int r = 1; r <= rows(); ++r)
            fill_reach(row[r], cols(), &reach_[static_cast<std::size_t>((r - 1) * cols())], 1, &Reach::row);
        for (int c = 1; c <= cols(); ++c)
            fill_reach(col[c], rows(), &reach_[static_cast<std::size_t>(c - 1)], cols(), &Reach::col);
        for (int r = 0; r < rows(); ++r) find_equal(r);
    }

    /// Bytes that this position keeps for itself; the palette is shared by the whole game.
    std::size_t bytes() const {
        return sizeof *this + store_bytes() + (row_table_.capacity() + col_table_.capacity()) * sizeof(Word) +
               reach_.capacity() * sizeof(Reach) + equal_.capacity() * sizeof(Equal);
    }

  private:
    static constexpr std::size_t table_size(int side) {
        return static_cast<std::size_t>(span_levels(side + 2) * (side + 2));
    }

    // Level 1 of each table is the lines themselves.
    int row_lines() const { return rows() + 2; }
    int col_lines() const { return cols() + 2; }
    const Word* row_table() const { return row_table_.data(); }
    Word* row_table() { return row_table_.data(); }
    const Word* col_table() const { return col_table_.data(); }
    Word* col_table() { return col_table_.data(); }

    static Word between(const Word* table, const Span* spans, std::ptrdiff_t a, std::ptrdiff_t b) {
        const Span span = spans[b - a];
        return table[span.from_a + a] | table[span.from_b + b];
    }

    static int last_before(Word line, int i) {
        const Word before = line & below<Word>(i + 1);
        return before ? highest(before) - 1 : -2;
    }
    static int first_after(Word line, int i, int beyond) {
        const Word after = line & above<Word>(i + 1);
        return after ? std::min(lowest(after) - 1, beyond) : beyond;
    }

    /// The lanes whose path passes a cell: those beyond it on the line of either tile, or its own between the two
    /// lines.
    static Word lanes_through(int line, int lane, int line_a, int lane_a, int line_b, int lane_b) {
        Word through = 0;
        if (line == line_a) through |= lane > lane_a ? above<Word>(lane) : below<Word>(lane + 2);
        if (line == line_b) through |= lane > lane_b ? above<Word>(lane) : below<Word>(lane + 2);
        if ((line > line_a) != (line > line_b) && line != line_a && line != line_b) through |= bit<Word>(lane + 1);
        return through;
    }

    /// What is blocked in a line without any tile: beyond the ring all, so that no reach runs out of the board, and
    /// the ring itself where the rules keep paths inside.
    Word rim(int side, bool on_ring) const {
        const auto beyond = static_cast<Word>(~below<Word>(side + 2));
        if (rules().outside) return beyond;
        return on_ring ? static_cast<Word>(~Word{0}) : static_cast<Word>(beyond | bit<Word>(0) | bit<Word>(side + 1));
    }

    /// Compares a row with itself and with the next; under the last row the store has an empty one.
    void find_equal(int row) {
        const Code* first = codes() + index(cell(row, 0));
        equal_[static_cast<std::size_t>(row)] = {tiles_of(row, equal_bits<Word>(first, first + 1, cols() - 1)),
                                                 tiles_of(row, equal_bits<Word>(first, first + cols(), cols()))};
    }
    Word tiles_of(int row, Word bits) const {
        bits &= row_word(row);
        for (Word left = bits; left;)
            if (const int i = take_lowest(left); !is_tile(code(cell(row, i - 1)))) bits ^= bit<Word>(i);
        return bits;
    }

    /// Each level is the OR of two blocks of the level before.
    static void fill_spans(Word* table, int n) {
        for (int k = 2; k < span_levels(n); ++k) {
            const int half = 1 << (k - 2);
            const Word* from = table + (k - 1) * n;
            for (int i = 0; i + 2 * half <= n; ++i) table[k * n + i] = from[i] | from[i + half];
        }
    }

    /// The reach of every blocked cell of one line: from the blocked cell before it to the one after it.
    static void fill_reach(Word line, int side, Reach* first, int stride, Word Reach::* part) {
        Word left = line & from_to<Word>(1, side);
        Word before = static_cast<Word>((line & 1) << 1);  // the bit after the blocked cell before; 0 where none is
        while (left) {
            const int at = take_lowest(left);
            const Word next = line & above<Word>(at);
            const Word after = next & static_cast<Word>(~next + 1);  // 0 stands for the word's end
            first[(at - 1) * stride].*part = static_cast<Word>(after - (before ? before : Word{1}));
            before = static_cast<Word>(bit<Word>(at) << 1);
        }
    }

    /// Hands the reach of the four cells that end the runs of a cell to the action, with the run and with the part of
    /// the line that lies on their own side of the cell.
    template <class Action>
    void each_neighbour(Cell at, const Reach& run, Action act) {
        const int row = at.row + 1, col = at.col + 1;
        Reach* here = &reach_[index(at)];
        const int west = lowest(run.row) - 1, east = highest(run.row) + 1;
        const int north = lowest(run.col) - 1, south = highest(run.col) + 1;
        if (west >= 1) act(here[west - col].row, run.row, below<Word>(col));
        if (east <= cols()) act(here[east - col].row, run.row, above<Word>(col));
        if (north >= 1) act(here[(north - row) * cols()].col, run.col, below<Word>(row));
        if (south <= rows()) act(here[(south - row) * cols()].col, run.col, above<Word>(row));
    }

    /// Hands every table word whose block of lines, but for this cell, is empty at this cell's bit to the action.
    template <class Action>
    void each_block(Cell at, const Reach& run, Action act) {
        const int row = at.row + 1, col = at.col + 1;
        each_block(row_table(), row_lines(), row, lowest(run.col), highest(run.col), bit<Word>(col), act);
        each_block(col_table(), col_lines(), col, lowest(run.row), highest(run.row), bit<Word>(row), act);
    }

    template <class Action>
    static void each_block(Word* table, int n, int line, int first, int last, Word mark, Action act) {
        act(table[n + line], mark);
        const int levels = span_levels(n), run = last - first + 1;
        if (run < 2 || levels < 3) return;
        few_blocks<2>(table + 2 * n, line, first, last, mark, act);
        if (run < 4 || levels < 4) return;
        few_blocks<4>(table + 3 * n, line, first, last, mark, act);
        if (run < 8 || levels < 5) return;
        few_blocks<8>(table + 4 * n, line, first, last, mark, act);
        for (int k = 5, size = 16; k < levels && size <= run; ++k, size *= 2) {
            const int from = std::max(first, line - size + 1), to = std::min(line, last - size + 1);
            for (int i = from; i <= to; ++i) act(table[k * n + i], mark);
        }
    }

    /// The same for the blocks of one small size: a fixed number of steps, since a loop's end would be guessed wrong.
    /// Steps that concern a block beyond the run (at the rim, even a word of another level) mark nothing.
    template <int SIZE, class Action>
    static void few_blocks(Word* level, int line, int first, int last, Word mark, Action act) {
        for (int i = line - SIZE + 1; i <= line; ++i)
            act(level[i], first <= i && i + SIZE - 1 <= last ? mark : Word{0});
    }

    const Span* row_spans_;
    const Span* col_spans_;
    std::vector<Word> row_table_, col_table_;  // the sparse tables over rows and over columns
    std::vector<Equal> equal_;                 // by row
    std::vector<Reach> reach_;                 // of every tile and wall; stale where a cell is empty
};

}  // namespace llk
