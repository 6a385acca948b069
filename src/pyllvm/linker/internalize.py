"""Makes symbols internal that nothing outside needs, as `-internalize` asks (InternalizePass)."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.linker.comdats import NO_DEDUPLICATE
from pyllvm.linker.elements import elements_of
from pyllvm.linker.properties import comdat_of, is_declaration, set_linkage, set_visibility, without_casts

_USED: Final = "llvm.used"
# What the compiler itself refers to.
_ALWAYS_KEPT: Final = (
    _USED,
    "llvm.compiler.used",
    "llvm.global_ctors",
    "llvm.global_dtors",
    "llvm.global.annotations",
    "__stack_chk_fail",
)


def internalize_symbols(module: Module, names: Container[str]) -> None:
    """Make the definitions of these names internal, but for those that something outside may count on."""
    kept = set(_ALWAYS_KEPT)
    kept.add("__ssp_canary_word" if "-aix" in module.target_triple else "__stack_chk_guard")
    kept.update(_used_names(module))
    values: list[GlobalValue] = [*module.functions, *module.global_variables, *module.aliases]
    sizes: dict[Comdat, int] = {}
    seen_outside: set[Comdat] = set()
    for value in values:
        comdat = comdat_of(value)
        if comdat is not None:
            sizes[comdat] = sizes.get(comdat, 0) + 1
            if _is_preserved(value, names, kept):
                seen_outside.add(comdat)
    for value in values:
        comdat = comdat_of(value)
        if comdat is None:
            if value.has_local_linkage or _is_preserved(value, names, kept):
                continue
        else:
            if comdat in seen_outside:
                continue
            if isinstance(value, GlobalObject):
                # One that is nobody else's business can go; otherwise it still holds its members together.
                if sizes[comdat] == 1:
                    value.comdat = None
                elif not module.target_triple.startswith("wasm"):
                    comdat.selection_kind = NO_DEDUPLICATE
            if value.has_local_linkage:
                continue
        set_visibility(value, "default")
        set_linkage(value, "internal")


def _is_preserved(value: GlobalValue, names: Container[str], kept: set[str]) -> bool:
    """InternalizePass::shouldPreserveGV."""
    if is_declaration(value) or value.linkage == "available_externally" or value.dll_storage_class == "dllexport":
        return True
    if isinstance(value, GlobalVariable) and value.is_externally_initialized:
        return True
    if value.has_local_linkage:
        return False
    return value.name in kept or not value.name or value.name not in names


def _used_names(module: Module) -> list[str]:
    """The symbols in llvm.used."""
    used = module.get(_USED)
    if not isinstance(used, GlobalVariable) or used.initializer is None:
        return []
    found = [without_casts(element) for element in elements_of(used.initializer)]
    return [one.name for one in found if isinstance(one, (Function, GlobalValue))]
