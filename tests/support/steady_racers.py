"""Racers who never give up: they play pair after pair, connect again when the connection is lost, and take notes."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

import lianliankan as llk
from support.patience import wait_until
from support.race_stage import open_room
from support.site import Crowd, open_socket
from support.web_stage import Client

_PATIENCE = 4.0  # seconds after which a racer takes the connection for dead, and then has twice as much patience


class SteadyRacer:
    """A racer or, with `watch`, a spectator.

    - `answered`: the commands that were answered as done, by the version of the room that the answer had.
    - `events`: how often each event was seen.
    """

    def __init__(self, address: str, client: Client, code: str, *, watch: bool = False, pause: float = 0.2) -> None:
        self._address, self._cookie, self.code = address, client.cookie, code
        self._watch, self._pause, self._patience = watch, pause, _PATIENCE
        self.bots: list[int] = []  # to be added by whoever is the host
        self.answered: dict[int, str] = {}
        self.you: int | None = None
        self.boards: dict[int, llk.Board] = {}
        self.version = self.interruptions = 0
        self.events: dict[str, int] = {}
        self.faults: list[str] = []
        self.bot_pairs = 0
        self.phase = ""
        self._state: dict[str, Any] = {}
        self._rng = random.Random(code)

    async def play(self, end: asyncio.Event) -> None:
        """Race until the end."""
        while not end.is_set():
            try:
                async with asyncio.timeout(self._patience):
                    path = f"/api/races/{self.code}/socket{'?watch=1' * self._watch}"
                    socket = await open_socket(self._address, path, self._cookie)
                    await self._take(socket)
                try:
                    await self._race(socket, end)
                finally:
                    socket.transport.abort()
            except (OSError, websockets.WebSocketException, TimeoutError) as problem:
                if isinstance(problem, TimeoutError):
                    self._patience *= 2  # perhaps the machine is busy
                self.interruptions += 1
                await asyncio.sleep(0.1)

    async def _race(self, socket: ClientConnection, end: asyncio.Event) -> None:
        number, waiting, chosen, asked, heard = 0, False, "", 0.0, time.monotonic()
        while not end.is_set():
            if not waiting and self.you is not None and (command := self._choose()):
                number, waiting, chosen, asked = number + 1, True, command, time.monotonic()
                await socket.send(json.dumps({"type": "do", "n": number, "version": self.version, "command": command}))
            try:
                async with asyncio.timeout(self._pause):
                    message = await self._take(socket)
            except TimeoutError:
                now = time.monotonic()
                if (waiting and now - asked > self._patience) or (self._watch and now - heard > self._patience):
                    raise
                continue
            heard = time.monotonic()
            if waiting and message.get("n") == number:
                waiting = False
                names = [event["event"] for event in message.get("events", [])]
                if message["type"] == "events" and not {"denied", "roomdenied"} & set(names):
                    self.answered[message["version"]] = chosen
                await asyncio.sleep(self._pause)

    def _choose(self) -> str:
        """Return the next command."""
        if self.phase == "waiting" and self.bots and self._state["room"]["host"] == self.you:
            return f"bot {self.bots.pop()}"
        if self.phase == "waiting":
            return "" if self._is_ready else "ready"
        if self.phase != "racing" or self.you not in self.boards:
            return ""
        moves = self.boards[self.you].moves()
        return f"play {self._rng.choice(moves)}" if moves else ""

    @property
    def _is_ready(self) -> bool:
        seats = {seat["seat"]: seat for seat in self._state["room"]["seats"]}
        return self.you in seats and bool(seats[self.you]["is_ready"])

    async def _take(self, socket: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "room":
            self._state, self.you, self.phase = message, message["you"], message["room"]["phase"]
            seats = message["race"]["seats"] if message["race"] else []
            self.boards = {seat["seat"]: llk.Board.parse(seat["board"]) for seat in seats}
            if self.answered and message["version"] < max(self.answered):
                self.faults.append(f"version {message['version']} after {max(self.answered)}")
        self.version = max(self.version, message.get("version", 0))
        for event in message.get("events", []):
            self.events[event["event"]] = self.events.get(event["event"], 0) + 1
            self._follow(event)
        return message

    def _follow(self, event: dict[str, Any]) -> None:
        seats = {seat["seat"]: seat for seat in self._state["room"]["seats"]}
        match event["event"]:
            case "pairtaken":
                (a, b), (c, d) = next(each for each in event["events"] if each["event"] == "linked")["move"]
                self.boards[event["seat"]] = self.boards[event["seat"]].play(((a, b), (c, d)))
                self.bot_pairs += seats.get(event["seat"], {}).get("bot", 0) > 0
            case "boardlaid":
                self.boards[event["seat"]] = llk.Board.parse(event["board"])
            case "raceover":
                self.phase = "waiting"
                for seat in seats.values():
                    seat["is_ready"] = False
            case "seattaken":
                self._state["room"]["seats"].append(
                    {"seat": event["seat"], "bot": event["bot"], "is_ready": event["bot"] > 0}
                )
            case "hostchanged":
                self._state["room"]["host"] = event["seat"]
            case "readychanged" if event["seat"] in seats:
                seats[event["seat"]]["is_ready"] = event["is_ready"]


class Racers(Crowd):
    """Rooms full of racers; each has bots and a spectator, too."""

    def __init__(self, address: str, *, rooms: int, racers: int, bots: Sequence[int], settings: dict[str, Any]) -> None:
        self.codes: list[str] = []
        self.racers: list[SteadyRacer] = []
        everyone: list[Client] = []
        for _ in range(rooms):
            clients = [Client(address) for _ in range(racers + 1)]
            for client in clients:
                client.http.get("/api/me")
            everyone += clients
            code = open_room(clients[0], **settings)
            self.codes.append(code)
            self.racers += [SteadyRacer(address, client, code) for client in clients[:-1]]
            to_add = list(bots)
            for racer in self.racers[-racers:]:
                racer.bots = to_add
            self.racers.append(SteadyRacer(address, clients[-1], code, watch=True))
        super().__init__(self.racers, everyone)

    @property
    def players(self) -> list[SteadyRacer]:
        """Those who are no spectators."""
        return [racer for racer in self.racers if racer.you is not None]

    def wait_for_answers(self, number: int) -> None:
        """Wait until every racer has got so many more answers, and every spectator has seen a bot's pair."""
        players = self.players
        goals = [len(player.answered) + number for player in players]
        watching = [(racer, racer.bot_pairs) for racer in self.racers if racer.you is None]
        wait_until(
            lambda: (
                all(len(each.answered) >= goal for each, goal in zip(players, goals, strict=True))
                and all(racer.bot_pairs > before for racer, before in watching)
            )
        )
