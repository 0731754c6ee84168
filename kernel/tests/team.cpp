// The search of boards with gravity by several threads: the same verdicts, within the same limits.
#include <array>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "board.h"
#include "solve/moving/line_state.h"
#include "solve/moving/move_bias.h"
#include "solve/moving/moving_search.h"
#include "solve/moving/nrpa.h"
#include "solve/moving/shared_dead_positions.h"
#include "solve/moving/team_search.h"
#include "solve/search.h"
#include "solve/team.h"
#include "tests/brute_force.h"
#include "tests/check.h"
#include "tests/plain_board.h"
#include "values/random.h"

using namespace llk;

namespace {

SmallGrid hard_board(Gravity gravity, std::uint64_t seed) {
    return {8, 18, {.gravity = gravity}, 0, scatter(144, 36, seed)};
}

/// Compares a search, which returns its verdict and its win, with brute force on boards of 3 × 4 cells.
template <class Search>
void check_small_boards(Search search) {
    for (int round = 0; round < 20; ++round) {
        for (int gravity = 1; gravity < GRAVITY_COUNT; ++gravity) {
            Random random{static_cast<std::uint64_t>(round * GRAVITY_COUNT + gravity)};
            const Rules rules{.outside = random.below(2) > 0, .gravity = static_cast<Gravity>(gravity)};
            const SmallGrid grid(3, 4, rules, 0, small_board(random, 3, 4));
            BruteForce<SmallGrid> truth;
            SharedDeadPositions dead{4096};
            Budget budget;
            const auto [found, line] = search(grid, dead, budget);
            CHECK(found == (truth.winnable(grid) ? Winnable::yes : Winnable::no));
            if (found == Winnable::yes) CHECK(wins(grid, line));
        }
    }
}

}  // namespace

TEST(team_agrees_with_brute_force) {
    check_small_boards([](const SmallGrid& grid, SharedDeadPositions& dead, Budget& budget) {
        TeamSearch<LineState<SmallGrid::Word>, SmallGrid> team{grid, dead, 3, budget};
        const Winnable found = team.search(3);
        return std::pair{found, team.line()};
    });
}

TEST(nrpa_that_avoids_dead_positions_decides_every_board) {
    check_small_boards([](const SmallGrid& grid, SharedDeadPositions& dead, Budget& budget) {
        constexpr static std::array strengths{MoveBias::FULL, 0};
        Nrpa<LineState<SmallGrid::Word>, SharedDeadPositions> nrpa{
            grid, dead, 3, budget, {.strengths = strengths, .avoid_dead = true}};
        Winnable found = Winnable::unknown;
        while (found == Winnable::unknown) found = nrpa.play_series();
        return std::pair{found, nrpa.line()};
    });
}

TEST(team_decides_boards_that_are_hard_for_one) {
    for (const auto& [gravity, seed, won] :
         {std::tuple{Gravity::left, 20, false}, {Gravity::left, 11, true}, {Gravity::inward, 1, true}}) {
        const SmallGrid grid = hard_board(gravity, static_cast<std::uint64_t>(seed));
        const auto search = make_moving_search(grid, 0, 2, 100);
        Budget budget;
        const Outcome found = search->solve({}, budget);
        CHECK(found.winnable == (won ? Winnable::yes : Winnable::no));
        if (won) CHECK(wins(grid, found.moves));
        CHECK(search->bytes() >= DeadPositions::MAX_BYTES && budget.nodes() > 0);
        Budget again;
        CHECK(search->solve({}, again).winnable == found.winnable);
    }
}

TEST(team_keeps_its_budget) {
    const SmallGrid grid = hard_board(Gravity::left, 5);
    Budget nodes{40'000};
    CHECK(make_moving_search(grid, 0, 2)->solve({}, nodes).winnable == Winnable::unknown);
    CHECK(nodes.spent() && nodes.nodes() >= 40'000 && nodes.nodes() < 42'000);
    Budget seconds{Budget::NO_LIMIT, 0.2};
    CHECK(make_moving_search(grid, 0, 2)->solve({}, seconds).winnable == Winnable::unknown);
    CHECK(seconds.spent());
}

TEST(team_is_interrupted) {
    struct Interrupted {};
    const SmallGrid grid = hard_board(Gravity::left, 5);
    int calls = 0;
    Budget budget{Budget::NO_LIMIT, 60, [&] {
                      if (++calls > 200) throw Interrupted{};
                  }};
    bool interrupted = false;
    try {
        make_moving_search(grid, 0, 2)->solve({}, budget);
    } catch (const Interrupted&) {
        interrupted = true;
    }
    CHECK(interrupted);
}

TEST(run_team_throws_what_a_member_throws) {
    std::atomic<bool> stop = false;
    std::atomic<int> worked = 0;
    bool thrown = false;
    try {
        run_team(
            3,
            [&](int number) {
                ++worked;
                if (number == 2) throw std::runtime_error("a member");
                while (!stop) std::this_thread::yield();
            },
            [&] { stop = true; });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown && worked == 3);
}

TEST(shared_dead_positions_keep_what_several_threads_insert) {
    SharedDeadPositions dead{1 << 20};
    const auto key = [](int member, std::uint64_t i) {
        Random random{static_cast<std::uint64_t>(member) << 32 | i};
        return PositionKey{random.next(), random.next()};
    };
    constexpr std::uint64_t count = 10'000;
    run_team(
        4,
        [&](int member) {
            for (std::uint64_t i = 0; i < count; ++i) dead.insert(key(member, i));
        },
        [] {});
    std::uint64_t kept = 0;
    for (int member = 0; member < 4; ++member)
        for (std::uint64_t i = 0; i < count; ++i) kept += dead.contains(key(member, i));
    CHECK(kept > 4 * count * 99 / 100 && kept <= 4 * count);
    for (std::uint64_t i = 0; i < count; ++i) CHECK(!dead.contains(key(5, i)));
    CHECK(!dead.contains({7, 0}));
    dead.insert({7, 0});
    CHECK(dead.contains({7, 0}));
}

TEST(move_bias_prefers_short_lines_and_free_sides) {
    const SmallGrid grid = from_text("AB.../AACCB/CDDCA", {.gravity = Gravity::left}).grid<SmallGrid>();
    const LineState<SmallGrid::Word> state{grid};
    MoveBias bias{3, 5, Gravity::left};
    const std::vector<Move> moves{{cell(0, 1), cell(1, 4)}, {cell(0, 0), cell(1, 0)}, {cell(1, 2), cell(1, 3)}};
    std::vector<std::int32_t> biases;
    bias.append(state, moves, MoveBias::FULL, biases);
    CHECK(biases[0] == 0 && biases[1] < 0 && biases[2] < biases[1]);
    bias.append(state, moves, 0, biases);
    CHECK(biases.size() == 6 && biases[3] == 0 && biases[4] == 0 && biases[5] == 0);
}
