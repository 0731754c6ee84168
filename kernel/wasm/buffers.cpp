// The buffers, the time limit, and the end of objects.
#include <algorithm>
#include <chrono>

#include "solve/search.h"
#include "wasm/interface.h"

namespace llk::wasm {

/// Makes room for numbers in the input buffer and returns its address; 0 if there is not enough memory.
LLK_EXPORT(input) Number* make_input(Number size) {
    const Number done = guard([&] {
        input.resize(static_cast<std::size_t>(size));
        return 0;
    });
    return done < 0 ? nullptr : input.data();
}
LLK_EXPORT(output) const Number* output_data() { return output.data(); }
LLK_EXPORT(output_size) Number output_size() { return static_cast<Number>(output.size()); }

/// Limits the time of the calls that follow, from now; no limit if it is longer than thirty years.
LLK_EXPORT(limit_time) void limit_time(double seconds) {
    const std::chrono::duration<double> left{std::max(seconds, 0.0)};
    deadline =
        seconds < 1e9 ? Clock::now() + std::chrono::duration_cast<Clock::duration>(left) : Clock::time_point::max();
}

LLK_EXPORT(release_layout) void release_layout(const Layout* layout) { delete layout; }
LLK_EXPORT(release_solver) void release_solver(const Solver* solver) { delete solver; }

}  // namespace llk::wasm
