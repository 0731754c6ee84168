"""Measurements of the lab for the documentation: growth, flaws, hashing, counting, deadlocks."""
