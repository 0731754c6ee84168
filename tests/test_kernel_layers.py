"""The kernel's folders are its layers: no header includes one from a layer above its own."""

import re
from pathlib import Path

KERNEL = Path(__file__).parent.parent / "kernel"

# From the bottom up. A file may include files of its own folder and of every folder before it.
LAYERS = [
    "values",
    "grid",
    "paths",
    "moves",
    "tracking",
    "solve",
    "solve/still",
    "solve/moving",
    ".",  # board.h: one interface over all grids
    "bench",
    "python",
    "tests",
]
# Folders that stand side by side: neither includes the other.
SEPARATE = [("solve/still", "solve/moving"), ("python", "tests")]


def find_folder(path: str) -> str:
    return str(Path(path).parent)


def includes() -> list[tuple[str, str]]:
    """Every include of one kernel file by another, both from the kernel's root."""
    found = []
    for file in sorted([*KERNEL.rglob("*.h"), *KERNEL.rglob("*.cpp")]):
        name = file.relative_to(KERNEL).as_posix()
        found += [(name, other) for other in re.findall(r'^#include "(.+)"', file.read_text(), re.MULTILINE)]
    return found


def test_every_folder_of_the_kernel_is_a_layer() -> None:
    folders = {find_folder(file.relative_to(KERNEL).as_posix()) for file in KERNEL.rglob("*.[hc]*") if file.is_file()}
    assert folders == set(LAYERS)


def test_includes_are_written_from_the_root_of_the_kernel() -> None:
    for name, other in includes():
        assert (KERNEL / other).is_file(), f"{name} includes {other}"


def test_no_include_goes_up() -> None:
    for name, other in includes():
        assert LAYERS.index(find_folder(other)) <= LAYERS.index(find_folder(name)), f"{name} includes {other}"


def test_folders_side_by_side_do_not_know_each_other() -> None:
    for name, other in includes():
        pair = {find_folder(name), find_folder(other)}
        assert not any(pair == set(separate) for separate in SEPARATE), f"{name} includes {other}"
