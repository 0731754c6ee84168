"""The keys that a room offers at the moment, and the text in the corner of the screen."""

from lianliankan.terminal.bars import Key
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.race.room_model import RoomModel
from lianliankan.terminal.text_inks import TextInks
from lianliankan.texts import Texts

IDLE_WARNING = 10_000
"""When fewer milliseconds than this are left before an idle seat is out, its player is warned."""

HELP_KEYS = (
    ("r", "ready"),
    ("arrows", "arrows"),
    ("Enter", "pick"),
    ("Tab", "next"),
    ("click", "mouse"),
    ("1-3", "items"),
    ("1-5", "bot"),
    ("h", "hint"),
    ("e", "react"),
    ("t", "target"),
    ("d", "remove"),
    ("x", "give up"),
    ("k", "kind"),
    ("g", "faces"),
    ("m", "motion"),
    ("l", "language"),
    ("q", "leave"),
)
"""Every key, or the name of the text for it, and the text that explains it."""

_HINT = ("h", "tool hint", "do('hint')")
_ITEMS = (("1-3", "room key items", "digit(1)"), ("t", "room key target", "next_target"))
_KINDS = ("k", "room key kinds", "kinds")
_FACES = ("g", "room key faces", "faces")
_REACT = ("e", "room key react", "app.react")
_GIVE_UP = ("x", "room key give up", "app.give_up")
_NEXT = ("Tab", "room key next", "next")
_READY = ("r", "room key ready", "ready")
_HOST = (("1-5", "room key bot", "digit(3)"), ("d", "room key remove", "app.remove"))
_ALWAYS = (("?", "tool help", "app.help"), ("q", "tool quit", "app.leave"))


def room_keys(model: RoomModel | None, texts: Texts) -> list[Key]:
    """Return the keys for the line at the bottom."""
    found: tuple[tuple[str, str, str], ...] = ()
    if model is not None and model.is_playing:
        found = (*(_ITEMS if model.room.settings.items else ()), _HINT, _KINDS, _FACES, _REACT, _GIVE_UP)
    elif model is not None and model.is_racing:
        found = (_NEXT, _FACES)
    elif model is not None and model.you is not None:
        found = (_READY, *(_HOST if model.is_host else ()), _REACT)
    return [Key(press, texts(word), action) for press, word, action in (*found, *_ALWAYS)]


def corner_line(model: RoomModel | None, texts: Texts, inks: TextInks, *, is_connected: bool) -> list[CellRun]:
    """Return the text at the right, above the board, which needs the player's attention."""
    if not is_connected:
        return [CellRun(f"{texts('room lost')} ", inks.bad)]
    if model is None or not model.is_racing:
        return []
    own = model.own
    if own is None or not model.is_playing:
        return [CellRun(f"{texts('room watching')} ", inks.accent)]
    left = None if own.idle_at is None else own.idle_at - model.race_now
    if left is not None and left < IDLE_WARNING:
        return [CellRun(f"{texts('room idle', seconds=max(left, 0) // 1000)} ", inks.bad)]
    return []
