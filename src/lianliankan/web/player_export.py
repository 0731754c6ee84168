"""Everything that the store has about a player as a zip, made piece by piece while it is sent."""

import asyncio
import io
import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from lianliankan.errors import DamagedStore, NoSuchGame, NoSuchPictures
from lianliankan.faces.custom.names import SUFFIX, make_label
from lianliankan.store import Store
from lianliankan.store.picture_sets import PictureSet
from lianliankan.web.identity import PlayerSession
from lianliankan.web.request_context import RequestContext
from lianliankan.web.responses import ApiError
from lianliankan.web.work.fair_lane import Busy, TooHard
from lianliankan.web.work.jobs import RecordJob

__all__ = ["write_export"]

_TRIES = 30
_RETRY_SECONDS = 1.0  # while the workers have too much to do
_PART_BYTES = 64 * 1024

_READ_ME = """Everything that this site has stored about you.

account.json       your name, your devices and the public parts of your passkeys
settings.json      your settings
games.json         a list of your games, with their results
games/ID.json      one game each, command by command: llk replay games/ID.json shows it
analyses.json      what was found out about finished games
rankings.json      your results in the rankings, and which game of a day was your first attempt
pictures/          your own pictures

Times are in UTC. A game that could not be read is named in problems.txt.


本网站保存的关于你的全部数据。

account.json       你的名字、设备，以及通行密钥的公开部分
settings.json      你的设置
games.json         所有对局及其结果的列表
games/ID.json      每局一个文件，逐条记录操作；用 llk replay games/ID.json 回放
analyses.json      对已结束对局的分析
rankings.json      你在排行榜上的成绩，以及每天哪一局是你的首次尝试
pictures/          你自己的图片

时间均为 UTC。无法读取的对局列在 problems.txt 中。
"""


class _Pipe(io.RawIOBase):
    """Collects what is written until it is taken."""

    def __init__(self) -> None:
        self._parts = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401
        self._parts += data
        return len(data)

    def flush(self) -> None:
        """Do nothing, also after it is closed: so does the zip of somebody who has gone away."""

    def __len__(self) -> int:
        return len(self._parts)

    def take(self) -> bytes:
        data = bytes(self._parts)
        self._parts.clear()
        return data


class _Archive:
    """A zip that is sent while it is written."""

    def __init__(self) -> None:
        self.pipe = _Pipe()
        self._zip = ZipFile(self.pipe, "w", ZIP_DEFLATED)
        self._now = datetime.now(UTC).timetuple()[:6]

    def add(self, name: str, data: str | bytes) -> None:
        """Add a file; pictures are compressed already."""
        info = ZipInfo(name, self._now)
        info.compress_type = ZIP_STORED if name.endswith(SUFFIX) else ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        self._zip.writestr(info, data)

    def add_json(self, name: str, value: object) -> None:
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=1)
        self.add(name, text + "\n")

    def close(self) -> None:
        """Write the list of files at the end."""
        self._zip.close()


async def write_export(context: RequestContext, session: PlayerSession) -> AsyncGenerator[bytes]:
    """Return the zip in parts; games are read in the player's turns, and everything else in threads."""
    server, store = context.server, context.store
    if not server.player_exports.add(session.player):
        raise ApiError(503, "busy", "one export at a time")
    try:
        archive, problems = _Archive(), list[str]()
        ids = await context.run_in(server.slow_pool, _add_lists, archive, store, session)
        yield archive.pipe.take()
        for id in ids:
            try:
                record = await _read_record(context, session.player, id)
                await context.run_in(server.slow_pool, archive.add, f"games/{id}.json", record + "\n")
            except (DamagedStore, TooHard, Busy) as problem:
                problems.append(f"games/{id}.json: {problem}\n")
            except NoSuchGame:
                continue  # removed meanwhile
            if len(archive.pipe) >= _PART_BYTES:
                yield archive.pipe.take()
        pictures = store.pictures
        for number, found in enumerate(await context.run_in(server.slow_pool, _list_sets, store), 1):
            for place, picture in enumerate(found.pictures, 1):
                name = f"pictures/{number} {make_label(found.name or 'draft')}/{place:03} {make_label(picture.label)}"
                try:
                    data = await context.run_in(server.slow_pool, pictures.picture_data, picture.id)
                except (NoSuchPictures, DamagedStore) as problem:
                    problems.append(f"{name}: {problem}\n")
                    continue
                archive.add(name + SUFFIX, data)
                yield archive.pipe.take()
        if problems:
            archive.add("problems.txt", "".join(problems))
        archive.close()
        yield archive.pipe.take()
    finally:
        server.player_exports.remove(session.player)


def _add_lists(archive: _Archive, store: Store, session: PlayerSession) -> list[str]:
    """Add everything but games and pictures; return the ids of the games."""
    archive.add("README.txt", _READ_ME)
    archive.add_json("account.json", _describe_account(store, session))
    archive.add_json("settings.json", store.players.settings(session.player))
    games = store.games(limit=1_000_000)
    archive.add_json("games.json", games)
    analyses = {game.summary.id: game.analysis for game in store.finished() if game.analysis is not None}
    archive.add_json("analyses.json", analyses)
    archive.add_json("rankings.json", _describe_results(store))
    return [game.id for game in games]


def _describe_account(store: Store, session: PlayerSession) -> dict[str, object]:
    account = store.players.account(session.player)
    about: dict[str, object] = {"player": session.player}
    if account is None:
        return about
    return about | {
        "name": account.name,
        "created": _to_text(account.created),
        "devices": [
            {
                "browser": device.browser,
                "system": device.system,
                "created": _to_text(device.created),
                "seen": _to_text(device.seen),
                "is_this": device.id == session.device,
            }
            for device in account.devices
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


def _describe_results(store: Store) -> dict[str, object]:
    return {
        "results": [result | {"ended": _to_text(result["ended"])} for result in store.rankings.own_results()],
        "first_attempts": {
            day: {"game": first.game, "first_pair": _to_text(first.made)}
            for day, first in store.rankings.first_attempts().items()
        },
    }


def _list_sets(store: Store) -> list[PictureSet]:
    draft = store.pictures.draft()
    return [*store.pictures.sets(), *([draft] if draft else [])]


async def _read_record(context: RequestContext, player: str, id: str) -> str:
    for _ in range(_TRIES):
        try:
            return await context.server.jobs.ask(context.owner, RecordJob(player, id))
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
    return await context.server.jobs.ask(context.owner, RecordJob(player, id))


def _to_text(stamp: int) -> str:
    return datetime.fromtimestamp(stamp / 1_000_000, UTC).isoformat(timespec="seconds")
