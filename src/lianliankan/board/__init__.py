"""Values and their texts: cells, moves, paths, rules and boards."""
