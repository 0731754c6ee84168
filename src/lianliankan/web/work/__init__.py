"""Work that may take long: whose turn it is, the worker processes, and functions that they run for games."""
