"""The page of the atlas: its tables and plots are those of the published summaries, which can be computed again."""

import pytest

import atlas_page
from lianliankan.atlas.exact import EVERY_RULE
from lianliankan.atlas.report import AtlasLabels
from lianliankan.atlas.results import digest_chunks
from lianliankan.atlas.summary import check_chunks
from lianliankan.texts import LANGUAGES, Language
from studies.tables import replace_section


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_and_plots_are_of_the_summaries(language: Language) -> None:
    """`make atlas` writes them."""
    data, labels = atlas_page.read_data(), AtlasLabels(language)
    text = atlas_page.PAGES[language].read_text(encoding="utf-8")
    for name, made in atlas_page.make_tables(data, labels).items():
        assert replace_section(text, name, made) == text, name
    folder = atlas_page.DATA if language == "en" else atlas_page.DATA / language
    for name, picture in atlas_page.draw_all(data, labels).items():
        assert (folder / name).read_text(encoding="utf-8") == picture, name


def test_scores_of_the_game_are_of_the_summaries() -> None:
    assert atlas_page.SCORES.read_text(encoding="utf-8") == atlas_page.format_scores(atlas_page.read_data())


def test_the_summaries_hold_together() -> None:
    for summaries in atlas_page.read_data().values():
        for each in summaries:
            assert each.won + each.lost + each.undecided == each.deals == sum(each.nodes_log2)
            assert each.won == sum(chunk.won for chunk in each.chunks)
            assert each.digest == digest_chunks([chunk.digest for chunk in each.chunks])
            assert each.failed == []


def test_a_chunk_is_computed_again() -> None:
    small = [each for each in atlas_page.read_data()["kinds"] if each.made.pairs == 24]
    for check in check_chunks(small, count=3, seed=1):
        assert check.same_verdicts, check


def test_exact_counts_are_whole() -> None:
    """Every shape of an even number of up to twelve cells, under every rule."""
    counts = atlas_page.read_counts()
    assert len(counts) == 23 * len(EVERY_RULE) == 23 * 280
    assert all(each.winnable + each.stuck + each.lost == each.boards for each in counts)
    known = {(each.rows, each.cols, each.rules): each for each in counts}
    assert known[3, 4, ""].winnable == 142_767
    assert known[3, 4, "gravity=left"].winnable == known[4, 3, "gravity=down"].winnable
