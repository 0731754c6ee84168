"""The cost of a large store: a PostgreSQL database with a million games, and every query of the site timed in it."""
