"""The WebSocket protocol: JSON messages, distinguished by "type", and what they say about a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.position import perft
from lianliankan.game.events import Doomed, Event, encode_value
from lianliankan.game.game import Game

__all__ = [
    "CLOSE_CODES",
    "CLOSE_FULL",
    "CLOSE_LATER",
    "CLOSE_NO_GAME",
    "CLOSE_OTHER_VERSION",
    "CLOSE_REFUSED",
    "ERROR_CODES",
    "MAX_MESSAGE_BYTES",
    "MAX_NUMBER",
    "VERSION",
    "AskWinnable",
    "BadMessage",
    "Do",
    "Done",
    "ErrorCode",
    "ErrorMessage",
    "FromClient",
    "FullState",
    "GameView",
    "Hello",
    "LostSince",
    "Ping",
    "Pong",
    "Winnability",
    "build_state",
    "build_view",
    "encode",
    "encode_text",
    "options_dict",
    "read_message",
    "rules_dict",
    "update_lost_since",
]

VERSION = 1
"""The version of the protocol; a page with another version must be reloaded."""

MAX_MESSAGE_BYTES = 4096
"""The size of the longest message that a client may send."""

MAX_NUMBER = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""

CLOSE_REFUSED: Final = 1008
CLOSE_LATER: Final = 1013
CLOSE_NO_GAME: Final = 4404
CLOSE_OTHER_VERSION: Final = 4426
CLOSE_FULL: Final = 4429

CLOSE_CODES: Mapping[str, int] = MappingProxyType(
    {
        "refused": CLOSE_REFUSED,  # too many or bad messages
        "later": CLOSE_LATER,  # the game cannot be read at the moment
        "no_game": CLOSE_NO_GAME,
        "other_version": CLOSE_OTHER_VERSION,  # of the protocol; reload the page
        "full": CLOSE_FULL,  # too many connections
    }
)
"""The codes that the server closes connections with."""

ErrorCode = Literal["bad", "store", "gone", "busy", "slow", "version"]

ERROR_CODES: tuple[ErrorCode, ...] = get_args(ErrorCode)
"""The codes of error messages: not understood; could not be saved, so it was not run; no such game; too many
connections; too many messages; another version of the protocol."""

_MAX_COMMAND = 64


class BadMessage(ValueError):
    """Input that is not a message; the text says why."""


# ---- From the client -------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message; `v` is the page's version of the protocol."""

    v: int


