"""The game as a folder of static files, which any host can serve."""
