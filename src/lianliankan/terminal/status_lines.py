"""The two lines above the board."""

from typing import NamedTuple

from lianliankan.game.game import Game
from lianliankan.game.modes import ALL_MODES
from lianliankan.game.view import GameView
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text import format_duration
from lianliankan.text_width import display_width
from lianliankan.texts import Texts

WARN_SECONDS = 20
"""When fewer seconds than this are left, the time is shown as a warning."""

Line = list[CellRun]


def format_size(game: Game) -> str:
    """Return the size of a game's board as text.

    >>> import lianliankan as llk
    >>> format_size(llk.Game(llk.Board.parse("AB/AB")))
    '2×2'
    """
    return f"{game.board.rows}×{game.board.cols}"


def heading(game: Game, texts: Texts, inks: TextInks) -> Line:
    """Return the first line: mode, size, gravity and deal number.

    >>> import lianliankan as llk
    >>> from lianliankan.terminal.text_inks import BAR_INKS_PLAIN
    >>> game = llk.plan("timed", seed=7, rules=llk.Rules(gravity="down")).game()
    >>> "".join(run.text for run in heading(game, Texts("en"), BAR_INKS_PLAIN))
    ' Lianliankan  Timed · 8×18 · Down · Deal 7'
    """
    options = game.options
    parts = [mode_title(options.mode, texts)]
    if options.level is not None:
        parts.append(texts("level number", number=options.level))
    if options.day is not None:
        parts.append(options.day)
    parts.append(format_size(game))
    if game.board.rules.gravity != "still":
        parts.append(texts(f"gravity {game.board.rules.gravity}"))
    if game.deal is not None and options.level is None and options.day is None:
        parts.append(texts("deal number", number=game.deal.seed))
    return [CellRun(f" {texts('title')}  ", inks.title), CellRun(" · ".join(parts), inks.text)]


def mode_title(mode: str, texts: Texts) -> str:
    """Return the title of a mode; one that we do not know, from a record, has its own name.

    >>> mode_title("timed", Texts("zh")), mode_title("blitz", Texts("zh"))
    ('限时', 'blitz')
    """
    return texts(f"mode {mode}") if mode in ALL_MODES else mode


def winnable_indicator(view: GameView, texts: Texts, inks: TextInks, *, tells: bool) -> Line:
    """Return whether the game can still be won, if the game `tells`."""
    if view.state == "paused":
        return [CellRun(f"{texts('paused')} ", inks.accent)]
    if view.is_over or not tells:
        return []
    if view.winnable:
        return [CellRun(f"{texts('light won')} ", inks.good)]
    if view.winnable is None:
        return [CellRun(f"{texts('light unknown')} ", inks.faint)] if view.moves else []
    number = view.doomed and view.doomed.number
    text = texts("light lost by", number=number) if number else texts("light lost")
    return [CellRun(f"{text} ", inks.bad)]


class _Stat(NamedTuple):
    label: str
    value: str
    is_bad: bool = False


def stats_line(view: GameView, texts: Texts, inks: TextInks, *, is_campaign: bool, width: int = 80) -> Line:
    """Return the second line: time, score, combo, free pairs, tiles, hints and shuffles left.

    >>> import lianliankan as llk
    >>> from lianliankan.terminal.text_inks import BAR_INKS_PLAIN
    >>> view = GameView.of(llk.Game(llk.Board.parse("AB/AB"), llk.Options(hints=3)), at=61)
    >>> "".join(run.text for run in stats_line(view, Texts("en"), BAR_INKS_PLAIN, is_campaign=False))
    ' Time 1:01   Score 0   Combo –   Free pairs 2   Tiles 4   Hints 3   Shuffles ∞'
    """
    shown = [
        _Stat("time", format_duration(view.seconds))
        if view.left is None
        else _Stat("left", format_duration(view.left), view.left < WARN_SECONDS and not view.is_over),
        _Stat("score", str(view.score)),
        _Stat("combo", f"×{view.combo}" if view.combo > 1 else "–"),
        _Stat("moves", str(view.moves)),
        _Stat("tiles", str(view.tiles)),
        _Stat("hints", _format_stock(view.hints)),
        _Stat("lives" if is_campaign else "shuffles", _format_stock(view.shuffles)),
    ]
    written = [f"{texts(stat.label)} {stat.value}" for stat in shown]
    taken = 1 + sum(map(display_width, written))
    gap = next((gap for gap in ("   ", "  ") if taken + len(gap) * (len(written) - 1) <= width), " ")
    runs: Line = []
    for stat in shown:
        runs += [
            CellRun(f"{gap if runs else ' '}{texts(stat.label)} ", inks.faint),
            CellRun(stat.value, inks.bad if stat.is_bad else inks.strong),
        ]
    return runs


def _format_stock(left: int | None) -> str:
    return "∞" if left is None else str(left)
