"""The pictures of searches can be stepped through: a file per finder holds what the library's trace says.

The picture stays what it is on a repository host, in print and without a script.
"""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

import lianliankan
from docs_site.paths import ROOT
from lianliankan.board.course_file import CourseFile
from lianliankan.lab.labels import LABELS, Language
from lianliankan.lab.trace.layer_colours import shade
from lianliankan.lab.trace.playback import TracePlayer
from lianliankan.lab.trace.step_text import describe_step

PICTURES = "pictures/lab"
FOLDER = "searches"


class SearchesToStepThrough(SphinxTransform):
    """Mark the pictures that `make lab-pictures` draws of a finder's search."""

    default_priority = 7

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401
        """Mark the pictures of one page."""
        for image in self.document.findall(nodes.image):
            place = Path(image["uri"])
            if PICTURES in str(place.parent) and place.stem in lianliankan.FINDERS:
                image["classes"] += ["search", f"search-{place.stem}"]


def describe_search(finder: str, language: Language) -> dict[str, Any]:
    """Return the board, the two tiles, and what each step of the search changes on the screen.

    A step is its text, the marks that it puts on cells, the cell it continues from, the line that is tested, and the
    number of cells examined so far. After the last step comes the path.

    >>> found = describe_search("layers", "en")
    >>> len(found["board"]), found["found"], found["steps"][0]["text"]
    (6, '1,8-1,9-4,9-4,6: 2 turns, 7 steps', 'continue from 1,8')
    """
    given = CourseFile.parse((ROOT / "examples" / "lab.dat").read_text(encoding="utf-8"))
    search = lianliankan.find(finder, given.board, given.a, given.b)
    player = TracePlayer(search)
    steps = []
    before: dict[Any, Any] = {}
    while player.forward():
        assert player.step
        steps.append(
            {
                "text": describe_step(player.step, language),
                "marks": [[*cell, *mark] for cell, mark in player.marks.items() if before.get(cell) != mark],
                "here": player.here,
                "line": player.line or player.link,
                "examined": player.examined,
            }
        )
        before = dict(player.marks)
    last = player.last_layer
    return {
        "board": given.board.to_rows(),
        "ends": [given.a, given.b],
        "steps": steps,
        "shades": [shade(layer, last) for layer in range(last + 1)],
        "found": LABELS[language].found(search.path),
    }


def _write_searches(app: Sphinx, problem: Exception | None) -> None:
    if problem:
        return
    folder = Path(app.outdir, "_static", FOLDER)
    folder.mkdir(exist_ok=True)
    for finder in lianliankan.FINDERS:
        text = json.dumps(describe_search(finder, "zh" if app.tags.has("zh") else "en"), ensure_ascii=False)
        (folder / f"{finder}.json").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_transform(SearchesToStepThrough)
    app.connect("build-finished", _write_searches)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
