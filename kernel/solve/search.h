// What every search for a win has in common: what it may use, and what it answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "values/cell.h"

namespace llk {

/// What a search may use. A node is the unit of work of the search at hand; nodes are the same everywhere, seconds not.
class Budget {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t NO_LIMIT = std::numeric_limits<std::uint64_t>::max();

    /// Now and then go_on is called; whoever wants the search to end throws.
    explicit Budget(
        std::uint64_t nodes = NO_LIMIT, double seconds = std::numeric_limits<double>::infinity(),
        std::function<void()> go_on = [] {})
        : limit_{nodes}, timed_{seconds < 1e9}, go_on_{std::move(go_on)} {
        if (timed_)
            end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    /// Counts a node; false where the budget is spent, and then for ever.
    bool spend() {
        if (spent_ || nodes_ >= limit_) {
            spent_ = true;
            return false;
        }
        if (++nodes_ % LOOK_UP_EVERY == 0) look_up();
        return true;
    }
    /// Work that is no node, but takes so long that the clock is worth a look.
    void look_up() {
        go_on_();
        if (timed_ && Clock::now() >= end_) spent_ = true;
    }
    bool spent() const { return spent_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr std::uint64_t LOOK_UP_EVERY = 256;

    std::uint64_t limit_, nodes_ = 0;
    bool timed_, spent_ = false;
    Clock::time_point end_;
    std::function<void()> go_on_;
};

enum class Winnable : std::int8_t { no, yes, unknown };

/// Why a position cannot be won.
enum class Loss : std::uint8_t {
    none,        // it can, or nobody knows
    odd,         // a kind has an odd number of tiles
    walled_off,  // the tiles of a kind cannot be paired even on a board without any other tile
    blocked,     // blocked sets: whatever the pairing, some tiles wait for each other for ever
    exhausted,   // every line of play was tried
};

struct Outcome {
    Winnable winnable = Winnable::unknown;
    std::vector<Move> moves;  // a win, where there is one
    Loss loss = Loss::none;
    std::vector<Cell> tiles;                 // odd: the kind's tiles; walled_off: those that cannot be paired
    std::vector<std::vector<Cell>> blocked;  // sets of tiles that prove the loss of a board on which nothing moves
};

/// A search from one position that remembers what it has learnt from question to question.
class Solver {
  public:
    virtual ~Solver() = default;

    /// Whether the position can be won after these moves, which must be legal one after the other.
    virtual Outcome solve(std::span<const Move> played, Budget& budget) = 0;

    /// Bytes in use now.
    virtual std::size_t bytes() const = 0;
};

}  // namespace llk
