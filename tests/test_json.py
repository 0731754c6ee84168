"""The JSON of boards, paths, verdicts and ratings: it reads back, and docs/json.md lists every field."""

import json
import re
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lianliankan as llk
from support.cli_process import run
from support.paths import DOCS
from support.strategies import boards

JsonValue = llk.Board | llk.Path | llk.Verdict | llk.Rating

BOARD = llk.Board.parse("AAB/ABA")
LOST = llk.Board.parse("AB/BA")
PATH = llk.Path([(0, 0), (2, 0), (2, 1)])
EXAMPLES: list[JsonValue] = [BOARD, PATH, llk.solve(LOST), llk.rate(BOARD)]
cells = st.builds(llk.Cell, st.integers(-1, 99), st.integers(-1, 99))


@given(board=boards())
def test_boards_read_back(board: llk.Board) -> None:
    fields = json.loads(board.to_json())
    assert llk.Board.from_json(board.to_json()) == board
    assert llk.Board.from_json(json.dumps({name: fields[name] for name in ("rows", "rules", "phase")})) == board
    assert llk.Board.parse(fields["text"]) == board
    assert (fields["tiles"], fields["moves"]) == (board.tile_count, len(board.moves()))
    assert (fields["stuck"], fields["clear"]) == (board.is_stuck, board.is_clear)
    assert int(fields["zobrist"], 16) == board.zobrist


@given(board=boards())
def test_paths_read_back(board: llk.Board) -> None:
    for a, b in board.moves():
        path = board.link(a, b)
        assert path is not None
        assert llk.Path.from_json(path.to_json()) == path
        assert json.loads(path.to_json()) == {
            "turns": path.turns,
            "steps": path.steps,
            "corners": [[*corner] for corner in path],
        }


@given(board=boards(max_side=4))
def test_verdicts_read_back(board: llk.Board) -> None:
    verdict = llk.solve(board, llk.Budget(nodes=1000))
    again = llk.Verdict.from_json(verdict.to_json())
    assert again == verdict
    assert json.loads(verdict.to_json())["reason"] == verdict.reason
    if verdict.moves:
        assert isinstance(again.moves[0], llk.Move)
        assert isinstance(again.moves[0].a, llk.Cell)


@given(
    verdict=st.builds(
        llk.Verdict,
        st.sampled_from([True, False, None]),
        st.lists(st.builds(llk.Move, cells, cells)).map(tuple),
        st.integers(0, 2**63),
        st.sampled_from(["", "odd", "walled off", "blocked", "exhausted"]),
        st.lists(cells).map(tuple),
        st.none() | st.lists(st.lists(cells).map(tuple)).map(tuple),
    )
)
def test_any_verdict_reads_back(verdict: llk.Verdict) -> None:
    assert llk.Verdict.from_json(verdict.to_json()) == verdict


@given(board=boards(max_side=4))
def test_ratings_read_back(board: llk.Board) -> None:
    rating = llk.rate(board, llk.Budget(nodes=1000), games=8)
    assert llk.Rating.from_json(rating.to_json()) == rating
    assert json.loads(rating.to_json()) == asdict(rating)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("nodes", -1, "nodes must be from 0, not -1"),
        ("seed", 2**64, f"seed must be from 0 to .*, not {2**64}"),
        ("score", 100.5, "score must be from 0 to 100, not 100.5"),
        ("chance", -0.25, "chance must be from 0 to 1, not -0.25"),
        ("safe_share", 2, "safe_share must be from 0 to 1"),
        ("mean_moves", -1, "mean_moves must be from 0"),
        ("forced", -1, "forced must be from 0"),
        ("games", -5, "games must be from 0"),
        ("high", 0.0, "low must not be above high"),
        ("name", "tricky", "unknown difficulty 'tricky'"),
        ("winnable", 1, "Expected `bool . null`, got `int`"),
        ("nodes", True, "Expected `int`, got `bool`"),
    ],
)
def test_senseless_values_are_refused(field: str, value: object, problem: str) -> None:
    tried = 0
    for example in (llk.solve(BOARD), llk.rate(BOARD)):
        fields = json.loads(example.to_json())
        if field in fields:
            tried += 1
            with pytest.raises(llk.ParseError, match=problem):
                type(example).from_json(json.dumps(fields | {field: value}))
    assert tried


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: type(value).__name__)
def test_the_page_lists_every_field(value: JsonValue) -> None:
    """In the order in which they are written; those in bold are the ones that must be there."""
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    section = page.split(f"## {type(value).__name__}\n")[1].split("\n## ")[0]
    listed = re.findall(r"^\| (\*\*)?`(\w+)`", section, re.MULTILINE)
    fields = json.loads(value.to_json())
    assert [name for _, name in listed] == list(fields)
    for bold, name in listed:
        without = json.dumps({other: fields[other] for other in fields if other != name})
        if bold:
            with pytest.raises(llk.ParseError, match=f"missing required field `{name}`"):
                type(value).from_json(without)
        else:
            type(value).from_json(without)
    type(value).from_json(json.dumps(fields | {"file": "x", "later": [1]}))  # fields of other versions


