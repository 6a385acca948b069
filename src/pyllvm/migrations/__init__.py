"""The changes of the language, a file for each release: `bring` takes a module from one LLVM to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_names

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss as Loss
    from pyllvm.migrations.sequence import CHANGES as CHANGES
    from pyllvm.migrations.sequence import bring as bring

_MODULES: Final = {"pyllvm.migrations.loss": "Loss", "pyllvm.migrations.sequence": "CHANGES bring"}

__getattr__ = lazy_names(__name__, _MODULES)
