// The solver of boards with gravity, against brute force on small boards, and on known boards.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "board.h"
#include "solve/moving/dead_positions.h"
#include "solve/moving/line_state.h"
#include "solve/moving/moving_search.h"
#include "solve/moving/nrpa.h"
#include "solve/search.h"
#include "tests/brute_force.h"
#include "tests/check.h"
#include "tests/plain_board.h"
#include "tracking/tile_tracker.h"
#include "values/random.h"

using namespace llk;

namespace {

/// Asks one solver about the position and about every first move, and compares with brute force.
template <class Grid>
void compare(const Grid& grid, std::uint64_t nrpa_after = NRPA_AFTER, int threads = 1) {
    BruteForce<Grid> truth;
    const auto search = make_moving_search(grid, 5, threads, nrpa_after);
    const auto ask = [&](const Grid& now, std::vector<Move> played) {
        Budget budget;
        const Outcome found = search->solve(played, budget);
        const bool won = truth.winnable(now);
        CHECK(found.winnable == (won ? Winnable::yes : Winnable::no));
        CHECK((found.loss == Loss::none) == won);
        if (won) CHECK(wins(now, found.moves));
        CHECK((found.loss == Loss::odd || found.loss == Loss::walled_off) == (found.tiles.size() % 2 == 1));
    };
    ask(grid, {});
    for (const Move move : list_sorted(grid)) ask(after(grid, move), {move});
}

SmallGrid board(std::string_view text, const Rules& rules) { return from_text(text, rules).grid<SmallGrid>(); }

Winnable answer(const SmallGrid& grid, std::vector<Move> played = {}) {
    const auto search = make_moving_search(grid, 1);
    Budget budget;
    return search->solve(played, budget).winnable;
}

}  // namespace

TEST(moving_search_agrees_with_brute_force) {
    for (int round = 0; round < 100; ++round) {
        for (int gravity = 1; gravity < GRAVITY_COUNT; ++gravity) {
            Random random{static_cast<std::uint64_t>(round * GRAVITY_COUNT + gravity)};
            const int rows = 1 + static_cast<int>(random.below(4)),
                      cols = 1 + static_cast<int>(random.below(12u / static_cast<unsigned>(rows)));
            const Rules rules = random_rules(random, static_cast<Gravity>(gravity));
            const int phase = rules.gravity == Gravity::rotating ? static_cast<int>(random.below(PHASE_COUNT)) : 0;
            const auto cells = small_board(random, rows, cols);
            compare(SmallGrid(rows, cols, rules, phase, cells));
            compare(SmallGrid(rows, cols, rules, phase, cells), 0);
            if (round % 10 == 2) compare(SmallGrid(rows, cols, rules, phase, cells), 0, 2);
            if (round % 4 == 0) compare(MiddleGrid(rows, cols, rules, phase, cells));
            if (round % 4 == 1) compare(WideGrid(rows, cols, rules, phase, cells));
        }
    }
}

TEST(moving_known_boards) {
    const Rules down{.gravity = Gravity::down};
    const auto safe_moves = [&](const char* text) {
        const SmallGrid grid = board(text, down);
        CHECK(answer(grid) == Winnable::yes);
        const auto moves = list_sorted(grid);
        const auto safe =
            std::ranges::count_if(moves, [&](Move move) { return answer(grid, {move}) == Winnable::yes; });
        return std::pair{static_cast<int>(safe), static_cast<int>(moves.size())};
    };
    CHECK((safe_moves("AB/AC/DB/CD") == std::pair{1, 2}));
    CHECK((safe_moves("AB/AC/CD/BD") == std::pair{1, 2}));
    CHECK((safe_moves("AAB/CDB/BBB/DCB") == std::pair{1, 9}));
}

TEST(moving_search_says_why_a_board_is_lost) {
    const auto ask = [](const SmallGrid& grid) {
        const auto search = make_moving_search(grid, 1);
        Budget budget;
        return search->solve({}, budget);
    };
    const Outcome odd = ask(board("AAB/BBC/CCC", {.gravity = Gravity::left}));
    CHECK(odd.winnable == Winnable::no && odd.loss == Loss::odd);
    CHECK((odd.tiles == std::vector<Cell>{cell(0, 2), cell(1, 0), cell(1, 1)}));
    const Rules inside{.outside = false, .gravity = Gravity::down};
    const Outcome walled = ask(board("A#A/B#B/B#B", inside));
    CHECK(walled.winnable == Winnable::no && walled.loss == Loss::walled_off && walled.tiles.size() == 1);
    CHECK(ask(board("A#A/B#B/B#B", {.gravity = Gravity::down})).loss != Loss::walled_off);
    const Outcome stuck = ask(board("AB/BA", {.gravity = Gravity::down}));
    CHECK(stuck.winnable == Winnable::no && stuck.loss == Loss::exhausted && stuck.tiles.empty());
    const Outcome empty = ask(SmallGrid(2, 2, {.gravity = Gravity::up}, 0, std::vector<std::int32_t>(4)));
    CHECK(empty.winnable == Winnable::yes && empty.moves.empty());
}

TEST(moving_search_keeps_its_budget_and_repeats_itself) {
    for (const int gravity : {1, 3, 12, 13}) {
        const SmallGrid grid(6, 8, {.gravity = static_cast<Gravity>(gravity)}, 0, scatter(48, 12, 3));
        const auto first = make_moving_search(grid, 9), second = make_moving_search(grid, 9),
                   short_of_time = make_moving_search(grid, 9);
        Budget one, two, tiny{1};
        const Outcome a = first->solve({}, one), b = second->solve({}, two);
        CHECK(one.nodes() == two.nodes() && a.winnable == b.winnable && a.moves == b.moves);
        CHECK(a.winnable != Winnable::yes || wins(grid, a.moves));
        const Outcome hasty = short_of_time->solve({}, tiny);
        CHECK(tiny.nodes() <= 1 && (hasty.winnable == Winnable::unknown || hasty.winnable == a.winnable));
        CHECK(first->bytes() < DeadPositions::MAX_BYTES);
        Budget again;
        CHECK(first->solve({}, again).winnable == a.winnable && again.nodes() <= one.nodes());
    }
}

TEST(moving_search_with_nrpa_repeats_itself) {
    for (const int gravity : {3, 8, 12}) {
        const SmallGrid grid(8, 18, {.gravity = static_cast<Gravity>(gravity)}, 0, scatter(144, 36, 8));
        const auto first = make_moving_search(grid, 9, 1, 0), second = make_moving_search(grid, 9, 1, 0);
        Budget one{60'000}, two{60'000};
        const Outcome a = first->solve({}, one), b = second->solve({}, two);
        CHECK(one.nodes() == two.nodes() && a.winnable == b.winnable && a.moves == b.moves);
        CHECK(a.winnable != Winnable::yes || wins(grid, a.moves));
    }
}

TEST(moving_search_solves_boards_of_one_kind) {
    const std::vector<std::int32_t> same(100, 7);
    for (const int gravity : {1, 6, 11, 13}) {
        const Rules rules{.gravity = static_cast<Gravity>(gravity)};
        const auto wide = make_moving_search(WideGrid(10, 10, rules, 0, same), 1);
        const auto middle = make_moving_search(MiddleGrid(10, 10, rules, 0, same), 1);
        Budget one, two;
        CHECK(wide->solve({}, one).moves.size() == 50 && middle->solve({}, two).moves.size() == 50);
    }
}

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
            const Move move = random.pick(moves);
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
