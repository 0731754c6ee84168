// Bindings only: Python objects in, kernel calls, Python objects out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "bench/bench.h"
#include "board.h"
#include "python/python_values.h"
#include "solve/search.h"
#include "values/random.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace llk::python;

namespace {

using llk::Cell;
using llk::Move;
using llk::Pairing;

// ---- Board -------------------------------------------------------------------------------------------------------

struct PyBoard {
    std::unique_ptr<const llk::Board> board;

    const llk::Board* operator->() const { return board.get(); }
    const llk::Board& operator*() const { return *board; }
};

/// Two cells as they were given, read once: a number may answer differently when it is asked again.
struct Asked {
    nb::handle a, b;
    Cell first, second;

    Asked(nb::handle given_a, nb::handle given_b)
        : a{given_a}, b{given_b}, first{cell_from(given_a)}, second{cell_from(given_b)} {}
};

/// What is wrong with two cells that do not link, for a message.
std::string complaint(const llk::Board& board, Pairing pairing, const Asked& asked) {
    const std::string a = name_of(asked.a), b = name_of(asked.b);
    switch (pairing) {
        case Pairing::off_board:
            return "the cell " + (board.contains(asked.first) ? b : a) + " is off the board of " +
                   std::to_string(board.rows()) + " rows and " + std::to_string(board.cols()) + " columns";
        case Pairing::no_tile: {
            const bool first = board.number(asked.first) <= 0;
            const std::int32_t there = board.number(first ? asked.first : asked.second);
            const char* what = there == llk::WALL ? "a wall" : there == llk::VOID ? "no part of the board" : "empty";
            return "no tile is on the cell " + (first ? a : b) + ": it is " + what;
        }
        case Pairing::same_cell: return "the cell " + a + " cannot link to itself";
        case Pairing::different: return "the tiles on " + a + " and " + b + " are of different kinds";
        default: return "no path within the rules joins " + a + " and " + b;
    }
}

/// Raises the named error of two cells that are no two tiles.
[[noreturn]] void raise_mistake(const llk::Board& board, Pairing pairing, const Asked& asked,
                                const std::string& where = {}) {
    const char* error = pairing == Pairing::off_board ? "OffBoard"
                        : pairing == Pairing::no_tile ? "NoTile"
                                                      : "SameCell";
    raise(error, where + complaint(board, pairing, asked));
}

/// Looks for signals every so often, with the interpreter lock held for the moment; Ctrl-C ends long work.
llk::Board::GoOn signals_every(unsigned period) {
    return [period, steps = 0U]() mutable {
        if (++steps % period != 0) return;
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
}

/// A new board of a Python type: Board, or a class made from it.
nb::object board_of(nb::handle type, std::unique_ptr<const llk::Board> board) {
    nb::object made = nb::inst_alloc(nb::borrow<nb::type_object>(type));
    new (nb::inst_ptr<PyBoard>(made)) PyBoard{std::move(board)};
    nb::inst_mark_ready(made);
    return made;
}

llk::Rules rules_from(int max_turns, bool outside, bool adjacent, int gravity) {
    return {max_turns < 0 ? llk::UNLIMITED : max_turns, outside, adjacent, static_cast<llk::Gravity>(gravity)};
}

void init_board(PyBoard* self, int rows, int cols, nb::sequence numbers, int max_turns, bool outside, bool adjacent,
                int gravity, int phase) {
    std::vector<std::int32_t> cells;
    cells.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    for (nb::handle number : numbers) cells.push_back(nb::cast<std::int32_t>(number));
    new (self) PyBoard{llk::Board::make(rows, cols, rules_from(max_turns, outside, adjacent, gravity), phase, cells)};
}

bool board_linkable(const PyBoard& self, nb::handle a, nb::handle b) {
    const Asked asked{a, b};
    const Pairing found = self->pairing(asked.first, asked.second);
    if (found > Pairing::different) raise_mistake(*self, found, asked);
    return found == Pairing::linked;
}

nb::object board_link(const PyBoard& self, nb::handle a, nb::handle b) {
    const Asked asked{a, b};
    const Pairing found = self->pairing(asked.first, asked.second);
    if (found > Pairing::different) raise_mistake(*self, found, asked);
    return found == Pairing::linked ? python_path(self->route(asked.first, asked.second)) : nb::none();
}

/// Boards with more cells than this are searched without the interpreter lock.
constexpr int LONG_WORK = 4096;

nb::object board_moves(const PyBoard& self) {
    // The memory is kept from call to call, and taken out during one: making objects can start the garbage collector,
    // and that can run anything, even this.
    thread_local std::vector<Move> kept;
    std::vector<Move> moves = std::move(kept);
    if (self->rows() * self->cols() > LONG_WORK) {
        nb::gil_scoped_release release;
        self->moves(moves, signals_every(64));
    } else {
        self->moves(moves, [] {});
    }
    sort_moves(moves);
    nb::object list = python_moves(moves);
    if (moves.capacity() <= LONG_WORK) kept = std::move(moves);
    return list;
}

bool board_stuck(const PyBoard& self) {
    if (self->tiles() == 0) return false;
    if (self->rows() * self->cols() <= LONG_WORK) return !self->has_move([] {});
    nb::gil_scoped_release release;
    return !self->has_move(signals_every(64));
}

nb::object board_play(nb::pointer_and_handle<PyBoard> self, nb::handle move) {
    const auto& board = *self.p->board;
    const auto [a, b] = ends_of(move);
    const Asked asked{a, b};
    const Pairing found = board.pairing(asked.first, asked.second);
    if (found != Pairing::linked) raise("IllegalMove", complaint(board, found, asked));
    return board_of(self.h.type(), board.play(llk::move_of(asked.first, asked.second)));
}

std::int32_t board_at(const PyBoard& self, nb::handle where) {
    const Asked asked{where, where};
    if (!self->contains(asked.first)) raise_mistake(*self, Pairing::off_board, asked);
    return self->number(asked.first);
}

nb::list board_rows(const PyBoard& self) {
    nb::list rows;
    for (int r = 0; r < self->rows(); ++r) {
        nb::list row;
        for (int c = 0; c < self->cols(); ++c) row.append(self->number(llk::cell(r, c)));
        rows.append(row);
    }
    return rows;
}

template <class Number>
nb::object owned_array(std::vector<Number> values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<Number>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, Number>(kept->data(), shape, owner));
}

nb::object board_array(const PyBoard& self) {
    const auto rows = static_cast<std::size_t>(self->rows()), cols = static_cast<std::size_t>(self->cols());
    std::vector<std::int32_t> numbers;
    numbers.reserve(rows * cols);
    for (int r = 0; r < self->rows(); ++r)
        for (int c = 0; c < self->cols(); ++c) numbers.push_back(self->number(llk::cell(r, c)));
    return owned_array(std::move(numbers), {rows, cols});
}

nb::object board_moves_array(const PyBoard& self) {
    std::vector<Move> moves;
    {
        nb::gil_scoped_release release;
        self->moves(moves, signals_every(64));
        sort_moves(moves);
    }
    std::vector<std::int16_t> numbers;
    numbers.reserve(4 * moves.size());
    for (const auto& [a, b] : moves) numbers.insert(numbers.end(), {a.row, a.col, b.row, b.col});
    return owned_array(std::move(numbers), {moves.size(), std::size_t{4}});
}

using PairArray = nb::ndarray<const std::int32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

/// Answers 1 or 0 for every pair of cells; a pair that is none gets a named error with its index.
nb::object board_linkable_pairs(const PyBoard& self, const PairArray& pairs) {
    const std::size_t count = pairs.shape(0);
    std::vector<std::uint8_t> answers(count);
    std::size_t bad = count;
    {
        nb::gil_scoped_release release;
        bad = self->linkable_pairs({pairs.data(), 4 * count}, answers);
    }
    if (bad < count) {
        const std::int32_t* pair = pairs.data() + 4 * bad;
        const auto a = nb::make_tuple(pair[0], pair[1]), b = nb::make_tuple(pair[2], pair[3]);
        const Asked asked{a, b};
        const Pairing found = self->pairing(asked.first, asked.second);
        raise_mistake(*self, found, asked, "pair " + std::to_string(bad) + ": ");
    }
    return owned_array(std::move(answers), {count});
}

std::uint64_t board_perft(const PyBoard& self, int depth) {
    nb::gil_scoped_release release;
    return self->perft(depth, signals_every(1024));
}

nb::tuple board_rules(const PyBoard& self) {
    const llk::Rules& rules = self->rules();
    return nb::make_tuple(rules.max_turns == llk::UNLIMITED ? -1 : rules.max_turns, rules.outside, rules.adjacent,
                          static_cast<int>(rules.gravity));
}

std::vector<Move> moves_from(nb::sequence given) {
    std::vector<Move> moves;
    for (nb::handle move : given) {
        const auto [a, b] = ends_of(move);
        moves.push_back(llk::move_of(cell_from(a), cell_from(b)));
    }
    return moves;
}

/// Plays moves one after the other on a copy; raises IllegalMove at the first that does not link, with its number.
void check_moves(const llk::Board& board, const std::vector<Move>& moves) {
    std::unique_ptr<const llk::Board> now;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const llk::Board& before = now ? *now : board;
        const auto [a, b] = moves[i];
        if (const Pairing found = before.pairing(a, b); found != Pairing::linked) {
            const nb::object first = nb::steal(python_cell(a)), second = nb::steal(python_cell(b));
            raise("IllegalMove", "move " + std::to_string(i + 1) + ": " + complaint(before, found, {first, second}));
        }
        now = before.play(moves[i]);
    }
}

