// The parts of the solver of boards with gravity.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "board.h"
#include "solve/moving/dead_positions.h"
#include "solve/moving/line_state.h"
#include "solve/moving/nrpa.h"
#include "solve/search.h"
#include "tests/brute_force.h"
#include "tests/check.h"
#include "tracking/tile_tracker.h"
#include "values/random.h"

using namespace llk;

TEST(nrpa_agrees_with_brute_force) {
    int decided = 0;
    for (int round = 0; round < 30; ++round) {
        for (int gravity = 1; gravity < GRAVITY_COUNT; ++gravity) {
            Random random{static_cast<std::uint64_t>(round * GRAVITY_COUNT + gravity)};
            const int rows = 2 + static_cast<int>(random.below(2)), cols = 2 + static_cast<int>(random.below(3));
            const Rules rules{.outside = random.below(2) > 0, .gravity = static_cast<Gravity>(gravity)};
            const SmallGrid grid(rows, cols, rules, 0, small_board(random, rows, cols));
            BruteForce<SmallGrid> truth;
            DeadPositions dead;
            Budget budget;
            Nrpa<LineState<SmallGrid::Word>> nrpa{grid, dead, 3, budget};
            const Winnable found = nrpa.play_series();
            if (found == Winnable::unknown) continue;
            ++decided;
            CHECK(found == (truth.winnable(grid) ? Winnable::yes : Winnable::no));
            if (found == Winnable::yes) CHECK(wins(grid, nrpa.line()));
        }
    }
    CHECK(decided > 300);
}

TEST(tile_tracker_follows_every_tile) {
    for (int gravity = 1; gravity < GRAVITY_COUNT; ++gravity) {
        Random random{static_cast<std::uint64_t>(gravity)};
        const Rules rules{.gravity = static_cast<Gravity>(gravity)};
        const SmallGrid start(6, 8, rules, 0, scatter(48, 6, 2));
        LineState<SmallGrid::Word> state{start};
        TileTracker tracker{state, state.foresees()};
        Budget budget;
        for (;;) {
            std::vector<Move> moves;
            state.each_move(budget, [&](Move move) { moves.push_back(move); });
            if (moves.empty()) break;
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            state.play(move);
            tracker.play(move);
            for (std::size_t i = 0; i < start.size(); ++i) {
                const Cell at = start.place(i);
                const bool is_tile = SmallGrid::is_tile(state.code(at));
                CHECK(is_tile == TileTracker::is_tile(tracker.code(at)));
                if (is_tile) CHECK(state.code(at) == start.code(tracker.tile(at)));
            }
        }
    }
}

TEST(dead_positions_keep_nearly_all_until_full) {
    DeadPositions dead;
    Random random{1};
    std::vector<PositionKey> keys;
    for (int i = 0; i < 50'000; ++i) {
        keys.push_back({random.next(), random.next()});
        CHECK(!dead.contains(keys.back()));
        dead.insert(keys.back());
        CHECK(dead.contains(keys.back()));
    }
    const auto kept = std::ranges::count_if(keys, [&](PositionKey key) { return dead.contains(key); });
    CHECK(kept > 45'000 && dead.bytes() < 4'000'000);
}
