"""Classic mistakes, recognised by how a function behaves: never by its text, and never without a fault.

A fault of some kinds tells the mistake by itself. Otherwise the function is asked some telling questions, and if it
answers all of them like a function that makes a mistake on purpose, that is the mistake.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import combinations, islice
from time import monotonic

from lianliankan import _kernel
from lianliankan.board.cell import Cell
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.checker import CheckReport
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.fault import Fault
from lianliankan.lab.check.judge import judge
from lianliankan.lab.check.learner import BadFunction, Learner, StartLearner
from lianliankan.lab.check.mimics import MIMICS, Says, fewest_steps
from lianliankan.lab.check.path_check import check_path
from lianliankan.lab.check.process_learner import ProcessLearner
from lianliankan.lab.check.question import BoardQuestion, LinkQuestion, Question
from lianliankan.lab.check.random_questions import random_questions
from lianliankan.seeds import derive_seed, draw

_PROBES, _BOARD_PROBES, _WAYS = 100, 60, 100
_LARGE = 1000  # a number that is not the same object everywhere
_SMALL_CELLS = 9  # a function that does not return on such a board hardly tries every path
_MAX_SILENT = 0.5  # the share of questions that a function may leave without an answer
_SECONDS = 10.0
_SEED, _LARGE_EVERY, _WIDE_EVERY = 5, 6, 5
_GROWING, _MAX_CELLS = 4000, 50  # random questions, of which the first, on small boards, are taken
_TOO_MANY_TURNS = "but at most"  # in what is said of a path
_WRAPPED = ((1, 2, 1), (2, 2, 2), (0, 0, 0)), ((1, 2, 0), (2, 2, 0), (1, 2, 0))  # row and column -1 are empty, too
_ON_BOARDS = {"always": "equal-is-move", "never": "no-move-found"}

MISTAKES: tuple[str, ...] = tuple(
    dict.fromkeys(
        [
            *("keeps-state", "writes-grid", "outside-grid", "endless-recursion", "endless-loop", "every-path"),
            *("no-return", "pair-twice", "with-itself", "different-tiles", "empty-cells", "empty-is-stuck"),
            *("equal-is-move", "no-move-found", "path-ends", "steps-not-turns", "first-path", "order"),
            *(mimic.mistake for mimic in MIMICS),
        ]
    )
)
"""The names of all mistakes; a text of the lab, `mistake NAME`, explains each."""

_Seen = list[tuple[Question, Answer]]
_Plain = bool | frozenset[frozenset[tuple[int, int]]]


def find_mistake(report: CheckReport, start: StartLearner = ProcessLearner) -> str | None:
    """Return the name of the classic mistake behind the first fault, or None if it looks like none of them.

    >>> from pathlib import Path
    >>> from lianliankan.lab.check.checker import Effort, check
    >>> from lianliankan.lab.check.in_place_learner import InPlaceLearner
    >>> from lianliankan.lab.check.learner import Program
    >>> from functools import partial
    >>> start = partial(InPlaceLearner, source="def linkable(grid, a, b): return True")
    >>> find_mistake(check(Program(Path("my.py")), Contract(), Effort(), start=start), start)
    'always'
    """
    contract = report.contract
    if not report.faults or contract.padded or contract.walls:
        return None
    fault = report.faults[0]
    told = _told_by_fault(fault, contract)
    if told:
        return told
    with suppress(BadFunction), start(report.program, contract, seconds=_SECONDS, verbose=True) as learner:
        seen = _ask_in_time(learner, [fault.question, *_probes(contract)])
        if seen and (told := _told_by_answers(fault, contract, seen)):
            return told
        if seen and fault.is_one_way and _is_order(seen, contract, learner):
            return "order"
    is_outside = fault.kind == "raised" and fault.answer.shown.startswith("IndexError")
    return "outside-grid" if is_outside else None


def _ask_in_time(learner: Learner, questions: list[Question]) -> _Seen:
    """Return all answers; none if they take too long, as where many calls do not return."""
    end, seen = monotonic() + _SECONDS, []
    with closing(learner.ask(questions)) as answers:
        for answered in answers:
            if monotonic() > end:
                return []
            seen.append(answered)
    return seen


def _is_order(seen: _Seen, contract: Contract, learner: Learner) -> bool:
    """Whether all that is answered wrongly is answered correctly with `a` and `b` swapped."""
    wrong = [question for question, answer in seen if judge(question, answer, contract)]
    swapped = [question.swapped for question in wrong if isinstance(question, LinkQuestion)]
    return not any(judge(question, answer, contract) for question, answer in learner.ask(swapped))


def _told_by_fault(fault: Fault, contract: Contract) -> str | None:
    """Return the mistake that a fault tells by itself."""
    shown = fault.answer.shown
    match fault.kind:
        case "remembers":
            return "keeps-state"
        case "changed":
            return "writes-grid"
        case "raised" if shown.startswith("RecursionError"):
            return "endless-recursion"
        case "slow":
            return "endless-loop" if fault.question.size.cells <= _SMALL_CELLS else "every-path"
        case "twice":
            return "pair-twice"
        case "path" if fault.problem.startswith(("its path starts", "its path ends")):
            return "path-ends"
        case "false" if contract.task == "stuck" and not fault.question.size.tiles:
            return "empty-is-stuck"
        case "false" if contract.task == "moves" and fault.pair:
            return _about_pair(fault)
    return None


def _about_pair(fault: Fault) -> str | None:
    """Return the mistake in a pair that is not a move, unless its tiles are equal."""
    assert fault.pair is not None, "it is about a pair"
    (row, col), (other_row, other_col) = fault.pair
    if fault.pair[0] == fault.pair[1]:
        return "with-itself"
    rows = fault.question.rows
    if not all(0 <= cell.row < len(rows) and 0 <= cell.col < len(rows[0]) for cell in fault.pair):
        return None
    first, second = rows[row][col], rows[other_row][other_col]
    return "empty-cells" if not first or not second else "different-tiles" if first != second else None


def _told_by_answers(fault: Fault, contract: Contract, seen: _Seen) -> str | None:
    if contract.task != "moves" and all(answer.shown == "None" for _, answer in seen):
        return "no-return"
    if told := _about_paths(fault, contract, seen):
        return told
    truth = [_right(question, contract) for question, _ in seen]
    found = next((mimic.mistake for mimic in MIMICS if _fits(seen, truth, contract, mimic.says)), None)
    return found if contract.task == "link" or found is None else _ON_BOARDS.get(found, found)


def _about_paths(fault: Fault, contract: Contract, seen: _Seen) -> str | None:
    """Tell a search for the fewest steps from one that takes the first path it finds."""
    if fault.kind == "steps":
        return "first-path"
    if fault.kind != "turns" and _TOO_MANY_TURNS not in fault.problem:
        return None
    free = replace(contract, rules=replace(contract.rules, max_turns=None))
    are_shortest = [
        given.steps == fewest_steps(question.rows, question.a, question.b, contract.rules)
        for question, answer in seen
        if isinstance(question, LinkQuestion) and answer.said == "path"
        if not isinstance(given := check_path(question, answer.path, free), str)
    ]
    return "steps-not-turns" if all(are_shortest) else "first-path" if fault.kind == "turns" else None


def _fits(seen: _Seen, truth: list[_Plain], contract: Contract, says: Says) -> bool:
    """Whether all answers are those of a mimic, and at least one of them is wrong."""
    silent = wrong = 0
    for (question, answer), right in zip(seen, truth, strict=True):
        given = _given(answer)
        expected = None if given is None else _mimicked(question, contract, says)
        if expected is None:
            silent += 1
        elif given != expected:
            return False
        else:
            wrong += expected != right
    return wrong > 0 and silent <= _MAX_SILENT * len(seen)


def _given(answer: Answer) -> _Plain | None:
    """Return an answer in a form that can be compared; None if there is none."""
    if answer.said in ("yes", "no", "path"):
        return answer.is_yes
    return frozenset(map(frozenset, answer.pairs)) if answer.said == "pairs" else None


def _right(question: Question, contract: Contract) -> _Plain:
    board = question.board(contract)
    if isinstance(question, LinkQuestion):
        return board.linkable(question.a, question.b)
    return board.is_stuck if contract.task == "stuck" else frozenset(frozenset(move) for move in board.moves())


def _mimicked(question: Question, contract: Contract, says: Says) -> _Plain | None:
    """Return what a mimic answers."""
    rows, rules = question.rows, contract.rules
    if isinstance(question, LinkQuestion):
        return says(rows, question.a, question.b, rules)
    cells = [Cell(r, c) for r, row in enumerate(rows) for c, number in enumerate(row) if number]
    equal = ((a, b) for a, b in combinations(cells, 2) if rows[a.row][a.col] == rows[b.row][b.col])
    linked = (frozenset((a, b)) for a, b in equal if says(rows, a, b, rules))
    if contract.task == "stuck":
        return bool(cells) and next(linked, None) is None
    return frozenset(linked)


def _probes(contract: Contract) -> Iterator[Question]:
    """Yield telling questions: on small boards, where much is in the way, and where mistakes show."""
    if contract.task == "link":
        yield LinkQuestion(_WRAPPED[0], Cell(0, 0), Cell(0, 2))
        yield LinkQuestion(_WRAPPED[1], Cell(0, 0), Cell(2, 0))
        growing = random_questions(contract, seed=_SEED, count=_GROWING, above=_LARGE_EVERY)
        yield from islice((question for question in growing if question.size.cells <= _MAX_CELLS), _WAYS)
    else:
        yield from map(BoardQuestion, _WRAPPED)
    for number in range(_PROBES if contract.task == "link" else _BOARD_PROBES):
        seed = derive_seed(_SEED, number)
        rows, cols = 1 + draw(seed, 0, 5), 2 + draw(seed, 1, 4)
        rows = cols if number % 2 else rows
        is_wide = number % _WIDE_EVERY == 0  # a search goes astray where there is room
        rows, cols = (rows + 3, cols + 3) if is_wide else (rows, cols)
        tiles = max(2, rows * cols * (30 + draw(seed, 2, 25 if is_wide else 65)) // 100)
        kind = _LARGE if number % _LARGE_EVERY == 0 else 1 + draw(seed, 3, 9)
        others = [kind if draw(seed, 10 + place, 4) == 0 else 11 + place % 3 for place in range(tiles - 2)]
        numbers = _kernel.shuffle([kind, kind, *others] + [0] * (rows * cols - tiles), seed)
        grid = tuple(tuple(numbers[begin : begin + cols]) for begin in range(0, rows * cols, cols))
        if contract.task != "link":
            yield BoardQuestion(grid)
            continue
        cells = [Cell(r, c) for r, row in enumerate(grid) for c, found in enumerate(row) if found == kind]
        a, b = _kernel.shuffle(range(len(cells)), seed)[:2]
        yield LinkQuestion(grid, cells[a], cells[b])
