"""LLVM 22: the data layout names address spaces, and marks the ones whose pointers are not numbers. Before, it listed these."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses

# p[u][e]NUMBER[(NAME)]:...
_POINTERS: Final = re.compile(r"p([ue]*)(\d*)(\([^)]*\))?(:.*)")
_NON_INTEGRAL: Final = "ni"


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Give pointers their plain specifications, and list the address spaces whose pointers are not integral."""
    if not module.data_layout:
        return
    kept: list[str] = []
    spaces: list[str] = []
    listed: list[str] = []
    for specification in module.data_layout.split("-"):
        found = _POINTERS.fullmatch(specification)
        if specification.startswith(_NON_INTEGRAL + ":"):
            listed += specification.split(":")[1:]
        elif found is None:
            kept.append(specification)
        else:
            kept.append(f"p{found[2]}{found[4]}")
            if found[1]:
                spaces.append(found[2])
    spaces = [*listed, *[space for space in spaces if space not in listed]]
    if spaces:
        kept.append(":".join([_NON_INTEGRAL, *spaces]))
    module.data_layout = "-".join(kept)
