"""The answers of the JSON endpoints; the page's types are made from these and from the protocol's."""

from typing import Any, Self

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.rules import Phase, Rules
from lianliankan.faces.custom.refusal import RefusalCode
from lianliankan.game.game import Game
from lianliankan.game.start import NearestBoard
from lianliankan.game.view import GameView
from lianliankan.store.best_lists import BestList, DealWord, deal_words
from lianliankan.store.statistics import DailyRecord
from lianliankan.store.summary import Summary
from lianliankan.web.base.page_data import ErrorAnswer
from lianliankan.web.live.protocol import GameHead
from lianliankan.web.state.board_choices import ImpossibleChoice


class IdAnswer(msgspec.Struct, frozen=True):
    """The id of a saved set of pictures."""

    id: str


class NewGameAnswer(msgspec.Struct, frozen=True):
    """The id of a new game; `nearest` says what its board is if no board of the chosen difficulty was found."""

    id: str
    nearest: NearestBoard | None


class BoardOutline(msgspec.Struct, frozen=True):
    """A board that would be dealt: its mask, the number of its tiles and of its kinds."""

    mask: str
    tiles: int
    kinds: int


class ListedBest(BestList, frozen=True):
    """A list of best games, with what the text of its deal says.

    - `words`, `number`: besides the size, and the digits of the number, if it has one.
    - `has_game`: whether the game that was asked about belongs to it.
    """

    words: tuple[DealWord, ...] = ()
    number: str = ""
    has_game: bool = False

    @classmethod
    def of(cls, each: BestList, game: list[BestList]) -> Self:
        """Describe a list; `game` are those of the game that was asked about."""
        words, number = deal_words(each.deal or each.kind or "")
        about = {name: getattr(each, name) for name in BestList.__struct_fields__}
        return cls(**about, words=tuple(words), number=number, has_game=each.key in {own.key for own in game})


class PreviewAnswer(msgspec.Struct, frozen=True):
    """The board that a request would be dealt, or why there is none, and what cannot be chosen for a board so large."""

    board: BoardOutline | None
    problem: ErrorAnswer | None
    impossible: list[ImpossibleChoice]


class RemovedAnswer(msgspec.Struct, frozen=True):
    """The id of the removed thing."""

    removed: str


# ---- Games -----------------------------------------------------------------------------------------------------------


class CampaignAnswer(msgspec.Struct, frozen=True):
    """The progress of the campaign: the level to play next, the lives, and the best stars of every level won."""

    level: int
    lives: int
    stars: dict[int, int]


class DailyAnswer(msgspec.Struct, frozen=True):
    """The day of the daily game, and the first attempt, which counts; or else a game that has no pair yet."""

    day: str
    summary: Summary | None


class AccountBrief(msgspec.Struct, frozen=True):
    """Whether the player has an account, its name, and whether this browser was just found to be signed out."""

    exists: bool
    name: str
    was_signed_out: bool


class PlayerAnswer(msgspec.Struct, frozen=True):
    """A player: the unfinished game, the progress of the campaign, the daily game, and the page's settings.

    `account` is None where there are no accounts: on one's own machine.
    """

    unfinished: Summary | None
    campaign: CampaignAnswer
    daily: DailyAnswer
    settings: dict[str, Any]
    account: AccountBrief | None


class CalendarAnswer(msgspec.Struct, frozen=True):
    """The daily games: today and the first day to play (UTC), the seconds left today, and the player's record."""

    today: str
    first_day: str
    seconds_left: float
    record: DailyRecord


class StandingAnswer(msgspec.Struct, frozen=True):
    """A result in a ranking; equal ones share a place.

    - `name`: of the player; None for guests and for players who do not show it. They have a `tag`.
    - `is_own`: whether it is the player's own.
    """

    place: int
    name: str | None
    tag: str
    won: bool
    score: int
    seconds: float
    stars: int
    is_own: bool


class RankingAnswer(msgspec.Struct, frozen=True):
    """A ranking of all players of the site.

    - `players`: how many there are; `top`: the best of them.
    - `near`: the player with neighbours, as far as they are not at the top.
    - `own`: the player's result, and `game`, in which it was; None if there is none.
    - `percent`: how many of a hundred other players are worse; None without a result, and without others.
    """

    players: int
    top: list[StandingAnswer]
    near: list[StandingAnswer]
    own: StandingAnswer | None
    game: str | None
    percent: int | None


class ShareAnswer(msgspec.Struct, frozen=True):
    """The share texts of a game, of its board, and of the game before its first command.

    `rows`, `head` and `view` are its first board, what it allows and how it stands.
    """

    game: str
    board: str
    challenge: str
    rows: list[list[int]]
    head: GameHead
    view: GameView


