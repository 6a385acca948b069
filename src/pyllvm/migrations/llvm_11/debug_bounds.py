"""LLVM 11: the bounds of a DISubrange are metadata."""

from __future__ import annotations

from pyllvm.migrations.llvm_21.debug_sizes import upgrade_bounds
from pyllvm.notation import Final

upgrade: Final = upgrade_bounds
