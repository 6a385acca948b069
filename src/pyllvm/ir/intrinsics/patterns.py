"""Type patterns: what each position of an intrinsic's type must be, parsed from the text in `tables.intrinsics`.

A pattern can describe one type by the type in another position; `derived_type` makes it.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.types import FLOATING_POINT_BITS, INTEGER, VECTOR, FloatingPointType, IntegerType, Type, VectorType, with_element
from pyllvm.tables.intrinsic_versions import FLOATING_POINT_TRUNCATED_SINCE, ONLY_INTEGERS_TRUNCATED_SINCE, WHOLE_PARTS_SINCE

_FLOATING_POINT_NAMES: Final[dict[str, str]] = {
    "f16": "half",
    "bf16": "bfloat",
    "f32": "float",
    "f64": "double",
    "f128": "fp128",
    "ppcf128": "ppc_fp128",
}
_PRIMITIVE_NAMES: Final[dict[str, str]] = {
    "void": "void",
    "token": "token",
    "metadata": "metadata",
    "x86mmx": "x86_mmx",
    "x86amx": "x86_amx",
}

# The kinds of pattern. A kind that takes a number defines, or refers to, one of the intrinsic's overloaded types.
PATTERN_FLOATING: Final = 0
PATTERN_PRIMITIVE: Final = 1
PATTERN_INTEGER: Final = 2
PATTERN_POINTER: Final = 3
PATTERN_VECTOR: Final = 4
PATTERN_STRUCT: Final = 5
PATTERN_TARGET: Final = 6
PATTERN_OPEN: Final = 7
PATTERN_SAME: Final = 8
PATTERN_OPEN_POINTERS: Final = 9
PATTERN_OPEN_POINTER: Final = 10
PATTERN_WIDTH: Final = 11
PATTERN_DERIVED: Final = 12
PATTERN_POINTER_TO: Final = 13

_TARGET_NAMES: Final[dict[str, str]] = {"svcount": "aarch64.svcount", "externref": "wasm.externref", "funcref": "wasm.funcref"}


@final
class TypePattern:
    """The requirement for one type of a signature."""

    __slots__ = ("inner", "is_scalable", "kind", "number", "reference", "word")

    def __init__(
        self,
        kind: int,
        word: str,
        number: int = 0,
        inner: list[TypePattern] | None = None,
        reference: int = 0,
        is_scalable: bool = False,
    ) -> None:
        self.kind: Final = kind
        # the name of the type, or of the derivation
        self.word: Final = word
        # a width, a count, an address space, or the number of the overloaded type that this position defines
        self.number: Final = number
        # the number of the overloaded type that this one depends on
        self.reference: Final = reference
        self.inner: Final[list[TypePattern]] = inner or []
        self.is_scalable: Final = is_scalable


@final
class PatternParser:
    """Parses the types of a signature's text one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.overload_count = 0

    def type(self) -> TypePattern:
        """The type that begins at the current position; moves the position past it."""
        text = self.text
        if text[self.position] == "{":
            return self._struct()
        if text[self.position] == "$":
            return TypePattern(PATTERN_SAME, "", reference=self._reference())
        word = self._letters()
        after = text[self.position] if self.position < len(text) else ""
        if after == "$":
            return self._open(word)
        if word in ("v", "nxv"):
            count = self._digits()
            return TypePattern(PATTERN_VECTOR, "", count, [self.type()], is_scalable=word == "nxv")
        if word == "p":
            space = self._digits()
            at_end = self.position >= len(text) or text[self.position] in ",()}"
            return TypePattern(PATTERN_POINTER, "", space, None if at_end else [self.type()])
        if word == "i":
            return TypePattern(PATTERN_INTEGER, "", self._digits())
        if word == "width":
            self.position += 1
            reference = self._reference()
            self.position += 1
            inner = self.type()
            self.position += 1
            return TypePattern(PATTERN_WIDTH, word, inner=[inner], reference=reference)
        if word in _TARGET_NAMES:
            return TypePattern(PATTERN_TARGET, _TARGET_NAMES[word])
        if word in _PRIMITIVE_NAMES:
            return TypePattern(PATTERN_PRIMITIVE, _PRIMITIVE_NAMES[word])
        number = self._digits() if after.isdigit() else 0
        name = f"{word}{number}"
        if name in _PRIMITIVE_NAMES:
            return TypePattern(PATTERN_PRIMITIVE, _PRIMITIVE_NAMES[name])
        if name in _FLOATING_POINT_NAMES:
            return TypePattern(PATTERN_FLOATING, _FLOATING_POINT_NAMES[name])
        return self._derived(word, number)

    def _derived(self, word: str, number: int) -> TypePattern:
        self.position += 1
        reference = self._reference()
        self.position += 1
        if word == "subdivide":
            return TypePattern(PATTERN_DERIVED, word, 1 if number == 2 else 2, reference=reference)
        if word.startswith("pointer-to"):
            return TypePattern(PATTERN_POINTER_TO, word, reference=reference)
        return TypePattern(PATTERN_DERIVED, word, number, reference=reference)

    def _open(self, word: str) -> TypePattern:
        number = self._reference()
        self.overload_count += 1
        if word == "pointers" or word == "element-pointer":
            self.position += 1
            reference = self._reference()
            self.position += 1
            return TypePattern(
                PATTERN_OPEN_POINTERS if word == "pointers" else PATTERN_OPEN_POINTER, word, number, reference=reference
            )
        return TypePattern(PATTERN_OPEN, word, number)

    def _struct(self) -> TypePattern:
        inner: list[TypePattern] = []
        self.position += 1
        while self.text[self.position] != "}":
            inner.append(self.type())
            if self.text[self.position] == ",":
                self.position += 1
        self.position += 1
        return TypePattern(PATTERN_STRUCT, "", inner=inner)

    def _letters(self) -> str:
        start = self.position
        text = self.text
        if text.startswith("x86", start):
            self.position += 3
        while self.position < len(text) and (text[self.position].isalpha() or text[self.position] == "-"):
            self.position += 1
        return text[start : self.position]

    def _digits(self) -> int:
        start = self.position
        while self.position < len(self.text) and self.text[self.position].isdigit():
            self.position += 1
        return int(self.text[start : self.position])

    def _reference(self) -> int:
        self.position += 1
        return self._digits()


