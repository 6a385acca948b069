"""LLVM 18: static members with the tag of a variable."""

from __future__ import annotations

from pyllvm.migrations.shared.debug_nodes import members_downgrade
from pyllvm.notation import Final

downgrade_nodes: Final = members_downgrade
