"""The report of a check in English sentences: what was tried, what is wrong, what was expected."""

from collections.abc import Iterator

from lianliankan.lab.check.checker import CheckReport
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.fault import Fault
from lianliankan.lab.check.learner import CALL_SECONDS
from lianliankan.lab.check.question import BoardQuestion, LinkQuestion, Question
from lianliankan.lab.check.small_questions import FILLED_CELLS
from lianliankan.text import count

_TITLES = {
    "slow": "does not return",
    "died": "terminates Python",
    "memory": "runs out of memory",
    "raised": "raises an exception",
    "nonsense": "returns something that is not an answer",
    "missed": "misses a link",
    "false": "reports a link where there is none",
    "twice": "lists a pair twice",
    "path": "returns an invalid path",
    "turns": "returns a path with too many turns",
    "steps": "returns a path that is too long",
    "changed": "changes the grid",
    "remembers": "answers differently after other questions",
}
_BOARD_TITLES = {
    ("moves", "missed"): "misses a pair that links",
    ("moves", "false"): "lists a pair that is not a move",
    ("stuck", "missed"): "does not see that no move is left",
    ("stuck", "false"): "says that no move is left, but that is wrong",
}
_PATHS = {
    "link": "every path it returned is valid",
    "turns": "every path it returned has the fewest turns",
    "steps": "every path it returned has the fewest turns and, among those, the fewest steps",
}
_WANTED = {
    "link": "expected True or False, or a path: a list of cells (row, col), with [] or None for no link",
    "moves": "expected a list of pairs of cells, such as [((0, 0), (0, 2))], with [] for no move",
    "stuck": "expected True or False",
}
_LATE = (
    f"stopped early: some answers took more than {CALL_SECONDS:.0f} seconds, but came at once in a new process; "
    "does it keep state between calls, such as a global list, or is this machine busy?"
)
_TIME_UP, _MORE_TIME = "stopped early: time is up", " (--seconds allows more)"
_OTHER_FAULTS = "; there may be other faults"
_GIVEN_UP = f"stopped early: too many answers did not come{_OTHER_FAULTS}"
_COPY = "to write into it, make a copy first: grid = [row[:] for row in grid]"
_CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT")  # how a recursion ends that Python does not stop
_ENDS = {
    "SIGKILL": ", as the system does when memory runs out",
    "SIGXCPU": ", since it took more time than --seconds",
}
_HINTS = {
    "<generator object": "a function with yield returns a generator: use return",
    "<coroutine object": "a function with async def returns a coroutine: use def",
}
_LONGEST_CALL = 100
_SLOW_SECONDS = 0.001  # per question; most are small boards, which take a small part of that
_MAX_PAIRS = 4  # that are listed


def report_title(report: CheckReport) -> str:
    """Return the result in one sentence: the first fault, or that there is none."""
    name = report.program.function
    if report.faults:
        return fault_title(report.faults[0], report)
    if not report.passed and not report.cells:
        return f"{name} was not tried"
    early = "" if report.passed else ", as far as time allowed"
    return f"{name} answers all {report.questions:,} questions correctly{early}"


def report_details(report: CheckReport, *, has_options: bool = True) -> Iterator[str]:
    """Yield what was tried without a fault, what is to know about the call, and why the check stopped early, if it did.

    `has_options` says that the reader can give other options.
    """
    if report.cells and not report.faults:
        yield from _tried(report)
    yield from report.notes
    if report.paths and not report.faults:
        yield _PATHS[report.contract.judge]
    yield from why_stopped(report, has_options=has_options)
    is_cut_off = report.cells and not (report.is_finished or report.is_late or report.faults)
    if is_cut_off and report.seconds / max(1, report.questions) > _SLOW_SECONDS:
        yield f"{report.program.function} is slow: only {report.questions:,} questions in {report.seconds:.0f} s"


def why_stopped(report: CheckReport, *, has_options: bool = True) -> Iterator[str]:
    """Say why the check stopped early, if it did."""
    if report.is_finished:
        return
    time_up = _TIME_UP + (_MORE_TIME if has_options else "")
    if report.faults:
        yield _GIVEN_UP if report.is_late else time_up + _OTHER_FAULTS
    else:
        yield _LATE if report.is_late else time_up


def fault_title(fault: Fault, report: CheckReport) -> str:
    """Return what is wrong in one sentence."""
    return f"{report.program.function} {fault_words(fault, report)}"


def fault_words(fault: Fault, report: CheckReport) -> str:
    """Return what is wrong in a few words."""
    return _BOARD_TITLES.get((report.contract.task, fault.kind), _TITLES[fault.kind])


