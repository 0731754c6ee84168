"""The faces of tiles: symbols, drawn tile sets and custom pictures.

- A `FaceSet` (`face`) has a face for every kind. Everything that draws boards takes one; `registry` finds it by name.
- A `TileSet` (`drawn`) is artwork: drawings made in code, and the tile that they lie on.
- `DrawnFaces` (`tile_set_faces`) is the face set of a tile set.
- `CustomFaces` (`custom.faces`) is the face set of custom pictures. On disk these are a `PictureSet`, which the
  store keeps.
"""
