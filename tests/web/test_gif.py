"""The page's GIFs, read by Pillow."""

import json
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from support.paths import ROOT
from support.patience import PATIENCE

WRITE = """
import { readFileSync } from "node:fs";
const [encoder, file] = process.argv.slice(1);
const { GifWriter } = await import(encoder);
const { width, height, pictures } = JSON.parse(readFileSync(file, "utf8"));
const pixels = pictures.map((data) => ({ width, height, data: Uint8ClampedArray.from(data) }));
const gif = new GifWriter(pixels, { width, height });
pixels.forEach((picture, place) => gif.add(picture, 100 * (place + 1)));
process.stdout.write(new Uint8Array(await gif.finish().arrayBuffer()));
"""
ENCODER = ROOT / "src/lianliankan/web/static/js/core/gif.js"

Pictures = list[np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]]


def write_gif(pictures: Pictures, folder: Path) -> Image.Image:
    """Return a GIF of pictures that are shown for 100, 200, 300 … milliseconds."""
    if not shutil.which("node"):
        pytest.skip("there is no Node")
    height, width, _ = pictures[0].shape
    file = folder / "pictures.json"
    file.write_text(
        json.dumps({"width": width, "height": height, "pictures": [picture.ravel().tolist() for picture in pictures]})
    )
    command = ["node", "--input-type=module", "-e", WRITE, ENCODER.as_uri(), str(file)]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr.decode()
    return Image.open(BytesIO(ran.stdout))


def read_frames(gif: Image.Image) -> tuple[list[int], Pictures]:
    """Return how long each picture is shown, and the pictures."""
    durations, pictures = [], []
    for frame in range(gif.n_frames):  # type: ignore[attr-defined]
        gif.seek(frame)
        durations.append(gif.info["duration"])
        pictures.append(np.asarray(gif.convert("RGBA")))
    return durations, pictures


@pytest.mark.parametrize("size", [(1, 1), (7, 5), (120, 90)])
def test_few_colours_are_kept_exactly(size: tuple[int, int], tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    colours = np.array([(8 * i, 255 - 16 * i, 40 + 9 * i, 255) for i in range(12)], dtype=np.uint8)
    pictures = [colours[random.integers(0, 12, size=size)]]
    for _ in range(3):
        changed = pictures[-1].copy()
        changed[: size[0] // 2 + 1, size[1] // 3 :] = colours[random.integers(0, 12)]
        pictures.append(changed)
    gif = write_gif(pictures, tmp_path)
    assert gif.info["loop"] == 0, "again and again"
    durations, read = read_frames(gif)
    assert durations == [100, 200, 300, 400]
    assert all((one == other).all() for one, other in zip(read, pictures, strict=True))


def test_many_colours_are_close(tmp_path: Path) -> None:
    across, down = np.meshgrid(np.arange(200), np.arange(150))
    picture = np.stack([across, down, (across + down) // 2, np.full_like(across, 255)], axis=-1).astype(np.uint8)
    _, (read,) = read_frames(write_gif([picture], tmp_path))
    assert np.abs(read.astype(int) - picture.astype(int)).mean() < 6


def test_noise_fills_the_table_of_codes(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    grey = 8 * random.integers(0, 32, size=(100, 200, 1), dtype=np.uint8)
    picture = np.concatenate([grey, grey, grey, np.full_like(grey, 255)], axis=-1)
    _, (read,) = read_frames(write_gif([picture], tmp_path))
    assert (read == picture).all()
