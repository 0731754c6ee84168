"""Attacks on a real server, on loopback and bounded, and what another player notices of them: `make attack`."""
