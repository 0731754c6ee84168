"""The report of a tiny atlas, with numbers that can be checked by hand."""

import csv
from pathlib import Path

import msgspec
import pytest

from lianliankan.atlas import AtlasError
from lianliankan.atlas.exact import count_exactly, every_board, find_equivalent
from lianliankan.atlas.piece import DecideSettings, Piece
from lianliankan.atlas.plots import draw_plots
from lianliankan.atlas.report import AtlasLabels, report_rows, report_table, to_csv
from lianliankan.atlas.results import Journal, JournalHead, digest_chunks
from lianliankan.atlas.summary import AtlasSummary, VariantSummary, read_summaries
from lianliankan.board.rules import GRAVITIES, Rules
from lianliankan.texts import Language
from support.cli_process import run


def write_results(folder: Path, variant: str, *pieces: Piece, chunk: int = 4) -> None:
    folder.mkdir(exist_ok=True)
    settings = DecideSettings(nodes=100, chunk=chunk, rated=4, games=16)
    name = variant.replace(" ", "_") + ".jsonl"
    with Journal(folder / name, JournalHead(variant, settings, "solver")) as journal:
        for piece in pieces:
            journal.append(piece)


@pytest.fixture
def summary(tmp_path: Path) -> VariantSummary:
    """Ten deals: six won, two lost, two undecided; deals 12 and 13 are known too, but not 11."""
    write_results(
        tmp_path,
        "4x6 kinds=12",
        Piece(1, "WWLUWW", [1, 2, 3, 100, 5, 6], [16, 1, 0, 0], [1, 3]),
        Piece(7, "LUWW", [7, 100, 9, 10]),
        Piece(12, "LL", [1, 1]),
    )
    (found,) = read_summaries([tmp_path])
    return found


def test_counts(summary: VariantSummary) -> None:
    assert (summary.deals, summary.won, summary.lost, summary.undecided) == (10, 6, 2, 2)
    assert [(c.won, c.lost, c.undecided) for c in summary.chunks] == [(2, 1, 1), (2, 1, 1), (2, 0, 0)]
    assert summary.known == (0.6, 0.8)
    assert (summary.verified_wins, summary.verified_losses, summary.failed) == (1, 1, [])


def test_the_interval_counts_undecided_deals_on_both_sides(summary: VariantSummary) -> None:
    """Clopper and Pearson for 6 of 10 and for 8 of 10, from published tables."""
    low, high = summary.interval
    assert low == pytest.approx(0.2624, abs=1e-4)
    assert high == pytest.approx(0.9748, abs=1e-4)


def test_effort_and_random_play(summary: VariantSummary) -> None:
    assert (summary.nodes_median, summary.nodes_p99, summary.nodes_max) == (6, 100, 100)
    assert summary.nodes_log2 == [0, 1, 2, 3, 2, 0, 0, 2]  # 1; 2, 3; 5, 6, 7; 9, 10; 100, 100
    found = summary.random_play
    assert found
    assert (found.deals, found.winnable) == (4, 2)
    assert found.chance == pytest.approx(17 / 64)
    assert (found.scores[0], found.scores[100]) == (0.0, 62.1)  # 100 · (1 − (1/16)^0.35)


