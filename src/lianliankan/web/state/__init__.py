"""The state of a running server, and what an endpoint sees of it."""
