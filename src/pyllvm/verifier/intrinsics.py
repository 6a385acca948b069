"""The rules for calls of intrinsics: types and name must fit, and many intrinsics have rules of their own.

Source: `Verifier::visitIntrinsicCall`, and `Intrinsic::isSignatureValid` for the words of LLVM 23 about a wrong type.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.patterns import (
    PATTERN_DERIVED,
    PATTERN_OPEN,
    PATTERN_OPEN_POINTERS,
    PATTERN_PRIMITIVE,
    PATTERN_SAME,
    PATTERN_STRUCT,
    PATTERN_TARGET,
    PATTERN_VECTOR,
    PATTERN_WIDTH,
    TypePattern,
    derived_type,
)
from pyllvm.ir.intrinsics.signatures import (
    ARGUMENT_MISMATCH,
    RETURN_MISMATCH,
    IntrinsicSignature,
    SignatureMatch,
    signature,
    type_of,
)
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.types import POINTER, TOKEN, X86_AMX, FunctionType, IntegerType, StructType, Type, VectorType
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.intrinsic_versions import (
    CHECKED_ALL_THE_SAME_UNTIL,
    CHECKED_AT_DECLARATION_SINCE,
    IMMEDIATE_ARGUMENTS_SINCE,
    NAMELESS_FIRST_SINCE,
)
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.verifier.debug_records import VARIABLE_INTRINSICS, verify_label_intrinsic, verify_variable_intrinsic
from pyllvm.verifier.intrinsic_rules import accesses, code_generator, general, numbers, targets, vectors
from pyllvm.verifier.intrinsic_rules.arguments import Rule
from pyllvm.verifier.metadata import visit_metadata_as_value
from pyllvm.verifier.state import Declaration, KnownIntrinsic, State

_RULES: Final[dict[str, Rule]] = {
    **numbers.RULES,
    **code_generator.RULES,
    **general.RULES,
    **accesses.RULES,
    **targets.RULES,
    **vectors.RULES,
}


def verify_intrinsic_declaration(state: State, intrinsic: Function) -> bool:
    """Check the type and the name of an intrinsic, as LLVM does from 23 on even if nothing calls it (Verifier::visitFunction)."""
    if state.version < CHECKED_AT_DECLARATION_SINCE:
        return True
    known = _known(state, intrinsic)
    return not known.failure or state.fail(known.failure, Declaration(intrinsic))


def verify_intrinsic_call(state: State, intrinsic: Function, call: CallBase) -> None:
    """Check a call of an intrinsic."""
    known = state.intrinsics.get(intrinsic)
    if known is None:
        known = _known(state, intrinsic)
        state.intrinsics[intrinsic] = known
    if not known.is_intrinsic:
        return
    if state.version < CHECKED_AT_DECLARATION_SINCE and (not intrinsic.is_declaration or known.failure):
        state.fail(known.failure if intrinsic.is_declaration else "Intrinsic functions should never be defined!", intrinsic)
        return
    if state.version > CHECKED_ALL_THE_SAME_UNTIL and known.failure:
        return
    for index in range(call.argument_count):
        argument = call.operands[index]
        if isinstance(argument, MetadataAsValue):
            visit_metadata_as_value(state, argument)
        elif argument.type.kind == X86_AMX and isinstance(argument, Constant):
            state.fail("const x86_amx is not allowed in argument!")
            return
    name = known.name
    if call.function_type is not intrinsic.function_type:
        # The rules below apply to the intrinsic's arguments.
        return
    if name.startswith("dbg."):
        if name == "dbg.label":
            verify_label_intrinsic(state, call)
        elif name[4:] in VARIABLE_INTRINSICS:
            verify_variable_intrinsic(state, name[4:], call)
        return
    if state.version < IMMEDIATE_ARGUMENTS_SINCE and not general.verify_immediate_arguments(state, name, call):
        return
    try:
        if name.startswith(numbers.CONSTRAINED):
            numbers.verify_constrained(state, name[len(numbers.CONSTRAINED) :], call)
        elif name in _RULES:
            _RULES[name](state, call)
    except IndexError:
        # The declaration has too few arguments, which was reported. LLVM reads beyond their list.
        if not known.failure:
            raise


def has_rule(name: str) -> bool:
    """Whether the intrinsic with this name, given without types, has its own rules."""
    kind = name.removeprefix(PREFIX)
    return kind in _RULES or kind.startswith(numbers.CONSTRAINED)


def _known(state: State, intrinsic: Function) -> KnownIntrinsic:
    name = intrinsic.name
    if not is_intrinsic(name, state.version):
        return KnownIntrinsic(False)
    expected = signature(name, state.version)
    if expected is None:
        return KnownIntrinsic(True)
    type = intrinsic.function_type
    match = expected.match(type)
    failure = ""
    if match.mismatch and state.version >= CHECKED_AT_DECLARATION_SINCE:
        failure = mismatch_message(expected, type, state.version) or "Intrinsic has invalid signature"
    elif match.mismatch == RETURN_MISMATCH:
        failure = "Intrinsic has incorrect return type!"
    elif match.mismatch == ARGUMENT_MISMATCH:
        failure = "Intrinsic has incorrect argument type!"
    elif match.mismatch:
        # LLVM reports missing arguments with this message as well.
        failure = (
            "Intrinsic was not defined with variable arguments!"
            if type.is_variadic
            else "Callsite was not defined with variable arguments!"
        )
    elif expected.is_overloaded:
        wanted = mangled_intrinsic_name(name, type, state.version, state.module)
        if wanted is not None and wanted != name:
            failure = f"Intrinsic name not mangled correctly for type arguments! Should be: {wanted}"
    return KnownIntrinsic(True, expected.name[len(PREFIX) :], failure)


_OPEN_TYPES: Final[dict[str, str]] = {
    "any": "any manglable type",
    "int": "any integer or integer vector",
    "int-scalar": "any integer type",
    "int-vector": "any integer vector",
    "float": "any fp or fp vector",
    "float-scalar": "any fp type",
    "float-vector": "any fp vector",
    "vector": "any vector type",
    "pointer": "any pointer type",
    "pointer-vector": "any pointer vector",
}
_DERIVATIONS: Final[dict[str, str]] = {
    "extend": "extended",
    "truncate": "truncated",
    "element": "vector element of",
    "integers": "vector of bitcasts to int of",
}
_MMX: Final = "x86_mmx"


def mismatch_message(signature: IntrinsicSignature, type: FunctionType, version: int) -> str:
    """LLVM's message about a type that the intrinsic cannot have; empty if it can."""
    patterns = signature.patterns
    check = _Check(version)
    message = check.message(patterns[0], type.return_type, "intrinsic return")
    if message:
        return message
    count = len(patterns) - 1
    if len(type.parameters) != count:
        return f"intrinsic has incorrect number of args. Expected {count}, but got {len(type.parameters)}"
    for number, parameter in enumerate(type.parameters):
        message = check.message(patterns[number + 1], parameter, f"intrinsic argument {number}")
        if message:
            return message
    message = check.deferred_message()
    if message:
        return message
    if type.is_variadic and not signature.is_variadic:
        return "intrinsic was defined with variable arguments!"
    if signature.is_variadic and not type.is_variadic:
        return "intrinsic was not defined with variable arguments!"
    return ""


