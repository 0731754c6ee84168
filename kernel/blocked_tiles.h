// Tiles that block each other for ever, where lines of tiles pack along one axis: a quick proof that all is lost.
//
// Tiles never leave their line, and those of a line keep their order. Let W be a set of tiles, and look at the first of
// them to go: until then all of W stands, whatever else has gone. So of each tile it is known between which two cells
// it stands, nearest to its packed end if all others before it have gone, and where it is now if none has. The first
// cells of a line, as many as it has tiles of W, are taken for certain. If with all that no tile of W could have a link
// to any tile of its kind, none can be the first to go, and the position is lost. The largest such set is what stays
// when, from all tiles, those that could have a link are struck out until none is left that could.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.h"
#include "cell.h"
#include "rules.h"

namespace llk {

/// A line's tiles as bits, the ring's cells at both ends included: packed towards the start up to `middle`, towards the
/// end from there on; or the other way round.
template <std::unsigned_integral Word>
class BlockedTiles {
  public:
    /// Lines are rows or columns; `length` cells each.
    BlockedTiles(int lines, int length, bool outside, std::size_t kinds)
        : lines_{lines},
          length_{length},
          outside_{outside},
          first_half_(static_cast<std::size_t>(lines)),
          packs_back_(static_cast<std::size_t>(lines)),
          standing_(static_cast<std::size_t>(lines)),
          taken_(static_cast<std::size_t>(lines)),
          by_kind_(kinds + 1) {}

    struct Tile {
        int line, at;  // at: the bit
    };

    /// How a line packs: cells before `middle` (a bit) towards the start or the middle, the others the other way.
    void set_line(int line, int middle, bool first_back, bool second_back) {
        first_half_[static_cast<std::size_t>(line)] = middle;
        packs_back_[static_cast<std::size_t>(line)] = {first_back, second_back};
    }

    void begin() {
        for (auto& tiles : by_kind_) tiles.clear();
        std::ranges::fill(standing_, Word{0});
    }
    void add(std::size_t kind, int line, int at) {
        by_kind_[kind].push_back({line, at});
        standing_[static_cast<std::size_t>(line)] |= bit<Word>(at);
    }

    /// Whether some tiles can never go.
    bool any() {
        for (int line = 0; line < lines_; ++line) find_taken(line);
        for (bool changed = true; changed;) {
            changed = false;
            bool waiting = false;
            for (auto& tiles : by_kind_) {
                if (!tiles.empty() && any_stands(tiles)) {
                    changed |= strike_out(tiles);
                    waiting |= any_stands(tiles);
                }
            }
            if (!waiting) return false;
        }
        return true;
    }

  private:
    struct View {
        Word along;    // cells of its line that it may see, its own included
        Word on;       // cells on which it may stand
        Word columns;  // not used yet
    };

    bool stands(Tile tile) const { return has(standing_[static_cast<std::size_t>(tile.line)], tile.at); }
    bool any_stands(const std::vector<Tile>& tiles) const {
        for (const Tile tile : tiles)
            if (stands(tile)) return true;
        return false;
    }

    bool strike_out(const std::vector<Tile>& tiles) {
        bool changed = false;
        views_.clear();
        for (const Tile tile : tiles) views_.push_back(view(tile));
        for (std::size_t a = 0; a < tiles.size(); ++a) {
            for (std::size_t b = a + 1; b < tiles.size(); ++b) {
                if (!stands(tiles[a]) && !stands(tiles[b])) continue;
                if (!could_link(tiles[a], views_[a], tiles[b], views_[b])) continue;
                strike_out(tiles[a]);
                strike_out(tiles[b]);
                changed = true;
            }
        }
        return changed;
    }
    void strike_out(Tile tile) {
        standing_[static_cast<std::size_t>(tile.line)] &= static_cast<Word>(~bit<Word>(tile.at));
        find_taken(tile.line);
    }

    /// The half of a line as bits.
    Word half(int line, int at) const {
        const int middle = first_half_[static_cast<std::size_t>(line)];
        return at < middle ? from_to<Word>(1, middle - 1) : from_to<Word>(middle, length_);
    }
    bool packs_back(int line, int at) const {
        const auto& way = packs_back_[static_cast<std::size_t>(line)];
        return at < first_half_[static_cast<std::size_t>(line)] ? way.first : way.second;
    }
    /// The lowest and the highest bit on which a tile may stand.
    int least(int line, int at) const {
        if (!packs_back(line, at)) return at;
        const Word part = half(line, at);
        return lowest(part) + std::popcount(static_cast<Word>(standing_[static_cast<std::size_t>(line)] & part & below<Word>(at)));
    }
    int most(int line, int at) const {
        if (packs_back(line, at)) return at;
        const Word part = half(line, at);
        return highest(part) - std::popcount(static_cast<Word>(standing_[static_cast<std::size_t>(line)] & part & above<Word>(at)));
    }

