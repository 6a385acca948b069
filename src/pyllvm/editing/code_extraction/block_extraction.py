"""Reduces a module to functions made of some of its basic blocks, as llvm-extract's ``--bb`` does (BlockExtractor)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyllvm.editing.code_extraction.code_extractor import CodeExtractor
from pyllvm.editing.code_extraction.code_regions import refusal, region_of
from pyllvm.editing.code_extraction.landing_pads import split_nested_landing_pads
from pyllvm.editing.dead_globals import drop_body
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.module import Module


def extract_blocks(module: Module, groups: Iterable[Sequence[BasicBlock]]) -> list[str]:
    """Make a function of each group of blocks, the entry first, and declarations of all functions that the module had.

    The new functions are visible to other modules. A group that LLVM does not extract is left out; the reasons are returned.
    """
    before = list(module.functions)
    reasons: list[str] = []
    waiting = list(groups)
    for function in dict.fromkeys([group[0].parent for group in waiting]):
        assert function is not None
        split_nested_landing_pads(function)
    for group in waiting:
        function = group[0].parent
        assert function is not None
        region = region_of(group)
        reason = refusal(region, module.llvm_version)
        if reason:
            reasons.append(f"nothing was extracted from @{function.name}: {reason}")
        else:
            CodeExtractor(module, region).extract()
    for function in before:
        function.forget_missing_operands()
        drop_body(function)
        function.use_missing_operands()
    for function in module.functions:
        set_linkage(function, "external")
    return reasons
