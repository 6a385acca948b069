"""The text of types: each type is printed once and cached; identified structs without a name are numbered."""

from __future__ import annotations

from typing import final

from pyllvm.assembly.printer.names import escape, name_text
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.types import (
    ArrayType,
    ByteType,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    PrimitiveType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.limits import TYPE_CHARACTERS
from pyllvm.versions import NEWEST


@final
class TypePrinter:
    """Prints types; `numbers` maps identified structs to numbers, which are printed in place of names."""

    def __init__(self, numbers: dict[StructType, int] | None = None, version: int = NEWEST) -> None:
        self.numbers: dict[StructType, int] = {} if numbers is None else numbers
        self.version = version
        self._texts: dict[Type, str] = {}
        self._characters = 0

    def text(self, type: Type) -> str:
        """The text of a reference to the type."""
        found = self._texts.get(type)
        if found is not None:
            return found
        self._spell(type)
        return self._texts[type]

    def text_with_body(self, type: Type) -> str:
        """The same, with the body of an identified struct: `%T = type { i32 }`, as `str()` returns it."""
        if isinstance(type, StructType) and not type.is_literal:
            return f"{self.text(type)} = type {self.struct_body(type)}"
        return self.text(type)

    def struct_body(self, type: StructType) -> str:
        """`{ i32, ptr }`, `<{ i8 }>`, `{}` or `opaque`."""
        elements = type.elements
        if elements is None:
            return "opaque"
        body = "{ " + ", ".join([self.text(element) for element in elements]) + " }" if elements else "{}"
        return f"<{body}>" if type.is_packed else body

    def _spell(self, type: Type) -> None:
        # An explicit stack, because the depth comes from the input.
        texts = self._texts
        stack = [type]
        while stack:
            current = stack[-1]
            if current in texts:
                stack.pop()
                continue
            missing = [inner for inner in _inner_types(current) if inner not in texts]
            if missing:
                missing.reverse()
                stack.extend(missing)
                continue
            text = self._compose(current)
            self._characters += len(text)
            if self._characters > TYPE_CHARACTERS:
                raise PyllvmError(Diagnostic("error", "types nest too deeply to be printed"))
            texts[current] = text
            stack.pop()

    def _compose(self, type: Type) -> str:
        texts = self._texts
        if isinstance(type, IntegerType):
            return f"i{type.width}"
        if isinstance(type, ByteType):
            return f"b{type.width}"
        if isinstance(type, PointerType):
            pointee = type.pointee
            space = f" addrspace({type.address_space})" if type.address_space else ""
            if pointee is None:
                return "ptr" + space
            return f"{texts[pointee]}{space}*"
        if isinstance(type, StructType):
            if type.is_literal:
                return self.struct_body(type)
            number = self.numbers.get(type)
            if number is not None:
                return f"%{number}"
            return "%" + name_text(type.name, self.version) if type.name else f'%"type {hex(id(type))}"'
        if isinstance(type, ArrayType):
            return f"[{type.count} x {texts[type.element]}]"
        if isinstance(type, VectorType):
            scalable = "vscale x " if type.is_scalable else ""
            return f"<{scalable}{type.count} x {texts[type.element]}>"
        if isinstance(type, FunctionType):
            parameters = [texts[parameter] for parameter in type.parameters]
            if type.is_variadic:
                parameters.append("...")
            return f"{texts[type.return_type]} ({', '.join(parameters)})"
        if isinstance(type, TargetType):
            parts = [f'target("{escape(type.name)}"']
            parts.extend([texts[inner] for inner in type.types])
            parts.extend([str(number) for number in type.integers])
            return ", ".join(parts) + ")"
        if isinstance(type, FloatingPointType):
            return type.name
        assert isinstance(type, PrimitiveType)
        return type.name


def _inner_types(type: Type) -> list[Type]:
    """The types whose text is part of this type's text."""
    if isinstance(type, StructType) and not type.is_literal:
        return []
    return type.contained_types
