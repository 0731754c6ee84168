"""The WebSocket protocol: JSON messages, distinguished by "type", and the facts about a game in them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, Self, TypeVar, get_args

import msgspec

from lianliankan.board.rules import Rules
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.history import LostSince
from lianliankan.game.options import Options
from lianliankan.game.view import GameView

T = TypeVar("T")

VERSION = 3
"""The version of the protocol; a page with another version must be reloaded."""

MAX_MESSAGE_BYTES = 4096
"""The size of the longest message that a client may send."""

MAX_COMMANDS = 5_000
"""The most commands of a game: longer ones would take too long to open, and no player makes so many."""

MAX_NUMBER = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""

CLOSE_REFUSED: Final = 1008
CLOSE_RESTART: Final = 1012  # the server stops; uvicorn sends it, too
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

ErrorCode = Literal["bad", "store", "queue", "heavy", "long", "gone", "busy", "slow", "version"]

ERROR_CODES: tuple[ErrorCode, ...] = get_args(ErrorCode)
"""The codes of error messages: not understood; could not be saved, so it was not run; too much work is waiting, so it
was not run; it would have taken too long, so it was not run; too many commands; no such game; too many connections; too
many messages; another version of the protocol."""

ClientNumber = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]


class BadMessage(ValueError):
    """Input that is not a message; the text says why."""


# ---- From the client -------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message; `v` is the page's version of the protocol."""

    v: int


class Do(msgspec.Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """A command.

    - `n`: the client's number for it, returned with the answer.
    - `version`: how many commands of the game the client had seen when its player chose it.
    - `command`: its text.
    """

    n: ClientNumber
    version: ClientNumber
    command: Annotated[str, msgspec.Meta(max_length=64)]


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A ping: the question whether the server is there."""

    n: ClientNumber


class AskWinnable(msgspec.Struct, frozen=True, tag="winnable", forbid_unknown_fields=True):
    """A question whether the game can still be won; it changes nothing."""

    n: ClientNumber


class Begin(msgspec.Struct, frozen=True, tag="begin", forbid_unknown_fields=True):
    """The player has picked a first tile, so the clock starts; it has no answer, and is not stored."""


FromClient = Hello | Do | Begin | Ping | AskWinnable

FROM_CLIENT: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
"""Decodes the messages of a client; for `read_message`."""


def read_message(text: str | bytes | None, decoder: msgspec.json.Decoder[T]) -> T:
    """Parse a message; None stands for a frame that is not text. Raises BadMessage if it is not a message.

    >>> read_message('{"type":"do","n":7,"version":12,"command":"pick 3,4"}', FROM_CLIENT)
    Do(n=7, version=12, command='pick 3,4')
    >>> read_message('{"type":"do"}', FROM_CLIENT)
    Traceback (most recent call last):
        ...
    lianliankan.web.live.protocol.BadMessage: Object missing required field `n`
    """
    if text is None:
        raise BadMessage("messages must be text frames")
    if len(text) > MAX_MESSAGE_BYTES:
        raise BadMessage("the message is too long")
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadMessage(str(problem) or "not valid JSON") from None


# ---- To the client ---------------------------------------------------------------------------------------------------


class GameHead(msgspec.Struct, frozen=True):
    """The constants of a game: its rules, the text of its deal if it has one, seed and options."""

    rules: Rules
    deal: str | None
    seed: int
    options: Options

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the head of a game."""
        deal = None if game.deal is None else str(game.deal)
        return cls(game.first_board.rules, deal, game.seed, game.options)


class FullState(msgspec.Struct, frozen=True, tag="state"):
    """The whole game: the first answer, and the answer to command `n` if it no longer applies."""

    n: int | None
    v: int
    id: str
    version: int
    rows: list[list[int]]
    head: GameHead
    view: GameView


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The effect of a command; `n` is None for commands of other connections and of the clock."""

    n: int | None
    version: int
    events: list[Event]
    view: GameView


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: int


class Winnability(msgspec.Struct, frozen=True, tag="winnable", omit_defaults=True):
    """Whether the game can still be won after `version` commands (None: undecided), and since when it cannot.

    `timed_out` is there if something is undecided because the time was over.
    """

    n: int
    version: int
    winnable: bool | None
    doomed: LostSince | None
    timed_out: bool = False


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """Something that failed: a short code for the page, a message for people, and the command if it was one."""

    code: ErrorCode
    message: str
    n: int | None = None


# ---- What a message says about a game --------------------------------------------------------------------------------


def build_state(id: str, game: Game, view: GameView, n: int | None = None) -> FullState:
    """Return everything that a page needs to show a game; `n` is the command that it answers."""
    return FullState(
        n=n,
        v=VERSION,
        id=id,
        version=game.version,
        rows=game.board.to_rows(),
        head=GameHead.of(game),
        view=view,
    )
