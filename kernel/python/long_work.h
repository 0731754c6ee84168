// Long work: without the interpreter lock, interrupted by signals, by time limits, and by the end of the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "values/checkpoint.h"

namespace llk::python {

namespace nb = nanobind;
using Clock = std::chrono::steady_clock;

/// Thrown when the time limit of a thread is over; Python gets it as llk.OutOfTime.
struct OutOfTime {};

/// When the work of this thread must end; set by deadline.py.
inline thread_local Clock::time_point deadline = Clock::time_point::max();

/// Throws if the time limit of this thread is over.
inline void check_deadline() {
    if (deadline != Clock::time_point::max() && Clock::now() >= deadline) throw OutOfTime();
}

/// Stops threads that work without the lock when the interpreter is about to end. To ask for the lock after that would
/// end the thread in the middle of C++, and with it the process (until Python 3.14, which stops such threads itself).
class ExitGate {
  public:
    /// The one gate. It is never destroyed: threads may wait at it until the process ends.
    static ExitGate& get() {
        static ExitGate& gate = *new ExitGate;
        return gate;
    }

    /// Called before a thread gives the lock back.
    void leave() {
        const std::scoped_lock lock{mutex_};
        ++outside_;
    }
    /// Called before it asks for the lock again; does not return if the interpreter is about to end.
    void ask() {
        {
            const std::scoped_lock lock{mutex_};
            if (!closed_ || std::this_thread::get_id() == closed_by_) return;
            --outside_;
            changed_.notify_all();
        }
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    /// Called when it has the lock.
    void enter() {
        const std::scoped_lock lock{mutex_};
        --outside_;
        changed_.notify_all();
    }

    /// Closes the gate and waits, not for long, until no other thread works outside; called with the lock.
    void close() {
        const nb::gil_scoped_release release;
        std::unique_lock lock{mutex_};
        closed_ = true;
        closed_by_ = std::this_thread::get_id();
        changed_.wait_for(lock, std::chrono::seconds(1), [&] { return outside_ == 0; });
    }

    /// Forgets all threads, which a fork has left behind. One of them may have held the mutex, so nobody can unlock or
    /// destroy it: a new one takes its place.
    void forget() { new (this) ExitGate; }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int outside_ = 0;  // threads without the lock
    bool closed_ = false;
    std::thread::id closed_by_;
};

/// Gives the interpreter lock back for as long as it lives.
class WithoutLock {
  public:
    WithoutLock() { give_back(); }
    ~WithoutLock() { take(); }
    WithoutLock(const WithoutLock&) = delete;
    WithoutLock& operator=(const WithoutLock&) = delete;

    /// Takes the lock for a moment to handle signals; throws what a handler raises.
    void check_signals() {
        struct Taken {
            WithoutLock& from;
            explicit Taken(WithoutLock& given_back) : from{given_back} { from.take(); }
            ~Taken() { from.give_back(); }
        };
        const Taken taken{*this};
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }

  private:
    void give_back() {
        ExitGate::get().leave();
        state_ = PyEval_SaveThread();
    }
    void take() {
        ExitGate::get().ask();
        PyEval_RestoreThread(state_);
        ExitGate::get().enter();
    }

    PyThreadState* state_ = nullptr;
};

/// The result of long work that needs no Python, done without the interpreter lock. The work is given a checkpoint that
/// looks at the clock on every `period`-th call.
template <class Work>
auto without_lock(Work work, unsigned period = 1) {
    constexpr auto between_signals = std::chrono::milliseconds(20);
    const Clock::time_point end = deadline;
    WithoutLock unlocked;
    Clock::time_point next = Clock::now() + between_signals;
    return work(Checkpoint{[&, period, calls = 0U]() mutable {
        if (++calls % period != 0) return;
        const auto now = Clock::now();
        if (now >= end) throw OutOfTime();
        if (now < next) return;
        unlocked.check_signals();
        next = Clock::now() + between_signals;
    }});
}

}  // namespace llk::python