    void find_taken(int line) {
        Word taken = 0;
        for (const int at : {1, length_}) {
            const Word part = half(line, at);
            if (!part || (at == length_ && has(part, 1))) continue;
            const int count = std::popcount(static_cast<Word>(standing_[static_cast<std::size_t>(line)] & part));
            if (count == 0) continue;
            taken |= packs_back(line, at) ? from_to<Word>(lowest(part), lowest(part) + count - 1)
                                          : from_to<Word>(highest(part) - count + 1, highest(part));
        }
        taken_[static_cast<std::size_t>(line)] = taken;
    }

    View view(Tile tile) const {
        const Word standing = standing_[static_cast<std::size_t>(tile.line)];
        const Word before = standing & below<Word>(tile.at), after = standing & above<Word>(tile.at);
        const int from = before ? least(tile.line, highest(before)) + 1 : outside_ ? 0 : 1;
        const int to = after ? most(tile.line, lowest(after)) - 1 : outside_ ? length_ + 1 : length_;
        return {from_to<Word>(from, to), from_to<Word>(least(tile.line, tile.at), most(tile.line, tile.at)), 0};
    }

    bool could_link(Tile a, const View& from_a, Tile b, const View& from_b) const {
        if (a.line > b.line) return could_link(b, from_b, a, from_a);
        if (a.line == b.line) {
            const Word between = from_to<Word>(std::min(a.at, b.at) + 1, std::max(a.at, b.at) - 1);
            if (!(standing_[static_cast<std::size_t>(a.line)] & between)) return true;
        }
        Word lanes = from_a.along & from_b.along;
        if (outside_ && (lanes & (Word{1} | bit<Word>(length_ + 1)))) return true;
        for (int line = a.line + 1; line < b.line && lanes; ++line)
            lanes &= static_cast<Word>(~taken_[static_cast<std::size_t>(line)]);
        if (lanes) return true;
        return could_meet_across(a, from_a.on, b, from_b.on);
    }

    /// Whether both could see the same cell... of another line, across.
    bool could_meet_across(Tile a, Word on_a, Tile b, Word on_b) const {
        const auto free = [&](int line) { return static_cast<Word>(~taken_[static_cast<std::size_t>(line)]); };
        // beyond a on the near side
        Word from_a = on_a, from_b = on_b;
        // towards each other: a goes up to line x, b goes down to x
        std::vector<Word>& up = scratch_;
        up.assign(static_cast<std::size_t>(lines_ + 2), 0);
        for (int line = a.line + 1; line < lines_ && from_a; ++line) up[static_cast<std::size_t>(line)] = from_a &= free(line);
        if (outside_ && from_a) up[static_cast<std::size_t>(lines_)] = from_a;
        if (a.line == lines_ - 1 && outside_) up[static_cast<std::size_t>(lines_)] = on_a;
        // b upwards
        for (int line = b.line + 1; line < lines_ && from_b; ++line) {
            from_b &= free(line);
            if (from_b && up[static_cast<std::size_t>(line)]) return true;
        }
        if (outside_ && from_b && up[static_cast<std::size_t>(lines_)]) return true;
        from_b = on_b;
        for (int line = b.line - 1; line > a.line && from_b; --line) {
            from_b &= free(line);
            if (from_b && up[static_cast<std::size_t>(line)]) return true;
        }
        // both downwards, beyond a
        from_b = on_b;
        from_a = on_a;
        for (int line = b.line - 1; line >= a.line && from_b; --line)
            if (line != b.line) from_b &= free(line);
        if (a.line == b.line) from_b = on_b;
        for (int line = a.line - 1; line >= 0 && from_a && from_b; --line) {
            from_a &= free(line);
            from_b &= free(line);
            if (from_a && from_b) return true;
        }
        return outside_ && from_a && from_b;
    }

    int lines_, length_;
    bool outside_;
    std::vector<int> first_half_;
    std::vector<std::pair<bool, bool>> packs_back_;
    std::vector<Word> standing_, taken_;
    std::vector<std::vector<Tile>> by_kind_;
    std::vector<View> views_;
    mutable std::vector<Word> scratch_;
};

}  // namespace llk
