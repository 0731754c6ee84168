"""The configuration of Sphinx for both languages; `-t zh` builds the Chinese pages."""

import lianliankan
from docs_site.paths import ROOT

is_chinese = tags.has("zh")  # type: ignore[name-defined]  # noqa: F821  # Sphinx gives the tags

project = "lianliankan"
author = "The lianliankan developers"
project_copyright = f"{author}, MIT"
version = release = lianliankan.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "docs_site.contents",
    "docs_site.links",
    "docs_site.reference",
    "docs_site.chinese_search",
    "docs_site.boards",
    "docs_site.searches",
]
language = "zh_CN" if is_chinese else "en"
# A Chinese page has the name of the English one, so that the way between them is a folder.
source_suffix = {".zh-CN.md": "markdown"} if is_chinese else {".md": "markdown"}
exclude_patterns = [] if is_chinese else ["**/*.zh-CN.md", "*.zh-CN.md"]

myst_heading_anchors = 4
highlight_language = "default"
smartquotes = False

default_role = "py:obj"  # docstrings write names as `name`
add_module_names = False
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "连连看" if is_chinese else "lianliankan"
html_logo = html_favicon = str(ROOT / "src/lianliankan/web/static/icon.svg")
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_js_files = [("live.js", {"type": "module"})]
templates_path = ["templates"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0c5a47",
        "color-brand-content": "#0b6650",
        "color-brand-visited": "#0b6650",
        "color-background-primary": "#fdfcf9",
        "color-background-secondary": "#f3f3ec",
        "color-api-name": "#0b6650",
        "color-api-pre-name": "#0b6650",
    },
    "dark_css_variables": {
        "color-brand-primary": "#86d6bd",
        "color-brand-content": "#86d6bd",
        "color-brand-visited": "#86d6bd",
        "color-background-primary": "#111b18",
        "color-background-secondary": "#17231f",
        "color-foreground-muted": "#96a39d",
        "color-api-name": "#86d6bd",
        "color-api-pre-name": "#86d6bd",
    },
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "language.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
