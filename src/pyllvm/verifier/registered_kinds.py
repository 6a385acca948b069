"""The metadata kinds that LLVM's verifier numbers because it looks for them, so that they are written to bitcode."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.tables.metadata_kinds import KINDS_REGISTERED_SINCE

# LLVM looks up the last two kinds: in functions with metadata of kinds other than the first, and in instructions with metadata.
_EARLIER: Final = ("prof", "kcfi_type")
_OF_FUNCTIONS: Final = "reqd_work_group_size"
_OF_INSTRUCTIONS: Final = "amdgpu.expected.active.lanes"


@final
class RegisteredKinds:
    """Adds these kinds to the module's when the verifier looks for them."""

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self._applies: Final = module.llvm_version >= KINDS_REGISTERED_SINCE

    def look_at(self, function: Function) -> None:
        """Register the kinds that are looked for in a function."""
        if not self._applies or function.is_declaration:
            return
        module = self._module
        if _is_looked_at(function):
            _register(module, _OF_FUNCTIONS)
        if function.is_materialized and _OF_INSTRUCTIONS not in module.metadata_kinds:
            for block in function.blocks:
                if any(one.attachments or one.debug_location is not None for one in block.instructions):
                    _register(module, _OF_INSTRUCTIONS)
                    break

    def finish(self) -> None:
        """Register the kind that is looked for in functions, if one of them is a declaration."""
        if self._applies and any(_is_looked_at(function) for function in self._module.functions):
            _register(self._module, _OF_FUNCTIONS)


def _is_looked_at(function: Function) -> bool:
    return any(attachment._kind not in _EARLIER for attachment in function._attachments)


def _register(module: Module, kind: str) -> None:
    if kind not in module.metadata_kinds:
        module.metadata_kinds.append(kind)
