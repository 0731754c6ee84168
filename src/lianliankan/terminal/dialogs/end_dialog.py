"""What is said and offered where no move is left, and when a game is over."""

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from lianliankan.game.game import Game
from lianliankan.game.modes import LEVELS
from lianliankan.solver.solve import Blame
from lianliankan.solver.verdict import Budget
from lianliankan.terminal.background import away
from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.dialogs.dialog import Choice, Dialog, PanelInks
from lianliankan.terminal.status_lines import clock
from lianliankan.terminal.texts import Words
from lianliankan.text_width import pad

__all__ = ["End", "Outcome", "blame_text", "end_choices", "end_lines", "find_blame", "taken_back"]

_LABEL = 9
_BLAME_BUDGET = Budget(nodes=1_000_000, seconds=4)


class Outcome(NamedTuple):
    """What is known at the end: the place in the best list, counting from 1, and which pair lost the game."""

    place: int | None = None
    blame: Blame | None = None
    is_blaming: bool = False


def find_blame(game: Game) -> Blame:
    """Find the pair that lost a game, within seconds: nobody waits for it longer.

    >>> import lianliankan as llk
    >>> find_blame(llk.Game(llk.Board.parse("AB/AB"))).winnable
    True
    """
    return game.copy().blame(_BLAME_BUDGET)


def blame_text(blame: Blame, words: Words) -> str:
    """Say which pair lost a game.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    >>> _ = game.play((0, 0), (0, 1))
    >>> blame_text(game.blame(), Words("en"))
    'Pair 1 lost it: 1,1-1,2.'
    """
    if blame.winnable:
        return words("blame none")
    if blame.lost_after == 0:
        return words("blame start")
    if blame.lost_after is None or blame.move is None:
        return words("blame unknown")
    return words("stuck blame", number=blame.lost_after, move=blame.move)


def end_lines(game: Game, outcome: Outcome, words: Words, inks: PanelInks) -> list[list[Run]]:
    """Give the lines of the dialog, for a game that is stuck, won or lost."""
    match game.state:
        case "won":
            return _won_lines(game, outcome, words, inks)
        case "lost":
            left = words("result left", tiles=game.board.tile_count)
            lines = [[Run(words.join(words(f"lost {game.loss}"), left), inks.text)]]
        case _:
            lines = [[Run(words("stuck text", tiles=game.board.tile_count), inks.text)]]
    if outcome.blame is not None:
        lines.append([Run(blame_text(outcome.blame, words), inks.bad)])
    elif outcome.is_blaming:
        lines.append([Run(words("stuck blaming"), inks.faint)])
    if game.state == "lost":
        lines += [[], *_numbers(game, words, inks)]
    return lines


def _won_lines(game: Game, outcome: Outcome, words: Words, inks: PanelInks) -> list[list[Run]]:
    stars = "★ " * game.stars + "☆ " * (3 - game.stars)
    lines = [[Run(stars.strip(), inks.star)], [], *_numbers(game, words, inks)]
    if outcome.place == 1:
        lines += [[], [Run(words("result first"), inks.good)]]
    elif outcome.place is not None:
        lines += [[], [Run(words("result place", place=outcome.place), inks.good)]]
    if game.options.level == LEVELS:
        lines.append([Run(words("campaign done"), inks.good)])
    return lines


def _numbers(game: Game, words: Words, inks: PanelInks) -> list[list[Run]]:
    hints, shuffles = words.count("hint", game.hints_used), words.count("shuffle", game.shuffles_used)
    found = (
        ("result score", str(game.score)),
        ("result time", clock(game.seconds())),
        ("result pairs", str(game.pairs)),
        ("result used", words("result used value", hints=hints, shuffles=shuffles)),
    )
    return [
        [Run(pad(words(label), _LABEL, align="left"), inks.faint), Run(value, inks.strong)] for label, value in found
    ]


def end_choices(game: Game, words: Words, *, has_list: bool) -> list[Choice]:
    """Give what is offered."""
    offered: list[str] = []
    if game.state == "stuck":
        if game.options.undo and game.can_undo:
            offered += ["back", "undo"]
        if game.shuffles_left != 0:
            offered.append("shuffle")
        offered += ["look", "restart", "give up"]
    else:
        is_campaign, is_won = game.options.level is not None, game.state == "won"
        if is_campaign and not is_won:
            offered.append("try again")
        elif is_campaign and game.options.level != LEVELS:
            offered += ["next level", "again"]
        elif game.options.day is not None:
            offered += ["again", "next"]
        else:
            offered += ["next", "again"]
        if not is_won and game.options.undo and game.loss != "time":
            offered.append("back")
        if has_list and is_won:
            offered.append("bests")
        offered += ["look", "quit"]
    return [Choice(name, words(f"do {name}")) for name in offered]


class End(Dialog[str]):
    """The dialog; which pair lost the game is found out while it is open. The board's keys work where they can."""

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

    def __init__(self, game: Game, outcome: Outcome, words: Words, inks: PanelInks, *, has_list: bool) -> None:
        title = {"won": "won title", "lost": "lost title"}.get(game.state, "stuck title")
        self._game, self._words = game, words
        choices = end_choices(game, words, has_list=has_list)
        self._known = {choice.name for choice in choices} | {"new", "quit"} | ({"bests"} if has_list else set())
        self.outcome = outcome._replace(is_blaming=game.state != "won" and game.pairs > 0)
        lines = end_lines(game, self.outcome, words, inks)
        super().__init__(words(title), lines, choices, inks)

    def on_mount(self) -> None:
        """Begin to look for the pair that lost the game."""
        if self.outcome.is_blaming:
            self.run_worker(self._find_blame())

    def action_key(self, name: str) -> None:
        """Choose by a key, if there is such a choice; to begin a board again is the same when it is over."""
        name = "again" if name == "restart" and self._game.is_over else name
        if name in self._known:
            self.choose(name)

    async def _find_blame(self) -> None:
        blame = await away(lambda: find_blame(self._game))
        self.outcome = self.outcome._replace(blame=blame, is_blaming=False)
        self.text.set_lines(end_lines(self._game, self.outcome, self._words, self.inks))


def taken_back(game: Game, pairs: int) -> Game:
    """Give a game like a lost one in which the loss and all but so many pairs are taken back, by its own commands.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AABB"))
    >>> _ = game.play((0, 0), (0, 1)), game.give_up()
    >>> again = taken_back(game, 0)
    >>> again.state, again.pairs
    ('playing', 0)
    """
    again = Game(game.first_board, game.options, seed=game.seed, deal=game.deal)
    for entry in game.entries:
        trial = again.copy()
        trial.do(entry.command, at=entry.at / 1000)
        if trial.is_over:
            break
        again = trial
    while again.pairs > pairs and again.can_undo:
        again.undo()
    return again
