"""Build the documentation site: `make docs`. What has not changed since the last build is kept."""

import argparse
import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx_build

from docs_site.paths import DOCS, ROOT, SITE

CONF = Path(__file__).parent / "docs_site"


def build(out: Path) -> bool:
    """Build both languages into a folder; return whether there was no warning.

    After a warning nothing is kept: the next build would not repeat it.
    """
    for language in ("en", "zh"):
        kept = out.parent / f"{out.name}-{language}.doctrees"
        pages = out / "zh" if language == "zh" else out
        options = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(CONF), "-d", str(kept), "-t", language]
        if sphinx_build([*options, str(DOCS), str(pages)]):
            shutil.rmtree(kept, ignore_errors=True)
            return False
    _copy_pictures(out)
    return True


def _copy_pictures(out: Path) -> None:
    """Copy the README's pictures to where package indexes look for them (long_description.py)."""
    for name in re.findall(r'src="docs/([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8")):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(DOCS / name, out / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=SITE, help="the folder to write; build/docs if not given")
    sys.exit(0 if build(parser.parse_args().out.resolve()) else 1)
