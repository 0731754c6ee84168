"""Boards by number: deals and shuffles that can be won."""
