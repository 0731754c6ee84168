// The link test of occupancy.h against that of the grid and against a simple search.
#include <cstdint>
#include <vector>

#include "grid/grid.h"
#include "paths/link.h"
#include "solve/still/occupancy.h"
#include "tests/check.h"
#include "tests/plain_board.h"
#include "values/random.h"

using namespace llk;

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
                    const Cell a = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
                    const Cell b = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
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
