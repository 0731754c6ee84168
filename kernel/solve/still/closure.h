// The optimistic closure: which tiles could ever go, if a tile may go as soon as it links to any partner it may have.
//
// Where nothing moves, removing tiles never destroys a link, so what the closure cannot take away blocks itself for
// ever: no tile of that set can be the first of them to go. What it can take away, it takes away in an order that is
// kept as a plan. If all steps of the plan take two tiles away, it is a win.
//
// A step rests on the tiles that stood on its way, and on its pair. When a pair is ruled out, only the steps that rest
// on it, directly or by way of others, are open again; all others stand as they are, before them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/pairs.h"
#include "values/cell.h"

namespace llk {

/// A tile goes, and with it its partner, unless that has gone before.
struct PlanStep {
    Tile tile, partner;
    Pair pair;
    bool alone;
};

template <class Field>
class Plan {
  public:
    Plan(const Field& start, const Pairs& pairs)
        : pairs_{pairs},
          step_down_{start.cols() + 4},
          field_{start},
          empty_{start},
          reopened_{start},
          saved_field_{start},
          spots_(index(pairs.tiles() + 1)),
          tile_at_(index((start.rows() + 4) * step_down_), pairs.tiles()),
          way_(index(pairs.tiles())),
          goes_with_(index(pairs.tiles()), NO_PAIR),
          stand_(index(pairs.tiles()) / 64 + 1),
          look_(stand_.size()),
          wait_(stand_.size()),
          needed_(index(pairs.tiles())),
          stand_of_kind_(index(pairs.tiles())) {
        steps_.reserve(index(pairs.tiles()));
        for (Tile tile = 0; tile < pairs.tiles(); ++tile) {
            const Cell at = pairs.place(tile);
            const std::int32_t row_start = (at.row + 2) * step_down_;
            spots_[index(tile)] = {{}, at, pairs.first(tile), pairs.last(tile), row_start, false};
            tile_at_[index(row_start + at.col + 2)] = tile;
            empty_.remove(at);
        }
    }

    /// Plans anew where may(pair) says which pairs are not ruled out; whether all tiles could go.
    template <class May>
    bool make(May may) {
        reopen(may);
        set_up();
        close<true>(may);
        list_left();
        return left_.empty();
    }

    /// Whether a pair is one that the plan needs.
    bool uses(Pair pair) const {
        const auto [a, b] = pairs_.ends(pair);
        return goes_with_[index(a)] == pair || goes_with_[index(b)] == pair;
    }

    /// Whether the plan is a win as it stands.
    bool wins() const { return left_.empty() && alone_ == 0; }

    std::span<const PlanStep> steps() const { return steps_; }

    /// What stayed: tiles that block each other.
    std::span<const Tile> left() const { return left_; }
    bool stays(Tile tile) const { return spots_[index(tile)].stands; }

    /// Whether two places link where only what stayed still stands.
    bool link_at_end(Tile a, Tile b) const { return field_.link(pairs_.place(a), reach(a), pairs_.place(b), reach(b)); }

    /// Makes what stayed smaller by ruling out less: for one kind after the other, calls rule(kind, false) and goes on
    /// closing. Where everything goes then, the kind is needed: rule(kind, true), and all is as before. After so many
    /// failures it ends.
    template <class Rule, class May>
    void shrink(std::span<const Tile> kinds, std::size_t failures, Rule rule, May may) {
        std::ranges::fill(needed_, std::uint8_t{0});
        std::ranges::fill(stand_of_kind_, 0);
        for (const Tile tile : left_) ++stand_of_kind_[index(pairs_.first(tile))];
        for (const Tile kind : kinds) {
            if (stand_of_kind_[index(kind)] == 0) continue;
            rule(kind, false);
            if (close_without(kind, may)) continue;
            rule(kind, true);
            needed_[index(kind)] = 1;
            if (--failures == 0) break;
        }
        list_left();
    }

  private:
    using Reach = typename Field::Reach;
    using Way = typename Field::Way;
    using Set = std::vector<std::uint64_t>;  // of tiles
    /// What there is to know about a tile, in one place.
    struct Spot {
        Reach reach;  // kept up to date while the tile stands
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
        return spot.stands ? spot.reach : field_.reach(spot.place);
    }

    // ---- what the old plan is still worth --------------------------------------------------------------------------

