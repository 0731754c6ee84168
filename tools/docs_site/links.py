"""Links, pictures and code as a repository host shows them, made to work on the site."""

import re
from html import unescape
from pathlib import Path
from posixpath import relpath
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform

from docs_site.paths import DOCS, ROOT

SHOWN_FROM_ROOT = {"contributing": ROOT / "CONTRIBUTING.md", "changelog": ROOT / "CHANGELOG.md"}
STANDS_FOR = {
    ROOT / "README.md": DOCS / "index.md",
    ROOT / "README.zh-CN.md": DOCS / "index.zh-CN.md",
    **{file: DOCS / f"{name}.md" for name, file in SHOWN_FROM_ROOT.items()},
}


class LinksOfTheRepository(SphinxTransform):
    """Lead links to pages of the other language, to pages outside docs/ and to folders where they belong."""

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401
        """Change the links of one page."""
        for node in [
            *self.document.findall(addnodes.pending_xref),
            *self.document.findall(addnodes.download_reference),
        ]:
            if node.get("reftype") == "myst" and not node["reftarget"].startswith("#"):
                self._lead(node)

    def _lead(self, node: nodes.Element) -> None:
        page = self.env.docname
        if node["refdomain"] == "doc":
            if node["reftarget"] in self.env.found_docs:
                return
            file, anchor = DOCS / f"{node['reftarget']}.md", node["reftargetid"]
        else:
            place, _, anchor = str(node["reftarget"]).partition("#")
            file = Path(SHOWN_FROM_ROOT.get(page, DOCS / page).parent, place).resolve()
            file = STANDS_FOR.get(file, file)
        if file.is_dir():
            node.replace_self(node.children)
        elif file.suffix == ".md" and file.is_relative_to(DOCS):
            node.replace_self(self._link_page(node, file, anchor))
        elif file.is_file():
            target = relpath(file, (DOCS / page).parent)
            node.replace_self(addnodes.download_reference("", "", *node.children, reftarget=target, refdoc=page))

    def _link_page(self, node: nodes.Element, file: Path, anchor: str | None) -> nodes.Element:
        target = str(file.relative_to(DOCS)).removesuffix(".md")
        is_chinese = target.endswith(".zh-CN")
        target = target.removesuffix(".zh-CN")
        page = self.env.docname
        if is_chinese == self.app.tags.has("zh"):
            named = {"reftarget": target, "reftargetid": anchor or None, "refdoc": page, "refexplicit": True}
            return addnodes.pending_xref("", *node.children, refdomain="doc", reftype="myst", **named)
        up = "../" * (page.count("/") + (not is_chinese))
        place = f"{up}{'zh/' if is_chinese else ''}{target}.html{f'#{anchor}' if anchor else ''}"
        return nodes.reference("", "", *node.children, refuri=place, internal=True)


class PicturesInHtml(SphinxTransform):
    """Make pictures of `<img>` tags, which Markdown needs for widths, so that Sphinx finds their files."""

    default_priority = 6

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401
        """Change the pictures of one page."""
        for node in list(self.document.findall(nodes.raw)):
            tags = re.findall(r"<img ([^>]*)>", node.astext())
            if tags and node.get("format") == "html":
                node.replace_self(nodes.container("", *map(_make_picture, tags), classes=["pictures"]))


class CodeWithoutBlankEnd(SphinxTransform):
    """Drop the blank line that doctest needs at the end of a block."""

    default_priority = 8

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401
        """Change the code blocks of one page."""
        for block in self.document.findall(nodes.literal_block):
            text = block.astext().rstrip()
            block.rawsource = text
            block.children = [nodes.Text(text)]


def _make_picture(tag: str) -> nodes.image:
    found = {name: unescape(value) for name, value in re.findall(r'(\w+)="([^"]*)"', tag)}
    return nodes.image(uri=found["src"], alt=found["alt"], width=f"{found['width']}px")


def _find_translation(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Tell the template whether the page is there in the other language, after furo has made the navigation."""
    other = DOCS / (f"{page}.md" if app.tags.has("zh") else f"{page}.zh-CN.md")
    context["other_language"] = other.is_file()
    # Screen readers must know how deep a heading is.
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def _take_chinese_pages_alone(app: Sphinx, config: Config) -> None:
    """Take away the suffix that MyST adds, by which a page of either language would be a page of this one."""
    if app.tags.has("zh"):
        del config.source_suffix[".md"]


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_transform(LinksOfTheRepository)
    app.add_transform(PicturesInHtml)
    app.add_transform(CodeWithoutBlankEnd)
    app.connect("config-inited", _take_chinese_pages_alone, priority=900)
    app.connect("html-page-context", _find_translation, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
