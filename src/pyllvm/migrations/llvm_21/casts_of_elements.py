"""LLVM 21: casts of vectors of constants are folded."""

from __future__ import annotations

from pyllvm.migrations.shared.constant_casts import begin_elements, upgrade_elements
from pyllvm.notation import Final

begin_upgrade: Final = begin_elements
upgrade: Final = upgrade_elements
