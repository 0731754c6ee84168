// Whether a board on which nothing moves can be won: a conflict-driven search over pairings.
//
// Removing tiles never destroys a link here, so the order of the moves does not matter, only who goes with whom. For
// every two tiles of a kind there is a variable, "these two go together"; each tile goes with exactly one other. After
// every decision the optimistic closure (plan.h) says whether the tiles could still all go. If a set stays, one of its
// tiles must go with a partner that is ruled out now: that is a clause, and the search learns from it as SAT solvers
// do (first unique implication point, backjumping, restarts after Luby's sequence, activities that decay). A
// contradiction that rests on no decision proves the board lost, and the sets behind it are the certificate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/pairs.h"
#include "solve/search.h"
#include "solve/still/activity.h"
#include "solve/still/clauses.h"
#include "solve/still/closure.h"
#include "solve/still/proof.h"
#include "values/cell.h"

namespace llk {

template <class Field>
class PairingSearch {
  public:
    PairingSearch(const Field& start, const Pairs& pairs)
        : pairs_{pairs},
          plan_{start, pairs},
          value_(n_pairs(), OPEN),
          level_(n_pairs()),
          reason_(n_pairs()),
          fact_(n_pairs()),
          seen_(n_pairs()),
          watches_(2 * n_pairs()),
          open_(n_tiles()),
          mate_(n_tiles(), NOBODY),
          activity_{n_pairs()},
          proof_{pairs.tiles()},
          now_{start},
          gone_(n_tiles()),
          let_off_(n_tiles()),
          ruled_at_(n_tiles()) {
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile)
            open_[index(tile)] = pairs_.last(tile) - pairs_.first(tile) - 1;
    }

    /// Decides whether all tiles can go if these pairs do. On yes the plan is a win.
    Winnable decide(std::span<const Pair> wanted, Budget& budget) {
        if (lost_) return Winnable::no;
        back_to(0);
        wanted_.assign(wanted.begin(), wanted.end());
        std::uint64_t until_restart = next_restart();
        for (;;) {
            Conflict conflict = propagate();
            if (!conflict && !planned_) {
                if (!count_work(budget)) return Winnable::unknown;
                planned_ = plan_.make([&](Pair pair) { return value(pair) != NO; });
                if (!planned_) conflict = blocked();
            }
            if (conflict) {
                ++conflicts_;
                if (!learn(conflict)) return lose();
                if (learnt_bytes() > MAX_BYTES) return Winnable::unknown;
                if (until_restart > 0) --until_restart;
                continue;
            }
            if (plan_.wins() && keeps_wishes()) return Winnable::yes;
            if (until_restart == 0) {
                back_to(0);
                tidy_clauses();
                until_restart = next_restart();
                continue;
            }
            switch (wish()) {
                case Wish::refused: return Winnable::no;
                case Wish::granted: continue;
                case Wish::none: break;
            }
            begin_level();
            assign(choose(), YES, Reason::none());
        }
    }

    const Plan<Field>& plan() const { return plan_; }
    bool lost() const { return lost_; }
    std::vector<std::vector<Tile>> blocked_sets() const { return proof_.sets_behind(last_entry_); }

    std::size_t bytes() const { return learnt_bytes() + n_pairs() * BYTES_PER_PAIR + n_tiles() * BYTES_PER_TILE; }

    /// What the search may keep in clauses and proof; where that is full, it gives up.
    static constexpr std::size_t MAX_BYTES = std::size_t{256} << 20;

  private:
    using Value = std::int8_t;
    static constexpr Value NO = -1, OPEN = 0, YES = 1;
    static constexpr Tile NOBODY = -1;
    static constexpr std::size_t BYTES_PER_PAIR =
        sizeof(Value) + 2 * sizeof(std::int32_t) + 8 + sizeof(Proof::Entry) + 1 + 2 * 24 + 16;
    static constexpr std::size_t BYTES_PER_TILE = 200;
    static constexpr std::uint64_t RESTART_UNIT = 32;
    static constexpr std::uint64_t SHRINK_FROM = 8, THOROUGH_FROM = 100;  // conflicts
    static constexpr std::size_t FEW_FAILURES = 2;
    static constexpr std::size_t SHORT = 16;              // literals
    static constexpr std::size_t LOOK_UP_AFTER = 20'000;  // tiles planned for: a few milliseconds

