// Many random playouts, on several threads where the platform has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#ifndef __wasm__
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#endif

#include "playouts/suitable_playout.h"
#include "solve/playout.h"
#include "values/cell.h"
#include "values/checkpoint.h"

namespace llk {

#ifdef __wasm__

/// Plays many games, those of a seed from the `first` one, and returns how many tiles each leaves; there are no
/// threads.
template <class Grid>
std::vector<std::int32_t> play_out(const Grid& grid, std::size_t first, std::size_t games, std::uint64_t seed, int,
                                   const Checkpoint& checkpoint) {
    std::vector<std::int32_t> left(games);
    with_playout(grid, checkpoint, [&](auto& playout) {
        for (std::size_t game = 0; game < games; ++game)
            left[game] = playout.play(playout_random(seed, first + game), [](Move) {}, checkpoint);
    });
    return left;
}

#else

/// Plays many games, those of a seed from the `first` one, on several threads, and returns how many tiles each leaves;
/// only this thread passes the checkpoint.
template <class Grid>
std::vector<std::int32_t> play_out(const Grid& grid, std::size_t first, std::size_t games, std::uint64_t seed,
                                   int threads, const Checkpoint& checkpoint) {
    std::vector<std::int32_t> left(games);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::exception_ptr problem;  // the first in any thread
    int busy = 0;                // other threads
    std::mutex mutex;
    std::condition_variable done;
    struct Stopped {};
    const auto guard = [&](auto work) {
        try {
            work();
        } catch (const Stopped&) {
            return;
        } catch (...) {
            const std::scoped_lock lock{mutex};
            if (!problem) problem = std::current_exception();
            stop = true;
        }
    };
    const auto play = [&](const Checkpoint& ask) {
        const Checkpoint checked = [&] {
            if (stop) throw Stopped{};
            ask();
        };
        with_playout(grid, checked, [&](auto& playout) {
            for (std::size_t game; (game = next++) < games;)
                left[game] = playout.play(playout_random(seed, first + game), [](Move) {}, checked);
        });
    };
    std::vector<std::thread> others;
    const auto help = [&] {
        guard([&] { play(NO_CHECKPOINT); });
        const std::scoped_lock lock{mutex};
        --busy;
        done.notify_all();
    };
    try {
        for (int i = 1; i < threads; ++i) {
            {
                const std::scoped_lock lock{mutex};
                ++busy;
            }
            others.emplace_back(help);
        }
    } catch (const std::system_error&) {
        const std::scoped_lock lock{mutex};
        --busy;  // fewer threads will do
    }
    guard([&] { play(checkpoint); });
    guard([&] {
        std::unique_lock lock{mutex};
        while (!done.wait_for(lock, std::chrono::milliseconds(10), [&] { return busy == 0; })) {
            lock.unlock();
            if (stop) break;
            checkpoint();
            lock.lock();
        }
    });
    for (auto& thread : others) thread.join();
    if (problem) std::rethrow_exception(problem);
    return left;
}

#endif

}  // namespace llk
