"""The web game: the server's side of it; static/ is the page."""
