"""Passkeys: the questions to a browser's authenticator, and the check of its answers."""

import json
from base64 import urlsafe_b64decode
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import options_to_json
from webauthn.helpers.base64url_to_bytes import base64url_to_bytes
from webauthn.helpers.bytes_to_base64url import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from lianliankan.store.players import Passkey
from lianliankan.web.http.responses import ApiError

_SITE_NAME: Final = "lianliankan"


class Site(NamedTuple):
    """The site as a browser knows it: its origin, and the host that its passkeys belong to."""

    origin: str

    @property
    def host(self) -> str:
        """The host.

        >>> Site("https://play.example:8443").host
        'play.example'
        """
        return urlsplit(self.origin).hostname or ""


class PasskeyQuestion(NamedTuple):
    """A question to an authenticator: its `options` as JSON for the browser, and the `challenge` in them."""

    options: str
    challenge: str


class NewPasskey(NamedTuple):
    """The answer of an authenticator about a new passkey."""

    id: str
    public_key: bytes
    sign_count: int


def ask_to_register(site: Site, player: str, name: str, known: list[str]) -> PasskeyQuestion:
    """Ask for a new passkey that is found without typing a name, on an authenticator that has none of the `known`."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=_SITE_NAME,
        user_id=player.encode(),
        user_name=name or _SITE_NAME,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in known],
    )
    return PasskeyQuestion(options_to_json(options), bytes_to_base64url(options.challenge))


def ask_to_sign_in(site: Site) -> PasskeyQuestion:
    """Ask for any passkey of the site."""
    options = webauthn.generate_authentication_options(
        rp_id=site.host, user_verification=UserVerificationRequirement.PREFERRED
    )
    return PasskeyQuestion(options_to_json(options), bytes_to_base64url(options.challenge))


def read_challenge(credential: dict[str, Any]) -> str:
    """Return the challenge that an answer names, still to be checked.

    >>> read_challenge({"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiJhYmMifQ"}})
    'abc'
    """
    try:
        text = credential["response"]["clientDataJSON"]
        return str(json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))["challenge"])
    except (KeyError, TypeError, ValueError, RecursionError):
        raise _refused("the answer of the authenticator cannot be read") from None


def check_new(site: Site, credential: dict[str, Any]) -> NewPasskey:
    """Check the answer with a new passkey; raises ApiError."""
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(read_challenge(credential)),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as problem:
        raise _refused(f"the passkey was not accepted: {problem}") from None
    return NewPasskey(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)


def check_used(site: Site, credential: dict[str, Any], passkey: Passkey) -> int:
    """Check the answer of a known passkey, and return what its counter says; raises ApiError."""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(read_challenge(credential)),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as problem:
        raise _refused(f"the passkey was not accepted: {problem}") from None
    return found.new_sign_count


def _refused(message: str) -> ApiError:
    return ApiError(400, "passkey", message)
