"""The game in the browser: the server and, in static/, the page."""
