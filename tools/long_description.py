"""The README as package indexes show it, where its relative links would lead nowhere: metadata for scikit-build-core.

If `project.urls` has a Documentation, links and pictures lead to that site, which `make docs` builds. Otherwise links
are plain text, and pictures are left out.
"""

import re
from collections.abc import Mapping
from pathlib import Path

__all__ = ["dynamic_metadata", "to_long_description"]

_PLACES = {"README.zh-CN.md": "zh/index.html", "CONTRIBUTING.md": "contributing.html"}


def dynamic_metadata(settings: Mapping[str, object], project: Mapping[str, object]) -> dict[str, object]:
    """Return the description; scikit-build-core calls this."""
    urls = project.get("urls", {})
    site = urls.get("Documentation") if isinstance(urls, Mapping) else None
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    return {"readme": {"content-type": "text/markdown", "text": to_long_description(readme, site)}}


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
