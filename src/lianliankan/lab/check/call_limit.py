"""A time limit for calls in this interpreter: an endless loop of a learner's function is ended by an exception.

Where there are signals, a timer raises it. Elsewhere, as in the browser, Python reports every jump and every call of
the learner's code, and the clock is looked at now and then. The exception is raised again and again, for the code may
catch it, and only in the learner's own code: what else happens to run, such as a callback of the garbage collector,
has nothing to do with it. A call of other code that never returns cannot be ended.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from time import monotonic
from types import CodeType, FrameType

from lianliankan.override import override

_AGAIN = 0.02  # seconds until the exception is raised again
_TICKS = 2000  # jumps between two looks at the clock
_TOOL = 3  # of sys.monitoring; the lower ones are those of debuggers, coverage and profilers


class CallTimeUp(BaseException):
    """The call takes too long."""


class CallLimit:
    """A limit that never ends a call: there is nothing to make one of."""

    def __init__(self) -> None:
        self.is_up = False
        """Whether the last call took too long, even if it caught the exception."""

    def run(self, seconds: float, work: Callable[[], object]) -> None:
        """Call a function, and raise CallTimeUp in it if it runs for longer than that."""
        self.is_up = False
        work()

    def follow(self, code: CodeType) -> None:
        """Take note of the learner's code, and of all functions in it."""


class TimerLimit(CallLimit):
    """A limit by a timer of the system; in the main thread only."""

    def __init__(self) -> None:
        super().__init__()
        self._codes: set[CodeType] = set()

    @override
    def run(self, seconds: float, work: Callable[[], object]) -> None:
        """Call a function; the timer rings until it has ended."""
        self.is_up = False
        usual = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        try:
            work()
        except CallTimeUp:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, usual)

    @override
    def follow(self, code: CodeType) -> None:
        """Let the timer end this code, and all functions in it."""
        self._codes.update(_with_functions(code))

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_code in self._codes:
            self.is_up = True
            raise CallTimeUp


class JumpLimit(CallLimit):
    """A limit by the jumps and calls of the learner's code, which Python reports from 3.12 on."""

    def __init__(self) -> None:
        super().__init__()
        self._end = self._left = 0.0
        if sys.version_info >= (3, 12):
            tools = sys.monitoring
            if tools.get_tool(_TOOL) is None:
                tools.use_tool_id(_TOOL, "lianliankan")
            tools.register_callback(_TOOL, tools.events.JUMP, self._tick)
            tools.register_callback(_TOOL, tools.events.PY_START, self._tick)

    @override
    def run(self, seconds: float, work: Callable[[], object]) -> None:
        """Call a function, and look at the clock while it runs."""
        self.is_up = False
        self._end, self._left = monotonic() + seconds, _TICKS
        try:
            work()
        except CallTimeUp:
            pass
        finally:
            self._left = sys.maxsize

    @override
    def follow(self, code: CodeType) -> None:
        """Let Python report what happens in this code, and in all functions in it."""
        if sys.version_info >= (3, 12):
            events = sys.monitoring.events
            for part in _with_functions(code):
                sys.monitoring.set_local_events(_TOOL, part, events.JUMP | events.PY_START)

    def _tick(self, *_: object) -> None:
        self._left -= 1
        if self._left < 0:
            if self.is_up or monotonic() > self._end:
                self.is_up = True
                raise CallTimeUp
            self._left = _TICKS


def _with_functions(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and that of all functions in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _with_functions(part)


def call_limit() -> CallLimit:
    """Return the limit that this interpreter can keep."""
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return TimerLimit()
    return JumpLimit() if sys.version_info >= (3, 12) else CallLimit()
