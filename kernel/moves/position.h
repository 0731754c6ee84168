// A position that can be played forwards and undone, and keeps its list of moves.
//
// Without gravity a link stays until one of its tiles is removed. So a step keeps the old moves, except those of the
// two tiles, and only looks for links through the two cells that opened. Such a link either has one end in line of
// sight of an opened cell, or crosses it with its middle segment; then its ends see the row or the column of that cell
// from the side, one before the cell and one after it. Under other rules, and on boards too small for this to pay, the
// list is recomputed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "moves/gravity.h"
#include "moves/moves.h"
#include "paths/link.h"
#include "values/cell.h"
#include "values/checkpoint.h"

namespace llk {

/// How a position updates its list of moves.
enum class Upkeep { automatic, maintain, recompute };

/// A position on one type of grid.
template <class Grid>
class GridPosition {
  public:
    explicit GridPosition(Grid grid, Upkeep upkeep = Upkeep::automatic, const Checkpoint& checkpoint = NO_CHECKPOINT)
        : grid_{std::move(grid)},
          still_{grid_.rules().gravity == Gravity::still},
          maintained_{upkeep == Upkeep::automatic ? maintains(grid_)
                                                  : upkeep == Upkeep::maintain && can_maintain(grid_)},
          starts_{0} {
        list_moves(grid_, moves_, checkpoint);
        if (maintained_) list_tiles();
    }

    /// Whether the list of moves on a board is kept up to date, not recomputed, unless asked for otherwise.
    static bool maintains(const Grid& grid) { return can_maintain(grid) && grid.size() >= MAINTAIN_FROM; }

    const Grid& grid() const { return grid_; }
    int depth() const { return static_cast<int>(steps_.size()); }
    Move last() const { return steps_.back().move; }

    /// The legal moves, in no order.
    std::span<const Move> moves() const { return std::span{moves_}.subspan(starts_.back()); }

    /// The legal moves of a position with nothing to undo, to be put in any order.
    std::vector<Move>& unordered_moves() { return moves_; }

    /// Plays a move that links and is never undone, in a position with nothing to undo.
    void advance(Move move, const Checkpoint& checkpoint = NO_CHECKPOINT) {
        grid_.remove(move.a);
        grid_.remove(move.b);
        if (maintained_) {
            std::erase_if(moves_, [&](Move other) { return share_tile(other, move); });
            look_through_both(move);
        } else {
            pack(grid_);
            list_moves(grid_, moves_, checkpoint);
        }
    }

    /// Plays a move that links. If that throws, for lack of memory or time or for too many moves, nothing has changed.
    void play(Move move, const Checkpoint& checkpoint = NO_CHECKPOINT) {
        const std::size_t moves = moves_.size(), starts = starts_.size();
        Step step{move, grid_.code(move.a)};
        if (!still_) before_.push_back(grid_);
        grid_.remove(move.a);
        grid_.remove(move.b);
        try {
            steps_.push_back(step);
            list_after(move, checkpoint);
        } catch (...) {
            moves_.resize(moves);
            starts_.resize(starts);
            if (steps_.size() == starts) steps_.pop_back();
            take_back(step);
            throw;
        }
    }

    /// Undoes the last move.
    void undo() {
        const Step step = steps_.back();
        steps_.pop_back();
        moves_.resize(starts_.back());
        starts_.pop_back();
        take_back(step);
    }

  private:
    using Code = typename Grid::Code;
    static constexpr std::size_t MAINTAIN_FROM = 1000;  // cells; `llk bench` compares both ways

    /// Whether the rules are those under which links last.
    static bool can_maintain(const Grid& grid) { return grid.rules().gravity == Gravity::still && plain(grid.rules()); }

    struct Step {
        Move move;
        Code kind;
    };
    struct Seen {
        Code kind;
        Cell at;
    };

    /// Lists the moves after a step.
    void list_after(Move move, const Checkpoint& checkpoint) {
        if (maintained_) {
            keep_others(move);
            look_through_both(move);
        } else {
            pack(grid_);
            list_moves(grid_, found_, checkpoint);
            starts_.push_back(moves_.size());
            moves_.insert(moves_.end(), found_.begin(), found_.end());
        }
    }

    /// Restores the grid to the state before a step.
    void take_back(const Step& step) {
        if (still_) {
            grid_.restore(step.move.b, step.kind);
            grid_.restore(step.move.a, step.kind);
        } else {
            grid_ = std::move(before_.back());
            before_.pop_back();
        }
    }

    /// Lists all tiles by kind.
    void list_tiles() {
        ends_ = grid_.kind_codes().starts;
        tiles_.resize(ends_.back());
        for (std::size_t i = 0; i < grid_.size(); ++i)
            if (const auto kind = grid_.code(i); Grid::is_tile(kind)) tiles_[ends_[kind]++] = grid_.place(i);
    }

    /// Starts the list after a step with the moves of all other tiles.
    void keep_others(Move played) {
        const std::size_t from = starts_.back(), to = moves_.size();
        starts_.push_back(to);
        moves_.resize(to + (to - from));
        Move* out = moves_.data() + to;
        for (std::size_t i = from; i < to; ++i) {
            const Move move = moves_[i];
            *out = move;
            out += !share_tile(move, played);
        }
        moves_.resize(static_cast<std::size_t>(out - moves_.data()));
    }

