"""The text of types: each type is printed once and cached; identified structs without a name are numbered."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.printer.slots import LATE_TYPES
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.types import ArrayType, FunctionType, PointerType, StructType, TargetType, Type, VectorType
from pyllvm.limits import TYPE_CHARACTERS
from pyllvm.schema.text import escape, name_text
from pyllvm.versions import NEWEST


@final
class TypePrinter:
    """Prints types; `numbers` maps identified structs to numbers, which are printed in place of names.

    With LATE_TYPES in `numbering`, structs get their numbers from step to step; one without a name or number has a mark.
    """

    def __init__(self, numbers: dict[StructType, int] | None = None, version: int = NEWEST, numbering: int = 0) -> None:
        self._is_stepwise: Final = numbering & LATE_TYPES != 0
        self.numbers: dict[StructType, int] = {} if numbers is None else numbers
        self.version = version
        self._texts: dict[Type, str] = {}
        self._characters = 0
        self._long_characters = 0  # in the texts that were made without texts of inner types

    def text(self, type: Type) -> str:
        """The text of a reference to the type."""
        if type.word:
            return type.word
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
        return "".join([self.text(part) if isinstance(part, Type) else part for part in _body_parts(type)])

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
            parts = [texts[part] if isinstance(part, Type) else part for part in self._parts(current)]
            self._characters += sum([len(part) for part in parts])
            if self._characters > TYPE_CHARACTERS:
                # Types nest so deep that the texts of all inner types are too long to be kept.
                texts[type] = self._spell_at_once(type)
                return
            texts[current] = "".join(parts)
            stack.pop()

    def _spell_at_once(self, type: Type) -> str:
        """The text of a type, made without texts of its inner types."""
        found: list[str] = []
        stack: list[Type | str] = [type]
        while stack:
            part = stack.pop()
            text = self._texts.get(part) if isinstance(part, Type) else part
            if text is None:
                assert isinstance(part, Type)
                parts = self._parts(part)
                parts.reverse()
                stack.extend(parts)
                continue
            self._long_characters += len(text)
            if self._long_characters > TYPE_CHARACTERS:
                message = f"types nest too deeply to be printed: they have more than {TYPE_CHARACTERS} characters"
                raise PyllvmError(Diagnostic("error", message))
            found.append(text)
        return "".join(found)

    def _parts(self, type: Type) -> list[Type | str]:
        """The text of a type, with types for the texts of these."""
        if type.word:
            return [type.word]
        if isinstance(type, PointerType):
            assert type.pointee is not None
            return [type.pointee, f" addrspace({type.address_space})*" if type.address_space else "*"]
        if isinstance(type, StructType):
            if type.is_literal:
                return _body_parts(type)
            number = self.numbers.get(type)
            if number is not None:
                return [f"%{number}"]
            if type.name:
                return ["%" + name_text(type.name, self.version)]
            if self._is_stepwise:
                return [f"\0%{id(type)}\0"]
            return [f'%"type {hex(id(type))}"']
        if isinstance(type, ArrayType):
            return [f"[{type.count} x ", type.element, "]"]
        if isinstance(type, VectorType):
            scalable = "vscale x " if type.is_scalable else ""
            return [f"<{scalable}{type.count} x ", type.element, ">"]
        if isinstance(type, FunctionType):
            parts: list[Type | str] = [type.return_type, " ("]
            parts.extend(_separated(type.parameters))
            if type.is_variadic:
                parts.append(", ..." if type.parameters else "...")
            parts.append(")")
            return parts
        assert isinstance(type, TargetType)
        inner: list[Type | str] = [f'target("{escape(type.name)}"']
        for contained in type.types:
            inner.append(", ")
            inner.append(contained)
        inner.append("".join([f", {number}" for number in type.integers]) + ")")
        return inner


def _separated(types: list[Type]) -> list[Type | str]:
    """The types with commas between them."""
    parts: list[Type | str] = []
    for type in types:
        if parts:
            parts.append(", ")
        parts.append(type)
    return parts


def _body_parts(type: StructType) -> list[Type | str]:
    """`{ i32, ptr }`, `<{ i8 }>`, `{}` or `opaque`."""
    elements = type.elements
    if elements is None:
        return ["opaque"]
    if not elements:
        return ["<{}>" if type.is_packed else "{}"]
    return ["<{ " if type.is_packed else "{ ", *_separated(elements), " }>" if type.is_packed else " }"]


def _inner_types(type: Type) -> list[Type]:
    """The types whose text is part of this type's text."""
    if isinstance(type, StructType) and not type.is_literal:
        return []
    return type.contained_types
