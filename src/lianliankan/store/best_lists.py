"""Best lists: groups of games that can be compared, and the place of a finished game among them."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from lianliankan.errors import StoreError
from lianliankan.game.analysis import GameAnalysis
from lianliankan.game.modes import ALL_MODES, FIXED_BOARDS
from lianliankan.store.database import SqlConnection
from lianliankan.store.game_rows import digest
from lianliankan.store.statistics import AchievementState, DailyRecord, find_achievements
from lianliankan.store.summary import Summary
from lianliankan.text import shorten

if TYPE_CHECKING:
    from lianliankan.store.store import Store


_MAX_BOARDS = 50  # lists of single boards, of a mode
_SEED = re.compile(r" seed=\d+")
_NUMBERED = re.compile(r"\S+( kinds=\S+)?")  # what stands before the number in the text of a deal

_COUNTED = (
    "SELECT mode, size, gravity, level, day, deal, count(*), count(CASE WHEN state = 'won' THEN 1 END), max(changed) "
    "FROM games WHERE player = ? AND state IN ('won', 'lost') GROUP BY mode, size, gravity, level, day, deal"
)
_WITHOUT_DEAL = "SELECT id, head FROM games WHERE player = ? AND deal IS NULL AND state IN ('won', 'lost')"


class BestList(msgspec.Struct, frozen=True):
    """The properties that all games of a list share: the `mode`, and one of the others.

    - `level`, `day`: of the campaign and of the daily game.
    - `deal`: a numbered board; its text.
    - `kind`: boards that differ only in their number: the text of a deal without it.
    - `board`: a board that was not dealt; a checksum of it.
    - `size`: rows and columns, e.g. "8x18"; `won`: how many games the list has.
    """

    mode: str
    level: int | None = None
    day: str | None = None
    deal: str | None = None
    kind: str | None = None
    board: str | None = None
    size: str = ""
    won: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """The values that identify the list."""
        return self.mode, self.level, self.day, self.deal, self.kind, self.board


class DealWord(msgspec.Struct, frozen=True):
    """What the text of a deal says besides size and number, e.g. with the `name` "gravity" and the `value` "down"."""

    name: str
    value: str


def deal_words(deal: str) -> tuple[list[DealWord], str]:
    """Return the words of a deal's text, and the digits of its number; none if it has none.

    >>> deal_words("8x18 seed=7 gravity=down")
    ([DealWord(name='gravity', value='down')], '7')
    """
    words = [DealWord(*word.split("=", 1)) for word in deal.split()[1:]]
    number = next((word.value for word in words if word.name == "seed"), "")
    return [word for word in words if word.name != "seed"], number


def deal_kind(deal: str) -> str:
    """Return the text of a deal without its number.

    >>> deal_kind("8x18 seed=7 gravity=down")
    '8x18 gravity=down'
    """
    return _SEED.sub("", deal, count=1)


def lists_of(game: Summary, board: str = "") -> list[BestList]:
    """Return the lists that a game belongs to, the most exact one first; `board` is for a game without a deal."""
    mode, size = game.mode, game.size
    if game.level is not None:
        return [BestList(mode, level=game.level, size=size)]
    if game.day is not None:
        return [BestList(mode, day=game.day, size=size)]
    if game.deal is None:
        return [BestList(mode, board=board, size=size)]
    return [BestList(mode, deal=game.deal, size=size), BestList(mode, kind=deal_kind(game.deal), size=size)]


def list_condition(wanted: BestList, boards: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the condition in SQL for the games of a list, and its values; `boards` are `boards_without_deal`."""
    if wanted.mode not in ALL_MODES:
        raise StoreError(f"unknown mode {shorten(wanted.mode)} (choose from {', '.join(ALL_MODES)})")
    given: dict[str, Any] = {"mode": wanted.mode}
    for name in ("level", "day", "deal"):
        if getattr(wanted, name) is not None:
            return f"mode = :mode AND {name} = :{name}", given | {name: getattr(wanted, name)}
    if wanted.kind is not None:
        start = _NUMBERED.match(wanted.kind)
        before = start[0] if start else ""
        after = wanted.kind[len(before) :]
        given |= {"like": f"{before} seed=%{after}", "unlike": f"{before} seed=% %{after}"}
        return "mode = :mode AND deal LIKE :like AND deal NOT LIKE :unlike", given
    ids = [id for id, board in boards.items() if board == wanted.board]
    places = {f"id{number}": id for number, id in enumerate(ids)}
    one_of = f"id IN ({', '.join(f':{place}' for place in places)})" if places else "FALSE"
    return f"mode = :mode AND {one_of}", given | places


def boards_without_deal(connection: SqlConnection, player: str) -> dict[str, str]:
    """Return checksums of the boards of finished games that were not dealt, by the ids of the games."""
    found = connection.execute(_WITHOUT_DEAL, (player,)).fetchall()
    return {id: digest(json.loads(head)["board"]) for id, head in found}