class Do(msgspec.Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """A command.

    - `n`: the client's number for it, returned with the answer.
    - `after`: how many entries of the game the client has seen.
    - `command`: its text.
    """

    n: int
    after: int
    command: str

    def __post_init__(self) -> None:
        _check_number(self.n)
        _check_number(self.after)
        if len(self.command) > _MAX_COMMAND:
            raise ValueError("the command is too long")


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A question whether the server is there."""

    n: int

    def __post_init__(self) -> None:
        _check_number(self.n)


class AskWinnable(msgspec.Struct, frozen=True, tag="light", forbid_unknown_fields=True):
    """A question whether the game can still be won; it changes nothing."""

    n: int

    def __post_init__(self) -> None:
        _check_number(self.n)


FromClient = Hello | Do | Ping | AskWinnable

_DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def read_message(text: str | bytes) -> FromClient:
    """Parse a message; raises BadMessage if it is not one.

    >>> read_message('{"type":"do","n":7,"after":12,"command":"pick 3,4"}')
    Do(n=7, after=12, command='pick 3,4')
    >>> read_message('{"type":"do"}')
    Traceback (most recent call last):
        ...
    lianliankan.web.live.protocol.BadMessage: Object missing required field `n`
    """
    if len(text) > MAX_MESSAGE_BYTES:
        raise BadMessage("the message is too long")
    try:
        found: FromClient = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadMessage(str(problem) or "not valid JSON") from None
    return found


def _check_number(number: int) -> None:
    if not 0 <= number <= MAX_NUMBER:
        raise ValueError("numbers must be from 0 to 2^53 - 1")


# ---- To the client ---------------------------------------------------------------------------------------------------


class LostSince(msgspec.Struct, frozen=True):
    """When a game was lost: after how many pairs, and the last of them; None if unknown."""

    number: int | None
    move: Move | None


class GameView(msgspec.Struct, frozen=True):
    """What a screen shows beside the board.

    - `state`, `score`, `combo`, `tiles`, `picked`, `stars`, `loss`: as in the game; `pairs`: how many were removed.
    - `moves`: how many pairs can be removed now.
    - `hints`, `shuffles`: how many are left; None if unlimited.
    - `seconds`, `left`: time played, and left if there is a limit, when sent; `running`: whether the clock runs.
    - `winnable`: whether the game can be won, if the game keeps track of it; `doomed`: since when it cannot.
    """

    state: str
    score: int
    combo: int
    moves: int
    tiles: int
    pairs: int
    hints: int | None
    shuffles: int | None
    seconds: float
    left: float | None
    running: bool
    winnable: bool | None
    doomed: LostSince | None
    can_undo: bool
    can_redo: bool
    picked: Cell | None
    stars: int
    loss: str


class FullState(msgspec.Struct, frozen=True, tag="state"):
    """The whole game: the first answer, and the answer to a command that no longer applies."""

    v: int
    id: str
    entries: int
    rows: list[list[int]]
    rules: dict[str, Any]
    phase: str
    deal: str | None
    options: dict[str, Any]
    view: GameView


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What a command did; `n` is None for commands of other connections and of the clock."""

    n: int | None
    entries: int
    events: list[Event]
    view: GameView


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: int


class Winnability(msgspec.Struct, frozen=True, tag="light"):
    """Whether the game can still be won after `entries` entries (None: undecided), and since when it cannot."""

    n: int
    entries: int
    winnable: bool | None
    doomed: LostSince | None


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """Something that failed: a short code for the page, and a message for people."""

    code: ErrorCode
    message: str


_ENCODER = msgspec.json.Encoder(enc_hook=encode_value)


def encode(value: object) -> bytes:
    """Return a message, or any other value, as JSON."""
    return _ENCODER.encode(value)


def encode_text(value: object) -> str:
    """Return a message as the text of a frame."""
    return _ENCODER.encode(value).decode()


# ---- What a message says about a game --------------------------------------------------------------------------------


def build_view(game: Game, *, at: float | None = None, doomed: LostSince | None = None) -> GameView:
    """Return the view of a game at a time; by default, at its last command.

    >>> import lianliankan as llk
    >>> view = build_view(llk.Game(llk.Board.parse("AB/AB")), at=1.5)
    >>> view.state, view.moves, view.seconds, view.running
    ('playing', 2, 1.5, True)
    """
    board, state = game.board, game.state
    return GameView(
        state=state,
        score=game.score,
        combo=game.combo,
        moves=perft(board, 1),
        tiles=board.tile_count,
        pairs=game.pairs,
        hints=game.hints_left,
        shuffles=game.shuffles_left,
        seconds=game.seconds(at),
        left=game.seconds_left(at),
        running=state in ("playing", "stuck"),
        winnable=game.winnable,
        doomed=doomed,
        can_undo=game.can_undo,
        can_redo=game.can_redo,
        picked=game.picked,
        stars=game.stars,
        loss=game.loss,
    )


def build_state(id: str, game: Game, view: GameView) -> FullState:
    """Return everything that a page needs to show a game."""
    board = game.board
    return FullState(
        v=VERSION,
        id=id,
        entries=game.entry_count,
        rows=board.to_rows(),
        rules=rules_dict(board),
        phase=board.phase,
        deal=None if game.deal is None else str(game.deal),
        options=options_dict(game),
        view=view,
    )


def rules_dict(board: Board) -> dict[str, Any]:
    """Return the rules of a board by name."""
    rules = board.rules
    return {name: getattr(rules, name) for name in ("max_turns", "outside", "gravity", "adjacent")}


def options_dict(game: Game) -> dict[str, Any]:
    """Return all options of a game by name."""
    return {name: getattr(game.options, name) for name in game.options.__slots__}


def update_lost_since(
    game: Game, events: list[Event], before: LostSince | None, *, was_winnable: bool | None
) -> LostSince | None:
    """Return since when a game is lost, after more events; it stays the same until an undo or a shuffle."""
    if not game.options.tell_doomed or game.winnable is not False:
        return None
    for event in events:
        if isinstance(event, Doomed):
            return LostSince(event.number, event.move)
    if before is None and was_winnable is not False:  # after a redo, or when no moves are left
        moves = game.lines[-1].moves
        return LostSince(game.pairs, moves[-1] if moves else None)
    return before
