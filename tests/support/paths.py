"""Where the project's files are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
