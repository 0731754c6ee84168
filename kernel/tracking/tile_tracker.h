// Which tile of the deal stands where: follows the moves of a state that knows kinds only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "moves/gravity.h"
#include "tracking/free_side.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// A tile's number is the cell where it stood at first.
class Whereabouts {
  public:
    using Code = std::uint32_t;
    static constexpr Code EMPTY_CODE = 0;
    static bool is_tile(Code code) { return code != EMPTY_CODE && code != WALL_CODE; }

    template <class State>
    explicit Whereabouts(const State& state)
        : rows_{state.rows()}, cols_{state.cols()}, phase_{state.phase()}, rules_{state.rules()} {
        for (std::size_t i = 0; i < static_cast<std::size_t>(rows_ * cols_); ++i) {
            if (State::is_tile(state.code(i)))
                codes_.push_back(static_cast<Code>(i + 1));
            else
                codes_.push_back(state.code(i) == State::EMPTY_CODE ? EMPTY_CODE : WALL_CODE);
        }
        if (state.foresees()) find_free_sides();
    }

    void play(Move move) {
        const std::size_t a = index(move.a), b = index(move.b);
        codes_[a] = codes_[b] = EMPTY_CODE;
        if (beyond_.empty()) {
            Packer<Whereabouts>(*this).pack();
        } else {
            close_gap(a);
            close_gap(b);
        }
    }

    std::size_t tile(Cell at) const { return codes_[index(at)] - 1; }

    // The rest is what the packer asks for.
    int rows() const { return rows_; }
    int cols() const { return cols_; }
    const Rules& rules() const { return rules_; }
    int phase() const { return phase_; }
    Code code(Cell at) const { return codes_[index(at)]; }
    void slide(Cell from, Cell to) {
        codes_[index(to)] = codes_[index(from)];
        codes_[index(from)] = EMPTY_CODE;
    }
    void set_phase(int phase) { phase_ = phase; }

  private:
    static constexpr Code WALL_CODE = ~Code{0};

    std::size_t index(Cell at) const { return static_cast<std::size_t>(at.row * cols_ + at.col); }

    /// Writes down for every cell what lies beyond it; the last cell of a line lies beyond itself.
    void find_free_sides() {
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            const Cell at = cell(static_cast<int>(i) / cols_, static_cast<int>(i) % cols_);
            const FreeSide side = FreeSide::of(at, rows_, cols_, rules_.gravity);
            beyond_.push_back(static_cast<std::uint32_t>(side.ends_at(at) ? i : index(side.beyond(at))));
        }
    }

    /// Packs what lies beyond a cell from which a tile has gone, maybe with a second gap.
    void close_gap(std::size_t gap) {
        int gaps = 0;
        for (std::size_t to = gap, from = gap;; from = beyond_[from]) {
            if (codes_[from] == EMPTY_CODE) {
                if (++gaps > 2) return;
            } else if (codes_[from] == WALL_CODE) {
                return;
            } else if (to != from) {
                codes_[to] = codes_[from];
                codes_[from] = EMPTY_CODE;
                to = beyond_[to];
            } else {
                return;
            }
            if (beyond_[from] == from) return;
        }
    }

    int rows_, cols_, phase_;
    Rules rules_;
    std::vector<Code> codes_;
    std::vector<std::uint32_t> beyond_;  // where the board is packed along one axis, and so stays packed
};

}  // namespace llk
