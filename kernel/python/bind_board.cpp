// Binds Board.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "board.h"
#include "python/bind_layout.h"
#include "python/bindings.h"

namespace llk::python {

namespace {

Rules read_rules(int max_turns, bool outside, bool adjacent, int gravity) {
    return {max_turns < 0 ? UNLIMITED : max_turns, outside, adjacent, static_cast<Gravity>(gravity)};
}

using NumberArray = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void board_init(PyBoard* self, int rows, int cols, const NumberArray& numbers, int max_turns, bool outside,
                bool adjacent, int gravity, int phase) {
    const auto in = [](int number, int first, int last) { return first <= number && number <= last; };
    if (!in(rows, 1, Board::MAX_SIDE) || !in(cols, 1, Board::MAX_SIDE) || !in(gravity, 0, GRAVITY_COUNT - 1) ||
        !in(phase, 0, PHASE_COUNT - 1) || numbers.size() != static_cast<std::size_t>(rows * cols))
        raise("bad_board");
    const std::span cells{numbers.data(), numbers.size()};
    const auto bad = std::ranges::find_if(cells, [&](int number) { return !in(number, VOID, Board::MAX_KIND); });
    if (bad != cells.end()) raise("bad_number", *bad, (bad - cells.begin()) / cols, (bad - cells.begin()) % cols);
    new (self) PyBoard{Board::make(rows, cols, read_rules(max_turns, outside, adjacent, gravity), phase, cells)};
}

nb::tuple board_rules(const PyBoard& self) {
    const Rules& rules = self->rules();
    return nb::make_tuple(rules.max_turns == UNLIMITED ? -1 : rules.max_turns, rules.outside, rules.adjacent,
                          static_cast<int>(rules.gravity));
}

// ---- links ---------------------------------------------------------------------------------------------------------

template <class Number>
nb::object make_array(std::vector<Number> values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<Number>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, Number>(kept->data(), shape, owner));
}

using PairArray = nb::ndarray<const std::int32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

/// Answers 1 or 0 for every pair of cells; raises for the first that is a mistake, with its index.
nb::object board_linkable_pairs(const PyBoard& self, const PairArray& pairs) {
    const std::size_t count = pairs.shape(0);
    std::vector<std::uint8_t> answers(count);
    const std::size_t bad = without_lock([&](const Checkpoint& checkpoint) {
        return self->linkable_pairs({pairs.data(), 4 * count}, answers, checkpoint);
    });
    if (bad < count) {
        const std::int32_t* numbers = pairs.data() + 4 * bad;
        const auto a = nb::make_tuple(numbers[0], numbers[1]), b = nb::make_tuple(numbers[2], numbers[3]);
        const CellPair pair{a, b};
        raise_for_pair("pair_error", self->pair_status(pair.a, pair.b), nb::find(self), pair, bad);
    }
    return make_array(std::move(answers), {count});
}

// ---- moves ---------------------------------------------------------------------------------------------------------

/// Lists the moves and returns use(moves). The memory is kept from call to call, but taken during one: making objects
/// can start the garbage collector, which can run any code, even this function.
template <class Use>
auto with_moves(const PyBoard& self, Use use) {
    thread_local std::vector<Move> kept;
    std::vector<Move> moves = std::move(kept);
    if (self->rows() * self->cols() > LONG_WORK)
        without_lock([&](const Checkpoint& checkpoint) { self->moves(moves, checkpoint); });
    else
        self->moves(moves, NO_CHECKPOINT);
    const auto result = use(moves);
    if (moves.capacity() <= LONG_WORK) kept = std::move(moves);
    return result;
}

nb::object board_moves(const PyBoard& self) {
    return with_moves(self, [](std::vector<Move>& moves) {
        sort_moves(moves);
        return python_moves(moves);
    });
}

nb::object board_moves_array(const PyBoard& self) {
    return with_moves(self, [](std::vector<Move>& moves) {
        sort_moves(moves);
        std::vector<std::int16_t> numbers;
        numbers.reserve(4 * moves.size());
        for (const auto& [a, b] : moves) numbers.insert(numbers.end(), {a.row, a.col, b.row, b.col});
        return make_array(std::move(numbers), {moves.size(), std::size_t{4}});
    });
}

std::size_t board_move_count(const PyBoard& self) {
    return with_moves(self, [](const std::vector<Move>& moves) { return moves.size(); });
}

bool board_stuck(const PyBoard& self) {
    if (self->tiles() == 0) return false;
    if (self->rows() * self->cols() <= LONG_WORK) return !self->has_move(NO_CHECKPOINT);
    return !without_lock([&](const Checkpoint& checkpoint) { return self->has_move(checkpoint); });
}

/// How often a checkpoint is passed before it looks at the clock: on small boards the clock would take longer.
unsigned calls_between_checks(const PyBoard& self) { return self->rows() * self->cols() > LONG_WORK ? 1 : 16; }

/// Plays a move: one object, or two cells.
template <class... Ends>
nb::object board_play(nb::pointer_and_handle<PyBoard> self, Ends... ends) {
    const Move move = read_move(*self.p, ends...);
    return make_board(self.h.type(), (*self.p)->play(move));
}

nb::object board_shifts(const PyBoard& self, nb::handle move) {
    return python_shifts(self->find_shifts(read_move(self, move)));
}

std::uint64_t board_perft(const PyBoard& self, unsigned depth) {
    return without_lock([&](const Checkpoint& checkpoint) { return self->perft(depth, checkpoint); },
                        calls_between_checks(self));
}

nb::object board_play_randomly(const PyBoard& self, std::uint64_t seed) {
    return python_moves(
        without_lock([&](const Checkpoint& checkpoint) { return self->play_randomly(seed, checkpoint); },
                     calls_between_checks(self)));
}

nb::object board_play_out(const PyBoard& self, std::size_t games, std::uint64_t seed, int threads, std::size_t first) {
    nb::list list;
    constexpr int max_threads = 256;
    const auto left = without_lock(
        [&](const Checkpoint& checkpoint) {
            return self->play_out(first, games, seed, std::min(threads, max_threads), checkpoint);
        },
        calls_between_checks(self));
    for (const std::int32_t tiles : left) list.append(tiles);
    return list;
}

nb::object board_find_origins(nb::pointer_and_handle<PyBoard> self, nb::sequence given) {
    const std::vector<Move> moves = read_moves(given);
    check_moves(self.h, moves);
    return python_moves(
        without_lock([&](const Checkpoint& checkpoint) { return (*self.p)->find_origins(moves, checkpoint); }));
}

// ---- cells ---------------------------------------------------------------------------------------------------------

nb::list board_rows(const PyBoard& self) {
    nb::list rows;
    for (int r = 0; r < self->rows(); ++r) {
        check_deadline();
        nb::list row;
        for (int c = 0; c < self->cols(); ++c) row.append(self->number(cell(r, c)));
        rows.append(row);
    }
    return rows;
}

nb::object board_array(const PyBoard& self) {
    const auto rows = static_cast<std::size_t>(self->rows()), cols = static_cast<std::size_t>(self->cols());
    std::vector<std::int32_t> numbers;
    numbers.reserve(rows * cols);
    for (int r = 0; r < self->rows(); ++r)
        for (int c = 0; c < self->cols(); ++c) numbers.push_back(self->number(cell(r, c)));
    return make_array(std::move(numbers), {rows, cols});
}

nb::object board_equal(const PyBoard& self, nb::handle other) {
    if (!nb::isinstance<PyBoard>(other)) return nb::borrow(Py_NotImplemented);
    return nb::bool_(self->same(*nb::cast<const PyBoard&>(other)));
}

}  // namespace

