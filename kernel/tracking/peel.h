// Any two tiles may go: a game on a board whose tiles are all alike, and which of its first places went together.
//
// Such a game, played to the end, turns into a winnable deal: give the two tiles of each step the same kind. That a
// board can be peeled at all is also what decides whether any arrangement of its tiles can be won.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moves/gravity.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// The first places of all tiles, carried along as gravity moves them.
class Traveller {
  public:
    using Code = std::uint32_t;
    static constexpr Code EMPTY_CODE = 0, WALL_CODE = UINT32_MAX;
    static bool is_tile(Code code) { return code != EMPTY_CODE && code != WALL_CODE; }

    template <class Grid>
    explicit Traveller(const Grid& grid)
        : rows_{grid.rows()}, cols_{grid.cols()}, phase_{grid.phase()}, rules_{grid.rules()}, codes_(grid.size()) {
        for (std::size_t i = 0; i < codes_.size(); ++i)
            codes_[i] = Grid::is_tile(grid.code(i))        ? static_cast<Code>(i + 1)
                        : grid.code(i) == Grid::EMPTY_CODE ? EMPTY_CODE
                                                           : WALL_CODE;
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int phase() const { return phase_; }
    const Rules& rules() const { return rules_; }
    Code code(Cell at) const { return codes_[index(at)]; }
    void slide(Cell from, Cell to) { codes_[index(to)] = std::exchange(codes_[index(from)], EMPTY_CODE); }
    void set_phase(int phase) { phase_ = phase; }

    /// Plays a move, and says where its two tiles stood at first.
    Move play(Move move) {
        const Cell a = first_place(move.a), b = first_place(move.b);
        codes_[index(move.a)] = codes_[index(move.b)] = EMPTY_CODE;
        Packer<Traveller>(*this).pack();
        return move_of(a, b);
    }

  private:
    std::size_t index(Cell at) const { return static_cast<std::size_t>(at.row * cols_ + at.col); }
    Cell first_place(Cell now) const {
        const int first = static_cast<int>(codes_[index(now)]) - 1;
        return cell(first / cols_, first % cols_);
    }

    int rows_, cols_, phase_;
    Rules rules_;
    std::vector<Code> codes_;
};

/// For the moves of a game, where their tiles stood before the first of them.
template <class Grid>
std::vector<Move> first_places(const Grid& grid, std::span<const Move> moves) {
    Traveller traveller{grid};
    std::vector<Move> places;
    for (const Move move : moves) places.push_back(traveller.play(move));
    return places;
}

}  // namespace llk
