"""Fair timing: functions take turns, so that a busy moment of the machine affects them all, and best times count."""

from collections.abc import Callable, Hashable, Mapping
from time import perf_counter_ns
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)

_ENOUGH = 2_000_000_000  # nanoseconds per function; slow ones take fewer turns


def time_in_turns(works: Mapping[Name, Callable[[], object]], *, rounds: int) -> dict[Name, int]:
    """Time functions in turn, several rounds, and return the best time of each in nanoseconds; {} for 0 rounds.

    >>> times = time_in_turns({"short": lambda: sum(range(10)), "long": lambda: sum(range(10_000))}, rounds=5)
    >>> times["short"] < times["long"], time_in_turns({"none": list}, rounds=0)
    (True, {})
    """
    times: dict[Name, list[int]] = {name: [] for name in works} if rounds else {}
    for _ in range(rounds):
        for name, work in works.items():
            if sum(times[name]) > _ENOUGH:
                continue
            begin = perf_counter_ns()
            work()
            times[name].append(perf_counter_ns() - begin)
    return {name: min(taken) for name, taken in times.items()}


def format_nanoseconds(nanoseconds: float) -> str:
    """Format a duration with two significant digits.

    >>> [format_nanoseconds(value) for value in (3.14, 800, 12_345, 2_600_000, 3e9)]
    ['3.1 ns', '800 ns', '12 µs', '2.6 ms', '3 s']
    """
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{_short(nanoseconds / size)} {unit}"
    return f"{_short(nanoseconds)} ns"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}".removesuffix(".0")
