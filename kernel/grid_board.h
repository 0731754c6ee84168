// The interface of board.h over one type of grid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
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
#include "moves/stuck.h"
#include "moves/wide_moves.h"
#include "paths/link.h"
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

/// A position that starts from a board.
template <class Grid>
class BoardPosition final : public Position {
  public:
    explicit BoardPosition(Grid grid) : position_{std::move(grid)} {}

    std::unique_ptr<Position> copy() const override { return std::make_unique<BoardPosition>(*this); }
    std::unique_ptr<const Board> board() const override {
        return std::make_unique<const GridBoard<Grid>>(position_.grid());
    }
    std::span<const Move> moves() const override { return position_.moves(); }
    int depth() const override { return position_.depth(); }
    int tiles() const override { return position_.grid().tiles(); }
    std::uint64_t hash() const override { return position_.grid().hash(); }
    Move last() const override { return position_.last(); }
    void play(Move move) override { position_.play(move); }
    void undo() override { position_.undo(); }

  private:
    GridPosition<Grid> position_;
};

/// A board on one type of grid.
template <class Grid>
class GridBoard final : public Board {
  public:
    explicit GridBoard(Grid grid) : grid_{std::move(grid)} {}

    int rows() const override { return grid_.rows(); }
    int cols() const override { return grid_.cols(); }
    const Rules& rules() const override { return grid_.rules(); }
    int phase() const override { return grid_.phase(); }
    int tiles() const override { return grid_.tiles(); }
    std::uint64_t hash() const override { return grid_.hash(); }
    std::size_t bytes() const override { return sizeof *this - sizeof grid_ + grid_.bytes(); }
    bool contains(Cell at) const override { return grid_.contains(at); }
    std::int32_t number(Cell at) const override { return grid_.number(grid_.code(at)); }
    bool same(const Board& other) const override {
        const auto* on_same_grid = dynamic_cast<const GridBoard*>(&other);
        return on_same_grid && grid_.same(on_same_grid->grid_);
    }

    PairStatus pair_status(Cell a, Cell b) const override {
        if (!grid_.contains(a) || !grid_.contains(b)) return PairStatus::off_board;
        const auto first = grid_.code(a), second = grid_.code(b);
        if (!Grid::is_tile(first) || !Grid::is_tile(second)) return PairStatus::no_tile;
        if (first != second) return PairStatus::different;
        if (a == b) return PairStatus::same_cell;
        return linkable(grid_, a, b) ? PairStatus::linked : PairStatus::apart;
    }
    Route route(Cell a, Cell b) const override { return llk::route(grid_, a, b); }
    std::size_t linkable_pairs(std::span<const std::int32_t> pairs, std::span<std::uint8_t> answers) const override {
        const auto fits = [](std::int32_t number) { return static_cast<std::int16_t>(number) == number; };
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const std::int32_t* pair = &pairs[4 * i];
            if (!std::all_of(pair, pair + 4, fits)) return i;
            const PairStatus found = GridBoard::pair_status(cell(pair[0], pair[1]), cell(pair[2], pair[3]));
            if (found > PairStatus::different) return i;
            answers[i] = found == PairStatus::linked;
        }
        return answers.size();
    }
    bool has_move(const Checkpoint& checkpoint) const override { return llk::has_move(grid_, std::cref(checkpoint)); }
    void moves(std::vector<Move>& out, const Checkpoint& checkpoint) const override {
        list_moves(grid_, out, std::cref(checkpoint));
    }
    std::unique_ptr<const Board> play(Move move) const override {
        Grid after = grid_;
        play_move(after, move);
        return std::make_unique<const GridBoard>(std::move(after));
    }
    std::unique_ptr<Position> position() const override { return std::make_unique<BoardPosition<Grid>>(grid_); }
    std::uint64_t perft(int depth, const Checkpoint& checkpoint) const override {
        GridPosition<Grid> position{grid_};
        return llk::perft(position, depth, std::cref(checkpoint));
    }

    std::unique_ptr<Solver> solver(std::uint64_t seed, bool by_moves) const override {
        if (by_moves || grid_.rules().gravity != Gravity::still) return make_moving_search(grid_, seed);
        if constexpr (requires { typename Grid::Word; })
            if (Pairs::count_in(grid_) <= Pairs::MAX_PAIRS) return make_still_search(grid_);
        return std::make_unique<GreedySearch<Grid>>(grid_, seed);
    }
    std::vector<Move> play_randomly(std::uint64_t seed, const Checkpoint& checkpoint) const override {
        std::vector<Move> moves;
        with_playout(grid_, [&](auto& playout) {
            playout.play(playout_random(seed, 0), [&](Move move) { moves.push_back(move); }, std::cref(checkpoint));
        });
        return moves;
    }
    std::vector<std::int32_t> play_out(std::size_t games, std::uint64_t seed, int threads,
                                       const Checkpoint& checkpoint) const override {
        return llk::play_out(grid_, games, seed, threads, std::cref(checkpoint));
    }
    std::vector<Move> find_origins(std::span<const Move> moves) const override {
        return llk::find_origins(grid_, moves);
    }

    const Grid& grid() const { return grid_; }

  private:
    Grid grid_;
};

}  // namespace llk
