"""The rules for attributes: the positions and types that each applies to, and the attributes that exclude each other."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attribute_types import incompatible_attributes, is_incompatible
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import INTEGER, POINTER, FunctionType, PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables import verifier_rules
from pyllvm.tables.attributes import (
    ALL_FLOATING_POINT_CLASSES,
    FUNCTION,
    KIND_OF_WORD,
    MEMORY_SINCE,
    NO_ELEMENT_COUNT,
    PARAMETER,
    RETURN,
)
from pyllvm.tables.behavior_versions import INCOMPATIBLE_LISTED_UNTIL, RANGES_OF_WIDTH_SINCE
from pyllvm.tables.features import ELEMENT_TYPES_SINCE, MEMORY_ATTRIBUTE
from pyllvm.tables.verifier_versions import (
    AGNOSTIC_SINCE,
    COMMA_MISSING_IN,
    HUGE_ARGUMENTS_SINCE,
    IMMEDIATES_WITH_RANGES_SINCE,
    MEMORY_TYPES_MATCH_SINCE,
    PLACES_IN_TABLE_SINCE,
    PSTATE_ZA_UNTIL,
    STREAMING_SINCE,
    ZT0_SINCE,
)
from pyllvm.verifier.metadata import maximum_alignment, maximum_parameter_alignment
from pyllvm.verifier.state import AttributeFacts, State
from pyllvm.verifier.string_attributes import verify_boolean_strings, verify_string_attributes
from pyllvm.verifier.type_properties import contains_global_target_type, scalar_bits

_EXCLUSIVE_TYPES: Final = ("byval", "byref", "inalloca", "preallocated")
_PASSED_IN_MEMORY: Final = ("byval", "byref", "inalloca", "preallocated")
_HUGE: Final = 1 << 32
# Attributes that restrict the argument of a call.
_ASKING_ARGUMENTS: Final = ("inalloca", "swifterror", "immarg", "preallocated")
# Attributes of functions whose rules ask for more than the list and the type.
_RULED_BY_FUNCTION: Final = ("jumptable", "alloc-variant-zeroed")
# The bits of a `memory(...)` value that mean reads, and the bits for the memory of arguments.
_ALL_READS: Final = 0x5555
_ARGUMENT_ACCESSES: Final = 3
# The words of those that it refuses on return values, with the first version, in the order of the message.
_NOT_OF_RETURN_VALUES: Final = (
    ("byval", 0), ("inalloca", 0), ("preallocated", 11), ("nest", 0), ("sret", 0), ("nocapture", 0), ("nofree", 10),
    ("returned", 0), ("swiftself", 0), ("swifterror", 0),
)  # fmt: skip


def attribute_text(state: State, attribute: Attribute) -> str:
    """Return the form of an attribute in LLVM's messages."""
    return attribute.as_string(state.version, False, _type_text)


def _type_text(type: Type) -> str:
    return str(type).partition(" = type")[0]


def set_of(attributes: AttributeList | None, number: int) -> AttributeSet | None:
    """Return the attributes of a parameter, None if it has none."""
    if attributes is None or not attributes.parameters:
        return None
    return attributes.parameters.get(number)


def has_parameter_attribute(attributes: AttributeList | None, number: int, word: str) -> bool:
    """Whether a parameter has the attribute `word`."""
    parameter = set_of(attributes, number)
    return parameter is not None and word in parameter


def has_function_attribute(attributes: AttributeList | None, word: str) -> bool:
    """Whether the function or call itself has the attribute `word`."""
    return attributes is not None and word in attributes.function


def direct_callee(call: CallBase) -> Function | None:
    """Return the callee if it is a function and the call has the function's type, else None."""
    callee = call.operands[-1]
    if isinstance(callee, Function) and callee.function_type is call.function_type:
        return callee
    return None


def parameter_has_attribute(call: CallBase, number: int, word: str) -> bool:
    """Whether an argument has the attribute `word`, from the call or from the callee."""
    if has_parameter_attribute(call._attributes, number, word):
        return True
    callee = direct_callee(call)
    return callee is not None and has_parameter_attribute(callee._attributes, number, word)


def call_has_attribute(call: CallBase, word: str) -> bool:
    """Whether a call has the attribute `word`, its own or the callee's."""
    if has_function_attribute(call._attributes, word):
        return True
    callee = call.operands[-1]
    return isinstance(callee, Function) and has_function_attribute(callee._attributes, word)


