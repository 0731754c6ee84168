// Binds time limits, and prepares for the end of the interpreter.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "python/bindings.h"
#include "python/errors.h"
#include "python/long_work.h"

namespace llk::python {

namespace {

/// Limits the time of this thread unless it is limited more already; returns the deadline until now, to go back to.
std::int64_t limit_time(double seconds) {
    constexpr double far = 1e9;
    const auto before = deadline;
    const auto left = std::chrono::duration<double>(std::clamp(seconds, 0.0, far));
    if (seconds < far) deadline = std::min(deadline, Clock::now() + std::chrono::duration_cast<Clock::duration>(left));
    return before.time_since_epoch().count();
}

void restore_deadline(std::int64_t before) { deadline = Clock::time_point{Clock::duration{before}}; }

}  // namespace

void bind_time(nb::module_& m) {
    using namespace nb::literals;
    m.def("limit_time", &limit_time, "seconds"_a, "Limit the time of this thread, and return the deadline before.");
    m.def("restore_deadline", &restore_deadline, "deadline"_a, "Go back to the deadline before.");
    m.def("check_time", &check_deadline, "Raise OutOfTime if the time of this thread is over.");
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const OutOfTime&) {
            set_error("out_of_time");
        }
    });
    nb::module_::import_("atexit").attr("register")(nb::cpp_function([] { ExitGate::get().close(); }));
    const nb::module_ os = nb::module_::import_("os");
    if (nb::hasattr(os, "register_at_fork"))  // not on Windows, which has no fork
        os.attr("register_at_fork")("after_in_child"_a = nb::cpp_function([] { ExitGate::get().forget(); }));
}

}  // namespace llk::python
