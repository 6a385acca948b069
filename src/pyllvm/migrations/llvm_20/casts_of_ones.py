"""LLVM 20: casts of all ones are folded."""

from __future__ import annotations

from pyllvm.migrations.shared.constant_casts import begin_ones, upgrade_ones
from pyllvm.notation import Final

begin_upgrade: Final = begin_ones
upgrade: Final = upgrade_ones
