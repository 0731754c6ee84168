"""The JSON endpoints for accounts: names, devices, passkeys, links for other devices, and deletion."""

import hashlib
import io
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
import segno
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import QuotaExceeded
from lianliankan.store import Store
from lianliankan.store.player_names import BadPlayerName
from lianliankan.store.players import LINK_SECONDS, Account, Agent, Device, Passkey, Players
from lianliankan.store.writes import now_stamp
from lianliankan.web.endpoints import passkeys
from lianliankan.web.endpoints.answers import (
    AccountAnswer,
    DeviceAnswer,
    ForgottenAnswer,
    InvitationAnswer,
    LinkAnswer,
    PasskeyAnswer,
)
from lianliankan.web.endpoints.games import MAX_GAMES
from lianliankan.web.http.identity import PlayerSession
from lianliankan.web.http.rate_limits import client_network
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.state.request_context import Handler, RequestContext, endpoint

T = TypeVar("T")
K = TypeVar("K", Device, Passkey)

_MAX_BODY: Final = 16 * 1024  # bytes of a request
_HANDLE_DIGITS = 16
_DELETE_WORDS: Final = frozenset({"delete", "删除"})


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name; an empty one takes it away."""

    name: str


class DeleteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's name, or the word "delete" in either language."""

    confirm: str


class CredentialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of an authenticator; `bring` to bring the games of this browser along."""

    credential: dict[str, Any]
    bring: bool = False


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link; `bring` to bring the games of this browser along."""

    token: str
    bring: bool = False


# ---- What the endpoints share ----------------------------------------------------------------------------------------


async def _answer_account(context: RequestContext) -> Response:
    """Return the account as JSON."""
    session = _require_session(context)
    return json_response(await context.read(_describe, context.store, session))


def _describe(store: Store, session: PlayerSession) -> AccountAnswer:
    account = store.players.account(session.player)
    games, played = store.players.count_games(session.player)
    if account is None:
        return AccountAnswer(exists=False, name="", games=games, played=played, devices=[], passkeys=[])
    devices = sorted(account.devices, key=lambda device: device.id != session.device)
    return AccountAnswer(
        exists=True,
        name=account.name or "",
        games=games,
        played=played,
        devices=[_describe_device(device, session) for device in devices],
        passkeys=[
            PasskeyAnswer(_handle(key.id), key.browser, key.system, _to_seconds(key.created), _to_seconds(key.used))
            for key in account.passkeys
        ],
    )


def _describe_device(device: Device, session: PlayerSession) -> DeviceAnswer:
    is_this = device.id == session.device
    seen = now_stamp() if is_this else device.seen
    return DeviceAnswer(_handle(device.id), device.browser, device.system, _to_seconds(seen), is_this)


def _require_session(context: RequestContext) -> PlayerSession:
    """Return the player and device of the browser; the owner of the machine has no account."""
    context.ensure_player()
    if not context.session or not context.session.player:
        raise ApiError(403, "owner", "the owner of the machine has no account")
    return context.session


async def _require_account(context: RequestContext) -> Account:
    """Return the account; raises ApiError if there is none."""
    session = _require_session(context)
    account = await context.read(context.store.players.account, session.player)
    if account is None:
        raise _gone()
    return account


async def _write(context: RequestContext, act: Callable[[Players], T]) -> T:
    """Change accounts in the writer's thread."""
    return await context.write(lambda store: act(store.players))


def _leave(context: RequestContext, response: Response) -> Response:
    """Take the cookie away; with the next page, the browser becomes a new player."""
    context.new_session = None
    context.server.cookies.delete_cookie(response)
    return response


def _charge_attempt(context: RequestContext) -> None:
    """Count an attempt to sign in, for the address: there may be no player yet, or always another one."""
    if not context.server.attempt_limiter.take(client_network(context.request)):
        raise ApiError(429, "slow", "too many attempts; slow down")


def _read_agent(context: RequestContext) -> Agent:
    """Return the browser and system that the request comes from."""
    return parse_agent(context.request.headers.get("user-agent", "")[:400])


def _find_by_handle(context: RequestContext, known: tuple[K, ...]) -> K:
    """Return the device or passkey that the path names; raises ApiError."""
    handle = context.request.path_params["id"]
    for each in known:
        if _handle(each.id) == handle:
            return each
    raise _gone()


def _handle(id: str) -> str:
    """Return what the page calls a device or a passkey: ids of first devices are those of players."""
    return hashlib.sha256(id.encode()).hexdigest()[:_HANDLE_DIGITS]


def _to_seconds(stamp: int) -> int:
    return stamp // 1_000_000


def _expired() -> ApiError:
    """Return the error for a secret that is not good, or no longer."""
    return ApiError(404, "expired", "this was good once and for a few minutes; ask for a new one")


def _gone() -> ApiError:
    return ApiError(404, "gone", "no such device or passkey")