nb::object board_play_by_chance(const PyBoard& self, std::uint64_t seed) {
    std::vector<Move> moves;
    {
        nb::gil_scoped_release release;
        moves = self->play_by_chance(seed, signals_every(64));
    }
    return python_moves(moves);
}

nb::object board_play_out(const PyBoard& self, std::size_t games, std::uint64_t seed, int threads) {
    std::vector<std::int32_t> left;
    {
        nb::gil_scoped_release release;
        left = self->play_out(games, seed, threads, signals_every(64));
    }
    nb::list list;
    for (const std::int32_t tiles : left) list.append(tiles);
    return list;
}

nb::object board_first_places(const PyBoard& self, nb::sequence given) {
    const std::vector<Move> moves = moves_from(given);
    check_moves(*self, moves);
    return python_moves(self->first_places(moves));
}

void bind_board(nb::module_& m) {
    nb::class_<PyBoard>(m, "Board", "The compiled part of lianliankan.Board.")
        .def("__init__", &init_board, "rows"_a, "cols"_a, "numbers"_a, "max_turns"_a, "outside"_a, "adjacent"_a,
             "gravity"_a, "phase"_a,
             nb::sig("def __init__(self, rows: int, cols: int, numbers: collections.abc.Sequence[int], max_turns: int, "
                     "outside: bool, adjacent: bool, gravity: int, phase: int) -> None"))
        .def_prop_ro(
            "rows", [](const PyBoard& self) { return self->rows(); }, "The number of rows.")
        .def_prop_ro(
            "cols", [](const PyBoard& self) { return self->cols(); }, "The number of columns.")
        .def_prop_ro(
            "tile_count", [](const PyBoard& self) { return self->tiles(); }, "How many tiles are left.")
        .def_prop_ro(
            "zobrist", [](const PyBoard& self) { return self->hash(); },
            "The hash of the position: 64 bits, the same on every machine.")
        .def_prop_ro("is_stuck", &board_stuck, "Whether tiles are left and no move is.")
        .def_prop_ro(
            "is_clear", [](const PyBoard& self) { return self->tiles() == 0; }, "Whether no tile is left.")
        .def_prop_ro("_rules", &board_rules,
                     nb::for_getter(nb::sig("def _rules(self, /) -> tuple[int, bool, bool, int]")))
        .def_prop_ro("_phase", [](const PyBoard& self) { return self->phase(); })
        .def("linkable", &board_linkable,
             nb::sig("def linkable(self, a: tuple[int, int], b: tuple[int, int], /) -> bool"),
             "Whether the tiles on two cells link.\n\n"
             ">>> import lianliankan as llk\n"
             ">>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')\n"
             ">>> board.linkable((0, 0), (0, 3)), board.linkable((0, 0), (0, 1))\n"
             "(True, False)\n")
        .def("link", &board_link,
             nb::sig("def link(self, a: tuple[int, int], b: tuple[int, int], /) -> lianliankan.board.path.Path | None"),
             "The best path between the tiles on two cells: fewest turns, then fewest steps; None where no link is.\n\n"
             "Of several such paths it is the one whose corners come first in reading order, read from the tile that\n"
             "comes first in reading order; so link(b, a) is link(a, b) walked backwards.\n\n"
             ">>> import lianliankan as llk\n"
             ">>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')\n"
             ">>> path = board.link((0, 0), (0, 3))\n"
             ">>> str(path), path.turns, path.steps\n"
             "('1,1-0,1-0,4-1,4', 2, 5)\n")
        .def("moves", &board_moves, nb::sig("def moves(self) -> list[lianliankan.board.move.Move]"),
             "Every linkable pair of equal tiles, once, in reading order.\n\n"
             ">>> import lianliankan as llk\n"
             ">>> [str(move) for move in llk.Board.parse('1 2 2 1 / . 3 3 .').moves()]\n"
             "['1,1-1,4', '1,2-1,3', '2,2-2,3']\n")
        .def("play", &board_play,
             nb::sig("def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> typing.Self"),
             "The board after a move: its two tiles are gone, and what the gravity moves has moved.\n\n"
             "Raises IllegalMove where the two cells do not link.\n\n"
             ">>> import lianliankan as llk\n"
             ">>> print(llk.Board.parse('1 2 2 1 / . 3 3 .').play(((0, 0), (0, 3))))\n"
             ". 2 2 .\n"
             ". 3 3 .\n")
        .def("to_rows", &board_rows, nb::sig("def to_rows(self) -> list[list[int]]"),
             "The cells as lists: a kind, 0 for empty, -1 for a wall, -2 for no part of the board.")
        .def("to_array", &board_array, nb::sig("def to_array(self) -> numpy.typing.NDArray[numpy.int32]"),
             "The cells as a NumPy array, with the numbers of to_rows().")
        .def("moves_array", &board_moves_array, nb::sig("def moves_array(self) -> numpy.typing.NDArray[numpy.int16]"),
             "The moves as a NumPy array, a line (row, col, row, col) each, in the order of moves().")
        .def("_linkable_pairs", &board_linkable_pairs,
             nb::sig("def _linkable_pairs(self, pairs: numpy.typing.NDArray[numpy.int32], /) -> "
                     "numpy.typing.NDArray[numpy.uint8]"))
        .def("_perft", &board_perft, "depth"_a)
        .def("_play_by_chance", &board_play_by_chance, "seed"_a,
             nb::sig("def _play_by_chance(self, seed: int) -> list[lianliankan.board.move.Move]"),
             "The moves of a game by chance, until no move is left.")
        .def("_play_out", &board_play_out, "games"_a, "seed"_a, "threads"_a,
             nb::sig("def _play_out(self, games: int, seed: int, threads: int) -> list[int]"),
             "How many tiles each of many games by chance leaves.")
        .def("_first_places", &board_first_places, "moves"_a,
             nb::sig("def _first_places(self, moves: collections.abc.Sequence[tuple[tuple[int, int], tuple[int, "
                     "int]]]) -> list[lianliankan.board.move.Move]"),
             "For legal moves one after the other, where their tiles stand now.")
        .def("__getitem__", &board_at, nb::sig("def __getitem__(self, cell: tuple[int, int], /) -> int"))
        .def("__sizeof__", [](const PyBoard& self) { return self->bytes() + sizeof(PyBoard) + sizeof(PyObject); })
        .def("__hash__", [](const PyBoard& self) { return static_cast<std::int64_t>(self->hash() >> 3); })
        .def(
            "__eq__",
            [](const PyBoard& self, nb::handle other) -> nb::object {
                if (!nb::isinstance<PyBoard>(other)) return nb::borrow(Py_NotImplemented);
                return nb::bool_(self->same(**nb::inst_ptr<PyBoard>(other)));
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"));
}

// ---- Position -----------------------------------------------------------------------------------------------------

struct PyPosition {
    std::unique_ptr<llk::Walk> walk;
    nb::object board_type;

    const llk::Walk* operator->() const { return walk.get(); }
};

nb::object position_board(const PyPosition& self) { return board_of(self.board_type, self->board()); }

nb::object position_moves(const PyPosition& self) {
    std::vector<Move> moves(self->moves().begin(), self->moves().end());
    sort_moves(moves);
    return python_moves(moves);
}

void position_play(PyPosition& self, nb::handle move) {
    const auto [a, b] = ends_of(move);
    const Asked asked{a, b};
    const Move given = llk::move_of(asked.first, asked.second);
    const auto moves = self->moves();
    if (std::ranges::find(moves, given) == moves.end()) {
        const auto board = self->board();
        raise("IllegalMove", complaint(*board, board->pairing(asked.first, asked.second), asked));
    }
    self.walk->play(given);
}

nb::object position_undo(PyPosition& self) {
    if (self->depth() == 0) raise("IllegalMove", "there is no move to take back");
    const Move last = self->last();
    self.walk->undo();
    return nb::steal(python_move(last));
}

void bind_position(nb::module_& m) {
    nb::class_<PyPosition>(m, "Position", "The compiled part of lianliankan.Position.")
        .def(
            "__init__",
            [](PyPosition* self, nb::pointer_and_handle<PyBoard> board) {
                std::unique_ptr<llk::Walk> walk;
                {
                    nb::gil_scoped_release release;
                    walk = (*board.p)->walk();
                }
                new (self) PyPosition{std::move(walk), nb::borrow(board.h.type())};
            },
            nb::sig("def __init__(self, board: Board) -> None"))
        .def_prop_ro("_board", &position_board, nb::for_getter(nb::sig("def _board(self, /) -> Board")))
        .def_prop_ro(
            "depth", [](const PyPosition& self) { return self->depth(); }, "How many moves have been played.")
        .def_prop_ro(
            "tile_count", [](const PyPosition& self) { return self->tiles(); }, "How many tiles are left.")
        .def_prop_ro(
            "zobrist", [](const PyPosition& self) { return self->hash(); }, "The hash of the position.")
        .def_prop_ro(
            "move_count", [](const PyPosition& self) { return self->moves().size(); }, "How many moves there are.")
        .def("moves", &position_moves, nb::sig("def moves(self) -> list[lianliankan.board.move.Move]"),
             "Every move there is, as Board.moves() has it.")
        .def("play", &position_play,
             nb::sig("def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> None"),
             "Plays a move, in place. Raises IllegalMove where the two cells do not link.")
        .def("undo", &position_undo, nb::sig("def undo(self) -> lianliankan.board.move.Move"),
             "Takes the last move back and gives it. Raises IllegalMove where there is none.")
        .def(
            "copy",
            [](nb::pointer_and_handle<PyPosition> self) {
                const auto& from = *self.p;
                nb::object made = nb::inst_alloc(nb::borrow<nb::type_object>(self.h.type()));
                new (nb::inst_ptr<PyPosition>(made)) PyPosition{from->copy(), from.board_type};
                nb::inst_mark_ready(made);
                return made;
            },
            nb::sig("def copy(self) -> typing.Self"), "Another position that starts where this one stands.");
}

// ---- Solver -------------------------------------------------------------------------------------------------------

/// A search that remembers what it learnt from question to question; not for two threads at once.
struct PySolver {
    nb::object board;
    std::unique_ptr<llk::Solver> solver;
    bool busy = false;
};

nb::tuple python_cells(const std::vector<Cell>& cells) {
    nb::list list;
    for (const Cell at : cells) list.append(nb::steal(python_cell(at)));
    return nb::tuple(list);
}

nb::tuple solver_solve(PySolver& self, nb::sequence played, std::uint64_t nodes, double seconds) {
    const std::vector<Move> moves = moves_from(played);
    check_moves(*nb::cast<PyBoard&>(self.board).board, moves);
    if (self.busy) throw std::runtime_error("a solver answers one question at a time");
    struct Busy {
        bool& flag;
        explicit Busy(bool& of) : flag{of} { flag = true; }
        ~Busy() { flag = false; }
    } busy{self.busy};
    llk::Budget budget(nodes, seconds, signals_every(1));
    llk::Outcome outcome;
    {
        nb::gil_scoped_release release;
        outcome = self.solver->solve(moves, budget);
    }
    static constexpr const char* LOSSES[] = {"", "odd", "walled off", "blocked", "exhausted"};
    nb::object winnable = nb::none();
    if (outcome.winnable != llk::Winnable::unknown) winnable = nb::bool_(outcome.winnable == llk::Winnable::yes);
    nb::list sets;
    for (const auto& set : outcome.blocked) sets.append(python_cells(set));
    return nb::make_tuple(winnable, nb::tuple(python_moves(outcome.moves)), budget.nodes(),
                          LOSSES[static_cast<int>(outcome.loss)], python_cells(outcome.tiles), nb::tuple(sets));
}

void bind_solver(nb::module_& m) {
    nb::class_<PySolver>(m, "Solver", "The compiled part of solve(), advise() and blame().")
        .def(
            "__init__",
            [](PySolver* self, nb::pointer_and_handle<PyBoard> board, std::uint64_t seed, bool by_moves) {
                std::unique_ptr<llk::Solver> solver;
                {
                    nb::gil_scoped_release release;
                    solver = (*board.p)->solver(seed, by_moves);
                }
                new (self) PySolver{nb::borrow(board.h), std::move(solver)};
            },
            "board"_a, "seed"_a, "by_moves"_a = false,
            nb::sig("def __init__(self, board: Board, seed: int, by_moves: bool = False) -> None"))
        .def(
            "solve", &solver_solve, "played"_a, "nodes"_a, "seconds"_a,
            nb::sig("def solve(self, played: collections.abc.Sequence[tuple[tuple[int, int], tuple[int, int]]], nodes: "
                    "int, seconds: float) -> tuple[bool | None, tuple[lianliankan.board.move.Move, ...], int, str, "
                    "tuple[lianliankan.board.cell.Cell, ...], tuple[tuple[lianliankan.board.cell.Cell, ...], ...]]"),
            "After these moves: winnable, a win, nodes, why it is lost, the tiles that show it, blocked sets.")
        .def_prop_ro("bytes", [](const PySolver& self) { return self.solver->bytes(); }, "Bytes in use now.");
}

}  // namespace

NB_MODULE(_kernel, m) {
    nb::set_leak_warnings(false);  // the shared cells and types live until the process ends, which is no leak
    m.doc() = "The compiled kernel of lianliankan. Use the names of the package itself.";
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const llk::TooManyMoves& error) {
            PyErr_SetString(nb::module_::import_("lianliankan.errors").attr("TooManyMoves").ptr(), error.what());
        }
    });
    m.attr("MAX_SIDE") = llk::Board::MAX_SIDE;
    m.attr("MAX_KIND") = llk::Board::MAX_KIND;
    bind_board(m);
    bind_position(m);
    bind_solver(m);
    m.def(
        "scatter",
        [](std::size_t places, std::int32_t kinds, std::uint64_t seed) {
            nb::list tiles;
            for (const std::int32_t kind : llk::scatter(places, kinds, seed)) tiles.append(kind);
            return tiles;
        },
        "places"_a, "kinds"_a, "seed"_a, nb::sig("def scatter(places: int, kinds: int, seed: int) -> list[int]"),
        "The uniform deal over a number of places.");
    m.def(
        "shuffle",
        [](nb::sequence values, std::uint64_t seed) {
            std::vector<nb::object> shuffled;
            for (nb::handle value : values) shuffled.push_back(nb::borrow(value));
            llk::Random(seed).shuffle(shuffled);
            nb::list list;
            for (const auto& value : shuffled) list.append(value);
            return list;
        },
        "values"_a, "seed"_a,
        nb::sig("def shuffle(values: collections.abc.Iterable[typing.Any], seed: int) -> list[typing.Any]"),
        "The same values in an order by chance.");
    m.def(
        "mix", [](std::uint64_t a, std::uint64_t b) { return llk::mix(a, b); }, "a"_a, "b"_a,
        "A seed made of two numbers.");
    nb::class_<llk::Bench>(m, "Bench", "Times the kernel's work on many boards of one size, one pass at a time.")
        .def(
            "__init__",
            [](llk::Bench* self, nb::sequence boards, std::uint64_t seed) {
                std::vector<const llk::Board*> kernels;
                for (nb::handle board : boards) kernels.push_back(nb::cast<PyBoard&>(board).board.get());
                new (self) llk::Bench(kernels, seed);
            },
            "boards"_a, "seed"_a,
            nb::sig("def __init__(self, boards: collections.abc.Sequence[Board], seed: int) -> None"))
        .def("time", &llk::Bench::time, "work"_a,
             "Nanoseconds for one unit of the work, and a number that changes only with behaviour.");
}
