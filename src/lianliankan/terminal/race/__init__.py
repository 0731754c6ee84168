"""Races in the terminal: a room of a server, played or watched."""
