"""Everything that the store has about a player as a zip: its contents, and how it is written."""

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any, Final, Literal, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from lianliankan.errors import DamagedStore, NoSuchGame, NoSuchPictures
from lianliankan.faces.custom.names import SUFFIX, make_label
from lianliankan.override import override
from lianliankan.race.record import to_race_record
from lianliankan.records.record import to_record
from lianliankan.store.race_results import NoSuchRace

if TYPE_CHECKING:
    from lianliankan.store.store import Store

PART_GONE: Final = (NoSuchGame, NoSuchRace, NoSuchPictures)
"""The errors of parts that were removed while the zip is written."""

_MAX_RACES = 1_000_000

_READ_ME = """Everything that is stored about you.

account.json       your name, your devices and the public parts of your passkeys
settings.json      your settings
games.json         a list of your games, with their results
games/ID.json      one game each, command by command: llk replay games/ID.json shows it
analyses.json      what was found out about finished games
rankings.json      your results in the rankings, and which game of a day was your first attempt
imports.json       which games were imported, and the ids that they have elsewhere
races.json         your races, with your results, your ratings, and the name you race under
races/ID.json      one race each, command by command, without the names of the others
pictures/          your custom pictures

Times are in UTC. A game that could not be read is named in problems.txt.

llk games import lianliankan.zip, or "Import" on the page of another site, puts games, settings and pictures there.


关于你的全部数据。

account.json       你的名字、设备，以及通行密钥的公开部分
settings.json      你的设置
games.json         所有对局及其结果的列表
games/ID.json      每局一个文件，逐条记录操作；用 llk replay games/ID.json 回放
analyses.json      对已结束对局的分析
rankings.json      你在排行榜上的成绩，以及每天哪一局是你的首次尝试
imports.json       哪些对局是导入的，以及它们在别处的编号
races.json         你的竞速：成绩、等级分，以及参赛用的名字
races/ID.json      每场竞速一个文件，逐条记录操作，不含他人的名字
pictures/          你自己的图片

时间均为 UTC。无法读取的对局列在 problems.txt 中。

用 llk games import lianliankan.zip，或在另一个网站的页面上点“导入”，即可把对局、设置和图片带过去。
"""


class _Pipe(io.RawIOBase):
    """A buffer of written bytes until they are taken."""

    def __init__(self) -> None:
        self._parts = bytearray()

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, data: Any) -> int:
        self._parts += data
        return len(data)

    @override
    def flush(self) -> None:
        """Do nothing, also after it is closed: a zip whose reader has gone is flushed late."""

    def __len__(self) -> int:
        return len(self._parts)

    def take(self) -> bytes:
        data = bytes(self._parts)
        self._parts.clear()
        return data


class ArchivePart(NamedTuple):
    """A file of a zip that is read and added one by one: a game, a race or a picture of an id."""

    kind: Literal["game", "race", "picture"]
    name: str
    id: str

    def read(self, store: "Store") -> str | bytes:
        """Return its content; raises DamagedStore, and NoSuchGame, NoSuchRace or NoSuchPictures if it has been removed.

        A game or a race is replayed for it.
        """
        if self.kind == "game":
            return to_record(store.open(self.id).game)
        if self.kind == "race":
            return to_race_record(store.races.open_race(self.id, only=store.player))
        return store.pictures.picture_data(self.id)


