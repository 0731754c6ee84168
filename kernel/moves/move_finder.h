// Finds the moves of at most two turns on a board with one-word lines.
//
// A tile can be part of a move only if it is next to an empty cell or to an equal tile. Adjacent pairs of which one
// tile is next to no empty cell are listed as they are found. All other tiles are sorted by kind and compared within
// their kind in two stages with few mispredicted branches: the reaches of the two must meet, then a lane must be free.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "grid/grid.h"
#include "grid/set_bits.h"
#include "paths/link.h"
#include "values/bits.h"
#include "values/cell.h"

namespace llk {

/// Finds the moves of one position.
template <std::unsigned_integral Word>
class MoveFinder {
  public:
    explicit MoveFinder(const Grid<Word>& grid) : grid_{grid}, cols_{grid.cols()}, inside_{from_to<Word>(1, cols_)} {}

    /// Calls take(first, last) with batches of moves, in no order, until it returns true.
    template <class Take>
    bool each_batch(Take take) {
        sort_by_kind(list_tiles());
        if (touching_end_ != touching_.data() && take(touching_.data(), touching_end_)) return true;
        const auto& starts = grid_.kind_codes().starts;
        std::uint32_t* note = pair_.data();  // where the next pair goes; pairs that do not meet are overwritten
        for (std::size_t kind = 1; kind + 1 < starts.size(); ++kind) {
            const Reach* const end = reach_.data() + next_[kind];
            std::uint32_t slot = starts[kind];
            for (const Reach* a = reach_.data() + slot; a < end; ++a, ++slot) {
                const Reach reach = *a;
                std::uint32_t pair = slot << 16 | slot;
                for (const Reach* b = a + 1; b < end; ++b) {
                    *note = ++pair;
                    note += reach.meets(*b);
                }
                if (note >= &pair_[FULL]) {
                    if (keep_linked(note, take)) return true;
                    note = pair_.data();
                }
            }
        }
        return keep_linked(note, take);
    }

  private:
    using Reach = typename Grid<Word>::Reach;
    static constexpr std::size_t MAX_CELLS = Grid<Word>::MAX_CELLS;
    static constexpr std::size_t FULL = 512;

    /// Lists the tiles (and walls) next to an empty cell, in reading order, and returns their number; also notes the
    /// adjacent pairs that are not both among them.
    std::size_t list_tiles() {
        Cell* out = tiles_.data();
        touching_end_ = touching_.data();
        const Word directly = grid_.rules().adjacent ? static_cast<Word>(~Word{0}) : Word{0};
        Word above = grid_.row_word(-1), here = grid_.row_word(0), below = grid_.row_word(1);
        Word free = beside_empty(above, here, below);
        for (int row = 0; row < grid_.rows(); ++row) {
            const Word under = row + 1 < grid_.rows() ? grid_.row_word(row + 2) : Word{0};
            const Word free_below = beside_empty(here, below, under);
            const auto [right, down] = grid_.equal(row);
            note_touching(row, 0, 1, right & here & static_cast<Word>(here >> 1) & ~(free & (free >> 1)) & directly);
            note_touching(row, 1, 0, down & here & below & ~(free & free_below) & directly);
            const Word found = static_cast<Word>((free & inside_) >> 1);
            for (int first = 0; first < cols_; first += 8)
                out += write_cells(out, row, first, static_cast<unsigned>(found >> first) & 0xffu);
            here = below;
            below = under;
            free = free_below;
        }
        return static_cast<std::size_t>(out - tiles_.data());
    }

    /// Notes adjacent pairs, given by their upper or left tiles. Most rows have one or none, so the first is written
    /// without testing whether it exists.
    void note_touching(int row, int down, int across, Word bits) {
        const auto pair_at = [&](int col) { return Move{cell(row, col), cell(row + down, col + across)}; };
        *touching_end_ = pair_at(lowest(static_cast<Word>(bits | bit<Word>(WIDTH<Word> - 1))) - 1);
        touching_end_ += bits != 0;
        for (bits &= static_cast<Word>(bits - 1); bits; bits &= static_cast<Word>(bits - 1))
            *touching_end_++ = pair_at(lowest(bits) - 1);
    }

    /// Sorts the tiles into slots: the tiles of a kind side by side, in reading order.
    void sort_by_kind(std::size_t count) {
        const auto& starts = grid_.kind_codes().starts;
        std::copy(starts.begin(), starts.end(), next_.begin());
        const auto* const codes = grid_.codes();
        for (const Cell *at = tiles_.data(), *end = at + count; at != end; ++at) {
            const std::size_t index = grid_.index(*at);
            const auto kind = codes[index];
            if (!Grid<Word>::is_tile(kind)) continue;
            const std::size_t slot = next_[kind]++;
            reach_[slot] = grid_.reach(index);
            std::memcpy(&at_[slot], at, sizeof(Cell));  // one word, unlike assignment
        }
    }

    /// Calls take(first, last) with the noted pairs that link.
    template <class Take>
    bool keep_linked(const std::uint32_t* notes_end, Take take) {
        std::array<Move, FULL + MAX_CELLS> found;
        Move* end = found.data();
        for (const std::uint32_t* note = pair_.data(); note != notes_end; ++note) {
            const std::size_t a = *note >> 16, b = *note & 0xffff;
            std::memcpy(&end->a, &at_[a], sizeof(Cell));
            std::memcpy(&end->b, &at_[b], sizeof(Cell));
            end += grid_.any_lane(at_[a], reach_[a], at_[b], reach_[b]);
        }
        if (!plain(grid_.rules()))
            end = std::remove_if(found.data(), end, [&](Move move) { return !linkable(grid_, move.a, move.b); });
        return end != found.data() && take(found.data(), end);
    }

    const Grid<Word>& grid_;
    int cols_;
    Word inside_;                                           // the bits of a row without the ring
    std::array<Cell, MAX_CELLS + SET_BITS_AT_ONCE> tiles_;  // next to an empty cell
    std::array<Move, 2 * MAX_CELLS + 1> touching_;          // adjacent pairs, not both among the tiles above
    Move* touching_end_ = nullptr;
    std::array<Cell, MAX_CELLS> at_;  // by slot
    std::array<Reach, MAX_CELLS> reach_;
    std::array<std::uint32_t, MAX_CELLS + 2> next_;     // the next free slot of every kind
    std::array<std::uint32_t, FULL + MAX_CELLS> pair_;  // two slots in one word
};

}  // namespace llk
