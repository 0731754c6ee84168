"""Find a function in a learner's module, or say why there is none and what to write instead.

Like `learner_call.py`, it also runs in the process of the learner's function, so it imports nothing from the package.
"""

import difflib
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any

Function = Callable[..., object]

_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_NUMBERS = {1: "one argument", 3: "three arguments"}


class NoFunctionError(Exception):
    """A function that cannot be called: its file is missing, cannot be imported, or has no such function.

    `is_missing` tells the last of these from the others; `is_function` says that only this function cannot be called;
    `line` is where in the file it fails, or 0; `others` are functions that could be called instead.
    """

    def __init__(
        self,
        message: str,
        *,
        is_missing: bool = False,
        is_function: bool = False,
        line: int = 0,
        others: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.is_missing, self.is_function, self.line = is_missing, is_missing or is_function, line
        self.others = others


def find_function(module: ModuleType, file: str, name: str, arguments: tuple[str, ...]) -> Function:
    """Return the function that takes these arguments; if there is none of that name, the error lists the others."""
    wanted, count = ", ".join(arguments), len(arguments)
    function: Any = module
    for part in name.split("."):
        function = getattr(function, part, None)
    method = _method(module, name)
    if method and (not _takes(function, count) or "." in name):
        hint = _method_hint(module, method, name, arguments)
        raise NoFunctionError(f"{method.rpartition('.')[2]} in {file} is {hint}", is_function=True)
    if not callable(function):
        there = {found: value for found, value in functions(module) if _takes(value, count)}
        what = f"{file} has no function {name}"
        if not there:
            other = next(_methods_taking(module, count), None)
            hint = f"; {other} is {_method_hint(module, other, name, arguments)}" if other else ""
            raise NoFunctionError(f"{what}, nor any other that takes {wanted}{hint}", is_missing=True)
        likely = _likely(there, name, arguments)
        listed = ", ".join(there)
        message = f"{what} (it has {listed}); name one, e.g. {file}:{likely}"
        raise NoFunctionError(message, is_missing=True, others=tuple(there))
    if not _takes(function, count):
        taken = ", ".join(inspect.signature(function).parameters) or "none"
        pairs = "a and b are pairs (row, col), and arguments" if count > 1 else "arguments"
        raise NoFunctionError(
            f"{name} in {file} must take {_NUMBERS[count]}: {wanted} (it takes {taken}); "
            f"{pairs} beyond {'these' if count > 1 else 'that'} need default values",
            is_function=True,
        )
    found: Function = function
    return found


def functions(module: ModuleType) -> Iterator[tuple[str, Function]]:
    """Yield the functions of a module, then the static methods of its classes, by name."""
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__:
            yield name, value
    for owner, value in _classes(module):
        for name, each in vars(value).items():
            if isinstance(each, (staticmethod, classmethod)):
                yield f"{owner}.{name}", getattr(value, name)


def notes(function: Function, name: str, arguments: tuple[str, ...], show: Callable[[object], str]) -> Iterator[str]:
    """Yield what the learner should know about the call."""
    called = f"{name} is called with {', '.join(arguments)}"
    with suppress(TypeError, ValueError):
        taken = [each for each in inspect.signature(function).parameters.values() if each.kind in _BY_PLACE]
        named = [each for each in inspect.signature(function).parameters.values() if each.kind == each.KEYWORD_ONLY]
        more = ", ".join(f"{each.name}={show(each.default)}" for each in (*taken[len(arguments) :], *named))
        if more:
            yield f"{called} alone; by default {more}"
        names = [each.name for each in taken]
        if {"grid", "board", "matrix", "map"} & {each.lower() for each in names[1 : len(arguments)]}:
            yield f"{called} in this order, but its arguments are {', '.join(names)}"


def _likely(there: dict[str, Function], name: str, arguments: tuple[str, ...]) -> str:
    """Return the function that is probably meant by a name: by its own name, else by its arguments."""
    lasts = {found.rpartition(".")[2].lower(): found for found in reversed(there)}
    close = difflib.get_close_matches(name.rpartition(".")[2].lower(), lasts, n=1)
    usual = (
        found
        for found, value in there.items()
        if tuple(inspect.signature(value).parameters)[: len(arguments)] == arguments
    )
    return lasts[close[0]] if close else next(usual, next(iter(there)))


def _method(module: ModuleType, name: str) -> str | None:
    """Return Class.method if that is what is meant by a name, or by the part of it after the last dot."""
    owner, _, short = name.rpartition(".")
    if not owner and name in vars(module):
        return None
    for found, value in _classes(module):
        if owner in ("", found) and inspect.isfunction(inspect.getattr_static(value, short, None)):
            return f"{found}.{short}"
    return None


def _classes(module: ModuleType) -> Iterator[tuple[str, type]]:
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__:
            yield name, value


def _methods_taking(module: ModuleType, count: int) -> Iterator[str]:
    """Yield all Class.method with so many arguments besides self."""
    for owner, value in _classes(module):
        for name, method in vars(value).items():
            if inspect.isfunction(method) and _takes(method, count + 1) and not name.startswith("__"):
                yield f"{owner}.{name}"


def _method_hint(module: ModuleType, method: str, wished: str, arguments: tuple[str, ...]) -> str:
    """Say what to do about a method, which needs an object, where a function of another name may be wished for."""
    owner, _, name = method.rpartition(".")
    wanted, rest = ", ".join(arguments), ", ".join(arguments[1:])
    takes_all = _takes(getattr(getattr(module, owner), name), len(arguments) + 1)
    made = f"return {owner}().{name}({wanted})" if takes_all else f"return {owner}(grid).{name}({rest})"
    shown = wished.rpartition(".")[2]
    return f"a method of the class {owner}; add a function that calls it, e.g. def {shown}({wanted}): {made}"


def _takes(function: Callable[..., object], count: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # it does not say
        pass
    return True
