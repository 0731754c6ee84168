// Which tile of the first position is where, while moves and gravity change the board.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "moves/gravity.h"
#include "tracking/free_side.h"
#include "values/cell.h"
#include "values/checkpoint.h"
#include "values/rules.h"

namespace llk {

/// Follows the tiles of a board that knows only kinds; a tile's number is the index of its first cell.
class TileTracker {
  public:
    using Code = std::uint32_t;
    static constexpr Code EMPTY_CODE = 0;
    static bool is_tile(Code code) { return code != EMPTY_CODE && code != WALL_CODE; }

    /// Starts at a position; `packed` promises that its lines are packed along one axis, which makes moves cheaper.
    template <class Board>
    explicit TileTracker(const Board& board, bool packed = false)
        : rows_{board.rows()}, cols_{board.cols()}, phase_{board.phase()}, rules_{board.rules()} {
        if (packed) sides_ = {rows_, cols_, rules_.gravity};
        for (std::size_t i = 0; i < static_cast<std::size_t>(rows_ * cols_); ++i) {
            if (Board::is_tile(board.code(i)))
                codes_.push_back(static_cast<Code>(i + 1));
            else
                codes_.push_back(board.code(i) == Board::EMPTY_CODE ? EMPTY_CODE : WALL_CODE);
        }
        codes_.push_back(EMPTY_CODE);
    }

    /// Plays a move.
    void play(Move move) {
        const std::size_t a = index(move.a), b = index(move.b);
        if (sides_.known()) {
            const auto [far, near] = sides_.far_first(a, b);
            close_gap(far);
            close_gap(near);
        } else {
            codes_[a] = codes_[b] = EMPTY_CODE;
            Packer<TileTracker>(*this).pack();
        }
    }

    /// The number of the tile on a cell.
    std::size_t tile(Cell at) const { return codes_[index(at)] - 1; }

    /// The first cell of the tile that is now on a cell.
    Cell origin(Cell at) const {
        const int first = static_cast<int>(tile(at));
        return cell(first / cols_, first % cols_);
    }

    // What Packer and FreeSides need.
    int rows() const { return rows_; }
    int cols() const { return cols_; }
    const Rules& rules() const { return rules_; }
    int phase() const { return phase_; }
    Code code(Cell at) const { return codes_[index(at)]; }
    Code code(std::size_t index) const { return codes_[index]; }
    void slide(Cell from, Cell to) { codes_[index(to)] = std::exchange(codes_[index(from)], EMPTY_CODE); }
    void set_phase(int phase) { phase_ = phase; }

  private:
    static constexpr Code WALL_CODE = ~Code{0};

    std::size_t index(Cell at) const { return static_cast<std::size_t>(at.row * cols_ + at.col); }

    void close_gap(std::size_t gap) {
        const auto slide = [&](std::size_t from, std::size_t to) { codes_[to] = codes_[from]; };
        codes_[sides_.close_gap(*this, gap, slide)] = EMPTY_CODE;
    }

    int rows_, cols_, phase_;
    Rules rules_;
    std::vector<Code> codes_;
    FreeSides sides_;  // known if the board is packed along one axis, and so stays packed
};

/// For each move of a game, the cells of its two tiles before the first move.
///
/// A game on a board whose tiles are all alike thus becomes a winnable deal: the two tiles of each move get one kind.
template <class Grid>
std::vector<Move> find_origins(const Grid& grid, std::span<const Move> moves,
                               const Checkpoint& checkpoint = NO_CHECKPOINT) {
    TileTracker tracker{grid};
    std::vector<Move> origins;
    for (const Move move : moves) {
        checkpoint();
        origins.push_back(make_move(tracker.origin(move.a), tracker.origin(move.b)));
        tracker.play(move);
    }
    return origins;
}

/// The tiles that gravity moves after a move that links, in reading order of their cells before it.
template <class Grid>
std::vector<Shift> find_shifts(const Grid& grid, Move move) {
    TileTracker tracker{grid};
    tracker.play(move);
    std::vector<Shift> shifts;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const Cell at = grid.place(i);
        if (TileTracker::is_tile(tracker.code(at)) && tracker.tile(at) != i) shifts.push_back({tracker.origin(at), at});
    }
    std::ranges::sort(shifts, {}, &Shift::start);
    return shifts;
}

}  // namespace llk
