"""The CSS of an animation: keyframes for every part of the picture, all with the same duration.

The classes: `k` with `k7` appears at beat 7 and stays; `w` with `w7` is visible for a while from beat 7; `here` jumps
from cell to cell; `count` is a strip of numbers; `way` is the path, and `k` with `kend` appears with it. Readers who
prefer reduced motion see only the end.
"""

from collections.abc import Iterator, Mapping, Sequence

from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.lab.svg_board import SvgBoard
from lianliankan.lab.trace.keyframes import DRAWING, Keyframe, Timeline

STRIP = 24
"""The distance between numbers on the counter's strip."""

_GONE = "98%"  # when everything disappears, just before the next round


def motion(svg: SvgBoard, keyframes: Sequence[Keyframe]) -> str:
    """Write the CSS.

    >>> from lianliankan.board.board import Board
    >>> motion(SvgBoard.at(Board.parse("AA"), left=0, top=0), [])[:60]
    '.way{stroke-dasharray:1 1}.w,.here{opacity:0}.count{transfor'
    """
    timeline = Timeline(len(keyframes))
    return "".join(
        [
            ".way{stroke-dasharray:1 1}.w,.here{opacity:0}",
            f".count{{transform:translateY({-STRIP * (len(list_counts(keyframes)) - 1)}px)}}",
            "@media(prefers-reduced-motion:no-preference){",
            f".k,.w,.way,.here,.count{{animation:{fmt(timeline.whole)}s linear infinite}}",
            ".w,.here,.count{animation-timing-function:step-end}",
            *_coming(timeline, keyframes),
            *_passing(timeline, keyframes),
            _jumping(timeline, svg, keyframes),
            _counting(timeline, keyframes),
            _ending(timeline),
            "}",
        ]
    )


def list_counts(keyframes: Sequence[Keyframe]) -> list[int]:
    """Return the numbers on the counter's strip, each once.

    >>> list_counts([Keyframe({}, None, (), (), examined) for examined in (0, 1, 1, 5)])
    [0, 1, 5]
    """
    return list(dict.fromkeys([0, *(keyframe.examined for keyframe in keyframes)]))


def _named(part: str, frames: Mapping[str, str]) -> str:
    """Write a class and its keyframes under the same name."""
    written = "".join(f"{when}{{{how}}}" for when, how in frames.items())
    return f".{part}{{animation-name:{part}}}@keyframes {part}{{{written}}}"


def _coming(timeline: Timeline, keyframes: Sequence[Keyframe]) -> Iterator[str]:
    """Fade in the marks of each beat; they stay to the end."""
    for beat, keyframe in enumerate(keyframes):
        if keyframe.marks:
            there = f"{timeline.at(beat, later=0.12)},{_GONE}"
            yield _named(f"k{beat}", {f"0%,{timeline.at(beat)}": "opacity:0", there: "opacity:1", "to": "opacity:0"})


def _passing(timeline: Timeline, keyframes: Sequence[Keyframe]) -> Iterator[str]:
    """Show and hide the lines that are tested or read."""
    for beat, keyframe in enumerate(keyframes):
        if keyframe.reads:
            strength, until = ".16", beat + 1.5
        elif keyframe.line and (beat == 0 or keyframes[beat - 1].line != keyframe.line):
            later = (n for n in range(beat, len(keyframes)) if keyframes[n].line != keyframe.line)
            strength, until = "1", next(later, len(keyframes))
        else:
            continue
        yield _named(
            f"w{beat}",
            {"0%": "opacity:0", timeline.at(beat): f"opacity:{strength}", f"{timeline.at(until)},to": "opacity:0"},
        )


def _jumping(timeline: Timeline, svg: SvgBoard, keyframes: Sequence[Keyframe]) -> str:
    frames, before = {"0%": "opacity:0"}, None
    for beat, keyframe in enumerate(keyframes):
        if keyframe.here and keyframe.here != before:
            x, y = svg.place(keyframe.here)
            home_x, home_y = svg.place(svg.first)
            frames[timeline.at(beat)] = f"opacity:1;transform:translate({fmt(x - home_x)}px,{fmt(y - home_y)}px)"
        before = keyframe.here
    frames[f"{timeline.at(timeline.beats)},to"] = "opacity:0"
    return _named("here", frames)


def _counting(timeline: Timeline, keyframes: Sequence[Keyframe]) -> str:
    frames, place, before = {"0%": "transform:none"}, 0, 0
    for beat, keyframe in enumerate(keyframes):
        if keyframe.examined != before:
            before, place = keyframe.examined, place + STRIP
            frames[timeline.at(beat)] = f"transform:translateY({-place}px)"
    frames["to"] = f"transform:translateY({-place}px)"
    return _named("count", frames)


def _ending(timeline: Timeline) -> str:
    """Draw the path from end to end, and show the result."""
    begin, drawn = timeline.at(timeline.beats, later=0.1), timeline.at(timeline.beats, later=DRAWING)
    words = {f"0%,{begin}": "opacity:0", f"{drawn},{_GONE}": "opacity:1", "to": "opacity:0"}
    line = {
        f"0%,{begin}": "stroke-dashoffset:1;opacity:0",
        timeline.at(timeline.beats, later=0.12): "stroke-dashoffset:1;opacity:1",
        f"{drawn},{_GONE}": "stroke-dashoffset:0;opacity:1",
        "to": "stroke-dashoffset:0;opacity:0",
    }
    return _named("kend", words) + _named("way", line)