# ---- Names of browsers and systems -----------------------------------------------------------------------------------


# In this order: nearly all browsers also name others, which they resemble.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("MicroMessenger/", "WeChat"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def parse_agent(text: str) -> Agent:
    """Return the browser and system that a User-Agent header names.

    >>> parse_agent("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    Agent(browser='Firefox', system='Linux')
    >>> parse_agent("curl/8.0")
    Agent(browser='', system='')
    """
    browser, system = (next((name for sign, name in known if sign in text), "") for known in (_BROWSERS, _SYSTEMS))
    return Agent(browser, system)


# ---- Names, devices, deletion ----------------------------------------------------------------------------------------


async def get_account(context: RequestContext) -> Response:
    """Return the account."""
    return await _answer_account(context)


async def put_name(context: RequestContext) -> Response:
    """Give the player a name, or take it away."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=NameRequest)
    context.charge_expensive()
    session, agent = _require_session(context), _read_agent(context)

    def rename(players: Players) -> None:
        if request.name.strip():
            players.rename(session.player, request.name, agent=agent)
        elif players.account(session.player) is not None:
            players.rename(session.player, "")

    try:
        await _write(context, rename)
    except BadPlayerName as problem:
        raise ApiError(400, "name", str(problem), problem.code) from None
    return await _answer_account(context)


async def sign_out(context: RequestContext) -> Response:
    """Sign one device out; if it is this one, the browser becomes a new player."""
    account, session = await _require_account(context), _require_session(context)
    device = _find_by_handle(context, account.devices).id
    await _write(context, lambda players: players.sign_out(session.player, device))
    context.server.sessions.end([device])
    if device == session.device:
        return _leave(context, json_response(None))
    return await _answer_account(context)


async def sign_out_others(context: RequestContext) -> Response:
    """Sign all devices out but this one."""
    session = _require_session(context)
    await _require_account(context)
    ended = await _write(context, lambda players: players.sign_out_others(*session))
    context.server.sessions.end(ended)
    return await _answer_account(context)


async def delete_all(context: RequestContext) -> Response:
    """Delete everything that the store has about the player."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=DeleteRequest)
    context.charge_expensive()
    session, server = _require_session(context), context.server
    account = await context.read(context.store.players.account, session.player)
    word = request.confirm.strip()
    if word.casefold() not in _DELETE_WORDS and not (account and account.name and word == account.name):
        raise ApiError(400, "confirm", "type your name, or the word delete")
    devices = [device.id for device in account.devices] if account else []
    games = await _write(context, lambda players: players.forget(session.player))
    server.sessions.end([session.player, *devices])
    server.scrub_soon(session.player)
    return _leave(context, json_response(ForgottenAnswer(games)))


# ---- Passkeys --------------------------------------------------------------------------------------------------------


async def ask_for_passkey(context: RequestContext) -> Response:
    """Return the question that makes a passkey."""
    context.charge_expensive()
    session, site = _require_session(context), _find_site(context)
    account = await context.read(context.store.players.account, session.player)
    name, known = (account.name or "", [key.id for key in account.passkeys]) if account else ("", [])
    question = passkeys.ask_to_register(site, session.player, name, known)
    await _write(context, lambda players: players.issue("register", session.player, secret=question.challenge))
    return json_response(question.options.encode())


async def add_passkey(context: RequestContext) -> Response:
    """Keep a passkey that the browser has made."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=CredentialRequest)
    context.charge_expensive()
    session, site, agent = _require_session(context), _find_site(context), _read_agent(context)
    challenge = passkeys.read_challenge(request.credential)
    if await _write(context, lambda players: players.use_up("register", challenge)) != session.player:
        raise _expired()
    new = await context.read(passkeys.check_new, site, request.credential)
    now = now_stamp()
    passkey = Passkey(new.id, session.player, new.public_key, new.sign_count, *agent, now, now)

    def keep(players: Players) -> None:
        players.sign_up(session.player, agent)
        players.add_passkey(passkey)

    await _write(context, keep)
    return await _answer_account(context)


async def remove_passkey(context: RequestContext) -> Response:
    """Remove a passkey."""
    account, session = await _require_account(context), _require_session(context)
    found = _find_by_handle(context, account.passkeys)
    await _write(context, lambda players: players.remove_passkey(session.player, found.id))
    return await _answer_account(context)


async def ask_to_sign_in(context: RequestContext) -> Response:
    """Return the question for any passkey of the site."""
    _charge_attempt(context)
    question = passkeys.ask_to_sign_in(_find_site(context))
    await _write(context, lambda players: players.issue("sign in", secret=question.challenge))
    return json_response(question.options.encode())


async def sign_in(context: RequestContext) -> Response:
    """Sign this browser in with a passkey."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=CredentialRequest)
    _charge_attempt(context)
    site, challenge = _find_site(context), passkeys.read_challenge(request.credential)
    if await _write(context, lambda players: players.use_up("sign in", challenge)) is None:
        raise _expired()
    players = context.server.store.players
    passkey = await context.read(players.passkey, str(request.credential.get("id", "")))
    if passkey is None:
        raise ApiError(404, "unknown passkey", "this passkey belongs to no account here")
    count = await context.read(passkeys.check_used, site, request.credential, passkey)
    await _write(context, lambda players: players.use_passkey(passkey.id, count))
    return await _enter(context, passkey.player, bring=request.bring)


