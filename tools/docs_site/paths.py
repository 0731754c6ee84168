"""Where the documentation and its site are."""

from pathlib import Path

__all__ = ["DOCS", "ROOT", "SITE"]

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "docs"
