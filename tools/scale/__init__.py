"""What a large store costs: a PostgreSQL database with a million games, and every query of the site timed in it."""
