"""Lets the tests of this folder import `module_bits`, which builds modules record by record."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
