"""A game as text: records that are read and checked, and short texts to share."""