def _memory_is_within(state: State, call: CallBase, words: tuple[str, ...], mask: int) -> bool:
    """Whether a call accesses memory only as `mask` allows; `words` are the attributes for that before LLVM 16."""
    callee = call.operands[-1]
    lists = [call._attributes, callee._attributes if isinstance(callee, Function) else None]
    if state.version < MEMORY_SINCE:
        return any(has_function_attribute(one, word) for one in lists for word in words)
    value = -1
    for one in lists:
        memory = None if one is None else one.function.find("memory")
        if memory is not None:
            value &= memory.integer
    return value >= 0 and not value & ~mask


def accesses_only_read(state: State, call: CallBase) -> bool:
    """Whether a call does not write memory."""
    return _memory_is_within(state, call, ("readnone", "readonly"), _ALL_READS)


def accesses_only_arguments(state: State, call: CallBase) -> bool:
    """Whether a call accesses only memory that its arguments point to."""
    return _memory_is_within(state, call, ("readnone", "argmemonly"), _ARGUMENT_ACCESSES)


def facts_of(state: State, attributes: AttributeList) -> AttributeFacts:
    """Return the cached facts about an attribute list."""
    facts = state.attribute_facts.get(attributes)
    if facts is None:
        facts = AttributeFacts()
        facts.asks_arguments = any(
            word in parameter for parameter in attributes.parameters.values() for word in _ASKING_ARGUMENTS
        )
        state.attribute_facts[attributes] = facts
    return facts


# The callees that have attributes of their own: bits of `AttributeFacts.sound_ways`.
_FOR_OTHERS: Final = 1
_FOR_INTRINSICS: Final = 2
_FOR_ASSEMBLY: Final = 4


def verify_attributes(state: State, type: FunctionType, attributes: AttributeList, shown: Value, callee: Value) -> None:
    """Check the attributes of a function, which is its own callee here, or of a call."""
    facts = facts_of(state, attributes)
    way = _FOR_OTHERS
    if isinstance(callee, Function) and callee.is_intrinsic:
        way = _FOR_INTRINSICS
    elif isinstance(callee, InlineAsm):
        way = _FOR_ASSEMBLY
    sound_ways = facts.sound_ways.get(type, 0)
    if sound_ways & way:
        return
    before = len(state.failures)
    _verify_attributes(state, type, attributes, shown, way)
    # Failures are reported at every use of a list, and some rules depend on the function, or on another one of the module.
    if len(state.failures) == before and not any(word in attributes.function for word in _RULED_BY_FUNCTION):
        facts.sound_ways[type] = sound_ways | way


def _verify_attributes(state: State, type: FunctionType, attributes: AttributeList, shown: Value, way: int) -> bool:
    version = state.version
    for attribute in attributes.returned.attributes:
        kind = attribute.kind
        if kind is not None and version >= PLACES_IN_TABLE_SINCE and not kind.places(version) & RETURN:
            return state.fail(f"Attribute '{attribute_text(state, attribute)}' does not apply to function return values", shown)
    if version < PLACES_IN_TABLE_SINCE and not _verify_returned(state, attributes.returned, shown):
        return False
    verify_parameter_attributes(state, attributes.returned, type.return_type, shown)
    seen: set[str] = set()
    count = len(type.parameters)
    for number, one in attributes.parameters.items():
        if number >= count:
            continue
        parameter = type.parameters[number]
        if way != _FOR_INTRINSICS:
            if "immarg" in one:
                return state.fail("immarg attribute only applies to intrinsics", shown)
            if "elementtype" in one and (version < ELEMENT_TYPES_SINCE or way != _FOR_ASSEMBLY):
                where = "intrinsics and inline asm." if version >= ELEMENT_TYPES_SINCE else "intrinsics."
                return state.fail(f"Attribute 'elementtype' can only be applied to {where}", shown)
        verify_parameter_attributes(state, one, parameter, shown)
        for word in ("nest", "returned", "sret", "swiftself", "swiftasync", "swifterror"):
            if word not in one:
                continue
            if word in seen:
                if word in ("nest", "returned"):
                    return state.fail(f"More than one parameter has attribute {word}!", shown)
                return state.fail(f"Cannot have multiple '{word}' parameters!", shown)
            seen.add(word)
            if word == "returned" and not casts_losslessly(parameter, type.return_type):
                return state.fail("Incompatible argument and return types for 'returned' attribute", shown)
            if word == "sret" and number > 1:
                return state.fail("Attribute 'sret' is not on first or second parameter!", shown)
        if "inalloca" in one and number != count - 1:
            return state.fail("inalloca isn't on the last parameter!", shown)
    if not attributes.function:
        return True
    return _verify_function_set(state, type, attributes, shown)


