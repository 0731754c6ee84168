// Binds Bench.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <vector>

#include "bench/bench.h"
#include "python/bindings.h"

namespace llk::python {

void bind_bench(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Bench>(m, "Bench", "Times the kernel on many boards of one size, one pass at a time.")
        .def(
            "__init__",
            [](Bench* self, nb::sequence boards, std::uint64_t seed) {
                std::vector<const Board*> kernels;
                for (nb::handle board : boards) kernels.push_back(nb::cast<PyBoard&>(board).board.get());
                new (self) Bench(kernels, seed);
            },
            "boards"_a, "seed"_a,
            nb::sig("def __init__(self, boards: collections.abc.Sequence[Board], seed: int) -> None"))
        .def("time", &Bench::time, "work"_a,
             "Return the nanoseconds of one unit of work, and a checksum that changes only with behaviour.");
}

}  // namespace llk::python
