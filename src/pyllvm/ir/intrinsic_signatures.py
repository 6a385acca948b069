"""The types of intrinsics: what LLVM of each version wants the function type of an intrinsic to be.

`tables.intrinsics` has them as text, and tells how that is written. Here the text becomes patterns, and a function type is
matched with those as LLVM's ``Intrinsic::matchIntrinsicSignature`` does: from the return type on, where every type that the
intrinsic leaves open is noted when it is first met, and what refers to one that is not met yet is looked at last.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.types import (
    FLOATING_POINT_BITS,
    INTEGER,
    POINTER,
    VECTOR,
    Context,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.tables.intrinsics import intrinsic_signature_row, replaced_signature_rows

# Pointers have no types below them from this version on.
_OPAQUE_SINCE: Final = 17
# x86_mmx became <1 x i64>.
_NO_MMX_SINCE: Final = 20
# Before, vectors with a number of elements that does not divide were rounded down.
_WHOLE_PARTS_SINCE: Final = 22
# Before, only integers were truncated.
_FLOATING_POINT_TRUNCATED_SINCE: Final = 10

RETURN_MISMATCH: Final = "return"
ARGUMENT_MISMATCH: Final = "argument"
MISSING_VARIABLE_ARGUMENTS: Final = "missing variable arguments"
UNEXPECTED_VARIABLE_ARGUMENTS: Final = "unexpected variable arguments"
TOO_FEW_ARGUMENTS: Final = "too few"

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
_NARROWER: Final[dict[str, str]] = {"double": "float", "float": "half"}

# What a pattern asks for. Those of a number stand for, or refer to, one of the types that the intrinsic leaves open.
_FLOATING: Final = 0
_PRIMITIVE: Final = 1
_INTEGER: Final = 2
_POINTER: Final = 3
_VECTOR: Final = 4
_STRUCT: Final = 5
_TARGET: Final = 6
_OPEN: Final = 7
_SAME: Final = 8
_OPEN_POINTERS: Final = 9
_OPEN_POINTER: Final = 10
_WIDTH: Final = 11
_DERIVED: Final = 12
_POINTER_TO: Final = 13

_SVCOUNT: Final = "aarch64.svcount"


@final
class TypePattern:
    """What one type of a signature has to be."""

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
        # the name of the type, or of what it is derived by
        self.word: Final = word
        # a width, a count, an address space, or which open type stands here
        self.number: Final = number
        # which open type this one depends on
        self.reference: Final = reference
        self.inner: Final[list[TypePattern]] = inner or []
        self.is_scalable: Final = is_scalable


@final
class IntrinsicSignature:
    """The type of an intrinsic in one version of LLVM.

    `name` is the intrinsic's without the types that may follow it; `text` what `tables.intrinsics` has, `return_type` and
    `parameters` the parts of it; `overload_count` how many types follow the name.
    """

    __slots__ = (
        "_patterns",
        "_version",
        "is_overloaded",
        "is_variadic",
        "name",
        "overload_count",
        "parameters",
        "return_type",
        "text",
    )

    def __init__(self, name: str, text: str, version: int) -> None:
        self.name: Final = name
        self.text: Final = text
        self._version: Final = version
        parser = _Parser(text)
        patterns = [parser.type()]
        end_of_return = parser.position
        parts: list[str] = []
        is_variadic = False
        parser.position += 1
        while text[parser.position] != ")":
            start = parser.position
            if text.startswith("...", start):
                is_variadic = True
                parser.position += 3
            else:
                patterns.append(parser.type())
                parts.append(text[start : parser.position])
            if text[parser.position] == ",":
                parser.position += 1
        self.return_type: Final = text[:end_of_return]
        self.parameters: Final = parts
        self.is_variadic: Final = is_variadic
        self.overload_count: Final = parser.overload_count
        self.is_overloaded: Final = parser.overload_count > 0
        self._patterns: Final = patterns

    def __repr__(self) -> str:
        return f"IntrinsicSignature({self.name!r}, {self.text!r})"

    def function_type(self, context: Context, types: list[Type], has_typed_pointers: bool = False) -> FunctionType | None:
        """The function type with those types for the open ones, in the order of the name; None if they do not fit."""
        found: list[Type] = []
        if len(types) != self.overload_count:
            return None
        for pattern in self._patterns:
            type = _type_of(pattern, context, types, self._version, has_typed_pointers and self._version < _OPAQUE_SINCE)
            if type is None:
                return None
            found.append(type)
        made = context.function(found[0], found[1:], self.is_variadic)
        return None if self.match(made).mismatch else made

    def match(self, type: FunctionType) -> SignatureMatch:
        """Whether a function of that type is the intrinsic, why it is not, and with which types for the open ones."""
        match = SignatureMatch(self._version)
        match.mismatch = self._mismatch(type, match)
        return match

    def _mismatch(self, type: FunctionType, match: SignatureMatch) -> str:
        patterns = self._patterns
        if not match.matches(patterns[0], type.return_type):
            return RETURN_MISMATCH
        deferred_of_return = len(match.deferred)
        # What stands in place of variable arguments, or where no more arguments are, is of a wrong type, too.
        if len(type.parameters) >= len(patterns):
            for index in range(len(patterns) - 1):
                if not match.matches(patterns[index + 1], type.parameters[index]):
                    return ARGUMENT_MISMATCH
            return ARGUMENT_MISMATCH
        for index, parameter in enumerate(type.parameters):
            if not match.matches(patterns[index + 1], parameter):
                return ARGUMENT_MISMATCH
        match.is_deferred = True
        for index, (pattern, deferred) in enumerate(match.deferred):
            if not match.matches(pattern, deferred):
                return RETURN_MISMATCH if index < deferred_of_return else ARGUMENT_MISMATCH
        if len(type.parameters) < len(patterns) - 1:
            return TOO_FEW_ARGUMENTS
        if type.is_variadic != self.is_variadic:
            return UNEXPECTED_VARIABLE_ARGUMENTS if type.is_variadic else MISSING_VARIABLE_ARGUMENTS
        return ""


@final
class SignatureMatch:
    """A function type held against a signature: `mismatch` is empty if it is as it should be, or one of this module's words.

    `types` are those that the intrinsic leaves open, as they were found.
    """

    def __init__(self, version: int) -> None:
        self.mismatch = ""
        self.types: list[Type] = []
        self.version: Final = version
        self.deferred: list[tuple[TypePattern, Type]] = []
        self.is_deferred = False

    def matches(self, pattern: TypePattern, type: Type) -> bool:
        """Whether the type is what the pattern asks for, as far as that can be said yet."""
        kind = pattern.kind
        if kind == _INTEGER:
            return isinstance(type, IntegerType) and type.width == pattern.number
        if kind == _POINTER:
            return self._matches_pointer(pattern, type)
        if kind == _VECTOR:
            if not isinstance(type, VectorType) or type.count != pattern.number or type.is_scalable != pattern.is_scalable:
                return False
            return self.matches(pattern.inner[0], type.element)
        if kind == _FLOATING:
            return isinstance(type, FloatingPointType) and type.name == pattern.word
        if kind == _PRIMITIVE:
            return self._matches_primitive(pattern, type)
        if kind == _STRUCT:
            return self._matches_struct(pattern, type)
        if kind == _TARGET:
            return isinstance(type, TargetType) and type.name == pattern.word
        if kind == _OPEN:
            return self._matches_open(pattern, type)
        if kind == _OPEN_POINTERS or kind == _OPEN_POINTER:
            return self._matches_open_pointers(pattern, type)
        # all others refer to an open type
        if pattern.reference >= len(self.types):
            return self._defer(pattern, type)
        referred = self.types[pattern.reference]
        if kind == _SAME:
            return type is referred
        if kind == _WIDTH:
            return self._matches_width(pattern, type, referred)
        if kind == _POINTER_TO:
            return self._matches_pointer_to(pattern, type, referred)
        return derived_type(pattern.word, pattern.number, referred, self.version) is type

    def _defer(self, pattern: TypePattern, type: Type) -> bool:
        if self.is_deferred:
            return False
        self.deferred.append((pattern, type))
        return True

    def _matches_pointer(self, pattern: TypePattern, type: Type) -> bool:
        if not isinstance(type, PointerType) or type.address_space != pattern.number:
            return False
        if type.pointee is None or not pattern.inner:
            return True
        return self.matches(pattern.inner[0], type.pointee)

    def _matches_primitive(self, pattern: TypePattern, type: Type) -> bool:
        if pattern.word == "x86_mmx" and self.version >= _NO_MMX_SINCE:
            return type is type.context.vector(type.context.integer(64), 1)
        return type is type.context.primitive(pattern.word)

    def _matches_struct(self, pattern: TypePattern, type: Type) -> bool:
        if not isinstance(type, StructType) or not type.is_literal or type.is_packed:
            return False
        elements = type.contained_types
        if len(elements) != len(pattern.inner):
            return False
        return all(self.matches(pattern.inner[index], element) for index, element in enumerate(elements))

    def _matches_open(self, pattern: TypePattern, type: Type) -> bool:
        self.types.append(type)
        word = pattern.word
        if word == "int":
            return type.is_integer_or_vector
        if word == "float":
            return type.is_floating_point_or_vector
        if word == "vector":
            return type.kind == VECTOR
        if word == "pointer":
            return type.kind == POINTER
        return True

    def _matches_open_pointers(self, pattern: TypePattern, type: Type) -> bool:
        """A vector of pointers to the elements of another type (or, of `_OPEN_POINTER`, such a pointer)."""
        if not self.is_deferred:
            self.types.append(type)
            if pattern.reference >= len(self.types) - 1:
                return self._defer(pattern, type)
        if pattern.reference >= len(self.types):
            return False
        reference = self.types[pattern.reference]
        if not isinstance(reference, VectorType):
            return False
        pointer = type
        if pattern.kind == _OPEN_POINTERS:
            if not isinstance(type, VectorType) or type.count != reference.count or type.is_scalable != reference.is_scalable:
                return False
            pointer = type.element
        return _points_to(pointer, reference.element)

    def _matches_width(self, pattern: TypePattern, type: Type, referred: Type) -> bool:
        """Both are vectors of as many elements, or neither is one."""
        if isinstance(referred, VectorType):
            if not isinstance(type, VectorType):
                return False
            if type.count != referred.count or type.is_scalable != referred.is_scalable:
                return False
            return self.matches(pattern.inner[0], type.element)
        return type.kind != VECTOR and self.matches(pattern.inner[0], type)

    def _matches_pointer_to(self, pattern: TypePattern, type: Type, referred: Type) -> bool:
        if pattern.word == "pointer-to":
            return _points_to(type, referred)
        return isinstance(referred, VectorType) and _points_to(type, referred.element)


def _points_to(type: Type, pointee: Type) -> bool:
    return isinstance(type, PointerType) and (type.pointee is None or type.pointee is pointee)


def derived_type(word: str, number: int, type: Type, version: int) -> Type | None:
    """The type that a signature's word, such as "extend" or "part", makes of another; None where there is none."""
    context = type.context
    if word == "extend":
        scalar = type.scalar_type
        return _with_element(type, context.integer(scalar.width * 2)) if isinstance(scalar, IntegerType) else None
    if word == "truncate":
        narrower = _narrower(type.scalar_type)
        if type.kind not in (INTEGER, VECTOR) or narrower is None:
            return None
        if narrower.kind != INTEGER and version < _FLOATING_POINT_TRUNCATED_SINCE:
            return None
        return _with_element(type, narrower)
    if not isinstance(type, VectorType):
        return None
    if word == "element":
        return type.element
    if word == "integers":
        bits = _bits(type.element)
        return context.vector(context.integer(bits), type.count, type.is_scalable) if bits else None
    if word == "part":
        if (type.count % number and version >= _WHOLE_PARTS_SINCE) or type.count < number:
            return None
        return context.vector(type.element, type.count // number, type.is_scalable)
    element: Type | None = type.element
    count = type.count
    for _ in range(number):
        element = None if element is None else _narrower(element)
        count *= 2
    return None if element is None else context.vector(element, count, type.is_scalable)


def _type_of(pattern: TypePattern, context: Context, types: list[Type], version: int, is_typed: bool) -> Type | None:
    """The type that a pattern asks for, where the open ones are known."""
    kind = pattern.kind
    if kind in (_OPEN, _OPEN_POINTERS, _OPEN_POINTER):
        return types[pattern.number]
    if kind == _SAME:
        return types[pattern.reference]
    if kind == _DERIVED:
        return derived_type(pattern.word, pattern.number, types[pattern.reference], version)
    if kind == _FLOATING:
        return context.floating_point(pattern.word)
    if kind == _INTEGER:
        return context.integer(pattern.number)
    if kind == _TARGET:
        return context.target(pattern.word)
    if kind == _PRIMITIVE:
        if pattern.word == "x86_mmx" and version >= _NO_MMX_SINCE:
            return context.vector(context.integer(64), 1)
        return context.primitive(pattern.word)
    inner: list[Type] = []
    for one in pattern.inner:
        made = _type_of(one, context, types, version, is_typed)
        if made is None:
            return None
        inner.append(made)
    if kind == _STRUCT:
        return context.literal_struct(inner)
    if kind == _POINTER:
        return context.pointer_to(inner[0], pattern.number) if is_typed and inner else context.pointer(pattern.number)
    if kind == _VECTOR:
        return context.vector(inner[0], pattern.number, pattern.is_scalable)
    referred = types[pattern.reference]
    if kind == _WIDTH:
        return _with_element(referred, inner[0])
    if pattern.word == "pointer-to-element":
        referred = referred.scalar_type
    return context.pointer_to(referred) if is_typed else context.pointer()


def _with_element(type: Type, element: Type) -> Type:
    """That type of elements, as a vector of as many as the other if that is one."""
    return type.context.vector(element, type.count, type.is_scalable) if isinstance(type, VectorType) else element


def _narrower(type: Type) -> Type | None:
    """An integer or a number of half the width."""
    if isinstance(type, IntegerType):
        return type.context.integer(type.width // 2) if type.width > 1 else None
    if isinstance(type, FloatingPointType) and type.name in _NARROWER:
        return type.context.floating_point(_NARROWER[type.name])
    return None


def _bits(type: Type) -> int:
    if isinstance(type, IntegerType):
        return type.width
    return FLOATING_POINT_BITS[type.name] if isinstance(type, FloatingPointType) else 0


class _Parser:
    """Reads the types of a signature's text one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.overload_count = 0

    def type(self) -> TypePattern:
        text = self.text
        if text[self.position] == "{":
            return self._struct()
        if text[self.position] == "$":
            return TypePattern(_SAME, "", reference=self._reference())
        word = self._letters()
        after = text[self.position] if self.position < len(text) else ""
        if after == "$":
            return self._open(word)
        if word in ("v", "nxv"):
            count = self._digits()
            return TypePattern(_VECTOR, "", count, [self.type()], is_scalable=word == "nxv")
        if word == "p":
            space = self._digits()
            at_end = self.position >= len(text) or text[self.position] in ",()}"
            return TypePattern(_POINTER, "", space, None if at_end else [self.type()])
        if word == "i":
            return TypePattern(_INTEGER, "", self._digits())
        if word == "width":
            self.position += 1
            reference = self._reference()
            self.position += 1
            inner = self.type()
            self.position += 1
            return TypePattern(_WIDTH, word, inner=[inner], reference=reference)
        if word == "svcount":
            return TypePattern(_TARGET, _SVCOUNT)
        if word in _PRIMITIVE_NAMES:
            return TypePattern(_PRIMITIVE, _PRIMITIVE_NAMES[word])
        number = self._digits() if after.isdigit() else 0
        name = f"{word}{number}"
        if name in _PRIMITIVE_NAMES:
            return TypePattern(_PRIMITIVE, _PRIMITIVE_NAMES[name])
        if name in _FLOATING_POINT_NAMES:
            return TypePattern(_FLOATING, _FLOATING_POINT_NAMES[name])
        return self._derived(word, number)

    def _derived(self, word: str, number: int) -> TypePattern:
        self.position += 1
        reference = self._reference()
        self.position += 1
        if word == "subdivide":
            return TypePattern(_DERIVED, word, 1 if number == 2 else 2, reference=reference)
        if word.startswith("pointer-to"):
            return TypePattern(_POINTER_TO, word, reference=reference)
        return TypePattern(_DERIVED, word, number, reference=reference)

    def _open(self, word: str) -> TypePattern:
        number = self._reference()
        self.overload_count += 1
        if word == "pointers" or word == "element-pointer":
            self.position += 1
            reference = self._reference()
            self.position += 1
            return TypePattern(_OPEN_POINTERS if word == "pointers" else _OPEN_POINTER, word, number, reference=reference)
        return TypePattern(_OPEN, word, number)

    def _struct(self) -> TypePattern:
        inner: list[TypePattern] = []
        self.position += 1
        while self.text[self.position] != "}":
            inner.append(self.type())
            if self.text[self.position] == ",":
                self.position += 1
        self.position += 1
        return TypePattern(_STRUCT, "", inner=inner)

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


def is_replaced(name: str, type: FunctionType, version: int) -> bool:
    """Whether LLVM of that version rewrites calls of the intrinsic of that type, which it had before, when it reads them."""
    return any(
        not IntrinsicSignature(name, text, version).match(type).mismatch for text in replaced_signature_rows(name, version)
    )


_signatures: Final[dict[tuple[str, str, int], IntrinsicSignature]] = {}


def signature(name: str, version: int) -> IntrinsicSignature | None:
    """The type that LLVM of that version wants the intrinsic of that name to have.

    The name may have types at its end. None if that version has no such intrinsic, or it is not known what it is there.
    """
    row = intrinsic_signature_row(name, version)
    if row is None or row[1].startswith("?"):
        return None
    key = (row[0], row[1], version)
    found = _signatures.get(key)
    if found is None:
        found = IntrinsicSignature(row[0], row[1], version)
        _signatures[key] = found
    return found
