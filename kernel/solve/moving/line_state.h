// A position with one-word lines under the plain rules, for searching: cheap to play, to undo and to hash.
//
// Every step copies the whole position, a few hundred bytes, on top of the last one, so undoing costs nothing. The key
// is a sum over all tiles of (number of the cell) × (number of the kind), so a sliding tile costs one multiplication.
// Two such sums with independent random numbers make 128 bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "grid/equal_neighbours.h"
#include "grid/grid.h"
#include "moves/gravity.h"
#include "solve/moving/dead_positions.h"
#include "solve/search.h"
#include "tracking/free_side.h"
#include "values/bits.h"
#include "values/cell.h"
#include "values/random.h"
#include "values/rules.h"

namespace llk {

/// A position and the steps that led to it.
template <std::unsigned_integral Word>
class LineState {
  public:
    using Code = typename Grid<Word>::Code;
    static constexpr Code EMPTY_CODE = Grid<Word>::EMPTY_CODE;
    static bool is_tile(Code code) { return Grid<Word>::is_tile(code); }

    explicit LineState(const Grid<Word>& grid)
        : grid_{grid},
          rows_{grid.rows()},
          cols_{grid.cols()},
          words_per_step_{static_cast<std::size_t>(rows_ + cols_ + 4)},
          codes_per_step_{grid.size() + static_cast<std::size_t>(cols_) + EQUAL_PADDING},
          words_(words_per_step_),
          codes_(grid.codes(), grid.codes() + codes_per_step_),
          walls_(static_cast<std::size_t>(rows_)),
          sides_{rows_, cols_, grid.rules().gravity},
          left_{grid.count_by_kind()},
          at_(grid.size()),
          reach_(grid.size()),
          next_(grid.kind_codes().count() + 1) {
        draw_keys();
        for (int row = -1; row <= rows_; ++row) words_[static_cast<std::size_t>(row + 1)] = grid.row_word(row);
        for (int col = -1; col <= cols_; ++col) words_[static_cast<std::size_t>(rows_ + 3 + col)] = grid.col_word(col);
        steps_.push_back({{EMPTY_KEY, EMPTY_KEY}, grid.tiles(), grid.phase(), 0, false});
        look_at_top();
        for (std::size_t i = 0; i < grid.size(); ++i) {
            if (is_tile(code_[i])) {
                add(steps_.back().key, place_keys_[i], kind_keys_[code_[i]]);
            } else if (code_[i] != EMPTY_CODE) {
                walls_[static_cast<std::size_t>(grid.place(i).row)] |= bit<Word>(grid.place(i).col + 1);
            }
        }
        steps_.back().packed = sides_.packed(*this);
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    const Rules& rules() const { return grid_.rules(); }
    int phase() const { return steps_.back().phase; }
    int tiles() const { return steps_.back().tiles; }
    int left(Code kind) const { return left_[kind]; }
    Code code(Cell at) const { return code_[index(at)]; }
    PositionKey key() const { return with_phase(steps_.back().key); }

    /// How many cells of a line are not empty.
    int filled_in_row(int row) const { return std::popcount(row_[row + 1] & from_to<Word>(1, cols_)); }
    int filled_in_col(int col) const { return std::popcount(col_[col + 1] & from_to<Word>(1, rows_)); }

    /// Plays a move that links and returns whether any other tile moved.
    bool play(Move move) {
        const Step before = steps_.back();
        const Code kind = code(move.a);
        words_.resize(words_.size() + words_per_step_);
        codes_.resize(codes_.size() + codes_per_step_);
        steps_.push_back({before.key, before.tiles - 2, before.phase, kind, false});
        look_at_top();
        std::copy(row_ - words_per_step_, row_, row_);
        std::copy(code_ - codes_per_step_, code_, code_);
        left_[kind] -= 2;
        steps_.back().packed = sides_.known();
        return before.packed ? close_gaps(move) : take_away_and_pack(move);
    }

    /// Plays a move that links and is never undone; returns whether any other tile moved.
    bool advance(Move move) {
        Step& now = steps_.back();
        const Code kind = code(move.a);
        now.tiles -= 2;
        left_[kind] -= 2;
        const bool was_packed = std::exchange(now.packed, sides_.known());
        return was_packed ? close_gaps(move) : take_away_and_pack(move);
    }

    /// Whether the key after a move is known without playing it, as on a board packed along one axis.
    bool foresees() const { return steps_.back().packed; }

    /// The key after a move; if the tiles share a line, the one nearer to its packed end is handled first.
    PositionKey key_after(Move move) const {
        const auto [far, near] = sides_.far_first(index(move.a), index(move.b));
        PositionKey key = steps_.back().key;
        subtract(key, place_keys_[near], kind_keys_[code_[near]]);
        subtract(key, place_keys_[far], kind_keys_[code_[far]]);
        if (!shift(key, near, far)) shift(key, far, near);
        return with_phase(key);
    }

    /// Whether a move on a packed board moves no other tile; false if the rules do not tell.
    bool moves_nothing(Move move) const {
        if (!sides_.known()) return false;
        const std::size_t a = index(move.a), b = index(move.b), after_a = sides_.beyond(a), after_b = sides_.beyond(b);
        return (after_a == b || !is_tile(code_[after_a])) && (after_b == a || !is_tile(code_[after_b]));
    }

    void undo() {
        left_[steps_.back().kind] += 2;
        words_.resize(words_.size() - words_per_step_);
        codes_.resize(codes_.size() - codes_per_step_);
        steps_.pop_back();
        look_at_top();
    }

    /// The work of playing and undoing a move, as Budget counts it.
    std::size_t step_cost() const { return codes_per_step_; }

    /// Calls take(move) for every move, in no order.
    template <class Take>
    void each_move(Budget&, Take take) {
        const auto& starts = grid_.kind_codes().starts;
        std::copy(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(next_.size()), next_.begin());
        list_tiles(take);
        for (std::size_t kind = 1; kind < next_.size(); ++kind)
            for (std::size_t a = starts[kind]; a < next_[kind]; ++a)
                for (std::size_t b = a + 1; b < next_[kind]; ++b)
                    if (linked(a, b)) take(Move{at_[a], at_[b]});
    }

    /// The bytes of a saved position.
    std::size_t saved_bytes() const {
        return words_per_step_ * sizeof(Word) + codes_per_step_ * sizeof(Code) + sizeof(Step) +
               left_.size() * sizeof(std::int32_t);
    }

    /// Saves the position.
    void save(std::byte* to) const {
        const auto put = [&](const void* from, std::size_t bytes) {
            std::memcpy(to, from, bytes);
            to += bytes;
        };
        put(row_, words_per_step_ * sizeof(Word));
        put(code_, codes_per_step_ * sizeof(Code));
        put(&steps_.back(), sizeof(Step));
        put(left_.data(), left_.size() * sizeof(std::int32_t));
    }
    /// Loads a saved position, with no steps to undo.
    void load(const std::byte* from) {
        const auto get = [&](void* to, std::size_t bytes) {
            std::memcpy(to, from, bytes);
            from += bytes;
        };
        words_.resize(words_per_step_);
        codes_.resize(codes_per_step_);
        steps_.resize(1);
        look_at_top();
        get(row_, words_per_step_ * sizeof(Word));
        get(code_, codes_per_step_ * sizeof(Code));
        get(&steps_.back(), sizeof(Step));
        get(left_.data(), left_.size() * sizeof(std::int32_t));
    }

    // What Packer needs.
    void slide(Cell from, Cell to) {
        const std::size_t here = index(from), there = index(to);
        const Code kind = code_[here];
        code_[here] = EMPTY_CODE;
        code_[there] = kind;
        flip(from);
        flip(to);
        PositionKey& key = steps_.back().key;
        add(key, place_keys_[there], kind_keys_[kind]);
        subtract(key, place_keys_[here], kind_keys_[kind]);
    }
    void set_phase(int phase) { steps_.back().phase = phase; }
    Code code(std::size_t index) const { return code_[index]; }

  private:
    static constexpr std::uint64_t KEY_SEED = 0x6d6f76696e67ULL, PHASE_KEY = 0x9e3779b97f4a7c15ULL,
                                   EMPTY_KEY = 0x656d707479ULL;  // not 0, which marks a free slot of DeadPositions

    struct Step {
        PositionKey key;
        int tiles, phase;
        Code kind;    // of the two removed tiles
        bool packed;  // along one axis
    };

    void draw_keys() {
        Random random{KEY_SEED};
        const auto draw = [&] { return PositionKey{random.next(), random.next() | 1}; };
        for (std::size_t i = 0; i < grid_.size(); ++i) place_keys_.push_back(draw());
        for (std::size_t kind = 0; kind <= grid_.kind_codes().count(); ++kind) kind_keys_.push_back(draw());
    }

    PositionKey with_phase(PositionKey key) const {
        key.index += static_cast<std::uint64_t>(steps_.back().phase) * PHASE_KEY;
        return key;
    }
    static void add(PositionKey& key, PositionKey place, PositionKey kind) {
        key.index += place.index * kind.index;
        key.check += place.check * kind.check;
    }
    static void subtract(PositionKey& key, PositionKey place, PositionKey kind) {
        key.index -= place.index * kind.index;
        key.check -= place.check * kind.check;
    }

    std::size_t index(Cell at) const { return grid_.index(at); }
    /// Points to the words and codes of the last step, which move when steps are added or dropped.
    void look_at_top() {
        row_ = words_.data() + words_.size() - words_per_step_;
        col_ = row_ + rows_ + 2;
        code_ = codes_.data() + codes_.size() - codes_per_step_;
    }

    void flip(Cell at) {
        row_[at.row + 1] ^= bit<Word>(at.col + 1);
        col_[at.col + 1] ^= bit<Word>(at.row + 1);
    }
    void take_away(Cell at) {
        const std::size_t here = index(at);
        subtract(steps_.back().key, place_keys_[here], kind_keys_[code_[here]]);
        code_[here] = EMPTY_CODE;
        flip(at);
    }
    /// Removes two tiles from a board that is not packed, or packs along both axes.
    bool take_away_and_pack(Move move) {
        take_away(move.a);
        take_away(move.b);
        return Packer<LineState>(*this).pack();
    }

    /// Updates the key for the tiles that slide when one is removed; returns whether the other removed tile is among
    /// them.
    bool shift(PositionKey& key, std::size_t gap, std::size_t other) const {
        bool met = false;
        std::size_t to = gap;
        for (std::size_t from = sides_.beyond(gap); is_tile(code_[from]); from = sides_.beyond(from)) {
            if (from == other) {
                met = true;
                continue;
            }
            const PositionKey kind = kind_keys_[code_[from]];
            add(key, place_keys_[to], kind);
            subtract(key, place_keys_[from], kind);
            to = sides_.beyond(to);
        }
        return met;
    }

    /// Removes two tiles from a packed board; the tiles beyond each slide one cell.
    bool close_gaps(Move move) {
        const auto [far, near] = sides_.far_first(index(move.a), index(move.b));
        const bool first = close_gap(far), second = close_gap(near);
        return first || second;
    }

    /// Removes one tile and returns whether there were others beyond it.
    bool close_gap(std::size_t gap) {
        PositionKey& key = steps_.back().key;
        subtract(key, place_keys_[gap], kind_keys_[code_[gap]]);
        const std::size_t here = sides_.close_gap(*this, gap, [&](std::size_t from, std::size_t to) {
            const PositionKey kind = kind_keys_[code_[to] = code_[from]];
            add(key, place_keys_[to], kind);
            subtract(key, place_keys_[from], kind);
        });
        code_[here] = EMPTY_CODE;
        flip(grid_.place(here));
        return here != gap;
    }

    /// Lists every tile next to an empty cell by kind, with its reach; calls take for adjacent pairs not both listed.
    template <class Take>
    void list_tiles(Take take) {
        const Word inside = from_to<Word>(1, cols_);
        Word free = beside_empty(row_[0], row_[1], row_[2]);
        for (int row = 0; row < rows_; ++row) {
            const Word here = row_[row + 1], wall = walls_[static_cast<std::size_t>(row)];
            const bool last = row + 1 == rows_;
            const Word free_below = last ? Word{0} : beside_empty(here, row_[row + 2], row_[row + 3]);
            const Code* first = code_ + row * cols_;
            const Word tiles = here & inside & static_cast<Word>(~wall);
            Word right =
                equal_bits<Word>(first, first + 1, cols_ - 1) & tiles & static_cast<Word>(~(free & (free >> 1)));
            while (right) {
                const int col = take_lowest(right) - 1;
                take(Move{cell(row, col), cell(row, col + 1)});
            }
            Word down = equal_bits<Word>(first, first + cols_, cols_) & tiles & static_cast<Word>(~(free & free_below));
            while (down) {
                const int col = take_lowest(down) - 1;
                take(Move{cell(row, col), cell(row + 1, col)});
            }
            for (Word left = free & tiles; left;) {
                const int i = take_lowest(left);
                const std::size_t slot = next_[first[i - 1]]++;
                at_[slot] = cell(row, i - 1);
                reach_[slot] = {run_through(here, i), run_through(col_[i], row + 1)};
            }
            free = free_below;
        }
    }

    /// Whether two tiles of a kind have a lane: most have one on the ring, which nothing blocks.
    bool linked(std::size_t a, std::size_t b) const {
        Word by_col = reach_[a].row & reach_[b].row, by_row = reach_[a].col & reach_[b].col;
        if (rules().outside) {
            constexpr Word edge = 1;
            if (by_col & (edge | bit<Word>(cols_ + 1))) return true;
            if (by_row & (edge | bit<Word>(rows_ + 1))) return true;
        }
        for (int row = at_[a].row + 2; row <= at_[b].row && by_col; ++row) by_col &= static_cast<Word>(~row_[row]);
        if (by_col) return true;
        const int left = std::min(at_[a].col, at_[b].col), right = std::max(at_[a].col, at_[b].col);
        for (int col = left + 2; col <= right && by_row; ++col) by_row &= static_cast<Word>(~col_[col]);
        return by_row != 0;
    }

    const Grid<Word>& grid_;
    int rows_, cols_;
    std::size_t words_per_step_, codes_per_step_;
    std::vector<Word> words_;  // of every step: rows, then columns, ring included
    std::vector<Code> codes_;
    std::vector<Step> steps_;
    Word *row_ = nullptr, *col_ = nullptr;  // of the last step
    Code* code_ = nullptr;
    std::vector<Word> walls_;  // by row; bits as in the row words
    FreeSides sides_;
    std::vector<std::int32_t> left_;  // tiles left of each kind
    std::vector<PositionKey> place_keys_, kind_keys_;
    std::vector<Cell> at_;  // by slot: the tiles that may link, sorted by kind
    std::vector<typename Grid<Word>::Reach> reach_;
    std::vector<std::uint32_t> next_;
};

}  // namespace llk
