"""Commands that need the solver: the worker processes answer, and ask again if the board has changed meanwhile."""

from lianliankan.race.commands import Effect, RaceCommand
from lianliankan.web.race.live_room import LiveRoom
from lianliankan.web.race.racer_connection import RacerConnection
from lianliankan.web.race.replica import Applied
from lianliankan.web.work.game_jobs import answer_question
from lianliankan.web.work.jobs import Owner

_TRIES = 4  # of a proof for a board that others change


async def prove(
    live_room: LiveRoom,
    command: RaceCommand,
    owner: Owner,
    *,
    sender: RacerConnection | None = None,
    n: int | None = None,
) -> Applied | None:
    """Add a command to the log with the effect that it needs; return None if it would be refused.

    Raises NotWritten, Busy and TooHard.
    """
    for attempt in range(_TRIES):
        replica = live_room.replica
        question = replica.room.question(command, at=live_room.now / 1000)
        if question is None:
            if replica.foresee(command, live_room.now) is not None:
                return None
            return await live_room.add(str(command), sender=sender, n=n)
        effect: Effect = await live_room.services.jobs.run(owner, answer_question, question, lane="short")
        is_last = attempt == _TRIES - 1
        text = str(command.with_effect(effect))
        applied = await live_room.add(text, sender=sender, n=n, is_tried_again=not is_last)
        if applied.denied is None or applied.denied.reason != "not proved":
            break
    return applied