    /// Keeps the steps that rest on nothing that is ruled out; all other tiles stand again.
    template <class May>
    void reopen(May may) {
        std::ranges::fill(stand_, ~std::uint64_t{0});
        stand_.back() = (std::uint64_t{1} << (pairs_.tiles() % 64)) - 1;
        std::ranges::fill(goes_with_, NO_PAIR);
        reopened_.clear();
        bool all_kept = true;
        alone_ = 0;
        std::size_t kept = 0;
        for (PlanStep step : steps_) {
            const bool rests = field_.has_ways() ? reopened_.stands_on(way_[index(step.tile)]) : !all_kept;
            if (rests || !may(step.pair)) {
                reopened_.add(pairs_.place(step.tile));
                if (!step.alone) reopened_.add(pairs_.place(step.partner));
                all_kept = false;
                continue;
            }
            step.alone &= goes_with_[index(step.partner)] != NO_PAIR;  // a partner that stands again can go here
            settle(step);
            drop_from(stand_, step.tile);
            if (!step.alone) drop_from(stand_, step.partner);
            steps_[kept++] = step;
        }
        steps_.resize(kept);
    }

    /// Sets up the field on which only the tiles without a step stand; all of them are to be looked at.
    void set_up() {
        field_.reset(empty_);
        for (Spot& spot : spots_) spot.stands = false;
        each(stand_, [&](Tile tile) { field_.add(pairs_.place(tile)); });
        each(stand_, [&](Tile tile) { stand(tile); });
        look_ = stand_;
        std::ranges::fill(wait_, 0);
    }
    void stand(Tile tile) {
        Spot& spot = spots_[index(tile)];
        spot.stands = true;
        spot.reach = field_.reach(spot.place);
    }

    /// Goes on closing from the tiles of a kind on; false, and as before, where nothing would stay. Nothing would as
    /// soon as a needed kind has gone: a set that stays without it would have stayed when that kind was ruled out less.
    template <class May>
    bool close_without(Tile kind, May may) {
        saved_field_.reset(field_);
        saved_spots_ = spots_;
        saved_stand_ = stand_;
        saved_wait_ = wait_;
        saved_stand_of_kind_ = stand_of_kind_;
        hopeless_ = false;
        for (Tile tile = kind; tile < pairs_.last(kind); ++tile) add_to(look_, tile);
        close<false>(may);
        if (!hopeless_ && any(stand_)) return true;
        field_.reset(saved_field_);
        std::swap(spots_, saved_spots_);
        std::swap(stand_, saved_stand_);
        std::swap(wait_, saved_wait_);
        std::swap(stand_of_kind_, saved_stand_of_kind_);
        std::ranges::fill(look_, 0);
        return false;
    }

    // ---- new steps -------------------------------------------------------------------------------------------------

    /// Lets everything go that can.
    template <bool PLANS, class May>
    void close(May may) {
        do {
            do {
                moved_ = false;
                for (std::size_t i = 0; i < look_.size(); ++i) {
                    while (const std::uint64_t left = look_[i] & stand_[i]) {
                        look_[i] = left & (left - 1);
                        seek_partner<PLANS>(static_cast<Tile>(i * 64) + std::countr_zero(left), may);
                        if (!PLANS && hopeless_) return;
                    }
                    look_[i] = 0;
                }
                if (moved_) look_again();
            } while (moved_);
        } while (go_alone<PLANS>(may));
    }

    /// Tiles that may link to a partner wait for what stands between.
    void look_again() {
        for (std::size_t i = 0; i < look_.size(); ++i) look_[i] |= wait_[i] & stand_[i];
        std::ranges::fill(wait_, 0);
    }

    /// Lets a tile go with a partner that is left too, if it links to one. Whom it may link to is found for some at a
    /// time, without a branch that would be guessed wrong.
    template <bool PLANS, class May>
    void seek_partner(Tile tile, May may) {
        constexpr Tile at_once = 8;
        const Spot& here = spots_[index(tile)];
        for (Tile from = here.first; from < here.last; from += at_once) {
            unsigned found = 0;
            const Tile to = std::min(from + at_once, here.last);
            for (Tile other = from; other < to; ++other) {
                const Spot& there = spots_[index(other)];
                const bool may_link = there.stands & (other != tile) & field_.may_link(here.reach, there.reach);
                found |= static_cast<unsigned>(may_link) << (other - from);
            }
            for (; found; found &= found - 1) {
                const Tile other = from + std::countr_zero(found);
                const Pair pair = pairs_.of(tile, other);
                if (!may(pair)) continue;
                const Spot& there = spots_[index(other)];
                if (field_.link(here.place, here.reach, there.place, there.reach)) {
                    go<PLANS>({tile, other, pair, false}, here.reach, there.reach);
                    return;
                }
                add_to(wait_, tile);
            }
        }
        if constexpr (!PLANS) go_alone<PLANS>(tile, may);
    }

