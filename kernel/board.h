// A board of any size behind one interface: the smallest grid that holds it is chosen once, when it is made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "moves/gravity.h"
#include "moves/moves.h"
#include "moves/position.h"
#include "moves/wide_moves.h"
#include "paths/link.h"
#include "solve/greedy_search.h"
#include "solve/moving/moving_search.h"
#include "solve/playout.h"
#include "solve/search.h"
#include "solve/still/occupancy.h"
#include "solve/still/still_search.h"
#include "tracking/peel.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

class Walk;

/// What two cells are to each other. Only the first two are answers; the others are mistakes.
enum class Pairing : std::uint8_t { linked, apart, different, off_board, no_tile, same_cell };

/// An immutable position: all methods may be called from many threads at once.
class Board {
  public:
    static constexpr int MAX_SIDE = WideGrid::MAX_SIDE;
    static constexpr std::int32_t MAX_KIND = 2'000'000'000;

    virtual ~Board() = default;

    virtual int rows() const = 0;
    virtual int cols() const = 0;
    virtual const Rules& rules() const = 0;
    virtual int phase() const = 0;
    virtual int tiles() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual bool contains(Cell at) const = 0;
    virtual std::int32_t number(Cell at) const = 0;  // what stands there, as written
    virtual bool same(const Board& other) const = 0;

    virtual Pairing pairing(Cell a, Cell b) const = 0;  // any two cells
    virtual Route route(Cell a, Cell b) const = 0;      // two tiles of one kind

    /// Answers for many pairs, four numbers each; stops at the first that is no pair of tiles and gives its index.
    virtual std::size_t linkable_pairs(std::span<const std::int32_t> pairs, std::span<std::uint8_t> answers) const = 0;
    // What can take long on a large board asks now and then whether to go on; whoever does not want to throws.
    using GoOn = std::function<void()>;
    virtual bool has_move(const GoOn& go_on) const = 0;
    virtual void moves(std::vector<Move>& out, const GoOn& go_on) const = 0;  // in no order
    virtual std::unique_ptr<const Board> play(Move move) const = 0;           // a move that links
    virtual std::unique_ptr<Walk> walk() const = 0;
    virtual std::uint64_t perft(int depth, const GoOn& go_on) const = 0;

    /// The search that suits the rules; `by_moves` asks for the one over moves where tiles stay too, to compare with.
    virtual std::unique_ptr<Solver> solver(std::uint64_t seed, bool by_moves) const = 0;
    virtual std::vector<Move> play_by_chance(std::uint64_t seed, const GoOn& go_on) const = 0;  // until none is left
    /// Many games by chance: how many tiles each leaves.
    virtual std::vector<std::int32_t> play_out(std::size_t games, std::uint64_t seed, int threads,
                                               const GoOn& go_on) const = 0;
    /// For legal moves one after the other, where their tiles stand now.
    virtual std::vector<Move> first_places(std::span<const Move> moves) const = 0;

    /// Cells in reading order, as written; sizes and numbers are the caller's to check.
    static std::unique_ptr<const Board> make(int rows, int cols, const Rules& rules, int phase,
                                             std::span<const std::int32_t> numbers);
};

/// A position that one steps forwards and back.
class Walk {
  public:
    virtual ~Walk() = default;
    virtual std::unique_ptr<Walk> copy() const = 0;
    virtual std::unique_ptr<const Board> board() const = 0;
    virtual std::span<const Move> moves() const = 0;  // in no order
    virtual int depth() const = 0;
    virtual int tiles() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual Move last() const = 0;
    virtual void play(Move move) = 0;
    virtual void undo() = 0;
};

template <class Grid>
class BoardOf;

template <class Grid>
class WalkOf final : public Walk {
  public:
    explicit WalkOf(Grid grid) : position_{std::move(grid)} {}

    std::unique_ptr<Walk> copy() const override { return std::make_unique<WalkOf>(*this); }
    std::unique_ptr<const Board> board() const override {
        return std::make_unique<const BoardOf<Grid>>(position_.grid());
    }
    std::span<const Move> moves() const override { return position_.moves(); }
    int depth() const override { return position_.depth(); }
    int tiles() const override { return position_.grid().tiles(); }
    std::uint64_t hash() const override { return position_.grid().hash(); }
    Move last() const override { return position_.last(); }
    void play(Move move) override { position_.play(move); }
    void undo() override { position_.undo(); }

  private:
    Position<Grid> position_;
};