    static bool share_tile(Move x, Move y) {
        return (int{x.a == y.a} | int{x.a == y.b} | int{x.b == y.a} | int{x.b == y.b}) != 0;
    }

    /// Adds the links through the two cells that a move opened, each once.
    void look_through_both(Move played) {
        const auto before = static_cast<std::ptrdiff_t>(moves_.size());
        look_through(played.a, played);
        look_through(played.b, played);
        std::sort(moves_.begin() + before, moves_.end());
        moves_.erase(std::unique(moves_.begin() + before, moves_.end()), moves_.end());
    }

    /// Adds the links through a cell that opened.
    void look_through(Cell opened, Move played) {
        const int west = grid_.look_west(opened), east = grid_.look_east(opened);
        const int north = grid_.look_north(opened), south = grid_.look_south(opened);
        for (const Cell seer :
             {cell(opened.row, west), cell(opened.row, east), cell(north, opened.col), cell(south, opened.col)})
            if (const Code kind = tile_on(seer)) try_kind(kind, seer, played);
        beside_.clear();
        for (int col = west + 1; col < opened.col; ++col) see_up_and_down(cell(opened.row, col));
        const std::size_t left = beside_.size();
        for (int col = opened.col + 1; col < east; ++col) see_up_and_down(cell(opened.row, col));
        try_across(left, played);
        beside_.clear();
        for (int row = north + 1; row < opened.row; ++row) see_left_and_right(cell(row, opened.col));
        const std::size_t upper = beside_.size();
        for (int row = opened.row + 1; row < south; ++row) see_left_and_right(cell(row, opened.col));
        try_across(upper, played);
    }

    /// The kind of the tile on a cell; 0 if there is none.
    Code tile_on(Cell at) const {
        if (!grid_.contains(at)) return 0;
        const Code code = grid_.code(at);
        return Grid::is_tile(code) ? code : Code{0};
    }

    void see(Cell at) {
        if (const Code kind = tile_on(at)) beside_.push_back({kind, at});
    }
    void see_up_and_down(Cell from) {
        see(cell(grid_.look_north(from), from.col));
        see(cell(grid_.look_south(from), from.col));
    }
    void see_left_and_right(Cell from) {
        see(cell(from.row, grid_.look_west(from)));
        see(cell(from.row, grid_.look_east(from)));
    }

    void try_kind(Code kind, Cell seer, Move played) {
        for (auto i = grid_.kind_codes().starts[kind]; i < ends_[kind]; ++i)
            if (grid_.code(tiles_[i]) == kind && tiles_[i] != seer) try_pair(seer, tiles_[i], played);
    }

    /// Tries every tile seen before the cell with every equal tile seen after it.
    void try_across(std::size_t half, Move played) {
        std::uint64_t kinds = 0;  // seen before the cell, modulo 64: most tiles after the cell have no partner at all
        for (std::size_t i = 0; i < half; ++i) kinds |= std::uint64_t{1} << (beside_[i].kind % 64);
        for (std::size_t j = half; j < beside_.size(); ++j) {
            if (!(kinds >> (beside_[j].kind % 64) & 1)) continue;
            for (std::size_t i = 0; i < half; ++i)
                if (beside_[i].kind == beside_[j].kind) try_pair(beside_[i].at, beside_[j].at, played);
        }
    }

    /// Adds a pair that links and did not link before.
    void try_pair(Cell a, Cell b, Move played) {
        if (!grid_.any_lane(a, b) || grid_.any_lane_without(a, b, played)) return;
        if (moves_.size() - starts_.back() == MAX_MOVES) throw TooManyMoves();
        moves_.push_back(make_move(a, b));
    }

    Grid grid_;
    bool still_, maintained_;
    std::vector<Step> steps_;
    std::vector<Grid> before_;         // under gravity: the grids to undo to
    std::vector<Move> moves_;          // the lists of all steps, concatenated
    std::vector<std::size_t> starts_;  // where each step's list begins
    std::vector<Move> found_;          // a recomputed list
    std::vector<Cell> tiles_;          // by kind; removed ones are skipped
    std::vector<std::uint32_t> ends_;  // where each kind's tiles end
    std::vector<Seen> beside_;         // tiles that see the line of an opened cell from the side
};

/// The number of move sequences of a given length.
template <class Grid>
std::uint64_t perft(GridPosition<Grid>& position, std::size_t depth, const Checkpoint& checkpoint) {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    std::vector<std::size_t> tried{0};  // moves of each position on the way to this one, itself included
    for (;;) {
        const std::size_t moves = position.moves().size();
        if (tried.size() < depth && tried.back() < moves) {
            checkpoint();
            position.play(position.moves()[tried.back()++], checkpoint);
            tried.push_back(0);
            continue;
        }
        if (tried.size() == depth) count += moves;
        tried.pop_back();
        if (tried.empty()) return count;
        position.undo();
    }
}

extern template class GridPosition<Grid<std::uint32_t>>;
extern template class GridPosition<Grid<std::uint64_t>>;
extern template class GridPosition<WideGrid>;

}  // namespace llk
