"""The results of races as answers."""

from lianliankan.store.player_names import guest_tag
from lianliankan.store.race_results import RaceRow, RacerResult
from lianliankan.store.racers import racer_handle
from lianliankan.web.race.answers import RacerAnswer, RaceResultAnswer
from lianliankan.web.race.racer_names import is_default_name


def describe_results(race: RaceRow, own: str) -> list[RaceResultAnswer]:
    """Return the results of a race as one of its players sees them, best first."""
    return [_describe_result(result, own) for result in race.results]


def _describe_result(result: RacerResult, own: str) -> RaceResultAnswer:
    player, before, after = result.player, result.points_before, result.points_after
    return RaceResultAnswer(
        racer=RacerAnswer(
            seat=result.seat,
            id=None if player is None else racer_handle(player),
            name=None if player is not None and is_default_name(result.name, player) else result.name or None,
            tag="" if player is None else guest_tag(player),
            bot=result.bot,
            is_own=player == own,
        ),
        rank=result.rank,
        state=result.state,  # type: ignore[arg-type]
        reason=result.reason,  # type: ignore[arg-type]
        ms=result.ms,
        pairs=result.pairs,
        tiles=result.tiles,
        points=None if before is None or after is None else (before, after),
    )
