"""The names of overloaded intrinsics: they end in the types for which the intrinsic is used."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import (
    FLOATING_POINT_BITS,
    METADATA,
    VOID,
    X86_AMX,
    X86_MMX,
    ArrayType,
    ByteType,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.tables.intrinsic_versions import MAKES_PLACE_SINCE, NUMBERED_SINCE

_DEEPEST: Final = 64
# A struct without a name in the name of an intrinsic.
_NAMELESS: Final = "s_s"
_PRIMITIVES: Final[dict[int, str]] = {VOID: "isVoid", METADATA: "Metadata", X86_MMX: "x86mmx", X86_AMX: "x86amx"}
_FLOATING_POINT: Final[dict[str, str]] = {"bfloat": "bf16", "ppc_fp128": "ppcf128"}


def mangled_type(type: Type, depth: int = 0, nameless: str | None = None) -> str | None:
    """The type as it is spelled in intrinsic names; None if it is nested too deeply.

    A struct without a name is spelled `nameless`; if that is None, so is the result.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(type, IntegerType):
        return f"i{type.width}"
    if isinstance(type, ByteType):
        return f"b{type.width}"
    if isinstance(type, FloatingPointType):
        return _FLOATING_POINT.get(type.name, f"f{FLOATING_POINT_BITS[type.name]}")
    if isinstance(type, PointerType):
        if type.pointee is None:
            return f"p{type.address_space}"
        return _joined(f"p{type.address_space}", [type.pointee], "", "", depth, nameless)
    if isinstance(type, VectorType):
        return _joined(f"{'nx' if type.is_scalable else ''}v{type.count}", [type.element], "", "", depth, nameless)
    if isinstance(type, ArrayType):
        return _joined(f"a{type.count}", [type.element], "", "", depth, nameless)
    if isinstance(type, StructType):
        if type.is_literal:
            return _joined("sl_", type.elements or [], "", "s", depth, nameless)
        return f"s_{type.name}s" if type.name else nameless
    if isinstance(type, FunctionType):
        return _joined("f_", [type.return_type, *type.parameters], "", "varargf" if type.is_variadic else "f", depth, nameless)
    if isinstance(type, TargetType):
        integers = "".join([f"_{integer}" for integer in type.integers])
        return _joined(f"t{type.name}", type.types, "_", f"{integers}t", depth, nameless)
    return _PRIMITIVES.get(type.kind)


def _joined(start: str, types: list[Type], before: str, end: str, depth: int, nameless: str | None) -> str | None:
    parts = [start]
    for type in types:
        mangled = mangled_type(type, depth + 1, nameless)
        if mangled is None:
            return None
        parts.append(before + mangled)
    parts.append(end)
    return "".join(parts)


def mangled_intrinsic_name(name: str, type: FunctionType, version: int, module: Module | None = None) -> str | None:
    """The name of the overloaded intrinsic `name` for that function type.

    None if it is not overloaded, if the type does not match the intrinsic's signature, or if the signature is unknown. If one of
    its types is a struct without a name, the declarations of the module decide, and without a module it is None as well.
    """
    from pyllvm.ir.intrinsics.signatures import signature

    known = signature(name, version)
    if known is None or not known.is_overloaded:
        return None
    match = known.match(type)
    if match.mismatch:
        return None
    wanted = overloaded_name(known.name, match.types)
    if wanted is None and module is not None and version >= NUMBERED_SINCE:
        wanted = _numbered_name(module, known.name, match.types, type)
    return wanted


def overloaded_name(name: str, types: list[Type]) -> str | None:
    """The name followed by those types; None if one of them cannot be spelled."""
    return _joined_with_dots(name, [mangled_type(type) for type in types])


def _numbered_name(module: Module, name: str, types: list[Type], function_type: FunctionType) -> str | None:
    """The name for types with structs without names: it ends in the first number that no other type's intrinsic has.

    Source: Module::getUniqueIntrinsicName.
    """
    base = _joined_with_dots(name, [mangled_type(type, nameless=_NAMELESS) for type in types])
    number = 0
    while base is not None:
        there = module.symbols.get(f"{base}.{number}")
        if there is None or (isinstance(there, Function) and there.function_type is function_type):
            return f"{base}.{number}"
        number += 1
    return None


def _joined_with_dots(name: str, types: list[str | None]) -> str | None:
    parts = [name]
    for type in types:
        if type is None:
            return None
        parts.append(type)
    return ".".join(parts)


def remangle_intrinsics(module: Module, has_all_uses: bool) -> None:
    """Give intrinsics the names that their types require, as LLVM does when it has read a module.

    A renamed function moves to the end of the module's functions. If a function with that name exists, it replaces the
    renamed one, provided that all uses are known (they are not while bodies are still to be read).
    """
    for function in list(module.functions):
        if function.is_intrinsic:
            remangle(module, function, module.llvm_version, has_all_uses)


def remangle(module: Module, function: Function, version: int, has_all_uses: bool) -> None:
    """Do the same for one intrinsic, as LLVM `version` does.

    Since LLVM 13, another value that has the name is renamed (Intrinsic::remangleIntrinsicFunction).
    """
    wanted = mangled_intrinsic_name(function.name, function.function_type, version, module)
    if wanted is None or wanted == function.name:
        return
    there = module.symbols.get(wanted)
    is_same = isinstance(there, Function) and there.function_type is function.function_type
    if there is not None and not is_same and has_all_uses and version >= MAKES_PLACE_SINCE:
        _rename(module, there, wanted + ".renamed")
        there = None
    if there is None:
        module.take_out(function)
        function.name = wanted
        module.add(function)
        _drop_body(function)
        # The uses move one at a time, newest first.
        function.uses = function.known_uses[::-1]
    elif has_all_uses and isinstance(there, Function) and is_same:
        there.calling_convention_number = function.calling_convention_number
        function.move_uses_to(there)
        module.take_out(function)


def _drop_body(function: Function) -> None:
    """Make the function a plain declaration: the function with the new name is a separate one."""
    function.delete_body()
    function.linkage = "external"
    function.visibility = "default"
    function.dll_storage_class = "default"
    function.unnamed_address = ""
    function.is_dso_local = False
    function.partition = ""
    function.section = ""
    function.alignment = 0
    function.comdat = None
    function.gc = ""


def _rename(module: Module, value: GlobalValue, name: str) -> None:
    """Give a value that name, or a similar name that is free."""
    value.name = module.unique_name(name)
