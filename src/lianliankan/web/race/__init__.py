"""Races between players: live rooms, their owners and replicas, and the WebSocket of a room."""
