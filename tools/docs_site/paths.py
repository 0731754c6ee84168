"""Where the documentation and its site are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "docs"
