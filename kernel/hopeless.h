// Tiles that can never go, where lines pack along one axis: a sound test for lost positions.
//
// Be optimistic: suppose that of the tiles which could ever go, any may be gone or not, as it suits. Then a tile can be
// as far from the packed end of its line as now, or nearer by as many as could go before it; and a cell can be empty
// if the tiles that stay need not reach it. Whatever two equal tiles link in a game, they also link here. So take away
// any two that link, until nothing changes: the first of the tiles that stay would have to link while all of them
// stand, which it cannot, so the position is lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bits.h"
#include "cell.h"
#include "free_side.h"
#include "grid.h"
#include "rules.h"

namespace llk {

/// For boards of one-word lines under the plain rules, and gravity with a free side (FreeSide::known).
template <std::unsigned_integral Word>
class Hopeless {
  public:
    using Code = typename Grid<Word>::Code;

    explicit Hopeless(const Grid<Word>& grid)
        : rows_{grid.rows()},
          cols_{grid.cols()},
          kinds_{grid.palette().kinds()},
          upright_{FreeSide::of({}, rows_, cols_, grid.rules().gravity).down != 0},
          cells_(grid.size()),
          tiles_(grid.size()),
          first_(kinds_ + 2) {
        lay_out(grid);
    }

    /// Whether some tiles of a packed position can never go.
    bool operator()(const Code* codes) {
        read(codes);
        std::size_t standing = count_;
        for (bool more = true; more && standing > 0;) {
            more = false;
            for (std::size_t kind = 1; kind <= kinds_; ++kind)
                for (std::size_t a = first_[kind]; a < first_[kind + 1]; ++a)
                    for (std::size_t b = a + 1; b < first_[kind + 1]; ++b) {
                        if (tiles_[a].gone && tiles_[b].gone) continue;
                        if (!could_link(tiles_[a], tiles_[b])) continue;
                        standing -= go(tiles_[a]) + go(tiles_[b]);
                        more = true;
                    }
        }
        return standing > 0;
    }

  private:
    /// A cell of the board and its place in a stack: a part of a line that packs together.
    struct Place {
        std::uint16_t stack, index;  // 0 is at the packed end
    };
    struct Tile {
        Cell at;
        std::uint16_t stack, index;
        std::uint16_t below, above;  // tiles of its stack that stay, on the packed side and on the free side
        bool gone;
    };
    struct Stack {
        Cell end;                       // the cell at the packed end
        std::int8_t down, across;       // towards the free side
        std::uint16_t length;           // cells
        std::uint16_t standing;         // tiles that stay
        std::vector<std::size_t> tiles;  // from the packed end
        Cell cell_at(int index) const { return cell(end.row + index * down, end.col + index * across); }
    };

    std::size_t index(Cell at) const { return static_cast<std::size_t>(at.row * cols_ + at.col); }

    /// Finds the stacks: lines end at walls, and where the free side changes.
    void lay_out(const Grid<Word>& grid) {
        const Gravity gravity = grid.rules().gravity;
        std::vector<std::uint8_t> known(grid.size());
        const auto is_wall = [&](Cell at) {
            const Code code = grid.code(at);
            return code != Grid<Word>::EMPTY_CODE && !Grid<Word>::is_tile(code);
        };
        for (int row = -1; row <= rows_; ++row) start_rows_[slot(row)] = grid.row_word(row);
        for (int col = -1; col <= cols_; ++col) start_cols_[slot(col)] = grid.col_word(col);
        for (std::size_t i = 0; i < grid.size(); ++i) {
            const Cell here = grid.place(i);
            if (Grid<Word>::is_tile(grid.code(i))) {
                start_rows_[slot(here.row)] &= static_cast<Word>(~bit<Word>(here.col + 1));
                start_cols_[slot(here.col)] &= static_cast<Word>(~bit<Word>(here.row + 1));
            }
            if (known[i] || is_wall(here)) continue;
            const FreeSide side = FreeSide::of(here, rows_, cols_, gravity);
            Cell end = here;  // walk to the packed end
            for (Cell before = cell(end.row - side.down, end.col - side.across);
                 grid.contains(before) && !is_wall(before) && FreeSide::of(before, rows_, cols_, gravity) == side;
                 before = cell(end.row - side.down, end.col - side.across))
                end = before;
            Stack stack{end, static_cast<std::int8_t>(side.down), static_cast<std::int8_t>(side.across), 0, 0, {}};
            for (Cell at = end;; at = side.beyond(at)) {
                known[index(at)] = 1;
                cells_[index(at)] = {static_cast<std::uint16_t>(stacks_.size()), stack.length++};
                if (side.ends_at(at) || is_wall(side.beyond(at))) break;
            }
            stacks_.push_back(std::move(stack));
        }
    }

    /// Sorts the tiles of a position by kind and by stack.
    void read(const Code* codes) {
        std::copy_n(start_rows_.begin(), rows_ + 2, rows_words_.begin());
        std::copy_n(start_cols_.begin(), cols_ + 2, cols_words_.begin());
        std::fill(first_.begin(), first_.end(), 0);
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (Grid<Word>::is_tile(codes[i])) ++first_[codes[i] + 1u];
        for (std::size_t kind = 1; kind < first_.size(); ++kind) first_[kind] += first_[kind - 1];
        count_ = first_.back();
        next_.assign(first_.begin(), first_.end());
        for (Stack& stack : stacks_) {
            stack.tiles.clear();
            for (int i = 0; i < stack.length; ++i) {
                const Cell at = stack.cell_at(i);
                const Code kind = codes[index(at)];
                if (kind == Grid<Word>::EMPTY_CODE) break;
                const auto number = static_cast<std::uint16_t>(i);
                tiles_[next_[kind]] = {at, cells_[index(at)].stack, number, number, 0, false};
                stack.tiles.push_back(next_[kind]++);
                rows_words_[slot(at.row)] |= bit<Word>(at.col + 1);
                cols_words_[slot(at.col)] |= bit<Word>(at.row + 1);
            }
            stack.standing = static_cast<std::uint16_t>(stack.tiles.size());
            for (std::size_t i = 0; i < stack.tiles.size(); ++i)
                tiles_[stack.tiles[i]].above = static_cast<std::uint16_t>(stack.tiles.size() - 1 - i);
        }
    }

