"""The upgrades that LLVM N makes to every module it reads, its own included (AutoUpgrade.cpp), and their order."""

from __future__ import annotations

from pyllvm.lazy_names import lazy_names
from pyllvm.notation import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.migrations.on_reading.bitcode import after_bitcode as after_bitcode
    from pyllvm.migrations.on_reading.bitcode import after_bodies as after_bodies
    from pyllvm.migrations.on_reading.bitcode import changes_after_bodies as changes_after_bodies
    from pyllvm.migrations.on_reading.migration import after_migration as after_migration
    from pyllvm.migrations.on_reading.text import after_text as after_text

_MODULES: Final = {
    "pyllvm.migrations.on_reading.bitcode": "after_bitcode after_bodies changes_after_bodies",
    "pyllvm.migrations.on_reading.migration": "after_migration",
    "pyllvm.migrations.on_reading.text": "after_text",
}

__getattr__ = lazy_names(__name__, _MODULES)
