"""An authenticator in software: makes passkeys, and signs with them as a browser does."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """One passkey; `count` is its counter."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id, self.count, self.user = secrets.token_bytes(20), 0, b""
        self._key = generate_private_key(SECP256R1())

    def register(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the question that makes a passkey."""
        self.user = urlsafe_b64decode(options["user"]["id"] + "==")
        numbers = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(options["rp"]["id"], 0x45) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign_in(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the question for a passkey."""
        self.count += 1
        data, client = self._data(options["rpId"], 0x05), self._client("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature, userHandle=self.user)

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        about = {"id": to_text(self.id), "rawId": to_text(self.id), "type": "public-key", "clientExtensionResults": {}}
        return about | {"response": {name: to_text(value) for name, value in response.items()}}