_NARROWER: Final[dict[str, str]] = {"double": "float", "float": "half"}


def derived_type(word: str, number: int, type: Type, version: int) -> Type | None:
    """The type that a signature's word, such as "extend" or "part", derives from another; None if there is none."""
    context = type.context
    if word == "extend":
        scalar = type.scalar_type
        return with_element(type, context.integer(scalar.width * 2)) if isinstance(scalar, IntegerType) else None
    if word == "truncate":
        narrower = _narrower(type.scalar_type)
        if type.kind not in (INTEGER, VECTOR) or narrower is None:
            return None
        if narrower.kind != INTEGER and not FLOATING_POINT_TRUNCATED_SINCE <= version < ONLY_INTEGERS_TRUNCATED_SINCE:
            return None
        return with_element(type, narrower)
    if not isinstance(type, VectorType):
        return None
    if word == "element":
        return type.element
    if word == "integers":
        bits = _bits(type.element)
        return context.vector(context.integer(bits), type.count, type.is_scalable) if bits else None
    if word == "part":
        if (type.count % number and version >= WHOLE_PARTS_SINCE) or type.count < number:
            return None
        return context.vector(type.element, type.count // number, type.is_scalable)
    element: Type | None = type.element
    count = type.count
    for _ in range(number):
        element = None if element is None else _narrower(element)
        count *= 2
    return None if element is None else context.vector(element, count, type.is_scalable)


def _narrower(type: Type) -> Type | None:
    """The integer or floating-point type of half the width."""
    if isinstance(type, IntegerType):
        return type.context.integer(type.width // 2) if type.width > 1 else None
    if isinstance(type, FloatingPointType) and type.name in _NARROWER:
        return type.context.floating_point(_NARROWER[type.name])
    return None


def _bits(type: Type) -> int:
    if isinstance(type, IntegerType):
        return type.width
    return FLOATING_POINT_BITS[type.name] if isinstance(type, FloatingPointType) else 0
