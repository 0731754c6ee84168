"""The names of players who have not chosen one: in a room, in the language of the player."""

from typing import TYPE_CHECKING, Any, Final

from lianliankan.store import Store
from lianliankan.store.player_names import guest_tag
from lianliankan.texts import LANGUAGES, Language, read_texts
from lianliankan.web.answers import PAGE_SETTINGS

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

_OWNER: Final[dict[Language, str]] = {"en": "Player", "zh": "玩家"}  # of the machine


def default_name(player: str, language: Language) -> str:
    """Return the name of a player who has not chosen one.

    >>> default_name("a secret id", "en"), default_name("a secret id", "zh"), default_name("", "en")
    ('Guest Y5JH', '游客 Y5JH', 'Player')
    """
    if not player:
        return _OWNER[language]
    return read_texts(language, "page")["ranking guest"].replace("{tag}", guest_tag(player))


def is_default_name(name: str, player: str) -> bool:
    """Whether a name is what a player is called without one, in whatever language."""
    return any(name == default_name(player, language) for language in LANGUAGES)


def shown_name(store: Store, language: Language) -> str:
    """Return the name under which the player of a store races."""
    return store.racers.own_name()[0] or default_name(store.player, language)


def find_language(store: Store, connection: "HTTPConnection") -> Language:
    """Return the language of the player of a store: as set on the page, or else as the browser wishes."""
    chosen = store.setting(PAGE_SETTINGS, dict[str, Any]()).get("language")
    wishes = (part.strip()[:2].lower() for part in connection.headers.get("accept-language", "").split(","))
    return next((language for wish in (chosen, *wishes) for language in LANGUAGES if wish == language), "en")
