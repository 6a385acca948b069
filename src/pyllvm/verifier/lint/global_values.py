"""Global values that the object file cannot have as they are written: comdats, sections, resolvers, aliases."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue
from pyllvm.ir.types import POINTER
from pyllvm.tables.calling_conventions import ANY_REGISTER
from pyllvm.tables.keywords import FORMAT_NAMES, selection_kinds
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import underlying_object


def check_global_values(linter: Linter) -> None:
    """Report what is wrong with the module's comdats and global values."""
    module = linter.module
    _check_comdats(linter)
    for variable in module.global_variables:
        if variable.linkage == "common" and variable.section:
            linter.report("common-section", "a common variable cannot have a section", variable)
    for function in module.functions:
        if function.calling_convention_number == ANY_REGISTER:
            linter.report("call-anyregcc", "anyregcc belongs on calls of patchpoints, not on functions", function)
    for alias in module.aliases:
        _check_alias(linter, alias)
    for ifunc in module.ifuncs:
        _check_ifunc(linter, ifunc)
    for value in module.global_values:
        if value.dll_storage_class != "default" and value.has_local_linkage:
            linter.report("dll-local", f"'{value.dll_storage_class}' has no effect on a symbol that is local", value)


def _check_comdats(linter: Linter) -> None:
    """Section "Comdats": the formats differ in the selection kinds, and COFF takes the comdat's name for a symbol."""
    object_format = linter.triple.object_format if linter.module.target_triple else ""
    kinds = selection_kinds(object_format, linter.version)
    members: dict[Comdat, list[GlobalObject]] = {}
    objects: list[GlobalObject] = [*linter.module.global_variables, *linter.module.functions]
    for value in objects:
        if value.comdat is not None:
            members.setdefault(value.comdat, []).append(value)
    symbols: dict[str, GlobalValue] = {value.name: value for value in linter.module.global_values}
    for comdat, values in members.items():
        if kinds is not None and not kinds:
            linter.report("comdat-format", f"{FORMAT_NAMES[object_format]} has no comdats", values[0])
        elif kinds is not None and comdat.selection_kind not in kinds:
            message = f"{FORMAT_NAMES[object_format]} has no comdats of the kind '{comdat.selection_kind}'"
            linter.report("comdat-format", message, values[0])
        elif object_format == "coff":
            leader = symbols.get(comdat.name)
            if leader is None:
                message = f"no symbol has the name of the comdat '{comdat.name}', which COFF requires"
                linter.report("comdat-leader", message, values[0])
            elif leader.has_local_linkage:
                linter.report("comdat-leader", f"the symbol with the name of the comdat '{comdat.name}' is local", leader)


def _check_alias(linter: Linter, alias: GlobalAlias) -> None:
    """Section "Aliases": the aliasee is a symbol of the module, or an address within one."""
    if not isinstance(underlying_object(alias.aliasee), GlobalValue):
        linter.report("alias-address", "the aliasee is not the address of anything in the module", alias)


def _check_ifunc(linter: Linter, ifunc: GlobalIFunc) -> None:
    """Section "IFuncs": the resolver is a function; since LLVM 14 the verifier reports what is wrong here."""
    resolver = underlying_object(ifunc.resolver)
    while isinstance(resolver, GlobalAlias):
        resolver = underlying_object(resolver.aliasee)
    if not isinstance(resolver, Function):
        linter.report("ifunc-resolver", "IFunc must have a Function resolver", ifunc)
    elif resolver.is_declaration:
        linter.report("ifunc-resolver", "IFunc resolver must be a definition", ifunc)
    elif resolver.function_type.return_type.kind != POINTER:
        linter.report("ifunc-resolver", "IFunc resolver must return a pointer", ifunc)
