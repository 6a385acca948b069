"""Intrinsics that are called by other names now (`tables.renamed_intrinsics`), or by names that other types follow.

The way up is in `on_reading`: LLVM goes it whenever it reads a module.
"""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function
from pyllvm.tables.intrinsics import intrinsic_names
from pyllvm.tables.renamed_intrinsics import RENAMED, RenamedIntrinsic


def rename_intrinsics(module: Module, version: int) -> None:
    """Call them as LLVM `version` does; what it has by no name stays as it is.

    LLVM 19: %r = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %a)
    LLVM 18: %r = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %a)
    """
    for function in list(module.functions):
        if not function.is_declaration or not function.is_intrinsic:
            continue
        name = older_name(function.name, function.function_type, module.llvm_version, version)
        there = module.get(name) if name else None
        if name and there is None:
            function.name = name
        elif isinstance(there, Function) and there.function_type is function.function_type and there is not function:
            function.move_uses_to(there)
            remove_function(module, function)


def older_name(name: str, type: FunctionType, newer: int, version: int) -> str:
    """The name that LLVM `version` has for an intrinsic that LLVM `newer` calls `name`; empty if it has none.

    LLVM 22: %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %a, <8 x i32> %b)
    LLVM 21: %r = call <4 x i32> @llvm.experimental.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %a, <8 x i32> %b)
    """
    known = signature(name, newer)
    base = name if known is None else known.name
    same = signature(base, version)
    if same is not None and same.name == base:
        # Only the types after the name may differ.
        found = _name_with_types(base, type, version)
        if found:
            return found
    for row in RENAMED:
        if version < row.since and name.startswith(row.after):
            found = _name_with_types(row.before + name.removeprefix(row.after), type, version) or _plain_name(row, type, version)
            if found:
                return found
    return ""


def _name_with_types(name: str, type: FunctionType, version: int) -> str:
    """The name of an intrinsic that has the type; `name` may end in types of another version."""
    known = signature(name, version)
    if known is None or known.match(type).mismatch:
        return ""
    return (mangled_intrinsic_name(name, type, version) or name) if known.is_overloaded else known.name


def _plain_name(row: RenamedIntrinsic, type: FunctionType, version: int) -> str:
    """The older name that has the type, where each type has a name of its own."""
    for name in intrinsic_names(row.before, version) if row.types is None else ():
        known = signature(name, version)
        if known is not None and not known.is_overloaded and not known.match(type).mismatch:
            return name
    return ""
