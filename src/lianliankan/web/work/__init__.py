"""Work that may take long: the worker processes, the order of jobs, and the functions that run for games."""
