"""New games on the web: what a request may ask of the server, and the games that are shared as text."""

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadOptions, BadShare, TooLarge
from lianliankan.game.game import Game
from lianliankan.game.modes import FIXED_BOARDS, MODES, Plan
from lianliankan.game.replay import restarted
from lianliankan.game.start import NewGameRequest, start_game
from lianliankan.records.share import from_share
from lianliankan.seeds import draw_seed
from lianliankan.store import Store
from lianliankan.web.responses import ApiError

__all__ = [
    "MAX_CELLS",
    "MAX_KINDS",
    "MAX_QUICK_CELLS",
    "MAX_RATED_CELLS",
    "MAX_SHARE_LENGTH",
    "is_quick_deal",
    "plan_posted",
    "read_share",
    "start_posted",
]

MAX_CELLS = 1024
"""The number of cells of the largest board on the web."""

MAX_SHARE_LENGTH = 16_000
"""The length of the longest share text that is read, in characters."""

MAX_KINDS = 240
"""The highest number of kinds: the page has no more faces."""

MAX_RATED_CELLS = 240
"""The number of cells of the largest board of a chosen difficulty: finding one takes many deals."""

MAX_QUICK_CELLS = 400
"""The number of cells of the largest board that is dealt without a noticeable wait, and of one with unusual paths."""

_SHARE_SECONDS = 3.0


def plan_posted(request: NewGameRequest, store: Store) -> Plan | None:
    """Plan the requested game, or return None if it is a shared one; raises a ValueError that says what is wrong."""
    if request.share is not None:
        if set(request.given) != {"share"}:
            raise BadOptions("share cannot be combined with other fields")
        return None
    planned = request.plan(store.campaign() if request.chosen_mode == "campaign" else None)
    _check_limits(planned.deal)
    return planned


def start_posted(request: NewGameRequest, planned: Plan | None) -> Game:
    """Start a planned game, or a copy of the shared one before its first command; a board is played as a classic game.

    >>> from lianliankan.records.share import to_share
    >>> request = NewGameRequest(share=to_share(Board.parse("AB/AB")))
    >>> start_posted(request, None).options.mode
    'classic'
    """
    if planned is not None:
        return start_game(planned)
    found = read_share(request.share or "")
    return restarted(found) if isinstance(found, Game) else Game(found, MODES["classic"], seed=draw_seed())


def is_quick_deal(planned: Plan) -> bool:
    """Whether the board can be dealt quickly; others may take seconds, or not exist at all.

    >>> is_quick_deal(NewGameRequest(mode="timed", gravity="down").plan())
    True
    >>> is_quick_deal(NewGameRequest(mode="timed", max_turns=0).plan())
    False
    """
    deal = planned.deal
    is_usual = deal.kinds is None and deal.mask is None and deal.difficulty is None and deal.rules.adjacent
    return planned.options.mode in FIXED_BOARDS or (
        is_usual and _has_usual_paths(deal) and deal.rows * deal.cols <= MAX_QUICK_CELLS
    )


def read_share(text: str) -> Board | Game:
    """Read a share text; raises a ValueError if it is damaged, or too large for the web."""
    if len(text) > MAX_SHARE_LENGTH:
        raise TooLarge(f"share texts are limited to {MAX_SHARE_LENGTH} characters")
    found = from_share(text, seconds=_SHARE_SECONDS)
    board = found.first_board if isinstance(found, Game) else found
    if board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"boards are limited to {MAX_CELLS} cells on the web")
    if max(board.kinds, default=0) > MAX_KINDS:
        raise BadShare(f"there are no faces for kinds above {MAX_KINDS}")
    return found


def _check_limits(deal: Deal) -> None:
    """Reject boards that would take the server too long, or for which the page has no faces."""
    cells = deal.rows * deal.cols
    limits = [
        (MAX_RATED_CELLS, deal.difficulty is not None, "large rated", "boards of a chosen difficulty"),
        (MAX_QUICK_CELLS, not _has_usual_paths(deal), "large rules", "boards with these rules"),
        (MAX_CELLS, True, "large", "boards"),
    ]
    for most, is_limited, reason, what in limits:
        if is_limited and cells > most:
            raise ApiError(
                413, "large", f"{what} are limited to {most} cells on the web", reason, cells=cells, most=most
            )
    if deal.kind_count > MAX_KINDS:
        raise TooLarge(f"kinds are limited to {MAX_KINDS} on the web")


def _has_usual_paths(deal: Deal) -> bool:
    return deal.rules.max_turns == 2 and deal.rules.outside
