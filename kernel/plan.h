// The optimistic closure: which tiles could ever go, if a tile may go as soon as it links to any partner it may have.
//
// Where nothing moves, removing tiles never destroys a link, so what the closure cannot take away blocks itself for
// ever: no tile of that set can be the first of them to go. What it can take away, it takes away in an order that is
// kept as a plan. If all steps of the plan take two tiles away, it is a win.
//
// A step rests on the tiles that must be gone for its path, and on its pair. When a pair is ruled out, only the steps
// that rest on it, directly or by way of others, are open again; all others stand as they are, before them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cell.h"
#include "pairs.h"

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
          cols_{start.cols()},
          field_{start},
          empty_{start},
          words_{index(pairs.tiles()) / 64 + 1},
          gone_(index(pairs.tiles())),
          in_use_(index(pairs.count())),
          rests_on_(index(pairs.tiles()) * words_),
          reopened_(words_),
          reach_(index(pairs.tiles() + 1)),
          tile_at_(index((start.rows() + 4) * (start.cols() + 4)), pairs.tiles()) {
        for (Tile tile = 0; tile < pairs.tiles(); ++tile) {
            tile_at_[slot(pairs.place(tile))] = tile;
            empty_.remove(pairs.place(tile));
        }
    }

    /// Plans anew where may(pair) says which pairs are not ruled out; whether all tiles could go.
    template <class May>
    bool make(May may) {
        ++stamp_;
        reopen(may);
        list_left();
        list_hopes(may);
        while (!left_.empty())
            if (!go_in_pairs() && !go_alone(may)) break;
        return left_.empty();
    }

    /// Whether a pair is one that the plan needs.
    bool uses(Pair pair) const { return in_use_[index(pair)] == stamp_; }

    /// Whether the plan is a win as it stands.
    bool wins() const { return left_.empty() && alone_ == 0; }

    std::span<const PlanStep> steps() const { return steps_; }

    /// What stayed: tiles that block each other.
    std::span<const Tile> left() const { return left_; }

    /// Whether two places link where only what stayed still stands.
    bool link_at_end(Tile a, Tile b) const { return link(a, b); }

    /// Tries to make what stayed smaller: takes a tile of it away by force, and goes on closing. Where everything goes
    /// then, nothing has changed.
    template <class May>
    bool shrink(Tile without, May may) {
        const Field field = field_;
        const std::vector<Tile> left = left_;
        const std::size_t planned = steps_.size();
        take(without);
        std::erase(left_, without);
        list_hopes(may);
        while (!left_.empty())
            if (!go_in_pairs() && !go_alone(may)) break;
        while (steps_.size() > planned) {  // what has gone here is no plan
            alone_ -= steps_.back().alone;
            steps_.pop_back();
        }
        if (!left_.empty()) return true;
        field_ = field;
        left_ = left;
        for (const Tile tile : left_) {
            gone_[index(tile)] = 0;
            reach_[index(tile)] = field_.reach(pairs_.place(tile));
        }
        return false;
    }

  private:
    using Reach = typename Field::Reach;
    struct Hope {
        Tile a, b;
        Pair pair;
    };

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    std::size_t slot(Cell at) const { return index((at.row + 2) * (cols_ + 4) + at.col + 2); }
    bool gone(Tile tile) const { return gone_[index(tile)] != 0; }

    /// The reach of a tile that is left is kept up to date; that of a place whose tile has gone is found.
    Reach reach(Tile tile) const { return gone(tile) ? field_.reach(pairs_.place(tile)) : reach_[index(tile)]; }
    bool link(Tile a, Tile b) const { return field_.link(pairs_.place(a), reach(a), pairs_.place(b), reach(b)); }

    // ---- what the old plan is still worth --------------------------------------------------------------------------

    /// Keeps the steps that rest on nothing that is ruled out; all other tiles stand again.
    template <class May>
    void reopen(May may) {
        std::fill(gone_.begin(), gone_.end(), std::uint8_t{0});
        std::fill(reopened_.begin(), reopened_.end(), std::uint64_t{0});
        alone_ = 0;
        std::size_t kept = 0;
        for (PlanStep step : steps_) {
            if (!may(step.pair) || rests_on_reopened(step.tile)) {
                mark(reopened_.data(), step.tile);
                if (!step.alone) mark(reopened_.data(), step.partner);
                continue;
            }
            gone_[index(step.tile)] = 1;
            step.alone &= gone(step.partner);  // a partner that stands again can go here
            if (step.alone)
                ++alone_;
            else
                gone_[index(step.partner)] = 1;
            in_use_[index(step.pair)] = stamp_;
            steps_[kept++] = step;
        }
        steps_.resize(kept);
    }
    bool rests_on_reopened(Tile tile) const {
        const std::uint64_t* const grounds = &rests_on_[index(tile) * words_];
        std::uint64_t common = 0;
        for (std::size_t i = 0; i < words_; ++i) common |= grounds[i] & reopened_[i];
        return common != 0;
    }
    static void mark(std::uint64_t* set, Tile tile) { set[index(tile) / 64] |= std::uint64_t{1} << (tile % 64); }

    /// Sets up the field on which only the tiles without a step stand, and lists them.
    void list_left() {
        left_.clear();
        field_.reset(empty_);
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
            if (gone(tile)) continue;
            left_.push_back(tile);
            field_.add(pairs_.place(tile));
        }
        for (const Tile tile : left_) reach_[index(tile)] = field_.reach(pairs_.place(tile));
    }

    // ---- new steps -------------------------------------------------------------------------------------------------

    void go(PlanStep step) {
        note_grounds(step);
        take(step.tile);
        if (step.alone)
            ++alone_;
        else
            take(step.partner);
        steps_.push_back(step);
        in_use_[index(step.pair)] = stamp_;
    }
    /// Takes a tile away and lets those that now see further know.
    void take(Tile tile) {
        field_.remove(pairs_.place(tile), [this](Cell at, Reach more) {
            Reach& known = reach_[index(tile_at_[slot(at)])];  // walls and the ring share one
            known.row |= more.row;
            known.col |= more.col;
        });
        gone_[index(tile)] = 1;
    }
    /// Writes down which tiles must be gone for a step: those on its path or, where no path is known, all that are.
    void note_grounds(const PlanStep& step) {
        std::uint64_t* const grounds = &rests_on_[index(step.tile) * words_];
        std::fill_n(grounds, words_, std::uint64_t{0});
        if (field_.has_paths()) {
            const Cell a = pairs_.place(step.tile), b = pairs_.place(step.partner);
            field_.path(a, reach(step.tile), b, reach(step.partner),
                        [&](Cell at) { mark(grounds, tile_at_[slot(at)]); });
        } else {
            for (Tile tile = 0; tile < pairs_.tiles(); ++tile)
                if (gone(tile)) mark(grounds, tile);
        }
    }

    /// Lists the pairs of tiles that are left and not ruled out.
    template <class May>
    void list_hopes(May may) {
        hopes_.clear();
        for (std::size_t i = 0; i < left_.size(); ++i)
            for (std::size_t j = i + 1; j < left_.size() && left_[j] < pairs_.last(left_[i]); ++j)
                if (const Pair pair = pairs_.of(left_[i], left_[j]); may(pair))
                    hopes_.push_back({left_[i], left_[j], pair});
        met_.resize(hopes_.size());
    }

    /// Plays whatever pairs there are, until there are none; whether there were any. Every time round there are two
    /// passes: the first has no branch to guess wrong, and few pairs are left for the second.
    bool go_in_pairs() {
        bool any = false;
        for (bool more = true; more; any |= more) {
            Hope *kept = hopes_.data(), *met = met_.data();
            for (const Hope& hope : hopes_) {
                const bool stand = !(gone_[index(hope.a)] | gone_[index(hope.b)]);
                *kept = *met = hope;
                kept += stand;
                met += stand & reach_[index(hope.a)].meets(reach_[index(hope.b)]);
            }
            hopes_.resize(static_cast<std::size_t>(kept - hopes_.data()));
            more = false;
            for (const Hope* hope = met_.data(); hope != met; ++hope) {
                if (gone(hope->a) || gone(hope->b)) continue;
                if (!field_.link(pairs_.place(hope->a), reach_[index(hope->a)], pairs_.place(hope->b),
                                 reach_[index(hope->b)]))
                    continue;
                go({hope->a, hope->b, hope->pair, false});
                more = true;
            }
        }
        if (any) drop_gone();
        return any;
    }

    /// Lets tiles go whose partner has gone already: one time through all.
    template <class May>
    bool go_alone(May may) {
        bool any = false;
        for (const Tile tile : left_) {
            for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
                if (!gone(other)) continue;
                const Pair pair = pairs_.of(tile, other);
                if (!may(pair) || !link(tile, other)) continue;
                go({tile, other, pair, true});
                any = true;
                break;
            }
        }
        if (any) drop_gone();
        return any;
    }
    void drop_gone() {
        std::erase_if(left_, [&](Tile tile) { return gone(tile); });
    }

    const Pairs& pairs_;
    int cols_;
    Field field_, empty_;
    std::size_t words_;  // of a set of tiles
    std::vector<std::uint8_t> gone_;
    std::vector<std::uint32_t> in_use_;  // by pair: the number of the plan that used it last
    std::uint32_t stamp_ = 0;
    std::vector<PlanStep> steps_;
    int alone_ = 0;                        // steps that take away one tile alone
    std::vector<std::uint64_t> rests_on_;  // by the tile of a step: the set of tiles that must be gone for it
    std::vector<std::uint64_t> reopened_;
    std::vector<Reach> reach_;   // by tile, of those that are left; one more for all that is no tile
    std::vector<Tile> tile_at_;  // by slot
    std::vector<Tile> left_;
    std::vector<Hope> hopes_, met_;  // pairs that may go, and those of them whose reaches meet
};

}  // namespace llk