    /// A tile could go: its stack could be lower by one.
    std::size_t go(Tile& tile) {
        if (tile.gone) return 0;
        tile.gone = true;
        Stack& stack = stacks_[tile.stack];
        for (std::size_t i = 0; i < stack.tiles.size(); ++i) {
            if (i < tile.index) --tiles_[stack.tiles[i]].above;
            if (i > tile.index) --tiles_[stack.tiles[i]].below;
        }
        const Cell top = stack.cell_at(--stack.standing);
        rows_words_[slot(top.row)] &= static_cast<Word>(~bit<Word>(top.col + 1));
        cols_words_[slot(top.col)] &= static_cast<Word>(~bit<Word>(top.row + 1));
        return 1;
    }

    // From here on, stacks are spoken of as if they stood upright; where they lie, rows and columns change roles.
    using Lines = std::array<Word, WIDTH<Word>>;
    static std::size_t slot(int line) { return static_cast<std::size_t>(line + 1); }
    const Lines& rows() const { return upright_ ? rows_words_ : cols_words_; }
    const Lines& cols() const { return upright_ ? cols_words_ : rows_words_; }
    int row_of(Cell at) const { return upright_ ? at.row : at.col; }
    int col_of(Cell at) const { return upright_ ? at.col : at.row; }

    /// Rows, as a range, in which a tile can stand.
    struct Range {
        int from, to;
        Word bits() const { return from_to<Word>(from + 1, to + 1); }
    };
    Range rows_of(const Tile& tile) const {
        const Stack& stack = stacks_[tile.stack];
        const int near = row_of(stack.cell_at(tile.below)), far = row_of(tile.at);
        return {std::min(near, far), std::max(near, far)};
    }

    bool could_link(const Tile& a, const Tile& b) const {
        const int col_a = col_of(a.at), col_b = col_of(b.at);
        const Range at_a = rows_of(a), at_b = rows_of(b);
        if (a.stack == b.stack) {
            const Tile &lower = a.index < b.index ? a : b, &upper = a.index < b.index ? b : a;
            if (lower.above == upper.above + (upper.gone ? 0 : 1)) return true;  // all between could be gone
        } else if (col_a == col_b) {
            if (((at_a.bits() << 1 | at_a.bits() >> 1) & at_b.bits()) != 0) return true;  // they could touch
        }
        const Word along = sight(a, at_a) & sight(b, at_b);
        if (free_lanes(cols(), col_a, col_b, along)) return true;
        const int near = std::min(at_a.to, at_b.to), far = std::max(at_a.from, at_b.from);  // surely between, if any
        return free_lanes(rows(), near, std::max(near, far), sideways(a, at_a) & sideways(b, at_b)) != 0;
    }

    /// The rows that a tile can be seen from in its own column, those it can stand in included.
    Word sight(const Tile& tile, Range at) const {
        const Stack& stack = stacks_[tile.stack];
        const int row = row_of(stack.cell_at(tile.below));  // as near to the packed end as can be
        Word seen = run(cols()[slot(col_of(tile.at))], row);
        if (tile.above > 0) {
            // Only the packed side can be open: what lies beyond the tiles on the free side cannot be seen.
            const int free = upright_ ? stack.down : stack.across;
            seen &= free > 0 ? below<Word>(row + 2) : above<Word>(row);
        }
        return seen | at.bits();
    }

    /// The columns that a tile can be seen from in any row it can stand in, but its own.
    Word sideways(const Tile& tile, Range at) const {
        const int col = col_of(tile.at);
        Word seen = 0;
        for (int row = at.from; row <= at.to; ++row) seen |= run(rows()[slot(row)], col);
        return seen & static_cast<Word>(~bit<Word>(col + 1));
    }

    static Word run(Word line, int at) {
        const Word here = bit<Word>(at + 1);
        const Word before = line & static_cast<Word>(here - 1), after = line & static_cast<Word>(-(here << 1));
        const Word from = before ? static_cast<Word>(std::bit_floor(before) << 1) : Word{1};
        return static_cast<Word>((after & (~after + 1)) - from);
    }

    /// Which lanes are free in all lines strictly between two.
    static Word free_lanes(const Lines& lines, int a, int b, Word lanes) {
        if (!lanes) return 0;
        for (int line = std::min(a, b) + 1; line < std::max(a, b); ++line) lanes &= static_cast<Word>(~lines[slot(line)]);
        return lanes;
    }

    int rows_, cols_;
    std::size_t kinds_, count_ = 0;
    bool upright_;
    std::vector<Stack> stacks_;
    std::vector<Place> cells_;                // by cell
    std::vector<Tile> tiles_;                 // kind by kind
    std::vector<std::size_t> first_, next_;   // of each kind
    Lines start_rows_{}, start_cols_{};       // blocked without any tile
    Lines rows_words_{}, cols_words_{};       // blocked by what stays, and by walls
};

}  // namespace llk
