"""`dso_local_equivalent` (LLVM 12) and `no_cfi` (LLVM 14). Before, the symbol itself was in their place.

That is another address only where a function is elsewhere, or where its calls are checked; it is reported.
"""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import NO_CFI, GlobalReference
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables import features


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Use the symbol."""
    for value in module.global_values:
        for user in value.users:
            if not isinstance(user, GlobalReference):
                continue
            feature = features.NO_CFI if user.kind == NO_CFI else features.DSO_LOCAL_EQUIVALENT
            if not feature.is_in(version):
                losses.drop(feature.name, feature.since, value)
                replace_everywhere(user, value)