void bind_board(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<PyBoard> board(m, "Board", "The compiled part of lianliankan.Board.");
    bind_layout(board);
    board
        .def("__init__", &board_init, "rows"_a, "cols"_a, "numbers"_a, "max_turns"_a, "outside"_a, "adjacent"_a,
             "gravity"_a, "phase"_a,
             nb::sig("def __init__(self, rows: int, cols: int, numbers: array.array[int], max_turns: int, "
                     "outside: bool, adjacent: bool, gravity: int, phase: int) -> None"))
        .def_prop_ro("is_stuck", &board_stuck, "Whether tiles are left but no move is.")
        .def_prop_ro("move_count", &board_move_count, "The number of moves: of pairs of matching tiles that link.")
        .def_prop_ro("_rules", &board_rules,
                     nb::for_getter(nb::sig("def _rules(self, /) -> tuple[int, bool, bool, int]")))
        .def_prop_ro("_phase", [](const PyBoard& self) { return self->phase(); })
        .def("moves", &board_moves, nb::sig("def moves(self) -> list[lianliankan.board.move.Move]"),
             "Return every pair of matching tiles that links, once each, in reading order.\n\n"
             ">>> import lianliankan as llk\n"
             ">>> [str(move) for move in llk.Board.parse('1 2 2 1 / . 3 3 .').moves()]\n"
             "['1,1-1,4', '1,2-1,3', '2,2-2,3']\n")
        .def("play", &board_play<nb::handle>,
             nb::sig("def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> typing.Self"),
             "Return the board after a move: without its two tiles, and after gravity has acted.\n\n"
             "Raises IllegalMove if the two cells do not link.\n\n"
             ">>> import lianliankan as llk\n"
             ">>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')\n"
             ">>> print(board.play(((0, 0), (0, 3))))\n"
             ". 2 2 .\n"
             ". 3 3 .\n"
             ">>> board.play((0, 0), (0, 3)) == board.play(((0, 0), (0, 3)))\n"
             "True\n")
        .def("play", &board_play<nb::handle, nb::handle>,
             nb::sig("def play(self, a: tuple[int, int], b: tuple[int, int], /) -> typing.Self"))
        .def("to_rows", &board_rows, nb::sig("def to_rows(self) -> list[list[int]]"),
             "Return the cells as lists: a kind, 0 for empty, -1 for a wall, -2 for no part of the board.")
        .def("to_array", &board_array, nb::sig("def to_array(self) -> numpy.typing.NDArray[numpy.int32]"),
             "Return the cells as a NumPy array, with the numbers of to_rows().")
        .def("moves_array", &board_moves_array, nb::sig("def moves_array(self) -> numpy.typing.NDArray[numpy.int16]"),
             "Return the moves as a NumPy array with a line (row, col, row, col) each, in the order of moves().")
        .def("_linkable_pairs", &board_linkable_pairs,
             nb::sig("def _linkable_pairs(self, pairs: numpy.typing.NDArray[numpy.int32], /) -> "
                     "numpy.typing.NDArray[numpy.uint8]"))
        .def("_perft", &board_perft, "depth"_a)
        .def("_play_randomly", &board_play_randomly, "seed"_a,
             nb::sig("def _play_randomly(self, seed: int) -> list[lianliankan.board.move.Move]"),
             "Return the moves of a random playout, until no move is left.")
        .def("_play_out", &board_play_out, "games"_a, "seed"_a, "threads"_a, "first"_a = 0,
             nb::sig("def _play_out(self, games: int, seed: int, threads: int, first: int = 0) -> list[int]"),
             "Return how many tiles each of many random playouts leaves, those of a seed from the first.")
        .def("_shifts", &board_shifts,
             nb::sig("def _shifts(self, move: tuple[tuple[int, int], tuple[int, int]], /) "
                     "-> tuple[lianliankan.board.shifts.TileShift, ...]"),
             "Return where gravity moves each tile after a move, in reading order.")
        .def("_find_origins", &board_find_origins, "moves"_a,
             nb::sig("def _find_origins(self, moves: collections.abc.Sequence[tuple[tuple[int, int], tuple[int, "
                     "int]]]) -> list[lianliankan.board.move.Move]"),
             "Return, for each of a sequence of legal moves, where its tiles are on this board.")
        .def("__sizeof__", [](const PyBoard& self) { return self->bytes() + sizeof(PyBoard) + sizeof(PyObject); })
        .def("__hash__", [](const PyBoard& self) { return static_cast<std::int64_t>(self->hash() >> 3); })
        .def("__eq__", &board_equal, nb::sig("def __eq__(self, other: object, /) -> bool"));
}

}  // namespace llk::python
