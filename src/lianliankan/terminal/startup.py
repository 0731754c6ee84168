"""How the terminal game begins: in which language, with which faces, and with which game."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, cast

from lianliankan.board.rules import Gravity, Rules
from lianliankan.dealing.deal import scatter
from lianliankan.dealing.deal_spec import Deal, parse_difficulty, parse_size
from lianliankan.errors import BadOptions, DamagedGame
from lianliankan.faces.registry import face_set
from lianliankan.game.game import Game
from lianliankan.game.modes import DEFAULT_COLS, DEFAULT_ROWS, MODES, Plan, daily, level, plan
from lianliankan.game.options import Options
from lianliankan.terminal.next_game import dealt
from lianliankan.terminal.session import Held, Unkept
from lianliankan.terminal.texts import LANGUAGES, Language, language_of

if TYPE_CHECKING:
    from lianliankan.store import Store

__all__ = ["Appearance", "Wish", "draw_deal", "first_game", "look_of", "wished"]

_MOST_DEALS = 1_000_000  # to draw a number from: few enough that people can tell it to each other

_MOST_TRIED = 10  # games, to find one that is not damaged


class Wish(NamedTuple):
    """Which game to begin; where nothing is wished, the one in progress goes on, or a classic game begins."""

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
    """The language, the faces, and whether things move."""

    language: Language
    faces: str
    is_animated: bool


def look_of(
    store: "Store | None", environ: Mapping[str, str], *, language: str | None = None, faces: str | None = None
) -> Appearance:
    """Decide on the language and the faces: what was asked for, else what was chosen last time, else by the locale.

    Capitals look right everywhere and can be told apart; where people read Chinese, mahjong tiles are what they know;
    where the terminal may not even have Unicode, plain ASCII is.

    >>> look_of(None, {"LANG": "zh_CN.UTF-8"})
    Appearance(language='zh', faces='mahjong', is_animated=True)
    >>> look_of(None, {"LANG": "en_GB.UTF-8"}).faces, look_of(None, {"LANG": "en_GB.ISO-8859-1"}).faces
    ('capitals', 'ascii')
    """
    kept = {} if store is None else {name: store.setting(name, "") for name in ("language", "faces")}
    spoken = language or kept.get("language") or language_of(environ)
    known: Language = spoken if spoken in LANGUAGES else "en"
    shown = faces or kept.get("faces") or _usual_faces(environ, known)
    if faces is None and shown not in face_names():
        shown = _usual_faces(environ, known)
    animated = True if store is None else store.setting("animation", True)  # the default
    return Appearance(known, face_set(shown).name, animated)


def face_names() -> frozenset[str]:
    """Give the names of all faces there are."""
    from lianliankan.faces.registry import FACE_SETS

    return frozenset(FACE_SETS)


def _usual_faces(environ: Mapping[str, str], language: Language) -> str:
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    _, dot, charset = locale.partition(".")
    if dot and charset.lower().replace("-", "") not in ("utf8", "gb18030"):
        return "ascii"
    return "mahjong" if language == "zh" else "capitals"


def wished(wish: Wish, store: "Store | None", chance: Callable[[], int]) -> Plan:
    """Make a plan of a wish; raises a ValueError that says what is wrong with it.

    >>> str(wished(Wish(size="4x6", gravity="down", seed=7), None, chance=lambda: 1).deal)
    '4x6 seed=7 gravity=down'
    """
    mode = wish.mode or ("campaign" if wish.level is not None else "classic")
    if mode not in (*MODES, "own"):
        raise BadOptions(f"there is no mode {mode!r}: {', '.join((*MODES, 'own'))} are")
    if wish.level is not None and mode != "campaign":
        raise BadOptions(f"only the campaign has levels, not the mode {mode!r}")
    if mode in ("daily", "campaign"):
        for name in ("size", "kinds", "gravity", "difficulty", "seed"):
            if getattr(wish, name) is not None:
                option = "deal" if name == "seed" else name
                raise BadOptions(f"the boards of the mode {mode!r} are not chosen: --{option} does not go with it")
    if mode == "daily":
        return daily(datetime.now(UTC).date())
    if mode == "campaign":
        progress = None if store is None else store.campaign()
        number = wish.level or (1 if progress is None else progress.level)
        return level(number) if progress is None else level(number, lives=progress.lives)
    rows, cols = parse_size(wish.size) if wish.size else (DEFAULT_ROWS, DEFAULT_COLS)
    rules = Rules(gravity=cast(Gravity, wish.gravity or "still"))
    seed = chance() if wish.seed is None else wish.seed
    difficulty = None if wish.difficulty is None else parse_difficulty(wish.difficulty)
    if mode == "own":
        deal = Deal(rows=rows, cols=cols, kinds=wish.kinds, seed=seed, rules=rules, difficulty=difficulty)
        return Plan(deal, Options())
    return plan(mode, seed=seed, rows=rows, cols=cols, kinds=wish.kinds, rules=rules, difficulty=difficulty)


def draw_deal() -> int:
    """Draw the number of a deal.

    >>> 1 <= draw_deal() <= 1_000_000
    True
    """
    return 1 + secrets.randbelow(_MOST_DEALS)


def first_game(store: "Store | None", wish: Wish) -> Callable[[], tuple[Held, bool]]:
    """Find out which game comes first, and give what makes it and says whether it was begun before.

    What is wrong with the wish is said here; only the dealing is left for later.
    """

    def keep(game: Game) -> Held:
        return Unkept(game) if store is None else store.begin(game)

    if wish.game is not None:
        own = wish.game
        return lambda: (keep(own), bool(own.entries))
    if wish.game_id is not None and store is not None:
        kept = store.open(wish.game_id)
        return lambda: (kept, True)
    wants = any(value is not None for name, value in wish._asdict().items() if name != "demo")
    if store is not None and not wants:
        left = _unfinished(store)
        if left is not None:
            return lambda: (left, True)
    planned = wished(wish, store, draw_deal)
    deal = planned.deal
    scatter(deal.rows, deal.cols, kinds=deal.kinds, seed=deal.seed, rules=deal.rules)  # finds fault with size and kinds
    return lambda: (keep(dealt(planned)), False)


def _unfinished(store: "Store") -> Held | None:
    """Open the game to go on with; one that is damaged does not keep anybody from playing."""
    for summary in store.games(over=False, limit=_MOST_TRIED):
        with suppress(DamagedGame):
            return store.open(summary.id)
    return None
