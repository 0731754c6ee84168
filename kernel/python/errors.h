// Raises the errors that board/kernel_errors.py makes; no message is worded here.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

namespace llk::python {

namespace nb = nanobind;

/// Raises the error that a function of kernel_errors.py returns.
template <class... Args>
[[noreturn]] void raise(const char* function, Args&&... args) {
    const nb::object error =
        nb::module_::import_("lianliankan.board.kernel_errors").attr(function)(std::forward<Args>(args)...);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
}

/// Sets the error that a function of kernel_errors.py returns, for a translator of C++ exceptions.
template <class... Args>
void set_error(const char* function, Args&&... args) {
    try {
        raise(function, std::forward<Args>(args)...);
    } catch (nb::python_error& error) {
        error.restore();
    }
}

}  // namespace llk::python
