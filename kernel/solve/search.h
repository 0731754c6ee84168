// What all solvers share: the budget, the outcome and the interface.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "values/cell.h"
#include "values/checkpoint.h"

namespace llk {

/// Thrown by Budget::work when the time is over.
struct Spent {};

/// The limits of a search. A node is the search's unit of work; node counts are the same on every machine.
class Budget {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t NO_LIMIT = std::numeric_limits<std::uint64_t>::max();

    explicit Budget(std::uint64_t nodes = NO_LIMIT, double seconds = std::numeric_limits<double>::infinity(),
                    Checkpoint checkpoint = NO_CHECKPOINT)
        : limit_{nodes}, timed_{seconds < 1e9}, checkpoint_{std::move(checkpoint)} {
        if (timed_) {
            const std::chrono::duration<double> left{std::max(seconds, 0.0)};
            end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
        }
    }

    /// Counts a node; false once the budget is spent.
    bool spend() {
        if (spent_ || nodes_ >= limit_) {
            spent_ = true;
            return false;
        }
        if (++nodes_ % CHECK_CLOCK_EVERY == 0) check_clock();
        return true;
    }
    /// Checks the clock; also called during long work that counts no nodes.
    void check_clock() {
        checkpoint_();
        if (timed_ && Clock::now() >= end_) spent_ = true;
    }
    /// Counts work that is not nodes, in steps of a few nanoseconds, and checks the clock after much of it; throws
    /// Spent when the time is over. For searches that can be given up at any point.
    void work(std::size_t steps) {
        work_ += steps;
        if (work_ < CHECK_CLOCK_AFTER) return;
        work_ = 0;
        check_clock();
        if (spent_) throw Spent{};
    }
    bool spent() const { return spent_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t nodes_left() const { return limit_ - std::min(nodes_, limit_); }

    /// Counts nodes that other threads searched.
    void spend_elsewhere(std::uint64_t nodes) {
        nodes_ += nodes;
        if (nodes_ >= limit_) spent_ = true;
    }

  private:
    static constexpr std::uint64_t CHECK_CLOCK_EVERY = 256;
    static constexpr std::size_t CHECK_CLOCK_AFTER = 100'000;

    std::uint64_t limit_, nodes_ = 0;
    std::size_t work_ = 0;  // since the clock was last checked
    bool timed_, spent_ = false;
    Clock::time_point end_;
    Checkpoint checkpoint_;
};

/// Whether a position can be won.
enum class Winnable : std::int8_t { no, yes, unknown };

/// Why a position cannot be won.
enum class Loss : std::uint8_t {
    none,        // it can, or undecided
    odd,         // some kind has an odd number of tiles
    walled_off,  // the tiles of a kind cannot be paired even without any other tile on the board
    blocked,     // blocked sets: in every pairing, some tiles wait for each other
    exhausted,   // every sequence of moves was tried
};

/// What a solver found.
struct Outcome {
    Winnable winnable = Winnable::unknown;
    std::vector<Move> moves;  // a win, if one was found
    Loss loss = Loss::none;
    std::vector<Cell> tiles;                 // odd: the tiles of the kind; walled_off: those that cannot be paired
    std::vector<std::vector<Cell>> blocked;  // sets of tiles that prove the loss of a board without gravity
};

/// A solver of one position that remembers what it has learnt from question to question.
class Solver {
  public:
    virtual ~Solver() = default;

    /// Decides whether the position can be won after these moves, which must be legal in sequence.
    virtual Outcome solve(std::span<const Move> played, Budget& budget) = 0;

    /// The bytes in use.
    virtual std::size_t bytes() const = 0;
};

}  // namespace llk
