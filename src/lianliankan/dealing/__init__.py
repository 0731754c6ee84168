"""Boards by number: winnable deals and shuffles."""
