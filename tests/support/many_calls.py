"""Over a hundred calls of every kind whose answers depend on counts and seeds alone. As a program, it prints them."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import lianliankan as llk
from lianliankan.game.analysis import find_course
from lianliankan.solver.hint import can_be_won, safe_move


def answer_calls() -> dict[str, Any]:
    """Return the answers by what was asked, as they are in JSON."""
    found: dict[str, Any] = json.loads(json.dumps(dict(_answers())))
    return found


def _answers() -> Iterator[tuple[str, object]]:
    yield from _deals()
    for seed, gravity in enumerate(llk.GRAVITIES, 1):
        rules = llk.Rules(gravity=gravity)
        yield from _judge(f"6x8 seed={seed} gravity={gravity}", llk.scatter(6, 8, seed=seed, rules=rules), seed)
    yield from _judge("8x18 seed=7", llk.deal(8, 18, seed=7), 7)
    yield from _play_on()
    for seed in range(1, 7):
        game = _play(llk.Deal(4, 6, seed=seed), seed)
        record, share = llk.to_record(game), llk.to_share(game)
        yield f"record {seed}", [record, llk.from_record(record).state]
        yield f"share text {seed}", [share, str(llk.from_share(share).entries == game.entries)]  # type: ignore[union-attr]


def _deals() -> Iterator[tuple[str, object]]:
    for seed in range(1, 9):
        yield f"deal 8x18 seed={seed}", _name(llk.deal(8, 18, seed=seed))
    for name in llk.SHAPES:
        yield f"deal 8x12 seed=1 shape={name}", _name(llk.deal(8, 12, seed=1, shape=name))
    for seed, difficulty in enumerate(llk.DIFFICULTIES, 1):
        yield f"deal 8x18 {difficulty}", _name(llk.deal(8, 18, seed=seed, difficulty=difficulty))
    for seed in range(1, 4):
        deal, found = llk.Deal(3, 4, seed=seed, difficulty="hard").nearest()
        yield f"nearest 3x4 seed={seed}", [str(deal), found.score, found.tried]


def _judge(name: str, board: llk.Board, seed: int) -> Iterator[tuple[str, object]]:
    """Ask everything that can be asked about a board."""
    yield f"shuffle {name}", _name(llk.shuffle(board, seed=seed))
    yield f"score {name}", llk.score(board, seed=seed)
    yield f"rate {name}", _fields(llk.rate(board, seed=seed))
    yield f"solve {name}", _fields(llk.solve(board, seed=seed))
    advice = map(_fields, llk.advise(board, seed=seed, games=20))
    yield f"advise {name}", [[each["rank"], each["move"], each["outcome"], each["chance"]] for each in advice]
    yield f"blame {name}", _fields(llk.blame(board, board._play_randomly(seed), seed=seed))
    yield f"hint {name}", [_text(value) for value in (*safe_move(board), can_be_won(board))]


def _play_on() -> Iterator[tuple[str, object]]:
    """Ask what is asked about verdicts, pairs of tiles, positions further on, and games."""
    for seed in range(1, 4):
        board = llk.scatter(6, 8, seed=seed)
        a, b = board.moves()[0]
        yield f"verify 6x8 seed={seed}", llk.verify(board, llk.solve(board))
        yield f"link 6x8 seed={seed}", [str(board.link(a, b)), len(board.moves())]
        yield f"perft 6x8 seed={seed}", llk.perft(board, 3)
        search = llk.find("layers", board, a, b)
        yield f"find 6x8 seed={seed}", [str(search.path), search.examined, len(search.trace)]
        course = find_course(_play(llk.Deal(4, 6, seed=seed), seed))
        yield f"course {seed}", [course.lost, [point.winnable for point in course.points], course.timed_out]


def _play(deal: llk.Deal, seed: int) -> llk.Game:
    """Play a game with hints and shuffles."""
    game = llk.Game.of(deal, llk.Options(when_stuck="shuffle"))
    for second, move in enumerate(game.board._play_randomly(seed)[:4]):
        game.play(*move, at=second)
    for word in ("hint", "auto", "shuffle", "auto", "undo"):
        if not game.is_over:
            game.do(word, at=9)
    return game


def _name(board: llk.Board) -> str:
    return f"{board.zobrist:016x}"


def _fields(answer: Any) -> dict[str, object]:  # noqa: ANN401  # any of the answers
    """Return the fields of an answer, which no time may have cut short."""
    fields = {name: _text(value) for name, value in asdict(answer).items()}
    assert fields.pop("timed_out", False) is False
    return fields


def _text(value: object) -> object:
    """Return moves and cells as text."""
    if isinstance(value, llk.Move | llk.Cell):
        return str(value)
    return [_text(each) for each in value] if isinstance(value, tuple | list) else value


if __name__ == "__main__":
    lines = (f" {json.dumps(name)}: {json.dumps(answer)}" for name, answer in answer_calls().items())
    print("{", ",\n".join(lines), "}", sep="\n")
