"""The standings of a race: who is ahead, with equal ranks for draws."""

from collections.abc import Iterable
from typing import Literal

import msgspec

OutReason = Literal["idle", "left", "gave up", "kicked", "time", "stuck"]
SeatState = Literal["racing", "finished", "out"]


class Standing(msgspec.Struct, frozen=True):
    """Where a seat stands.

    - `seat`: counted from 0; `rank`: 1 for the first; equal ones are a draw.
    - `state`: "finished" if its board is clear; "racing" if it was still racing; "out", with the `reason`.
    - `tiles`: how many are left; `pairs`: how many pairs it has.
    - `finished_at`: when its board was clear, in milliseconds.
    """

    seat: int
    rank: int
    state: SeatState
    tiles: int
    pairs: int
    finished_at: int | None = None
    reason: OutReason | None = None


def rank_seats(standings: Iterable[Standing], *, by_pairs: bool, is_team: bool) -> tuple[Standing, ...]:
    """Rank seats and return them, best first.

    Those who finished come first, by time; then those still racing, by tiles left; then those who are out for any
    reason but the time limit or a board that is stuck for good, by tiles left. With `by_pairs`, pairs count instead of
    times and tiles. A team shares one rank.

    >>> one = Standing(0, 0, "racing", 10, 3)
    >>> two, three = Standing(1, 0, "finished", 0, 8, 9000), Standing(2, 0, "out", 10, 3, None, "time")
    >>> [(each.seat, each.rank) for each in rank_seats([one, two, three], by_pairs=False, is_team=False)]
    [(1, 1), (0, 2), (2, 2)]
    """

    def key(standing: Standing) -> tuple[int, int]:
        if is_team:
            return 0, 0
        is_in = standing.state != "out" or standing.reason in ("time", "stuck")
        if by_pairs:
            return (0 if is_in else 1), -standing.pairs
        if standing.finished_at is not None:
            return 0, standing.finished_at
        return (1 if is_in else 2), standing.tiles

    keyed = sorted((key(standing), standing.seat, standing) for standing in standings)
    keys = [each[0] for each in keyed]
    return tuple(msgspec.structs.replace(standing, rank=1 + keys.index(own)) for own, _, standing in keyed)
