"""LLVM 14: the resolver of an ifunc returns a pointer to what the ifunc names; before, any pointer to a function would do."""

from __future__ import annotations

from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.global_values import GlobalIFunc
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.ir.value import Value


def upgrade(module: Module, version: int) -> None:
    """Cast the resolvers of another type."""
    for ifunc in module.ifuncs:
        if ifunc.operands:
            resolver = resolver_of_right_type(ifunc, ifunc.resolver, version)
            if resolver is not ifunc.resolver:
                ifunc.set_single_operand(resolver)


def resolver_of_right_type(ifunc: GlobalIFunc, resolver: Value, version: int) -> Value:
    """The resolver, cast to the type that LLVM `version` requires of it."""
    type = resolver.type
    if not isinstance(type, PointerType) or type.pointee is None:
        return resolver
    context = type.context
    right = context.pointer_to(context.function(context.pointer_to(ifunc.value_type), []))
    if type is right or type.address_space != right.address_space:
        return resolver
    return ConstantFolder(version).cast("bitcast", resolver, right)
