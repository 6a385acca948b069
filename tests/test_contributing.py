"""CONTRIBUTING.md and the recipes name files that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "pyllvm"
PAGES: Final = (ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "contributing").glob("*.md")))
TEXT: Final = "".join(path.read_text(encoding="utf-8") for path in PAGES)

# Files that a recipe adds.
ADDED: Final = {"cli/nm.py", "tests/cli/test_nm.py", "tests/X/test_y.py", "src/pyllvm/X/y.py"}


def test_every_file_is_there() -> None:
    named = set(re.findall(r"(?<![\w/.*-])(?:[\w.-]+/)+[\w-]+\.(?:py|lark|txt|md)\b", TEXT)) - ADDED
    assert len(named) > 30
    assert not [
        name for name in sorted(named) if "NAME" not in name and not (ROOT / name).exists() and not (SOURCE / name).exists()
    ]
