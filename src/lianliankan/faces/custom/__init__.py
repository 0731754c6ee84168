"""Custom pictures: decoded safely, cropped to squares, compared, zipped, and shown on tiles.

`import_pictures` is the way in, `faces` the way onto boards. Only `worker`, the program of the process that decodes
pictures, with `decode` and `thumbnail` imports Pillow and NumPy; everything else also works in a browser, which decodes
pictures itself.
"""
