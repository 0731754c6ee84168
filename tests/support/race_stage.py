"""Support for tests of races on a server: players who keep what they are told, and check that it adds up."""

import json
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import lianliankan as llk
from support.patience import PATIENCE
from support.web_stage import Client

Message = dict[str, Any]


def open_room(client: Client, *, is_public: bool = False, **settings: object) -> str:
    """Open a room with a small board and no countdown to speak of, and return its code."""
    usual: dict[str, object] = {"rows": 4, "cols": 6, "countdown": 0}
    answer = client.http.post("/api/races", json={"settings": usual | settings, "is_public": is_public})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


class RoomWindow:
    """A window of a room: `state` is the last one it was sent, `boards` are those of all seats, by the events since."""

    def __init__(self, client: Client, code: str, *, watch: bool = False, address: str | None = None) -> None:
        address = address or client.address
        opening = connect(
            f"{address.replace('http', 'ws')}/api/races/{code}/socket{'?watch=1' if watch else ''}",
            origin=Origin(address),
            additional_headers={"Cookie": client.cookie},
            compression=None,
            proxy=None,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.socket: ClientConnection = opening.__enter__()
        self.number, self.version = 0, 0
        self.state: Message = {}
        self.boards: dict[int, llk.Board] = {}
        self.events: list[Message] = []
        self.problems: list[str] = []
        try:
            self.wait_for(lambda message: message["type"] == "room")
        except ConnectionClosed:
            raise AssertionError(f"closed: {self.socket.close_code}") from None

    @property
    def you(self) -> int | None:
        """The seat."""
        seat: int | None = self.state["you"]
        return seat

    def receive(self, seconds: float = PATIENCE) -> Message:
        """Take the next message."""
        message: Message = json.loads(self.socket.recv(timeout=seconds))
        if "version" in message:
            assert message["version"] >= self.version, "versions grow"
            self.version = message["version"]
        if message["type"] == "room":
            self.state = message
            seats = message["race"]["seats"] if message["race"] else []
            boards = {seat["seat"]: llk.Board.parse(seat["board"]) for seat in seats}
            if self.boards and self.state["race"]["now"] > 0:
                assert boards == self.boards, "the events add up"
            self.boards = boards
        if message["type"] == "error" and message["n"] is None:
            self.problems.append(message["code"])
        for event in message.get("events", []):
            self.events.append(event)
            self._follow(event)
        return message

    def _follow(self, event: Message) -> None:
        has_one_board = self.state["room"]["settings"]["has_one_board"]
        match event["event"]:
            case "pairtaken":
                linked = next(each for each in event["events"] if each["event"] == "linked")
                (a, b), (c, d) = linked["move"]
                board = self.boards[event["seat"]].play(((a, b), (c, d)))
            case "boardlaid":
                board = llk.Board.parse(event["board"])
            case _:
                return
        for seat in list(self.boards) if has_one_board else [event["seat"]]:
            self.boards[seat] = board

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def give(self, command: str, *, version: int | None = None) -> int:
        """Send a command without waiting for the answer; return its number."""
        self.number += 1
        self.send(type="do", n=self.number, version=self.version if version is None else version, command=command)
        return self.number

    def do(self, command: str, *, version: int | None = None) -> Message:
        """Send a command, and return its answer."""
        n = self.give(command, version=version)
        return self.wait_for(lambda message: message.get("n") == n)

    def wait_for(self, is_it: Callable[[Message], object]) -> Message:
        """Take messages until one is the right one, and return it."""
        while not is_it(message := self.receive()):
            pass
        return message

    def wait_for_event(self, name: str) -> Message:
        """Take messages until there is an event, and return it."""
        found = self.wait_for(lambda message: name in event_names(message))
        return next(event for event in found["events"] if event["event"] == name)

    def wait_for_race(self) -> None:
        """Wait until a race has begun."""
        self.wait_for(lambda message: message["type"] == "room" and message["room"]["phase"] == "racing")

    def a_pair(self) -> str:
        """Return a command that takes a pair."""
        assert self.you is not None
        return f"play {self.boards[self.you].moves()[0]}"

    def closing_code(self) -> int | None:
        """Wait for the end of the connection, and return its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed:
            return self.socket.close_code

    def close(self) -> None:
        self.socket.close()

    def break_off(self) -> None:
        """End the connection without a closing handshake."""
        self.socket.socket.close()


def event_names(message: Message) -> list[str]:
    """Return the names of the events of a message."""
    return [event["event"] for event in message.get("events", [])]


def start_race(*windows: RoomWindow) -> None:
    """Let everybody be ready, and wait for the race."""
    for window in windows:
        window.do("ready")
    for window in windows:
        window.wait_for_race()


def play_on(window: RoomWindow) -> None:
    """Let a player take a pair; on a board without one, wait for news."""
    assert window.you is not None
    if not window.boards[window.you].moves():
        window.receive()
        return
    answer = window.do(window.a_pair())
    assert answer["type"] == "events" or answer["code"] == "stale", answer


def play_to_the_end(window: RoomWindow, *others: RoomWindow) -> None:
    """Let a player take pair after pair until the race is over."""
    while not any(event["event"] == "raceover" for event in window.events):
        play_on(window)
    for other in others:
        if not any(event["event"] == "raceover" for event in other.events):
            other.wait_for_event("raceover")
