"""What players send: checked against the room as it is here, and then added to its log."""

import asyncio
import logging
from collections.abc import Coroutine
from time import monotonic
from typing import Any

from lianliankan.errors import Error
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Denied
from lianliankan.race.room_commands import RoomCommand
from lianliankan.race.room_events import RoomDenied
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.protocol import encode_text
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.metrics import ServerMetrics
from lianliankan.web.race.bot_names import pick_bot_name
from lianliankan.web.race.live_room import MAX_ENTRIES, LiveRoom, NotWritten
from lianliankan.web.race.proofs import prove
from lianliankan.web.race.protocol import RaceDo, RaceErrorCode, RaceErrorMessage, Reaction, RoomEvents
from lianliankan.web.race.racer_connection import RacerConnection
from lianliankan.web.work.jobs import Busy, TooHard

log = logging.getLogger("lianliankan.web")

_MAX_IN_FLIGHT = 32  # commands of a connection that are not answered yet
_ROOM_WORDS = ("ready", "unready", "leave", "bot", "kick", "settings")
_EFFECTS = ("hint", "use")


class RacerCommands:
    """Gives the commands of a connection to its room."""

    def __init__(self, live_room: LiveRoom, sender: RacerConnection, metrics: ServerMetrics) -> None:
        self._room, self._sender, self._metrics = live_room, sender, metrics
        self._idle = asyncio.Event()
        self._idle.set()

    def react(self, reaction: Reaction) -> None:
        """Show everybody a reaction, unless there are too many of them."""
        seat = self._sender.seat
        if seat is not None and self._sender.reactions.take():
            self._room.show_reaction(seat, reaction)
            self._room.services.say_reaction(self._room.code, seat, reaction)

    async def do(self, message: RaceDo) -> None:
        """Do a command, or say why not; what is added to the log is answered later."""
        seat = self._sender.seat
        if seat is None:
            self._refuse(message, "watching", "spectators cannot do that")
            return
        try:
            command = self._parse(seat, message.command)
        except Error as problem:
            self._refuse(message, "bad", str(problem))
            return
        most = MAX_ENTRIES if isinstance(command, RaceCommand) else MAX_ENTRIES // 2  # so that a race can be ended
        if self._room.replica.version - self._room.replica.base_version >= most and command.word != "leave":
            self._refuse(message, "long", f"rooms are limited to {most} commands in a race")
            return
        while self._sender.in_flight >= _MAX_IN_FLIGHT:
            await self._wait_until_idle()
        try:
            if not await self._is_allowed(message, command):
                return
        except Error as problem:  # settings that a room cannot have
            self._refuse(message, "bad", str(problem))
            return
        if command.word in _EFFECTS and isinstance(command, RaceCommand):
            work: Coroutine[Any, Any, object] = self._prove(message, command)
        else:
            work = self._await(self._room.add(str(command), *self._note(message, command), **self._who(message)))
        self._sender.begin()
        self._idle.clear()
        run_in_background(self._finish(message, work))

    def _parse(self, seat: int, text: str) -> RoomCommand | RaceCommand:
        """Parse what a player sends; raises ParseError and BadOptions."""
        word, _, argument = text.strip().partition(" ")
        if word not in _ROOM_WORDS:
            return RaceCommand.from_player(seat, text)
        if word == "bot":
            argument = f"{argument.strip()} {pick_bot_name(self._room.replica.room)}"
        command = RoomCommand.parse(f"{seat + 1} {word} {argument}".strip())
        command.check()
        return command

    def _note(self, message: RaceDo, command: RoomCommand | RaceCommand) -> tuple[str, ...]:
        return (str(min(message.version, self._room.replica.version)),) if command.word == "play" else ()

    def _who(self, message: RaceDo) -> dict[str, Any]:
        return {"sender": self._sender, "n": message.n}

    async def _is_allowed(self, message: RaceDo, command: RoomCommand | RaceCommand) -> bool:
        """Whether a command can be done, as far as the room is known here; otherwise the sender is told why not.

        Commands that are not answered yet may still allow it, so these come first.
        """
        while True:
            problem = self._find_problem(message, command)
            if problem is None:
                return True
            if not self._sender.in_flight:
                break
            await self._wait_until_idle()
        if isinstance(problem, str):
            self._refuse(message, "stale", "the tiles have gone, or the board was replaced")
        else:
            room = self._room
            self._sender.push(encode_text(RoomEvents(message.n, room.replica.version, room.now, (problem,))))
        self._metrics.count_race_command(command.word, "denied", 0.0)
        return False

    def _find_problem(self, message: RaceDo, command: RoomCommand | RaceCommand) -> "Denied | RoomDenied | str | None":
        replica = self._room.replica
        if isinstance(command, RaceCommand) and command.word == "play":
            followed = replica.follow(command, min(message.version, replica.version))
            if followed is None:
                return "stale"
            command = followed
        problem = replica.foresee(command, self._room.now)
        return None if problem is not None and problem.reason == "not proved" else problem

    async def _wait_until_idle(self) -> None:
        await self._idle.wait()

    async def _await(self, applied: asyncio.Future[Any]) -> None:
        await applied

    async def _prove(self, message: RaceDo, command: RaceCommand) -> None:
        applied = await prove(self._room, command, self._sender.owner, **self._who(message))
        if applied is None:  # it is refused by now
            problem = self._room.replica.foresee(command, self._room.now)
            events = () if problem is None else (problem,)
            room = self._room
            self._sender.push(encode_text(RoomEvents(message.n, room.replica.version, room.now, events)))

    async def _finish(self, message: RaceDo, work: Coroutine[Any, Any, object]) -> None:
        start, outcome = monotonic(), "done"
        try:
            await work
        except (Busy, TooHard):
            outcome = "queue"
            self._refuse(message, "queue", "the server is busy; try again in a moment")
        except ServerClosing:
            outcome = "closing"
            self._sender.abort()
        except NotWritten:
            outcome = "store"
            self._refuse(message, "store", "the command could not be saved, so it was not run")
        except Exception as problem:  # a client that reconnects gets the state
            outcome = "failed"
            log.error("command failed", extra={"room": self._room.code}, exc_info=problem)
            self._sender.abort()
        finally:
            word = message.command.strip().partition(" ")[0]
            self._metrics.count_race_command(word, outcome, monotonic() - start)
            self._sender.end()
            if not self._sender.in_flight:
                self._idle.set()

    def _refuse(self, message: RaceDo, code: RaceErrorCode, problem: str) -> None:
        self._sender.push(encode_text(RaceErrorMessage(message.n, code, problem)))
