// Which tiles still stand, and whether two places link: the least that a search over pairings needs.
//
// A search takes tiles away by the thousand and starts over as often, so nothing is kept here but the blocked cells of
// every row and every column: taking a tile away is two operations, starting over is a copy. The price is paid by the
// link test, which must find the free runs by itself. A place may be asked about whether or not its tile still stands.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "bits.h"
#include "cell.h"
#include "grid.h"
#include "link.h"
#include "rules.h"

namespace llk {

template <std::unsigned_integral Word>
class Field {
  public:
    explicit Field(const Grid<Word>& grid)
        : rules_{grid.rules()}, plain_{plain(rules_)}, rows_{grid.rows()}, cols_{grid.cols()} {
        for (int r = -1; r <= rows_; ++r) row(r) = grid.row_word(r);
        for (int c = -1; c <= cols_; ++c) col(c) = grid.col_word(c);
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }

    /// Takes a tile away.
    void remove(Cell at) {
        row(at.row) &= static_cast<Word>(~bit<Word>(at.col + 1));
        col(at.col) &= static_cast<Word>(~bit<Word>(at.row + 1));
    }

    /// Puts a tile back.
    void add(Cell at) {
        row(at.row) |= bit<Word>(at.col + 1);
        col(at.col) |= bit<Word>(at.row + 1);
    }

    /// Becomes another field of the same board.
    void reset(const Field& to) {
        std::copy_n(to.row_.begin(), rows_ + 2, row_.begin());
        std::copy_n(to.col_.begin(), cols_ + 2, col_.begin());
    }

    /// The free runs through a place, itself included.
    struct Reach {
        Word row, col;
        bool meets(Reach other) const { return ((row & other.row) | (col & other.col)) != 0; }
    };
    Reach reach(Cell at) const { return {run(row(at.row), at.col), run(col(at.col), at.row)}; }

    /// Whether path() knows by which cells two places link.
    bool has_paths() const { return plain_; }

    /// Calls visit(cell) for the cells between two places that link, along one of the shorter ways.
    template <class Visit>
    void path(Cell a, Reach from_a, Cell b, Reach from_b, Visit visit) const {
        const Lane by_col = nearest(crossing(row_, a.row, b.row, from_a.row & from_b.row), a.col, b.col);
        const Lane by_row = nearest(crossing(col_, a.col, b.col, from_a.col & from_b.col), a.row, b.row);
        if (by_col.away <= by_row.away) {
            for (int c = a.col; c != by_col.at;) visit(cell(a.row, c += c < by_col.at ? 1 : -1));
            for (int r = std::min(a.row, b.row) + 1; r < std::max(a.row, b.row); ++r) visit(cell(r, by_col.at));
            for (int c = b.col; c != by_col.at;) visit(cell(b.row, c += c < by_col.at ? 1 : -1));
        } else {
            for (int r = a.row; r != by_row.at;) visit(cell(r += r < by_row.at ? 1 : -1, a.col));
            for (int c = std::min(a.col, b.col) + 1; c < std::max(a.col, b.col); ++c) visit(cell(by_row.at, c));
            for (int r = b.row; r != by_row.at;) visit(cell(r += r < by_row.at ? 1 : -1, b.col));
        }
    }

    /// Takes a tile away, and calls grow(cell, reach) for the four cells that end its reach and now see further. Cells
    /// on the ring and beyond are among them, as are walls.
    template <class Grow>
    void remove(Cell at, Grow grow) {
        const Reach seen = reach(at);
        grow(cell(at.row, lowest(seen.row) - 2), Reach{seen.row, 0});
        grow(cell(at.row, highest(seen.row)), Reach{seen.row, 0});
        grow(cell(lowest(seen.col) - 2, at.col), Reach{0, seen.col});
        grow(cell(highest(seen.col), at.col), Reach{0, seen.col});
        remove(at);
    }

    /// Whether tiles on the two places would link.
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

    /// The free cells of a line around one of its cells, that one included.
    static Word run(Word line, int at) {
        const Word here = bit<Word>(at + 1);
        const Word before = line & static_cast<Word>(here - 1), after = line & static_cast<Word>(-(here << 1));
        const Word from = before ? static_cast<Word>(std::bit_floor(before) << 1) : Word{1};
        return static_cast<Word>((after & (~after + 1)) - from);
    }

    /// Which of the lanes that both ends reach are free from one line to the other.
    static Word crossing(const Lines& lines, int line_a, int line_b, Word lanes) {
        if (!lanes) return 0;
        const auto first = static_cast<std::size_t>(std::min(line_a, line_b) + 2);
        const auto last = static_cast<std::size_t>(std::max(line_a, line_b) + 1);
        for (std::size_t between = first; between < last; ++between) lanes &= static_cast<Word>(~lines[between]);
        return lanes;
    }

    struct Lane {
        int at, away;  // how far outside the two ends
    };
    /// The lane between two ends, or the nearest to them.
    static Lane nearest(Word lanes, int from, int to) {
        constexpr int far = WIDTH<Word>;
        if (from > to) std::swap(from, to);
        if (const Word between = lanes & from_to<Word>(from + 1, to + 1)) return {lowest(between) - 1, 0};
        const Word before = lanes & below<Word>(from + 1), after = lanes & above<Word>(to + 1);
        const Lane left = before ? Lane{highest(before) - 1, from - highest(before) + 1} : Lane{0, far};
        const Lane right = after ? Lane{lowest(after) - 1, lowest(after) - 1 - to} : Lane{0, far};
        return left.away <= right.away ? left : right;
    }

    /// The same under any rules: cells reached with no turn, with one, with two …, all at once.
    [[gnu::noinline]] bool link_otherwise(Cell a, Cell b) const {
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
                const Word found = run(static_cast<Word>(~open[r]), lowest(seeds) - 1);
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
    bool plain_;
    int rows_, cols_;
    Lines row_{}, col_{};  // blocked cells, the ring included
};

}  // namespace llk
