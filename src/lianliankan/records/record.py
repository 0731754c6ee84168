"""The record of a game: its deal, its options, its seed and its commands with their times, as one JSON text."""

from typing import Any

from lianliankan.game.commands import Command, Entry
from lianliankan.game.game import Game
from lianliankan.game.options import Options
from lianliankan.game.replay import replay_entry, restarted
from lianliankan.records.record_form import (
    VERSION,
    RecordForm,
    check_head,
    format_deal,
    read_board,
    read_record,
    reading,
    to_seconds,
    write_record,
)
from lianliankan.text import shorten

_HEAD = (("version", "deal"), ("board",), ("seed", "options"))


def to_record(game: Game) -> str:
    r"""Return the record of a game, finished or not, for `from_record` to read; every command is on its own line.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5)
    >>> print(llk.to_record(game))
    {"lianliankan": "game", "version": 1, "deal": null,
    "board": "1 2\n1 2",
    "seed": 0, "options": {}, "check": "e7e878",
    "commands": [
    [1.5, "play 1,1-2,1", "e0e22d"]
    ],
    "result": {"state": "playing", "loss": "", "score": 10, ... "at": 1.5, "check": "..."}}
    """
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, not {shorten(game)}")
    return write_record(_FORM, game)


def from_record(text: str) -> Game:
    """Read a record by replaying it; nothing is trusted that the replay does not confirm.

    Raises BadRecord with the number of the first bad entry.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5), game.play((0, 1), (1, 1), at=2.25)
    >>> text = llk.to_record(game)
    >>> llk.from_record(text).state, llk.from_record(text).entries == game.entries
    ('won', True)
    >>> llk.from_record(text.replace("2.25", "2.2"))
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadRecord: entry 2: changed or out of place: its check should be f4cc66, not "cb7be0"
    """
    return read_record(_FORM, text)


def make_head(game: Game) -> dict[str, Any]:
    r"""Return everything about a game except its commands, for JSON.

    >>> make_head(llk.Game.of(llk.Deal(rows=2, cols=2, seed=7), llk.Options(hints=1)))
    {'version': 1, 'deal': '2x2 seed=7', 'board': '1 1\n1 1', 'seed': 7, 'options': {'hints': 1}}
    """
    return {
        "version": VERSION,
        "deal": format_deal(game.deal),
        "board": str(game.first_board),
        "seed": game.seed,
        "options": game.options.to_dict(),
    }


def start_from_head(head: object, *, deal_again: bool = True) -> Game:
    """Start the game that `make_head` describes; `deal_again` checks that its deal gives its board.

    >>> start_from_head(make_head(llk.Game(llk.Board.parse("AB/AB"))))
    <Game: playing, 4 tiles left>
    """
    with reading():
        fields = check_head(head, _HEAD)
        board, deal = read_board(fields, deal_again=deal_again)
        return Game(board, Options.from_dict(fields["options"]), seed=fields["seed"], deal=deal)


def _make_result(game: Game) -> dict[str, Any]:
    return {
        "state": game.state,
        "loss": game.loss,
        "score": game.score,
        "seconds": to_seconds(game.clock.played()),
        "pairs": game.pairs,
        "tiles": game.board.tile_count,
        "stars": game.stars,
        "hints": game.hints_used,
        "shuffles": game.shuffles_used,
    }


_FORM: RecordForm[Game, Entry] = RecordForm(
    mark="game",
    lines=_HEAD,
    make_head=make_head,
    start=start_from_head,
    restart=restarted,
    entries=lambda game: game.entries,
    parse_entry=lambda at, command: Entry(at, Command.parse(command)),
    replay=replay_entry,
    positions=lambda game: [game.board.zobrist],
    now=lambda game: game.clock.now,
    pass_time=lambda game, at: game.replay(Entry(at, Command("tick"))),
    make_result=_make_result,
)
