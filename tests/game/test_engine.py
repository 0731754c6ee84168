"""The engine of a game alone: it knows no time but what it is told."""

import lianliankan as llk
from lianliankan.game.engine import Engine
from lianliankan.game.history import HistoryStep
from support.small_games import PLAIN, STUCK, event_names


def start(board: llk.Board, **options: object) -> Engine:
    return Engine.begin(llk.Options(**options), 0, HistoryStep(board))  # type: ignore[arg-type]


def apply(engine: Engine, command: str, now: int = 0) -> list[str]:
    return event_names(engine.apply(llk.Command.parse(command), now))


def test_time_is_what_has_been_played() -> None:
    engine = start(PLAIN, limit=10, bonus=2)
    assert apply(engine, "play 1,2-1,3", 9_999) == ["linked"]
    assert engine.deadline == 12_000
    assert apply(engine, "pause", 11_000) == ["paused"]
    assert apply(engine, "hint", 11_000) == ["refused"]
    assert apply(engine, "resume", 11_000) == ["resumed"]
    assert apply(engine, "tick", 11_999) == []
    assert (apply(engine, "hint", 12_000), engine.loss) == (["lost"], "time")


def test_a_restart_forgets_everything_but_the_start() -> None:
    engine = start(PLAIN, hints=1, shuffles=1)
    for command in ("hint", "shuffle", "undo", "pick 1,1", "pause"):
        apply(engine, command, 500)
    assert apply(engine, "restart", 500) == ["restarted"]
    engine = engine.restarted()
    fresh = start(PLAIN, hints=1, shuffles=1)
    names = [name for name in Engine.__struct_fields__ if name != "history"]
    assert {name: getattr(engine, name) for name in names} == {name: getattr(fresh, name) for name in names}
    assert (engine.board, engine.can_undo, engine.can_redo) == (PLAIN, False, False)


def test_copies_share_nothing_that_changes() -> None:
    engine = start(PLAIN)
    other = engine.copy()
    assert apply(other, "play 1,2-1,3", 700) == ["linked"]
    assert (engine.board, engine.now, engine.combo, engine.can_undo) == (PLAIN, 0, 0, False)


def test_a_board_without_moves_opens_stuck_or_lost() -> None:
    assert event_names(start(STUCK).open()) == ["stuck"]
    assert event_names(start(STUCK, when_stuck="lose").open()) == ["stuck", "lost"]
    assert apply(start(STUCK, when_stuck="lose"), "shuffle") == ["refused"]
