"""The game: commands in, events out."""
