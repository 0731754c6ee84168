// Learning from conflicts as SAT solvers do: the first unique implication point, with a proof of everything learnt.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/pairs.h"
#include "solve/still/activity.h"
#include "solve/still/assignment.h"
#include "solve/still/clauses.h"
#include "solve/still/proof.h"

namespace llk {

/// What was learnt from a conflict.
struct Lesson {
    int backtrack_to;  // the level on which the learnt clause has one open literal
    int levels;        // from which its literals come
};

/// Turns conflicts into clauses.
template <std::unsigned_integral Word>
class ConflictAnalysis {
  public:
    ConflictAnalysis(std::size_t pairs, Assignment<Word>& assignment, Activity& activity, Proof& proof)
        : assignment_{assignment}, activity_{activity}, proof_{proof}, seen_(pairs) {}

    /// The highest level of the current conflict; 0 means that it depends on no decision.
    int find_level() const {
        int highest = 0;
        for (const Literal literal : assignment_.conflict())
            highest = std::max(highest, assignment_.level(to_pair(literal)));
        return highest;
    }

    /// Logs a conflict on level 0, which proves the board lost.
    Proof::Entry log_final(const Conflict& conflict) {
        grounds_.assign(1, conflict.entry);
        for (const Literal literal : assignment_.conflict()) grounds_.push_back(assignment_.fact(to_pair(literal)));
        return proof_.add(grounds_);
    }

    /// Resolves the conflict backwards along the trail until one literal of the current level is left; that literal
    /// comes first in the learnt clause, one of the next lower level second.
    Lesson analyse(const Conflict& conflict) {
        grounds_.assign(1, conflict.entry);
        if (conflict.is_blocked_set) blocked_ = assignment_.conflict();
        learnt_.assign(1, 0);
        int open = 0;
        const auto meet = [&](Literal literal) {
            const Pair pair = to_pair(literal);
            if (seen_[index(pair)]) return;
            if (assignment_.level(pair) == 0) {
                grounds_.push_back(assignment_.fact(pair));
                return;
            }
            seen_[index(pair)] = 1;
            marked_.push_back(pair);
            activity_.raise(pair);
            if (assignment_.level(pair) == assignment_.level())
                ++open;
            else
                learnt_.push_back(literal);
        };
        for (const Literal literal : assignment_.conflict()) meet(literal);
        const auto trail = assignment_.trail();
        std::size_t at = trail.size();
        Pair pair = 0;
        for (;;) {
            while (!seen_[index(trail[--at])]) {
            }
            pair = trail[at];
            if (--open == 0) break;
            assignment_.each_ground(pair, meet);
            if (assignment_.reason(pair).by == Reason::By::clause) grounds_.push_back(assignment_.clause_entry(pair));
        }
        learnt_[0] = assignment_.value(pair) == Value::yes ? no(pair) : yes(pair);
        drop_implied();
        for (const Pair marked : marked_) seen_[index(marked)] = 0;
        marked_.clear();
        return sort_levels();
    }

    /// Adds the learnt clause, after backtracking, and the clause of the blocked set if the conflict came from one.
    void add_clauses(const Conflict& conflict, const Lesson& lesson) {
        if (conflict.is_blocked_set) keep_blocked(conflict.entry);
        activity_.decay();
        assignment_.add_learnt(learnt_, proof_.add(grounds_), lesson.levels);
    }

  private:
    static constexpr std::size_t MAX_KEPT = 16;  // literals of a blocked set's clause

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

    /// Drops literals that follow from the others in one step.
    void drop_implied() {
        std::size_t kept = 1;
        for (std::size_t i = 1; i < learnt_.size(); ++i) {
            const Pair pair = to_pair(learnt_[i]);
            bool implied = assignment_.reason(pair).by != Reason::By::decision;
            const std::size_t grounds = grounds_.size();
            assignment_.each_ground(pair, [&](Literal literal) {
                const Pair ground = to_pair(literal);
                if (assignment_.level(ground) == 0)
                    grounds_.push_back(assignment_.fact(ground));
                else if (!seen_[index(ground)])
                    implied = false;
            });
            if (!implied) {
                grounds_.resize(grounds);
                learnt_[kept++] = learnt_[i];
            } else if (assignment_.reason(pair).by == Reason::By::clause) {
                grounds_.push_back(assignment_.clause_entry(pair));
            }
        }
        learnt_.resize(kept);
    }

    /// Puts a literal of the second highest level second and counts the levels.
    Lesson sort_levels() {
        if (learnt_.size() == 1) return {0, 1};
        std::size_t second = 1;
        levels_.assign(1, assignment_.level());
        for (std::size_t i = 1; i < learnt_.size(); ++i) {
            const int level = assignment_.level(to_pair(learnt_[i]));
            levels_.push_back(level);
            if (level > assignment_.level(to_pair(learnt_[second]))) second = i;
        }
        std::swap(learnt_[1], learnt_[second]);
        std::ranges::sort(levels_);
        const auto repeated = std::ranges::unique(levels_);
        return {assignment_.level(to_pair(learnt_[1])), static_cast<int>(repeated.begin() - levels_.begin())};
    }

    /// Keeps the clause of a blocked set too if it is short and at least two of its literals are open again: it says
    /// more about the board than the clause learnt from it.
    void keep_blocked(Proof::Entry entry) {
        const auto level = [&](Literal literal) { return assignment_.level(to_pair(literal)); };  // at the conflict
        std::ranges::sort(blocked_, [&](Literal a, Literal b) {
            const int at_a = level(a), at_b = level(b);
            return at_a != at_b ? at_a > at_b : a < b;
        });
        if (blocked_.size() < 2 || blocked_.size() > MAX_KEPT) return;
        if (assignment_.value(to_pair(blocked_[1])) != Value::open) return;
        int levels = 1;
        for (std::size_t i = 1; i < blocked_.size(); ++i) levels += level(blocked_[i]) != level(blocked_[i - 1]);
        assignment_.add_clause(blocked_, entry, levels);
    }

    Assignment<Word>& assignment_;
    Activity& activity_;
    Proof& proof_;
    std::vector<std::uint8_t> seen_;  // by pair
    // Kept from call to call to spare the allocator:
    std::vector<Literal> learnt_, blocked_;
    std::vector<Proof::Entry> grounds_;
    std::vector<Pair> marked_;
    std::vector<int> levels_;
};

}  // namespace llk
