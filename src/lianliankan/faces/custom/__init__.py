"""Custom pictures: decoded safely, cropped to squares, compared, zipped, and shown on tiles.

`import_pictures` is the way in, `faces` the way onto boards. Only the modules that decode pictures import Pillow.
"""
