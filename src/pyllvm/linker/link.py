"""A whole link in one call: read each input into one context, join them in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import final

from pyllvm.diagnostics import Diagnostic
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.linker.decisions import Decision
from pyllvm.linker.linker import Linker
from pyllvm.versions import NEWEST


@final
class LinkInput:
    """One module to be: `read` makes it in the context that it is given, and is called only when its turn has come."""

    def __init__(self, read: Callable[[Context], Module], is_override: bool = False) -> None:
        self.read = read
        self.is_override = is_override


@final
class LinkOptions:
    """How to link: llvm-link's options, and the version in whose language the result is."""

    def __init__(
        self,
        llvm_version: int = NEWEST,
        *,
        only_needed: bool = False,
        internalize: bool = False,
        unify_debug_types: bool = True,
        report: Callable[[Diagnostic], None] | None = None,
    ) -> None:
        self.llvm_version = llvm_version
        self.only_needed = only_needed
        self.internalize = internalize
        self.unify_debug_types = unify_debug_types
        self.report = report


@final
class LinkResult:
    """The joined module, and how it came about."""

    def __init__(self, module: Module, decisions: list[Decision]) -> None:
        self.module = module
        self.decisions = decisions


def link(inputs: Sequence[LinkInput], options: LinkOptions) -> LinkResult:
    """Join the inputs in order, those that override behind the others; PyllvmError says why it cannot be done."""
    linker = Linker(options.llvm_version, report=options.report, unify_debug_types=options.unify_debug_types)
    for is_override in (False, True):
        is_first = True
        for one in inputs:
            if one.is_override is not is_override:
                continue
            linker.link_in(
                one.read(linker.context),
                # what the options ask for holds from the second input on, as in llvm-link
                only_needed=options.only_needed and not is_first,
                internalize=options.internalize and not is_first,
                override=is_override,
            )
            is_first = False
    return LinkResult(linker.finish(), linker.decisions)
