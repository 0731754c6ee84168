"""Traces played back: as text, as a terminal app and as an animated SVG."""
