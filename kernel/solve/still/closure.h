// The optimistic closure: removes every tile that links to any partner not ruled out, until none is left that does.
//
// Without gravity, removing tiles never destroys a link, so the tiles that the closure cannot remove block each other:
// none of them can be the first to go. The steps of the closure are recorded. If every step removes two tiles, the
// steps are a win.
//
// A step depends on the tiles that were on its path, and on its pair. When a pair is ruled out, only the steps that
// depend on it, directly or indirectly, are undone; all others are kept, before the new ones.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/pairs.h"
#include "solve/search.h"
#include "solve/still/occupancy.h"
#include "values/bits.h"
#include "values/cell.h"

namespace llk {

/// Removes a tile, and its partner unless that is already gone (`alone`).
struct ClosureStep {
    Tile tile, partner;
    Pair pair;
    bool alone;
};

/// The closure of one board, updated as pairs are ruled out.
template <std::unsigned_integral Word>
class Closure {
  public:
    Closure(const Occupancy<Word>& start, const Pairs& pairs)
        : pairs_{pairs},
          link_cost_{start.has_ways() ? 1u : 200u},
          step_down_{start.cols() + 4},
          now_{start},
          empty_{start},
          reopened_{start},
          saved_now_{start},
          spots_(index(pairs.tiles() + 1)),
          tile_at_(index((start.rows() + 4) * step_down_), pairs.tiles()),
          way_(index(pairs.tiles())),
          goes_with_(index(pairs.tiles()), NO_PAIR),
          standing_(index(pairs.tiles()) / 64 + 1),
          queued_(standing_.size()),
          waiting_(standing_.size()),
          needed_(index(pairs.tiles())),
          standing_of_kind_(index(pairs.tiles())) {
        steps_.reserve(index(pairs.tiles()));
        for (Tile tile = 0; tile < pairs.tiles(); ++tile) {
            const Cell at = pairs.place(tile);
            const std::int32_t row_start = (at.row + 2) * step_down_;
            spots_[index(tile)] = {{}, at, pairs.first(tile), pairs.last(tile), row_start, false};
            tile_at_[index(row_start + at.col + 2)] = tile;
            empty_.remove(at);
        }
    }

    /// Sets the budget that counts the work from now on. When its time is over, compute(), shrink() and link_at_end()
    /// throw; the next compute() starts from the steps recorded by then.
    void use(Budget& budget) { budget_ = &budget; }

    /// Computes the closure over the pairs that may(pair) allows; returns whether it is complete.
    template <class May>
    bool compute(May may) {
        complete_ = false;
        reopen(may);
        rebuild();
        close<true>(may);
        list_left();
        return complete_ = left_.empty();
    }

    /// Whether the closure removes all tiles and uses no pair that was ruled out since it was computed.
    bool is_complete() const { return complete_; }

    /// Notes that a pair is ruled out.
    void rule_out(Pair pair) {
        if (uses(pair)) complete_ = false;
    }

    /// Whether the closure uses a pair.
    bool uses(Pair pair) const {
        const auto [a, b] = pairs_.ends(pair);
        return goes_with_[index(a)] == pair || goes_with_[index(b)] == pair;
    }

    /// Whether the steps are a win.
    bool wins() const { return left_.empty() && alone_ == 0; }

    std::span<const ClosureStep> steps() const { return steps_; }

    /// The tiles that remain: they block each other.
    std::span<const Tile> left() const { return left_; }
    bool remains(Tile tile) const { return spots_[index(tile)].stands; }

    /// Whether the cells of two tiles link on the board of the remaining tiles.
    bool link_at_end(Tile a, Tile b) const {
        budget_->work(link_cost_);
        return now_.link(pairs_.place(a), reach(a), pairs_.place(b), reach(b));
    }

