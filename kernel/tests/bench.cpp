// The work that `llk bench` times.
#include <cstdint>
#include <memory>
#include <vector>

#include "bench/bench.h"
#include "board.h"
#include "tests/check.h"
#include "values/random.h"

using namespace llk;

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
