"""Answers for newcomers before Python is loaded: that they have no games yet, and boards for the first one.

A deal by number needs the library, which a browser has only after some seconds. So a few of the boards on which first
games are played are dealt here, and written with everything that the page shows of a new game. As soon as Python is
there, the page has it start a game with the same number.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from lianliankan.dealing.deal_spec import DEFAULT_COLS, DEFAULT_ROWS
from lianliankan.game.start import FIRST_BOARD, PORTRAIT_BOARDS, NewGameRequest, UsualBoard, start_game
from lianliankan.game.view import GameView
from lianliankan.store import Store
from lianliankan.web.base.page_data import encode
from lianliankan.web.endpoints.answers import PlayerAnswer
from lianliankan.web.endpoints.games import describe_player
from lianliankan.web.live.protocol import build_state

DEALS = 12
"""How many deals there are of each board."""


class FirstBoard(msgspec.Struct, frozen=True):
    """A request for a first game, without the number of its deal, which is between 1 and `deals`."""

    mode: str
    rows: int
    cols: int
    kinds: int | None
    deals: int = DEALS


class NewcomerFacts(msgspec.Struct, frozen=True):
    """The answer to a newcomer's `/api/me`, and the boards for the first game."""

    me: PlayerAnswer
    boards: tuple[FirstBoard, ...]


def write_first_games(folder: Path) -> None:
    """Write newcomer.json, and a file for each deal: `MODE-ROWSxCOLS-NUMBER.json` with the state of its game."""
    folder.mkdir(parents=True, exist_ok=True)
    boards = tuple(_first_boards())
    with TemporaryDirectory() as empty, Store(Path(empty)) as store:
        facts = NewcomerFacts(describe_player(store, None), boards)
    (folder / "newcomer.json").write_bytes(encode(facts))
    for board in boards:
        for number in range(1, board.deals + 1):
            name = f"{board.mode}-{board.rows}x{board.cols}-{number}"
            (folder / f"{name}.json").write_bytes(_state(name, board, number))


def _first_boards() -> Iterator[FirstBoard]:
    """Yield the board after the lesson, lying and upright, and those for players who skip the lesson."""
    rows, cols, kinds = FIRST_BOARD.rows, FIRST_BOARD.cols, FIRST_BOARD.kinds
    yield FirstBoard("relaxed", rows, cols, kinds)
    yield FirstBoard("relaxed", cols, rows, kinds)
    for usual in (UsualBoard(DEFAULT_ROWS, DEFAULT_COLS), *PORTRAIT_BOARDS):
        yield FirstBoard("classic", usual.rows, usual.cols, usual.kinds)


def _state(id: str, board: FirstBoard, number: int) -> bytes:
    request = NewGameRequest(mode=board.mode, rows=board.rows, cols=board.cols, kinds=board.kinds, seed=number)
    game = start_game(request.plan())
    return encode(build_state(id, game, GameView.of(game, waits=True)))
