// Which pairs are decided, why, and what follows from them.
//
// Every tile goes with exactly one other, and every learnt clause holds. Clauses are propagated by two watched
// literals.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "solve/pairs.h"
#include "solve/still/clauses.h"
#include "solve/still/closure.h"
#include "solve/still/proof.h"

namespace llk {

/// Whether a pair goes together.
enum class Value : std::int8_t { no = -1, open = 0, yes = 1 };

/// Why a pair has its value: a decision, a pair that is true, all other pairs of a tile being false, or a clause.
struct Reason {
    enum class By : std::uint8_t { decision, pair, tile, clause } by = By::decision;
    std::int32_t what = 0;
};

/// A clause whose literals are all false; Assignment::conflict() has the literals.
struct Conflict {
    Proof::Entry entry = Proof::NOTHING;
    bool exists = false;
    bool is_blocked_set = false;
    explicit operator bool() const { return exists; }
};

/// The values of all pairs, and the trail of how they came about.
template <std::unsigned_integral Word>
class Assignment {
  public:
    static constexpr Tile NO_TILE = -1;

    Assignment(const Pairs& pairs, Closure<Word>& closure, Proof& proof)
        : pairs_{pairs},
          closure_{closure},
          proof_{proof},
          value_(index(pairs.count())),
          level_(value_.size()),
          reason_(value_.size()),
          fact_(value_.size()),
          watches_(2 * value_.size()),
          open_(index(pairs.tiles())),
          mate_(index(pairs.tiles()), NO_TILE) {
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile)
            open_[index(tile)] = pairs_.last(tile) - pairs_.first(tile) - 1;
    }

    Value value(Pair pair) const { return value_[index(pair)]; }
    int level() const { return static_cast<int>(level_starts_.size()); }
    int level(Pair pair) const { return level_[index(pair)]; }
    Reason reason(Pair pair) const { return reason_[index(pair)]; }
    Proof::Entry fact(Pair pair) const { return fact_[index(pair)]; }  // why it holds whatever is decided
    Tile mate(Tile tile) const { return mate_[index(tile)]; }
    std::span<const Pair> trail() const { return trail_; }

    /// The literals of the current conflict.
    std::vector<Literal>& conflict() { return conflict_; }
    const std::vector<Literal>& conflict() const { return conflict_; }

    /// Decides that a pair goes together, on a new level.
    void decide(Pair pair) {
        level_starts_.push_back(trail_.size());
        assign(pair, Value::yes, {});
    }

    /// Returns to a level, calling unassigned(pair) for every pair that is open again.
    template <class Unassigned>
    void backtrack(int to, Unassigned unassigned) {
        if (level() <= to) return;
        const std::size_t first = level_starts_[index(to)];
        for (std::size_t i = trail_.size(); i-- > first;) {
            const Pair pair = trail_[i];
            const auto [a, b] = pairs_.ends(pair);
            if (value(pair) == Value::yes) {
                mate_[index(a)] = mate_[index(b)] = NO_TILE;
            } else {
                ++open_[index(a)];
                ++open_[index(b)];
            }
            value_[index(pair)] = Value::open;
            unassigned(pair);
        }
        trail_.resize(first);
        level_starts_.resize(index(to));
        next_ = std::min(next_, first);
    }

