"""Games to fill a large store with: some hundred real ones, played by the rules, which are stored many times over."""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

import msgspec

import lianliankan as llk
from lianliankan.game.analysis import analyse
from lianliankan.game.modes import LEVELS
from lianliankan.solver.solve import solve
from lianliankan.store.best_lists import BestList
from lianliankan.store.columns import GAMES_TABLE, column_values
from lianliankan.store.game_rows import digest, extend_chain, format_head
from lianliankan.store.rankings import ranked_board
from lianliankan.store.writes import number_entries

GAME_COLUMNS = tuple(GAMES_TABLE)
DAYS = 60
LAST_DAY = date(2026, 11, 15)
_PLAYED_SECONDS = 2.5  # a pair
_SIZES = ((6, 10), (7, 12), (8, 14), (8, 18))
_UNFINISHED = 0.15
_MARK = "@"  # stands for the id in the lines of commands


class Pattern(NamedTuple):
    """A played game: its columns, its commands, `length` of them, and its analysis. `board` is where a win is ranked.

    The commands are text for COPY, with a mark for the id.
    """

    columns: dict[str, object]
    commands: str
    length: int
    analysis: str
    board: str | None

    def row(self, id: str, player: str, begun: int) -> dict[str, object]:
        """Return the row of the game, as if a player had begun it then."""
        changed = begun + int(str(self.columns["at"])) * 1000
        return self.columns | {"id": id, "player": player, "begun": begun, "changed": changed}

    def command_lines(self, id: str) -> str:
        """Return the lines of its commands."""
        return self.commands.replace(_MARK, id)

    def analysis_line(self, id: str) -> str:
        """Return the line of its analysis; empty while it is not finished."""
        return copy_line(id, self.analysis) if self.analysis else ""


def make_patterns(number: int) -> list[Pattern]:
    """Play games of all kinds: numbered deals, levels of the campaign, days."""
    chance = random.Random(17)
    return [_play(game, chance) for game in _games(number)]


def _games(number: int) -> Iterator[llk.Game]:
    for place in range(number):
        turn = place // 4
        match place % 4:
            case 0:
                rows, cols = _SIZES[turn % len(_SIZES)]
                yield llk.plan("classic", rows=rows, cols=cols, seed=1 + turn).game()
            case 1:
                rows, cols = _SIZES[turn % len(_SIZES)]
                yield llk.plan("relaxed", rows=rows, cols=cols, seed=1 + turn).game()
            case 2:
                yield llk.level(1 + turn % LEVELS).game()
            case _:
                yield llk.daily(LAST_DAY - timedelta(days=turn % DAYS)).game()


def _play(game: llk.Game, chance: random.Random) -> Pattern:
    moves = solve(game.board).moves
    stop = chance.randrange(len(moves)) if chance.random() < _UNFINISHED else len(moves)
    for place, move in enumerate(moves[:stop], 1):
        game.do(f"play {move}", at=place * _PLAYED_SECONDS)
    head = format_head(game)
    entries = list(number_entries(game.entries, 0))
    columns = column_values(game) | {"head": head, "chain": extend_chain(digest(head), entries)}
    lines = "".join(copy_line(_MARK, *entry) for entry in entries)
    analysis = msgspec.json.encode(analyse(game)).decode() if game.is_over else ""
    board = ranked_board(BestList(str(columns["mode"]), game.options.level, game.options.day, columns["deal"]))
    return Pattern(columns, lines, len(entries), analysis, board if game.is_over else None)


def copy_line(*values: object) -> str:
    r"""Return a line for COPY.

    >>> copy_line(1, None, "a\nb")
    '1\t\\N\ta\\nb\n'
    """
    texts = (r"\N" if value is None else str(value) for value in values)
    return "\t".join(text if text == r"\N" else _escape(text) for text in texts) + "\n"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
