// All moves of a position, and whether there is any.
//
// A tile can move if it is beside an empty cell, or touches an equal tile. Pairs that touch, and of which one is beside
// no empty cell, are written down as they are found. The other tiles are sorted by kind and compared within their kind
// in two stages that have hardly a branch to guess wrong: the reaches of the two must meet at all; then a lane must be
// free.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "grid/grid.h"
#include "grid/set_bits.h"
#include "paths/components.h"
#include "paths/link.h"
#include "paths/runs.h"
#include "values/bits.h"
#include "values/cell.h"

namespace llk {

/// A list longer than this is refused: as Python objects it would take more than a gigabyte.
inline constexpr std::size_t MAX_MOVES = std::size_t{1} << 24;

struct TooManyMoves : std::length_error {
    TooManyMoves() : std::length_error("the board has more than " + std::to_string(MAX_MOVES) + " moves") {}
};

/// Finds moves of at most two turns on a board of one-word lines.
template <std::unsigned_integral Word>
class MoveFinder {
  public:
    explicit MoveFinder(const Grid<Word>& grid) : grid_{grid}, cols_{grid.cols()}, inside_{from_to<Word>(1, cols_)} {}

    /// Hands batches of moves, in no order, to take(first, last) until it answers true.
    template <class Take>
    bool each_batch(Take take) {
        sort_by_kind(list_tiles());
        if (touching_end_ != touching_.data() && take(touching_.data(), touching_end_)) return true;
        const auto& starts = grid_.palette().starts;
        std::uint32_t* note = pair_.data();  // where the next pair goes; one that does not meet is written over
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

    /// Lists the tiles (and walls) beside an empty cell, in reading order, and says how many there are; on the way
    /// writes down the touching pairs that are not both among them.
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

    /// What is blocked in a row and has an open neighbour.
    static Word beside_empty(Word above, Word here, Word below) {
        const auto open = static_cast<Word>(~here);
        return here & static_cast<Word>((open << 1) | (open >> 1) | ~above | ~below);
    }

    /// Writes down pairs of tiles that touch, given by the upper or left one. Most rows have one or none, so the first
    /// is written without asking whether it is there.
    void note_touching(int row, int down, int across, Word bits) {
        const auto pair_at = [&](int col) { return Move{cell(row, col), cell(row + down, col + across)}; };
        *touching_end_ = pair_at(lowest(static_cast<Word>(bits | bit<Word>(WIDTH<Word> - 1))) - 1);
        touching_end_ += bits != 0;
        for (bits &= static_cast<Word>(bits - 1); bits; bits &= static_cast<Word>(bits - 1))
            *touching_end_++ = pair_at(lowest(bits) - 1);
    }

    /// Puts the tiles into slots: a kind's tiles side by side, in reading order.
    void sort_by_kind(std::size_t count) {
        const auto& starts = grid_.palette().starts;
        std::copy(starts.begin(), starts.end(), next_.begin());
        const auto* const codes = grid_.codes();
        for (const Cell *at = tiles_.data(), *end = at + count; at != end; ++at) {
            const std::size_t index = grid_.index(*at);
            const auto kind = codes[index];
            if (!Grid<Word>::is_tile(kind)) continue;
            const std::size_t slot = next_[kind]++;
            reach_[slot] = grid_.reach(index);
            std::memcpy(&at_[slot], at, sizeof(Cell));  // as one word, which assignment does not do
        }
    }

    /// Keeps of the noted pairs those that link, and hands them on.
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
    Word inside_;                                           // the bits of a row that are not ring
    std::array<Cell, MAX_CELLS + SET_BITS_AT_ONCE> tiles_;  // beside an empty cell
    std::array<Move, 2 * MAX_CELLS + 1> touching_;          // and not both of them among the tiles above
    Move* touching_end_ = nullptr;
    std::array<Cell, MAX_CELLS> at_;  // by slot
    std::array<Reach, MAX_CELLS> reach_;
    std::array<std::uint32_t, MAX_CELLS + 2> next_;     // the next free slot of every kind
    std::array<std::uint32_t, FULL + MAX_CELLS> pair_;  // two slots in one word
};

/// Whether two tiles of one kind see the ring from the same side: a sure link that is quickly found where one is.
template <std::unsigned_integral Word>
bool links_round_the_ring(const Grid<Word>& grid) {
    if (!grid.rules().outside || grid.rules().max_turns < 2) return false;
    using Seen = std::array<std::uint64_t, Grid<Word>::MAX_CELLS / 64 + 1>;
    const std::size_t used = grid.palette().kinds() / 64 + 1;
    Seen seen;
    const auto start = [&] { std::fill_n(seen.begin(), used, 0); };
    const auto twice = [&](Cell at) {
        const auto kind = grid.code(at);
        if (!Grid<Word>::is_tile(kind)) return false;
        const std::uint64_t mark = std::uint64_t{1} << (kind % 64);
        const bool before = (seen[kind / 64] & mark) != 0;
        seen[kind / 64] |= mark;
        return before;
    };
    const int rows = grid.rows(), cols = grid.cols();
    const auto inside_col = from_to<Word>(1, rows), inside_row = from_to<Word>(1, cols);
    start();
    for (int col = 0; col < cols; ++col)
        if (const Word tiles = grid.col_word(col) & inside_col; tiles && twice(cell(lowest(tiles) - 1, col)))
            return true;
    start();
    for (int col = 0; col < cols; ++col)
        if (const Word tiles = grid.col_word(col) & inside_col; tiles && twice(cell(highest(tiles) - 1, col)))
            return true;
    start();
    for (int row = 0; row < rows; ++row)
        if (const Word tiles = grid.row_word(row) & inside_row; tiles && twice(cell(row, lowest(tiles) - 1)))
            return true;
    start();
    for (int row = 0; row < rows; ++row)
        if (const Word tiles = grid.row_word(row) & inside_row; tiles && twice(cell(row, highest(tiles) - 1)))
            return true;
    return false;
}

/// Nobody asks whether to go on.
struct Undisturbed {
    void operator()() const {}
};

/// Calls work(search, tile) for every tile that has an equal one after it, until it answers true; asks before each
/// whether to go on.
template <class Grid, class Work, class GoOn>
bool search_from_each(const Grid& grid, Work work, GoOn go_on) {
    std::vector<std::uint32_t> left(grid.palette().kinds() + 1);  // tiles of each kind still to come
    for (std::size_t i = 0; i < grid.size(); ++i)
        if (Grid::is_tile(grid.code(i))) ++left[grid.code(i)];
    return with_runs<Grid>(grid, [&](Runs<Grid>& runs) {
        for (std::size_t i = 0; i < grid.size(); ++i) {
            if (!Grid::is_tile(grid.code(i)) || --left[grid.code(i)] == 0) continue;
            go_on();
            if (work(runs, grid.place(i))) return true;
        }
        return false;
    });
}

/// Calls take(move) for every move, found by searching, until it answers true.
template <class Grid, class Take, class GoOn>
bool each_move_by_search(const Grid& grid, Take take, GoOn go_on) {
    if (grid.rules().max_turns == UNLIMITED) return Components<Grid>(grid).each_move(take);
    std::vector<Cell> partners;
    const auto work = [&](Runs<Grid>& runs, Cell here) {
        partners.clear();
        runs.each_reached(grid, here, [&](Cell there) {
            if (here < there && grid.code(there) == grid.code(here)) partners.push_back(there);
            return false;
        });
        std::ranges::sort(partners);  // some were reached twice
        const auto repeated = std::ranges::unique(partners);
        partners.erase(repeated.begin(), repeated.end());
        return std::ranges::any_of(partners, [&](Cell there) { return take(Move{here, there}); });
    };
    return search_from_each(grid, work, go_on);
}

/// Whether a search from any tile reaches an equal one; stops at the first.
template <class Grid, class GoOn>
bool has_move_by_search(const Grid& grid, GoOn go_on) {
    if (grid.rules().max_turns == UNLIMITED) return Components<Grid>(grid).each_move([](Move) { return true; });
    const auto work = [&](Runs<Grid>& runs, Cell here) {
        return runs.each_reached(grid, here,
                                 [&](Cell there) { return there != here && grid.code(there) == grid.code(here); });
    };
    return search_from_each(grid, work, go_on);
}

/// Writes every move, in no order.
template <std::unsigned_integral Word, class GoOn = Undisturbed>
void list_moves(const Grid<Word>& grid, std::vector<Move>& out, GoOn go_on = {}) {
    out.clear();
    const auto room = [&](std::size_t more) {
        if (out.size() + more > MAX_MOVES) throw TooManyMoves();
    };
    if (grid.rules().max_turns > 2) {
        const auto take = [&](Move move) {
            room(1);
            out.push_back(move);
            return false;
        };
        each_move_by_search(grid, take, go_on);
        return;
    }
    MoveFinder<Word> finder{grid};
    finder.each_batch([&](const Move* first, const Move* last) {
        room(static_cast<std::size_t>(last - first));
        out.insert(out.end(), first, last);
        return false;
    });
}

/// Whether there is any move.
template <std::unsigned_integral Word, class GoOn = Undisturbed>
bool has_move(const Grid<Word>& grid, GoOn go_on = {}) {
    if (links_round_the_ring(grid)) return true;
    if (grid.rules().max_turns > 2) return has_move_by_search(grid, go_on);
    MoveFinder<Word> finder{grid};
    return finder.each_batch([](const Move*, const Move*) { return true; });
}

}  // namespace llk