# ---- Links for other devices -----------------------------------------------------------------------------------------


async def make_link(context: RequestContext) -> Response:
    """Return a link that brings another device into the account, once."""
    context.charge_expensive()
    session, site, agent = _require_session(context), _find_site(context), _read_agent(context)

    def issue(players: Players) -> str:
        players.sign_up(session.player, agent)
        return players.issue("link", session.player)

    # The secret is in the fragment, which browsers do not send: it gets into no log, and previews do not see it.
    address = f"{site.origin}/join#{await _write(context, issue)}"
    return json_response(LinkAnswer(address, _draw_qr(address), LINK_SECONDS))


def _draw_qr(text: str) -> str:
    file = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        file, kind="svg", xmldecl=False, border=4, light="#fff", omitsize=True
    )
    return file.getvalue().decode()


async def look_at_link(context: RequestContext) -> Response:
    """Return the account that a link leads to; the link stays good."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=JoinRequest)
    _charge_attempt(context)
    return json_response(await context.read(_describe_link, context.store, context.player, request.token))


def _describe_link(store: Store, guest: str | None, token: str) -> InvitationAnswer:
    player = store.players.look_up("link", token)
    account = None if player is None else store.players.account(player)
    if account is None:
        raise _expired()
    unfinished = store.of_player(account.player).unfinished()
    has_account = guest is not None and store.players.account(guest) is not None
    return InvitationAnswer(
        name=account.name or "",
        games=store.players.count_games(account.player)[0],
        is_own=account.player == guest,
        unfinished=None if unfinished is None else unfinished.id,
        guest=None if has_account else store.players.count_games(guest or "nobody")[1],
    )


async def join(context: RequestContext) -> Response:
    """Bring this browser into the account of a link, which is used up."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=JoinRequest)
    _charge_attempt(context)
    player = await _write(context, lambda players: players.use_up("link", request.token))
    if player is None:
        raise _expired()
    try:
        return await _enter(context, player, bring=request.bring)
    except QuotaExceeded:  # the link stays good, for when another device may be added
        await _write(context, lambda players: players.issue("link", player, secret=request.token))
        raise


# ---- Signing in ------------------------------------------------------------------------------------------------------


async def _enter(context: RequestContext, player: str, *, bring: bool) -> Response:
    """Sign this browser in to an account; the guest's games come along if they may, and if that is wished."""
    before, agent = context.session, _read_agent(context)
    if before is not None and before.player == "":
        raise ApiError(403, "owner", "the owner of the machine has no account")

    def enter(players: Players) -> PlayerSession:
        if before is not None and before.player == player:
            players.touch_device(*before)
            return before
        is_guest = before is not None and players.account(before.player) is None
        guest = before.player if before is not None and is_guest and bring else None
        session = PlayerSession(player, players.add_device(player, agent, guest=guest, max_games=MAX_GAMES))
        if before is not None and not is_guest:
            players.sign_out(*before)
        return session

    context.new_session = await _write(context, enter)
    if before is not None and before != context.new_session:
        context.server.sessions.end([before.device])
    return await _answer_account(context)


def _find_site(context: RequestContext) -> passkeys.Site:
    """Return the site as the browser knows it: `endpoint` has compared the origin with the host."""
    return passkeys.Site(context.request.headers["origin"])


def _player_route(path: str, method: str, handler: Handler, *, admits_ended: bool = False) -> Route:
    """Return the route of an endpoint for accounts."""
    return Route(f"/api/player{path}", endpoint(handler, admits_ended=admits_ended), methods=[method])


routes = [
    _player_route("", "GET", get_account),
    _player_route("", "DELETE", delete_all),
    _player_route("/name", "PUT", put_name),
    _player_route("/devices", "DELETE", sign_out_others),
    _player_route("/devices/{id}", "DELETE", sign_out),
    _player_route("/passkeys", "POST", add_passkey),
    _player_route("/passkeys/options", "POST", ask_for_passkey),
    _player_route("/passkeys/{id}", "DELETE", remove_passkey),
    _player_route("/sign-in", "POST", sign_in, admits_ended=True),
    _player_route("/sign-in/options", "POST", ask_to_sign_in, admits_ended=True),
    _player_route("/links", "POST", make_link),
    _player_route("/links/look", "POST", look_at_link, admits_ended=True),
    _player_route("/join", "POST", join, admits_ended=True),
]
