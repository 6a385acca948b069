"""Declares intrinsics: their types and attributes are LLVM's own."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.intrinsic_attributes import set_intrinsic_attributes
from pyllvm.ir.intrinsics.overloaded_names import overloaded_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.tables.intrinsic_names import PREFIX


def types_of_arguments(module: Module, name: str, arguments: list[Type | None]) -> list[Type]:
    """The types for which an intrinsic with these arguments is used; an empty list if they do not follow from the arguments."""
    known = signature(name, module.llvm_version) if isinstance(name, str) and name.startswith(PREFIX) else None
    if known is None or not known.overload_count:
        return []
    return known.types_of_arguments(arguments) or []


def intrinsic_function(module: Module, name: str, types: list[Type]) -> Function:
    """The intrinsic with this name (without types at its end) for these types; it is declared if the module does not have it.

    Raises ValueError if the module's LLVM has no such intrinsic, and TypeError if it does not take these types.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of an intrinsic is a string such as 'llvm.umax', not {name!r}")
    version = module.llvm_version
    known = signature(name, version) if name.startswith(PREFIX) else None
    if known is None:
        raise ValueError(f"LLVM {version} has no intrinsic {name!r} whose type is known")
    if known.name != name:
        raise ValueError(f"{name!r} ends in types: give them apart from {known.name!r}")
    if len(types) != known.overload_count:
        hint = ", and they do not all follow from the arguments" if not types else ""
        raise TypeError(f"{name} is for {known.overload_count} types, not {len(types)}{hint}: {known.text}")
    full = overloaded_name(name, types) if types else name
    if full is None:
        raise TypeError(f"{name}: a struct without a name cannot be in the name of an intrinsic")
    there = module.get(full)
    if isinstance(there, Function):
        return there
    if there is not None:
        raise ValueError(f"@{full} is not a function")
    type = known.function_type(module.context, types, module.has_typed_pointers)
    if type is None:
        shown = ", ".join([str(one) for one in types])
        raise TypeError(f"{name} is not for the types {shown}: {known.text}")
    function = module.add_function(full, type)
    set_intrinsic_attributes(function, version)
    return function
