// The search of one position by several threads that share the dead positions; the first to decide it stops the others.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "solve/moving/dead_end_search.h"
#include "solve/moving/nrpa.h"
#include "solve/moving/shared_dead_positions.h"
#include "solve/search.h"
#include "solve/team.h"
#include "values/cell.h"
#include "values/hash.h"

namespace llk {

/// The first, third … member plays rounds, which prove losses; the others NRPA, which finds wins, unless the board does
/// not fit. Each has its own random numbers.
template <class State, class Grid>
class TeamSearch {
  public:
    TeamSearch(const Grid& grid, SharedDeadPositions& dead, std::uint64_t seed, Budget& budget)
        : grid_{grid}, dead_{dead}, seed_{seed}, budget_{budget}, limit_{budget.nodes_left()} {}

    /// Decides the position, unless the budget is spent; only this thread passes the budget's checkpoint.
    Winnable search(int members) {
        run_team(members, [&](int number) { work(number); }, [&] { stop_ = true; });
        budget_.spend_elsewhere(nodes_);
        return found_;
    }

    /// The win, if one was found.
    const std::vector<Move>& line() const { return line_; }

  private:
    static constexpr std::array STRENGTHS{MoveBias::FULL / 2, MoveBias::FULL, MoveBias::FULL / 2, 0};

    void work(int number) {
        std::uint64_t counted = 0;
        Budget budget{Budget::NO_LIMIT, std::numeric_limits<double>::infinity(), [&] {
                          nodes_ += budget.nodes() - std::exchange(counted, budget.nodes());
                          look_at_limits(number == 0);
                      }};
        try {
            play(number, budget);
        } catch (const Spent&) {
            // another member has decided it, or no more may be spent
        }
        nodes_ += budget.nodes() - counted;
    }

    /// Throws Spent if the search is over.
    void look_at_limits(bool is_caller) {
        if (is_caller) budget_.check_clock();
        if (nodes_ >= limit_ || (is_caller && budget_.spent())) stop_ = true;
        if (stop_) throw Spent{};
    }

    /// Searches until this member has decided the position.
    void play(int number, Budget& budget) {
        State state{grid_};
        const std::uint64_t seed = mix(seed_ + static_cast<std::uint64_t>(number));
        if constexpr (requires { state.saved_bytes(); }) {
            if (number % 2 == 1 && Nrpa<State, SharedDeadPositions>::fits(state)) {
                Nrpa<State, SharedDeadPositions> nrpa{
                    grid_, dead_, seed, budget, {.strengths = STRENGTHS, .avoid_dead = true}};
                return decide([&] { return nrpa.play_series(); }, nrpa);
            }
        }
        DeadEndSearch<State, SharedDeadPositions> rounds{state, dead_, seed, budget};
        decide([&] { return rounds.play_next_round(); }, rounds);
    }

    /// Repeats a part of a search until it has decided the position.
    template <class Part, class Search>
    void decide(Part part, const Search& search) {
        Winnable found = Winnable::unknown;
        while (found == Winnable::unknown) found = part();
        if (decided_.exchange(true)) return;
        found_ = found;
        line_ = search.line();
        stop_ = true;
    }

    const Grid& grid_;
    SharedDeadPositions& dead_;
    std::uint64_t seed_;
    Budget& budget_;  // of the caller
    std::uint64_t limit_;
    std::atomic<std::uint64_t> nodes_ = 0;  // of all members
    std::atomic<bool> stop_ = false, decided_ = false;
    Winnable found_ = Winnable::unknown;  // this and the line are written by the member that decides, read at the end
    std::vector<Move> line_;
};

}  // namespace llk