def test_the_page_lists_the_fields_of_advice() -> None:
    section = (DOCS / "json.md").read_text(encoding="utf-8").split("## Advice\n")[1].split("\n## ")[0]
    listed = [
        name for line in re.findall(r"^\| (`\w.*?) \|", section, re.MULTILINE) for name in re.findall(r"\w+", line)
    ]
    printed = json.loads(run("advise", "-", "--json", given="AAB/ABA").stdout)
    assert {tuple(each) for each in printed} == {tuple(listed)}


@pytest.mark.parametrize(
    ("words", "form"),
    [
        (["show", "-"], llk.Board),
        (["deal", "4x4"], llk.Board),
        (["shuffle", "-"], llk.Board),
        (["link", "-", "1,1", "1,2"], llk.Path),
        (["solve", "-", "--proof"], llk.Verdict),
        (["rate", "-"], llk.Rating),
    ],
)
def test_what_the_command_line_prints_reads_back(words: list[str], form: type[JsonValue]) -> None:
    done = run(*words, "--json", given="AAB/ABA")
    assert done.returncode == 0
    assert set(json.loads(form.from_json(done.stdout).to_json())) <= set(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: not JSON: Input data was truncated"),
        ('{"rows":\n [[1,,2]]}', "line 2, column 6: not JSON: JSON is malformed: invalid character"),
        ('{"rows": [[1', "line 1, column 13: not JSON: Input data was truncated"),
        ('{"连连看": x}', "line 1, column 9: not JSON: JSON is malformed"),
        ("\ud800", "line 1, column 1: not JSON"),
        (b"\xff{", "line 1, column 1: not JSON"),
        ("[" * 100_000, "line 1, column 1: Expected `object`, got `array`"),
        ("[1]", "line 1, column 1: Expected `object`, got `array`"),
        ("{}", "line 1, column 1: Object missing required field `rows`"),
        ('{"rows": [[1, "2"]]}', r"line 1, column 1: Expected `int`, got `str` - at `\$.rows\[0\]\[1\]`"),
        ('{"rows": [[true]]}', "line 1, column 1: Expected `int`, got `bool`"),
        ('{"rows": []}', "line 1, column 1: a board has at least one row"),
        ('{"rows": [[1, 2], [1]]}', r"line 1, column 1: rows\[1\] has 1 cell, but rows\[0\] has 2"),
        ('{"rows": [[-3]]}', r"line 1, column 1: -3 at \(0, 0\) is not a cell"),
        (
            '{"rows": [[1]], "rules": {"gravty": "down"}}',
            r"line 1, column 1: unknown rule 'gravty' \(choose from max_turns, ",
        ),
        ('{"rows": [[1]], "rules": {"gravity": "north"}}', "line 1, column 1: unknown gravity 'north'"),
        ('{"rows": [[1]], "rules": {"max_turns": ' + "[" * 9999, "line 1, column 1: Expected"),
        ('{"rows": [[1]], "phase": "left"}', "line 1, column 1: only rotating gravity has a phase"),
        ('{"rows": [[1]], "phase": "north"}', r"line 1, column 1: Invalid enum value 'north' - at `\$.phase`"),
    ],
)
def test_bad_json_of_a_board(text: str | bytes, message: str) -> None:
    with pytest.raises(llk.ParseError, match=message):
        llk.Board.from_json(text)


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        (llk.Path, '{"corners": [[0, 0], [1, 1]]}', r"\(0, 0\) and \(1, 1\) are not on one straight line"),
        (llk.Path, '{"corners": [[0, 0], [1, 1, 2]]}', "Expected `array` of length 2"),
        (llk.Path, '{"corners": [[0, 0]]}', "at least two corners"),
        (llk.Verdict, '{"winnable": 1}', r"Expected `bool \| null`, got `int`"),
        (llk.Verdict, '{"winnable": false, "loss": "because"}', "Invalid enum value 'because'"),
        (
            llk.Verdict,
            '{"winnable": true, "moves": [[0, 1]]}',
            r"Expected `array`, got `int` - at `\$.moves\[0\]\[0\]`",
        ),
        (llk.Rating, '{"score": "high"}', "Expected `float`, got `str`"),
        (llk.Rating, '{"score": NaN}', "not JSON"),
        (llk.Path, '{"rows": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_bad_json_of_other_values(form: type[JsonValue], text: str, message: str) -> None:
    with pytest.raises(llk.ParseError, match=message):
        form.from_json(text)


@given(st.text() | st.recursive(st.none() | st.booleans() | st.integers(), st.lists).map(json.dumps))
def test_any_other_text_is_a_parse_error(text: str) -> None:
    for form in (llk.Board, llk.Path, llk.Verdict, llk.Rating):
        with pytest.raises(llk.ParseError):
            form.from_json(text)
