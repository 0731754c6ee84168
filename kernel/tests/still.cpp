// The solver of boards without gravity, against plain_board.h.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "board.h"
#include "grid/grid.h"
#include "paths/link.h"
#include "solve/pairs.h"
#include "solve/search.h"
#include "solve/still/occupancy.h"
#include "solve/still/still_search.h"
#include "tests/check.h"
#include "tests/plain_board.h"
#include "values/random.h"

using namespace llk;

namespace {

Outcome solve(Solver& solver, const std::vector<Move>& played = {}) {
    Budget budget;
    return solver.solve(played, budget);
}
Outcome solve_fresh(const Plain& board) { return solve(*make_still_search(board.grid<SmallGrid>())); }

}  // namespace

TEST(still_small_boards_against_brute_force) {
    Random random(1);
    for (int i = 0; i < 1500; ++i) {
        const Plain board = random_board(random);
        check_outcome(board, solve_fresh(board), winnable(board));
    }
}

TEST(still_larger_grids_give_the_same_answers) {
    Random random(2);
    for (int i = 0; i < 150; ++i) {
        const Plain board = random_board(random);
        const auto solver = make_still_search(board.grid<MiddleGrid>());
        check_outcome(board, solve(*solver), winnable(board));
    }
}

/// One solver asked about many positions of a game gives the same answers as a new one for each.
TEST(still_questions_after_moves) {
    Random random(3);
    for (int i = 0; i < 120; ++i) {
        const Plain board = random_board(random);
        const auto solver = make_still_search(board.grid<SmallGrid>());
        for (int game = 0; game < 4; ++game) {
            Plain now = board;
            std::vector<Move> played;
            for (;;) {
                const Outcome outcome = solve(*solver, played), fresh = solve_fresh(now);
                CHECK(outcome.winnable == fresh.winnable);
                check_outcome(now, fresh, winnable(now));
                if (outcome.winnable == Winnable::yes) CHECK(clears(now, outcome.moves));
                const std::vector<Move> moves = now.moves();
                if (moves.empty()) break;
                played.push_back(random.pick(moves));
                now = now.after(played.back());
            }
        }
    }
}

/// The same on a large board, where much is learnt.
TEST(still_questions_after_moves_on_a_large_board) {
    Random random(4);
    for (const std::uint64_t seed : {91, 178}) {
        const Plain board = dealt(8, 18, 36, seed);
        const auto solver = make_still_search(board.grid<SmallGrid>());
        CHECK(solve(*solver).winnable == Winnable::yes);
        for (int game = 0; game < 2; ++game) {
            Plain now = board;
            std::vector<Move> played;
            for (std::vector<Move> moves = now.moves(); !moves.empty(); moves = now.moves()) {
                played.push_back(random.pick(moves));
                now = now.after(played.back());
                if (played.size() % 8 != 0) continue;
                const Outcome outcome = solve(*solver, played);
                CHECK(outcome.winnable == solve_fresh(now).winnable);
                if (outcome.winnable == Winnable::yes) CHECK(clears(now, outcome.moves));
            }
        }
        CHECK(solve(*solver).winnable == Winnable::yes);
    }
}

TEST(still_known_boards) {
    const auto safe_moves = [](const Plain& board) {
        return std::ranges::count_if(
            board.moves(), [&](Move move) { return solve_fresh(board.after(move)).winnable == Winnable::yes; });
    };
    const auto check = [&](std::string_view text, bool wins, std::size_t moves, std::ptrdiff_t safe, Rules rules = {}) {
        const Plain board = from_text(text, rules);
        check_outcome(board, solve_fresh(board), wins);
        CHECK(board.moves().size() == moves && safe_moves(board) == safe);
    };
    check("AB/BA", false, 0, 0);
    check("ABC/ACB", false, 1, 0);
    check("AAB/ABA", true, 3, 2);
    check("AAAB/ACDA/BACD", true, 4, 1);
    for (const std::string_view text : {"AA/AB/BA", "AAAB/ACDA/CABD"}) {
        const Plain board = from_text(text);
        check_outcome(board, solve_fresh(board), winnable(board));
    }
    CHECK(solve_fresh(from_text("AA/AB/BA")).winnable == Winnable::yes);
    CHECK(solve_fresh(from_text("AAAB/ACDA/CABD")).winnable == Winnable::no);
    const Rules no_ring{.outside = false};
    check_outcome(from_text("ABAAAB", no_ring), solve_fresh(from_text("ABAAAB", no_ring)), false);
    check_outcome(from_text("..."), solve_fresh(from_text("...")), true);
}

