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

/// A new instance of a subclass of tuple, with its items still to be set.
inline PyObject* new_tuple(PyTypeObject* type, Py_ssize_t size) {
    PyObject* made = type->tp_alloc(type, size);
    if (!made) throw nb::python_error();
    return made;
}

inline PyObject* new_cell(Cell at) {
    static PyTypeObject* const type = python_type("lianliankan.board.cell", "Cell");
    PyObject* made = new_tuple(type, 2);
    PyTuple_SET_ITEM(made, 0, PyLong_FromLong(at.row));
    PyTuple_SET_ITEM(made, 1, PyLong_FromLong(at.col));
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
    PyObject* made = new_tuple(type, 2);
    PyTuple_SET_ITEM(made, 0, python_cell(first));
    PyTuple_SET_ITEM(made, 1, python_cell(second));
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
    static PyTypeObject* const type = python_type("lianliankan.board.move", "Move");
    Cached& place = cache[(std::bit_cast<std::uint64_t>(move) * 0x9e3779b97f4a7c15ULL) >> 51];
    if (!place.object || place.move != move) {
        PyObject* made = new_pair(type, move.a, move.b);
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
    PyObject* list = PyList_New(static_cast<Py_ssize_t>(moves.size()));
    if (!list) throw nb::python_error();
    for (std::size_t i = 0; i < moves.size(); ++i)
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), python_move(moves[i]));
    return nb::steal(list);
}

inline nb::tuple python_shifts(const std::vector<Shift>& shifts) {
    static PyTypeObject* const type = python_type("lianliankan.board.shifts", "TileShift");
    PyObject* tuple = new_tuple(&PyTuple_Type, static_cast<Py_ssize_t>(shifts.size()));
    for (std::size_t i = 0; i < shifts.size(); ++i)
        PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), new_pair(type, shifts[i].start, shifts[i].end));
    return nb::steal<nb::tuple>(tuple);
}

inline nb::object python_path(const llk::Route& corners) {
    static PyTypeObject* const type = python_type("lianliankan.board.path", "Path");
    PyObject* made = new_tuple(type, static_cast<Py_ssize_t>(corners.size()));
    for (std::size_t i = 0; i < corners.size(); ++i)
        PyTuple_SET_ITEM(made, static_cast<Py_ssize_t>(i), python_cell(corners[i]));
    return nb::steal(made);
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
    if (PyTuple_Check(given.ptr()) && PyTuple_GET_SIZE(given.ptr()) == 2)
        return {read_coordinate(PyTuple_GET_ITEM(given.ptr(), 0), given),
                read_coordinate(PyTuple_GET_ITEM(given.ptr(), 1), given)};
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
