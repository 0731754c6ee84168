"""Messages about events: one text for the player, and the cells to point out on the board."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.game import events as ev
from lianliankan.game.start import NearestBoard
from lianliankan.terminal.board.board_scene import PathStyle
from lianliankan.terminal.board.theme import Mark
from lianliankan.texts import Texts

Tone = Literal["text", "good", "bad"]
_MAX_BLOCKERS = 3  # listed in the message; the board marks all of them


class GameMessage(NamedTuple):
    """A message below the board.

    Every command replaces it. One that `is_passing`, about what has been done and is over, goes as soon as the cursor
    moves; others stay as long as what they say is on the board.
    """

    text: str
    tone: Tone = "text"
    is_passing: bool = False


class Overlay(NamedTuple):
    """The cells that are pointed out on the board until the next event."""

    marks: dict[Cell, Mark]
    path: tuple[Cell, ...] = ()
    path_style: PathStyle = "hint"

    @property
    def is_hint(self) -> bool:
        """Whether it is a hint; hints pulse."""
        return self.path_style == "hint" and bool(self.path)


def build_overlay(happened: list[ev.Event]) -> Overlay:
    """Return what to point out after these events: a hint that was not played, or a near miss."""
    if len(happened) == 1 and isinstance(happened[0], ev.Hinted):
        hint = happened[0]
        return Overlay(dict.fromkeys(hint.move, "hint"), hint.path.cells, "hint")
    for event in happened:
        if isinstance(event, ev.Refused) and event.miss is not None and event.miss.path is not None:
            marks: dict[Cell, Mark] = dict.fromkeys(event.miss.blockers, "blocker")
            marks[event.cells[0]] = "kind"  # the first tile; the second one is selected now
            return Overlay(marks, event.miss.path.cells, "miss")
    return Overlay({})


def compose_message(
    happened: list[ev.Event], texts: Texts, glyph: Callable[[int], str], *, max_turns: int | None
) -> GameMessage | None:
    """Return the message for the most important of some events; None if there is nothing to say.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> compose_message(game.pick((0, 0)), Texts("en"), str, max_turns=2).text
    'Selected 1.'
    """
    by_name = {event.name: event for event in happened}
    for name in _BY_IMPORTANCE:
        event = by_name.get(name)
        if event is None:
            continue
        if isinstance(event, ev.Refused):
            return _describe_refusal(event, texts, max_turns)
        if isinstance(event, ev.Linked):
            return _describe_link(event, texts)
        if isinstance(event, ev.Hinted):
            unknown = "hinted late" if event.timed_out else "hinted unknown"
            safe = {True: "hinted safe", False: "hinted lost", None: unknown}[event.safe]
            return GameMessage(texts(safe), "good" if event.safe else "text")
        if isinstance(event, ev.Doomed):
            if event.number and event.move:
                return GameMessage(texts("doomed by", number=event.number, move=event.move), "bad")
            return GameMessage(texts("doomed"), "bad")
        if isinstance(event, ev.Shuffled):
            if event.asked or event.left is None:
                return GameMessage(texts("shuffled" if event.asked else "shuffled stuck"), "good")
            return GameMessage(texts("shuffled stuck left", left=event.left), "good")
        if isinstance(event, ev.Picked):
            return GameMessage(texts("picked", what=glyph(event.kind)))
        return GameMessage(texts({"paused": "pausing"}.get(name, name)), _TONES.get(name, "text"), name in _PASSING)
    return None


_BY_IMPORTANCE = (
    *("won", "lost", "doomed", "shuffled", "stuck", "refused", "linked", "hinted"),
    *("undone", "redone", "restarted", "paused", "resumed", "picked", "dropped"),
)
_TONES: dict[str, Tone] = {"won": "good", "lost": "bad"}
_PASSING = ("undone", "redone", "restarted", "resumed", "dropped")


def _describe_link(event: ev.Linked, texts: Texts) -> GameMessage:
    if event.combo == 0:
        return GameMessage(texts("linked auto", move=event.move), is_passing=True)
    if event.combo == 1:
        return GameMessage(texts("linked", points=event.points), "good", is_passing=True)
    return GameMessage(texts("linked combo", points=event.points, combo=event.combo), "good", is_passing=True)


def _describe_refusal(event: ev.Refused, texts: Texts, max_turns: int | None) -> GameMessage:
    text = texts(f"refused {event.reason}")
    miss = event.miss
    if miss is not None and miss.blockers:
        named = " ".join(map(str, miss.blockers[:_MAX_BLOCKERS]))
        more = " …" if len(miss.blockers) > _MAX_BLOCKERS else ""
        text = texts.join(text, texts("refused blocked", cells=named + more))
    elif miss is not None and miss.path is not None and max_turns is not None and miss.path.turns > max_turns:
        text = texts.join(text, texts("refused turns", turns=texts.count("turn", miss.path.turns), most=max_turns))
    return GameMessage(text, "bad")


def describe_nearest(nearest: NearestBoard, texts: Texts) -> str:
    """Say what a board is if none of the chosen difficulty was found.

    >>> describe_nearest(NearestBoard(400, True, "hard", 58, timed_out=False), Texts("en"))
    'No such board found. This is the hardest of 400 boards: Hard, 58 of 100.'
    """
    if nearest.timed_out:
        name = "begun hardest in time" if nearest.is_hardest else "begun easiest in time"
    else:
        name = "begun hardest" if nearest.is_hardest else "begun easiest"
    difficulty = texts(f"difficulty {nearest.difficulty}")
    return texts(name, tried=nearest.tried, difficulty=difficulty, score=nearest.score)