    /// Shrinks the remaining set by ruling out less: for each kind in turn, calls rule(kind, false) and continues the
    /// closure. If nothing remains then, the kind is needed: calls rule(kind, true) and restores the set. Stops after a
    /// number of failures.
    template <class Rule, class May>
    void shrink(std::span<const Tile> kinds, std::size_t failures, Rule rule, May may) {
        std::ranges::fill(needed_, std::uint8_t{0});
        std::ranges::fill(standing_of_kind_, 0);
        for (const Tile tile : left_) ++standing_of_kind_[index(pairs_.first(tile))];
        for (const Tile kind : kinds) {
            if (standing_of_kind_[index(kind)] == 0) continue;
            rule(kind, false);
            if (close_more(kind, may)) continue;
            rule(kind, true);
            needed_[index(kind)] = 1;
            if (--failures == 0) break;
        }
        list_left();
    }

  private:
    using Reach = typename Occupancy<Word>::Reach;
    using Way = typename Occupancy<Word>::Way;
    using Set = std::vector<std::uint64_t>;  // of tiles
    /// Everything about a tile, in one place.
    struct Spot {
        Reach reach;  // kept up to date while the tile is there
        Cell place;
        Tile first, last;      // its kind
        std::int32_t in_line;  // where its row starts in tile_at_
        bool stands;
    };

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    static void add_to(Set& set, Tile tile) { set[index(tile) / 64] |= std::uint64_t{1} << (tile % 64); }
    static void drop_from(Set& set, Tile tile) { set[index(tile) / 64] &= ~(std::uint64_t{1} << (tile % 64)); }
    static bool any(const Set& set) {
        return std::ranges::any_of(set, [](std::uint64_t word) { return word != 0; });
    }
    template <class Take>
    static void each(const Set& set, Take take) {
        for (std::size_t i = 0; i < set.size(); ++i)
            for (std::uint64_t left = set[i]; left; left &= left - 1)
                take(static_cast<Tile>(i * 64) + std::countr_zero(left));
    }

    Reach reach(Tile tile) const {
        const Spot& spot = spots_[index(tile)];
        return spot.stands ? spot.reach : now_.reach(spot.place);
    }

    // ---- keeping old steps -----------------------------------------------------------------------------------------

    /// Keeps the steps that depend on nothing ruled out; puts all other tiles back.
    template <class May>
    void reopen(May may) {
        std::ranges::fill(standing_, ~std::uint64_t{0});
        standing_.back() = (std::uint64_t{1} << (pairs_.tiles() % 64)) - 1;
        std::ranges::fill(goes_with_, NO_PAIR);
        reopened_.clear();
        bool all_kept = true;
        alone_ = 0;
        std::size_t kept = 0;
        for (ClosureStep step : steps_) {
            const bool depends = now_.has_ways() ? reopened_.blocks(way_[index(step.tile)]) : !all_kept;
            if (depends || !may(step.pair)) {
                reopened_.add(pairs_.place(step.tile));
                if (!step.alone) reopened_.add(pairs_.place(step.partner));
                all_kept = false;
                continue;
            }
            step.alone &= goes_with_[index(step.partner)] != NO_PAIR;  // a partner that was put back can go here
            record(step);
            drop_from(standing_, step.tile);
            if (!step.alone) drop_from(standing_, step.partner);
            steps_[kept++] = step;
        }
        steps_.resize(kept);
    }

    /// Sets up the board of the tiles without a step and queues them all.
    void rebuild() {
        now_.reset(empty_);
        for (Spot& spot : spots_) spot.stands = false;
        each(standing_, [&](Tile tile) { now_.add(pairs_.place(tile)); });
        each(standing_, [&](Tile tile) { place(tile); });
        queued_ = standing_;
        std::ranges::fill(waiting_, 0);
    }
    void place(Tile tile) {
        Spot& spot = spots_[index(tile)];
        spot.stands = true;
        spot.reach = now_.reach(spot.place);
    }

