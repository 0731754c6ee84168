// Finds the moves of at most two turns on a board with one-word lines.
//
// A tile can be part of a move only if it is next to an empty cell or to an equal tile. Adjacent pairs of which one
// tile is next to no empty cell are listed as they are found. All other tiles are sorted by kind and compared within
// their kind in two stages with few mispredicted branches: the reaches of the two must meet, then a lane must be free.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "grid/grid.h"
#include "grid/set_bits.h"
#include "paths/link.h"
#include "values/bits.h"
#include "values/cell.h"

namespace llk {

/// Finds the moves of one position. Only one at a time in each thread: they share its lists.
template <std::unsigned_integral Word>
class MoveFinder {
  public:
    explicit MoveFinder(const Grid<Word>& grid) : grid_{grid}, cols_{grid.cols()}, inside_{from_to<Word>(1, cols_)} {}

    /// Calls take(first, last) with batches of moves, in no order, until it returns true.
    template <class Take>
    bool each_batch(Take take) {
        sort_by_kind(list_tiles());
        if (touching_end_ != in_.touching && take(in_.touching, touching_end_)) return true;
        const auto& starts = grid_.kind_codes().starts;
        std::uint32_t* note = in_.pair;  // where the next pair goes; pairs that do not meet are overwritten
        for (std::size_t kind = 1; kind + 1 < starts.size(); ++kind) {
            const Reach* const end = in_.reach + in_.next[kind];
            std::uint32_t slot = starts[kind];
            for (const Reach* a = in_.reach + slot; a < end; ++a, ++slot) {
                const Reach reach = *a;
                std::uint32_t pair = slot << 16 | slot;
                for (const Reach* b = a + 1; b < end; ++b) {
                    *note = ++pair;
                    note += reach.meets(*b);
                }
                if (note >= &in_.pair[FULL]) {
                    if (keep_linked(note, take)) return true;
                    note = in_.pair;
                }
            }
        }
        return keep_linked(note, take);
    }

  private:
    using Reach = typename Grid<Word>::Reach;
    static constexpr std::size_t MAX_CELLS = Grid<Word>::MAX_CELLS;
    static constexpr std::size_t FULL = 512;

    /// The lists of a thread: 216 KB for the largest board, more than the stacks of some threads have.
    struct Lists {
        alignas(64) Reach reach[MAX_CELLS];        // by slot
        Cell at[MAX_CELLS];                        // by slot
        std::uint32_t next[MAX_CELLS + 2];         // the next free slot of every kind
        std::uint32_t pair[FULL + MAX_CELLS];      // two slots in one word
        Move found[FULL + MAX_CELLS];              // pairs that link
        Cell tiles[MAX_CELLS + SET_BITS_AT_ONCE];  // next to an empty cell
        Move touching[2 * MAX_CELLS + 1];          // adjacent pairs, not both among the tiles above
    };
    static Lists& own_lists() {
        constinit thread_local Lists* lists = nullptr;  // quicker to read than what has a destructor
        if (!lists) [[unlikely]] {
            thread_local const std::unique_ptr<Lists> owner{new Lists};  // not filled with zeros
            lists = owner.get();
        }
        return *lists;
    }

    /// Lists the tiles (and walls) next to an empty cell, in reading order, and returns their number; also notes the
    /// adjacent pairs that are not both among them.
    std::size_t list_tiles() {
        Cell* out = in_.tiles;
        touching_end_ = in_.touching;
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
        return static_cast<std::size_t>(out - in_.tiles);
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
        Lists& in = in_;
        const Grid<Word>& grid = grid_;
        const auto& starts = grid.kind_codes().starts;
        std::copy(starts.begin(), starts.end(), in.next);
        const auto* const codes = grid.codes();
        for (const Cell *at = in.tiles, *end = at + count; at != end; ++at) {
            const std::size_t index = grid.index(*at);
            const auto kind = codes[index];
            if (!Grid<Word>::is_tile(kind)) continue;
            const std::size_t slot = in.next[kind]++;
            in.reach[slot] = grid.reach(index);
            std::memcpy(&in.at[slot], at, sizeof(Cell));  // one word, unlike assignment
        }
    }

    /// Calls take(first, last) with the noted pairs that link.
    template <class Take>
    bool keep_linked(const std::uint32_t* notes_end, Take take) {
        Lists& in = in_;
        const Grid<Word>& grid = grid_;
        Move* end = in.found;
        for (const std::uint32_t* note = in.pair; note != notes_end; ++note) {
            const std::size_t a = *note >> 16, b = *note & 0xffff;
            std::memcpy(&end->a, &in.at[a], sizeof(Cell));
            std::memcpy(&end->b, &in.at[b], sizeof(Cell));
            end += grid.any_lane(in.at[a], in.reach[a], in.at[b], in.reach[b]);
        }
        if (!plain(grid.rules()))
            end = std::remove_if(in.found, end, [&](Move move) { return !linkable(grid, move.a, move.b); });
        return end != in.found && take(in.found, end);
    }

    const Grid<Word>& grid_;
    int cols_;
    Word inside_;  // the bits of a row without the ring
    Lists& in_ = own_lists();
    Move* touching_end_ = nullptr;
};

}  // namespace llk
