// A board of any size behind one interface: the smallest grid that holds it is chosen once, when the board is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "solve/search.h"
#include "values/cell.h"
#include "values/checkpoint.h"
#include "values/rules.h"

namespace llk {

class Position;

/// The grid for boards of up to 30 × 30 cells, whose lines fit into half a word, and the grid for up to 62 × 62.
using SmallGrid = Grid<std::uint32_t>;
using MiddleGrid = Grid<std::uint64_t>;

/// Whether two cells hold matching tiles and link. Only the first three are answers; the others are mistakes.
enum class PairStatus : std::uint8_t { linked, apart, different, off_board, no_tile, same_cell };

/// What boards and positions share: the cells, and whether their tiles link.
class Layout {
  public:
    virtual ~Layout() = default;

    virtual int rows() const = 0;
    virtual int cols() const = 0;
    virtual int tiles() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual bool contains(Cell at) const = 0;
    virtual std::int32_t number(Cell at) const = 0;            // as the user wrote it
    virtual PairStatus pair_status(Cell a, Cell b) const = 0;  // of any two cells
    virtual Route route(Cell a, Cell b) const = 0;             // between two matching tiles
};

/// An immutable position: all methods may be called from many threads at once.
class Board : public Layout {
  public:
    static constexpr int MAX_SIDE = WideGrid::MAX_SIDE;
    static constexpr std::int32_t MAX_KIND = 2'000'000'000;

    /// Makes a board of cells in reading order, as the user numbers them; the caller checks sizes and numbers.
    static std::unique_ptr<const Board> make(int rows, int cols, const Rules& rules, int phase,
                                             std::span<const std::int32_t> numbers);

    virtual const Rules& rules() const = 0;
    virtual int phase() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual bool same(const Board& other) const = 0;

    /// Answers for many pairs, four numbers each; stops at the first mistake and returns its index.
    virtual std::size_t linkable_pairs(std::span<const std::int32_t> pairs, std::span<std::uint8_t> answers,
                                       const Checkpoint& checkpoint) const = 0;

    virtual bool has_move(const Checkpoint& checkpoint) const = 0;
    virtual void moves(std::vector<Move>& out, const Checkpoint& checkpoint) const = 0;  // in no order
    virtual std::unique_ptr<const Board> play(Move move) const = 0;                      // a move that links
    virtual std::unique_ptr<Position> position(const Checkpoint& checkpoint) const = 0;
    virtual std::uint64_t perft(std::size_t depth, const Checkpoint& checkpoint) const = 0;

    /// The solver that suits the rules; `by_moves` asks for the search over moves even without gravity, to compare.
    virtual std::unique_ptr<Solver> solver(std::uint64_t seed, bool by_moves, int threads) const = 0;

    /// The moves of a random playout, until no move is left.
    virtual std::vector<Move> play_randomly(std::uint64_t seed, const Checkpoint& checkpoint) const = 0;

    /// How many tiles each of many random playouts leaves: those of a seed from the `first` one.
    virtual std::vector<std::int32_t> play_out(std::size_t first, std::size_t games, std::uint64_t seed, int threads,
                                               const Checkpoint& checkpoint) const = 0;

    /// For each of a sequence of legal moves, the cells of its two tiles on this board.
    virtual std::vector<Move> find_origins(std::span<const Move> moves, const Checkpoint& checkpoint) const = 0;

    /// The tiles that gravity moves after a move that links, in reading order of their cells on this board.
    virtual std::vector<Shift> find_shifts(Move move) const = 0;
};

/// A position that can be played forwards and undone.
class Position : public Layout {
  public:
    virtual std::unique_ptr<Position> copy() const = 0;
    virtual std::unique_ptr<const Board> board() const = 0;
    virtual std::span<const Move> moves() const = 0;  // in no order
    virtual int depth() const = 0;
    virtual Move last() const = 0;
    virtual void play(Move move, const Checkpoint& checkpoint) = 0;  // a move that links
    virtual void undo() = 0;
};

/// A move of a sequence that does not link, and the board before it.
struct IllegalMove {
    std::size_t index;
    PairStatus status;
    std::unique_ptr<const Board> board;  // none before the first move
};

/// The first move of a sequence that does not link, if there is one.
std::optional<IllegalMove> find_illegal_move(const Board& board, std::span<const Move> moves,
                                             const Checkpoint& checkpoint);

}  // namespace llk