def _verify_returned(state: State, own: AttributeSet, shown: Value) -> bool:
    """Check the attributes of a return value as LLVM did before its tables had the places of each."""
    version = state.version
    refused = [word for word, since in _NOT_OF_RETURN_VALUES if version >= since]
    if any(word in own for word in refused):
        words = [f"'{word}'" for word in refused]
        text = f"{', '.join(words[:-1])}, and {words[-1]}"
        if version == COMMA_MISSING_IN:
            text = text.replace("'nofree', ", "'nofree'")
        return state.fail(f"Attributes {text} do not apply to return values!", shown)
    if any(word in own for word in ("readonly", "writeonly", "readnone")):
        text = " ".join(attribute_text(state, attribute) for attribute in own.attributes)
        return state.fail(f"Attribute '{text}' does not apply to function returns", shown)
    return True


def casts_losslessly(one: Type, other: Type) -> bool:
    """Whether a bitcast between the types loses nothing."""
    if one is other:
        return True
    if isinstance(one, VectorType) and isinstance(other, VectorType):
        return scalar_bits(one) * one.count == scalar_bits(other) * other.count
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        return one.address_space == other.address_space
    return False


def _exclusive_count(attributes: AttributeSet) -> int:
    count = 0
    for attribute in attributes.attributes:
        if attribute.kind is not None and attribute.kind.word in ("byval", "inalloca", "preallocated", "nest", "byref"):
            count += 1
    if "sret" in attributes or "inreg" in attributes:
        count += 1
    return count


def verify_parameter_attributes(state: State, own: AttributeSet, type: Type, shown: Value) -> bool:
    """Check the attributes of a parameter or return value of type `type`."""
    if not own.attributes:
        return True
    version = state.version
    verify_boolean_strings(state, own)
    for attribute in own.attributes:
        kind = attribute.kind
        if kind is not None and not kind.places(version) & (PARAMETER | RETURN):
            if version >= PLACES_IN_TABLE_SINCE:
                return state.fail(f"Attribute '{attribute_text(state, attribute)}' does not apply to parameters", shown)
            state.fail(f"Attribute '{attribute_text(state, attribute)}' only applies to functions!", shown)
            break
    if "immarg" in own:
        if version < IMMEDIATES_WITH_RANGES_SINCE:
            if len(own) != 1:
                return state.fail("Attribute 'immarg' is incompatible with other attributes", shown)
        elif len(own) != (2 if "range" in own else 1):
            return state.fail("Attribute 'immarg' is incompatible with other attributes except the 'range' attribute", shown)
    if len(own) > 1:
        if _exclusive_count(own) > 1:
            return state.fail(_incompatible_passing(version), shown)
        for first, second in (
            ("inalloca", "readonly"), ("sret", "returned"), ("zeroext", "signext"), ("readnone", "readonly"),
            ("readnone", "writeonly"), ("readonly", "writeonly"), ("noinline", "alwaysinline"),
        ):  # fmt: skip
            if first in own and second in own:
                return state.fail(f"Attributes '{first} and {second}' are incompatible!", shown)
        if "writable" in own:
            for word in ("readnone", "readonly"):
                if word in own:
                    return state.fail(f"Attributes writable and {word} are incompatible!", shown)
    for attribute in own.attributes:
        if attribute.kind is None:
            continue
        if version <= INCOMPATIBLE_LISTED_UNTIL:
            if is_incompatible(attribute.kind.word, type, version) and attribute.kind.word != "swifterror":
                return state.fail(f"Wrong types for attribute: {incompatible_attributes(type, version)}", shown)
            continue
        if is_incompatible(attribute.kind.word, type, version) or (
            attribute.kind.word == "range" and version >= RANGES_OF_WIDTH_SINCE and scalar_bits(type) != attribute.bit_width
        ):
            return state.fail(f"Attribute '{attribute_text(state, attribute)}' applied to incompatible type!", shown)
    if type.kind != POINTER and "swifterror" in own:
        return state.fail("Attribute 'swifterror' only applies to parameters with pointer type!", shown)
    if type.kind == POINTER and not _verify_pointer_attributes(state, own, type, shown):
        return False
    initialized = own.find("initializes")
    if initialized is not None and not _verify_initialized(state, initialized, shown):
        return False
    classes = own.find("nofpclass")
    if classes is not None:
        if classes.integer == 0:
            return state.fail("Attribute 'nofpclass' must have at least one test bit set", shown)
        if classes.integer & ~ALL_FLOATING_POINT_CLASSES:
            return state.fail("Invalid value for 'nofpclass' test mask", shown)
    ranges = own.find("range")
    if ranges is not None and (not type.is_integer_or_vector or scalar_bits(type) != ranges.bit_width):
        return state.fail("Range bit width must match type bit width!", shown)
    return True


