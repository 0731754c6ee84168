// Which cells are occupied, and whether two cells link: all that a search over pairings needs.
//
// The search removes tiles by the thousand and resets as often, so only the blocked cells of every row and column are
// kept: removing a tile is two operations, resetting is a copy. In return the link test must find the free runs itself.
// Links may be tested between any two cells, whether or not their tiles are still there.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "grid/grid.h"
#include "paths/link.h"
#include "values/bits.h"
#include "values/cell.h"
#include "values/compiler.h"
#include "values/rules.h"

namespace llk {

/// The blocked cells of a board with one-word lines.
template <std::unsigned_integral Word>
class Occupancy {
  public:
    using Reach = typename Grid<Word>::Reach;  // of any cell

    explicit Occupancy(const Grid<Word>& grid)
        : rules_{grid.rules()},
          plain_{plain(rules_)},
          far_{rules_.max_turns > 2},
          rows_{grid.rows()},
          cols_{grid.cols()} {
        for (int r = -1; r <= rows_; ++r) row(r) = grid.row_word(r);
        for (int c = -1; c <= cols_; ++c) col(c) = grid.col_word(c);
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }

    /// Removes a tile.
    void remove(Cell at) {
        row(at.row) &= static_cast<Word>(~bit<Word>(at.col + 1));
        col(at.col) &= static_cast<Word>(~bit<Word>(at.row + 1));
    }

    /// Puts a tile back.
    void add(Cell at) {
        row(at.row) |= bit<Word>(at.col + 1);
        col(at.col) |= bit<Word>(at.row + 1);
    }

    /// Copies another occupancy of the same board.
    void reset(const Occupancy& to) {
        std::copy_n(to.row_.begin(), rows_ + 2, row_.begin());
        std::copy_n(to.col_.begin(), cols_ + 2, col_.begin());
    }

    /// Whether two cells with these reaches may link, depending on what is between them.
    bool may_link(Reach from_a, Reach from_b) const { return far_ | from_a.meets(from_b); }
    Reach reach(Cell at) const { return {run_through(row(at.row), at.col + 1), run_through(col(at.col), at.row + 1)}; }

    /// Removes everything, walls too.
    void clear() {
        std::fill_n(row_.begin(), rows_ + 2, Word{0});
        std::fill_n(col_.begin(), cols_ + 2, Word{0});
    }

    /// A path between two cells: the cells it passes on the line of each, and on the lane between the lines.
    struct Way {
        Word beside_a, beside_b, between;
        std::uint8_t line_a, line_b, lane;  // counted from the ring
        bool by_col;                        // the lane is a column
    };

    /// Whether find_way() is available: only under the plain rules.
    bool has_ways() const { return plain_; }

    /// One of the shorter paths between two cells that link.
    Way find_way(Cell a, Reach from_a, Cell b, Reach from_b) const {
        if (const Word lanes = crossing(row_, a.row, b.row, from_a.row & from_b.row))
            return make_way(a.row, a.col, b.row, b.col, nearest(lanes, a.col, b.col), true);
        const Word lanes = crossing(col_, a.col, b.col, from_a.col & from_b.col);
        return make_way(a.col, a.row, b.col, b.row, nearest(lanes, a.row, b.row), false);
    }

    /// Whether any cell of a path is occupied.
    bool blocks(const Way& way) const {
        const Lines &lines = way.by_col ? row_ : col_, &lanes = way.by_col ? col_ : row_;
        return ((lines[way.line_a] & way.beside_a) | (lines[way.line_b] & way.beside_b) |
                (lanes[way.lane] & way.between)) != 0;
    }

    /// Whether tiles on the two cells would link.
    bool link(Cell a, Cell b) const { return link(a, reach(a), b, reach(b)); }
    bool link(Cell a, Reach from_a, Cell b, Reach from_b) const {
        if (!plain_) return link_otherwise(a, b);
        return crossing(row_, a.row, b.row, from_a.row & from_b.row) ||
               crossing(col_, a.col, b.col, from_a.col & from_b.col);
    }

  private:
    using Lines = std::array<Word, WIDTH<Word>>;

    Word row(int r) const { return row_[static_cast<std::size_t>(r + 1)]; }
    Word& row(int r) { return row_[static_cast<std::size_t>(r + 1)]; }
    Word col(int c) const { return col_[static_cast<std::size_t>(c + 1)]; }
    Word& col(int c) { return col_[static_cast<std::size_t>(c + 1)]; }

