"""Writing a site: every file of the page below the hash of its version, and a few at the top that lead there."""

import json
import re
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from lianliankan.errors import Error
from lianliankan.faces.registry import FACE_SETS
from lianliankan.game.toy import TOYS, work_out
from lianliankan.render.sprite import to_sprite
from lianliankan.site.first_games import write_first_games
from lianliankan.site.icons import APPLE_SIZE, write_icons, write_manifest
from lianliankan.site.pyodide import find_pyodide
from lianliankan.site.runtime import build_runtime
from lianliankan.texts import LANGUAGES, PAGE_PARTS, page_texts
from lianliankan.web.base.page_data import encode
from lianliankan.web.endpoints.game_facts import game_facts
from lianliankan.web.http.joined_files import join_files
from lianliankan.web.http.minify import minify_script
from lianliankan.web.http.page_files import STATIC, source_paths
from lianliankan.web.lab.catalog import lab_catalog

MARK = "lianliankan-site.json"
"""The file that makes a folder a site: the versions in it, the newest first. No other folder is overwritten."""

_INDEX = "index.html"
_TRANSPORT = "js/server/transport.js"
_GAME_ADDRESS = "game_address.js"  # of the documentation
_LOCAL_TRANSPORT = "js/server/local_transport.js"
_SERVICE_WORKER = "js/local/service_worker.js"
_SITE_PAGE = "game/site_page.js"  # shown at once
_SERVED_ONLY = {"404.html", "kernel.wasm", "js/not_found.js", _LOCAL_TRANSPORT, _SERVICE_WORKER}
_KEPT_VERSIONS = 2  # pages that are open while the site is replaced find their files
_NEWCOMERS_ONLY = "first/"
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def write_site(
    out: Path, pyodide: Path | None = None, docs: Path | None = None, *, say: Callable[[str], object] = bool
) -> str:
    """Write a site into a folder, and return its version; raises Error if the folder is something else.

    `pyodide` and `say` are as for `find_pyodide`; `docs` is a folder to put into the site as `docs/`.
    """
    old = _read_versions(out)
    pyodide = find_pyodide(pyodide, say)
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".site-", dir=out.parent) as temporary:
        new = Path(temporary) / "site"
        version = _write_version(new, pyodide)
        kept = [other for other in old if other != version][: _KEPT_VERSIONS - 1]
        for other in kept:
            shutil.copytree(out / other, new / other)
        if docs is not None:
            _copy_docs(docs, new / "docs")
        _write_top(new, version, has_docs=docs is not None)
        (new / MARK).write_text(json.dumps({"versions": [version, *kept]}) + "\n", encoding="utf-8")
        new.chmod(0o755)
        if out.exists():
            out.rename(Path(temporary) / "old")
        new.rename(out)
    return version


def _copy_docs(docs: Path, target: Path) -> None:
    """Copy the documentation, and tell its pages that the game is above them."""
    shutil.copytree(docs, target)
    for file in target.rglob(_GAME_ADDRESS):
        above = "../" * len(file.relative_to(target).parts)
        file.write_text(f'export const game = new URL("{above}", import.meta.url);\n', encoding="utf-8")


def _read_versions(out: Path) -> list[str]:
    """Return the versions in a site that is to be replaced; none if the folder does not exist or is empty."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return []
    try:
        found = json.loads((out / MARK).read_bytes())["versions"]
        return [name for name in found if re.fullmatch(r"[0-9a-f]{12}", name) and (out / name).is_dir()]
    except (OSError, ValueError, KeyError, TypeError):
        raise Error("there is something else in this folder; choose another one, or empty it") from None


# ---- The files of a version ------------------------------------------------------------------------------------------


def _write_version(new: Path, pyodide: Path) -> str:
    """Write all files of this version, and return their hash, which is the name of their folder."""
    folder = new / "version"
    for path, content in _page_files().items():
        if path != _INDEX:
            _write(folder / path, content)
    for language in LANGUAGES:
        for part in ("", *PAGE_PARTS):
            _write(folder / "texts" / part / f"{language}.json", encode(page_texts(language, part)))
    for faces in FACE_SETS:
        _write(folder / "faces" / f"{faces}.svg", to_sprite(faces).encode())
    _write(folder / "api" / "game.json", encode(game_facts(together=False, races=False, python=True)))
    _write(folder / "api" / "lab.json", encode(lab_catalog()))
    for name, toy in TOYS.items():
        _write(folder / "api" / "toys" / f"{name}.json", encode(work_out(toy)))
    write_first_games(folder / "first")
    build_runtime(pyodide, folder)
    version = _hash(folder)
    folder.rename(new / version)
    return version


@cache
def _page_files() -> dict[str, bytes]:
    paths = [path for path in source_paths() if path not in _SERVED_ONLY and not path.endswith(".ts")]
    files = {path: (STATIC / path).read_bytes() for path in paths}
    return join_files(files | {_TRANSPORT: (STATIC / _LOCAL_TRANSPORT).read_bytes()}, first=[_SITE_PAGE])


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _hash(folder: Path) -> str:
    found = sha256()
    for path in _files(folder):
        content = (folder / path).read_bytes()
        found.update(f"{path}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:12]


def _files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


# ---- The files at the top --------------------------------------------------------------------------------------------


def _write_top(new: Path, version: str, *, has_docs: bool) -> None:
    write_icons(new / "icons")
    write_manifest(new / "manifest.webmanifest", icons="icons")
    (new / ".nojekyll").touch()  # some hosts leave out files otherwise
    (new / "index.html").write_text(_index(version, has_docs=has_docs), encoding="utf-8")
    (new / "service_worker.js").write_text(_service_worker(new, version), encoding="utf-8")


def _index(version: str, *, has_docs: bool) -> str:
    """Return the page of a version: its places are written after a `#`, and all addresses in it are relative."""
    fetched = ["api/game.json", *(f"texts/{language}.json" for language in LANGUAGES)]
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}" />',
        '<link rel="manifest" href="manifest.webmanifest" />',
        f'<link rel="apple-touch-icon" href="icons/apple-{APPLE_SIZE}.png" />',
        *(f'<link rel="preload" href="{version}/{path}" as="fetch" crossorigin="anonymous" />' for path in fetched),
    ]
    changes = [
        ('data-root="/"', 'data-root="#/"' + (' data-docs="docs/"' if has_docs else "")),
        ('href="/"', 'href="./"'),
        ('"/static/', f'"{version}/'),
        ("  </head>", "".join(f"    {line}\n" for line in head) + "  </head>"),
    ]
    text = _page_files()[_INDEX].decode()
    for before, after in changes:
        if before not in text:
            raise AssertionError(f"index.html has no {before}")
        text = text.replace(before, after)
    return text


def _service_worker(new: Path, version: str) -> str:
    """Return the service worker, which begins with its version and the files that it keeps, with their hashes."""
    files = [f"{version}/{path}" for path in _files(new / version) if not path.startswith(_NEWCOMERS_ONLY)]
    paths = ["index.html", "manifest.webmanifest", *(f"icons/{path}" for path in _files(new / "icons")), *files]
    hashes = {path: sha256((new / path).read_bytes()).hexdigest()[:24] for path in paths}
    hashes["./"] = hashes.pop("index.html")
    facts = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(hashes, indent=1)};\n"
    return facts + minify_script((STATIC / _SERVICE_WORKER).read_text(encoding="utf-8"))
