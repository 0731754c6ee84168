"""The texts around a race: the lines above the board, the seats beside it, and the room between races."""

import re

from lianliankan.race.seat import Standing
from lianliankan.race.view import SeatView
from lianliankan.terminal.bars import cut
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.theme import Ink
from lianliankan.terminal.race.room_model import RoomModel
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text import format_duration
from lianliankan.text_width import display_width, pad
from lianliankan.texts import Texts
from lianliankan.web.race.protocol import RoomSeatView

_WARN_LIMIT = 20_000
_GUEST = re.compile(r"Guest ([0-9A-Z]{4}(?: \d+)?)")
_DIGITS = {  # three columns and five lines each; a full block for every 1 of the bits, from the upper left corner
    "0": 0b111101101101111,
    "1": 0b010110010010111,
    "2": 0b111001111100111,
    "3": 0b111001111001111,
    "4": 0b101101111001001,
    "5": 0b111100111001111,
    "6": 0b111100111101111,
    "7": 0b111001010010010,
    "8": 0b111101111101111,
    "9": 0b111101111001111,
}

Line = list[CellRun]


def translate_name(name: str, texts: Texts) -> str:
    """Return the name of a player as it is shown: those who have chosen none are called by the server in English.

    >>> translate_name("Guest Y5JH", Texts("zh")), translate_name("Ann", Texts("zh"))
    ('游客 Y5JH', 'Ann')
    """
    guest = _GUEST.fullmatch(name)
    if guest is not None:
        return texts("room guest", tag=guest[1])
    return texts("room owner") if name == "Player" else name


def room_heading(model: RoomModel, texts: Texts, inks: TextInks) -> Line:
    """Return the first line: the format, the board, and the code of the room."""
    settings = model.room.settings
    parts = [texts(f"format {settings.format}"), f"{settings.rows}×{settings.cols}"]
    if settings.gravity != "still":
        parts.append(texts(f"gravity {settings.gravity}"))
    parts.append(texts("room code", code=model.room.code))
    return [CellRun(f" {texts('title')}  ", inks.title), CellRun(" · ".join(parts), inks.text)]


def seat_stats(model: RoomModel, seat: SeatView, texts: Texts, inks: TextInks) -> Line:
    """Return the second line: how a seat is doing."""
    now = model.race_now
    standing = _standing(model, seat.seat)
    left = None if seat.limit_at is None else seat.limit_at - now
    shown = [
        ("time", format_duration(now / 1000), False)
        if left is None
        else ("left", format_duration(max(left, 0) / 1000), left < _WARN_LIMIT),
        ("tiles", str(seat.tiles), False),
        ("combo", f"×{seat.combo}" if seat.combo > 1 else "–", False),
    ]
    if model.has_one_board:
        shown.insert(2, ("result pairs", str(seat.pairs), False))
    if model.room.settings.hints:
        shown.append(("hints", str(seat.hints), False))
    if standing is not None and not model.is_team:
        shown.append(("room place", f"{standing.rank}/{len(model.race.seats) if model.race else 0}", False))
    runs: Line = []
    for label, value, is_bad in shown:
        runs += [
            CellRun(f"{'   ' if runs else ' '}{texts(label)} ", inks.faint),
            CellRun(value, inks.bad if is_bad else inks.strong),
        ]
    return runs


def item_line(seat: SeatView, texts: Texts, inks: TextInks) -> Line:
    """Return the items of a seat with their keys."""
    runs: Line = []
    for number, item in enumerate(seat.stock, 1):
        runs += [CellRun(f" {number} ", inks.accent), CellRun(f"{texts(f'item {item}')} ", inks.strong)]
    return runs


def winner_line(model: RoomModel, texts: Texts) -> str:
    """Return the line with the winner, the draw, or the team's result."""
    if model.race is None or not model.race.standings:
        return ""
    standings = model.race.standings
    if model.is_team:
        return texts("room team won" if standings[0].state == "finished" else "room team lost")
    first = [standing for standing in standings if standing.rank == 1]
    if len(first) > 1:
        return texts("room draw")
    if first[0].seat == model.you:
        return texts("room you won")
    return texts("room somebody won", name=translate_name(model.name(first[0].seat), texts))


