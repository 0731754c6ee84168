"""Games being played over WebSockets: the protocol, the sockets, and how moves are committed."""
