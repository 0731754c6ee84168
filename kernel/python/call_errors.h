// Friendly errors for calls with the wrong arguments, at no cost for the right ones.
//
// nanobind answers such a call with a list of signatures. An overload for any arguments could answer instead, but would
// move every call of the method to nanobind's slowest way of calling; so the answer is replaced after it has failed.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "python/errors.h"

namespace llk::python {

namespace nb = nanobind;

/// Where the objects of a type keep the function that is called for a call.
inline Py_ssize_t vectorcall_offset(nb::handle type) {
#ifdef Py_LIMITED_API
    const auto* member =
        static_cast<PyMemberDef*>(PyType_GetSlot(reinterpret_cast<PyTypeObject*>(type.ptr()), Py_tp_members));
    while (std::string_view{member->name} != "__vectorcalloffset__") ++member;
    return member->offset;
#else
    return reinterpret_cast<PyTypeObject*>(type.ptr())->tp_vectorcall_offset;
#endif
}

/// Replaces the error of one method of a class; `Self` and `METHOD` tell its variables from those of other methods.
template <class Self, int METHOD>
class CallErrors {
  public:
    /// Wraps a method that takes from `min` to `max` arguments, none of them None, after all its overloads are bound.
    static void wrap(nb::handle type, const char* name, std::size_t min, std::size_t max) {
        name_ = name;
        min_ = min;
        max_ = max;
        const nb::object method = type.attr(name);
        char* const object = reinterpret_cast<char*>(method.ptr());
        auto& vectorcall = *reinterpret_cast<vectorcallfunc*>(object + vectorcall_offset(method.type()));
        inner_ = vectorcall;
        vectorcall = &call;
    }

  private:
    static PyObject* call(PyObject* method, PyObject* const* args, std::size_t flags, PyObject* names) {
        PyObject* result = inner_(method, args, flags, names);
        if (!result && PyErr_ExceptionMatches(PyExc_TypeError)) [[unlikely]]
            replace_error(args, flags, names);
        return result;
    }

    /// Raises another error if the arguments, without `self`, are not what the method takes.
    static void replace_error(PyObject* const* args, std::size_t flags, PyObject* names) {
        constexpr std::size_t max_count = ~std::size_t{0} >> 2;  // above are the flags of Python and nanobind
        const std::size_t count = std::max<std::size_t>(flags & max_count, 1) - 1;
        const bool none = std::any_of(args + 1, args + 1 + count, [](PyObject* arg) { return arg == Py_None; });
        if (!names && !none && count >= min_ && count <= max_) return;
        PyErr_Clear();
        const nb::object given = nb::steal(PyList_New(static_cast<Py_ssize_t>(count)));
        if (!given) return;
        for (std::size_t i = 0; i < count; ++i)
            NB_LIST_SET_ITEM(given.ptr(), static_cast<Py_ssize_t>(i), Py_NewRef(args[i + 1]));
        set_error("bad_call", name_, given, names != nullptr);
    }

    static inline vectorcallfunc inner_ = nullptr;
    static inline const char* name_ = "";
    static inline std::size_t min_ = 0, max_ = 0;
};

}  // namespace llk::python
