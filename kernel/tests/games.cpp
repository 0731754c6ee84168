// Random games on all three grids at once: they must agree with each other, with a new grid, after undoing, and in the
// bench.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "bench/bench.h"
#include "bench/textbook.h"
#include "board.h"
#include "moves/moves.h"
#include "moves/position.h"
#include "tests/check.h"
#include "values/random.h"

using namespace llk;

namespace {

std::vector<std::int32_t> random_cells(Random& random, int rows, int cols) {
    std::vector<std::int32_t> cells(static_cast<std::size_t>(rows * cols));
    const std::uint32_t kinds = 1 + random.below(8), fill = 1 + random.below(10), walls = random.below(3);
    for (auto& number : cells) {
        number = random.below(10) < fill ? 1 + static_cast<std::int32_t>(random.below(kinds)) : EMPTY;
        if (random.below(20) < walls) number = random.below(2) ? WALL : VOID;
    }
    return cells;
}

Rules random_rules(Random& random) {
    const std::uint32_t turns = random.below(6);
    return {.max_turns = turns == 5 ? UNLIMITED : static_cast<int>(turns),
            .outside = random.below(3) > 0,
            .adjacent = random.below(3) > 0,
            .gravity = random.below(2) ? Gravity::still : static_cast<Gravity>(random.below(GRAVITY_COUNT))};
}

template <class Grid>
std::vector<Move> sorted_moves(const GridPosition<Grid>& position) {
    std::vector<Move> moves(position.moves().begin(), position.moves().end());
    std::ranges::sort(moves);
    return moves;
}

template <class A, class B>
bool same_moves(const GridPosition<A>& a, const GridPosition<B>& b) {
    return sorted_moves(a) == sorted_moves(b);
}

template <class Grid>
void check_against_fresh(const GridPosition<Grid>& position) {
    std::vector<Move> fresh;
    list_moves(position.grid(), fresh);
    std::ranges::sort(fresh);
    CHECK(sorted_moves(position) == fresh);
    CHECK(has_move(position.grid()) == !fresh.empty());
    std::vector<std::int32_t> numbers;
    for (std::size_t i = 0; i < position.grid().size(); ++i)
        numbers.push_back(position.grid().number(position.grid().code(i)));
    const auto& now = position.grid();
    const Grid made(now.rows(), now.cols(), now.rules(), now.phase(), numbers);
    CHECK(made.hash() == now.hash() && made.same(now) && made.tiles() == now.tiles());
    std::vector<Move> again;
    list_moves(made, again);
    std::ranges::sort(again);
    CHECK(again == fresh);
    for (const Move move : fresh) {
        CHECK(linkable(now, move.a, move.b) && linkable(now, move.b, move.a));
        const Route there = route(now, move.a, move.b);
        CHECK(there.size() >= 2 && there.front() == move.a && there.back() == move.b);
        for (std::size_t i = 1; i + 1 < there.size(); ++i) CHECK(now.open(there[i]));
    }
}

}  // namespace

TEST(random_games_forwards_and_back) {
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        Random random{seed};
        const int rows = 1 + static_cast<int>(random.below(9)), cols = 1 + static_cast<int>(random.below(9));
        const Rules rules = random_rules(random);
        const int phase = rules.gravity == Gravity::rotating ? static_cast<int>(random.below(PHASE_COUNT)) : 0;
        const auto cells = random_cells(random, rows, cols);
        GridPosition<SmallGrid> small{SmallGrid(rows, cols, rules, phase, cells), Upkeep::maintain};
        GridPosition<MiddleGrid> middle{MiddleGrid(rows, cols, rules, phase, cells), Upkeep::recompute};
        GridPosition<WideGrid> wide{WideGrid(rows, cols, rules, phase, cells), Upkeep::maintain};
        for (int step = 0; step < 40; ++step) {
            check_against_fresh(small);
            check_against_fresh(middle);
            check_against_fresh(wide);
            CHECK(same_moves(small, middle) && same_moves(small, wide));
            CHECK(small.grid().hash() == middle.grid().hash() && small.grid().hash() == wide.grid().hash());
            if (!small.moves().empty() && random.below(3) > 0) {
                const Move move = sorted_moves(small)[random.below(static_cast<std::uint32_t>(small.moves().size()))];
                small.play(move);
                middle.play(move);
                wide.play(move);
            } else if (small.depth() > 0) {
                small.undo();
                middle.undo();
                wide.undo();
            }
        }
        while (small.depth() > 0) small.undo();
        CHECK(small.grid().same(SmallGrid(rows, cols, rules, phase, cells)));
    }
}