def _verify_initialized(state: State, attribute: Attribute, shown: Value) -> bool:
    """Check the byte ranges of `initializes`."""
    if not attribute.ranges:
        return state.fail("Attribute 'initializes' does not support empty list", shown)
    end: int | None = None
    for low, high in attribute.ranges:
        if low >= high or (end is not None and low <= end):
            return state.fail("Attribute 'initializes' does not support unordered ranges", shown)
        end = high
    return True


def _incompatible_passing(version: int) -> str:
    """The message for two attributes that each say how an argument is passed: it names those that the version has."""
    inner = "'inalloca', 'preallocated'" if version >= KIND_OF_WORD["preallocated"].since else "'inalloca'"
    outer = "'nest', 'byref'" if version >= KIND_OF_WORD["byref"].since else "'nest'"
    return f"Attributes 'byval', {inner}, 'inreg', {outer}, and 'sret' are incompatible!"


def _verify_sizes_of_old(state: State, own: AttributeSet, pointee: Type, shown: Value) -> bool:
    """Check LLVM's rules up to 12 for the types that pointers with attributes point to."""
    version = state.version
    words = [word for word in _PASSED_IN_MEMORY if KIND_OF_WORD[word].since <= version]
    if any(word in own for word in words) and not state.sized_types.has(pointee):
        quoted = [f"'{word}'" for word in words]
        listed = f"{quoted[0]} and {quoted[1]}" if len(words) == 2 else f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
        return state.fail(f"Attributes {listed} do not support unsized types!", shown)
    return True


def _verify_pointer_attributes(state: State, own: AttributeSet, type: Type, shown: Value) -> bool:
    alignment = own.find("align")
    if alignment is not None and alignment.integer > maximum_alignment(state.version):
        if state.breaks(verifier_rules.HUGE_PARAMETER_ALIGNMENT, shown):
            return False
    if alignment is not None and own.find("byval") is not None:
        if alignment.integer > maximum_parameter_alignment(state.version):
            return state.fail("Attribute 'align' exceed the max size 2^14", shown)
    if isinstance(type, PointerType) and type.pointee is not None and state.version <= INCOMPATIBLE_LISTED_UNTIL:
        if not _verify_sizes_of_old(state, own, type.pointee, shown):
            return False
    for word in _EXCLUSIVE_TYPES:
        attribute = own.find(word)
        if attribute is None or attribute.type is None:
            continue
        if not state.sized_types.has(attribute.type):
            return state.fail(f"Attribute '{word}' does not support unsized types!", shown)
        if word == "byval" and contains_global_target_type(attribute.type, state.stack_types):
            if state.breaks(verifier_rules.PASSED_TARGET_TYPE, shown):
                return False
        if state.version >= HUGE_ARGUMENTS_SINCE and state.data_layout.alloc_size(attribute.type) >= _HUGE:
            return state.fail(f"huge '{word}' arguments are unsupported", shown)
    if isinstance(type, PointerType) and type.pointee is not None:
        for word in ("byval", "byref", "inalloca", "preallocated", "elementtype"):
            attribute = own.find(word)
            if attribute is not None and attribute.type is not None and attribute.type is not type.pointee:
                if state.version >= MEMORY_TYPES_MATCH_SINCE or word == "byval":
                    return state.fail(f"Attribute '{word}' type does not match parameter!", shown)
        if "swifterror" in own and type.pointee.kind != POINTER:
            return state.fail("Attribute 'swifterror' only applies to parameters with pointer to pointer type!", shown)
    return True


