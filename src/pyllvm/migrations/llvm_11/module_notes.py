"""LLVM 11: fields of a DIModule."""

from __future__ import annotations

from pyllvm.migrations.shared.old_debug_fields import module_notes_upgrade
from pyllvm.notation import Final

upgrade: Final = module_notes_upgrade
