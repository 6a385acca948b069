"""The linker: it holds the module that is being put together, and takes in one module after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.diagnostics import Diagnostic
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.linker.decisions import Decision
from pyllvm.versions import NEWEST

IDENTIFIER: Final = "llvm-link"


@final
class Linker:
    """Joins modules. Every input is read into `context`, since types and metadata are unified there:

        linker = Linker(19, report=print)
        linker.link_in(read_bitcode(data, name="a.bc", lazy=True, context=linker.context))
        linker.link_in(parse_assembly(text, "b.ll", context=linker.context))
        write_bitcode(linker.finish())

    An archive's members are joined by a linker of their own, in the same context, with the identifier "ArchiveModule".
    """

    def __init__(
        self,
        llvm_version: int = NEWEST,
        *,
        identifier: str = IDENTIFIER,
        context: Context | None = None,
        report: Callable[[Diagnostic], None] | None = None,
        unify_debug_types: bool = True,
    ) -> None:
        self.context = Context() if context is None else context
        self.module = Module(identifier, self.context, llvm_version)
        self.decisions: list[Decision] = []
        self.report = report

    def link_in(
        self, module: Module, *, only_needed: bool = False, override: bool = False, internalize: bool = False
    ) -> None:
        """Move what the result needs of `module` into it; PyllvmError where LLVM's linker has an error.

        `module` is used up, and after an error the linker is, too.
        """
        raise NotImplementedError

    def import_functions(self, module: Module, names: list[str]) -> None:
        """Take in the definitions of these functions, as ThinLTO does: what else they need comes as a declaration."""
        raise NotImplementedError

    def finish(self) -> Module:
        """The joined module, when all have been linked in."""
        return self.module