def test_a_summary_reads_back(summary: VariantSummary, tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    file.write_text(AtlasSummary([summary]).to_json())
    assert read_summaries([file]) == [summary]


def test_tables(summary: VariantSummary) -> None:
    text = report_table([summary], AtlasLabels("en"), markdown=True)
    assert "| 4 × 6, 12 kinds |    10 | 60.0–80.0% |   26.2–97.5% |         2 |" in text
    assert "6, 100, 100" in text
    assert "图案" in report_table([summary], AtlasLabels("zh"), markdown=True)
    (row,) = csv.DictReader(to_csv(report_rows([summary])).splitlines())
    assert (row["won"], row["undecided"], row["gravity"], row["score_p95"]) == ("6", "2", "still", "62.1")


def test_plots(tmp_path: Path) -> None:
    for kinds in (3, 6, 12):
        write_results(tmp_path, f"4x6 kinds={kinds}", Piece(1, "WWWL", [1, 20, 300, 4000], [16, 8, 4, 0]))
    for gravity in GRAVITIES[1:4]:
        write_results(tmp_path, f"4x6 kinds=12 gravity={gravity}", Piece(1, "WWUL", [1, 2, 3, 4], [16, 8, 4, 0]))
    summaries = read_summaries([tmp_path])
    for language in ("en", "zh"):
        made = draw_plots(summaries, AtlasLabels(language))
        assert set(made) == {"kinds", "gravities", "effort"}
        assert all("prefers-color-scheme:dark" in picture for picture in made.values())
        assert made["kinds"].count("<polyline") >= 2
    assert draw_plots(summaries[:1], AtlasLabels("en")).keys() == {"effort"}


def test_the_known_numbers_of_small_boards() -> None:
    """The ways to split a set into parts of even size, and what brute force has said of boards of 3 × 4."""
    assert [sum(1 for _ in every_board(cells)) for cells in (2, 4, 6, 8, 10)] == [1, 4, 31, 379, 6556]
    count = count_exactly(3, 4, Rules())
    assert (count.boards, count.winnable, count.stuck, count.lost) == (150_349, 142_767, 901, 6_681)


def test_equivalent_sizes_have_the_same_counts() -> None:
    for gravity in GRAVITIES:
        for rows, cols in ((2, 4), (4, 2), (8, 1), (2, 3)):
            rules = Rules(gravity=gravity, outside=False)
            found = find_equivalent(rows, cols, rules)
            one, other = count_exactly(rows, cols, rules), count_exactly(found[0], found[1], Rules.parse(found[2]))
            assert (one.winnable, one.stuck, one.lost) == (other.winnable, other.stuck, other.lost), found


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text("deals = 60\nchunk = 20\nrated = 5\n[[variant]]\nsize = '4x6'\ncopies = 2\n")
    done = run("atlas", "run", "small.toml", "--workers", "1", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "60 deals are decided; llk atlas report small says which share can be won\n"
    done = run("atlas", "report", "small", "--summary", "small.json", "--csv", "small.csv", "--plots", "plots")
    assert done.returncode == 0
    assert "4 × 6, 12 kinds" in done.stdout
    assert Path("plots/effort.svg").exists() or not list(Path("plots").iterdir())
    assert run("atlas", "verify", "small.json").stdout.count("the same verdicts\n") == 3
    known = read_summaries([Path("small.json")])[0]
    forged_chunks = [msgspec.structs.replace(known.chunks[0], digest="0" * 64), *known.chunks[1:]]
    forged = msgspec.structs.replace(
        known, chunks=forged_chunks, digest=digest_chunks([chunk.digest for chunk in forged_chunks])
    )
    Path("forged.json").write_text(AtlasSummary([forged]).to_json())
    done = run("atlas", "verify", "forged.json", "--chunks", "9")
    assert done.returncode == 1
    assert done.stdout.count("OTHER VERDICTS") == 1
    assert run("atlas", "merge", "small", "--into", "merged").stdout == "60 deals of 4x6 kinds=12\n"
    assert "| 2 × 3 |" in run("atlas", "exact", "6", "--markdown").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", "nowhere.toml"), "llk: nowhere.toml: No such file or directory\n"),
        (
            ("report", "nowhere"),
            "llk: llk atlas report: nowhere: no results; expected a folder that llk atlas run has written\n",
        ),
        (("exact", "4x4"), "llk: 4x4: expected an even number of cells from 2 to 14, e.g. 3x4 or 12\n"),
        (("exact", "7"), "llk: 7: expected an even number of cells from 2 to 14, e.g. 3x4 or 12\n"),
    ],
)
def test_errors_are_one_line(words: tuple[str, ...], message: str) -> None:
    done = run("atlas", *words)
    assert (done.returncode, done.stderr) == (2, message)


def test_random_play_that_never_wins_claims_no_error_of_zero(tmp_path: Path) -> None:
    write_results(tmp_path, "4x6 kinds=12", Piece(1, "WW", [1, 1], [0, 0]))
    texts: dict[Language, str] = {"en": "0 of 32 games", "zh": "32 局全负"}
    for language, text in texts.items():
        assert text in report_table(read_summaries([tmp_path]), AtlasLabels(language), markdown=True)


def test_a_summary_whose_counts_are_not_those_of_its_chunks_is_refused(summary: VariantSummary, tmp_path: Path) -> None:
    file = tmp_path / "forged.json"
    for forged in (
        msgspec.structs.replace(summary, won=summary.won - 1, lost=summary.lost + 1),
        msgspec.structs.replace(summary, deals=summary.deals + 1, won=summary.won + 1),
        msgspec.structs.replace(summary, digest="0" * 64),
        msgspec.structs.replace(summary, deals=0, won=0, lost=0, undecided=0, chunks=[], digest=digest_chunks([])),
    ):
        file.write_text(AtlasSummary([forged]).to_json())
        with pytest.raises(AtlasError, match="are not those of its chunks"):
            read_summaries([file])


def test_results_without_a_deal_are_an_error(tmp_path: Path) -> None:
    write_results(tmp_path, "4x6 kinds=12")
    with pytest.raises(AtlasError, match="no deal is decided yet"):
        read_summaries([tmp_path])


def test_deals_that_all_take_as_many_nodes_can_be_drawn(tmp_path: Path) -> None:
    write_results(tmp_path, "4x6 kinds=12", Piece(1, "WW", [70, 71], [0, 0]))
    assert "effort" in draw_plots(read_summaries([tmp_path]), AtlasLabels("en"))
