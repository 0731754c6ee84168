"""Write the types of everything that the page and the server send each other, as TypeScript declarations.

They are made from the structs that the server encodes and decodes, so the two cannot differ; `make page-types` checks
the page's JavaScript against them, and a test fails if the file is out of date.
"""

import inspect
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any

import msgspec
from msgspec import inspect as mi

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path as TilePath
from lianliankan.board.shifts import TileShift
from lianliankan.game.analysis import Course
from lianliankan.game.events import Event, Hinted
from lianliankan.game.start import NewGameRequest
from lianliankan.game.toy import ToyGame
from lianliankan.race.events import RaceEvent, RoomEvent
from lianliankan.site.first_games import NewcomerFacts
from lianliankan.store.best_lists import BestGames, BestList, GameResult
from lianliankan.store.saved_boards import SavedBoard
from lianliankan.store.statistics import Statistics
from lianliankan.store.summary import Summary
from lianliankan.web.base.page_data import ErrorAnswer
from lianliankan.web.endpoints import answers
from lianliankan.web.endpoints.account import CredentialRequest, DeleteRequest, JoinRequest, NameRequest
from lianliankan.web.endpoints.board_answers import (
    BoardRequest,
    DealtBoardRequest,
    DrawnBoard,
    PercentileAnswer,
    PercentileRequest,
    SaveBoardRequest,
)
from lianliankan.web.endpoints.faces import ChangeRequest, SaveRequest
from lianliankan.web.endpoints.game_facts import GameCatalog
from lianliankan.web.endpoints.pages import PageData
from lianliankan.web.endpoints.replay_view import ReplayView
from lianliankan.web.lab.answers import LabRaceAnswer, TraceAnswer
from lianliankan.web.lab.catalog import LabCatalog
from lianliankan.web.lab.jobs import RecordedGame, WhyAnswer
from lianliankan.web.lab.learner import CheckAnswer, CheckProgress, LearnerProblem, LearnerRequest
from lianliankan.web.live import protocol
from lianliankan.web.race import answers as race_answers
from lianliankan.web.race import protocol as race_protocol
from lianliankan.web.race.answers import GhostRaceRequest, NewRoomRequest, QuickMatchRequest, RaceNameRequest

FILE = Path(__file__).parent.parent / "src/lianliankan/web/static/js/server/protocol.d.ts"
"""The file of the declarations."""


def _structs_of(module: ModuleType, *others: type) -> list[type]:
    """Return the answers that a module defines, and those that it answers with beside, by name."""
    classes = [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__]
    found = [each for each in classes if issubclass(each, msgspec.Struct) and each not in _REQUESTS]
    return sorted([*found, *others], key=lambda each: each.__name__)


_HEAD = "// What the page and the server send each other. Written by tools/page_types.py (make types); do not edit.\n"

_ACCOUNT_REQUESTS = (NameRequest, DeleteRequest, CredentialRequest, JoinRequest)
_MESSAGES = (protocol.FromClient, race_protocol.FromRacer)
_BOARD_REQUESTS = (BoardRequest, DealtBoardRequest, PercentileRequest, SaveBoardRequest)
_RACE_REQUESTS = (GhostRaceRequest, NewRoomRequest, QuickMatchRequest, RaceNameRequest)
_GAME_REQUESTS = (NewGameRequest, SaveRequest, ChangeRequest, *_BOARD_REQUESTS)
_REQUESTS = (*_MESSAGES, *_GAME_REQUESTS, *_ACCOUNT_REQUESTS, *_RACE_REQUESTS, LearnerRequest)
_TO_CLIENT = protocol.FullState | protocol.Done | protocol.Pong | protocol.Winnability | protocol.ErrorMessage
_TO_RACER = (
    race_protocol.RoomState
    | race_protocol.RoomEvents
    | race_protocol.ReactionShown
    | race_protocol.RaceErrorMessage
    | protocol.Pong
)
_CHECK_ANSWERS = (CheckAnswer, CheckProgress, LearnerProblem)
_LAB_ANSWERS = (LabCatalog, TraceAnswer, LabRaceAnswer, WhyAnswer, RecordedGame, *_CHECK_ANSWERS)
_GAME_VIEWS = (GameCatalog, ReplayView, Course, ToyGame, Summary, DrawnBoard, PercentileAnswer, SavedBoard)
_VIEWS = (race_protocol.RaceCatalog, *_GAME_VIEWS, *_LAB_ANSWERS)
_OTHER_ANSWERS = (BestGames, BestList, ErrorAnswer, GameResult, Statistics)
_NAMED_ANSWERS = (*_structs_of(answers, *_OTHER_ANSWERS), *_structs_of(race_answers))
_ANSWERS = (_TO_CLIENT, _TO_RACER, *_VIEWS, *_NAMED_ANSWERS, NewcomerFacts, PageData)

