"""How the store names what holds for a while: by a hash, so that nobody can use what is read from it."""

from hashlib import sha256


def hash_token(kind: str, secret: str) -> str:
    """Return the hash of a secret, or of an id, of some kind.

    >>> hash_token("link", "x") == hash_token("ended", "x")
    False
    """
    return sha256(f"{kind}: {secret}".encode()).hexdigest()
