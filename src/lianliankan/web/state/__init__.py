"""The state of a running server, and an endpoint's view of it."""