    /// Lets tiles go whose partner has gone already: one time through all.
    template <bool PLANS, class May>
    bool go_alone(May may) {
        each(stand_, [&](Tile tile) { go_alone<PLANS>(tile, may); });
        if (moved_) look_again();
        return moved_;
    }
    template <bool PLANS, class May>
    void go_alone(Tile tile, May may) {
        const Spot here = spots_[index(tile)];
        const Spot* const spots = spots_.data();
        for (Tile other = here.first; other < here.last; ++other) {
            if (spots[other].stands) continue;
            const Pair pair = pairs_.of(tile, other);
            if (!may(pair)) continue;
            const Cell there = spots[other].place;
            const Reach from_there = field_.reach(there);
            if (!field_.may_link(here.reach, from_there) || !field_.link(here.place, here.reach, there, from_there))
                continue;
            go<PLANS>({tile, other, pair, true}, here.reach, from_there);
            return;
        }
    }

    template <bool PLANS>
    void go(const PlanStep& step, Reach from_tile, Reach from_partner) {
        if constexpr (PLANS) {
            if (field_.has_ways())
                way_[index(step.tile)] = field_.way(spots_[index(step.tile)].place, from_tile,
                                                    spots_[index(step.partner)].place, from_partner);
            steps_.push_back(step);
            settle(step);
        }
        take(step.tile);
        if (!step.alone) take(step.partner);
        if constexpr (!PLANS) {
            auto& stand = stand_of_kind_[index(pairs_.first(step.tile))];
            stand -= step.alone ? 1 : 2;
            hopeless_ |= stand == 0 && needed_[index(pairs_.first(step.tile))];
        }
        moved_ = true;
    }
    /// Notes that a step is part of the plan.
    void settle(const PlanStep& step) {
        goes_with_[index(step.tile)] = step.pair;
        if (step.alone)
            ++alone_;
        else
            goes_with_[index(step.partner)] = step.pair;
    }
    /// Takes a tile away; those that now see further are to be looked at.
    void take(Tile tile) {
        Spot* const spots = spots_.data();
        Spot& spot = spots[tile];
        spot.stands = false;
        drop_from(stand_, tile);
        const Cell at = spot.place;
        field_.remove(at);
        const Reach seen = spot.reach;
        const Tile* const row = &tile_at_[index(spot.in_line)];
        const Tile* const col = &tile_at_[index(at.col + 2)];
        std::uint64_t* const look = look_.data();
        const auto look_at = [look](Tile at_end) { look[at_end / 64] |= std::uint64_t{1} << (at_end % 64); };
        // Walls and the ring share a spot that nobody asks for.
        const Tile west = row[lowest(seen.row)], east = row[highest(seen.row) + 2];
        const Tile north = col[lowest(seen.col) * step_down_], south = col[(highest(seen.col) + 2) * step_down_];
        spots[west].reach.row |= seen.row;
        spots[east].reach.row |= seen.row;
        spots[north].reach.col |= seen.col;
        spots[south].reach.col |= seen.col;
        for (const Tile end : {west, east, north, south}) look_at(end);
    }

    void list_left() {
        left_.clear();
        each(stand_, [&](Tile tile) { left_.push_back(tile); });
    }

    const Pairs& pairs_;
    int step_down_;  // from row to row in tile_at_, which has a margin of two cells
    Field field_, empty_, reopened_, saved_field_;
    std::vector<Spot> spots_;  // by tile; one more for all that is no tile
    std::vector<Tile> tile_at_;
    std::vector<Way> way_;         // by the tile of a step
    std::vector<Pair> goes_with_;  // by tile: the pair that the plan lets it go by
    std::vector<PlanStep> steps_;
    int alone_ = 0;                     // steps that take away one tile alone
    bool moved_ = false;                // something has gone since the waiting tiles were looked at
    Set stand_, look_, wait_;           // what is left; what is to be looked at; what waits
    std::vector<Tile> left_;            // what stands at the end
    std::vector<std::uint8_t> needed_;  // by the first tile of a kind, as the next
    std::vector<int> stand_of_kind_;
    bool hopeless_ = false;  // nothing can stay any more
    Set saved_stand_, saved_wait_;
    std::vector<Spot> saved_spots_;
    std::vector<int> saved_stand_of_kind_;
};

}  // namespace llk
