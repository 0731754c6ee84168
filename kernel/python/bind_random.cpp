// Binds the random number generator: deals, shuffles and seeds.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "board.h"
#include "python/bindings.h"
#include "values/hash.h"
#include "values/random.h"

namespace llk::python {

namespace {

constexpr std::size_t MAX_PLACES =
    static_cast<std::size_t>(Board::MAX_SIDE) * static_cast<std::size_t>(Board::MAX_SIDE);

}  // namespace

void bind_random(nb::module_& m) {
    using namespace nb::literals;
    m.def(
        "scatter",
        [](std::size_t places, std::int32_t kinds, std::uint64_t seed) {
            if (kinds < 1 || places > MAX_PLACES || static_cast<std::size_t>(kinds) > MAX_PLACES) raise("bad_board");
            nb::list tiles;
            for (const std::int32_t kind : scatter(places, kinds, seed)) tiles.append(kind);
            return tiles;
        },
        "places"_a, "kinds"_a, "seed"_a, nb::sig("def scatter(places: int, kinds: int, seed: int) -> list[int]"),
        "Return a uniform deal over a number of places.");
    m.def(
        "shuffle",
        [](nb::sequence values, std::uint64_t seed) {
            std::vector<nb::object> shuffled;
            for (nb::handle value : values) shuffled.push_back(nb::borrow(value));
            Random(seed).shuffle(shuffled);
            nb::list list;
            for (const auto& value : shuffled) list.append(value);
            return list;
        },
        "values"_a, "seed"_a,
        nb::sig("def shuffle(values: collections.abc.Iterable[typing.Any], seed: int) -> list[typing.Any]"),
        "Return the values in random order.");
    m.def(
        "mix", [](std::uint64_t a, std::uint64_t b) { return mix(a, b); }, "a"_a, "b"_a,
        "Return a seed made of two numbers.");
}

}  // namespace llk::python