    /// Why a pair has its value: it was decided, or follows from a true pair, from all other pairs of a tile, or from a
    /// clause.
    struct Reason {
        enum class By : std::uint8_t { decision, pair, tile, clause } by = By::decision;
        std::int32_t what = 0;
        static Reason none() { return {}; }
    };
    /// What cannot be: a clause all of whose literals are false, written into conflict_.
    struct Conflict {
        Proof::Entry entry = Proof::NOTHING;
        bool there = false;
        bool is_set = false;  // it comes from a blocked set
        explicit operator bool() const { return there; }
    };
    enum class Wish { none, granted, refused };

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    std::size_t n_pairs() const { return index(pairs_.count()); }
    std::size_t n_tiles() const { return index(pairs_.tiles()); }
    Value value(Pair pair) const { return value_[index(pair)]; }
    bool is_true(Literal literal) const { return value(pair_of(literal)) == (is_no(literal) ? NO : YES); }
    bool is_false(Literal literal) const { return value(pair_of(literal)) == (is_no(literal) ? YES : NO); }
    int level() const { return static_cast<int>(level_starts_.size()); }

    /// Counts a node, and looks at the clock when much has been done since the last time: nodes of large boards are
    /// long.
    bool count_work(Budget& budget) {
        work_ += n_tiles();
        if (work_ >= LOOK_UP_AFTER) {
            work_ = 0;
            budget.look_up();
        }
        return budget.spend();
    }
    std::size_t learnt_bytes() const { return proof_.bytes() + clauses_.bytes() + clauses_.size() * 4 * sizeof(Watch); }

    // ---- assigning -------------------------------------------------------------------------------------------------

    void begin_level() { level_starts_.push_back(trail_.size()); }

    void assign(Pair pair, Value value, Reason reason) {
        value_[index(pair)] = value;
        level_[index(pair)] = level();
        reason_[index(pair)] = reason;
        trail_.push_back(pair);
        if (level() == 0) fact_[index(pair)] = log_fact(pair);
        const auto [a, b] = pairs_.ends(pair);
        if (value == YES) {
            mate_[index(a)] = b;
            mate_[index(b)] = a;
        } else {
            --open_[index(a)];
            --open_[index(b)];
            if (plan_.uses(pair)) planned_ = false;
        }
    }

    void back_to(int to) {
        if (level() <= to) return;
        const std::size_t first = level_starts_[index(to)];
        for (std::size_t i = trail_.size(); i-- > first;) {
            const Pair pair = trail_[i];
            const auto [a, b] = pairs_.ends(pair);
            if (value(pair) == YES) {
                mate_[index(a)] = mate_[index(b)] = NOBODY;
            } else {
                ++open_[index(a)];
                ++open_[index(b)];
            }
            value_[index(pair)] = OPEN;
            activity_.offer(pair);
        }
        trail_.resize(first);
        take_back();
        level_starts_.resize(index(to));
        next_ = std::min(next_, first);
    }

