"""The dialog at the end of a game, and when no moves are left."""

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from lianliankan.game.game import Game
from lianliankan.game.modes import LEVELS
from lianliankan.game.replay import at_version
from lianliankan.solver.solve import Blame
from lianliankan.solver.verdict import Budget
from lianliankan.terminal.background import run_detached
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.dialogs.dialog import Choice, Dialog
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text import format_duration
from lianliankan.text_width import pad
from lianliankan.texts import Texts

_LABEL = 9
_BLAME_BUDGET = Budget(nodes=1_000_000, seconds=4)


class Outcome(NamedTuple):
    """The result at the end: the rank in the high scores, counted from 1, and the move that lost the game."""

    place: int | None = None
    blame: Blame | None = None
    is_blaming: bool = False


def find_blame(game: Game) -> Blame:
    """Find the move that lost a game, within a few seconds.

    >>> import lianliankan as llk
    >>> find_blame(llk.Game(llk.Board.parse("AB/AB"))).winnable
    True
    """
    return game.copy().blame(_BLAME_BUDGET)


def describe_blame(blame: Blame, texts: Texts) -> str:
    """Say which move lost a game.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    >>> _ = game.play((0, 0), (0, 1))
    >>> describe_blame(game.blame(), Texts("en"))
    'Move 1 led to a dead end: 1,1-1,2.'
    """
    if blame.winnable:
        return texts("blame none")
    if blame.lost_after == 0:
        return texts("blame start")
    if blame.lost_after is None or blame.move is None:
        return texts("blame late" if blame.timed_out else "blame unknown")
    return texts("stuck blame", number=blame.lost_after, move=blame.move)


def end_lines(game: Game, outcome: Outcome, texts: Texts, inks: TextInks) -> list[list[CellRun]]:
    """Return the text of the dialog for a game that is stuck, won or lost."""
    match game.state:
        case "won":
            return _won_lines(game, outcome, texts, inks)
        case "lost":
            left = texts("result left", tiles=game.board.tile_count)
            lines = [[CellRun(texts.join(texts(f"lost {game.loss}"), left), inks.text)]]
        case _:
            lines = [[CellRun(texts("stuck text", tiles=game.board.tile_count), inks.text)]]
            if game.options.limit is not None:
                lines.append([CellRun(texts("stuck clock"), inks.bad)])
    if outcome.blame is not None:
        lines.append([CellRun(describe_blame(outcome.blame, texts), inks.bad)])
    elif outcome.is_blaming:
        lines.append([CellRun(texts("stuck blaming"), inks.faint)])
    if game.state == "lost":
        lines += [[], *_result_lines(game, texts, inks)]
    return lines


def _won_lines(game: Game, outcome: Outcome, texts: Texts, inks: TextInks) -> list[list[CellRun]]:
    stars = "★ " * game.stars + "☆ " * (3 - game.stars)
    lines = [[CellRun(stars.strip(), inks.accent)], [], *_result_lines(game, texts, inks)]
    if outcome.place == 1:
        lines += [[], [CellRun(texts("result first"), inks.good)]]
    elif outcome.place is not None:
        lines += [[], [CellRun(texts("result place", place=outcome.place), inks.good)]]
    if game.options.level == LEVELS:
        lines.append([CellRun(texts("campaign done"), inks.good)])
    return lines


def _result_lines(game: Game, texts: Texts, inks: TextInks) -> list[list[CellRun]]:
    hints, shuffles = texts.count("hint", game.hints_used), texts.count("shuffle", game.shuffles_used)
    found = (
        ("result score", str(game.score)),
        ("result time", format_duration(game.seconds())),
        ("result pairs", str(game.pairs)),
        ("result used", texts("result used value", hints=hints, shuffles=shuffles)),
    )
    return [
        [CellRun(pad(texts(label), _LABEL, align="left"), inks.faint), CellRun(value, inks.strong)]
        for label, value in found
    ]


def end_choices(game: Game, texts: Texts, *, has_list: bool) -> list[Choice]:
    """Return the choices."""
    names: list[str] = []
    if game.state == "stuck":
        if game.options.undo and game.can_undo:
            names += ["back", "undo"]
        if game.shuffles_left != 0:
            names.append("shuffle")
        names += ["look", "restart", "give up"]
    else:
        is_campaign, is_won = game.options.level is not None, game.state == "won"
        if is_campaign and not is_won:
            names.append("try")
        elif is_campaign and game.options.level != LEVELS:
            names += ["level", "again"]
        elif game.options.day is not None:
            names += ["again", "next"]
        else:
            names += ["next", "again"]
        if not is_won and game.options.undo and game.loss != "time":
            names.append("back")
        if has_list and is_won:
            names.append("bests")
        names += ["look", "quit"]
    left = game.shuffles_left
    shuffle = texts("tool shuffle") if left is None else texts("stuck shuffle left", left=left)
    return [Choice(name, shuffle if name == "shuffle" else texts(f"do {name}")) for name in names]


class EndDialog(Dialog[str]):
    """The dialog; it finds the losing move while it is open. The keys of the board work here too, if they apply."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"key('{name}')", show=False)
        for key, name in (
            ("n", "new"),
            ("q", "quit"),
            ("b", "bests"),
            ("u", "undo"),
            ("s", "shuffle"),
            ("R", "restart"),
        )
    ]

    def __init__(self, game: Game, outcome: Outcome, texts: Texts, inks: TextInks, *, has_list: bool) -> None:
        title = {"won": "won title", "lost": "lost title"}.get(game.state, "stuck title")
        self._game, self._texts = game, texts
        choices = end_choices(game, texts, has_list=has_list)
        self._allowed = {choice.name for choice in choices} | {"new", "quit"} | ({"bests"} if has_list else set())
        self.outcome = outcome._replace(is_blaming=game.state != "won" and game.pairs > 0)
        lines = end_lines(game, self.outcome, texts, inks)
        super().__init__(texts(title), lines, choices, inks)

    def on_mount(self) -> None:
        """Start the search for the losing move."""
        if self.outcome.is_blaming:
            self.run_worker(self._find_blame())

    def action_key(self, name: str) -> None:
        """Choose by key, if there is such a choice; restarting a finished game means playing the same board again."""
        name = "again" if name == "restart" and self._game.is_over else name
        if name in self._allowed:
            self.choose(name)

    async def _find_blame(self) -> None:
        blame = await run_detached(lambda: find_blame(self._game))
        self.outcome = self.outcome._replace(blame=blame, is_blaming=False)
        self.text.set_lines(end_lines(self._game, self.outcome, self._texts, self.inks))


def take_back(game: Game, pairs: int) -> Game:
    """Return a copy of a lost game that is rewound, by replaying and undoing, to the position after `pairs` pairs.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AABB"))
    >>> _ = game.play((0, 0), (0, 1)), game.give_up()
    >>> again = take_back(game, 0)
    >>> again.state, again.pairs
    ('playing', 0)
    """
    again = at_version(game, game.version - game.is_over)  # nothing is accepted after the end
    while again.pairs > pairs and again.can_undo:
        again.undo()
    return again
