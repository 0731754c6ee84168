"""What events say to the player: a sentence for each, and what to point out on the board."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.game import events as ev
from lianliankan.terminal.board.board_drawing import Manner
from lianliankan.terminal.board.theme import Mark
from lianliankan.terminal.texts import Words

__all__ = ["Overlay", "Sentence", "Tone", "overlay_of", "sentence_of"]

Tone = Literal["text", "good", "bad"]
_MOST_BLOCKERS = 3  # to be named; all of them are marked


class Sentence(NamedTuple):
    """Something to say, and how."""

    text: str
    tone: Tone = "text"


class Overlay(NamedTuple):
    """What is pointed out on the board until something else happens."""

    marks: dict[Cell, Mark]
    path: tuple[Cell, ...] = ()
    manner: Manner = "hint"

    @property
    def is_hint(self) -> bool:
        """Whether it is a hint, which pulses."""
        return self.manner == "hint" and bool(self.path)


def overlay_of(happened: list[ev.Event]) -> Overlay:
    """Give what events leave to point out: a hint that was not played, or the nearest miss."""
    if len(happened) == 1 and isinstance(happened[0], ev.Hinted):
        hint = happened[0]
        return Overlay(dict.fromkeys(hint.move, "hint"), hint.path.cells, "hint")
    for event in happened:
        if isinstance(event, ev.Refused) and event.miss is not None and event.miss.path is not None:
            marks: dict[Cell, Mark] = dict.fromkeys(event.miss.blockers, "blocker")
            marks[event.cells[0]] = "kind"  # where the path began; where it ends is selected now
            return Overlay(marks, event.miss.path.cells, "miss")
    return Overlay({})


def sentence_of(
    happened: list[ev.Event], words: Words, glyph: Callable[[int], str], *, most_turns: int | None
) -> Sentence | None:
    """Give the sentence for what happened: the weightiest of all events; None where there is nothing to say.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> sentence_of(game.pick((0, 0)), Words("en"), str, most_turns=2).text
    'Picked 1.'
    """
    by_name = {event.name: event for event in happened}
    for name in _BY_WEIGHT:
        event = by_name.get(name)
        if event is None:
            continue
        if isinstance(event, ev.Refused):
            return _refusal(event, words, most_turns)
        if isinstance(event, ev.Linked):
            return _link(event, words)
        if isinstance(event, ev.Hinted):
            safe = {True: "hinted safe", False: "hinted lost", None: "hinted unknown"}[event.safe]
            return Sentence(words(safe), "good" if event.safe else "text")
        if isinstance(event, ev.Doomed):
            if event.number and event.move:
                return Sentence(words("doomed by", number=event.number, move=event.move), "bad")
            return Sentence(words("doomed"), "bad")
        if isinstance(event, ev.Shuffled):
            return Sentence(words("shuffled" if event.asked else "shuffled stuck"), "good")
        if isinstance(event, ev.Picked):
            return Sentence(words("picked", what=glyph(event.kind)))
        return Sentence(words({"paused": "pausing"}.get(name, name)), {"won": "good", "lost": "bad"}.get(name, "text"))  # type: ignore[arg-type]
    return None


_BY_WEIGHT = (
    *("won", "lost", "doomed", "shuffled", "stuck", "refused", "linked", "hinted"),
    *("undone", "redone", "restarted", "paused", "resumed", "picked", "dropped"),
)


def _link(event: ev.Linked, words: Words) -> Sentence:
    if event.combo == 0:
        return Sentence(words("linked auto", move=event.move))
    if event.combo == 1:
        return Sentence(words("linked", points=event.points), "good")
    return Sentence(words("linked combo", points=event.points, combo=event.combo), "good")


def _refusal(event: ev.Refused, words: Words, most_turns: int | None) -> Sentence:
    text = words(f"refused {event.reason}")
    miss = event.miss
    if miss is not None and miss.blockers:
        named = " ".join(map(str, miss.blockers[:_MOST_BLOCKERS]))
        more = " …" if len(miss.blockers) > _MOST_BLOCKERS else ""
        text = words.join(text, words("refused blocked", cells=named + more))
    elif miss is not None and miss.path is not None and most_turns is not None and miss.path.turns > most_turns:
        turns, most = words.count("turn", miss.path.turns), words.count("allowed", most_turns)
        text = words.join(text, words("refused turns", turns=turns, most=most))
    return Sentence(text, "bad")
