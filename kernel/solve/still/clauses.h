// The learnt clauses ("at least one of these holds") and which of them are worth keeping.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/pairs.h"
#include "solve/still/proof.h"

namespace llk {

/// "This pair goes together", or its negation: twice the pair's number, plus one if negated.
using Literal = std::int32_t;
constexpr Literal yes(Pair pair) { return 2 * pair; }
constexpr Literal no(Pair pair) { return 2 * pair + 1; }
constexpr Pair to_pair(Literal literal) { return literal >> 1; }
constexpr bool is_no(Literal literal) { return (literal & 1) != 0; }

using ClauseRef = std::int32_t;
inline constexpr ClauseRef NO_CLAUSE = -1;

/// The clauses of one search.
class Clauses {
  public:
    /// Adds a clause of at least two literals; the fewer decision levels they come from, the more it is worth.
    ClauseRef add(std::span<const Literal> literals, Proof::Entry entry, int levels) {
        clauses_.push_back(
            {static_cast<std::uint32_t>(literals_.size()), static_cast<std::uint32_t>(literals.size()), entry, levels});
        literals_.insert(literals_.end(), literals.begin(), literals.end());
        return static_cast<ClauseRef>(clauses_.size() - 1);
    }

    std::span<Literal> literals(ClauseRef clause) {
        const Clause& found = clauses_[static_cast<std::size_t>(clause)];
        return {literals_.data() + found.first, found.size};
    }
    std::span<const Literal> literals(ClauseRef clause) const {
        const Clause& found = clauses_[static_cast<std::size_t>(clause)];
        return {literals_.data() + found.first, found.size};
    }
    Proof::Entry entry(ClauseRef clause) const {
        return clause == NO_CLAUSE ? Proof::NOTHING : clauses_[static_cast<std::size_t>(clause)].entry;
    }

    std::size_t size() const { return clauses_.size(); }

    template <class Take>
    void each(Take take) const {
        for (std::size_t i = 0; i < clauses_.size(); ++i) take(static_cast<ClauseRef>(i));
    }

    /// Whether there are enough clauses to reduce.
    bool is_full() const { return clauses_.size() >= limit_; }

    /// Forgets the worse half of the clauses from many levels; all numbers change.
    void reduce() {
        std::vector<std::size_t> worst;
        for (std::size_t i = 0; i < clauses_.size(); ++i)
            if (clauses_[i].levels > KEEP_LEVELS) worst.push_back(i);
        // Of clauses from equally many levels, newer ones are worth more.
        std::ranges::sort(worst, [&](std::size_t a, std::size_t b) {
            return clauses_[a].levels != clauses_[b].levels ? clauses_[a].levels > clauses_[b].levels : a < b;
        });
        worst.resize(worst.size() / 2);
        std::vector<std::uint8_t> dropped(clauses_.size());
        for (const std::size_t i : worst) dropped[i] = 1;
        std::vector<Clause> kept;
        std::vector<Literal> literals;
        for (std::size_t i = 0; i < clauses_.size(); ++i) {
            if (dropped[i]) continue;
            Clause clause = clauses_[i];
            const auto from = literals_.begin() + clause.first;
            clause.first = static_cast<std::uint32_t>(literals.size());
            literals.insert(literals.end(), from, from + clause.size);
            kept.push_back(clause);
        }
        clauses_ = std::move(kept);
        literals_ = std::move(literals);
        limit_ += limit_ / 10;
    }

    std::size_t bytes() const { return clauses_.capacity() * sizeof(Clause) + literals_.capacity() * sizeof(Literal); }

  private:
    static constexpr std::size_t FIRST_LIMIT = 4000;
    static constexpr int KEEP_LEVELS = 3;

    struct Clause {
        std::uint32_t first, size;
        Proof::Entry entry;
        int levels;
    };
    std::size_t limit_ = FIRST_LIMIT;
    std::vector<Clause> clauses_;
    std::vector<Literal> literals_;
};

}  // namespace llk