@final
class _Deferred:
    """A place whose pattern refers to an overloaded type from a later place."""

    def __init__(self, pattern: TypePattern, type: Type, place: str) -> None:
        self.pattern: Final = pattern
        self.type: Final = type
        self.place: Final = place


@final
class _Check:
    """Compares types with patterns from the return type on, as `SignatureMatch` does, and words the first difference."""

    def __init__(self, version: int) -> None:
        self._match: Final = SignatureMatch(version)
        self._version: Final = version
        self._deferred: Final[list[_Deferred]] = []

    def deferred_message(self) -> str:
        for deferred in self._deferred:
            message = self._reference_message(deferred.pattern, deferred.type, deferred.place)
            if message:
                return message
        return ""

    def message(self, pattern: TypePattern, type: Type, place: str) -> str:
        """The message about the type at a place; empty if it fits."""
        kind = pattern.kind
        if kind == PATTERN_VECTOR:
            return self._vector_message(pattern, type, place)
        if kind == PATTERN_STRUCT:
            return self._struct_message(pattern, type, place)
        if kind in (PATTERN_SAME, PATTERN_WIDTH, PATTERN_DERIVED, PATTERN_OPEN_POINTERS):
            return self._referring_message(pattern, type, place)
        if self._match.matches(pattern, type):
            return ""
        if kind == PATTERN_OPEN:
            is_nameless = type.kind == TOKEN and self._version >= NAMELESS_FIRST_SINCE
            expected = _OPEN_TYPES["any" if is_nameless else pattern.word]
            return _worded(place, f" (overload type {pattern.number})", expected, "", type)
        if kind == PATTERN_TARGET:
            return _worded(place, "", pattern.word, "", type)
        if kind == PATTERN_PRIMITIVE and pattern.word == _MMX:
            return _worded(place, "", f"{_MMX} (<1 x i64>)", "", type)
        return _worded(place, "", str(type_of(pattern, type.context, [], self._version, False)), "", type)

    def _vector_message(self, pattern: TypePattern, type: Type, place: str) -> str:
        if not isinstance(type, VectorType) or type.count != pattern.number or type.is_scalable != pattern.is_scalable:
            kind = "vscale vector" if pattern.is_scalable else "vector"
            return _worded(place, "", f"{kind} with {pattern.number} elements", "", type)
        return self.message(pattern.inner[0], type.element, f"{place} vector element")

    def _struct_message(self, pattern: TypePattern, type: Type, place: str) -> str:
        wanted = len(pattern.inner)
        elements = type.contained_types
        if not isinstance(type, StructType) or not type.is_literal or type.is_packed or len(elements) != wanted:
            return _worded(place, "", f"literal non-packed struct with {wanted} elements", "", type)
        for number, element in enumerate(elements):
            message = self.message(pattern.inner[number], element, f"{place} struct element {number}")
            if message:
                return message
        return ""

    def _referring_message(self, pattern: TypePattern, type: Type, place: str) -> str:
        types = self._match.types
        if pattern.kind == PATTERN_OPEN_POINTERS:
            types.append(type)
            is_known = pattern.reference < len(types) - 1
        else:
            is_known = pattern.reference < len(types)
        if not is_known:
            self._deferred.append(_Deferred(pattern, type, place))
            return ""
        return self._reference_message(pattern, type, place)

    def _reference_message(self, pattern: TypePattern, type: Type, place: str) -> str:
        number = pattern.reference
        referred = self._match.types[number]
        kind = pattern.kind
        if kind == PATTERN_SAME:
            return "" if type is referred else _worded(place, f" (matching overload type {number})", str(referred), "", type)
        known = f" (overload type {number} is {referred})"
        if kind == PATTERN_WIDTH:
            return self._width_message(pattern, type, referred, place, known)
        if kind == PATTERN_OPEN_POINTERS:
            return _pointers_message(number, type, referred, place, known)
        relation = _relation(pattern)
        requirement = _requirement(pattern, referred)
        if requirement:
            return (
                f"{place} is {relation} overload type {number}, so overload type {number} expected {requirement}, "
                f"but got {referred}"
            )
        wanted = derived_type(pattern.word, pattern.number, referred, self._version)
        if wanted is type:
            return ""
        text = _text_without_type(pattern, referred) if wanted is None else str(wanted)
        return _worded(place, f" ({relation} overload type {number})", text, known, type)

    def _width_message(self, pattern: TypePattern, type: Type, referred: Type, place: str, known: str) -> str:
        relation = f" (same vector width of overload type {pattern.reference})"
        if isinstance(referred, VectorType) != isinstance(type, VectorType):
            return _worded(place, relation, "vector" if isinstance(referred, VectorType) else "scalar", known, type)
        if isinstance(referred, VectorType) and isinstance(type, VectorType):
            if type.count != referred.count or type.is_scalable != referred.is_scalable:
                count = _count(referred.count, referred.is_scalable)
                return _worded(place, relation, f"vector with {count} elements", known, type)
            return self.message(pattern.inner[0], type.element, f"{place} vector element")
        return self.message(pattern.inner[0], type, place)


