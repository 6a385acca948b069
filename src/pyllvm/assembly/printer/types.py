"""The text of types: each type is printed once and cached; identified structs without a name are numbered."""

from __future__ import annotations

from typing import Final, final

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

# How many types inside one another are printed from the innermost out, each remembered.
_DEEP: Final = 64


@final
class TypePrinter:
    """Prints types; `numbers` maps the identified structs without a name to numbers."""

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
            if missing and len(stack) >= _DEEP:
                texts[type] = self._spelled_deeply(type)
                return
            if missing:
                missing.reverse()
                stack.extend(missing)
                continue
            text = self._compose(current)
            self._count(len(text))
            texts[current] = text
            stack.pop()

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > TYPE_CHARACTERS:
            message = f"types nest too deeply to be printed: they have more than {TYPE_CHARACTERS} characters"
            raise PyllvmError(Diagnostic("error", message))

    def _spelled_deeply(self, type: Type) -> str:
        """The text of a type with very many inside one another: it is not composed of theirs, which would take much memory."""
        texts = self._texts
        parts: list[str] = []
        # Types, and the characters between them.
        stack: list[object] = [type]
        while stack:
            current = stack.pop()
            if isinstance(current, str):
                parts.append(current)
                self._count(len(current))
                continue
            assert isinstance(current, Type)
            inner = _inner_types(current)
            found = texts.get(current)
            if found is None and not inner:
                found = self._compose(current)
                texts[current] = found
            if found is not None:
                parts.append(found)
                self._count(len(found))
                continue
            # The composed text has a mark for each type inside.
            composer = TypePrinter(self.numbers, self.version)
            composer._texts = dict.fromkeys(inner, "\0")
            pieces = composer._compose(current).split("\0")
            for at in range(len(inner) - 1, -1, -1):
                stack.append(pieces[at + 1])
                stack.append(inner[at])
            stack.append(pieces[0])
        return "".join(parts)

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
            if type.name:
                return "%" + name_text(type.name, self.version)
            number = self.numbers.get(type)
            return f'%"type {hex(id(type))}"' if number is None else f"%{number}"
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
