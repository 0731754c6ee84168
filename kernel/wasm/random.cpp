// Deals, shuffles and seeds.
#include "values/random.h"

#include <numeric>

#include "values/hash.h"
#include "wasm/interface.h"

namespace llk::wasm {

/// In the output: a uniform deal over a number of places.
LLK_EXPORT(scatter) Number deal(Number places, Number kinds, Number seed_low, Number seed_high) {
    return guard([&]() -> Number {
        constexpr Number most = Board::MAX_SIDE * Board::MAX_SIDE;
        if (kinds < 1 || kinds > most || places < 0 || places > most) return BAD_BOARD;
        output = scatter(static_cast<std::size_t>(places), kinds, join(seed_low, seed_high));
        return 0;
    });
}

/// In the output: the indices of so many values in random order.
LLK_EXPORT(shuffle) Number shuffle(Number size, Number seed_low, Number seed_high) {
    return guard([&] {
        output.resize(static_cast<std::size_t>(size));
        std::iota(output.begin(), output.end(), 0);
        Random(join(seed_low, seed_high)).shuffle(output);
        return 0;
    });
}

/// A seed made of two numbers.
LLK_EXPORT(mix) std::uint64_t mix_seeds(Number a_low, Number a_high, Number b_low, Number b_high) {
    return mix(join(a_low, a_high), join(b_low, b_high));
}

}  // namespace llk::wasm