def find_best_lists(connection: SqlConnection, player: str) -> list[BestList]:
    """Return all lists that have a game; boards that can be chosen have one if they were played more than once."""
    lists: dict[tuple[object, ...], BestList] = {}
    single: list[tuple[int, BestList]] = []
    for mode, size, _, level, day, deal, games, won, changed in connection.execute(_COUNTED, (player,)).fetchall():
        if not won:
            continue
        if mode in FIXED_BOARDS:
            _add(lists, BestList(mode, level=level, day=day, size=size, won=won))
        elif deal is not None:
            _add(lists, BestList(mode, kind=deal_kind(deal), size=size, won=won))
            if games > 1:
                single.append((changed, BestList(mode, deal=deal, size=size, won=won)))
    _add_boards(lists, connection, player)
    for _, each in sorted(single, key=lambda found: -found[0])[:_MAX_BOARDS]:
        kind = lists[BestList(each.mode, kind=deal_kind(each.deal or "")).key]
        if each.won < kind.won:  # otherwise both lists have the same games
            _add(lists, each)
    return sorted(lists.values(), key=_order)


def _add(lists: dict[tuple[object, ...], BestList], more: BestList) -> None:
    known = lists.get(more.key)
    lists[more.key] = more if known is None else msgspec.structs.replace(known, won=known.won + more.won)


def _add_boards(lists: dict[tuple[object, ...], BestList], connection: SqlConnection, player: str) -> None:
    boards = boards_without_deal(connection, player)
    if not boards:
        return
    rows: Iterable[tuple[Any, ...]] = connection.execute(
        "SELECT id, mode, size FROM games WHERE player = ? AND deal IS NULL AND state = 'won'", (player,)
    ).fetchall()
    for id, mode, size in rows:
        if id in boards:
            _add(lists, BestList(mode, board=boards[id], size=size, won=1))


def _order(each: BestList) -> tuple[Any, ...]:
    """Modes as everywhere, then levels, the latest day, small boards, and single boards after their kind."""
    day = 0 if each.day is None else -int(re.sub(r"\D", "", each.day) or 0)
    kind = each.kind or ("" if each.deal is None else deal_kind(each.deal))
    rows, _, cols = each.size.partition("x")
    area = int(rows) * int(cols) if rows.isdigit() and cols.isdigit() else 0
    return ALL_MODES.index(each.mode), each.level or 0, day, area, kind, each.deal or "", each.board or ""


# ---- What a finished game means --------------------------------------------------------------------------------------


class GameDay(msgspec.Struct, frozen=True):
    """The meaning of a daily game: whether it `counts` as the first attempt of its day, or is practice; and the streak.

    A first attempt that `is_late` was started after its day, and does not count for the streak.
    """

    counts: bool
    is_late: bool
    streak: int
    longest: int


class BestGames(msgspec.Struct, frozen=True):
    """The best ten won games of a list, best first; `practice` has the ids of those of a day that do not count."""

    games: list[Summary]
    practice: list[str]


class GameResult(msgspec.Struct, frozen=True):
    """The meaning of a finished game.

    - `best_list`, `bests`: the games that it is compared with, and the best ten of them.
    - `place`: its place among them, if it has one; None if it is the only one: a first game is not a new best.
    - `day`: of a daily game.
    - `achievements`: those that were reached with this game.
    - `analysis`: its analysis, if there is one.
    """

    best_list: BestList
    bests: BestGames
    place: int | None
    day: GameDay | None
    achievements: list[AchievementState]
    analysis: GameAnalysis | None


class Ranking(NamedTuple):
    """A game among those it is compared with: the list, its best ten games, and the place of the game, if any."""

    best_list: BestList
    bests: list[Summary]
    place: int | None


def rank(store: "Store", id: str) -> Ranking:
    """Compare a game with those on the same board if there are any, otherwise with those of its kind.

    The only game of a list has no place: a first game is not a new best. Raises NoSuchGame.
    """
    best_list, bests = BestList(store.summary(id).mode), list[Summary]()
    for best_list in store.lists_of(id):
        bests = store.best_games(best_list)
        if any(best.id != id for best in bests):
            break
    ids = [best.id for best in bests]
    return Ranking(best_list, bests, ids.index(id) + 1 if id in ids and len(ids) > 1 else None)


def find_best_games(store: "Store", best_list: BestList) -> BestGames:
    """Return the best games of a list."""
    games = store.best_games(best_list)
    return BestGames(games, find_practice(store, games))


def find_practice(store: "Store", games: list[Summary]) -> list[str]:
    """Return the ids of daily games that are not the first attempt of their day."""
    firsts = store.first_attempts() if any(game.day for game in games) else {}
    return [game.id for game in games if game.day and (game.day not in firsts or firsts[game.day].game != game.id)]


def find_result(store: "Store", id: str, today: date, analysis: GameAnalysis | None = None) -> GameResult:
    """Return what a finished game means to its player; `analysis` if it has just been found. Raises NoSuchGame."""
    game, ranking = store.summary(id), rank(store, id)
    finished = [
        each._replace(analysis=analysis or each.analysis) if each.summary.id == id else each
        for each in store.finished()
    ]
    return GameResult(
        best_list=ranking.best_list,
        bests=BestGames(ranking.bests, find_practice(store, ranking.bests)),
        place=ranking.place,
        day=None if game.day is None else _describe_day(game, game.day, store.days(today)),
        achievements=[state for state in find_achievements(finished) if state.game == id],
        analysis=next((each.analysis for each in finished if each.summary.id == id), None),
    )


def _describe_day(game: Summary, day: str, days: DailyRecord) -> GameDay:
    counts = any(result.game == game.id for result in days.days)
    return GameDay(counts, game.begun.date().isoformat() > day, days.streak, days.longest)