    /// Draws all conclusions except those of the closure.
    Conflict propagate() {
        while (next_ < trail_.size()) {
            const Pair pair = trail_[next_++];
            const auto [a, b] = pairs_.ends(pair);
            if (value(pair) == Value::yes) {
                for (const Tile tile : {a, b})
                    for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
                        if (other == tile) continue;
                        const Pair rival = pairs_.pair(tile, other);
                        if (rival == pair || value(rival) == Value::no) continue;
                        if (value(rival) == Value::yes) return contradict({no(pair), no(rival)}, Proof::NOTHING);
                        assign(rival, Value::no, {Reason::By::pair, pair});
                    }
            } else {
                for (const Tile tile : {a, b}) {
                    if (mate(tile) != NO_TILE || open_[index(tile)] > 1) continue;
                    if (const Conflict conflict = take_last_pair(tile)) return conflict;
                }
            }
            if (const Conflict conflict = visit_watches(value(pair) == Value::yes ? no(pair) : yes(pair)))
                return conflict;
        }
        return {};
    }

    /// Adds a learnt clause of which all literals but the first are false, and makes the first one true.
    void add_learnt(std::span<const Literal> literals, Proof::Entry entry, int levels) {
        Reason reason{Reason::By::clause, NO_CLAUSE};
        if (literals.size() > 1)
            reason.what = add_clause(literals, entry, levels);
        else
            unit_entry_ = entry;
        assign(to_pair(literals[0]), is_no(literals[0]) ? Value::no : Value::yes, reason);
    }

    /// Adds a clause that watches its first two literals.
    ClauseRef add_clause(std::span<const Literal> literals, Proof::Entry entry, int levels) {
        const ClauseRef clause = clauses_.add(literals, entry, levels);
        watch(clause);
        return clause;
    }

    /// Forgets the less useful clauses, if there are many; only on level 0.
    void reduce_clauses() {
        if (!clauses_.is_full()) return;
        clauses_.reduce();  // the reasons of facts are never read again
        for (auto& watchers : watches_) watchers.clear();
        clauses_.each([&](ClauseRef clause) { watch(clause); });
    }

    /// Calls take(literal) for the false literals from which a pair's value follows.
    template <class Take>
    void each_ground(Pair pair, Take take) const {
        const Reason reason = reason_[index(pair)];
        switch (reason.by) {
            case Reason::By::decision: break;
            case Reason::By::pair: take(no(reason.what)); break;
            case Reason::By::tile:
                for (Tile other = pairs_.first(reason.what); other < pairs_.last(reason.what); ++other)
                    if (other != reason.what)
                        if (const Pair ground = pairs_.pair(reason.what, other); ground != pair) take(yes(ground));
                break;
            case Reason::By::clause:
                for (const Literal literal : clauses_.literals(reason.what))
                    if (to_pair(literal) != pair) take(literal);
                break;
        }
    }

    /// The proof of the clause that a pair follows from.
    Proof::Entry clause_entry(Pair pair) const { return clauses_.entry(reason_[index(pair)].what); }

    /// The bytes of the learnt clauses.
    std::size_t clause_bytes() const { return clauses_.bytes() + clauses_.size() * 4 * sizeof(Watch); }

  private:
    struct Watch {
        ClauseRef clause;
        Literal other;  // another literal of the clause: if it is true, there is nothing to do
    };

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    bool is_true(Literal literal) const { return value(to_pair(literal)) == (is_no(literal) ? Value::no : Value::yes); }
    bool is_false(Literal literal) const {
        return value(to_pair(literal)) == (is_no(literal) ? Value::yes : Value::no);
    }

    void assign(Pair pair, Value value, Reason reason) {
        value_[index(pair)] = value;
        level_[index(pair)] = level();
        reason_[index(pair)] = reason;
        trail_.push_back(pair);
        if (level() == 0) fact_[index(pair)] = log_fact(pair);
        const auto [a, b] = pairs_.ends(pair);
        if (value == Value::yes) {
            mate_[index(a)] = b;
            mate_[index(b)] = a;
        } else {
            --open_[index(a)];
            --open_[index(b)];
            closure_.rule_out(pair);
        }
    }

    /// Logs why a pair has its value whatever is decided.
    Proof::Entry log_fact(Pair pair) {
        std::vector<Proof::Entry> grounds;
        const Reason reason = reason_[index(pair)];
        if (reason.by == Reason::By::clause)
            grounds.push_back(reason.what == NO_CLAUSE ? unit_entry_ : clauses_.entry(reason.what));
        if (reason.by != Reason::By::clause || reason.what != NO_CLAUSE)
            each_ground(pair, [&](Literal literal) { grounds.push_back(fact(to_pair(literal))); });
        return proof_.add(grounds);
    }

    Conflict contradict(std::initializer_list<Literal> literals, Proof::Entry entry) {
        conflict_.assign(literals);
        return {entry, true};
    }

    /// Assigns the only pair left to a tile without a mate; a conflict if there is none.
    Conflict take_last_pair(Tile tile) {
        for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
            if (other == tile) continue;
            if (const Pair pair = pairs_.pair(tile, other); value(pair) == Value::open) {
                assign(pair, Value::yes, {Reason::By::tile, tile});
                return {};
            }
        }
        conflict_.clear();
        for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other)
            if (other != tile) conflict_.push_back(yes(pairs_.pair(tile, other)));
        return {Proof::NOTHING, true};
    }

    void watch(ClauseRef clause) {
        const auto literals = clauses_.literals(clause);
        watches_[index(literals[0])].push_back({clause, literals[1]});
        watches_[index(literals[1])].push_back({clause, literals[0]});
    }

    /// Lets every clause that watches a literal that is now false find another one to watch.
    Conflict visit_watches(Literal falsified) {
        auto& watchers = watches_[index(falsified)];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < watchers.size(); ++i) {
            const Watch watch = watchers[i];
            if (is_true(watch.other)) {
                watchers[kept++] = watch;
                continue;
            }
            const std::span<Literal> clause = clauses_.literals(watch.clause);
            if (clause[0] == falsified) std::swap(clause[0], clause[1]);
            const Watch renewed{watch.clause, clause[0]};
            if (clause[0] != watch.other && is_true(clause[0])) {
                watchers[kept++] = renewed;
                continue;
            }
            bool moved = false;
            for (std::size_t k = 2; k < clause.size(); ++k) {
                if (is_false(clause[k])) continue;
                std::swap(clause[1], clause[k]);
                watches_[index(clause[1])].push_back(renewed);
                moved = true;
                break;
            }
            if (moved) continue;
            watchers[kept++] = renewed;
            if (is_false(clause[0])) {
                for (++i; i < watchers.size(); ++i) watchers[kept++] = watchers[i];
                watchers.resize(kept);
                conflict_.assign(clause.begin(), clause.end());
                return {clauses_.entry(watch.clause), true};
            }
            assign(to_pair(clause[0]), is_no(clause[0]) ? Value::no : Value::yes, {Reason::By::clause, watch.clause});
        }
        watchers.resize(kept);
        return {};
    }

    const Pairs& pairs_;
    Closure<Word>& closure_;
    Proof& proof_;
    std::vector<Value> value_;  // by pair, as the next three
    std::vector<std::int32_t> level_;
    std::vector<Reason> reason_;
    std::vector<Proof::Entry> fact_;
    std::vector<std::vector<Watch>> watches_;  // by literal
    std::vector<std::int32_t> open_;           // by tile: pairs not ruled out
    std::vector<Tile> mate_;
    std::vector<Pair> trail_;
    std::vector<std::size_t> level_starts_;
    std::size_t next_ = 0;  // the first of the trail that is not propagated yet
    Clauses clauses_;
    Proof::Entry unit_entry_ = Proof::NOTHING;
    std::vector<Literal> conflict_;
};

}  // namespace llk
