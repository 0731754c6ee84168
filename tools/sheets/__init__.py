"""Contact sheets of the tile sets, as SVG and as PNG."""
