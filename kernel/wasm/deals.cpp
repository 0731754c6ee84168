// Winnable deals by number, for boards that are shown before Python is there.
#include <memory>
#include <vector>

#include "solve/search.h"
#include "values/hash.h"
#include "values/random.h"
#include "wasm/interface.h"

namespace llk::wasm {

namespace {

// The same as in dealing/winnable.py and dealing/arrange.py, where the rest of dealing is; a test compares the boards.
constexpr int MAX_REJECTIONS = 60;
constexpr std::uint64_t NODES = 100'000, TRIES = 4;

}  // namespace

/// Makes the winnable board of a number on the places of another board's tiles; 0 if that takes more than trying one
/// arrangement after the other.
LLK_EXPORT(deal) Number deal_board(const Board* places, Number kinds, Number seed_low, Number seed_high) {
    return guard([&]() -> Number {
        constexpr Number most = Board::MAX_SIDE * Board::MAX_SIDE;
        if (kinds < 1 || kinds > most || places->tiles() % 2 != 0) return BAD_BOARD;
        const std::uint64_t seed = join(seed_low, seed_high);
        std::vector<Number> cells;
        for (int r = 0; r < places->rows(); ++r)
            for (int c = 0; c < places->cols(); ++c) cells.push_back(places->number(cell(r, c)));
        for (std::uint64_t attempt = 0; attempt < MAX_REJECTIONS; ++attempt) {
            const std::uint64_t own_seed = attempt == 0 ? seed : mix(mix(seed, TRIES), attempt);
            const std::vector<Number> tiles = scatter(static_cast<std::size_t>(places->tiles()), kinds, own_seed);
            std::vector<Number> dealt = cells;
            auto next = tiles.begin();
            for (Number& number : dealt)
                if (number > 0) number = *next++;
            auto board = Board::make(places->rows(), places->cols(), places->rules(), places->phase(), dealt);
            Budget budget(NODES, 1e9, make_checkpoint());
            if (board->solver(0, false, 1)->solve({}, budget).winnable == Winnable::yes) return own(std::move(board));
        }
        return 0;
    });
}

}  // namespace llk::wasm
