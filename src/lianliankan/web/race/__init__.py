"""Races between players: live rooms, each a replica of a log that every server may append to."""
