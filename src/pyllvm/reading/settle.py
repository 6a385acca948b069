"""What LLVM does with a module that it has read, before any tool sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, final

from pyllvm.ir.function import Function
from pyllvm.ir.module import Module

if TYPE_CHECKING:
    from pyllvm.verifier import Failure

Report = Callable[["Sequence[Failure]"], None]
"""Is given what is wrong with a module while the module still holds it."""


def settle_access_tags(module: Module, report: Report | None = None) -> bool:
    """Drop all `!tbaa` of a module of bitcode if one of its access tags is broken (BitcodeReader::materialize).

    Bodies that are read later are looked at when they are read: from the first bad tag on none is kept, and those go that
    are in the module then. Returns whether tags were dropped by now; `report` is given what is wrong with them first.
    """
    tags = _AccessTags(module, report)
    tags.settle([function for function in module.functions if function.is_materialized])
    for function in module.functions:
        if not function.is_materialized:
            function.settle_when_read(tags.settle_body)
    return tags.are_dropped


@final
class _AccessTags:
    """The `!tbaa` of one module, whose bodies may be read one by one."""

    def __init__(self, module: Module, report: Report | None) -> None:
        self._module = module
        self._report = report
        self.are_dropped = False

    def settle_body(self, function: Function) -> None:
        self.settle([function])

    def settle(self, functions: Sequence[Function]) -> None:
        """Look at the tags of functions whose bodies were just read."""
        if not any(_has_access_tags(function) for function in functions):
            return
        # Imported only here: what is not optimized has no tags.
        from pyllvm.verifier.tbaa_stripping import broken_access_tags, strip_access_tags

        if self.are_dropped:
            strip_access_tags(functions)
            return
        failures = broken_access_tags(self._module, functions)
        if failures:
            self.are_dropped = True
            if self._report is not None:
                self._report(failures)
            strip_access_tags([function for function in self._module.functions if function.is_materialized])


def _has_access_tags(function: Function) -> bool:
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.attachments is not None:
                for attachment in instruction.attachments:
                    if attachment.kind == "tbaa":
                        return True
    return False
