"""The icons of an installed site, and its manifest."""

import json
import re
from pathlib import Path

import resvg_py

from lianliankan.texts import Texts
from lianliankan.web.http.page_files import STATIC

SIZES = (48, 72, 96, 128, 144, 192, 256, 384, 512)
MASKABLE_SIZES = (192, 512)
APPLE_SIZE = 180
SAFE = 0.72  # of a maskable icon is the drawing: systems cut off everything outside a circle of 80%
BACKGROUND, THEME = "#13211d", "#2c5c50"


def write_icons(folder: Path) -> None:
    """Draw icon.svg in all sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    full = _fill_square(icon)
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(_draw(icon, size))
    for size in MASKABLE_SIZES:
        (folder / f"maskable-{size}.png").write_bytes(_draw(full, size))
    (folder / f"apple-{APPLE_SIZE}.png").write_bytes(_draw(full, APPLE_SIZE))


def write_manifest(file: Path, *, icons: str) -> None:
    """Write the manifest, by which browsers install the site; `icons` is the folder of the icons, seen from it."""
    english, chinese = Texts("en"), Texts("zh")
    plain = [_icon(f"{icons}/icon-{size}.png", size, "any") for size in SIZES]
    maskable = [_icon(f"{icons}/maskable-{size}.png", size, "maskable") for size in MASKABLE_SIZES]
    modes = [
        {"name": f"{english(f'mode {mode}')} {chinese(f'mode {mode}')}", "url": f"./#/?mode={mode}"}
        for mode in ("classic", "timed", "daily")
    ]
    manifest = {
        "id": "./",
        "name": f"{chinese('title')} {english('title')}",
        "short_name": chinese("title"),
        "description": _describe(),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME,
        "categories": ["games"],
        "icons": plain + maskable,
        "shortcuts": modes,
    }
    file.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _describe() -> str:
    """Return what the page says about itself."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<meta name="description" content="([^"]+)"', page)
    return found[1] if found else ""


def _icon(address: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _fill_square(icon: str) -> str:
    """Return the icon smaller, on a square of its background: a system may cut off the edges."""
    start, end = icon.index(">") + 1, icon.rindex("</svg>")
    move = f"translate({16 * (1 - SAFE):g} {16 * (1 - SAFE):g}) scale({SAFE})"
    square = f'<rect width="32" height="32" fill="{THEME}"/>'
    return f'{icon[:start]}{square}<g transform="{move}">{icon[start:end]}</g></svg>'


def _draw(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size, skip_system_fonts=True))