TEST(swapping_tiles_equals_a_new_board) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random random{seed};
        const int rows = 2 + static_cast<int>(random.below(7)), cols = 2 + static_cast<int>(random.below(7));
        auto cells = random_cells(random, rows, cols);
        SmallGrid small(rows, cols, {}, 0, cells);
        WideGrid wide(rows, cols, {}, 0, cells);
        for (int step = 0; step < 20; ++step) {
            const std::size_t i = random.below(static_cast<std::uint32_t>(cells.size())),
                              j = random.below(static_cast<std::uint32_t>(cells.size()));
            if (cells[i] <= 0 || cells[j] <= 0) continue;
            std::swap(cells[i], cells[j]);
            small.swap(small.place(i), small.place(j));
            wide.swap(wide.place(i), wide.place(j));
            check_against_fresh(GridPosition<SmallGrid>{small});
            check_against_fresh(GridPosition<WideGrid>{wide});
            CHECK(small.same(SmallGrid(rows, cols, {}, 0, cells)));
        }
    }
}

TEST(full_width_boards) {
    for (const auto& [rows, cols] : {std::pair{30, 30}, {62, 62}, {1, 62}, {62, 1}, {31, 2}}) {
        Random random{static_cast<std::uint64_t>(rows * 100 + cols)};
        const auto cells = random_cells(random, rows, cols);
        for (const bool outside : {true, false}) {
            GridPosition<MiddleGrid> middle{MiddleGrid(rows, cols, {.outside = outside}, 0, cells)};
            GridPosition<WideGrid> wide{WideGrid(rows, cols, {.outside = outside}, 0, cells)};
            for (int step = 0; step < 12 && !middle.moves().empty(); ++step) {
                CHECK(same_moves(middle, wide));
                const Move move = sorted_moves(middle)[random.below(static_cast<std::uint32_t>(middle.moves().size()))];
                middle.play(move);
                wide.play(move);
            }
            check_against_fresh(middle);
            while (middle.depth() > 0) middle.undo();
            CHECK(middle.grid().same(MiddleGrid(rows, cols, {.outside = outside}, 0, cells)));
        }
    }
}

TEST(textbook_search_agrees) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random{seed};
        const int rows = 2 + static_cast<int>(random.below(8)), cols = 2 + static_cast<int>(random.below(8));
        const auto cells = random_cells(random, rows, cols);
        const SmallGrid grid(rows, cols, {}, 0, cells);
        std::vector<std::int32_t> matrix(static_cast<std::size_t>((rows + 2) * (cols + 2)));
        for (std::size_t i = 0; i < cells.size(); ++i)
            matrix[static_cast<std::size_t>((grid.place(i).row + 1) * (cols + 2) + grid.place(i).col + 1)] = cells[i];
        TextbookLink search{rows + 2, cols + 2};
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = 0; j < cells.size(); ++j)
                if (i != j && cells[i] > 0 && cells[i] == cells[j]) {
                    const Cell a = grid.place(i), b = grid.place(j);
                    CHECK(grid.any_lane(a, b) ==
                          search.linkable(matrix, cell(a.row + 1, a.col + 1), cell(b.row + 1, b.col + 1)));
                }
    }
}

TEST(bench_answers_do_not_depend_on_the_clock) {
    std::vector<std::unique_ptr<const Board>> boards;
    std::vector<const Board*> given;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        boards.push_back(Board::make(6, 6, {}, 0, scatter(36, 9, seed)));
        given.push_back(boards.back().get());
    }
    Bench bench{given, 1};
    for (const char* work : {"link", "path", "textbook", "moves", "stuck", "play", "maintain", "recompute"})
        CHECK(bench.time(work).second == bench.time(work).second);
    CHECK(bench.time("link").second == bench.time("textbook").second);
    CHECK(bench.time("maintain").second == bench.time("recompute").second);
}