# ---- The seats beside the board --------------------------------------------------------------------------------------


def seat_lines(
    model: RoomModel, texts: Texts, inks: TextInks, *, width: int, shown: int | None, target: int | None
) -> list[Line]:
    """Return three lines for each seat of the race: its rank and name, its progress, and what it is doing.

    - `shown`: the seat whose board is on the screen; `target`: the seat that an attack will meet.
    """
    if model.race is None:
        return []
    whole = max((2 * seat.pairs + seat.tiles for seat in model.race.seats), default=0)
    lines: list[Line] = []
    for seat in model.race.seats:
        standing = _standing(model, seat.seat)
        mark = "▸" if seat.seat == shown else "◎" if seat.seat == target else " "
        rank = " " if standing is None or model.is_team else str(standing.rank)
        you = f" {texts('room you')}" if seat.seat == model.you else ""
        name = cut(translate_name(seat.name, texts), width - 4 - display_width(you))
        ink = inks.strong if seat.state == "racing" else inks.faint
        lines.append(
            [
                CellRun(mark, inks.accent),
                CellRun(f"{rank} ", inks.accent),
                CellRun(name, ink),
                CellRun(you, inks.faint),
            ]
        )
        lines.append(_progress(model, seat, whole, inks, width - 3))
        lines.append([CellRun(f"   {cut(_doing(model, seat, texts), width - 3)}", _doing_ink(seat, inks))])
    return lines


def _progress(model: RoomModel, seat: SeatView, whole: int, inks: TextInks, width: int) -> Line:
    """Return a bar of what is done, and the number of tiles left, or of pairs where those count."""
    by_pairs = model.has_one_board
    number = str(seat.pairs if by_pairs else seat.tiles)
    length = max(width - 5, 4)
    done = 2 * seat.pairs if by_pairs else whole - seat.tiles
    full = min(max(round(length * done / whole), 0), length) if whole else 0
    ink = inks.good if seat.state != "out" else inks.faint
    return [
        CellRun("   ", inks.text),
        CellRun("█" * full, ink),
        CellRun("░" * (length - full), inks.faint),
        CellRun(number.rjust(4), inks.text),
    ]


