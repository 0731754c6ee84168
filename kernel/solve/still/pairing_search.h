// Whether a board without gravity can be won: a conflict-driven search over pairings.
//
// Removing tiles never destroys a link here, so the order of the moves does not matter, only which tile goes with
// which. For every two tiles of a kind there is a variable, "these two go together"; each tile goes with exactly one
// other (assignment.h). After every decision the optimistic closure (closure.h) tells whether all tiles could still go.
// If a set remains, one of its tiles must go with a partner that is ruled out now (blocked_set.h): that is a clause,
// and the search learns from it as SAT solvers do (conflict_analysis.h), with backjumping, restarts by Luby's sequence
// and decaying activities (branching.h). A conflict that depends on no decision proves the board lost, and the blocked
// sets behind it are the certificate (proof.h).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/pairs.h"
#include "solve/search.h"
#include "solve/still/activity.h"
#include "solve/still/assignment.h"
#include "solve/still/blocked_set.h"
#include "solve/still/branching.h"
#include "solve/still/closure.h"
#include "solve/still/conflict_analysis.h"
#include "solve/still/occupancy.h"
#include "solve/still/proof.h"

namespace llk {

/// The search of one board; keeps what it learns from question to question.
template <std::unsigned_integral Word>
class PairingSearch {
  public:
    PairingSearch(const Occupancy<Word>& start, const Pairs& pairs)
        : pairs_{pairs},
          closure_{start, pairs},
          activity_{n_pairs()},
          proof_{pairs.tiles()},
          assignment_{pairs, closure_, proof_},
          blocked_set_{pairs, closure_, assignment_, proof_},
          analysis_{n_pairs(), assignment_, activity_, proof_},
          branching_{start, pairs, assignment_, activity_} {}
    PairingSearch(const PairingSearch&) = delete;  // the parts refer to each other
    PairingSearch& operator=(const PairingSearch&) = delete;

    /// Decides whether all tiles can go if these pairs go together. On yes the closure is a win. Throws Spent when the
    /// time is over; then too the search can go on with the next question.
    Winnable decide(std::span<const Pair> assumptions, Budget& budget) {
        if (lost_) return Winnable::no;
        closure_.use(budget);
        backtrack(0);
        assumptions_.assign(assumptions.begin(), assumptions.end());
        std::uint64_t until_restart = next_restart();
        for (;;) {
            Conflict conflict = assignment_.propagate();
            if (!conflict && !closure_.is_complete()) {
                if (!count_work(budget)) return Winnable::unknown;
                const auto allowed = [&](Pair pair) { return assignment_.value(pair) != Value::no; };
                if (!closure_.compute(allowed)) conflict = blocked_set_.find_conflict(conflicts_, work_);
            }
            if (conflict) {
                ++conflicts_;
                if (!learn(conflict)) return lose();
                if (learnt_bytes() > MAX_BYTES) return Winnable::unknown;
                if (until_restart > 0) --until_restart;
                continue;
            }
            if (closure_.wins() && keeps_assumptions()) return Winnable::yes;
            if (until_restart == 0) {
                backtrack(0);
                assignment_.reduce_clauses();
                until_restart = next_restart();
                continue;
            }
            switch (decide_assumption()) {
                case Assumption::refuted: return Winnable::no;
                case Assumption::decided: continue;
                case Assumption::none: break;
            }
            assignment_.decide(conflicts_ == 0 ? branching_.choose_from(closure_) : branching_.choose());
        }
    }

    const Closure<Word>& closure() const { return closure_; }
    bool lost() const { return lost_; }
    std::vector<std::vector<Tile>> blocked_sets() const { return proof_.sets_behind(last_entry_); }

    std::size_t bytes() const { return learnt_bytes() + n_pairs() * BYTES_PER_PAIR + n_tiles() * BYTES_PER_TILE; }

    /// The most bytes of clauses and proof; the search gives up beyond that.
    static constexpr std::size_t MAX_BYTES = std::size_t{256} << 20;

  private:
    static constexpr std::size_t BYTES_PER_PAIR =
        sizeof(Value) + 2 * sizeof(std::int32_t) + 8 + sizeof(Proof::Entry) + 1 + 2 * 24 + 16;
    static constexpr std::size_t BYTES_PER_TILE = 200;
    static constexpr std::uint64_t RESTART_UNIT = 32;
    static constexpr std::size_t CHECK_CLOCK_AFTER = 20'000;  // tiles handled: a few milliseconds

    enum class Assumption { none, decided, refuted };

    std::size_t n_pairs() const { return static_cast<std::size_t>(pairs_.count()); }
    std::size_t n_tiles() const { return static_cast<std::size_t>(pairs_.tiles()); }
    std::size_t learnt_bytes() const { return proof_.bytes() + assignment_.clause_bytes(); }

    /// Counts a node, and checks the clock after much work, since the nodes of large boards take long.
    bool count_work(Budget& budget) {
        work_ += n_tiles();
        if (work_ >= CHECK_CLOCK_AFTER) {
            work_ = 0;
            budget.check_clock();
        }
        return budget.spend();
    }

    void backtrack(int to) {
        assignment_.backtrack(to, [&](Pair pair) { activity_.push(pair); });
        branching_.backtrack();
    }

    /// Learns from the current conflict and backtracks; false if it depends on no decision.
    bool learn(const Conflict& conflict) {
        const int level = analysis_.find_level();
        if (level == 0) {
            last_entry_ = analysis_.log_final(conflict);
            return false;
        }
        backtrack(level);
        const Lesson lesson = analysis_.analyse(conflict);
        backtrack(lesson.backtrack_to);
        analysis_.add_clauses(conflict, lesson);
        return true;
    }

    Winnable lose() {
        lost_ = true;
        return Winnable::no;
    }

    /// Decides the next assumption that is still open.
    Assumption decide_assumption() {
        for (const Pair pair : assumptions_) {
            if (assignment_.value(pair) == Value::no) return Assumption::refuted;
            if (assignment_.value(pair) == Value::yes) continue;
            assignment_.decide(pair);
            return Assumption::decided;
        }
        return Assumption::none;
    }
    bool keeps_assumptions() const {
        return std::ranges::all_of(assumptions_, [&](Pair pair) { return closure_.uses(pair); });
    }

    std::uint64_t next_restart() { return RESTART_UNIT * luby(++restarts_); }
    static std::uint64_t luby(std::uint64_t i) {
        for (std::uint64_t k = 1;; ++k) {
            if (i == (std::uint64_t{1} << k) - 1) return std::uint64_t{1} << (k - 1);
            if (i < (std::uint64_t{1} << k) - 1) return luby(i - (std::uint64_t{1} << (k - 1)) + 1);
        }
    }

    const Pairs& pairs_;
    Closure<Word> closure_;
    Activity activity_;
    Proof proof_;
    Assignment<Word> assignment_;
    BlockedSet<Word> blocked_set_;
    ConflictAnalysis<Word> analysis_;
    Branching<Word> branching_;
    std::vector<Pair> assumptions_;
    std::uint64_t conflicts_ = 0, restarts_ = 0;
    std::size_t work_ = 0;  // since the clock was last checked
    bool lost_ = false;
    Proof::Entry last_entry_ = Proof::NOTHING;
};

}  // namespace llk
