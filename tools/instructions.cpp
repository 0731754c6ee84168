// Repeats one kind of work over many boards, for valgrind to count its instructions.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "board.h"
#include "moves/moves.h"
#include "paths/link.h"
#include "values/random.h"

using namespace llk;

namespace {

/// A deal with some of its tiles removed, and pairs of equal tiles on it.
struct Case {
    SmallGrid grid;
    std::vector<Move> pairs;
};

/// Makes a case with `fill` percent of the tiles left.
Case deal(int rows, int cols, int fill, std::uint64_t seed) {
    auto tiles = scatter(static_cast<std::size_t>(rows * cols), 36, seed);
    Random random{seed};
    std::vector<std::size_t> order(tiles.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    random.shuffle(order);
    for (std::size_t i = order.size() * static_cast<std::size_t>(fill) / 100; i < order.size(); ++i)
        tiles[order[i]] = 0;
    Case made{SmallGrid(rows, cols, {}, 0, tiles), {}};
    for (int tries = 0; tries < 20000 && made.pairs.size() < 200; ++tries) {
        const std::size_t a = random.below(static_cast<std::uint32_t>(tiles.size())),
                          b = random.below(static_cast<std::uint32_t>(tiles.size()));
        if (a != b && tiles[a] > 0 && tiles[a] == tiles[b])
            made.pairs.push_back(make_move(made.grid.place(a), made.grid.place(b)));
    }
    return made;
}

}  // namespace

int main(int count, char** words) {
    if (count != 6) return std::fprintf(stderr, "usage: instructions WORK ROWS COLS FILL TIMES\n"), 2;
    const std::string work = words[1];
    const int rows = std::atoi(words[2]), cols = std::atoi(words[3]), fill = std::atoi(words[4]),
              times = std::atoi(words[5]);
    std::vector<Case> cases;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) cases.push_back(deal(rows, cols, fill, seed));
    std::size_t units = 0, sum = 0;
    std::vector<Move> out;
    for (int i = 0; i < times; ++i) {
        for (auto& [grid, pairs] : cases) {
            if (work == "link") {
                for (const Move& pair : pairs) sum += grid.any_lane(pair.a, pair.b);
                units += pairs.size();
            } else if (work == "path") {
                for (const Move& pair : pairs) sum += static_cast<std::size_t>(short_route(grid, pair.a, pair.b).count);
                units += pairs.size();
            } else if (work == "moves") {
                list_moves(grid, out);
                sum += out.size();
                ++units;
            } else if (work == "stuck") {
                sum += has_move(grid);
                ++units;
            } else {
                return std::fprintf(stderr, "unknown work %s\n", work.c_str()), 2;
            }
        }
    }
    std::printf("%zu %zu\n", units, sum);
}
