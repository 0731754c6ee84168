"""Calls to the instance of the kernel: its functions, its two buffers, and what its errors become.

A call costs a few microseconds, most of them on the way between Python and JavaScript. So one call does one piece of
work, whatever its size, and numbers travel in bulk. kernel/wasm/interface.h describes the other side.
"""

from array import array
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Protocol

OUT_OF_TIME, OUT_OF_MEMORY, TOO_MANY_MOVES, BAD_BOARD, BAD_NUMBER, ILLEGAL_MOVE, NOTHING_TO_UNDO = range(-1, -8, -1)
ILLEGAL_PAIR = -16  # and below: minus the status of the pair


class JsNumbers(Protocol):
    """An Int32Array of JavaScript, as Pyodide shows it."""

    def assign(self, numbers: "array[int]", /) -> None:
        """Copy numbers into it."""

    def to_bytes(self) -> bytes:
        """Copy its bytes."""


class KernelInstance(Protocol):
    """A `KernelInstance` of instantiate.js, as Pyodide shows it."""

    names: Sequence[str]
    functions: object

    def makeInput(self, size: int, /) -> JsNumbers:
        """Return an array for the input of a call."""

    def ask(self, name: str, numbers: JsNumbers | None, /, *arguments: float) -> JsNumbers:
        """Return the result and the output of a call."""


call = SimpleNamespace()
"""The kernel's functions by name; looking them up in JavaScript would cost as much as calling them."""


def bind(instance: KernelInstance) -> None:
    """Let all calls go to this instance."""
    for name in instance.names:
        setattr(call, name, getattr(instance.functions, name))
    call.make_input, call.ask = instance.makeInput, instance.ask


def ask(name: str, *arguments: float, numbers: "array[int] | None" = None) -> "tuple[int, array[int]]":
    """Call a function that has an input or an output; return its result and its output.

    Nothing comes between the input, the call and the output, not even the garbage collector, which can run any code.
    """
    given = None
    if numbers is not None:
        given = call.make_input(len(numbers))
        given.assign(numbers)
    answer = array("i", call.ask(name, given, *arguments).to_bytes())
    return answer.pop(0), answer


def read(name: str, *arguments: float, numbers: "array[int] | None" = None) -> "array[int]":
    """Call a function and return its output, or raise the error that it answers."""
    result, output = ask(name, *arguments, numbers=numbers)
    check(result)
    return output


def check(result: int) -> int:
    """Return the result of a call, or raise the error that it stands for."""
    if result >= 0:
        return result
    from lianliankan.board import kernel_errors

    if result == OUT_OF_TIME:
        raise kernel_errors.out_of_time()
    if result == OUT_OF_MEMORY:
        raise MemoryError("the kernel's memory is full")
    if result == TOO_MANY_MOVES:
        raise kernel_errors.too_many_moves(call.max_moves())
    if result == BAD_BOARD:
        raise kernel_errors.bad_board()
    raise RuntimeError(f"the kernel failed with the code {result}")
