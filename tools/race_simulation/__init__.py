"""Whole races of bots by virtual time, with every promise of a race checked at every step."""
