"""Finders raced against each other on one board."""
