"""Running an atlas: what is missing is decided by workers, and written down piece by piece."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lianliankan.atlas import AtlasError
from lianliankan.atlas.piece import PieceAnswer, PieceRequest, solver_fingerprint
from lianliankan.atlas.pools import Pool
from lianliankan.atlas.results import Journal, JournalHead
from lianliankan.atlas.spec import AtlasSpec, PlannedVariant

PIECE_SECONDS = 0.5
"""How long a worker decides deals before it hands them in: a process that is killed loses no more than this."""

_FIRST_DEALS = 16  # in a request, before it is known how long a deal takes
_MAX_DEALS = 20_000
_AHEAD = 2  # requests per worker, so that none waits for an answer to travel


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is: `variant` is what it works on, `seconds_left` an estimate, None before there is one."""

    variant: str
    done: int
    deals: int
    seconds_left: float | None


def run_atlas(
    spec: AtlasSpec, folder: Path, pool: Pool, show: Callable[[RunProgress], None] = lambda progress: None
) -> RunProgress:
    """Decide what is missing in a folder; it may be interrupted at any time and goes on where it was.

    Raises AtlasError, for example if the folder has results with other settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _only_one(folder), ExitStack() as stack:
        works = [_VariantWork(planned, folder, stack) for planned in spec.variants]
        runner = _Runner(works, pool)
        show(runner.progress)
        while runner.go_on():
            show(runner.progress)
        show(runner.progress)
        return runner.progress


class _VariantWork:
    """A variant with its open file, and the deals that are not being worked on yet."""

    def __init__(self, planned: PlannedVariant, folder: Path, stack: ExitStack) -> None:
        self.planned = planned
        self.solver = solver_fingerprint(planned.variant.rules)
        head = JournalHead(str(planned.variant), planned.settings, self.solver)
        self.journal = stack.enter_context(Journal(folder / planned.variant.file_name, head))
        self.gaps = deque(self.journal.results.missing(planned.deals))
        self.left = sum(stop - first for first, stop in self.gaps)
        self.decided, self.seconds = 0, 0.0  # in this run

    @property
    def seconds_per_deal(self) -> float | None:
        return self.seconds / self.decided if self.decided else None

    def take(self) -> PieceRequest:
        """Take deals for about one piece off the first gap."""
        first, stop = self.gaps.popleft()
        each = self.seconds_per_deal
        deals = _FIRST_DEALS if each is None else int(PIECE_SECONDS / max(each, 1e-6))
        middle = min(stop, first + max(min(deals, _MAX_DEALS), 1))
        if middle < stop:
            self.gaps.appendleft((middle, stop))
        return PieceRequest(str(self.planned.variant), self.planned.settings, first, middle, PIECE_SECONDS)

    def put(self, asked: PieceRequest, answer: PieceAnswer) -> None:
        """Write a piece down, and put back the deals for which there was no time."""
        piece = answer.piece
        if answer.solver != self.solver:
            raise AtlasError(
                f"a worker has another solver ({answer.solver}, here {self.solver}); "
                "install the same lianliankan on all machines"
            )
        if piece.first != asked.first or not asked.first < piece.stop <= asked.stop:
            raise AtlasError(f"{asked.variant}: asked for deals from {asked.first}, got deals from {piece.first}")
        self.journal.append(piece)
        if piece.stop < asked.stop:
            self.gaps.appendleft((piece.stop, asked.stop))
        self.left -= len(piece.verdicts)
        self.decided += len(piece.verdicts)
        self.seconds += piece.seconds
        if not self.left:
            self.journal.close()


class _Runner:
    """Hands out requests, one variant after the other, and takes in the answers."""

    def __init__(self, works: list[_VariantWork], pool: Pool) -> None:
        self._works, self._pool = works, pool
        self._asked: dict[int, tuple[_VariantWork, PieceRequest]] = {}
        self._next_key = 0
        self._deals = sum(work.planned.deals for work in works)

    def go_on(self) -> bool:
        """Do one step; return whether anything is left to do."""
        wanted = _AHEAD * self._pool.workers
        while len(self._asked) < wanted and (work := self._current()) is not None:
            asked = work.take()
            self._asked[self._next_key] = work, asked
            self._pool.submit(self._next_key, msgspec.json.encode(asked))
            self._next_key += 1
        if not self._asked:
            return False
        for key, message in self._pool.collect(0.2):
            work, asked = self._asked.pop(key)
            work.put(asked, msgspec.json.decode(message, type=PieceAnswer))
        return True

    def _current(self) -> _VariantWork | None:
        return next((work for work in self._works if work.gaps), None)

    @property
    def progress(self) -> RunProgress:
        left = sum(work.left for work in self._works)
        working = next((work for work in self._works if work.left), self._works[-1])
        return RunProgress(str(working.planned.variant), self._deals - left, self._deals, self._seconds_left())

    def _seconds_left(self) -> float | None:
        """Estimate from the deals of this run; a variant that has not begun takes as long as the others on average."""
        decided = sum(work.decided for work in self._works)
        if not decided:
            return None
        average = sum(work.seconds for work in self._works) / decided
        costs = [(work.seconds_per_deal or average) * work.left for work in self._works]
        return sum(costs) / self._pool.workers


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder, on systems that can."""
    with (folder / ".lock").open("w") as stream:
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise AtlasError(f"{folder}: another llk atlas run is writing here") from None
        yield