_OMITTING = (Hinted, protocol.Winnability)
"""What leaves out the fields that are as usual."""

_EVENTS: dict[type[Any], str] = {Event: "GameEvent", RaceEvent: "RaceEvent", RoomEvent: "RoomEvent"}

_PLAIN = {
    mi.NoneType: "null",
    mi.BoolType: "boolean",
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.StrType: "string",
    mi.DateTimeType: "string",
    mi.AnyType: "unknown",
}
_NAMED = {Cell: "[row: number, col: number]", Move: "[a: Cell, b: Cell]", TileShift: "[start: Cell, end: Cell]"}
_NAMED |= {TilePath: "Cell[]", Board: "string"}


def page_types() -> str:
    """Return the declarations."""
    writer = _Writer()
    names: list[tuple[str, object]] = [(writer.add(type, is_request=True), type) for type in _REQUESTS]
    names += [(writer.add(type, is_request=False), type) for type in _ANSWERS]
    unions = {
        protocol.FromClient: "ClientMessage",
        _TO_CLIENT: "ServerMessage",
        race_protocol.FromRacer: "RacerMessage",
        _TO_RACER: "RoomMessage",
        LearnerRequest: "LearnerRequest",
    }
    aliases = [f"export type {unions[type]} = {name};\n" for name, type in names if isinstance(type, UnionType)]
    for base, name in _EVENTS.items():
        events = " | ".join(writer.add(event, is_request=False) for event in base.__subclasses__())
        aliases.append(f"export type {name} = {events};\n")
    return "\n".join([_HEAD, *aliases, *writer.declarations.values()])


class _Writer:
    """The declarations written so far, by name."""

    def __init__(self) -> None:
        self.declarations: dict[str, str] = {}

    def add(self, type: object, *, is_request: bool) -> str:
        """Return how a type is written, and declare all named types in it."""
        return self._write(mi.type_info(type), is_request)

    def _write(self, info: mi.Type, is_request: bool) -> str:
        match info:
            case mi.LiteralType():
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in info.values)
            case mi.UnionType():
                return " | ".join(self._write(part, is_request) for part in info.types)
            case mi.ListType() | mi.VarTupleType():
                item = self._write(info.item_type, is_request)
                return f"({item})[]" if " " in item else f"{item}[]"
            case mi.TupleType():
                return f"[{', '.join(self._write(part, is_request) for part in info.item_types)}]"
            case mi.DictType():
                return f"Record<string, {self._write(info.value_type, is_request)}>"
            case mi.StructType() | mi.DataclassType():
                return self._declare_object(info, is_request)
            case mi.NamedTupleType() | mi.CustomType():
                name = "TilePath" if info.cls is TilePath else info.cls.__name__
                self.declarations[name] = f"{_comment(info.cls)}export type {name} = {_NAMED[info.cls]};\n"
                return name
        return _PLAIN[type(info)]

    def _declare_object(self, info: mi.StructType | mi.DataclassType, is_request: bool) -> str:
        if info.cls in _EVENTS:
            return _EVENTS[info.cls]
        name = info.cls.__name__
        if name in self.declarations:
            return name
        self.declarations[name] = ""  # its place, before the types of its fields
        lines = [f"export interface {name} {{"]
        if isinstance(info, mi.StructType) and info.tag is not None:
            lines.append(f'  {info.tag_field}: "{info.tag}";')
        for field in info.fields:
            may_miss = is_request or info.cls in _OMITTING
            mark = "?" if may_miss and not field.required else ""
            lines.append(f"  {field.encode_name}{mark}: {self._write(field.type, is_request)};")
        self.declarations[name] = _comment(info.cls) + "\n".join([*lines, "}"]) + "\n"
        return name


def _comment(cls: type[Any]) -> str:
    return f"/** {(inspect.getdoc(cls) or '').splitlines()[0]} */\n"


if __name__ == "__main__":
    FILE.write_text(page_types(), encoding="utf-8")
