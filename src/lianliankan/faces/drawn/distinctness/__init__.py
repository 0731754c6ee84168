"""How far apart the faces of a tile set are for people with different colour vision."""