    /// Continues the closure from the tiles of a kind; if nothing would remain, restores the set and returns false.
    /// Nothing would remain as soon as a needed kind is gone: a set without it would have remained when that kind was
    /// tried.
    template <class May>
    bool close_more(Tile kind, May may) {
        saved_now_.reset(now_);
        saved_spots_ = spots_;
        saved_standing_ = standing_;
        saved_waiting_ = waiting_;
        saved_standing_of_kind_ = standing_of_kind_;
        emptied_ = false;
        for (Tile tile = kind; tile < pairs_.last(kind); ++tile) add_to(queued_, tile);
        close<false>(may);
        if (!emptied_ && any(standing_)) return true;
        now_.reset(saved_now_);
        std::swap(spots_, saved_spots_);
        std::swap(standing_, saved_standing_);
        std::swap(waiting_, saved_waiting_);
        std::swap(standing_of_kind_, saved_standing_of_kind_);
        std::ranges::fill(queued_, 0);
        return false;
    }

    // ---- adding steps ----------------------------------------------------------------------------------------------

    /// Removes everything that can be removed.
    template <bool RECORDS, class May>
    void close(May may) {
        do {
            do {
                moved_ = false;
                for (std::size_t i = 0; i < queued_.size(); ++i) {
                    while (const std::uint64_t left = queued_[i] & standing_[i]) {
                        queued_[i] = left & (left - 1);
                        find_partner<RECORDS>(static_cast<Tile>(i * 64) + std::countr_zero(left), may);
                        if (!RECORDS && emptied_) return;
                    }
                    queued_[i] = 0;
                }
                if (moved_) queue_waiting();
            } while (moved_);
        } while (remove_alone<RECORDS>(may));
    }

    /// Queues the tiles whose link to a partner was blocked.
    void queue_waiting() {
        for (std::size_t i = 0; i < queued_.size(); ++i) queued_[i] |= waiting_[i] & standing_[i];
        std::ranges::fill(waiting_, 0);
    }

    /// Removes a tile with a partner that is still there, if it links to one. Candidates are found eight at a time,
    /// without branches that would be mispredicted.
    template <bool RECORDS, class May>
    void find_partner(Tile tile, May may) {
        constexpr Tile at_once = 8;
        const Spot& here = spots_[index(tile)];
        budget_->work(link_cost_ * index(here.last - here.first));
        for (Tile from = here.first; from < here.last; from += at_once) {
            unsigned found = 0;
            const Tile to = std::min(from + at_once, here.last);
            for (Tile other = from; other < to; ++other) {
                const Spot& there = spots_[index(other)];
                const bool may_link = there.stands & (other != tile) & now_.may_link(here.reach, there.reach);
                found |= static_cast<unsigned>(may_link) << (other - from);
            }
            for (; found; found &= found - 1) {
                const Tile other = from + std::countr_zero(found);
                const Pair pair = pairs_.pair(tile, other);
                if (!may(pair)) continue;
                const Spot& there = spots_[index(other)];
                if (now_.link(here.place, here.reach, there.place, there.reach)) {
                    apply<RECORDS>({tile, other, pair, false}, here.reach, there.reach);
                    return;
                }
                add_to(waiting_, tile);
            }
        }
        if constexpr (!RECORDS) remove_alone<RECORDS>(tile, may);
    }

    /// Removes tiles whose partner is already gone, in one pass over all.
    template <bool RECORDS, class May>
    bool remove_alone(May may) {
        each(standing_, [&](Tile tile) { remove_alone<RECORDS>(tile, may); });
        if (moved_) queue_waiting();
        return moved_;
    }
    template <bool RECORDS, class May>
    void remove_alone(Tile tile, May may) {
        const Spot here = spots_[index(tile)];
        const Spot* const spots = spots_.data();
        budget_->work(link_cost_ * index(here.last - here.first));
        for (Tile other = here.first; other < here.last; ++other) {
            if (spots[other].stands) continue;
            const Pair pair = pairs_.pair(tile, other);
            if (!may(pair)) continue;
            const Cell there = spots[other].place;
            const Reach from_there = now_.reach(there);
            if (!now_.may_link(here.reach, from_there) || !now_.link(here.place, here.reach, there, from_there))
                continue;
            apply<RECORDS>({tile, other, pair, true}, here.reach, from_there);
            return;
        }
    }

