// Which pair to decide next.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "solve/pairs.h"
#include "solve/still/activity.h"
#include "solve/still/assignment.h"
#include "solve/still/closure.h"
#include "solve/still/occupancy.h"

namespace llk {

/// Chooses pairs that can be played now, the most active first.
template <std::unsigned_integral Word>
class Branching {
  public:
    Branching(const Occupancy<Word>& start, const Pairs& pairs, const Assignment<Word>& assignment, Activity& activity)
        : pairs_{pairs},
          assignment_{assignment},
          activity_{activity},
          now_{start},
          gone_(static_cast<std::size_t>(pairs.tiles())) {}

    /// The first open pair of the closure: the choice before any conflict.
    Pair choose_from(const Closure<Word>& closure) const {
        for (const ClosureStep& step : closure.steps())
            if (assignment_.value(step.pair) == Value::open) return step.pair;
        return NO_PAIR;  // unreachable: a closure whose pairs are all decided wins
    }

    /// The most active open pair, of those that link now if there are any.
    Pair choose() {
        if (const Pair pair = choose_linked(); pair != NO_PAIR) return pair;
        for (;;)
            if (const Pair pair = activity_.pop(); assignment_.value(pair) == Value::open) return pair;
    }

    /// Undoes what was played on a longer trail.
    void backtrack() {
        for (; !played_.empty() && played_.back().trail > assignment_.trail().size(); played_.pop_back())
            for (const Tile end : {played_.back().a, played_.back().b}) {
                now_.add(pairs_.place(end));
                gone_[index(end)] = 0;
            }
    }

  private:
    struct Played {
        Tile a, b;
        std::size_t trail;  // its length then
    };

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

    /// The most active open pair that links after all decided pairs that can be played have been played.
    Pair choose_linked() {
        play_decided();
        Pair best = NO_PAIR;
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
            if (assignment_.mate(tile) != Assignment<Word>::NO_TILE) continue;
            for (Tile other = tile + 1; other < pairs_.last(tile); ++other) {
                const Pair pair = pairs_.pair(tile, other);
                if (assignment_.value(pair) != Value::open) continue;
                if (best != NO_PAIR && activity_.value(pair) <= activity_.value(best)) continue;
                if (now_.link(pairs_.place(tile), pairs_.place(other))) best = pair;
            }
        }
        return best;
    }

    /// Plays the decided pairs that link, until none does.
    void play_decided() {
        for (bool more = true; more;) {
            more = false;
            for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
                const Tile mate = assignment_.mate(tile);
                if (mate <= tile || gone_[index(tile)]) continue;
                if (!now_.link(pairs_.place(tile), pairs_.place(mate))) continue;
                for (const Tile end : {tile, mate}) {
                    now_.remove(pairs_.place(end));
                    gone_[index(end)] = 1;
                }
                played_.push_back({tile, mate, assignment_.trail().size()});
                more = true;
            }
        }
    }

    const Pairs& pairs_;
    const Assignment<Word>& assignment_;
    Activity& activity_;
    Occupancy<Word> now_;             // after the decided pairs that could be played
    std::vector<std::uint8_t> gone_;  // by tile
    std::vector<Played> played_;
};

}  // namespace llk
