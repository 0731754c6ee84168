"""The results of programs in exercises: one line per exercise, or a class as a table, CSV or JSON."""

import csv
import io
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from lianliankan.errors import BadOptions
from lianliankan.lab.check.exercises import Exercise, parse_exercises
from lianliankan.lab.check.grade_text import describe_grade, summarize_grade
from lianliankan.lab.check.grading import Grade
from lianliankan.text import table
from lianliankan.texts import Language, Texts

BYTE_ORDER_MARK = "\ufeff"
"""The beginning of a CSV file, by which spreadsheets read it as UTF-8."""

_SIGNS = {"passed": "✓", "failed": "✗", "missing": "–", "error": "!", "undecided": "?"}
_FORMULAS = ("=", "+", "-", "@")  # what a spreadsheet would run

Graded = list[tuple[Path, list[Grade]]]


def parse_sheet(text: str) -> tuple[Exercise, ...]:
    """Return the exercises of a sheet: the names, separated by commas, or the link to it.

    >>> [each.name for each in parse_sheet("https://example.org/lab?tab=check&sheet=straight,ring&title=Week+3")]
    ['straight', 'ring']
    """
    if "?" not in text and "/" not in text:
        return parse_exercises(text)
    parts = urlsplit(text)
    found = parse_qs(parts.query).get("sheet") or parse_qs(parts.fragment.rpartition("?")[2]).get("sheet")
    if not found:
        raise BadOptions(f"{text!r} is not a link to a sheet; expected one with sheet=…, e.g. /lab?sheet=straight,ring")
    return parse_exercises(found[0])


def python_files(given: tuple[str, ...]) -> list[Path]:
    """Return the files; a folder stands for the Python files in it and in its folders, which must not be none."""
    found: list[Path] = []
    for text in given:
        path = Path(text)
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*.py") if not _is_hidden(file.relative_to(path)))
            if not inside:
                raise BadOptions(f"the folder {text} has no Python files (*.py)")
            found += inside
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _is_hidden(file: Path) -> bool:
    """Whether a file, or a folder that it is in, is one that programs keep for themselves."""
    return any(part.startswith((".", "__")) for part in file.parts)


def exercise_lines(grades: list[Grade], language: Language) -> str:
    """Return a line for each exercise of one program."""
    texts = Texts(language, part="lab")
    lines = [
        (
            _SIGNS[grade.outcome],
            grade.exercise.name,
            texts(f"exercise {grade.exercise.name}"),
            describe_grade(grade, language),
        )
        for grade in grades
    ]
    return table(lines[0], lines[1:] or [], markdown=False, left=range(4)) if len(lines) > 1 else "  ".join(lines[0])


def class_table(graded: Graded, language: Language) -> str:
    """Return a line for each file, and a column for each exercise."""
    texts = Texts(language, part="lab")
    head = [texts("class file"), *(texts(f"exercise {grade.exercise.name}") for grade in graded[0][1])]
    lines = [[str(path), *(_short(grade, language) for grade in grades)] for path, grades in graded]
    return table(head, lines, markdown=False, left=range(len(head)))


def _short(grade: Grade, language: Language) -> str:
    sign = _SIGNS[grade.outcome]
    if grade.outcome == "error":
        return f"{sign} {Texts(language, part='lab')('class-cell error')}"
    return f"{sign} {describe_grade(grade, language)}" if grade.outcome == "failed" else sign


def class_csv(graded: Graded, language: Language) -> str:
    """Return the table as CSV: for each exercise the result, and how many are passed."""
    texts = Texts(language, part="lab")
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    titles = (texts(f"exercise {grade.exercise.name}") for grade in graded[0][1])
    rows.writerow([texts("class file"), *titles, texts("class sum")])
    for path, grades in graded:
        name = f"'{path}" if str(path).startswith(_FORMULAS) else str(path)
        count = sum(grade.outcome == "passed" for grade in grades)
        rows.writerow([name, *(summarize_grade(grade, language) for grade in grades), count])
    return written.getvalue().rstrip("\n")


def class_json(graded: Graded) -> list[dict[str, Any]]:
    """Return the table for JSON."""
    return [{"file": str(path), "exercises": [_about(grade) for grade in grades]} for path, grades in graded]


def _about(grade: Grade) -> dict[str, Any]:
    fault = grade.report.faults[0] if grade.report and grade.report.faults else None
    return {
        "exercise": grade.exercise.name,
        "function": grade.exercise.function,
        "outcome": grade.outcome,
        "kind": fault and fault.kind,
        "mistake": grade.mistake,
        "problem": grade.problem,
        "questions": grade.report.questions if grade.report else 0,
    }
