"""Trusted proxies: whose word counts on where a request comes from."""

import ipaddress
from collections.abc import Iterable, Sequence

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_Headers = Iterable[tuple[bytes, bytes]]


class TrustedProxies:
    """Addresses and networks whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-ID` are believed.

    Every proxy adds the address that it was called from at the right. The client is the rightmost address that is not
    a trusted proxy; what is left of it, the client may have made up.

    >>> proxies = TrustedProxies(["10.0.0.0/8"])
    >>> "10.1.2.3" in proxies, "11.1.2.3" in proxies
    (True, False)
    >>> proxies.find_client("10.1.2.3", [(b"x-forwarded-for", b"198.51.100.1, 192.0.2.7, 10.9.9.9")])
    '192.0.2.7'
    """

    def __init__(self, networks: Sequence[str] = ()) -> None:
        """Take addresses and networks, e.g. 127.0.0.1, 10.0.0.0/8 or fd00::/8; raises ValueError."""
        self._networks = [ipaddress.ip_network(network) for network in networks]

    def __contains__(self, host: str) -> bool:
        return bool(self._networks) and self._trusts(_parse(host))

    def find_client(self, host: str, headers: _Headers) -> str:
        """Return the address of the client of a request that came from `host`; names of headers are in lower case."""
        if host not in self:
            return host
        hops = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        for hop in reversed(hops.split(",")):
            address = _parse(hop)
            if address is None:  # what a trusted proxy did not say
                break
            host = str(address)
            if not self._trusts(address):
                break
        return host

    def _trusts(self, address: _Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def _parse(text: str) -> _Address | None:
    """Parse an address, which may have a port; None if it is none.

    >>> [str(_parse(text)) for text in ("192.0.2.7", "192.0.2.7:80", "[2001:db8::1]:80", "::ffff:192.0.2.7", "me")]
    ['192.0.2.7', '192.0.2.7', '2001:db8::1', '192.0.2.7', 'None']
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
