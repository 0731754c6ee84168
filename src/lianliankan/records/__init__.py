"""A game as text: records and share texts."""
