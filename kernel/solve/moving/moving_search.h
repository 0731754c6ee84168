// Whether a board whose tiles move after a removal can be won: any gravity but `still`, any rules, any size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "moves/gravity.h"
#include "paths/link.h"
#include "solve/moving/dead_end_search.h"
#include "solve/moving/dead_positions.h"
#include "solve/moving/grid_state.h"
#include "solve/moving/line_state.h"
#include "solve/moving/nrpa.h"
#include "solve/odd_kinds.h"
#include "solve/search.h"
#include "solve/walled_off.h"
#include "values/cell.h"

namespace llk {

/// Remembers the dead positions of all questions, so that asking about each move of a position in turn is cheap. That
/// takes at most DeadStates::MAX_BYTES; a question takes at most GridState::ROOM for a while, or
/// what Practice takes.
template <class Grid>
class MovingSearch final : public Solver {
  public:
    static constexpr std::uint64_t PRACTISE_AFTER = 20'000;  // nodes: easy boards are decided long before

    MovingSearch(const Grid& grid, std::uint64_t seed, std::uint64_t practise_after = PRACTISE_AFTER)
        : root_{grid}, seed_{seed}, practise_after_{practise_after} {}

    Outcome solve(std::span<const Move> played, Budget& budget) override {
        Grid now = root_;
        for (const Move move : played) play_move(now, move);
        if (Outcome outcome; find_odd(now, outcome)) return outcome;
        if (auto tiles = walled_off(now); !tiles.empty()) return lost(Loss::walled_off, std::move(tiles));
        if constexpr (requires { typename Grid::Word; })
            if (plain(now.rules())) return search<LineState<typename Grid::Word>>(now, budget);
        return search<GridState<Grid>>(now, budget);
    }

    std::size_t bytes() const override { return sizeof *this - sizeof root_ + root_.bytes() + dead_.bytes(); }

  private:
    static Outcome lost(Loss loss, std::vector<Cell> tiles) {
        return {.winnable = Winnable::no, .moves = {}, .loss = loss, .tiles = std::move(tiles), .blocked = {}};
    }

    template <class State>
    Outcome search(const Grid& now, Budget& budget) {
        State state{now};
        DeadEndSearch<State> rounds{state, dead_, seed_, budget};
        Winnable found = Winnable::unknown;
        const std::uint64_t patient_until = budget.nodes() + practise_after_;
        while (found == Winnable::unknown && !budget.spent() && budget.nodes() < patient_until)
            found = rounds.play_next_round();
        if constexpr (requires { state.room(); })
            if (found == Winnable::unknown && !budget.spent() && Practice<State>::fit(state))
                return practise<State>(now, rounds, budget);
        while (found == Winnable::unknown && !budget.spent()) found = rounds.play_next_round();
        return answer(now, found, rounds.line());
    }

    /// Goes on with rounds and games of practice in turn: the rounds prove losses, practice finds wins.
    template <class State>
    Outcome practise(const Grid& now, DeadEndSearch<State>& rounds, Budget& budget) {
        Practice<State> practice{now, dead_, seed_, budget};
        std::uint64_t in_rounds = 0, in_practice = 0;  // nodes
        for (;;) {
            const std::uint64_t before = budget.nodes();
            const bool practising = in_practice < PRACTICE_SHARE * in_rounds;
            const Winnable found = practising ? practice.play_series() : rounds.play_next_round();
            (practising ? in_practice : in_rounds) += budget.nodes() - before;
            if (found != Winnable::unknown || budget.spent())
                return answer(now, found, practising ? practice.line() : rounds.line());
        }
    }

    /// What a search has found, every win played once more.
    static Outcome answer(const Grid& now, Winnable found, std::vector<Move> line) {
        if (found == Winnable::no) return lost(Loss::exhausted, {});
        Outcome outcome;
        if (found == Winnable::yes) {
            outcome.winnable = found;
            outcome.moves = std::move(line);
            if (!wins(now, outcome.moves)) throw std::logic_error("the search took a line for a win that is none");
        }
        return outcome;
    }

    /// Plays a line by the rules alone: whether every move links, and the board is empty at the end.
    static bool wins(Grid grid, std::span<const Move> moves) {
        for (const Move move : moves) {
            if (!grid.contains(move.a) || !grid.contains(move.b) || move.a == move.b) return false;
            if (!Grid::is_tile(grid.code(move.a)) || grid.code(move.a) != grid.code(move.b)) return false;
            if (!linkable(grid, move.a, move.b)) return false;
            play_move(grid, move);
        }
        return grid.tiles() == 0;
    }

    static constexpr std::uint64_t PRACTICE_SHARE = 2;  // nodes of practice for each node of the rounds

    Grid root_;
    std::uint64_t seed_, practise_after_;
    DeadStates dead_;
};

}  // namespace llk