    /// The lanes among those that both ends reach that are free from one line to the other.
    static Word crossing(const Lines& lines, int line_a, int line_b, Word lanes) {
        if (!lanes) return 0;
        const auto first = static_cast<std::size_t>(std::min(line_a, line_b) + 2);
        const auto last = static_cast<std::size_t>(std::max(line_a, line_b) + 1);
        for (std::size_t between = first; between < last; ++between) lanes &= static_cast<Word>(~lines[between]);
        return lanes;
    }

    static Way make_way(int line_a, int at_a, int line_b, int at_b, int lane, bool by_col) {
        return {stretch(at_a, lane),
                stretch(at_b, lane),
                from_to<Word>(std::min(line_a, line_b) + 2, std::max(line_a, line_b)),
                static_cast<std::uint8_t>(line_a + 1),
                static_cast<std::uint8_t>(line_b + 1),
                static_cast<std::uint8_t>(lane + 1),
                by_col};
    }
    /// The cells of a line from one cell (exclusive) to another (inclusive).
    static Word stretch(int from, int to) {
        return from < to ? from_to<Word>(from + 2, to + 1) : from_to<Word>(to + 1, from);
    }

    /// A lane between two ends, or else the nearest one.
    static int nearest(Word lanes, int from, int to) {
        if (from > to) std::swap(from, to);
        if (const Word between = lanes & from_to<Word>(from + 1, to + 1)) return lowest(between) - 1;
        const Word before = lanes & below<Word>(from + 1), after = lanes & above<Word>(to + 1);
        if (!before || (after && lowest(after) - 1 - to < from - highest(before) + 1)) return lowest(after) - 1;
        return highest(before) - 1;
    }

    /// The link test under any rules: all cells reached with no turn, one turn, two turns …
    LLK_NOINLINE bool link_otherwise(Cell a, Cell b) const {
        if (touching(a, b) && rules_.adjacent) return true;
        Lines open, across{}, along{};  // cells reached along a row, and along a column
        for (int r = -1; r <= rows_; ++r) open[static_cast<std::size_t>(r + 1)] = static_cast<Word>(~row(r));
        const auto at = [](Lines& lines, Cell place) -> Word& {
            return lines[static_cast<std::size_t>(place.row + 1)];
        };
        const auto mark = [](Cell place) { return bit<Word>(place.col + 1); };
        for (const Cell end : {a, b}) at(open, end) &= static_cast<Word>(~mark(end));
        const Word beside_a = static_cast<Word>(mark(a) << 1 | mark(a) >> 1);
        at(across, a) = beside_a & at(open, a);
        for (const int step : {-1, 1}) {
            const Cell next = cell(a.row + step, a.col);
            at(along, next) = mark(next) & at(open, next);
        }
        const Word beside_b = static_cast<Word>(mark(b) << 1 | mark(b) >> 1);
        const Cell above = cell(b.row - 1, b.col), under = cell(b.row + 1, b.col);
        for (int turns = 0; turns <= rules_.max_turns; ++turns) {
            spread_across(open, across);
            spread_along(open, along);
            if ((at(across, b) & beside_b) || (at(along, above) & mark(b)) || (at(along, under) & mark(b))) return true;
            bool more = false;
            for (std::size_t r = 0; r < static_cast<std::size_t>(rows_ + 2); ++r) {
                more |= across[r] != along[r];
                across[r] = along[r] = across[r] | along[r];
            }
            if (!more) return false;
        }
        return false;
    }

    void spread_across(const Lines& open, Lines& reached) const {
        for (std::size_t r = 0; r < static_cast<std::size_t>(rows_ + 2); ++r) {
            Word seeds = reached[r], line = 0;
            while (seeds) {
                const Word found = run_through(static_cast<Word>(~open[r]), lowest(seeds));
                line |= found;
                seeds &= static_cast<Word>(~found);
            }
            reached[r] = line;
        }
    }
    void spread_along(const Lines& open, Lines& reached) const {
        const auto last = static_cast<std::size_t>(rows_ + 1);
        for (std::size_t r = 1; r <= last; ++r) reached[r] |= reached[r - 1] & open[r];
        for (std::size_t r = last; r-- > 0;) reached[r] |= reached[r + 1] & open[r];
    }

    Rules rules_;
    bool plain_, far_;  // far: a link may need more than one lane
    int rows_, cols_;
    Lines row_{}, col_{};  // blocked cells, ring included
};

}  // namespace llk
