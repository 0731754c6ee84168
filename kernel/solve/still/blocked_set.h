// What an incomplete closure teaches: of the remaining tiles, one must go with a partner that is ruled out now.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "solve/pairs.h"
#include "solve/still/assignment.h"
#include "solve/still/clauses.h"
#include "solve/still/closure.h"
#include "solve/still/proof.h"

namespace llk {

/// Turns the remaining tiles of the closure into a conflict.
template <std::unsigned_integral Word>
class BlockedSet {
  public:
    BlockedSet(const Pairs& pairs, Closure<Word>& closure, Assignment<Word>& assignment, Proof& proof)
        : pairs_{pairs},
          closure_{closure},
          assignment_{assignment},
          proof_{proof},
          allowed_(index(pairs.tiles())),
          ruled_at_(index(pairs.tiles())) {}

    /// Writes the clause of the remaining tiles as a conflict; shrinks the set first, more thoroughly as conflicts
    /// become many. Adds the tiles handled to `work`.
    Conflict find_conflict(std::uint64_t conflicts, std::size_t& work) {
        write_clause();
        if (conflicts >= SHRINK_FROM) {
            shrink(conflicts >= THOROUGH_FROM, work);
            write_clause();
        }
        return {proof_.add_set(closure_.left()), true, true};
    }

  private:
    static constexpr std::uint64_t SHRINK_FROM = 8, THOROUGH_FROM = 100;  // conflicts
    static constexpr std::size_t FEW_FAILURES = 2;

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

    /// A kind, named by its first tile.
    Tile find_kind(Pair pair) const { return pairs_.first(pairs_.ends(pair).a); }

    /// Writes the pairs that link on the board of the remaining tiles. All are ruled out: the closure would have used
    /// any other.
    void write_clause() {
        auto& clause = assignment_.conflict();
        clause.clear();
        for (const Tile tile : closure_.left())
            for (Tile other = pairs_.first(tile); other < pairs_.last(tile); ++other) {
                if (other == tile || (other < tile && closure_.remains(other))) continue;
                const Pair pair = pairs_.pair(tile, other);
                if (assignment_.value(pair) == Value::no && closure_.link_at_end(tile, other))
                    clause.push_back(yes(pair));
            }
    }

    /// Shrinks the set, so that the clause depends on fewer decisions: kinds whose pairs the latest decisions ruled out
    /// are allowed first. This takes time, so it is done less thoroughly while conflicts are few.
    void shrink(bool thorough, std::size_t& work) {
        const auto tiles = index(pairs_.tiles());
        std::ranges::fill(allowed_, std::uint8_t{0});
        list_ruled_kinds(thorough);
        closure_.shrink(
            kinds_, thorough ? tiles : FEW_FAILURES,
            [&](Tile kind, bool ruled) {
                allowed_[index(kind)] = !ruled;
                work += tiles;
            },
            [&](Pair pair) {
                return assignment_.value(pair) != Value::no ||
                       (assignment_.level(pair) > 0 && allowed_[index(find_kind(pair))]);
            });
    }

    /// Lists the kinds of the clause by level, the highest first; those of the very highest can seldom be spared.
    void list_ruled_kinds(bool with_highest) {
        kinds_.clear();
        int highest = 0;
        for (const Literal literal : assignment_.conflict()) {  // kind by kind, as tiles are numbered
            const Tile kind = find_kind(to_pair(literal));
            const int level = assignment_.level(to_pair(literal));
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

    const Pairs& pairs_;
    Closure<Word>& closure_;
    Assignment<Word>& assignment_;
    Proof& proof_;
    std::vector<std::uint8_t> allowed_;   // by kind, as the next
    std::vector<std::int32_t> ruled_at_;  // the highest level that ruled out one of its pairs
    std::vector<Tile> kinds_;
};

}  // namespace llk
