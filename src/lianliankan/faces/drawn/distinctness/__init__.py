"""How far apart the faces of a drawn set are, measured as people with different colour vision see them."""
