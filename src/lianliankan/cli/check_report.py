"""The result of checking a learner's function, as text with pictures and as JSON."""

import shlex
from collections.abc import Iterator
from typing import Any

import click

from lianliankan.board.path import Path
from lianliankan.cli.output import find_faces, uses_colour
from lianliankan.lab.check import CALL_SECONDS, FILLED_CELLS, CheckReport, Contract, Fault
from lianliankan.text import count

__all__ = ["format_report", "race_command", "report_as_dict"]

_TITLES = {
    "slow": "does not return",
    "died": "terminates Python",
    "memory": "runs out of memory",
    "raised": "raises an exception",
    "nonsense": "returns something that is not an answer",
    "missed": "misses a link",
    "false": "reports a link where there is none",
    "path": "returns an invalid path",
    "turns": "returns a path with too many turns",
    "steps": "returns a path that is too long",
    "changed": "changes the grid",
    "remembers": "answers differently after other questions",
}
_PATHS = {
    "link": "every path it returned is valid",
    "turns": "every path it returned has the fewest turns",
    "steps": "every path it returned has the fewest turns and, among those, the fewest steps",
}
_WANTED = "expected True or False, or a path: a list of cells (row, col), with [] or None for no link"
_LATE = (
    f"stopped early: some answers took more than {CALL_SECONDS:.0f} seconds, but came at once in a new process; "
    "does it keep state between calls, such as a global list, or is this machine busy?"
)
_TIME_UP = "stopped early: time is up (--seconds allows more)"
_CUT_OFF = f"{_TIME_UP}; there may be other faults"
_GIVEN_UP = "stopped early: too many answers did not come; there may be other faults"
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
_RULES = "rules: "
_LONGEST_BOARD = 60  # characters of a board in one line
_SLOW_SECONDS = 0.001  # per question; most are small boards, which take a small part of that
_PRINTED_LINES = 6


def format_report(report: CheckReport, *, faces: str | None, colour: str | None, saved: str | None = None) -> str:
    """Format the report, with a picture of every board that shows a fault; the first one may be `saved` in a file."""
    name = report.program.function
    if report.faults:
        faults = [
            "\n".join(_format_fault(fault, report, faces=faces, colour=colour, saved=None if place else saved))
            for place, fault in enumerate(report.faults)
        ]
        notes = ["\n".join(report.notes)] if report.notes else []
        stopped = [] if report.is_finished else [_GIVEN_UP if report.is_late else _CUT_OFF]
        return "\n\n".join([*faults, *notes, *stopped])
    early = "" if report.passed else ", as far as time allowed"
    title = f"{name} answers all {report.questions:,} questions correctly{early}"
    if not report.passed and not report.cells:
        return f"{name} was not tried\n{_LATE if report.is_late else _TIME_UP}"
    lines = [_styled(title, colour, fg="green" if report.passed else "yellow"), *_tried(report), *report.notes]
    if report.paths:
        lines.append(_PATHS[report.contract.judge])
    if not report.is_finished:
        lines.append(_LATE if report.is_late else _TIME_UP)
        if not report.is_late and report.seconds / max(1, report.questions) > _SLOW_SECONDS:
            lines.append(f"{name} is slow: only {report.questions:,} questions in {report.seconds:.0f} s")
    return "\n".join(lines)


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


def _format_fault(
    fault: Fault, report: CheckReport, *, faces: str | None, colour: str | None, saved: str | None
) -> Iterator[str]:
    name, contract = report.program.function, report.contract
    yield _styled(f"{name} {_TITLES[fault.kind]}", colour, fg="red")
    cells = count(fault.question.size.cells, "cell")
    if fault.is_smallest:
        yield f"the smallest board that shows it has {cells}:"
    else:
        yield f"a board of {cells} that shows it (there may be smaller ones):"
    yield ""
    if fault.kind in ("turns", "steps"):
        yield "its path:"
        yield _picture(fault, fault.given, contract, faces=faces, colour=colour)
        yield "a better one:"
    yield _picture(fault, fault.right, contract, faces=faces, colour=colour)
    yield ""
    yield from _call(name, fault, contract)
    yield from (f"  {line}" for line in (*_describe_answer(fault), f"expected {_expected(fault, contract)}"))
    if fault.is_one_way:
        swapped = f"{contract.cell(fault.question.b)}, {contract.cell(fault.question.a)}"
        yield f"  the other way round, {name}(…, {swapped}), it is correct"
    if fault.answer.printed.strip():
        yield "  printed:"
        yield from (f"    {line}" for line in fault.answer.printed.splitlines()[:_PRINTED_LINES])
    if command := race_command(fault, report, saved):
        yield f"compare it with others: {command}"