TEST(still_known_deals) {
    for (const std::uint64_t seed : {68, 144})
        check_outcome(dealt(8, 8, 16, seed), solve_fresh(dealt(8, 8, 16, seed)), false);
    check_outcome(dealt(8, 18, 36, 91), solve_fresh(dealt(8, 18, 36, 91)), true);
    int lost = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Plain board = dealt(8, 18, 36, seed);
        const Outcome outcome = solve_fresh(board);
        check_outcome(board, outcome, outcome.winnable == Winnable::yes);
        lost += outcome.winnable == Winnable::no;
    }
    CHECK(lost == 11);
}

TEST(still_same_question_same_work) {
    for (const std::uint64_t seed : {91, 178, 380}) {
        std::uint64_t nodes[2];
        for (std::uint64_t& count : nodes) {
            const auto solver = make_still_search(dealt(8, 18, 36, seed).grid<SmallGrid>());
            Budget budget;
            solver->solve({}, budget);
            count = budget.nodes();
        }
        CHECK(nodes[0] == nodes[1] && nodes[0] > 50);
    }
}

/// A search that ran out of budget, or was interrupted, can be continued.
TEST(still_continues_after_an_interruption) {
    const Plain board = dealt(8, 18, 36, 178);
    const auto solver = make_still_search(board.grid<SmallGrid>());
    for (std::uint64_t nodes = 0; nodes < 40; nodes += 13) {
        Budget budget(nodes);
        CHECK(solver->solve({}, budget).winnable == Winnable::unknown);
        CHECK(budget.nodes() == nodes && budget.spent());
    }
    Budget no_time(Budget::NO_LIMIT, 0.0);
    CHECK(solver->solve({}, no_time).winnable == Winnable::unknown);
    bool thrown = false;
    try {
        Budget budget(Budget::NO_LIMIT, 100, [] { throw std::runtime_error("enough"); });
        solver->solve({}, budget);
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown);
    check_outcome(board, solve(*solver), true);
    CHECK(solver->bytes() > 10'000 && solver->bytes() < 10'000'000);
}

/// Boards whose lines fill their words to the last bit.
TEST(still_at_full_width) {
    const auto check = [](Solver& solver, const Plain& board) {
        const Outcome outcome = solve(solver);
        check_outcome(board, outcome, outcome.winnable == Winnable::yes);
    };
    for (const bool ring : {true, false})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Rules rules{.outside = ring};
            for (const Plain& board : {dealt(3, 30, 15, seed, rules), dealt(30, 3, 15, seed, rules)}) {
                const auto solver = make_still_search(board.grid<SmallGrid>());
                check(*solver, board);
            }
            for (const Plain& board : {dealt(2, 62, 15, seed, rules), dealt(62, 2, 15, seed, rules)}) {
                const auto solver = make_still_search(board.grid<MiddleGrid>());
                check(*solver, board);
            }
        }
}

/// With more pairs than the search takes, only the quick tests are tried.
TEST(still_too_many_pairs) {
    const Plain board = dealt(46, 46, 1, 1);
    const auto solver = make_still_search(board.grid<MiddleGrid>());
    CHECK(Pairs::count_in(board.grid<MiddleGrid>()) > Pairs::MAX_PAIRS);
    CHECK(solve(*solver).winnable == Winnable::unknown);
}

TEST(occupancy_links_as_the_grid_does) {
    Random random(5);
    const auto compare = [&]<class Word>(Word) {
        for (int i = 0; i < 60; ++i) {
            const int rows = 1 + static_cast<int>(random.below(9)), cols = 1 + static_cast<int>(random.below(9));
            Plain board{rows, cols, random_rules(random), {}};
            for (int at = 0; at < rows * cols; ++at)
                board.cells.push_back(random.below(12) == 0 ? WALL : static_cast<std::int32_t>(random.below(3)));
            auto grid = board.grid<Grid<Word>>();
            Occupancy<Word> occupancy(grid);
            std::vector<Cell> tiles = board.tiles();
            random.shuffle(tiles);
            for (; tiles.size() >= 2; tiles.pop_back()) {
                for (int tries = 0; tries < 10; ++tries) {
                    const Cell a = random.pick(tiles);
                    const Cell b = random.pick(tiles);
                    if (a == b) continue;
                    CHECK(occupancy.link(a, b) == linkable(grid, a, b));
                    CHECK(occupancy.link(a, b) == board.link(a, b));
                }
                occupancy.remove(tiles.back());
                grid.remove(tiles.back());
                board.clear(tiles.back());
            }
        }
    };
    compare(std::uint32_t{});
    compare(std::uint64_t{});
}
