"""Own pictures: read safely, cut to squares, compared, packed, and shown on tiles.

`taking` has the way in, `own_faces` the way to boards. What decodes pictures is loaded with the modules that do it.
"""
