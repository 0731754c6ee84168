"""The JSON endpoints for coming back to an account: passkeys, and links for other devices."""

import io
from typing import Any

import msgspec
import segno
from starlette.responses import Response

from lianliankan.errors import QuotaExceeded
from lianliankan.store import Store
from lianliankan.store.players import LINK_SECONDS, Passkey, Players
from lianliankan.store.writes import now_stamp
from lianliankan.web import passkeys
from lianliankan.web.account_requests import (
    MAX_BODY,
    answer_account,
    charge_attempt,
    expired,
    find_by_handle,
    player_route,
    read_agent,
    require_account,
    require_session,
    write,
)
from lianliankan.web.answers import InvitationAnswer, LinkAnswer
from lianliankan.web.identity import PlayerSession
from lianliankan.web.request_context import RequestContext
from lianliankan.web.responses import ApiError, json_response
from lianliankan.web.routes_games import MAX_GAMES


class CredentialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an authenticator answered; `bring` to bring the games of this browser along."""

    credential: dict[str, Any]
    bring: bool = False


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link; `bring` to bring the games of this browser along."""

    token: str
    bring: bool = False


async def ask_for_passkey(context: RequestContext) -> Response:
    """Return the question that makes a passkey."""
    context.charge_expensive()
    session, site = require_session(context), _find_site(context)
    account = await context.read(context.store.players.account, session.player)
    name, known = (account.name or "", [key.id for key in account.passkeys]) if account else ("", [])
    question = passkeys.ask_to_register(site, session.player, name, known)
    await write(context, lambda players: players.issue("register", session.player, secret=question.challenge))
    return json_response(question.options.encode())


async def add_passkey(context: RequestContext) -> Response:
    """Keep a passkey that the browser has made."""
    request = msgspec.json.decode(await context.read_json(MAX_BODY), type=CredentialRequest)
    context.charge_expensive()
    session, site, agent = require_session(context), _find_site(context), read_agent(context)
    challenge = passkeys.read_challenge(request.credential)
    if await write(context, lambda players: players.use_up("register", challenge)) != session.player:
        raise expired()
    new = await context.read(passkeys.check_new, site, request.credential)
    now = now_stamp()
    passkey = Passkey(new.id, session.player, new.public_key, new.sign_count, *agent, now, now)

    def keep(players: Players) -> None:
        players.sign_up(session.player, agent)
        players.add_passkey(passkey)

    await write(context, keep)
    return await answer_account(context)


async def remove_passkey(context: RequestContext) -> Response:
    """Remove a passkey."""
    account, session = await require_account(context), require_session(context)
    found = find_by_handle(context, account.passkeys)
    await write(context, lambda players: players.remove_passkey(session.player, found.id))
    return await answer_account(context)


async def ask_to_sign_in(context: RequestContext) -> Response:
    """Return the question for any passkey of the site."""
    charge_attempt(context)
    question = passkeys.ask_to_sign_in(_find_site(context))
    await write(context, lambda players: players.issue("sign in", secret=question.challenge))
    return json_response(question.options.encode())


async def sign_in(context: RequestContext) -> Response:
    """Sign this browser in with a passkey."""
    request = msgspec.json.decode(await context.read_json(MAX_BODY), type=CredentialRequest)
    charge_attempt(context)
    site, challenge = _find_site(context), passkeys.read_challenge(request.credential)
    if await write(context, lambda players: players.use_up("sign in", challenge)) is None:
        raise expired()
    players = context.server.store.players
    passkey = await context.read(players.passkey, str(request.credential.get("id", "")))
    if passkey is None:
        raise ApiError(404, "unknown passkey", "this passkey belongs to no account here")
    count = await context.read(passkeys.check_used, site, request.credential, passkey)
    await write(context, lambda players: players.use_passkey(passkey.id, count))
    return await _enter(context, passkey.player, bring=request.bring)


async def make_link(context: RequestContext) -> Response:
    """Return a link that brings another device into the account, once."""
    context.charge_expensive()
    session, site, agent = require_session(context), _find_site(context), read_agent(context)

    def issue(players: Players) -> str:
        players.sign_up(session.player, agent)
        return players.issue("link", session.player)

    # The secret is in the fragment, which browsers do not send: it gets into no log, and previews do not see it.
    address = f"{site.origin}/join#{await write(context, issue)}"
    return json_response(LinkAnswer(address, _draw_qr(address), LINK_SECONDS))


def _draw_qr(text: str) -> str:
    file = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        file, kind="svg", xmldecl=False, border=4, light="#fff", omitsize=True
    )
    return file.getvalue().decode()


async def look_at_link(context: RequestContext) -> Response:
    """Return whose account a link leads to; it stays good."""
    request = msgspec.json.decode(await context.read_json(MAX_BODY), type=JoinRequest)
    charge_attempt(context)
    return json_response(await context.read(_describe_link, context.store, context.player, request.token))


def _describe_link(store: Store, guest: str | None, token: str) -> InvitationAnswer:
    player = store.players.look_up("link", token)
    account = None if player is None else store.players.account(player)
    if account is None:
        raise expired()
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
    request = msgspec.json.decode(await context.read_json(MAX_BODY), type=JoinRequest)
    charge_attempt(context)
    player = await write(context, lambda players: players.use_up("link", request.token))
    if player is None:
        raise expired()
    try:
        return await _enter(context, player, bring=request.bring)
    except QuotaExceeded:  # the link stays good, for when there is room
        await write(context, lambda players: players.issue("link", player, secret=request.token))
        raise


async def _enter(context: RequestContext, player: str, *, bring: bool) -> Response:
    """Sign this browser in to an account; the guest's games come along if they may, and if that is wished."""
    before, agent = context.session, read_agent(context)
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

    context.new_session = await write(context, enter)
    if before is not None and before != context.new_session:
        context.server.sessions.end([before.device])
    return await answer_account(context)


def _find_site(context: RequestContext) -> passkeys.Site:
    """Return the site as the browser knows it: `endpoint` has compared the origin with the host."""
    return passkeys.Site(context.request.headers["origin"])


routes = [
    player_route("/passkeys", "POST", add_passkey),
    player_route("/passkeys/options", "POST", ask_for_passkey),
    player_route("/passkeys/{id}", "DELETE", remove_passkey),
    player_route("/sign-in", "POST", sign_in, admits_ended=True),
    player_route("/sign-in/options", "POST", ask_to_sign_in, admits_ended=True),
    player_route("/links", "POST", make_link),
    player_route("/links/look", "POST", look_at_link, admits_ended=True),
    player_route("/join", "POST", join, admits_ended=True),
]