def _worded(place: str, relation: str, expected: str, known: str, type: Type) -> str:
    return f"{place} type{relation} expected {expected}{known}, but got {type}"


def _count(count: int, is_scalable: bool) -> str:
    return f"vscale x {count}" if is_scalable else str(count)


def _relation(pattern: TypePattern) -> str:
    if pattern.word == "part":
        return f"1/nth (n={pattern.number}) elements vector of"
    if pattern.word == "subdivide":
        return f"subdivided by {1 << pattern.number} vector of"
    return _DERIVATIONS[pattern.word]


def _requirement(pattern: TypePattern, referred: Type) -> str:
    """The kind of overloaded type from which the pattern's type can follow; empty if `referred` is of this kind."""
    if pattern.word in ("extend", "truncate"):
        return "" if isinstance(referred.scalar_type, IntegerType) else "int or vector of int"
    if pattern.word == "part":
        is_whole = isinstance(referred, VectorType) and referred.count % pattern.number == 0
        return "" if is_whole else f"vector with multiple of {pattern.number} elements"
    return "" if isinstance(referred, VectorType) else "vector"


def _pointers_message(number: int, type: Type, referred: Type, place: str, known: str) -> str:
    relation = f" (vector of pointers to elements of overload type {number})"
    if not isinstance(referred, VectorType):
        return (
            f"{place} is vector of pointers to elements of overload type {number}, so overload type {number} expected vector, "
            f"but got {referred}"
        )
    if not isinstance(type, VectorType):
        return _worded(place, relation, "vector", known, type)
    is_same_width = type.count == referred.count and type.is_scalable == referred.is_scalable
    if is_same_width and type.element.kind == POINTER:
        return ""
    count = _count(referred.count, referred.is_scalable)
    return _worded(place, relation, f"vector of pointers with {count} elements", known, type)


def _text_without_type(pattern: TypePattern, referred: Type) -> str:
    """The text of a type that LLVM derives although it does not exist: of integers without bits."""
    if not isinstance(referred, VectorType):
        return "i0"
    count = referred.count
    if pattern.word == "subdivide":
        count <<= pattern.number
    return f"<{_count(count, referred.is_scalable)} x i0>"
