"""The steps of a search, played back as text, as a screen and as an animated SVG."""
