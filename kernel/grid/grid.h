// A board of at most 62 × 62 cells: one machine word per row and per column, lines of sight in constant time.
//
// Words include the ring: bits 0 and C + 1 of a row word are ring cells. A set bit blocks paths: a tile, a wall, or the
// ring itself if the rules keep paths inside.
//
// Two more things are kept up to date so that a link test takes a handful of reads: the *reach* of every tile (the
// empty run through it along its row and along its column, its own cell included) and the sparse tables of spans.h. For
// listing moves, the grid also keeps which tiles are next to an equal one.
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

/// The lanes that a path of at most two turns can take: columns or rows, ring included, as bits.
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

/// A board with one-word lines.
template <std::unsigned_integral WordType>
class Grid : public CellCodes<std::uint16_t> {
  public:
    using Word = WordType;
    using Lanes = WordLanes<Word>;

    static constexpr int MAX_SIDE = WIDTH<Word> - 2;
    static constexpr int MAX_CELLS = MAX_SIDE * MAX_SIDE;

    /// The empty runs through a tile, its own cell included.
    struct Reach {
        Word row, col;

        /// The intersection of two reaches; one operation if both words fit into one.
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
        /// Whether anything is left of this reach outside `blocked`.
        bool beyond(Reach blocked) const {
            if constexpr (sizeof(Word) == 4)
                return (std::bit_cast<std::uint64_t>(*this) &
                        ~(blocked.row | static_cast<std::uint64_t>(blocked.col) << 32)) != 0;
            return ((row & ~blocked.row) | (col & ~blocked.col)) != 0;
        }
    };

    Grid(int rows, int cols, const Rules& rules, int phase, std::span<const std::int32_t> numbers)
        : CellCodes{rows, cols, rules, phase, numbers},
          row_spans_{SPANS[static_cast<std::size_t>(rows + 2)].centre()},
          col_spans_{SPANS[static_cast<std::size_t>(cols + 2)].centre()},
          row_table_(table_size(rows)),
          col_table_(table_size(cols)),
          equal_(static_cast<std::size_t>(rows)),
          reach_(size()) {
        assert(rows <= MAX_SIDE && cols <= MAX_SIDE);
        rebuild();
    }

    /// Whether a path may pass a cell of the board or of the ring.
    bool open(Cell at) const { return contains_or_ring(at) && !has(row_word(at.row), at.col + 1); }

    /// The blocked cells of a row or a column, the two ring cells included.
    Word row_word(int row) const { return row_table()[row_lines() + row + 1]; }
    Word col_word(int col) const { return col_table()[col_lines() + col + 1]; }
    const Reach& reach(Cell at) const { return reach_[index(at)]; }
    const Reach& reach(std::size_t index) const { return reach_[index]; }

    /// The tiles of a row that equal their right neighbour, and those that equal the tile below. A bit means nothing
    /// once one of the two tiles has been removed.
    struct Equal {
        Word right, down;
    };
    Equal equal(int row) const { return equal_[static_cast<std::size_t>(row)]; }

    /// The cells blocked in any row strictly between two rows, or in any column strictly between two columns.
    Word rows_between(std::uint16_t a, std::uint16_t b) const { return between(row_table(), row_spans_, a, b); }
    Word cols_between(std::uint16_t a, std::uint16_t b) const { return between(col_table(), col_spans_, a, b); }

    /// The columns along which a path leads from a's row to b's row.
    Lanes col_lanes(Cell a, Cell b) const {
        return {static_cast<Word>(reach(a).row & reach(b).row &
                                  ~rows_between(static_cast<std::uint16_t>(a.row), static_cast<std::uint16_t>(b.row)))};
    }
    /// The rows along which a path leads from a's column to b's column.
    Lanes row_lanes(Cell a, Cell b) const {
        return {static_cast<Word>(reach(a).col & reach(b).col &
                                  ~cols_between(static_cast<std::uint16_t>(a.col), static_cast<std::uint16_t>(b.col)))};
    }

    /// Whether there is any lane: a link of at most two turns.
    bool any_lane(Cell a, Cell b) const { return any_lane(a, reach(a), b, reach(b)); }
    bool any_lane(Cell a, Reach from_a, Cell b, Reach from_b) const {
        const Reach blocked{rows_between(static_cast<std::uint16_t>(a.row), static_cast<std::uint16_t>(b.row)),
                            cols_between(static_cast<std::uint16_t>(a.col), static_cast<std::uint16_t>(b.col))};
        return (from_a & from_b).beyond(blocked);
    }

    /// The nearest blocked cell in each direction, or the cell beyond the ring.
    int look_west(Cell at) const { return last_before(row_word(at.row), at.col); }
    int look_east(Cell at) const { return first_after(row_word(at.row), at.col, cols() + 1); }
    int look_north(Cell at) const { return last_before(col_word(at.col), at.row); }
    int look_south(Cell at) const { return first_after(col_word(at.col), at.row, rows() + 1); }

    /// Whether two tiles have a lane through neither of two cells just opened: whether they linked before.
    bool any_lane_without(Cell a, Cell b, Move opened) const {
        Word by_col = col_lanes(a, b).bits, by_row = row_lanes(a, b).bits;
        for (const Cell cell : {opened.a, opened.b}) {
            by_col &= static_cast<Word>(~lanes_through(cell.row, cell.col, a.row, a.col, b.row, b.col));
            by_row &= static_cast<Word>(~lanes_through(cell.col, cell.row, a.col, a.row, b.col, b.row));
        }
        return (by_col | by_row) != 0;
    }