    template <bool RECORDS>
    void apply(const ClosureStep& step, Reach from_tile, Reach from_partner) {
        if constexpr (RECORDS) {
            if (now_.has_ways())
                way_[index(step.tile)] = now_.find_way(spots_[index(step.tile)].place, from_tile,
                                                       spots_[index(step.partner)].place, from_partner);
            steps_.push_back(step);
            record(step);
        }
        remove(step.tile);
        if (!step.alone) remove(step.partner);
        if constexpr (!RECORDS) {
            auto& standing = standing_of_kind_[index(pairs_.first(step.tile))];
            standing -= step.alone ? 1 : 2;
            emptied_ |= standing == 0 && needed_[index(pairs_.first(step.tile))];
        }
        moved_ = true;
    }
    /// Records which pair removes the tiles of a step.
    void record(const ClosureStep& step) {
        goes_with_[index(step.tile)] = step.pair;
        if (step.alone)
            ++alone_;
        else
            goes_with_[index(step.partner)] = step.pair;
    }
    /// Removes a tile and queues the tiles that now see further.
    void remove(Tile tile) {
        Spot* const spots = spots_.data();
        Spot& spot = spots[tile];
        spot.stands = false;
        drop_from(standing_, tile);
        const Cell at = spot.place;
        now_.remove(at);
        const Reach seen = spot.reach;
        const Tile* const row = &tile_at_[index(spot.in_line)];
        const Tile* const col = &tile_at_[index(at.col + 2)];
        std::uint64_t* const look = queued_.data();
        const auto enqueue = [look](Tile at_end) { look[at_end / 64] |= std::uint64_t{1} << (at_end % 64); };
        // Walls and the ring share a spot that is never read.
        const Tile west = row[lowest(seen.row)], east = row[highest(seen.row) + 2];
        const Tile north = col[lowest(seen.col) * step_down_], south = col[(highest(seen.col) + 2) * step_down_];
        spots[west].reach.row |= seen.row;
        spots[east].reach.row |= seen.row;
        spots[north].reach.col |= seen.col;
        spots[south].reach.col |= seen.col;
        for (const Tile end : {west, east, north, south}) enqueue(end);
    }

    void list_left() {
        left_.clear();
        each(standing_, [&](Tile tile) { left_.push_back(tile); });
    }

    const Pairs& pairs_;
    Budget* budget_ = nullptr;
    std::size_t link_cost_;  // of a link test, as Budget counts work
    int step_down_;          // from row to row in tile_at_, which has a margin of two cells
    Occupancy<Word> now_, empty_, reopened_, saved_now_;
    std::vector<Spot> spots_;  // by tile; one more for everything else
    std::vector<Tile> tile_at_;
    std::vector<Way> way_;         // by the tile of a step
    std::vector<Pair> goes_with_;  // by tile: the pair that removes it
    std::vector<ClosureStep> steps_;
    bool complete_ = false;
    int alone_ = 0;                     // steps that remove a single tile
    bool moved_ = false;                // something was removed since the waiting tiles were queued
    Set standing_, queued_, waiting_;   // tiles still there; to be examined; waiting for a blocked link
    std::vector<Tile> left_;            // the remaining tiles
    std::vector<std::uint8_t> needed_;  // by the first tile of a kind, as the next
    std::vector<int> standing_of_kind_;
    bool emptied_ = false;  // nothing can remain
    Set saved_standing_, saved_waiting_;
    std::vector<Spot> saved_spots_;
    std::vector<int> saved_standing_of_kind_;
};

}  // namespace llk
