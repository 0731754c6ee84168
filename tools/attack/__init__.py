"""Bounded attacks on a real server on loopback, and their effect on other players: `make attack`."""
