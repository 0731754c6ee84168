"""The README and the links as package indexes show them: metadata for scikit-build-core.

The variable LLK_SITE has the address of the project's site, which `make site` builds; the links and pictures of the
README lead there, to the documentation. Without it, links are plain text, and pictures are left out.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

_PLACES = {"README.zh-CN.md": "zh/index.html", "CONTRIBUTING.md": "contributing.html"}


def dynamic_metadata(settings: Mapping[str, object], project: Mapping[str, object]) -> dict[str, object]:
    """Return description and links; scikit-build-core calls this."""
    site = os.environ.get("LLK_SITE", "").rstrip("/")
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    text = to_long_description(readme, f"{site}/docs" if site else None)
    pages = {"Homepage": "", "Documentation": "docs/", "Changelog": "docs/changelog.html"}
    urls = {name: f"{site}/{page}" for name, page in pages.items()} if site else {}
    return {"readme": {"content-type": "text/markdown", "text": text}, "urls": urls}


def to_long_description(readme: str, site: str | None) -> str:
    """Return a README whose links work anywhere.

    >>> readme = 'Read [the rules](docs/rules.md#gravity) and [the licence](LICENSE). [中文](README.zh-CN.md)'
    >>> to_long_description(readme, None)
    'Read the rules and the licence.'
    >>> to_long_description(readme, "https://llk.example/docs")
    'Read [the rules](https://llk.example/docs/rules.html#gravity) and the licence. [中文](https://llk.example/docs/zh/index.html)'
    """
    if site is None:
        readme = re.sub(r" \[[^]]+\]\(README\.zh-CN\.md\)", "", readme)
        readme = re.sub(r"<p [^>]*><img .*?</p>\n\n", "", readme)

    def lead(link: re.Match[str]) -> str:
        text, target = link.groups()
        if "://" in target:
            return link[0]
        place = _find_place(target)
        return f"[{text}]({site.rstrip('/')}/{place})" if site and place else str(text)

    readme = re.sub(r"\[([^]]+)\]\(([^)]+)\)", lead, readme)
    return re.sub(r'src="docs/', f'src="{(site or "").rstrip("/")}/', readme)


def _find_place(target: str) -> str | None:
    """Return where the site has a file of the project; None if it does not."""
    if target in _PLACES:
        return _PLACES[target]
    page = re.fullmatch(r"docs/(.+?)(\.zh-CN)?\.md(#.*)?", target)
    return page and f"{'zh/' if page[2] else ''}{page[1]}.html{page[3] or ''}"
