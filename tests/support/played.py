"""Random games for hypothesis, and everything that is visible of a game."""

from typing import Any

from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.game.options import WHEN_STUCK
from support.strategies import boards

OPTIONS = st.builds(
    llk.Options,
    mode=st.sampled_from(["own", "classic", "连连看"]),
    limit=st.sampled_from([None, None, 6.5, 30]),
    bonus=st.sampled_from([0.0, 2.0, 0.125]),
    hints=st.sampled_from([None, 0, 2]),
    shuffles=st.sampled_from([None, 0, 2]),
    undo=st.booleans(),
    tell_doomed=st.booleans(),
    when_stuck=st.sampled_from(WHEN_STUCK),
    level=st.sampled_from([None, 3]),
    day=st.sampled_from([None, "2026-11-15"]),
)
DEALS = st.builds(
    llk.Deal,
    rows=st.just(4),
    cols=st.integers(1, 5),
    seed=st.integers(0, 2**64 - 1),
    rules=st.builds(llk.Rules, gravity=st.sampled_from(llk.GRAVITIES)),
    difficulty=st.sampled_from([None, (0.0, 100.0)]),
)
WORDS = ("hint", "auto", "shuffle", "undo", "redo", "restart", "pause", "resume", "give-up", "tick")
COMMON_WORDS = ("undo", "redo", "resume", "resume", "shuffle", "auto", "hint")


@st.composite
def games(draw: st.DrawFn, max_commands: int = 25) -> llk.Game:
    """Any game on a small board: any options, any commands at any times, some of them refused."""
    options = draw(OPTIONS)
    if draw(st.integers(0, 3)):
        game = llk.Game(draw(boards(max_side=5)), options, seed=draw(st.integers(0, 2**64 - 1)))
    else:
        game = llk.Game.of(draw(DEALS), options)
    for _ in range(draw(st.integers(0, max_commands))):
        wait = draw(st.sampled_from([0, 0.001, 0.25, 1.333, 2.999, 3, 10]))
        moves = game.board.moves()
        kind = draw(st.integers(0, 9))
        if kind < 4 and moves:
            a, b = draw(st.sampled_from(moves))
            if game.picked in (a, b) or kind < 2:
                game.pick(b if game.picked == a else a, at=game.at + wait)
            else:
                game.play(*((a, b) if kind == 2 else (b, a)), at=game.at + wait)
        elif kind < 6:
            cell = draw(st.integers(0, game.board.rows)), draw(st.integers(0, game.board.cols))
            game.pick(cell, at=game.at + wait)
        else:
            game.do(draw(st.sampled_from(COMMON_WORDS if kind < 9 else WORDS)), at=game.at + wait)
    return game


def visible_state(game: llk.Game) -> dict[str, Any]:
    """Return everything visible of a game."""
    names = [name for name in dir(type(game)) if isinstance(getattr(type(game), name), property)]
    return {name: getattr(game, name) for name in names} | {
        "seconds": game.seconds(),
        "seconds_left": game.seconds_left(),
    }
