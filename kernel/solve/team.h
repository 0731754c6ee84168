// Work on several threads, where the platform has them.
#pragma once

#ifndef __wasm__
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace llk {

#ifdef __wasm__

/// Calls work(0): there are no threads.
template <class Work, class Stop>
void run_team(int, Work work, Stop) {
    work(0);
}

#else

/// Calls work(i) for every i below `members`, work(0) in this thread and the others in threads of their own, or as many
/// of them as can be started. If one throws, calls stop(), waits for all, and throws what it threw.
template <class Work, class Stop>
void run_team(int members, Work work, Stop stop) {
    std::exception_ptr problem;  // the first in any thread
    std::mutex mutex;
    const auto guarded = [&](int number) {
        try {
            work(number);
        } catch (...) {
            {
                const std::scoped_lock lock{mutex};
                if (!problem) problem = std::current_exception();
            }
            stop();
        }
    };
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(members));
    try {
        for (int i = 1; i < members; ++i) others.emplace_back(guarded, i);
    } catch (const std::system_error&) {
        // fewer threads will do
    }
    guarded(0);
    for (auto& thread : others) thread.join();
    if (problem) std::rethrow_exception(problem);
}

#endif

}  // namespace llk
