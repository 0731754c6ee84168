// Solves boards with gravity: rounds of depth-first search, then NRPA in turn with them, or on several threads.
#include "solve/moving/moving_search.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "moves/gravity.h"
#include "paths/link.h"
#include "solve/moving/dead_end_search.h"
#include "solve/moving/dead_positions.h"
#include "solve/moving/grid_state.h"
#include "solve/moving/line_state.h"
#include "solve/moving/nrpa.h"
#include "solve/moving/shared_dead_positions.h"
#include "solve/moving/team_search.h"
#include "solve/odd_kinds.h"
#include "solve/search.h"
#include "solve/walled_off.h"
#include "values/cell.h"

namespace llk {

namespace {

/// Remembers the dead positions of all questions, so asking about each move of a position in turn is cheap. They take
/// at most DeadPositions::MAX_BYTES, and as much again for several threads; a question takes at most
/// GridState::MAX_BYTES more, or what Nrpa takes, for each thread.
template <class Grid>
class MovingSearch final : public Solver {
  public:
    MovingSearch(const Grid& grid, std::uint64_t seed, int threads, std::uint64_t nrpa_after)
        : root_{grid}, seed_{seed}, threads_{threads}, nrpa_after_{nrpa_after} {}

    Outcome solve(std::span<const Move> played, Budget& budget) override {
        try {
            return solve_in_time(played, budget);
        } catch (const Spent&) {
            return {};  // the dead positions found so far stay
        }
    }

    std::size_t bytes() const override {
        return sizeof *this - sizeof root_ + root_.bytes() + dead_.bytes() + (shared_dead_ ? shared_dead_->bytes() : 0);
    }

  private:
    Outcome solve_in_time(std::span<const Move> played, Budget& budget) {
        Grid now = root_;
        for (const Move move : played) {
            budget.work(now.size());
            play_move(now, move);
        }
        if (Outcome outcome; find_odd_kind(now, outcome)) return outcome;
        if (auto tiles = find_walled_off(now, budget); !tiles.empty()) return lost(Loss::walled_off, std::move(tiles));
        if constexpr (requires { typename Grid::Word; })
            if (plain(now.rules())) return search<LineState<typename Grid::Word>>(now, budget);
        return search<GridState<Grid>>(now, budget);
    }

    static Outcome lost(Loss loss, std::vector<Cell> tiles) {
        return {.winnable = Winnable::no, .moves = {}, .loss = loss, .tiles = std::move(tiles), .blocked = {}};
    }

    template <class State>
    Outcome search(const Grid& now, Budget& budget) {
        State state{now};
        DeadEndSearch<State> rounds{state, dead_, seed_, budget};
        Winnable found = Winnable::unknown;
        const std::uint64_t rounds_until = budget.nodes() + nrpa_after_;
        while (found == Winnable::unknown && !budget.spent() && budget.nodes() < rounds_until)
            found = rounds.play_next_round();
        if (found == Winnable::unknown && !budget.spent() && threads_ > 1) return search_together<State>(now, budget);
        if constexpr (requires { state.saved_bytes(); })
            if (found == Winnable::unknown && !budget.spent() && Nrpa<State>::fits(state))
                return alternate<State>(now, rounds, budget);
        while (found == Winnable::unknown && !budget.spent()) found = rounds.play_next_round();
        return answer(now, found, rounds.line());
    }

    /// Alternates between rounds and NRPA series: the rounds prove losses, NRPA finds wins.
    template <class State>
    Outcome alternate(const Grid& now, DeadEndSearch<State>& rounds, Budget& budget) {
        Nrpa<State> nrpa{now, dead_, seed_, budget};
        std::uint64_t in_rounds = 0, in_nrpa = 0;  // nodes
        for (;;) {
            const std::uint64_t before = budget.nodes();
            const bool use_nrpa = in_nrpa < NRPA_SHARE * in_rounds;
            const Winnable found = use_nrpa ? nrpa.play_series() : rounds.play_next_round();
            (use_nrpa ? in_nrpa : in_rounds) += budget.nodes() - before;
            if (found != Winnable::unknown || budget.spent())
                return answer(now, found, use_nrpa ? nrpa.line() : rounds.line());
        }
    }

    template <class State>
    Outcome search_together(const Grid& now, Budget& budget) {
        if (!shared_dead_) shared_dead_ = std::make_unique<SharedDeadPositions>();
        TeamSearch<State, Grid> team{now, *shared_dead_, seed_, budget};
        const Winnable found = team.search(threads_);
        return answer(now, found, team.line());
    }

    /// The outcome of a search; every win is replayed.
    static Outcome answer(const Grid& now, Winnable found, std::vector<Move> line) {
        if (found == Winnable::no) return lost(Loss::exhausted, {});
        Outcome outcome;
        if (found == Winnable::yes) {
            outcome.winnable = found;
            outcome.moves = std::move(line);
            if (!wins(now, outcome.moves)) throw std::logic_error("the solver found a win that does not replay");
        }
        return outcome;
    }

    /// Whether moves clear the board by the rules alone.
    static bool wins(Grid grid, std::span<const Move> moves) {
        for (const Move move : moves) {
            if (!grid.contains(move.a) || !grid.contains(move.b) || move.a == move.b) return false;
            if (!Grid::is_tile(grid.code(move.a)) || grid.code(move.a) != grid.code(move.b)) return false;
            if (!linkable(grid, move.a, move.b)) return false;
            play_move(grid, move);
        }
        return grid.tiles() == 0;
    }

    static constexpr std::uint64_t NRPA_SHARE = 2;  // nodes of NRPA for each node of the rounds

    Grid root_;
    std::uint64_t seed_;
    int threads_;
    std::uint64_t nrpa_after_;
    DeadPositions dead_;
    std::unique_ptr<SharedDeadPositions> shared_dead_;  // once several threads have searched
};

}  // namespace

template <class Grid>
std::unique_ptr<Solver> make_moving_search(const Grid& grid, std::uint64_t seed, int threads,
                                           std::uint64_t nrpa_after) {
    return std::make_unique<MovingSearch<Grid>>(grid, seed, threads, nrpa_after);
}

template std::unique_ptr<Solver> make_moving_search(const Grid<std::uint32_t>&, std::uint64_t, int, std::uint64_t);
template std::unique_ptr<Solver> make_moving_search(const Grid<std::uint64_t>&, std::uint64_t, int, std::uint64_t);
template std::unique_ptr<Solver> make_moving_search(const WideGrid&, std::uint64_t, int, std::uint64_t);

}  // namespace llk
