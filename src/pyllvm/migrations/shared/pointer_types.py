"""The types of a module while its pointers change: between `ptr` and pointers that say what they point to."""

from __future__ import annotations

from typing import final

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.constants import NULL, ZERO_INITIALIZER, SimpleConstant
from pyllvm.ir.module import Module
from pyllvm.ir.types import (
    X86_MMX,
    ArrayType,
    Context,
    FunctionType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.migrations.shared.opencl_types import older_type


@final
class PointerTypes:
    """The new types when all pointers in them change: to `ptr`, or (`is_typed`) to `i8*`, the pointer of typed IR.

    With `replaces_mmx`, `x86_mmx` becomes `<1 x i64>`. If pointers get types, or with `replaces_targets`, OpenCL's types become
    the pointers that represented them.
    """

    def __init__(
        self, context: Context, is_typed: bool = False, replaces_mmx: bool = False, replaces_targets: bool = False
    ) -> None:
        self._context = context
        self._is_typed = is_typed
        self._replaces_mmx = replaces_mmx
        self._replaces_targets = replaces_targets or is_typed
        self._known: dict[Type, Type] = {}

    def of(self, type: Type) -> Type:
        """The type with that pointer for every pointer in it; identified structs stay what they are."""
        known = self._known
        found = known.get(type)
        if found is not None:
            return found
        waiting = [type]
        while waiting:
            last = waiting[-1]
            if last in known:
                waiting.pop()
                continue
            if isinstance(last, PointerType):
                known[last] = self._pointer(last.address_space)
                continue
            if isinstance(last, StructType) and not last.is_literal:
                known[last] = last
                continue
            missing = [part for part in last.contained_types if part not in known]
            if missing:
                waiting.extend(missing)
            else:
                known[last] = self._made(last)
        return known[type]

    def all_of(self, types: list[Type]) -> list[Type]:
        """The same of each."""
        return [self.of(type) for type in types]

    def attributes(self, attributes: AttributeSet) -> AttributeSet:
        """The same attributes of the new types."""
        if not any(attribute.type is not None for attribute in attributes.attributes):
            return attributes
        changed = []
        for attribute in attributes.attributes:
            if attribute.type is None:
                changed.append(attribute)
            else:
                changed.append(Attribute.of_type(attribute.name, self.of(attribute.type)))
        return AttributeSet(changed)

    def complete(self, struct: StructType) -> None:
        """Change the elements of an identified struct, which itself stays."""
        if struct.elements is not None:
            struct.elements = self.all_of(struct.elements)

    def _pointer(self, address_space: int) -> PointerType:
        context = self._context
        return context.pointer_to(context.integer(8), address_space) if self._is_typed else context.pointer(address_space)

    def _made(self, type: Type) -> Type:
        # Each part is known by now.
        context = self._context
        if isinstance(type, FunctionType):
            return context.function(self.of(type.return_type), self.all_of(type.parameters), type.is_variadic)
        if isinstance(type, ArrayType):
            return context.array(self.of(type.element), type.count)
        if isinstance(type, VectorType):
            return context.vector(self.of(type.element), type.count, type.is_scalable)
        if isinstance(type, StructType) and type.elements is not None:
            return context.literal_struct(self.all_of(type.elements), type.is_packed)
        if isinstance(type, TargetType):
            older = older_type(context, type, self._is_typed) if self._replaces_targets else None
            if older is not None:
                # It is not one of the pointers that change.
                self._known[older] = older
                return older
            return context.target(type.name, self.all_of(type.types), type.integers)
        if type.kind == X86_MMX and self._replaces_mmx:
            return context.vector(context.integer(64), 1)
        return type


def retyped(constant: SimpleConstant, type: Type) -> SimpleConstant:
    """The same constant of another type: what was the zero of a target's type is a null pointer."""
    kind = constant.kind
    if kind == ZERO_INITIALIZER and isinstance(type, PointerType):
        kind = NULL
    return SimpleConstant.get(type, kind)


def identified_structs(module: Module) -> list[StructType]:
    """The identified structs that the module was read with, and those that these are made of."""
    found = dict.fromkeys(module.struct_types)
    waiting: list[Type] = list(module.struct_types)
    seen: set[Type] = set(waiting)
    while waiting:
        type = waiting.pop()
        if isinstance(type, StructType) and not type.is_literal:
            found.setdefault(type)
        for part in type.contained_types:
            if part not in seen:
                seen.add(part)
                waiting.append(part)
    return list(found)
