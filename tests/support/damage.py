"""Damage to the files of a store: one random corruption at a time, each repeatable by its seed."""

import random
from pathlib import Path


def flip_bytes(path: Path, dice: random.Random) -> str:
    """Change some bytes anywhere in the file."""
    data = bytearray(path.read_bytes())
    places = [dice.randrange(len(data)) for _ in range(dice.choice((1, 1, 2, 8)))]
    for place in places:
        data[place] ^= 1 << dice.randrange(8) if dice.random() < 0.7 else dice.randrange(1, 256)
    path.write_bytes(data)
    return f"bytes {places}"


def blank_block(path: Path, dice: random.Random) -> str:
    """Overwrite a block, as a broken disk does."""
    data = bytearray(path.read_bytes())
    size = dice.choice((16, 512, 4096))
    start = dice.randrange(0, len(data), size)
    data[start : start + size] = dice.choice((bytes(size), b"\xff" * size, dice.randbytes(size)))[: len(data) - start]
    path.write_bytes(data)
    return f"{size} bytes from {start}"


def cut_off(path: Path, dice: random.Random) -> str:
    """Cut the file off."""
    data = path.read_bytes()
    size = dice.choice((0, dice.randrange(600), dice.randrange(len(data)), dice.randrange(0, len(data), 4096)))
    path.write_bytes(data[:size])
    return f"cut off at {size}"
