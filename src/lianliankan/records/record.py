"""The record of a game: its deal, its options, its seed and its commands with their times, as one JSON text."""

from typing import Any

from lianliankan.game.commands import Command
from lianliankan.game.game import Game
from lianliankan.game.log import Entry
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
    return write_record(_GameForm(), game)


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
    return read_record(_GameForm(), text)


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
        fields = check_head(head, _GameForm)
        board, deal = read_board(fields, deal_again=deal_again)
        return Game(board, Options.from_dict(fields["options"]), seed=fields["seed"], deal=deal)


class _GameForm(RecordForm[Game, Entry]):
    """How a game is recorded."""

    mark = "game"
    lines = (("version", "deal"), ("board",), ("seed", "options"))

    def make_head(self, played: Game) -> dict[str, Any]:
        return make_head(played)

    def start(self, head: object) -> Game:
        return start_from_head(head)

    def restart(self, played: Game) -> Game:
        return restarted(played)

    def entries(self, played: Game) -> tuple[Entry, ...]:
        return played.entries

    def parse_entry(self, at: int, command: str) -> Entry:
        return Entry(at, Command.parse(command))

    def replay(self, played: Game, entry: Entry) -> None:
        replay_entry(played, entry)

    def positions(self, played: Game) -> tuple[int, ...]:
        return (played.board.zobrist,)

    def now(self, played: Game) -> int:
        return played.clock.now

    def let_time_pass(self, played: Game, at: int) -> bool:
        return bool(played.replay(Entry(at, Command("tick"))))

    def make_result(self, played: Game) -> dict[str, Any]:
        return {
            "state": played.state,
            "loss": played.loss,
            "score": played.score,
            "seconds": to_seconds(played.clock.played()),
            "pairs": played.pairs,
            "tiles": played.board.tile_count,
            "stars": played.stars,
            "hints": played.hints_used,
            "shuffles": played.shuffles_used,
        }
