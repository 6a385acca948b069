"""Gives symbols internal linkage, as the pass `internalize` does (internalizeModule of Transforms/IPO).

    define void @helper() { ... }

becomes `define internal void @helper()`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from pyllvm.editing.properties import AliasedObjects, set_linkage
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import is_declaration
from pyllvm.ir.global_values import Comdat, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.tables.intrinsic_names import STRUCTORS, USED, USED_LISTS
from pyllvm.tables.linking_versions import COMDATS_STAY_SINCE, EXTERNALLY_INITIALIZED_SINCE

# Names that LLVM itself, or the code it generates, looks up.
_KEPT_NAMES: Final = frozenset((*USED_LISTS, *STRUCTORS, "llvm.global.annotations", "__stack_chk_fail", "__stack_chk_guard"))


def internalize_symbols(module: Module, names: Iterable[str]) -> None:
    """Give the definitions of these names internal linkage, unless something outside the module can depend on them."""
    _Internalizer(module, frozenset(names)).run()


@final
class _Internalizer:
    def __init__(self, module: Module, names: frozenset[str]) -> None:
        self._module = module
        self._names = names
        # Empty while LLVM looks at comdats: it collects the preserved names only afterwards.
        self._kept: frozenset[str] = frozenset()
        self._sizes: dict[Comdat, int] = {}
        self._aliased = AliasedObjects()
        self._external_comdats: set[Comdat] = set()
        self._is_wasm = module.target_triple.startswith("wasm")

    def run(self) -> None:
        module = self._module
        # Ifuncs stay as they are.
        values: list[GlobalValue] = [*module.functions, *module.global_variables, *module.aliases]
        for value in values:
            comdat = self._aliased.comdat_of(value)
            if comdat is not None:
                self._sizes[comdat] = self._sizes.get(comdat, 0) + 1
                if self._is_preserved(value):
                    self._external_comdats.add(comdat)
        self._kept = _KEPT_NAMES | _names_used(module)
        for value in values:
            self._internalize(value)

    def _is_preserved(self, value: GlobalValue) -> bool:
        """Whether the symbol must stay as it is (shouldPreserveGV)."""
        if is_declaration(value) or value.linkage == "available_externally" or value.dll_storage_class == "dllexport":
            return True
        if (
            isinstance(value, GlobalVariable)
            and value.is_externally_initialized
            and self._module.llvm_version >= EXTERNALLY_INITIALIZED_SINCE
        ):
            return True
        if value.has_local_linkage:
            return False
        return value.name in self._kept or not value.name or value.name not in self._names

    def _internalize(self, value: GlobalValue) -> None:
        comdat = self._aliased.comdat_of(value)
        if comdat is not None:
            if comdat in self._external_comdats:
                return
            if isinstance(value, GlobalObject):
                self._leave_comdat(value, comdat)
        elif self._is_preserved(value):
            return
        if value.has_local_linkage:
            return
        value.visibility = "default"
        set_linkage(value, "internal")

    def _leave_comdat(self, value: GlobalObject, comdat: Comdat) -> None:
        if self._module.llvm_version < COMDATS_STAY_SINCE or self._sizes.get(comdat) == 1:
            value.comdat = None
        elif not self._is_wasm:
            comdat.selection_kind = "nodeduplicate"


def _names_used(module: Module) -> frozenset[str]:
    """Return the names of the symbols in `llvm.used`, which have uses that LLVM cannot see."""
    used = module.get(USED)
    names: set[str] = set()
    if isinstance(used, GlobalVariable) and isinstance(used.initializer, Constant):
        pending: list[object] = [used.initializer]
        while pending:
            constant = pending.pop()
            if isinstance(constant, GlobalValue):
                names.add(constant.name)
            elif isinstance(constant, Constant):
                pending.extend(constant.operands)
    return frozenset(names)