    /// Draws all conclusions but those of the closure.
    Conflict propagate() {
        while (next_ < trail_.size()) {
            const Pair pair = trail_[next_++];
            const auto [a, b] = pairs_.ends(pair);
            if (value(pair) == YES) {
                for (const Tile tile : {a, b})
                    for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
                        if (other == tile) continue;
                        const Pair rival = pairs_.of(tile, other);
                        if (rival == pair || value(rival) == NO) continue;
                        if (value(rival) == YES) return contradiction({no(pair), no(rival)}, Proof::NOTHING);
                        assign(rival, NO, {Reason::By::pair, pair});
                    }
            } else {
                for (const Tile tile : {a, b}) {
                    if (mate_[index(tile)] != NOBODY || open_[index(tile)] > 1) continue;
                    if (const Conflict conflict = last_choice(tile)) return conflict;
                }
            }
            if (const Conflict conflict = visit_watches(value(pair) == YES ? no(pair) : yes(pair))) return conflict;
        }
        return {};
    }

    /// A tile without a mate has one pair left, or none.
    Conflict last_choice(Tile tile) {
        for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
            if (other == tile) continue;
            if (const Pair pair = pairs_.of(tile, other); value(pair) == OPEN) {
                assign(pair, YES, {Reason::By::tile, tile});
                return {};
            }
        }
        conflict_.clear();
        for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other)
            if (other != tile) conflict_.push_back(yes(pairs_.of(tile, other)));
        return {Proof::NOTHING, true};
    }

    Conflict contradiction(std::initializer_list<Literal> literals, Proof::Entry entry) {
        conflict_.assign(literals);
        return {entry, true};
    }

    /// A literal has become false: every clause that watches it looks for another one to watch.
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
            const Watch anew{watch.clause, clause[0]};
            if (clause[0] != watch.other && is_true(clause[0])) {
                watchers[kept++] = anew;
                continue;
            }
            bool moved = false;
            for (std::size_t k = 2; k < clause.size(); ++k) {
                if (is_false(clause[k])) continue;
                std::swap(clause[1], clause[k]);
                watches_[index(clause[1])].push_back(anew);
                moved = true;
                break;
            }
            if (moved) continue;
            watchers[kept++] = anew;
            if (is_false(clause[0])) {
                for (++i; i < watchers.size(); ++i) watchers[kept++] = watchers[i];
                watchers.resize(kept);
                conflict_.assign(clause.begin(), clause.end());
                return {clauses_.entry(watch.clause), true};
            }
            assign(pair_of(clause[0]), is_no(clause[0]) ? NO : YES, {Reason::By::clause, watch.clause});
        }
        watchers.resize(kept);
        return {};
    }

    // ---- learning --------------------------------------------------------------------------------------------------

    /// The plan failed: of the tiles that stayed, one must go with a partner it links to where only they still stand.
    Conflict blocked() {
        write_blocked_clause();
        if (conflicts_ >= SHRINK_FROM) {
            shrink();
            write_blocked_clause();
        }
        return {proof_.add_set(plan_.left()), true, true};
    }

    /// Pairs that are not ruled out do not link there: the closure would have used them.
    void write_blocked_clause() {
        conflict_.clear();
        for (const Tile tile : plan_.left())
            for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
                if (other == tile || (other < tile && plan_.stays(other))) continue;
                const Pair pair = pairs_.of(tile, other);
                if (value(pair) == NO && plan_.link_at_end(tile, other)) conflict_.push_back(yes(pair));
            }
    }

    /// Makes the blocked set smaller, so that what is learnt rests on fewer decisions: kinds that the latest decisions
    /// have ruled pairs out of are let off first. That takes time, so it is done by halves while conflicts are few.
    void shrink() {
        const bool thorough = conflicts_ >= THOROUGH_FROM;
        list_ruled_kinds(thorough);
        plan_.shrink(
            kinds_, thorough ? n_tiles() : FEW_FAILURES,
            [&](Tile kind, bool ruled) {
                let_off_[index(kind)] = !ruled;
                work_ += n_tiles();
            },
            [&](Pair pair) {
                return value(pair) != NO || (level_[index(pair)] > 0 && let_off_[index(kind_of(pair))]);
            });
        for (const Tile kind : kinds_) let_off_[index(kind)] = 0;
    }
    Tile kind_of(Pair pair) const { return pairs_.first(pairs_.ends(pair).a); }

    /// Lists the kinds of the clause by level, the highest first; those of the very highest can seldom be spared.
    void list_ruled_kinds(bool with_highest) {
        kinds_.clear();
        int highest = 0;
        for (const Literal literal : conflict_) {  // kind by kind, since tiles are numbered so
            const Tile kind = kind_of(pair_of(literal));
            const int level = level_[index(pair_of(literal))];
            if (level == 0) continue;
            highest = std::max(highest, level);
            if (kinds_.empty() || kinds_.back() != kind) {
                kinds_.push_back(kind);
                ruled_at_[index(kind)] = level;
            }
            ruled_at_[index(kind)] = std::max(ruled_at_[index(kind)], level);
        }
        if (!with_highest) std::erase_if(kinds_, [&](Tile kind) { return ruled_at_[index(kind)] == highest; });
        std::ranges::sort(kinds_, [&](Tile a, Tile b) {
            const int at_a = ruled_at_[index(a)], at_b = ruled_at_[index(b)];
            return at_a != at_b ? at_a > at_b : a < b;
        });
    }

    /// Learns from conflict_ and goes back to where the lesson applies; false where nothing is left to go back to.
    bool learn(Conflict conflict) {
        int highest = 0;
        for (const Literal literal : conflict_) highest = std::max(highest, level_[index(pair_of(literal))]);
        grounds_.assign(1, conflict.entry);
        if (highest == 0) {
            for (const Literal literal : conflict_) grounds_.push_back(fact_[index(pair_of(literal))]);
            last_entry_ = proof_.add(grounds_);
            return false;
        }
        back_to(highest);
        if (conflict.is_set) blocked_ = conflict_;
        const Lesson lesson = analyse();
        back_to(lesson.back_to);
        if (conflict.is_set) keep_blocked(conflict.entry);
        activity_.decay();
        const Proof::Entry entry = proof_.add(grounds_);
        const Literal first = learnt_[0];
        Reason reason{Reason::By::clause, NO_CLAUSE};
        if (learnt_.size() > 1) {
            reason.what = clauses_.add(learnt_, entry, lesson.levels);
            watch(reason.what);
        } else {
            unit_entry_ = entry;
        }
        assign(pair_of(first), is_no(first) ? NO : YES, reason);
        return true;
    }

    /// Keeps the clause of a blocked set too, where it is short and at least two of its literals are open again: it
    /// says more about the board than what was made of it.
    void keep_blocked(Proof::Entry entry) {
        std::ranges::sort(blocked_, [&](Literal a, Literal b) {
            const int at_a = level_[index(pair_of(a))],
                      at_b = level_[index(pair_of(b))];  // as they were in the conflict
            return at_a != at_b ? at_a > at_b : a < b;
        });
        if (blocked_.size() < 2 || blocked_.size() > SHORT || value(pair_of(blocked_[1])) != OPEN) return;
        int levels = 1;
        for (std::size_t i = 1; i < blocked_.size(); ++i)
            levels += level_[index(pair_of(blocked_[i]))] != level_[index(pair_of(blocked_[i - 1]))];
        watch(clauses_.add(blocked_, entry, levels));
    }
    /// Lets a clause watch its first two literals.
    void watch(ClauseRef clause) {
        const auto literals = clauses_.literals(clause);
        watches_[index(literals[0])].push_back({clause, literals[1]});
        watches_[index(literals[1])].push_back({clause, literals[0]});
    }

    struct Lesson {
        int back_to, levels;
    };

    /// Resolves the conflict backwards along the trail until one literal of its level is left; writes learnt_, that
    /// literal first and one of the next lower level second.
    Lesson analyse() {
        learnt_.assign(1, 0);
        int open = 0;
        const auto meet = [&](Literal literal) {
            const Pair pair = pair_of(literal);
            if (seen_[index(pair)]) return;
            if (level_[index(pair)] == 0) {
                grounds_.push_back(fact_[index(pair)]);
                return;
            }
            seen_[index(pair)] = 1;
            marked_.push_back(pair);
            activity_.raise(pair);
            if (level_[index(pair)] == level())
                ++open;
            else
                learnt_.push_back(literal);
        };
        for (const Literal literal : conflict_) meet(literal);
        std::size_t at = trail_.size();
        Pair pair = 0;
        for (;;) {
            while (!seen_[index(trail_[--at])]) {
            }
            pair = trail_[at];
            if (--open == 0) break;
            each_ground(pair, meet);
            if (reason_[index(pair)].by == Reason::By::clause)
                grounds_.push_back(clauses_.entry(reason_[index(pair)].what));
        }
        learnt_[0] = value(pair) == YES ? no(pair) : yes(pair);
        drop_implied();
        for (const Pair marked : marked_) seen_[index(marked)] = 0;
        marked_.clear();
        return levels_of_learnt();
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
                        if (const Pair ground = pairs_.of(reason.what, other); ground != pair) take(yes(ground));
                break;
            case Reason::By::clause:
                for (const Literal literal : clauses_.literals(reason.what))
                    if (pair_of(literal) != pair) take(literal);
                break;
        }
    }

    /// Leaves out literals that follow from the others in one step.
    void drop_implied() {
        std::size_t kept = 1;
        for (std::size_t i = 1; i < learnt_.size(); ++i) {
            const Pair pair = pair_of(learnt_[i]);
            bool implied = reason_[index(pair)].by != Reason::By::decision;
            const std::size_t grounds = grounds_.size();
            each_ground(pair, [&](Literal literal) {
                const Pair ground = pair_of(literal);
                if (level_[index(ground)] == 0)
                    grounds_.push_back(fact_[index(ground)]);
                else if (!seen_[index(ground)])
                    implied = false;
            });
            if (!implied) {
                grounds_.resize(grounds);
                learnt_[kept++] = learnt_[i];
            } else if (reason_[index(pair)].by == Reason::By::clause) {
                grounds_.push_back(clauses_.entry(reason_[index(pair)].what));
            }
        }
        learnt_.resize(kept);
    }

    Lesson levels_of_learnt() {
        if (learnt_.size() == 1) return {0, 1};
        std::size_t second = 1;
        levels_.assign(1, level());
        for (std::size_t i = 1; i < learnt_.size(); ++i) {
            const int its = level_[index(pair_of(learnt_[i]))];
            levels_.push_back(its);
            if (its > level_[index(pair_of(learnt_[second]))]) second = i;
        }
        std::swap(learnt_[1], learnt_[second]);
        std::ranges::sort(levels_);
        const auto repeated = std::ranges::unique(levels_);
        return {level_[index(pair_of(learnt_[1]))], static_cast<int>(repeated.begin() - levels_.begin())};
    }

    /// Logs why a pair has its value whatever is decided.
    Proof::Entry log_fact(Pair pair) {
        std::vector<Proof::Entry> grounds;
        const Reason reason = reason_[index(pair)];
        if (reason.by == Reason::By::clause)
            grounds.push_back(reason.what == NO_CLAUSE ? unit_entry_ : clauses_.entry(reason.what));
        if (reason.by != Reason::By::clause || reason.what != NO_CLAUSE)
            each_ground(pair, [&](Literal literal) { grounds.push_back(fact_[index(pair_of(literal))]); });
        return proof_.add(grounds);
    }

    Winnable lose() {
        lost_ = true;
        return Winnable::no;
    }

    /// Forgets clauses that are of little use, now and then.
    void tidy_clauses() {
        if (!clauses_.crowded()) return;
        clauses_.tidy();  // no decision stands, and no reason of a fact is ever looked at again
        for (auto& watchers : watches_) watchers.clear();
        clauses_.each([&](ClauseRef clause) { watch(clause); });
    }

    // ---- deciding --------------------------------------------------------------------------------------------------

    /// Decides the next wanted pair that is still open.
    Wish wish() {
        for (const Pair pair : wanted_) {
            if (value(pair) == NO) return Wish::refused;
            if (value(pair) == YES) continue;
            begin_level();
            assign(pair, YES, Reason::none());
            return Wish::granted;
        }
        return Wish::none;
    }
    bool keeps_wishes() const {
        return std::ranges::all_of(wanted_, [&](Pair pair) { return plan_.uses(pair); });
    }

    /// The pair to decide next.
    Pair choose() {
        if (conflicts_ == 0) return next_of_plan();
        if (const Pair pair = most_active_in_play(); pair != NO_PAIR) return pair;
        for (;;)
            if (const Pair pair = activity_.most_active(); value(pair) == OPEN) return pair;
    }

    Pair next_of_plan() const {
        for (const PlanStep& step : plan_.steps())
            if (value(step.pair) == OPEN) return step.pair;
        return NO_PAIR;  // unreachable: a plan whose pairs are all decided wins
    }

    /// Of the open pairs that link where all decided pairs that can have gone have gone, the most active.
    Pair most_active_in_play() {
        play_on();
        Pair best = NO_PAIR;
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
            if (mate_[index(tile)] != NOBODY) continue;
            for (Tile other = tile + 1; other < pairs_.last(tile); ++other) {
                const Pair pair = pairs_.of(tile, other);
                if (value(pair) != OPEN || (best != NO_PAIR && activity_.of(pair) <= activity_.of(best))) continue;
                if (now_.link(pairs_.place(tile), pairs_.place(other))) best = pair;
            }
        }
        return best;
    }

    /// Plays the true pairs that link, until none does.
    void play_on() {
        for (bool more = true; more;) {
            more = false;
            for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
                const Tile mate = mate_[index(tile)];
                if (mate <= tile || gone_[index(tile)]) continue;
                if (!now_.link(pairs_.place(tile), pairs_.place(mate))) continue;
                for (const Tile end : {tile, mate}) {
                    now_.remove(pairs_.place(end));
                    gone_[index(end)] = 1;
                }
                played_.push_back({tile, mate, trail_.size()});
                more = true;
            }
        }
    }
    /// Takes back what was played when the trail was longer than it is now.
    void take_back() {
        for (; !played_.empty() && played_.back().trail > trail_.size(); played_.pop_back())
            for (const Tile end : {played_.back().a, played_.back().b}) {
                now_.add(pairs_.place(end));
                gone_[index(end)] = 0;
            }
    }

    std::uint64_t next_restart() { return RESTART_UNIT * luby(++restarts_); }
    static std::uint64_t luby(std::uint64_t i) {
        for (std::uint64_t k = 1;; ++k) {
            if (i == (std::uint64_t{1} << k) - 1) return std::uint64_t{1} << (k - 1);
            if (i < (std::uint64_t{1} << k) - 1) return luby(i - (std::uint64_t{1} << (k - 1)) + 1);
        }
    }

    struct Watch {
        ClauseRef clause;
        Literal other;  // a literal of the clause: where it is true, there is nothing to do
    };
    struct Played {
        Tile a, b;
        std::size_t trail;  // how long it was
    };

    const Pairs& pairs_;
    Plan<Field> plan_;
    bool planned_ = false;  // the plan uses no pair that is ruled out
    bool lost_ = false;
    std::vector<Value> value_;  // by pair, as the next five
    std::vector<std::int32_t> level_;
    std::vector<Reason> reason_;
    std::vector<Proof::Entry> fact_;
    std::vector<std::uint8_t> seen_;
    std::vector<std::vector<Watch>> watches_;  // by literal
    std::vector<std::int32_t> open_;           // by tile: pairs not ruled out
    std::vector<Tile> mate_;
    std::vector<Pair> trail_;
    std::vector<std::size_t> level_starts_;
    std::size_t next_ = 0;  // the first of the trail that is still to be followed up
    Clauses clauses_;
    Activity activity_;
    Proof proof_;
    Proof::Entry last_entry_ = Proof::NOTHING, unit_entry_ = Proof::NOTHING;
    std::uint64_t conflicts_ = 0, restarts_ = 0;
    std::size_t work_ = 0;               // since the clock was looked at last
    Field now_;                          // where the true pairs that could go have gone
    std::vector<std::uint8_t> gone_;     // there, by tile
    std::vector<Played> played_;         // how it came about
    std::vector<std::uint8_t> let_off_;  // by the first tile of a kind, as the next
    std::vector<std::int32_t> ruled_at_;
    std::vector<Pair> wanted_;
    // Kept from call to call to spare the allocator:
    std::vector<Literal> conflict_, learnt_, blocked_;
    std::vector<Proof::Entry> grounds_;
    std::vector<Pair> marked_;
    std::vector<int> levels_;
    std::vector<Tile> kinds_;
};

}  // namespace llk
