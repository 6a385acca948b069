"""LLVM 9: flags of a DISubprogram, among them the flag of the main subprogram."""

from __future__ import annotations

from pyllvm.migrations.shared.old_debug_fields import main_subprogram_upgrade
from pyllvm.notation import Final

upgrade: Final = main_subprogram_upgrade
