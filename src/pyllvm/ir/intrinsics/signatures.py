"""The types of intrinsics: which function type LLVM of each version requires an intrinsic to have.

`tables.intrinsics` has them as text, which is parsed into patterns (`ir.intrinsics.patterns`). A function type is matched
against the patterns as in LLVM's ``Intrinsic::matchIntrinsicSignature``: from the return type on. Each overloaded type is
recorded where it first occurs. A pattern that refers to a type not yet recorded is checked at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.intrinsics.patterns import (
    PATTERN_DERIVED,
    PATTERN_FLOATING,
    PATTERN_INTEGER,
    PATTERN_OPEN,
    PATTERN_OPEN_POINTER,
    PATTERN_OPEN_POINTERS,
    PATTERN_POINTER,
    PATTERN_POINTER_TO,
    PATTERN_PRIMITIVE,
    PATTERN_SAME,
    PATTERN_STRUCT,
    PATTERN_TARGET,
    PATTERN_VECTOR,
    PATTERN_WIDTH,
    PatternParser,
    TypePattern,
    derived_type,
)
from pyllvm.ir.types import (
    INTEGER,
    POINTER,
    TOKEN,
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
    with_element,
)
from pyllvm.tables.intrinsic_versions import LITERAL_STRUCTS_SINCE, MANGLED_SINCE, NO_MMX_SINCE, OPAQUE_SINCE
from pyllvm.tables.intrinsics import intrinsic_signature_row

RETURN_MISMATCH: Final = "return"
ARGUMENT_MISMATCH: Final = "argument"
MISSING_VARIABLE_ARGUMENTS: Final = "missing variable arguments"
UNEXPECTED_VARIABLE_ARGUMENTS: Final = "unexpected variable arguments"
TOO_FEW_ARGUMENTS: Final = "too few"


@final
class IntrinsicSignature:
    """The type of an intrinsic in one version of LLVM.

    `name` is the intrinsic's name without overload suffixes, `text` its text in `tables.intrinsics`, `return_type` and
    `parameters` the texts of its parts, `patterns` all of them parsed, the return type's first.
    `overload_count` is the number of types that follow the name.
    """

    __slots__ = (
        "_version",
        "is_overloaded",
        "is_variadic",
        "name",
        "overload_count",
        "parameters",
        "patterns",
        "return_type",
        "text",
    )

    def __init__(self, name: str, text: str, version: int) -> None:
        self.name: Final = name
        self.text: Final = text
        self._version: Final = version
        parser = PatternParser(text)
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
        self.patterns: Final = patterns

    def __repr__(self) -> str:
        return f"IntrinsicSignature({self.name!r}, {self.text!r})"

    def function_type(
        self, context: Context, types: list[Type], has_typed_pointers: bool = False, is_checked: bool = True
    ) -> FunctionType | None:
        """The function type with these overloaded types, in the order of the name; None if they do not fit.

        If it is not `is_checked`, types of a wrong kind are taken as well, as LLVM does where it declares an intrinsic.
        """
        found: list[Type] = []
        if len(types) != self.overload_count:
            return None
        for pattern in self.patterns:
            type = type_of(pattern, context, types, self._version, has_typed_pointers and self._version < OPAQUE_SINCE)
            if type is None:
                return None
            found.append(type)
        made = context.function(found[0], found[1:], self.is_variadic)
        return None if is_checked and self.match(made).mismatch else made

    def types_of_arguments(self, arguments: list[Type | None]) -> list[Type] | None:
        """The overloaded types, by the types of arguments (None: not known); None if some do not follow from them."""
        found: dict[int, Type] = {}
        for pattern, type in zip(self.patterns[1:], arguments, strict=False):
            if type is None:
                continue
            if pattern.kind in (PATTERN_OPEN, PATTERN_OPEN_POINTERS, PATTERN_OPEN_POINTER):
                found[pattern.number] = type
            elif pattern.kind == PATTERN_SAME:
                found.setdefault(pattern.reference, type)
        types = [found[number] for number in range(self.overload_count) if number in found]
        return types if len(types) == self.overload_count else None

    def with_typed_pointers(
        self, type: FunctionType, typed: Callable[[Type], Type], points_to_first: bool = False
    ) -> FunctionType | None:
        """The type with typed pointers that the intrinsic of that opaque type has; None where it has another signature.

        `typed` gives the types with typed pointers that the name leaves open, where they do not follow from one another. With
        `points_to_first` the second open type is a pointer to the first.
        """
        match = self.match(type)
        if match.mismatch:
            return None
        types = [typed(one) for one in match.types]
        if points_to_first and len(types) > 1 and isinstance(types[1], PointerType):
            types[1] = type.context.pointer_to(types[0], types[1].address_space)
        for pattern in self.patterns:
            if pattern.kind == PATTERN_OPEN_POINTERS or pattern.kind == PATTERN_OPEN_POINTER:
                referred = types[pattern.reference].scalar_type
                pointer = types[pattern.number].scalar_type
                if isinstance(pointer, PointerType):
                    pointer = type.context.pointer_to(referred, pointer.address_space)
                    types[pattern.number] = with_element(types[pattern.number], pointer)
        return self.function_type(type.context, types, has_typed_pointers=True)

    def match(self, type: FunctionType) -> SignatureMatch:
        """Whether a function of this type is the intrinsic; if not, why; and which types the overloaded ones are."""
        match = SignatureMatch(self._version)
        match.mismatch = self._mismatch(type, match)
        return match

    def _mismatch(self, type: FunctionType, match: SignatureMatch) -> str:
        patterns = self.patterns
        if not match.matches(patterns[0], type.return_type):
            return RETURN_MISMATCH
        deferred_of_return = len(match.deferred)
        # An argument at the position of the variable arguments, or beyond the last pattern, is also a type mismatch.
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
    """The result of matching a function type: `mismatch` is empty if it matches, else one of this module's words.

    `types` are the overloaded types that were found.
    """

    def __init__(self, version: int) -> None:
        self.mismatch = ""
        self.types: list[Type] = []
        self.version: Final = version
        self.deferred: list[tuple[TypePattern, Type]] = []
        self.is_deferred = False

    def matches(self, pattern: TypePattern, type: Type) -> bool:
        """Whether the type matches the pattern, as far as that can be decided yet."""
        kind = pattern.kind
        if kind == PATTERN_INTEGER:
            return isinstance(type, IntegerType) and type.width == pattern.number
        if kind == PATTERN_POINTER:
            return self._matches_pointer(pattern, type)
        if kind == PATTERN_VECTOR:
            if not isinstance(type, VectorType) or type.count != pattern.number or type.is_scalable != pattern.is_scalable:
                return False
            return self.matches(pattern.inner[0], type.element)
        if kind == PATTERN_FLOATING:
            return isinstance(type, FloatingPointType) and type.name == pattern.word
        if kind == PATTERN_PRIMITIVE:
            return self._matches_primitive(pattern, type)
        if kind == PATTERN_STRUCT:
            return self._matches_struct(pattern, type)
        if kind == PATTERN_TARGET:
            return isinstance(type, TargetType) and type.name == pattern.word
        if kind == PATTERN_OPEN:
            return self._matches_open(pattern, type)
        if kind == PATTERN_OPEN_POINTERS or kind == PATTERN_OPEN_POINTER:
            return self._matches_open_pointers(pattern, type)
        if kind == PATTERN_POINTER_TO and self.version >= OPAQUE_SINCE:
            return isinstance(type, PointerType) and type.address_space == 0
        # all other kinds refer to an overloaded type
        if pattern.reference >= len(self.types):
            return self._defer(pattern, type)
        referred = self.types[pattern.reference]
        if kind == PATTERN_SAME:
            return type is referred
        if kind == PATTERN_WIDTH:
            return self._matches_width(pattern, type, referred)
        if kind == PATTERN_POINTER_TO:
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
        if pattern.word == "x86_mmx" and self.version >= NO_MMX_SINCE:
            return type is type.context.vector(type.context.integer(64), 1)
        return type is type.context.primitive(pattern.word)

    def _matches_struct(self, pattern: TypePattern, type: Type) -> bool:
        if not isinstance(type, StructType):
            return False
        if self.version >= LITERAL_STRUCTS_SINCE and (not type.is_literal or type.is_packed):
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
        if word == "int-scalar":
            return type.kind == INTEGER
        if word == "float-scalar":
            return isinstance(type, FloatingPointType)
        if word == "int-vector":
            return isinstance(type, VectorType) and type.element.kind == INTEGER
        if word == "float-vector":
            return isinstance(type, VectorType) and isinstance(type.element, FloatingPointType)
        if word == "pointer-vector":
            return isinstance(type, VectorType) and type.element.kind == POINTER
        return type.kind != TOKEN or self.version < MANGLED_SINCE

    def _matches_open_pointers(self, pattern: TypePattern, type: Type) -> bool:
        """Whether it is a vector of pointers to the elements of another type (for `PATTERN_OPEN_POINTER`: such a pointer)."""
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
        if pattern.kind == PATTERN_OPEN_POINTERS:
            if not isinstance(type, VectorType) or type.count != reference.count or type.is_scalable != reference.is_scalable:
                return False
            pointer = type.element
        return _points_to(pointer, reference.element)

    def _matches_width(self, pattern: TypePattern, type: Type, referred: Type) -> bool:
        """Whether both are vectors with the same number of elements, or neither is a vector."""
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


def type_of(pattern: TypePattern, context: Context, types: list[Type], version: int, is_typed: bool) -> Type | None:
    """The type that a pattern describes, given the overloaded types."""
    kind = pattern.kind
    if kind in (PATTERN_OPEN, PATTERN_OPEN_POINTERS, PATTERN_OPEN_POINTER):
        return types[pattern.number]
    if kind == PATTERN_SAME:
        return types[pattern.reference]
    if kind == PATTERN_DERIVED:
        return derived_type(pattern.word, pattern.number, types[pattern.reference], version)
    if kind == PATTERN_FLOATING:
        return context.floating_point(pattern.word)
    if kind == PATTERN_INTEGER:
        return context.integer(pattern.number)
    if kind == PATTERN_TARGET:
        return context.target(pattern.word)
    if kind == PATTERN_PRIMITIVE:
        if pattern.word == "x86_mmx" and version >= NO_MMX_SINCE:
            return context.vector(context.integer(64), 1)
        return context.primitive(pattern.word)
    inner: list[Type] = []
    for one in pattern.inner:
        made = type_of(one, context, types, version, is_typed)
        if made is None:
            return None
        inner.append(made)
    if kind == PATTERN_STRUCT:
        return context.literal_struct(inner)
    if kind == PATTERN_POINTER:
        return context.pointer_to(inner[0], pattern.number) if is_typed and inner else context.pointer(pattern.number)
    if kind == PATTERN_VECTOR:
        return context.vector(inner[0], pattern.number, pattern.is_scalable)
    if kind == PATTERN_WIDTH:
        return with_element(types[pattern.reference], inner[0])
    if not is_typed:
        return context.pointer()
    referred = types[pattern.reference]
    return context.pointer_to(referred.scalar_type if pattern.word == "pointer-to-element" else referred)


_signatures: Final[dict[tuple[str, str, int], IntrinsicSignature]] = {}


def signature(name: str, version: int) -> IntrinsicSignature | None:
    """The type that LLVM `version` requires the intrinsic with this name to have.

    The name may end in types. None if that version has no such intrinsic, or if its type there is not known.
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
