"""The documentation site is built without a warning; its links lead somewhere, and its search finds Chinese."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import lianliankan.render
from docs_site.contents import list_pages
from long_description import to_long_description
from support.docs_site import build_docs
from support.paths import DOCS, ROOT


@pytest.fixture(scope="module")
def site() -> Path:
    return build_docs()


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "zh"])
def test_links_of_the_site_lead_somewhere(site: Path, language: str) -> None:
    """Sphinx warns of broken links inside a language; between the languages it does not know."""
    folder = site / "zh" if language == "zh" else site
    pages = [page for page in folder.rglob("*.html") if language == "zh" or site / "zh" not in page.parents]
    assert len(pages) > 3
    for page in pages:
        for link in read_page(page).links:
            address = urlsplit(link)
            if address.scheme:
                continue
            file = page.parent / unquote(address.path) if address.path else page
            assert file.is_file(), f"{page} points to {link}"
            if address.fragment and file.suffix == ".html":
                assert unquote(address.fragment) in read_page(file.resolve()).ids, f"{page} points to {link}"


class PageReader(HTMLParser):
    """Collects the links and the ids of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and name == "id":
                self.ids.add(value)


@cache
def read_page(page: Path) -> PageReader:
    reader = PageReader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


@pytest.mark.parametrize("ending", [".md", ".zh-CN.md"])
def test_the_index_lists_every_page_once(ending: str) -> None:
    pages = [str(page.relative_to(DOCS)).removesuffix(ending) for page in DOCS.rglob(f"*{ending}")]
    listed = [page for chapter in list_pages((DOCS / f"index{ending}").read_text("utf-8")).values() for page in chapter]
    if ending == ".zh-CN.md":
        listed = [page for page in listed if page in pages]  # the others are English
    assert sorted([*listed, "index"]) == sorted(page for page in pages if not page.endswith(".zh-CN"))


@pytest.mark.full
def test_the_reference_has_every_public_name(site: Path) -> None:
    ids = {each for page in (site / "api").glob("*.html") for each in read_page(page).ids}
    assert {f"lianliankan.{name}" for name in lianliankan.__all__} <= ids
    assert {f"lianliankan.render.{name}" for name in lianliankan.render.__all__} <= ids
    assert {"lianliankan.Board.link", "lianliankan.Board.parse", "lianliankan.Position.undo"} <= ids


@pytest.mark.full
def test_the_readme_leads_to_the_site_from_a_package_index(site: Path) -> None:
    text = to_long_description((ROOT / "README.md").read_text(encoding="utf-8"), "https://llk.example/docs/")
    places = re.findall(r"https://llk\.example/docs/([^)\"#]+)", text)
    assert len(places) > 20
    assert all((site / place).is_file() for place in places)
    assert not re.findall(r"\]\((?!https:)|src=\"(?!https:)", text)


def test_a_readme_without_a_site_has_no_links() -> None:
    text = to_long_description((ROOT / "README.md").read_text(encoding="utf-8"), None)
    assert not re.findall(r"\]\(|<", text)


@pytest.mark.full
def test_the_search_of_chinese_pages_knows_pairs_of_characters(site: Path) -> None:
    index = (site / "zh" / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {"转弯", "连连", "连看", "牌"} <= {*found["terms"], *found["titleterms"]}
    assert "splitQuery" in (site / "zh" / "_static" / "language_data.js").read_text(encoding="utf-8")
