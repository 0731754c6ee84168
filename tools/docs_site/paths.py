"""The folders of the documentation and of its site."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "docs"
