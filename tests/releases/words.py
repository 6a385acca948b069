"""The words of LLVM IR for probes."""

from __future__ import annotations

import re
from pathlib import Path

_VOCABULARY = Path(__file__).parents[1] / "fidelity" / "vocabulary.txt"
WORDS = frozenset(re.findall(r"[a-z_][a-z_0-9]*", _VOCABULARY.read_text(encoding="utf-8")))
