"""Games being played: the protocol, connections, how commands run and are written, and other servers."""