def race_command(fault: Fault, report: CheckReport, saved: str | None = None) -> str:
    """Return the command that lets the function and all finders search on the board of a fault.

    It is empty if the board is too large for a line and was not saved.
    """
    question, program = fault.question, report.program
    lines = str(question.board(report.contract)).splitlines()
    rules = lines.pop(0).removeprefix(_RULES) if lines[0].startswith(_RULES) else ""
    text = " / ".join(lines)
    if not saved and len(text) > _LONGEST_BOARD:
        return ""
    own = str(program.file) + ("" if program.function == "linkable" else f":{program.function}")
    options = f"{question.a} {question.b} --finder layers --finder {shlex.quote(own)}"
    if saved:
        return f"llk race {shlex.quote(saved)} {options}"
    more = f" --rules {shlex.quote(rules)}" if rules else ""
    return f"echo {shlex.quote(text)} | llk race - {options}{more}"


def _picture(fault: Fault, path: Path | None, contract: Contract, *, faces: str | None, colour: str | None) -> str:
    from lianliankan.render import to_terminal

    question = fault.question
    return to_terminal(
        question.board(contract),
        path,
        faces=find_faces(faces),
        colour=uses_colour(colour),
        marks=(question.a, question.b),
        first=contract.first,
    )


def _call(name: str, fault: Fault, contract: Contract) -> Iterator[str]:
    """Write the call as it can be typed at the Python prompt."""
    grid = fault.question.grid(contract)
    cells = f"{contract.cell(fault.question.a)}, {contract.cell(fault.question.b)}"
    call = f"{name}({grid}, {cells})"
    if len(call) <= _LONGEST_CALL:
        yield call
    else:
        yield "grid = ["
        yield from (f"    {row}," for row in grid)
        yield "]"
        yield f"{name}(grid, {cells})"


def _describe_answer(fault: Fault) -> Iterator[str]:
    """Describe what the function did."""
    answer = fault.answer
    match answer.said:
        case "slow" | "memory" if not answer.trace and answer.shown != "MemoryError":
            taken = f", and had taken {answer.shown} of memory" if answer.shown else ""
            yield f"did not return within {CALL_SECONDS:.0f} seconds{taken}"
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
            yield f"returned {shown or list(answer.path) or answer.is_yes}{after}"
            yield from (hint for begin, hint in _HINTS.items() if answer.shown.startswith(begin))
            if answer.shown == "None" and answer.printed.strip() and fault.kind == "missed":
                yield "it printed something, but returned nothing: return the answer, do not print it"
    if fault.problem:
        yield fault.problem
    if fault.kind == "nonsense" and not fault.problem:
        yield _WANTED
    if fault.kind == "changed":
        yield _COPY


def _expected(fault: Fault, contract: Contract) -> str:
    """Describe the correct answer."""
    path, limit = fault.right, contract.rules.max_turns
    if path is None:
        turns = "" if limit is None else f" with at most {count(limit, 'turn')}"
        return f"False: no path{turns} joins them"
    corners = [contract.cell(corner) for corner in path.corners]
    return f"True, e.g. {corners}: {count(path.turns, 'turn')}, {count(path.steps, 'step')}"


def _styled(title: str, colour: str | None, *, fg: str) -> str:
    return click.style(title, fg=fg, bold=True) if uses_colour(colour) else title


def report_as_dict(report: CheckReport) -> dict[str, Any]:
    """Return the report for JSON; cells are numbered as in the function's grid."""
    contract = report.contract
    return {
        "file": str(report.program.file),
        "function": report.program.function,
        "passed": report.passed,
        "finished": report.is_finished,
        "judge": contract.judge,
        "max_turns": contract.rules.max_turns,
        "ring": contract.rules.outside,
        "padded": contract.padded,
        "walls": contract.walls,
        "small": report.small_questions,
        "cells": report.cells,
        "renumbered": report.renumbered_questions,
        "chance": report.random_questions,
        "largest": report.largest,
        "notes": report.notes,
        "paths": report.paths,
        "seconds": round(report.seconds, 3),
        "faults": [_about_fault(fault, contract) for fault in report.faults],
    }


def _about_fault(fault: Fault, contract: Contract) -> dict[str, Any]:
    answer, question = fault.answer, fault.question
    return {
        "kind": fault.kind,
        "smallest": fault.is_smallest,
        "grid": question.grid(contract),
        "a": contract.cell(question.a),
        "b": contract.cell(question.b),
        "said": answer.said,
        "shown": answer.shown,
        "path": answer.path,
        "trace": answer.trace,
        "printed": answer.printed,
        "problem": fault.problem,
        "one_way": fault.is_one_way,
        "linked": fault.right is not None,
        "right": None if fault.right is None else _about_path(fault.right, contract),
    }


def _about_path(path: Path, contract: Contract) -> dict[str, Any]:
    return path._json_fields | {"corners": [contract.cell(corner) for corner in path.corners]}
