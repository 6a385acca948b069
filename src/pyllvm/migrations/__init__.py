"""The changes of the language from release to release, a file per change: `bring` takes a module from one LLVM to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_names

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss as Loss
    from pyllvm.migrations.sequence import MIGRATIONS as MIGRATIONS
    from pyllvm.migrations.sequence import Migration as Migration
    from pyllvm.migrations.sequence import bring as bring

_MODULES: Final = {
    "pyllvm.migrations.loss": "Loss",
    "pyllvm.migrations.sequence": "MIGRATIONS Migration bring",
}

__getattr__ = lazy_names(__name__, _MODULES)