def board_sentence(fault: Fault) -> str:
    """Say how large the board is that shows a fault."""
    cells = count(fault.question.size.cells, "cell")
    if fault.is_smallest:
        return f"the smallest board that shows it has {cells}"
    return f"a board of {cells} that shows it (there may be smaller ones)"


def describe_order(name: str, fault: Fault, contract: Contract) -> Iterator[str]:
    """Say that a question is answered correctly the other way round, if it is."""
    if fault.is_one_way and fault.pair:
        a, b = fault.pair
        yield f"the other way round, {name}(…, {contract.cell(b)}, {contract.cell(a)}), it is correct"


def _tried(report: CheckReport) -> Iterator[str]:
    """Say how much was tried."""
    walls = f", with walls up to {FILLED_CELLS}" if report.contract.walls and report.cells > FILLED_CELLS else ""
    more = " and some larger ones" if report.has_part else ""
    yield f"{report.small_questions:,} on all boards of up to {count(report.cells, 'cell')}{walls}{more}"
    if report.renumbered_questions:
        yield f"{report.renumbered_questions:,} on those of up to {min(report.cells, FILLED_CELLS)}, with other numbers"
    if report.largest:
        rows, cols = report.largest
        yield f"{report.random_questions:,} on larger random boards, the largest {rows} × {cols}"


def call_lines(name: str, question: Question, contract: Contract) -> Iterator[str]:
    """Yield the call as it can be typed at the Python prompt."""
    grid, *cells = question.arguments(contract)
    rest = "".join(f", {cell}" for cell in cells)
    call = f"{name}({grid}{rest})"
    if len(call) <= _LONGEST_CALL:
        yield call
    else:
        yield "grid = ["
        yield from (f"    {row}," for row in question.grid(contract))
        yield "]"
        yield f"{name}(grid{rest})"


def describe_answer(fault: Fault, contract: Contract) -> Iterator[str]:
    """Describe what the function did."""
    answer = fault.answer
    match answer.said:
        case "slow" | "memory" if not answer.trace and answer.shown != "MemoryError":
            taken = f", and had taken {answer.shown} of memory" if answer.shown else ""
            yield f"did not return within {CALL_SECONDS:.0f} seconds{taken}"
        case "died" if answer.shown.startswith("it changed"):
            yield answer.shown
        case "died":
            why = ", as infinite recursion does" if answer.shown in _CRASHES else _ENDS.get(answer.shown, "")
            yield f"terminated Python with {answer.shown}{why}"
        case "raised" | "memory":
            yield f"raised {answer.shown}"
            yield from (f"  {place}" for place in answer.trace)
        case _:
            after = " after other questions" if fault.kind == "remembers" else ""
            shown = (
                answer.shown.partition(" at 0x")[0] + ">" if answer.shown.startswith(tuple(_HINTS)) else answer.shown
            )
            yield f"returned {shown or list(answer.path or answer.pairs) or answer.is_yes}{after}"
            yield from (hint for begin, hint in _HINTS.items() if answer.shown.startswith(begin))
            if answer.shown == "None" and answer.printed.strip() and fault.kind == "missed":
                yield "it printed something, but returned nothing: return the answer, do not print it"
    if fault.problem:
        yield fault.problem
    if fault.kind == "nonsense" and not fault.problem:
        yield _WANTED[contract.task]
    if fault.kind == "changed":
        yield _COPY


def describe_right(fault: Fault, contract: Contract) -> str:
    """Describe the correct answer."""
    if not isinstance(fault.question, LinkQuestion):
        return _right_about_board(fault.question, contract)
    path, limit = fault.right, contract.rules.max_turns
    if path is None:
        turns = "" if limit is None else f" with at most {count(limit, 'turn')}"
        return f"False: no path{turns} joins them"
    corners = [contract.cell(corner) for corner in path.corners]
    wanted = "True" if contract.judge == "link" else "a path"  # which is required then
    return f"{wanted}, e.g. {corners}: {count(path.turns, 'turn')}, {count(path.steps, 'step')}"


def _right_about_board(question: BoardQuestion, contract: Contract) -> str:
    board = question.board(contract)
    moves = [(contract.cell(move.a), contract.cell(move.b)) for move in board.moves()]
    if contract.task == "moves":
        more = f" and {len(moves) - _MAX_PAIRS:,} more pairs" if len(moves) > _MAX_PAIRS + 1 else ""
        return f"{moves[:_MAX_PAIRS] if more else moves}{more}"
    if not board.tile_count:
        return "False: no tiles are left"
    if moves:
        return f"False: {moves[0][0]} and {moves[0][1]} link"
    return f"True: {count(board.tile_count, 'tile')} left, and no two of them link"
