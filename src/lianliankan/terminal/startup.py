"""How the terminal game starts: the language, the faces, and the first game."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, cast

from lianliankan.board.rules import Gravity, Rules
from lianliankan.dealing.deal import scatter
from lianliankan.dealing.deal_spec import DEFAULT_COLS, DEFAULT_ROWS, Deal, parse_size
from lianliankan.dealing.difficulty import parse_difficulty
from lianliankan.errors import BadOptions, DamagedGame
from lianliankan.faces.registry import face_set
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES, Plan, daily, level, plan
from lianliankan.game.options import Options
from lianliankan.terminal.next_game import deal_game
from lianliankan.terminal.session import Playable, UnsavedGame
from lianliankan.texts import LANGUAGES, Language, detect_language

if TYPE_CHECKING:
    from lianliankan.store import Store

__all__ = ["Appearance", "StartRequest", "choose_appearance", "draw_seed", "first_game", "plan_request"]

_MAX_DEAL = 1_000_000  # the highest deal number drawn: short enough to tell someone

_MAX_TRIED = 10  # games to open until one is not damaged


class StartRequest(NamedTuple):
    """The game to start with; if all is None, the unfinished game, or a new classic one."""

    mode: str | None = None
    size: str | None = None
    kinds: int | None = None
    gravity: str | None = None
    difficulty: str | None = None
    seed: int | None = None
    level: int | None = None
    game_id: str | None = None
    game: Game | None = None
    demo: bool = False


class Appearance(NamedTuple):
    """The language, the faces, and whether to animate."""

    language: Language
    faces: str
    is_animated: bool


def choose_appearance(
    store: "Store | None", environ: Mapping[str, str], *, language: str | None = None, faces: str | None = None
) -> Appearance:
    """Choose the language and the faces: from the arguments, else from the settings, else from the locale.

    The default is capitals, which look right in every terminal; in a Chinese locale mahjong tiles; and if the locale
    has no Unicode, plain ASCII.

    >>> choose_appearance(None, {"LANG": "zh_CN.UTF-8"})
    Appearance(language='zh', faces='mahjong', is_animated=True)
    >>> [choose_appearance(None, {"LANG": f"en_GB.{charset}"}).faces for charset in ("UTF-8", "ISO-8859-1")]
    ['capitals', 'ascii']
    """
    saved = {} if store is None else {name: store.setting(name, "") for name in ("language", "faces")}
    wanted = language or saved.get("language") or detect_language(environ)
    known: Language = wanted if wanted in LANGUAGES else "en"
    shown = faces or saved.get("faces") or _default_faces(environ, known)
    if faces is None and shown not in face_names():
        shown = _default_faces(environ, known)
    animated = True if store is None else store.setting("animation", True)  # the default
    return Appearance(known, face_set(shown).name, animated)


def face_names() -> frozenset[str]:
    """Return the names of all faces."""
    from lianliankan.faces.registry import FACE_SETS

    return frozenset(FACE_SETS)


def _default_faces(environ: Mapping[str, str], language: Language) -> str:
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    _, dot, charset = locale.partition(".")
    if dot and charset.lower().replace("-", "") not in ("utf8", "gb18030"):
        return "ascii"
    return "mahjong" if language == "zh" else "capitals"


def plan_request(request: StartRequest, store: "Store | None", draw_seed: Callable[[], int]) -> Plan:
    """Make a plan from a request; raises a ValueError that says what is wrong with it.

    >>> str(plan_request(StartRequest(size="4x6", gravity="down", seed=7), None, draw_seed=lambda: 1).deal)
    '4x6 seed=7 gravity=down'
    """
    mode = request.mode or ("campaign" if request.level is not None else "classic")
    if mode not in (*MODES, "own"):
        raise BadOptions(f"unknown mode {mode!r} (choose from {', '.join((*MODES, 'own'))})")
    if request.level is not None and mode != "campaign":
        raise BadOptions(f"only the campaign has levels, not mode {mode!r}")
    if mode in ("daily", "campaign"):
        for name in ("size", "kinds", "gravity", "difficulty", "seed"):
            if getattr(request, name) is not None:
                option = "deal" if name == "seed" else name
                raise BadOptions(f"--{option} cannot be used with mode {mode!r}, whose boards are fixed")
    if mode == "daily":
        return daily(datetime.now(UTC).date())
    if mode == "campaign":
        progress = None if store is None else store.campaign()
        number = request.level or (1 if progress is None else progress.level)
        return level(number) if progress is None else level(number, lives=progress.lives)
    rows, cols = parse_size(request.size) if request.size else (DEFAULT_ROWS, DEFAULT_COLS)
    rules = Rules(gravity=cast(Gravity, request.gravity or "still"))
    seed = draw_seed() if request.seed is None else request.seed
    difficulty = None if request.difficulty is None else parse_difficulty(request.difficulty)
    if mode == "own":
        deal = Deal(rows=rows, cols=cols, kinds=request.kinds, seed=seed, rules=rules, difficulty=difficulty)
        return Plan(deal, Options())
    return plan(mode, seed=seed, rows=rows, cols=cols, kinds=request.kinds, rules=rules, difficulty=difficulty)


def draw_seed() -> int:
    """Draw a random deal number.

    >>> 1 <= draw_seed() <= 1_000_000
    True
    """
    return 1 + secrets.randbelow(_MAX_DEAL)


def first_game(store: "Store | None", request: StartRequest) -> Callable[[], tuple[Playable, bool]]:
    """Return a function that makes the first game and says whether it was started before.

    The request is checked here; only dealing is left for later.
    """

    def save(game: Game) -> Playable:
        return UnsavedGame(game) if store is None else store.begin(game)

    if request.game is not None:
        own = request.game
        return lambda: (save(own), bool(own.entries))
    if request.game_id is not None and store is not None:
        stored = store.open(request.game_id)
        return lambda: (stored, True)
    is_specific = any(value is not None for name, value in request._asdict().items() if name != "demo")
    if store is not None and not is_specific:
        unfinished = _open_unfinished(store)
        if unfinished is not None:
            return lambda: (unfinished, True)
    planned = plan_request(request, store, draw_seed)
    deal = planned.deal
    scatter(deal.rows, deal.cols, kinds=deal.kinds, seed=deal.seed, rules=deal.rules)  # rejects bad sizes and kinds
    return lambda: (save(deal_game(planned)), False)


def _open_unfinished(store: "Store") -> Playable | None:
    """Open the latest unfinished game, skipping damaged ones."""
    for summary in store.games(over=False, limit=_MAX_TRIED):
        with suppress(DamagedGame):
            return store.open(summary.id)
    return None
