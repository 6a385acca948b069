"""LLVM 15: debug variables without a name."""

from __future__ import annotations

from pyllvm.migrations.shared.debug_nodes import names_downgrade
from pyllvm.notation import Final

downgrade_nodes: Final = names_downgrade
