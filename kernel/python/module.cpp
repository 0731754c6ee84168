// The Python module: registers what the binding files define.
#include <nanobind/nanobind.h>

#include "board.h"
#include "moves/moves.h"
#include "python/bindings.h"
#include "python/errors.h"

namespace nb = nanobind;

NB_MODULE(_kernel, m) {
    nb::set_leak_warnings(false);  // the shared cells and types live until the process ends
    m.doc() = "The compiled kernel of lianliankan. Use the names of the package instead.";
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const llk::TooManyMoves&) {
            llk::python::set_error("too_many_moves", llk::MAX_MOVES);
        }
    });
    m.attr("MAX_SIDE") = llk::Board::MAX_SIDE;
    m.attr("MAX_KIND") = llk::Board::MAX_KIND;
    llk::python::bind_board(m);
    llk::python::bind_position(m);
    llk::python::bind_solver(m);
    llk::python::bind_random(m);
    llk::python::bind_bench(m);
    llk::python::bind_time(m);
}