def _verify_function_set(state: State, type: FunctionType, attributes: AttributeList, shown: Value) -> bool:
    own = attributes.function
    version = state.version
    verify_boolean_strings(state, own)
    for attribute in own.attributes:
        kind = attribute.kind
        if kind is not None and not kind.places(version) & FUNCTION:
            state.fail(f"Attribute '{attribute_text(state, attribute)}' does not apply to functions!", shown)
            if version >= PLACES_IN_TABLE_SINCE:
                return False
            break
    pairs: tuple[tuple[str, str], ...] = (("noinline", "alwaysinline"),)
    if not MEMORY_ATTRIBUTE.is_in(version):
        pairs = (
            ("readnone", "readonly"), ("readnone", "writeonly"), ("readonly", "writeonly"),
            ("readnone", "inaccessiblemem_or_argmemonly"), ("readnone", "inaccessiblememonly"), ("noinline", "alwaysinline"),
        )  # fmt: skip
    for first, second in pairs:
        if first in own and second in own:
            return state.fail(f"Attributes '{first} and {second}' are incompatible!", shown)
    if "optnone" in own:
        if "noinline" not in own:
            return state.fail("Attribute 'optnone' requires 'noinline'!", shown)
        for word in ("optsize", "minsize"):
            if word in own:
                return state.fail(f"Attributes '{word} and optnone' are incompatible!", shown)
        if "optdebug" in own:
            return state.fail("Attributes 'optdebug and optnone' are incompatible!", shown)
    if "sanitize_realtime" in own and "sanitize_realtime_blocking" in own:
        return state.fail("Attributes 'sanitize_realtime and sanitize_realtime_blocking' are incompatible!", shown)
    if "optdebug" in own:
        for word in ("optsize", "minsize"):
            if word in own:
                return state.fail(f"Attributes '{word} and optdebug' are incompatible!", shown)
    if any("writable" in parameter for parameter in attributes.parameters.values()):
        memory = own.find("memory")
        if memory is not None and not memory.integer & 2 and state.breaks(verifier_rules.WRITABLE_WITHOUT_WRITES, shown):
            return False
    if not _verify_streaming_attributes(state, own, shown):
        return False
    if "jumptable" in own and not (isinstance(shown, GlobalValue) and shown.unnamed_address == "unnamed_addr"):
        return state.fail("Attribute 'jumptable' requires 'unnamed_addr'", shown)
    return _verify_function_values(state, type, own, shown)


# Most functions have none of these attributes.
_AARCH64: Final = "aarch64_"
_INCOMPATIBLE_PSTATES: Final = (
    ("aarch64_pstate_sm_enabled", "aarch64_pstate_sm_compatible"),
    ("aarch64_pstate_za_new", "aarch64_pstate_za_preserved"),
    ("aarch64_pstate_za_new", "aarch64_pstate_za_shared"),
)


def _verify_streaming_attributes(state: State, own: AttributeSet, shown: Value) -> bool:
    if state.version < STREAMING_SINCE or not any(attribute.name.startswith(_AARCH64) for attribute in own.attributes):
        return True
    for first, second in _INCOMPATIBLE_PSTATES[: 1 if state.version > PSTATE_ZA_UNTIL else 3]:
        if first in own and second in own:
            return state.fail(f"Attributes '{first} and {second}' are incompatible!", shown)
    # The ways in which a function can treat the state with this name.
    states = ("za", "zt0") if state.version > PSTATE_ZA_UNTIL else ("zt0",) if state.version >= ZT0_SINCE else ()
    for what in states:
        words = [f"aarch64_{how}_{what}" for how in ("new", "in", "out", "inout", "preserves")]
        if state.version >= AGNOSTIC_SINCE:
            words.append("aarch64_za_state_agnostic")
        if sum(word in own for word in words) > 1:
            names = ", ".join([f"'{word}'" for word in words[:-1]])
            return state.fail(f"Attributes {names} and '{words[-1]}' are mutually exclusive", shown)
    return True


def _verify_function_values(state: State, type: FunctionType, own: AttributeSet, shown: Value) -> bool:
    for attribute in own.attributes:
        if attribute.kind is None:
            continue
        word = attribute.kind.word
        value = attribute.integer
        if word == "allocsize":
            arguments = [("element size", value >> 32)]
            if value & 0xFFFFFFFF != NO_ELEMENT_COUNT:
                arguments.append(("number of elements", value & 0xFFFFFFFF))
            for name, number in arguments:
                if number >= len(type.parameters):
                    return state.fail(f"'allocsize' {name} argument is out of bounds", shown)
                if type.parameters[number].kind != INTEGER:
                    return state.fail(f"'allocsize' {name} argument must refer to an integer parameter", shown)
        elif word == "allockind":
            if value & 7 not in (1, 2, 4):
                state.fail("'allockind()' requires exactly one of alloc, realloc, and free")
            if value & 7 == 4 and value & 0x38:
                state.fail("'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers.")
            if value & 0x18 == 0x18:
                state.fail("'allockind()' can't be both zeroed and uninitialized")
        elif word == "vscale_range":
            low = value >> 32
            high = value & 0xFFFFFFFF
            if low == 0:
                state.breaks(verifier_rules.MINIMUM_OF_VSCALE, shown)
            elif low & (low - 1):
                state.breaks(verifier_rules.MINIMUM_POWER_OF_VSCALE, shown)
            if high and low > high:
                state.fail("'vscale_range' minimum cannot be greater than maximum", shown)
            elif high and high & (high - 1):
                state.breaks(verifier_rules.MAXIMUM_POWER_OF_VSCALE, shown)
    return verify_string_attributes(state, type, own, shown)
