"""The game as a folder of files that any static host can serve, without a server of its own."""