    /// Removes a tile; its neighbours now see through its cell.
    void remove(Cell at) {
        const std::size_t here = index(at);
        take_away(here, at);
        const Reach run = reach_[here];
        each_neighbour(at, run, [](Word& seen, Word opened, Word) { seen |= opened; });
        each_block(at, run, [](Word& word, Word mark) { word &= static_cast<Word>(~mark); });
    }

    /// Puts back the tile removed last: its reach is still stored in its cell.
    void restore(Cell at, Code code) {
        const std::size_t here = index(at);
        put_back(here, at, code);
        const Reach run = reach_[here];
        each_block(at, run, [](Word& word, Word mark) { word |= mark; });
        each_neighbour(at, run, [](Word& seen, Word, Word own_side) { seen &= own_side; });
    }

    /// Swaps two tiles, while no removed tile is still to be restored.
    void swap(Cell a, Cell b) {
        CellCodes::swap(a, b);
        for (const Cell at : {a, b})
            for (int row = std::max(at.row - 1, 0); row <= at.row; ++row) find_equal(row);
    }

    /// Recomputes words, spans and reaches from the codes.
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

    /// The bytes of this position alone; the kind codes are shared by the whole game.
    std::size_t bytes() const {
        return sizeof *this + code_bytes() + (row_table_.capacity() + col_table_.capacity()) * sizeof(Word) +
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

    /// The lanes whose path passes a cell: those beyond it on the line of either tile, or its own lane if the cell lies
    /// between the two lines.
    static Word lanes_through(int line, int lane, int line_a, int lane_a, int line_b, int lane_b) {
        Word through = 0;
        if (line == line_a) through |= lane > lane_a ? above<Word>(lane) : below<Word>(lane + 2);
        if (line == line_b) through |= lane > lane_b ? above<Word>(lane) : below<Word>(lane + 2);
        if ((line > line_a) != (line > line_b) && line != line_a && line != line_b) through |= bit<Word>(lane + 1);
        return through;
    }

    /// The blocked bits of a line without tiles: everything beyond the ring, so that no reach leaves the board, and the
    /// ring itself if the rules keep paths inside.
    Word rim(int side, bool on_ring) const {
        const auto beyond = static_cast<Word>(~below<Word>(side + 2));
        if (rules().outside) return beyond;
        return on_ring ? static_cast<Word>(~Word{0}) : static_cast<Word>(beyond | bit<Word>(0) | bit<Word>(side + 1));
    }

    /// Finds the equal neighbours of a row; below the last row the codes have an empty one.
    void find_equal(int row) {
        const Code* first = codes() + index(cell(row, 0));
        equal_[static_cast<std::size_t>(row)] = {keep_tiles(row, equal_bits<Word>(first, first + 1, cols() - 1)),
                                                 keep_tiles(row, equal_bits<Word>(first, first + cols(), cols()))};
    }
    Word keep_tiles(int row, Word bits) const {
        bits &= row_word(row);
        for (Word left = bits; left;)
            if (const int i = take_lowest(left); !is_tile(code(cell(row, i - 1)))) bits ^= bit<Word>(i);
        return bits;
    }

    /// Fills each level with the OR of two blocks of the level before.
    static void fill_spans(Word* table, int n) {
        for (int k = 2; k < span_levels(n); ++k) {
            const int half = 1 << (k - 2);
            const Word* from = table + (k - 1) * n;
            for (int i = 0; i + 2 * half <= n; ++i) table[k * n + i] = from[i] | from[i + half];
        }
    }

    /// Writes the reach of every blocked cell of one line: from the blocked cell before it to the one after it.
    static void fill_reach(Word line, int side, Reach* first, int stride, Word Reach::* part) {
        Word left = line & from_to<Word>(1, side);
        Word before = static_cast<Word>((line & 1) << 1);  // the bit after the blocked cell before; 0 if there is none
        while (left) {
            const int at = take_lowest(left);
            const Word next = line & above<Word>(at);
            const Word after = next & static_cast<Word>(~next + 1);  // 0 means the end of the word
            first[(at - 1) * stride].*part = static_cast<Word>(after - (before ? before : Word{1}));
            before = static_cast<Word>(bit<Word>(at) << 1);
        }
    }

    /// Calls act(reach, run, own side) for the four cells that end the runs through a cell; the own side is the part of
    /// the line on that end's side of the cell.
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

    /// Calls act(word, mark) for every table word whose block of lines is empty at this cell's bit, apart from the
    /// cell.
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

    /// The same for the blocks of one small size, in a fixed number of steps, since a loop's end would be mispredicted.
    /// Steps for a block beyond the run (at the rim even a word of another level) mark nothing.
    template <int SIZE, class Action>
    static void few_blocks(Word* level, int line, int first, int last, Word mark, Action act) {
        for (int i = line - SIZE + 1; i <= line; ++i)
            act(level[i], first <= i && i + SIZE - 1 <= last ? mark : Word{0});
    }

    const Span* row_spans_;
    const Span* col_spans_;
    std::vector<Word> row_table_, col_table_;  // the sparse tables over rows and over columns
    std::vector<Equal> equal_;                 // by row
    std::vector<Reach> reach_;                 // of every tile and wall; stale for empty cells
};

}  // namespace llk