class BoardAnswer(msgspec.Struct, frozen=True):
    """A shared board, or the first board of a shared game; only a game has a `head`.

    `own` is the best game that the player has finished on the same board in the same mode; `winnable` says whether the
    board can be won, None if that is not known.
    """

    rows: list[list[int]]
    rules: Rules
    phase: Phase
    tiles: int
    head: GameHead | None
    own: Summary | None
    winnable: bool | None

    @classmethod
    def of(cls, shared: Board | Game, own: Summary | None, *, winnable: bool | None) -> "BoardAnswer":
        """Describe a shared board or game."""
        board = shared.first_board if isinstance(shared, Game) else shared
        head = GameHead.of(shared) if isinstance(shared, Game) else None
        return cls(board.to_rows(), board.rules, board.phase, board.tile_count, head, own, winnable)


# ---- Accounts --------------------------------------------------------------------------------------------------------


class DeviceAnswer(msgspec.Struct, frozen=True):
    """A device: its handle, the names of its browser and system if they are known, and times in seconds since 1970."""

    id: str
    browser: str
    system: str
    seen: int
    is_this: bool


class PasskeyAnswer(msgspec.Struct, frozen=True):
    """A passkey: where it was made, and when it was made and last used, in seconds since 1970."""

    id: str
    browser: str
    system: str
    created: int
    used: int


class AccountAnswer(msgspec.Struct, frozen=True):
    """A player's account; without one, `exists` is False and the lists are empty.

    `games` is how many games the player has, `played` in how many of them a pair was made.
    """

    exists: bool
    name: str
    games: int
    played: int
    devices: list[DeviceAnswer]
    passkeys: list[PasskeyAnswer]


class LinkAnswer(msgspec.Struct, frozen=True):
    """A link for another device, as a QR code in SVG too, and how many seconds it is good."""

    address: str
    qr: str
    seconds: int


class InvitationAnswer(msgspec.Struct, frozen=True):
    """The account that a link leads to: its name and number of games, and whether this browser is in it already.

    `unfinished` is the account's game to continue, whatever this browser brings along. `guest` is how many games it
    could bring; None if it belongs to another account.
    """

    name: str
    games: int
    is_own: bool
    unfinished: str | None
    guest: int | None


class ForgottenAnswer(msgspec.Struct, frozen=True):
    """How many games were deleted with everything else."""

    games: int


# ---- Custom pictures -------------------------------------------------------------------------------------------------


class PictureAnswer(msgspec.Struct, frozen=True):
    """A stored picture, and where to load it from."""

    id: str
    label: str
    address: str


class PictureSetAnswer(msgspec.Struct, frozen=True):
    """A set of pictures; `changed` is in seconds since 1970."""

    id: str
    name: str
    changed: int
    bytes: int
    pictures: list[PictureAnswer]


class QuotaAnswer(msgspec.Struct, frozen=True):
    """How many sets, pictures and bytes a player may store, and how many bytes are used."""

    sets: int
    pictures: int
    bytes: int
    used: int


class PictureListAnswer(msgspec.Struct, frozen=True):
    """A player's sets, the draft, and the quota."""

    sets: list[PictureSetAnswer]
    draft: PictureSetAnswer | None
    quota: QuotaAnswer


class RefusalAnswer(msgspec.Struct, frozen=True):
    """A file that was refused: its name, a short code for the page, and a message for people.

    `other` is the label of the picture that it equals, if that is the reason.
    """

    label: str
    code: RefusalCode
    words: str
    other: str


class UploadAnswer(msgspec.Struct, frozen=True):
    """The outcome of an upload."""

    kept: list[PictureAnswer]
    refused: list[RefusalAnswer]


class RefusedFileAnswer(msgspec.Struct, frozen=True):
    """A file of an import that was left out, and why."""

    name: str
    reason: str


class ImportAnswer(msgspec.Struct, frozen=True):
    """The outcome of an import.

    - `new`, `continued`, `known`, `apart`: games that were new, were continued, were here already, and were played on
      both here and elsewhere, of which the one here stays.
    - `settings`, `sets`: how many settings and sets of pictures were taken over; `known_sets`: how many were here.
    - `unfinished`: of the games that are new here or were continued, the last changed one to continue.
    - `refused`: files that were left out, and `more_refused`: how many more.
    """

    new: int
    continued: int
    known: int
    apart: int
    settings: int
    sets: int
    known_sets: int
    unfinished: str | None
    refused: list[RefusedFileAnswer]
    more_refused: int


class SimilarPictures(msgspec.Struct, frozen=True):
    """Two pictures that look alike, and in which view."""

    first: str
    second: str
    distance: float
    view: str


class DraftAnswer(msgspec.Struct, frozen=True):
    """The draft, and the pairs of pictures in it that look alike."""

    id: str | None
    pictures: list[PictureAnswer]
    alike: list[SimilarPictures]
