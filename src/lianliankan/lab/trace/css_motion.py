"""How an animation moves: the style for its parts, every part with the length of the round and its own moments in it.

The classes: `k` with `k7` comes at beat 7 and stays; `w` with `w7` is there for a while from beat 7 on; `here` jumps
from cell to cell; `count` is a strip of numbers; `way` is the path, and `k` with `kend` comes with it. Whoever asked
for less motion gets none of this, and sees how it ends.
"""

from collections.abc import Iterator, Mapping, Sequence

from lianliankan.faces.drawn.svg import fmt
from lianliankan.lab.svg_board import Stage
from lianliankan.lab.trace.keyframes import DRAWING, Clock, Moment

__all__ = ["STRIP", "counts_of", "motion"]

STRIP = 24
"""From number to number on the strip of the counter."""

_GONE = "98%"  # when all that came goes again, just before the next round


def motion(stage: Stage, moments: Sequence[Moment]) -> str:
    """Write the style.

    >>> from lianliankan.board.board import Board
    >>> motion(Stage.of(Board.parse("AA"), left=0, top=0), [])[:60]
    '.way{stroke-dasharray:1 1}.w,.here{opacity:0}.count{transfor'
    """
    clock = Clock(len(moments))
    return "".join(
        [
            ".way{stroke-dasharray:1 1}.w,.here{opacity:0}",
            f".count{{transform:translateY({-STRIP * (len(counts_of(moments)) - 1)}px)}}",
            "@media(prefers-reduced-motion:no-preference){",
            f".k,.w,.way,.here,.count{{animation:{fmt(clock.whole)}s linear infinite}}",
            ".w,.here,.count{animation-timing-function:step-end}",
            *_coming(clock, moments),
            *_passing(clock, moments),
            _jumping(clock, stage, moments),
            _counting(clock, moments),
            _ending(clock),
            "}",
        ]
    )


def counts_of(moments: Sequence[Moment]) -> list[int]:
    """List the numbers on the strip of the counter, each once.

    >>> counts_of([Moment({}, None, (), (), examined) for examined in (0, 1, 1, 5)])
    [0, 1, 5]
    """
    return list(dict.fromkeys([0, *(moment.examined for moment in moments)]))


def _named(part: str, frames: Mapping[str, str]) -> str:
    """Give a class its frames, under its own name."""
    written = "".join(f"{when}{{{how}}}" for when, how in frames.items())
    return f".{part}{{animation-name:{part}}}@keyframes {part}{{{written}}}"


def _coming(clock: Clock, moments: Sequence[Moment]) -> Iterator[str]:
    """Let what a beat brings come, and stay to the end."""
    for beat, moment in enumerate(moments):
        if moment.marks:
            there = f"{clock.at(beat, later=0.12)},{_GONE}"
            yield _named(f"k{beat}", {f"0%,{clock.at(beat)}": "opacity:0", there: "opacity:1", "to": "opacity:0"})


def _passing(clock: Clock, moments: Sequence[Moment]) -> Iterator[str]:
    """Let the ways that are tested and the lines that are read come and go."""
    for beat, moment in enumerate(moments):
        if moment.reads:
            strength, until = ".16", beat + 1.5
        elif moment.line and (beat == 0 or moments[beat - 1].line != moment.line):
            later = (n for n in range(beat, len(moments)) if moments[n].line != moment.line)
            strength, until = "1", next(later, len(moments))
        else:
            continue
        yield _named(
            f"w{beat}", {"0%": "opacity:0", clock.at(beat): f"opacity:{strength}", f"{clock.at(until)},to": "opacity:0"}
        )


def _jumping(clock: Clock, stage: Stage, moments: Sequence[Moment]) -> str:
    frames, before = {"0%": "opacity:0"}, None
    for beat, moment in enumerate(moments):
        if moment.here and moment.here != before:
            x, y = stage.place(moment.here)
            home_x, home_y = stage.place(stage.first)
            frames[clock.at(beat)] = f"opacity:1;transform:translate({fmt(x - home_x)}px,{fmt(y - home_y)}px)"
        before = moment.here
    frames[f"{clock.at(clock.beats)},to"] = "opacity:0"
    return _named("here", frames)


def _counting(clock: Clock, moments: Sequence[Moment]) -> str:
    frames, place, before = {"0%": "transform:none"}, 0, 0
    for beat, moment in enumerate(moments):
        if moment.examined != before:
            before, place = moment.examined, place + STRIP
            frames[clock.at(beat)] = f"transform:translateY({-place}px)"
    frames["to"] = f"transform:translateY({-place}px)"
    return _named("count", frames)


def _ending(clock: Clock) -> str:
    """Draw the path from one end to the other, and say what was found."""
    begin, drawn = clock.at(clock.beats, later=0.1), clock.at(clock.beats, later=DRAWING)
    words = {f"0%,{begin}": "opacity:0", f"{drawn},{_GONE}": "opacity:1", "to": "opacity:0"}
    line = {
        f"0%,{begin}": "stroke-dashoffset:1;opacity:0",
        clock.at(clock.beats, later=0.12): "stroke-dashoffset:1;opacity:1",
        f"{drawn},{_GONE}": "stroke-dashoffset:0;opacity:1",
        "to": "stroke-dashoffset:0;opacity:0",
    }
    return _named("kend", words) + _named("way", line)
