"""Write the tables and plots of docs/atlas.md from the summaries of its data; `make atlas`."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import msgspec

from lianliankan.atlas.difficulty_table import STEPS, ScoreTable
from lianliankan.atlas.exact import EVERY_RULE, ExactCount
from lianliankan.atlas.plots import draw_plots
from lianliankan.atlas.report import AtlasLabels, digest_table, format_share, report_table
from lianliankan.atlas.results import digest_chunks
from lianliankan.atlas.summary import VariantSummary, read_summaries
from lianliankan.board.rules import GRAVITIES, Rules
from lianliankan.text import table
from lianliankan.texts import LANGUAGES
from studies.tables import replace_section

DOCS = Path(__file__).parents[1] / "docs"
DATA = DOCS / "pictures" / "atlas"
SCORES = Path(__file__).parents[1] / "src" / "lianliankan" / "atlas" / "difficulty.json"
PAGES = {"en": DOCS / "atlas.md", "zh": DOCS / "atlas.zh-CN.md"}
PARTS = ("classic", "falling", "kinds", "gravities", "sizes")  # each from a specification in examples/atlas
SHARES = ("variant", "deals", "winnable", "interval", "undecided", "random")
EFFORT = ("variant", "difficulty", "nodes", "verified")
FEWEST_RATED = 500  # winnable deals behind a table of scores
CELLS = 12  # of the boards in the table of exact counts

Shape = tuple[int, int]


def read_data() -> dict[str, list[VariantSummary]]:
    """Read the summaries of all parts that are there."""
    return {part: read_summaries([DATA / f"{part}.json"]) for part in PARTS if (DATA / f"{part}.json").exists()}


def read_counts() -> list[ExactCount]:
    """Read the counts that `llk atlas exact --json` has written."""
    return msgspec.json.Decoder(ExactCount).decode_lines((DATA / "exact.jsonl").read_bytes())


def make_tables(data: dict[str, list[VariantSummary]], labels: AtlasLabels) -> dict[str, str]:
    """Make all tables of a page, by the names of their sections."""
    classic = [*data["classic"], *data["falling"]]
    made = {
        "classic": report_table(classic, labels, markdown=True, columns=SHARES, short=True),
        "effort": report_table(classic, labels, markdown=True, columns=EFFORT, short=True),
        "sizes": report_table(data["sizes"], labels, markdown=True, columns=SHARES),
        "gravities": report_table(data["gravities"], labels, markdown=True, columns=SHARES, short=True),
        "gravities_effort": report_table(data["gravities"], labels, markdown=True, columns=EFFORT, short=True),
        "kinds": kinds_table(data["kinds"], labels),
    }
    made["digests"] = digests(data, labels)
    counts = read_counts()
    made["exact"] = exact_matrix(counts, labels, ring=True)
    made["exact_no_ring"] = exact_matrix(counts, labels, ring=False)
    made["small"] = small_matrix(counts, labels)
    made["exact_rules"] = rules_matrix(counts, labels, outside=True)
    made["exact_rules_no_ring"] = rules_matrix(counts, labels, outside=False)
    return made


def kinds_table(summaries: list[VariantSummary], labels: AtlasLabels) -> str:
    """Make a table with two columns for each size: numbers of kinds, and the share of winnable deals."""
    sizes: dict[Shape, list[VariantSummary]] = defaultdict(list)
    for each in summaries:
        sizes[each.made.rows, each.made.cols].append(each)
    head = [cell for rows, cols in sizes for cell in (f"{rows} × {cols}: {labels['kinds']}", labels["winnable"])]
    columns = [
        [(str(each.made.kinds), format_share((each.won + each.undecided / 2) / each.deals, 1)) for each in group]
        for group in sizes.values()
    ]
    lines = [[cell for pair in line for cell in pair] for line in zip(*columns, strict=True)]
    return table(head, lines, markdown=True, left=())


def digests(data: dict[str, list[VariantSummary]], labels: AtlasLabels) -> str:
    """Make the table of digests; the many variants of the kinds have one digest together."""
    single = [each for part, summaries in data.items() if part != "kinds" for each in summaries]
    lines = digest_table(single, labels, markdown=True).splitlines()
    together = digest_chunks([each.digest for each in data["kinds"]])
    deals = sum(each.deals for each in data["kinds"])
    return "\n".join([*lines, f"| kinds.toml | {deals:,} | {data['kinds'][0].settings.nodes:,} | `{together[:16]}` |"])


def exact_matrix(counts: list[ExactCount], labels: AtlasLabels, *, ring: bool) -> str:
    """Make a table of winnable boards of twelve cells: a line for each gravity, a column for each shape."""
    known = {(each.rows, each.cols, each.rules): each for each in counts}
    shapes = [(rows, CELLS // rows) for rows in range(1, CELLS + 1) if CELLS % rows == 0]
    lines = []
    for gravity in GRAVITIES:
        rules = Rules(gravity=gravity, outside=ring)
        cells = [f"{known[(*shape, str(rules))].winnable:,}" for shape in shapes]
        lines.append((labels.gravity(rules), *cells))
    return table((labels["winnable"], *(f"{rows} × {cols}" for rows, cols in shapes)), lines, markdown=True)


def rules_matrix(counts: list[ExactCount], labels: AtlasLabels, *, outside: bool) -> str:
    """Make a table of winnable boards of 3 × 4 cells: a line for each gravity, a column for each way to link."""
    known = {each.rules: each.winnable for each in counts if (each.rows, each.cols) == (3, 4)}
    ways = [each for each in EVERY_RULE if each.gravity == "still" and each.outside]
    columns = {}
    for way in ways:
        rules = [replace(way, gravity=gravity, outside=outside) for gravity in GRAVITIES]
        if any(known[str(each)] for each in rules):
            columns[labels.way(way)] = [f"{known[str(each)]:,}" for each in rules]
    names = [labels.gravity(Rules(gravity=gravity)) for gravity in GRAVITIES]
    lines = list(zip(names, *columns.values(), strict=True))
    return table((labels["winnable"], *columns), lines, markdown=True)


def small_matrix(counts: list[ExactCount], labels: AtlasLabels) -> str:
    """Make a table of boards where tiles stay, by size: with the ring and without it."""
    lines = []
    for each in counts:
        if each.rows <= each.cols and each.rules in ("", "outside=no"):
            numbers = (f"{number:,}" for number in (each.boards, each.winnable, each.stuck, each.lost))
            lines.append((f"{each.rows} × {each.cols}", labels.rules(Rules.parse(each.rules)), *numbers))
    names = ("size", "rules", "boards", "winnable", "stuck", "lost")
    return table(tuple(labels[name] for name in names), lines, markdown=True, left=(0, 1))


def draw_all(data: dict[str, list[VariantSummary]], labels: AtlasLabels) -> dict[str, str]:
    """Draw all plots of a page, by their file names."""
    shown = {
        "kinds": (data["kinds"], "kinds"),
        "gravities": (data["gravities"], "gravities"),
        "difficulty": ([*data["classic"], *data["falling"]], "difficulty"),
        "effort": ([*data["classic"], *data["falling"]], "effort"),
    }
    return {f"{name}.svg": draw_plots(summaries, labels)[plot] for name, (summaries, plot) in shown.items()}


def format_scores(data: dict[str, list[VariantSummary]]) -> str:
    """Return the tables of scores that the game compares deals with, a line for each variant with enough deals."""
    made: dict[str, ScoreTable] = {}
    for each in (summary for summaries in data.values() for summary in summaries):
        found = each.random_play
        if found and found.winnable >= FEWEST_RATED and 100 * each.undecided < each.deals:
            scores = tuple(found.scores[step * 100 // STEPS] for step in range(STEPS + 1))
            made.setdefault(each.variant, ScoreTable(each.variant, found.winnable, scores))
    return "[\n" + ",\n".join(msgspec.json.encode(each).decode() for each in made.values()) + "\n]\n"


def main() -> None:
    """Write both pages and their plots, and the table of scores."""
    data = read_data()
    SCORES.write_text(format_scores(data), encoding="utf-8")
    for language in LANGUAGES:
        labels, page = AtlasLabels(language), PAGES[language]
        text = page.read_text(encoding="utf-8")
        for name, made in make_tables(data, labels).items():
            text = replace_section(text, name, made)
        page.write_text(text, encoding="utf-8")
        folder = DATA if language == "en" else DATA / language
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in draw_all(data, labels).items():
            (folder / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
