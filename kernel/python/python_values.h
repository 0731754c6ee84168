// Converts cells, moves and paths to and from Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.h"
#include "python/errors.h"
#include "values/cell.h"

namespace llk::python {

namespace nb = nanobind;

/// A type of the package.
inline PyTypeObject* python_type(const char* module, const char* name) {
    return reinterpret_cast<PyTypeObject*>(nb::object(nb::module_::import_(module).attr(name)).release().ptr());
}

/// A type of the package, looked up on first use. Not a static variable: while one is set up, another thread waits for
/// it with the interpreter lock, and the garbage collector may run any code, even this.
class PythonType {
  public:
    constexpr PythonType(const char* module, const char* name) : module_{module}, name_{name} {}
    PyTypeObject* get() {
        if (!type_) type_ = python_type(module_, name_);
        return type_;
    }

  private:
    const char *module_, *name_;
    PyTypeObject* type_ = nullptr;
};
inline constinit PythonType CELL_TYPE{"lianliankan.board.cell", "Cell"}, MOVE_TYPE{"lianliankan.board.move", "Move"},
    PATH_TYPE{"lianliankan.board.path", "Path"}, SHIFT_TYPE{"lianliankan.board.shifts", "TileShift"};

inline allocfunc get_alloc(PyTypeObject* type) {
#ifdef Py_LIMITED_API
    return reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
#else
    return type->tp_alloc;
#endif
}

/// A new instance of a subclass of tuple. Its items must be set before any other object is made: that can start the
/// garbage collector, and a callback of it would find a tuple without items.
inline PyObject* new_tuple(PyTypeObject* type, std::size_t size) {
    PyObject* made = get_alloc(type)(type, static_cast<Py_ssize_t>(size));
    if (!made) throw nb::python_error();
    return made;
}

/// Fills a new tuple or list with what make(i) returns; the garbage collector does not know it before it is complete.
template <class Make>
nb::object fill(PyObject* made, std::size_t size, Make make) {
    if (!made) throw nb::python_error();
    nb::object owner = nb::steal(made);
    PyObject_GC_UnTrack(made);
    const bool is_list = PyList_Check(made);
    for (std::size_t i = 0; i < size; ++i) {
        PyObject* const item = make(i);
        if (is_list)
            NB_LIST_SET_ITEM(made, static_cast<Py_ssize_t>(i), item);
        else
            NB_TUPLE_SET_ITEM(made, static_cast<Py_ssize_t>(i), item);
    }
    PyObject_GC_Track(made);
    return owner;
}

inline PyObject* new_cell(Cell at) {
    PyObject* made = new_tuple(CELL_TYPE.get(), 2);
    NB_TUPLE_SET_ITEM(made, 0, PyLong_FromLong(at.row));
    NB_TUPLE_SET_ITEM(made, 1, PyLong_FromLong(at.col));
    return made;
}

/// A cell as a Python object; the cells of boards up to 62 × 62, ring included, are made once and shared.
inline PyObject* python_cell(Cell at) {
    static PyObject* shared[64][64] = {};
    const auto row = static_cast<unsigned>(at.row + 1), col = static_cast<unsigned>(at.col + 1);
    if (row >= 64 || col >= 64) return new_cell(at);
    PyObject*& known = shared[row][col];
    if (!known) known = new_cell(at);
    Py_INCREF(known);
    return known;
}

/// Two cells as an instance of a subclass of tuple.
inline PyObject* new_pair(PyTypeObject* type, Cell first, Cell second) {
    nb::object a = nb::steal(python_cell(first)), b = nb::steal(python_cell(second));
    PyObject* made = new_tuple(type, 2);
    NB_TUPLE_SET_ITEM(made, 0, a.release().ptr());
    NB_TUPLE_SET_ITEM(made, 1, b.release().ptr());
    return made;
}

/// A move as a Python object. The same moves recur from position to position of a game, so recent ones are cached by
/// hash: making and dropping an object takes longer than finding the move.
inline PyObject* python_move(Move move) {
    struct Cached {
        Move move{};
        PyObject* object = nullptr;
    };
    static Cached cache[8192];
    Cached& place = cache[(std::bit_cast<std::uint64_t>(move) * 0x9e3779b97f4a7c15ULL) >> 51];
    if (!place.object || place.move != move) {
        PyObject* made = new_pair(MOVE_TYPE.get(), move.a, move.b);
        PyObject* before = std::exchange(place, {move, made}).object;
        Py_INCREF(made);
        Py_XDECREF(before);
        return made;
    }
    Py_INCREF(place.object);
    return place.object;
}

/// Sorts moves in reading order, as integers that compare alike.
inline void sort_moves(std::vector<Move>& moves) {
    thread_local std::vector<std::uint64_t> keys;
    keys.clear();
    for (const auto& [a, b] : moves)
        keys.push_back(static_cast<std::uint64_t>(a.row) << 48 | static_cast<std::uint64_t>(a.col) << 32 |
                       static_cast<std::uint64_t>(b.row) << 16 | static_cast<std::uint64_t>(b.col));
    std::ranges::sort(keys);
    for (std::size_t i = 0; i < keys.size(); ++i)
        moves[i] = {cell(static_cast<int>(keys[i] >> 48), static_cast<int>(keys[i] >> 32 & 0xffff)),
                    cell(static_cast<int>(keys[i] >> 16 & 0xffff), static_cast<int>(keys[i] & 0xffff))};
}

inline nb::object python_moves(const std::vector<Move>& moves) {
    return fill(PyList_New(static_cast<Py_ssize_t>(moves.size())), moves.size(),
                [&](std::size_t i) { return python_move(moves[i]); });
}

inline nb::object python_shifts(const std::vector<Shift>& shifts) {
    return fill(new_tuple(&PyTuple_Type, shifts.size()), shifts.size(),
                [&](std::size_t i) { return new_pair(SHIFT_TYPE.get(), shifts[i].start, shifts[i].end); });
}

inline nb::object python_path(const llk::Route& corners) {
    return fill(new_tuple(PATH_TYPE.get(), corners.size()), corners.size(),
                [&](std::size_t i) { return python_cell(corners[i]); });
}

// ---- from Python ---------------------------------------------------------------------------------------------------

/// A row or column number; one that no board can have becomes -2.
inline std::int16_t read_coordinate(PyObject* number, nb::handle given) {
    int overflow = 0;
    long value = 0;
    if (PyLong_CheckExact(number)) {
        value = PyLong_AsLongAndOverflow(number, &overflow);
    } else {
        if (!PyIndex_Check(number)) raise("bad_cell", given);
        const nb::object whole = nb::steal(PyNumber_Index(number));
        if (!whole) throw nb::python_error();
        value = PyLong_AsLongAndOverflow(whole.ptr(), &overflow);
    }
    if (overflow != 0) return -2;
    return static_cast<std::int16_t>(value < -1 || value > llk::Board::MAX_SIDE ? -2 : value);
}

/// A cell, given as any sequence of two integers.
inline Cell read_cell(nb::handle given) {
    if (PyTuple_Check(given.ptr()) && NB_TUPLE_GET_SIZE(given.ptr()) == 2)
        return {read_coordinate(NB_TUPLE_GET_ITEM(given.ptr(), 0), given),
                read_coordinate(NB_TUPLE_GET_ITEM(given.ptr(), 1), given)};
    if (!PySequence_Check(given.ptr()) || PySequence_Size(given.ptr()) != 2) {
        PyErr_Clear();
        raise("bad_cell", given);
    }
    const nb::object row = nb::steal(PySequence_GetItem(given.ptr(), 0));
    const nb::object col = nb::steal(PySequence_GetItem(given.ptr(), 1));
    if (!row || !col) throw nb::python_error();
    return {read_coordinate(row.ptr(), given), read_coordinate(col.ptr(), given)};
}

/// The two cells of a move, as they were given.
inline std::pair<nb::object, nb::object> read_ends(nb::handle move) {
    if (!PySequence_Check(move.ptr()) || PySequence_Size(move.ptr()) != 2) {
        PyErr_Clear();
        raise("bad_move", move);
    }
    nb::object a = nb::steal(PySequence_GetItem(move.ptr(), 0)), b = nb::steal(PySequence_GetItem(move.ptr(), 1));
    if (!a || !b) throw nb::python_error();
    return {std::move(a), std::move(b)};
}

/// A sequence of moves.
inline std::vector<Move> read_moves(nb::sequence given) {
    std::vector<Move> moves;
    for (nb::handle move : given) {
        const auto [a, b] = read_ends(move);
        moves.push_back(make_move(read_cell(a), read_cell(b)));
    }
    return moves;
}

}  // namespace llk::python