class ArchiveWriter:
    """A zip that can be sent while it is written: `take` returns the bytes written since.

    `begin` writes the lists, and returns the parts that remain; `add_part` or `skip_part` is called for each of them.
    """

    def __init__(self) -> None:
        self._pipe = _Pipe()
        self._zip = ZipFile(self._pipe, "w", ZIP_DEFLATED)
        self._now = datetime.now(UTC).timetuple()[:6]
        self.problems: list[str] = []

    def begin(self, store: "Store", device: str = "") -> list[ArchivePart]:
        """Write everything but games, races and pictures, and return these; `device` is the one that asks."""
        self._add("README.txt", _READ_ME)
        self._add_json("account.json", _describe_account(store, device))
        self._add_json("settings.json", store.players.settings(store.player))
        games = store.games(limit=1_000_000)
        self._add_json("games.json", games)
        analyses = {game.summary.id: game.analysis for game in store.finished() if game.analysis is not None}
        self._add_json("analyses.json", analyses)
        self._add_json("rankings.json", _describe_results(store))
        self._add_json("imports.json", store.imports.origins())
        self._add_json("races.json", _describe_races(store))
        return [
            *(ArchivePart("game", f"games/{game.id}.json", game.id) for game in games),
            *(ArchivePart("race", f"races/{id}.json", id) for id in store.races.ids_of(store.player, limit=_MAX_RACES)),
            *_list_pictures(store),
        ]

    def add_part(self, part: ArchivePart, data: str | bytes) -> None:
        """Add the content of a part."""
        self._add(part.name, data + "\n" if isinstance(data, str) else data)

    def skip_part(self, part: ArchivePart, problem: Exception) -> None:
        """Note that a part cannot be read."""
        self.problems.append(f"{part.name}: {problem}")

    def take(self, least: int = 0) -> bytes:
        """Return the bytes since the last time, once there are at least so many."""
        return self._pipe.take() if len(self._pipe) >= least else b""

    def close(self) -> bytes:
        """Write the unreadable parts and the list of files at the end, and return the last bytes."""
        if self.problems:
            self._add("problems.txt", "".join(f"{problem}\n" for problem in self.problems))
        self._zip.close()
        return self._pipe.take()

    def _add(self, name: str, data: str | bytes) -> None:
        info = ZipInfo(name, self._now)
        info.compress_type = ZIP_STORED if name.endswith(SUFFIX) else ZIP_DEFLATED  # pictures are compressed already
        info.external_attr = 0o600 << 16
        self._zip.writestr(info, data)

    def _add_json(self, name: str, value: object) -> None:
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=1)
        self._add(name, text + "\n")


def write_archive(store: "Store", file: IO[bytes]) -> tuple[int, list[str]]:
    """Write everything of a player to a file; return the number of games, and the unreadable parts."""
    archive = ArchiveWriter()
    parts = archive.begin(store)
    for part in parts:
        try:
            archive.add_part(part, part.read(store))
        except DamagedStore as problem:
            archive.skip_part(part, problem)
        except PART_GONE:
            continue
        file.write(archive.take())
    file.write(archive.close())
    return sum(part.kind == "game" for part in parts), archive.problems


def _describe_account(store: "Store", device: str) -> dict[str, object]:
    account = store.players.account(store.player)
    about: dict[str, object] = {"player": store.player}
    if account is None:
        return about
    return about | {
        "name": account.name,
        "created": _to_text(account.created),
        "devices": [
            {
                "browser": each.browser,
                "system": each.system,
                "created": _to_text(each.created),
                "seen": _to_text(each.seen),
                "is_this": each.id == device,
            }
            for each in account.devices
        ],
        "passkeys": [
            {
                "id": passkey.id,
                "public_key": passkey.public_key.hex(),
                "sign_count": passkey.sign_count,
                "browser": passkey.browser,
                "system": passkey.system,
                "created": _to_text(passkey.created),
                "used": _to_text(passkey.used),
            }
            for passkey in account.passkeys
        ],
    }


def _describe_results(store: "Store") -> dict[str, object]:
    return {
        "results": [result | {"ended": _to_text(result["ended"])} for result in store.rankings.own_results()],
        "first_attempts": {
            day: {"game": first.game, "first_pair": _to_text(first.made)}
            for day, first in store.first_attempts().items()
        },
    }


def _describe_races(store: "Store") -> dict[str, object]:
    skills = store.skills.of_player(store.player)
    races = [
        {"id": race.id, "format": race.format, "began": _to_text(race.began), "is_rated": race.is_rated}
        | {name: value for name, value in own._asdict().items() if name not in ("player", "bot")}
        for race in store.races.recent(store.player, limit=_MAX_RACES)
        for own in race.results
        if own.player == store.player
    ]
    return {"name": store.racers.own_name()[0], "ratings": [skill._asdict() for skill in skills], "races": races}


def _list_pictures(store: "Store") -> Iterator[ArchivePart]:
    draft = store.pictures.draft()
    sets = [*store.pictures.sets(), *([draft] if draft else [])]
    for number, found in enumerate(sets, 1):
        folder = f"pictures/{number} {make_label(found.name or 'draft')}"
        for place, picture in enumerate(found.pictures, 1):
            yield ArchivePart("picture", f"{folder}/{place:03} {make_label(picture.label)}{SUFFIX}", picture.id)


def _to_text(stamp: int) -> str:
    return datetime.fromtimestamp(stamp / 1_000_000, UTC).isoformat(timespec="seconds")
