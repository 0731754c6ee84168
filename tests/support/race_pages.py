"""Players at the pages of a room: what they see of their boards, and how they play."""

from itertools import count

import lianliankan as llk
from lianliankan.texts import LANGUAGES, read_texts
from support.browser_stage import Player
from support.patience import wait_until

UNHURRIED = {"idle": 0, "away": 3600, "limit": 3600, "after_first": 0}  # no limit that a busy machine could reach
SMALL = UNHURRIED | {"rows": 4, "cols": 6, "countdown": 1}
BLANKS = {
    read_texts(language, "page")["a tile"] for language in LANGUAGES
}  # what labels call a tile whose face is hidden

LABELS = """() => [...document.querySelectorAll('.stage .grid-row')].map((row) =>
    [...row.children].map((cell) => cell.classList.contains('has-tile')
        ? cell.getAttribute('aria-label').split(/[,，]/)[0] : ''))"""

PICK = """(names) => {  // unless one of the tiles has gone meanwhile
    const cells = names.map((name) => document.querySelector(name));
    if (cells.every((cell) => cell?.classList.contains("has-tile"))) for (const cell of cells) cell.click();
}"""


def open_room(player: Player, **settings: object) -> str:
    """Open a room with a small board, and return its code."""
    player.ask("GET", "/api/me")
    return str(player.ask("POST", "/api/races", {"settings": SMALL | settings, "is_public": False})["code"])


def enter(player: Player, code: str, part: str = "") -> None:
    """Go to a room, and wait until it is there."""
    player.page.goto(f"{player.url}/race/{code}{part}")
    player.page.wait_for_selector(".room, .racing .board, .rivals")


def press_button(player: Player, name: str) -> None:
    """Press and release a button in one step: the room is redrawn with every message, and would lose a slower click."""
    player.page.dispatch_event(name, "click")


def get_ready(*players: Player) -> None:
    """Let everybody say that they are ready, and wait for the race."""
    for player in players:
        press_button(player, "#room-ready")
    for player in players:
        player.page.wait_for_selector(".racing .board:not(.hidden) .cell.has-tile")


def seen_board(player: Player) -> llk.Board:
    """Return the board that the labels of the cells describe; a hidden tile matches no other."""
    labels, hidden = player.page.evaluate(LABELS), count(1)
    named = [[f"{label} {next(hidden)}" if label in BLANKS else label for label in row] for row in labels]
    kinds: dict[str, int] = {}
    rows = [["." if not name else str(kinds.setdefault(name, len(kinds) + 1)) for name in row] for row in named]
    return llk.Board.parse("\n".join(" ".join(row) for row in rows))


def take_pair(player: Player) -> bool:
    """Click a pair that the player can see, if there is one, and wait until it is gone or was refused."""
    has_tiles = player.page.locator(".stage .cell.has-tile").count() > 0
    moves = seen_board(player).moves() if has_tiles else ()
    if not moves:
        return False
    player.page.evaluate(PICK, [f".stage {player.cell(cell)}" for cell in moves[0]])
    player.page.wait_for_selector(".stage .cell.picked", state="detached")
    return True


def is_over(player: Player) -> bool:
    """Whether the page shows how the race ended."""
    return player.page.locator(".podium").count() > 0


def look(*players: Player) -> list[object]:
    """Return what the players see of their boards; None for one who sees how the race ended."""
    return [None if is_over(player) else player.page.evaluate(LABELS) for player in players]


def play_on(*players: Player) -> None:
    """Let everybody take pairs in turns until the race is over for all of them."""
    while racing := [player for player in players if not is_over(player)]:
        before = look(*racing)
        taken = [take_pair(player) for player in racing]
        if not any(taken):
            wait_until(lambda: look(*racing) != before)  # noqa: B023
