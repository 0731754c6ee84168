"""Players at the pages of a room: what they see of their boards, and how they play."""

import time
from itertools import count

import lianliankan as llk
from lianliankan.texts import LANGUAGES, read_texts
from support.browser_stage import Player

SMALL = {"rows": 4, "cols": 6, "countdown": 1}
BLANKS = {
    read_texts(language, "page")["a tile"] for language in LANGUAGES
}  # what labels call a tile whose face is hidden

LABELS = """() => [...document.querySelectorAll('.stage .grid-row')].map((row) =>
    [...row.children].map((cell) => cell.classList.contains('has-tile')
        ? cell.getAttribute('aria-label').split(/[,，]/)[0] : ''))"""


def open_room(player: Player, **settings: object) -> str:
    """Open a room with a small board, and return its code."""
    player.ask("GET", "/api/me")
    return str(player.ask("POST", "/api/races", {"settings": SMALL | settings, "is_public": False})["code"])


def enter(player: Player, code: str, part: str = "") -> None:
    """Go to a room, and wait until it is there."""
    player.page.goto(f"{player.url}/race/{code}{part}")
    player.page.wait_for_selector(".room, .racing .board, .rivals")


def get_ready(*players: Player) -> None:
    """Let everybody say that they are ready, and wait for the race."""
    for player in players:
        player.page.click("#room-ready")
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
    for cell in moves[0]:
        player.page.eval_on_selector(f".stage {player.cell(cell)}", "(cell) => cell.click()")
    end = time.monotonic() + 2
    while time.monotonic() < end and player.page.locator(".stage .cell.picked").count():
        player.page.wait_for_timeout(20)
    return True


def is_over(player: Player) -> bool:
    """Whether the page shows how the race ended."""
    return player.page.locator(".podium").count() > 0


def play_on(*players: Player) -> None:
    """Let everybody take pairs in turns until the race is over for all of them."""
    end = time.monotonic() + 60
    while not all(is_over(player) for player in players):
        assert time.monotonic() < end, "the race does not end"
        racing = [player for player in players if not is_over(player)]
        taken = [take_pair(player) for player in racing]
        if not any(taken):
            players[0].page.wait_for_timeout(50)
