// The interface of board.h over one type of grid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "board.h"
#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "moves/gravity.h"
#include "moves/moves.h"
#include "moves/position.h"
#include "paths/link.h"
#include "playouts/play_out.h"
#include "playouts/suitable_playout.h"
#include "solve/greedy_search.h"
#include "solve/moving/moving_search.h"
#include "solve/pairs.h"
#include "solve/playout.h"
#include "solve/search.h"
#include "solve/still/still_search.h"
#include "tracking/tile_tracker.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

template <class Grid>
class GridBoard;

/// The part that boards and positions share, over one type of grid: `Kept` is the grid itself or what holds it.
template <class Base, class Kept>
class GridLayout : public Base {
  public:
    explicit GridLayout(Kept kept) : kept_{std::move(kept)} {}

    int rows() const final { return grid().rows(); }
    int cols() const final { return grid().cols(); }
    int tiles() const final { return grid().tiles(); }
    std::uint64_t hash() const final { return grid().hash(); }
    bool contains(Cell at) const final { return grid().contains(at); }
    std::int32_t number(Cell at) const final { return grid().number(grid().code(at)); }
    PairStatus pair_status(Cell a, Cell b) const final {
        if (!contains(a) || !contains(b)) return PairStatus::off_board;
        const auto first = grid().code(a), second = grid().code(b);
        if (!grid().is_tile(first) || !grid().is_tile(second)) return PairStatus::no_tile;
        if (first != second) return PairStatus::different;
        if (a == b) return PairStatus::same_cell;
        return linkable(grid(), a, b) ? PairStatus::linked : PairStatus::apart;
    }
    Route route(Cell a, Cell b) const final { return llk::route(grid(), a, b); }

    const auto& grid() const {
        if constexpr (requires { kept_.grid(); })
            return kept_.grid();
        else
            return kept_;
    }

  protected:
    Kept kept_;
};

/// A position that starts from a board.
template <class Grid>
class BoardPosition final : public GridLayout<Position, GridPosition<Grid>> {
  public:
    BoardPosition(const Grid& grid, const Checkpoint& checkpoint)
        : GridLayout<Position, GridPosition<Grid>>{GridPosition<Grid>{grid, Upkeep::automatic, checkpoint}} {}

    std::unique_ptr<Position> copy() const override { return std::make_unique<BoardPosition>(*this); }
    std::unique_ptr<const Board> board() const override {
        return std::make_unique<const GridBoard<Grid>>(kept_.grid());
    }
    std::span<const Move> moves() const override { return kept_.moves(); }
    int depth() const override { return kept_.depth(); }
    Move last() const override { return kept_.last(); }
    void play(Move move, const Checkpoint& checkpoint) override { kept_.play(move, checkpoint); }
    void undo() override { kept_.undo(); }

  private:
    using GridLayout<Position, GridPosition<Grid>>::kept_;
};

/// A board on one type of grid.
template <class Grid>
class GridBoard final : public GridLayout<Board, Grid> {
  public:
    using GridLayout<Board, Grid>::GridLayout;

    const Rules& rules() const override { return kept_.rules(); }
    int phase() const override { return kept_.phase(); }
    std::size_t bytes() const override { return sizeof *this - sizeof kept_ + kept_.bytes(); }
    bool same(const Board& other) const override {
        const auto* on_same_grid = dynamic_cast<const GridBoard*>(&other);
        return on_same_grid && kept_.same(on_same_grid->kept_);
    }
    std::size_t linkable_pairs(std::span<const std::int32_t> pairs, std::span<std::uint8_t> answers,
                               const Checkpoint& checkpoint) const override {
        const auto fits = [](std::int32_t number) { return static_cast<std::int16_t>(number) == number; };
        constexpr std::size_t between_checks = 256;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (i % between_checks == 0) checkpoint();
            const std::int32_t* pair = &pairs[4 * i];
            if (!std::all_of(pair, pair + 4, fits)) return i;
            const PairStatus found = GridBoard::pair_status(cell(pair[0], pair[1]), cell(pair[2], pair[3]));
            if (found > PairStatus::different) return i;
            answers[i] = found == PairStatus::linked;
        }
        return answers.size();
    }
    bool has_move(const Checkpoint& checkpoint) const override { return llk::has_move(kept_, checkpoint); }
    void moves(std::vector<Move>& out, const Checkpoint& checkpoint) const override {
        list_moves(kept_, out, checkpoint);
    }
    std::unique_ptr<const Board> play(Move move) const override {
        Grid after = kept_;
        play_move(after, move);
        return std::make_unique<const GridBoard>(std::move(after));
    }
    std::unique_ptr<Position> position(const Checkpoint& checkpoint) const override {
        return std::make_unique<BoardPosition<Grid>>(kept_, checkpoint);
    }
    std::uint64_t perft(std::size_t depth, const Checkpoint& checkpoint) const override {
        GridPosition<Grid> position{kept_, Upkeep::automatic, checkpoint};
        return llk::perft(position, depth, checkpoint);
    }

    std::unique_ptr<Solver> solver(std::uint64_t seed, bool by_moves, int threads) const override {
        if (by_moves || kept_.rules().gravity != Gravity::still) return make_moving_search(kept_, seed, threads);
        if constexpr (requires { typename Grid::Word; })
            if (Pairs::count_in(kept_) <= Pairs::MAX_PAIRS) return make_still_search(kept_);
        return std::make_unique<GreedySearch<Grid>>(kept_, seed);
    }
    std::vector<Move> play_randomly(std::uint64_t seed, const Checkpoint& checkpoint) const override {
        std::vector<Move> moves;
        with_playout(kept_, checkpoint, [&](auto& playout) {
            playout.play(playout_random(seed, 0), [&](Move move) { moves.push_back(move); }, checkpoint);
        });
        return moves;
    }
    std::vector<std::int32_t> play_out(std::size_t first, std::size_t games, std::uint64_t seed, int threads,
                                       const Checkpoint& checkpoint) const override {
        return llk::play_out(kept_, first, games, seed, threads, checkpoint);
    }
    std::vector<Move> find_origins(std::span<const Move> moves, const Checkpoint& checkpoint) const override {
        return llk::find_origins(kept_, moves, checkpoint);
    }
    std::vector<Shift> find_shifts(Move move) const override { return llk::find_shifts(kept_, move); }

  private:
    using GridLayout<Board, Grid>::kept_;
};

}  // namespace llk
