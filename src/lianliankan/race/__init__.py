"""Races: several players on the same deal at the same time; commands in, events out."""
