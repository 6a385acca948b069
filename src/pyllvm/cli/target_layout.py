"""The data layout that opt gives to a module that names a target and no layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from pyllvm.ir.module import Module


def give_layout(module: Module) -> None:
    """Give a module the layout of its target, if it has a target and no layout."""
    if not module.data_layout and module.target_triple:
        from pyllvm.ir.target.default_layout import default_layout  # only where a module is written

        module.data_layout = default_layout(module.target_triple, module.llvm_version)


def layout_of_target(text: bytes, version: int | None) -> str | None:
    """The layout that a text gets; None if it gets none."""
    import re  # only where a module is written

    triple = re.search(rb'^\s*target\s+triple\s*=\s*"([^"\\]*)"', text, re.MULTILINE)
    if triple is None or re.search(rb"^\s*target\s+datalayout\b", text, re.MULTILINE) is not None:
        return None
    from pyllvm.ir.target.default_layout import default_layout

    return default_layout(triple[1].decode("utf-8", "replace"), NEWEST if version is None else version) or None