template <class Grid>
class BoardOf final : public Board {
  public:
    explicit BoardOf(Grid grid) : grid_{std::move(grid)} {}

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
        const auto* of_same_size = dynamic_cast<const BoardOf*>(&other);
        return of_same_size && grid_.same(of_same_size->grid_);
    }

    Pairing pairing(Cell a, Cell b) const override {
        if (!grid_.contains(a) || !grid_.contains(b)) return Pairing::off_board;
        const auto first = grid_.code(a), second = grid_.code(b);
        if (!Grid::is_tile(first) || !Grid::is_tile(second)) return Pairing::no_tile;
        if (first != second) return Pairing::different;
        if (a == b) return Pairing::same_cell;
        return linkable(grid_, a, b) ? Pairing::linked : Pairing::apart;
    }
    Route route(Cell a, Cell b) const override { return llk::route(grid_, a, b); }
    std::size_t linkable_pairs(std::span<const std::int32_t> pairs, std::span<std::uint8_t> answers) const override {
        const auto within = [](std::int32_t number) { return static_cast<std::int16_t>(number) == number; };
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const std::int32_t* pair = &pairs[4 * i];
            if (!std::all_of(pair, pair + 4, within)) return i;
            const Pairing found = BoardOf::pairing(cell(pair[0], pair[1]), cell(pair[2], pair[3]));
            if (found > Pairing::different) return i;
            answers[i] = found == Pairing::linked;
        }
        return answers.size();
    }
    bool has_move(const GoOn& go_on) const override { return llk::has_move(grid_, std::cref(go_on)); }
    void moves(std::vector<Move>& out, const GoOn& go_on) const override { list_moves(grid_, out, std::cref(go_on)); }
    std::unique_ptr<const Board> play(Move move) const override {
        Grid after = grid_;
        play_move(after, move);
        return std::make_unique<const BoardOf>(std::move(after));
    }
    std::unique_ptr<Walk> walk() const override { return std::make_unique<WalkOf<Grid>>(grid_); }
    std::uint64_t perft(int depth, const GoOn& go_on) const override {
        Position<Grid> position{grid_};
        return llk::perft(position, depth, std::cref(go_on));
    }

    std::unique_ptr<Solver> solver(std::uint64_t seed, bool by_moves) const override {
        if (by_moves || grid_.rules().gravity != Gravity::still)
            return std::make_unique<MovingSearch<Grid>>(grid_, seed);
        if constexpr (requires { typename Grid::Word; })
            if (Pairs::count_in(grid_) <= Pairs::MAX_PAIRS)
                return std::make_unique<StillSearch<Grid, Field<typename Grid::Word>>>(grid_);
        return std::make_unique<GreedySearch<Grid>>(grid_, seed);
    }
    std::vector<Move> play_by_chance(std::uint64_t seed, const GoOn& go_on) const override {
        std::vector<Move> moves;
        with_playout(grid_, [&](auto& playout) {
            playout.play(game_random(seed, 0), [&](Move move) { moves.push_back(move); }, std::cref(go_on));
        });
        return moves;
    }
    std::vector<std::int32_t> play_out(std::size_t games, std::uint64_t seed, int threads,
                                       const GoOn& go_on) const override {
        return llk::play_out(grid_, games, seed, threads, std::cref(go_on));
    }
    std::vector<Move> first_places(std::span<const Move> moves) const override {
        return llk::first_places(grid_, moves);
    }

    const Grid& grid() const { return grid_; }

  private:
    Grid grid_;
};

/// The grid for boards of up to 30 × 30 cells, whose lines fit into half a word, and that for up to 62 × 62.
using SmallGrid = Grid<std::uint32_t>;
using MiddleGrid = Grid<std::uint64_t>;

inline std::unique_ptr<const Board> Board::make(int rows, int cols, const Rules& rules, int phase,
                                                std::span<const std::int32_t> numbers) {
    const int side = std::max(rows, cols);
    const auto as = [&]<class Grid>(std::type_identity<Grid>) -> std::unique_ptr<const Board> {
        return std::make_unique<const BoardOf<Grid>>(Grid(rows, cols, rules, phase, numbers));
    };
    if (side <= SmallGrid::MAX_SIDE) return as(std::type_identity<SmallGrid>{});
    if (side <= MiddleGrid::MAX_SIDE) return as(std::type_identity<MiddleGrid>{});
    return as(std::type_identity<WideGrid>{});
}

}  // namespace llk
