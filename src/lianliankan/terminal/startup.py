"""How the terminal game starts: the language, the faces, and the first game."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lianliankan.errors import DamagedGame
from lianliankan.faces.registry import FACE_SETS, face_set
from lianliankan.game.game import Game
from lianliankan.game.start import SEARCH_SECONDS, NearestBoard, NewGameRequest, start_game
from lianliankan.terminal.session import Playable, UnsavedGame
from lianliankan.texts import LANGUAGES, Language, detect_language

if TYPE_CHECKING:
    from lianliankan.store import Store

_MAX_TRIED = 10  # games to open until one is not damaged


class Appearance(NamedTuple):
    """The language, the faces, and whether to animate."""

    language: Language
    faces: str
    is_animated: bool


def choose_appearance(
    store: "Store | None", environ: Mapping[str, str], *, language: str | None = None, faces: str | None = None
) -> Appearance:
    """Choose the language and the faces: from the arguments, else from the settings, else from the locale.

    The default is capitals, which every font has; in a Chinese locale it is Chinese characters; and if the locale
    has no Unicode, plain ASCII.

    >>> choose_appearance(None, {"LANG": "zh_CN.UTF-8"})
    Appearance(language='zh', faces='hanzi', is_animated=True)
    >>> [choose_appearance(None, {"LANG": f"en_GB.{charset}"}).faces for charset in ("UTF-8", "ISO-8859-1")]
    ['capitals', 'ascii']
    """
    saved = {} if store is None else {name: store.setting(name, "") for name in ("language", "faces")}
    wanted = language or saved.get("language") or detect_language(environ)
    known: Language = wanted if wanted in LANGUAGES else "en"
    shown = faces or saved.get("faces") or _default_faces(environ, known)
    if faces is None and shown not in FACE_SETS:
        shown = _default_faces(environ, known)
    animated = True if store is None else store.setting("animation", True)  # the default
    return Appearance(known, face_set(shown).name, animated)


def _default_faces(environ: Mapping[str, str], language: Language) -> str:
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    _, dot, charset = locale.partition(".")
    if dot and charset.lower().replace("-", "") not in ("utf8", "gb18030"):
        return "ascii"
    return "hanzi" if language == "zh" else "capitals"


def first_game(
    store: "Store | None",
    request: NewGameRequest,
    *,
    game: Game | None = None,
    game_id: str | None = None,
    on_nearest: Callable[[NearestBoard], None] | None = None,
) -> Callable[[], tuple[Playable, bool]]:
    """Return a function that makes the first game and says whether it was started before.

    It is `game`, the stored one with `game_id`, or the requested one; if nothing is requested, the unfinished game, or
    a new classic one. The request is checked here; only dealing is left for later, with `on_nearest` as in
    `start_game`.
    """

    def save(game: Game) -> Playable:
        return UnsavedGame(game) if store is None else store.begin(game)

    if game is not None:
        own = game
        return lambda: (save(own), bool(own.entries))
    if game_id is not None and store is not None:
        stored = store.open(game_id)
        return lambda: (stored, True)
    if store is not None and not request.given:
        unfinished = _open_unfinished(store)
        if unfinished is not None:
            return lambda: (unfinished, True)
    if store is not None and store.setting("ask first", False):  # the default
        request = msgspec.structs.replace(request, ask_first=True)
    planned = request.plan(None if store is None else store.campaign())
    any_seed = request.seed is None
    return lambda: (save(start_game(planned, on_nearest=on_nearest, any_seed=any_seed, seconds=SEARCH_SECONDS)), False)


def _open_unfinished(store: "Store") -> Playable | None:
    """Open the latest unfinished game, skipping damaged ones."""
    for summary in store.games(over=False, limit=_MAX_TRIED):
        with suppress(DamagedGame):
            return store.open(summary.id)
    return None
