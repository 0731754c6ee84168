"""The result of checking a learner's function, as text with pictures and as JSON."""

import shlex
from collections.abc import Iterator
from typing import Any

import click

from lianliankan.board.path import Path
from lianliankan.cli.output import find_faces, uses_colour
from lianliankan.lab.check import CheckReport, Contract, Fault
from lianliankan.lab.check.report_text import (
    board_sentence,
    call_lines,
    describe_answer,
    describe_order,
    describe_right,
    fault_title,
    report_details,
    report_title,
    why_stopped,
)

_RULES = "rules: "
_LONGEST_BOARD = 60  # characters of a board in one line
_PRINTED_LINES = 6


def format_report(report: CheckReport, *, faces: str | None, colour: str | None, saved: str | None = None) -> str:
    """Format the report, with a picture of every board that shows a fault; the first one may be `saved` in a file."""
    if report.faults:
        faults = [
            "\n".join(_format_fault(fault, report, faces=faces, colour=colour, saved=None if place else saved))
            for place, fault in enumerate(report.faults)
        ]
        return "\n\n".join([*faults, *(["\n".join(report.notes)] if report.notes else []), *why_stopped(report)])
    title = _styled(report_title(report), colour, fg="green" if report.passed else "yellow")
    return "\n".join([title, *report_details(report)])


def _format_fault(
    fault: Fault, report: CheckReport, *, faces: str | None, colour: str | None, saved: str | None
) -> Iterator[str]:
    name, contract = report.program.function, report.contract
    yield _styled(fault_title(fault, report), colour, fg="red")
    yield board_sentence(fault) + ":"
    yield ""
    if fault.kind in ("turns", "steps"):
        yield "its path:"
        yield _picture(fault, fault.given, contract, faces=faces, colour=colour)
        yield "a better one:"
    yield _picture(fault, fault.right, contract, faces=faces, colour=colour)
    yield ""
    yield from call_lines(name, fault.question, contract)
    yield from (
        f"  {line}" for line in (*describe_answer(fault, contract), f"expected {describe_right(fault, contract)}")
    )
    yield from (f"  {line}" for line in describe_order(name, fault, contract))
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
    if fault.pair is None or report.contract.task != "link":
        return ""
    lines = str(question.board(report.contract)).splitlines()
    rules = lines.pop(0).removeprefix(_RULES) if lines[0].startswith(_RULES) else ""
    text = " / ".join(lines)
    if not saved and len(text) > _LONGEST_BOARD:
        return ""
    own = str(program.file) + ("" if program.function == "linkable" else f":{program.function}")
    options = f"{fault.pair[0]} {fault.pair[1]} --finder layers --finder {shlex.quote(own)}"
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
        marks=fault.pair or (),
        first=contract.first,
    )


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
        "a": fault.pair and contract.cell(fault.pair[0]),
        "b": fault.pair and contract.cell(fault.pair[1]),
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
