"""Values and their texts: cells, moves, paths, rules and boards, and how they are written and read."""