def _doing(model: RoomModel, seat: SeatView, texts: Texts) -> str:
    now = model.race_now
    if seat.state == "finished":
        return texts("room finished", time=_exact((seat.ended_at or 0) / 1000))
    if seat.state == "out":
        return texts("room out", why=texts(f"room out {seat.reason}"))
    if seat.away_until is not None:
        return texts("room away", seconds=max((seat.away_until - now) // 1000, 0))
    suffering = [
        texts(f"item {item}")
        for item, until in (
            ("hide", seat.hidden_until),
            ("turn", seat.turned_until),
            ("block", seat.blocked_until),
            ("shield", seat.shielded_until),
        )
        if until > now
    ]
    if suffering:
        return " · ".join(suffering)
    if seat.combo > 1:
        return f"{texts('combo')} ×{seat.combo}"
    if seat.is_ghost:
        return texts("room ghost")
    return texts("room bot", level=seat.bot) if seat.bot else ""


def _doing_ink(seat: SeatView, inks: TextInks) -> Ink:
    if seat.state == "finished":
        return inks.good
    return inks.bad if seat.state == "out" or seat.away_until is not None else inks.faint


def _standing(model: RoomModel, number: int) -> Standing | None:
    standings = () if model.race is None else model.race.standings
    return next((standing for standing in standings if standing.seat == number), None)


def _exact(seconds: float) -> str:
    """Return a time with tenths, since races are decided by less than a second.

    >>> _exact(62.34)
    '1:02.3'
    """
    tenths = int(seconds * 10)
    return f"{format_duration(tenths // 10)}.{tenths % 10}"


# ---- The room between races ------------------------------------------------------------------------------------------


def lobby_lines(model: RoomModel, texts: Texts, inks: TextInks, *, link: str) -> list[Line]:
    """Return the lines between races: the last result, the seats, the players who are ready, and the countdown."""
    lines: list[Line] = []
    if model.race is not None and model.race.is_over and model.countdown is None:  # both need too many lines
        lines += [[CellRun(winner_line(model, texts), inks.accent)], []]
        lines += [_result_line(model, standing, texts, inks) for standing in model.race.standings]
        lines.append([])
    if model.room.phase == "closed":
        return [*lines, [CellRun(texts("room closed"), inks.bad)]]
    taken = {seat.seat: seat for seat in model.room.seats}
    for number in range(model.room.settings.seats):
        lines.append(_seat_line(model, number, taken.get(number), texts, inks))
    lines.append([])
    if model.countdown is not None:
        return [*lines, [CellRun(texts("room begins"), inks.good)], *_big_number(model.countdown, inks.accent)]
    return [*lines, *_advice(model, texts, inks, link)]


_NAME, _STATE = 20, 12  # columns


def _seat_line(model: RoomModel, number: int, seat: RoomSeatView | None, texts: Texts, inks: TextInks) -> Line:
    if seat is None:
        return [
            CellRun(f"{number + 1}  ", inks.faint),
            CellRun(pad(texts("room free"), _NAME, align="left"), inks.faint),
        ]
    if seat.is_away:
        state, ink = texts("room is away"), inks.bad
    elif seat.is_ready:
        state, ink = f"✓ {texts('room ready')}", inks.good
    else:
        state, ink = f"… {texts('room not ready')}", inks.text
    notes = [
        *([texts("room you")] if number == model.you else []),
        *([texts("room host")] if number == model.room.host else []),
        *([texts("room bot", level=seat.bot)] if seat.bot else []),
    ]
    return [
        CellRun(f"{number + 1}  ", inks.accent),
        CellRun(pad(cut(translate_name(seat.name, texts), _NAME - 2), _NAME, align="left"), inks.strong),
        CellRun(pad(state, _STATE, align="left"), ink),
        CellRun(f"  {' · '.join(notes)}", inks.faint),
    ]


def _result_line(model: RoomModel, standing: Standing, texts: Texts, inks: TextInks) -> Line:
    if standing.state == "finished" and standing.finished_at is not None:
        result = _exact(standing.finished_at / 1000)
    elif standing.state == "out":
        result = texts("room out", why=texts(f"room out {standing.reason}"))
    else:
        result = texts("result left", tiles=standing.tiles)
    if model.has_one_board:
        result = texts("room pairs", pairs=standing.pairs)
    is_own, name = standing.seat == model.you, translate_name(model.name(standing.seat), texts)
    return [
        CellRun(f"{standing.rank}  ", inks.accent),
        CellRun(pad(cut(name, _NAME - 2), _NAME, align="left"), inks.strong if is_own else inks.text),
        CellRun(result, inks.good if standing.state == "finished" else inks.faint),
    ]


def _advice(model: RoomModel, texts: Texts, inks: TextInks, link: str) -> list[Line]:
    """Return the next thing to do: wait for others, press a key, or invite a player."""
    lines: list[Line] = []
    own = model.own_room_seat
    if own is None:
        lines.append([CellRun(texts("room watching"), inks.faint)])
    elif own.is_ready:
        lines.append([CellRun(texts("room waits"), inks.faint)])
    else:
        is_again = model.race is not None and model.race.is_over
        lines.append([CellRun(texts("room press rematch" if is_again else "room press ready"), inks.strong)])
    if len(model.room.seats) < model.room.settings.seats:
        lines.append([CellRun(texts("room invite"), inks.faint), CellRun(link, inks.text)])
        if model.is_host:
            lines.append([CellRun(texts("room press bot"), inks.faint)])
    return lines


def _big_number(number: int, ink: Ink) -> list[Line]:
    """Return a number that can be read from across the room."""
    lines: list[Line] = []
    for row in range(5):
        parts = []
        for digit in str(number):
            bits = _DIGITS[digit] >> (12 - 3 * row) & 0b111
            parts.append("".join("██" if bits >> (2 - col) & 1 else "  " for col in range(3)))
        lines.append([CellRun("  ".join(parts), ink)])
    return lines
