"""What the two lines above the board say."""

from typing import NamedTuple

from lianliankan.game.game import Game
from lianliankan.terminal.bars import Inks
from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.session import Facts
from lianliankan.terminal.texts import Words
from lianliankan.text_width import display_width

__all__ = ["HURRY", "clock", "heading", "light", "numbers", "size_text"]

HURRY = 20
"""So many seconds before the end the time left is shown as a warning."""

Line = list[Run]


def clock(seconds: float) -> str:
    """Write a duration.

    >>> clock(65.9), clock(3700)
    ('1:05', '1:01:40')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def size_text(game: Game) -> str:
    """Write the size of a game's board for people.

    >>> import lianliankan as llk
    >>> size_text(llk.Game(llk.Board.parse("AB/AB")))
    '2×2'
    """
    return f"{game.board.rows}×{game.board.cols}"


def heading(game: Game, words: Words, inks: Inks) -> Line:
    """Say which game this is: mode, size, gravity, and the number of its deal.

    >>> import lianliankan as llk
    >>> from lianliankan.terminal.bars import UNCOLOURED
    >>> game = llk.plan("timed", seed=7, rules=llk.Rules(gravity="down")).game()
    >>> "".join(run.text for run in heading(game, Words("en"), UNCOLOURED))
    ' Lianliankan  Timed · 8×18 · Down · deal 7'
    """
    options = game.options
    known = f"mode {options.mode}"
    parts = [words(known) if options.mode in MODE_NAMES else options.mode]
    if options.level is not None:
        parts.append(words("level", number=options.level))
    if options.day is not None:
        parts.append(options.day)
    parts.append(size_text(game))
    if game.board.rules.gravity != "still":
        parts.append(words(f"gravity {game.board.rules.gravity}"))
    if game.deal is not None and options.level is None and options.day is None:
        parts.append(words("deal", number=game.deal.seed))
    return [Run(f" {words('title')}  ", inks.title), Run(" · ".join(parts), inks.text)]


MODE_NAMES = frozenset({"classic", "relaxed", "timed", "daily", "campaign", "expert", "own"})
"""The modes that have a name in words."""


def light(facts: Facts, words: Words, inks: Inks, *, tells: bool, doomed: int | None) -> Line:
    """Say honestly whether the game can still be won, where the game tells; `doomed` is the pair that lost it."""
    if facts.state == "paused":
        return [Run(f"{words('paused')} ", inks.key)]
    if facts.is_over or not tells:
        return []
    if facts.winnable:
        return [Run(f"{words('light won')} ", inks.good)]
    if facts.winnable is None:
        return [Run(f"{words('light unknown')} ", inks.label)] if facts.moves else []
    text = words("light lost by", number=doomed) if doomed else words("light lost")
    return [Run(f"{text} ", inks.bad)]


class _Number(NamedTuple):
    label: str
    value: str
    is_bad: bool = False


def numbers(facts: Facts, words: Words, inks: Inks, *, at: float, is_campaign: bool, width: int = 80) -> Line:
    """Write the numbers of a game: time, score, combo, moves, tiles, hints and shuffles left.

    >>> import lianliankan as llk
    >>> from lianliankan.terminal.bars import UNCOLOURED
    >>> from lianliankan.terminal.session import facts_of
    >>> facts = facts_of(llk.Game(llk.Board.parse("AB/AB"), llk.Options(hints=3)))
    >>> "".join(run.text for run in numbers(facts, Words("en"), UNCOLOURED, at=61, is_campaign=False))
    ' Time 1:01   Score 0   Combo –   Moves 2   Tiles 4   Hints 3   Shuffles ∞'
    """
    left = facts.left_at(at)
    shown = [
        _Number("time", clock(facts.seconds_at(at)))
        if left is None
        else _Number("time left", clock(left), left < HURRY and not facts.is_over),
        _Number("score", str(facts.score)),
        _Number("combo", f"×{facts.combo}" if facts.combo > 1 else "–"),
        _Number("moves", str(facts.moves)),
        _Number("tiles", str(facts.tiles)),
        _Number("hints", _stock(facts.hints_left)),
        _Number("lives" if is_campaign else "shuffles", _stock(facts.shuffles_left)),
    ]
    texts = [f"{words(number.label)} {number.value}" for number in shown]
    gap = "   " if sum(display_width(text) + 3 for text in texts) - 2 <= width else "  "
    runs: Line = []
    for number in shown:
        runs += [
            Run(f"{gap if runs else ' '}{words(number.label)} ", inks.label),
            Run(number.value, inks.bad if number.is_bad else inks.strong),
        ]
    return runs


def _stock(left: int | None) -> str:
    return "∞" if left is None else str(left)
