"""Work that may take long: who works when, the worker processes, and the functions that they run for games."""
