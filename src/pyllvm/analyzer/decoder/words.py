"""The texts of operands that are one number: words that mean the same in every module, and names from the module's tables.

The attributes of a group become words as well. A malformed group gives those before the fault, and the rest as numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from pyllvm.analyzer.decoder.constant_texts import integer_text
from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.bitstream.cursor import text_of_operands
from pyllvm.ir import summary
from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, FUNCTION_INDEX, RETURN_INDEX, integer_attribute_string
from pyllvm.schema.integers import unrotated
from pyllvm.schema.text import quoted
from pyllvm.tables import attributes, calling_conventions, instruction_bits, keywords
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ELEMENTWISE, ORDERINGS
from pyllvm.tables.attributes import AttributeKind
from pyllvm.tables.flags import FAST_MATH, GEP_FLAGS, INBOUNDS
from pyllvm.tables.linkages import LINKAGE_OF_NUMBER, SUMMARY_LINKAGES
from pyllvm.tables.opcodes import CASTS, UNARY
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER
from pyllvm.tables.records import BLOCK_NAMES

NONE: Final = "none"
_EXPLICIT_TYPE: Final = "explicit_type"
_LONGEST_LIST: Final = 60

_WORDS: Final[dict[str, dict[int, str]]] = {
    "number": {},
    "guid": {},
    "instruction": {},
    "stack_id": {},
    "block_id": BLOCK_NAMES,
    "linkage": LINKAGE_OF_NUMBER,
    "visibility": keywords.VISIBILITY_OF_NUMBER,
    "thread_local": keywords.THREAD_LOCAL_OF_NUMBER,
    "unnamed_addr": keywords.UNNAMED_ADDRESS_OF_NUMBER,
    "dll_storage": keywords.DLL_STORAGE_OF_NUMBER,
    "selection": keywords.COMDAT_SELECTION_OF_NUMBER,
    "preemption": dict(enumerate(keywords.RUNTIME_PREEMPTIONS)),
    "code_model": keywords.CODE_MODEL_OF_NUMBER,
    "ordering": dict(enumerate(ORDERINGS)),
    "predicate": PREDICATE_OF_NUMBER,
    "unary_operation": {row.code: row.name for row in UNARY},
    "cast_operation": {row.code: row.name for row in CASTS},
    "clause": {0: "catch", 1: "filter"},
    "allocation": summary.ALLOCATION_TYPES,
    "type_test": dict(enumerate(summary.TYPE_TEST_KINDS)),
    "devirtualization": dict(enumerate(summary.DEVIRTUALIZATION_KINDS)),
    "by_argument": dict(enumerate(summary.BY_ARGUMENT_KINDS)),
}
"""The words of a meaning by number; an empty word means `none`."""

_CALL_FLAGS: Final = (
    (instruction_bits.CALL_TAIL, "tail"),
    (instruction_bits.CALL_MUST_TAIL, "musttail"),
    (instruction_bits.CALL_NO_TAIL, "notail"),
    (instruction_bits.CALL_FAST_MATH, "fast_math"),
    (instruction_bits.CALL_EXPLICIT_TYPE, _EXPLICIT_TYPE),
)
_INVOKE_FLAGS: Final = ((instruction_bits.INVOKE_EXPLICIT_TYPE, _EXPLICIT_TYPE),)
_ALLOCA_FLAGS: Final = (
    (instruction_bits.ALLOCA_INALLOCA, "inalloca"),
    (instruction_bits.ALLOCA_SWIFTERROR, "swifterror"),
    (instruction_bits.ALLOCA_EXPLICIT_TYPE, _EXPLICIT_TYPE),
)
_VARIABLE_FLAGS: Final = ((1, "readonly"), (2, "writeonly"), (4, "constant"))
_SYMBOL_FLAGS: Final = (
    (1 << 4, "notEligibleToImport"),
    (1 << 5, "live"),
    (1 << 6, "dsoLocal"),
    (1 << 7, "canAutoHide"),
    (1 << 10, "declaration"),
    (1 << 11, "noRenameOnPromotion"),
)
_TAIL_CALL_OF_HOTNESS: Final = 8


def place_text(number: int) -> str:
    """The place of a group."""
    if number == FUNCTION_INDEX:
        return "function"
    return "return" if number == RETURN_INDEX else f"parameter {number - FIRST_PARAMETER_INDEX}"


def group_texts(state: ModuleState, record: list[int], at: int) -> tuple[list[str], int]:
    """The attributes of a group from a position on, and the position of the first operand that has no meaning."""
    texts: list[str] = []
    end = len(record)
    while at < end:
        form = record[at]
        if form == attributes.KEY_FORM or form == attributes.KEY_AND_VALUE_FORM:
            text, after = _string(record, at + 1)
            if form == attributes.KEY_AND_VALUE_FORM:
                value, after = _string(record, after)
                text = f"{text}={value}"
        else:
            text, after = _attribute(state, record, at, form)
        if not text or after > end:
            return texts, at
        texts.append(text)
        at = after
    return texts, at


def bitmap_text(encoded: int) -> str:
    """The attributes of a bitmap: bits 16 to 31 hold the alignment, and those above are shifted up by 11."""
    alignment = encoded >> 16 & 0xFFFF
    words = [f"align {alignment}"] if alignment else []
    bits = (encoded & 0xFFFFF << 32) >> 11 | encoded & 0xFFFF
    stack_alignment = bits >> attributes.OLD_STACK_ALIGNMENT_BIT & 7
    if stack_alignment:
        words.append(f"alignstack({1 << (stack_alignment - 1)})")
    words += [word for word, bit in attributes.OLD_BITS if bits >> bit & 1]
    return " ".join(words) if words else "none"


def _string(record: list[int], at: int) -> tuple[str, int]:
    start = at
    while at < len(record) and record[at]:
        at += 1
    return quoted(text_of_operands(record[start:at])), at + 1


def _attribute(state: ModuleState, record: list[int], at: int, form: int) -> tuple[str, int]:
    """An attribute with a number, and the position after it; "" if it is malformed."""
    if form > attributes.RANGE_LIST_FORM or form == 2 or at + 1 >= len(record):
        return "", at
    number = record[at + 1]
    kind = attributes.KIND_OF_NUMBER.get(number)
    word = f"attribute {number}" if kind is None else kind.word
    at += 2
    if form == attributes.ENUM_FORM or form == attributes.TYPELESS_FORM:
        return word, at
    if at >= len(record):
        return "", at
    if form == attributes.INTEGER_FORM:
        return _integer_text(state, kind, record[at]) or f"{word}({record[at]})", at + 1
    if form == attributes.TYPE_FORM:
        type = state.types.type(record[at])
        return f"{word}({f'type {record[at]}' if type is None else type.text})", at + 1
    if form == attributes.RANGE_FORM:
        text, at = _range(record, at + 1, record[at])
        return (f"{word}({text})" if text else ""), at
    if at + 1 >= len(record):
        return "", at
    count = record[at]
    width = record[at + 1]
    at += 2
    ranges: list[str] = []
    while count > 0:
        text, at = _range(record, at, width)
        if not text:
            return "", at
        ranges.append(text)
        count -= 1
    return f"{word}({', '.join(ranges)})", at


def _integer_text(state: ModuleState, kind: AttributeKind | None, value: int) -> str:
    if kind is None or kind.payload != attributes.INTEGER:
        return ""
    if kind.grammar == attributes.MEMORY_EFFECTS:
        if value & (attributes.MEMORY_LAYOUT_MARK | attributes.MEMORY_TARGET_MARK):
            value &= attributes.MEMORY_LAYOUT_MARK - 1
        else:
            value = value & 0x3F | (value >> attributes.MEMORY_OTHER_BIT_TO_20 & 3) << attributes.MEMORY_OTHER_BIT
    elif kind.grammar == attributes.FLOATING_POINT_MASK:
        value &= attributes.ALL_FLOATING_POINT_CLASSES
    return integer_attribute_string(kind, value, state.llvm_version, False)


def _range(record: list[int], at: int, width: int) -> tuple[str, int]:
    """The bounds of a range and the position after them; "" if the record is too short."""
    if width <= 64:
        if at + 2 > len(record):
            return "", at
        return f"i{width} {unrotated(record[at])}, {unrotated(record[at + 1])}", at + 2
    if at >= len(record):
        return "", at
    low_words = record[at] & 0xFFFFFFFF
    high_words = record[at] >> 32
    middle = at + 1 + low_words
    after = middle + high_words
    if after > len(record):
        return "", at
    return f"i{width} {_wide(record[at + 1 : middle])}, {_wide(record[middle:after])}", after


def _wide(words: list[int]) -> str:
    """An integer in 64-bit words, lowest first, in hexadecimal: a range may be wider than numbers can be printed quickly."""
    return "0x" + "".join([f"{unrotated(word) & 0xFFFFFFFFFFFFFFFF:016x}" for word in reversed(words)])


class Operands(Protocol):
    """The record whose operands are shown: the state of its module, and the texts of values by their numbers."""

    state: ModuleState

    def text_of(self, number: int) -> str | None:
        """The text of a value; None if there is none."""

    def shown(self, number: int) -> str:
        """The text of a value, or the number if there is none."""


def number_text(meaning: str, number: int, record: Operands) -> str:
    """The text of an operand with this meaning; the number itself if it has none."""
    words = _WORDS.get(meaning)
    text = _TEXTS[meaning](number, record) if words is None else words.get(number)
    if words is not None and text == "":
        return NONE
    return str(number) if text is None else text


# --- flags -------------------------------------------------------------------------------------------------------------


def _flags(bits: int, rows: Iterable[tuple[int, str]], *first: str) -> str:
    """The words of `first`, empty ones aside, and a word for each bit that is set. Without any word, it is `none`."""
    return " ".join([word for word in first if word] + [word for bit, word in rows if bits & bit]) or NONE


def _by_word(bits: int, rows: Iterable[tuple[str, int]]) -> str:
    return _flags(bits, [(bit, word) for word, bit in rows])


def _alignment(exponent: int) -> str | None:
    """An alignment from its logarithm plus one; None if it is too large."""
    if exponent == 0:
        return NONE
    return str(1 << (exponent - 1)) if exponent <= instruction_bits.MAXIMUM_ALIGNMENT_EXPONENT + 1 else None


def _convention(number: int, record: Operands) -> str:
    return calling_conventions.text(number, record.state.llvm_version).strip()


def _call_bits(bits: int, record: Operands) -> str:
    number = (bits & instruction_bits.CALL_CONVENTION_MASK) >> instruction_bits.CALL_CONVENTION_SHIFT
    return _flags(bits, _CALL_FLAGS, _convention(number, record))


def _invoke_bits(bits: int, record: Operands) -> str:
    return _flags(bits, _INVOKE_FLAGS, _convention(bits & instruction_bits.INVOKE_CONVENTION_MASK, record))


def _alloca_bits(bits: int) -> str:
    low = bits & instruction_bits.ALLOCA_ALIGNMENT_LOW_MASK
    high = bits >> instruction_bits.ALLOCA_ALIGNMENT_HIGH_SHIFT & instruction_bits.ALLOCA_ALIGNMENT_HIGH_MASK
    exponent = low | high << instruction_bits.ALLOCA_ALIGNMENT_LOW_BITS
    return _flags(bits, _ALLOCA_FLAGS, f"align {_alignment(exponent)}")


def _variable_bits(bits: int) -> str:
    space = f"addrspace({bits >> 2})" if bits & 2 and bits >> 2 else ""
    return _flags(bits, (), "constant" if bits & 1 else "", _EXPLICIT_TYPE if bits & 2 else "", space)


def _atomic_operation(number: int) -> str | None:
    plain = number & ~ELEMENTWISE
    if plain >= len(ATOMIC_RMW_OPERATIONS):
        return None
    return ATOMIC_RMW_OPERATIONS[plain].word + (" elementwise" if number & ELEMENTWISE else "")


def _summary_flags(bits: int) -> str:
    linkage = bits & 15
    word = SUMMARY_LINKAGES[linkage] if linkage < len(SUMMARY_LINKAGES) else str(linkage)
    visibility = bits >> 8 & 3
    visible = summary.SUMMARY_VISIBILITIES[visibility] if 0 < visibility < len(summary.SUMMARY_VISIBILITIES) else ""
    return _flags(bits, _SYMBOL_FLAGS, word, visible)


def _variable_flags(bits: int) -> str:
    return _flags(bits, (*_VARIABLE_FLAGS, (bits & ~7, f"vcall_visibility({bits >> 3})")))


def _hotness(bits: int) -> str:
    number = bits & 7
    word = summary.HOTNESS[number] if number < len(summary.HOTNESS) else str(number)
    return f"{word} tail" if bits & _TAIL_CALL_OF_HOTNESS else word


def _frequency(bits: int) -> str:
    number = str(bits & ((1 << summary.RELATIVE_FREQUENCY_BITS) - 1))
    return f"{number} tail" if bits >> summary.RELATIVE_FREQUENCY_BITS & 1 else number


# --- the module's tables -----------------------------------------------------------------------------------------------


def _of_list(names: list[str], number: int, what: str) -> str:
    """A name by its number plus one; 0 for none."""
    if number == 0:
        return NONE
    return quoted(names[number - 1]) if number <= len(names) else f"{what} {number}"


def _attributes(number: int, record: Operands) -> str:
    lists = record.state.attribute_lists
    if number == 0:
        return NONE
    if number > len(lists) or len(lists[number - 1]) > _LONGEST_LIST:
        return f"list {number}"
    return lists[number - 1]


def _attribute_group(number: int, record: Operands) -> str | None:
    found = record.state.attribute_groups.get(number)
    return None if found is None else f"{number} ({found})"


def _bundle_tag(number: int, record: Operands) -> str | None:
    found = record.state.bundle_tag(number)
    return None if found is None else quoted(found)


def _scope(number: int, record: Operands) -> str | None:
    found = record.state.scope(number)
    return "system" if found == "" else found


def _signed_value(operand: int, record: Operands) -> str:
    if record.state.version < 1:
        return record.shown(operand)
    distance = -(operand >> 1) if operand & 1 else operand >> 1
    return record.shown(record.state.next_value - distance)


def _summary_value(number: int, record: Operands) -> str | None:
    guid = record.state.guids.get(number)
    return record.text_of(number) if guid is None else f"{number} (guid {guid})"


_TEXTS: Final[dict[str, Callable[[int, Operands], str | None]]] = {
    "signed": lambda number, record: str(unrotated(number)),
    "words": lambda number, record: f"{number} words",
    # the module's tables
    "attributes": _attributes,
    "attribute_group": _attribute_group,
    "attribute_place": lambda number, record: place_text(number),
    "attribute_bitmap": lambda bits, record: bitmap_text(bits),
    "section": lambda number, record: _of_list(record.state.sections, number, "section"),
    "gc": lambda number, record: _of_list(record.state.collectors, number, "gc"),
    "comdat": lambda number, record: _of_list(record.state.comdats, number, "comdat"),
    # words
    "convention": _convention,
    "sanitizers": lambda bits, record: _by_word(bits, keywords.SANITIZER_FLAGS),
    "variable_bits": lambda bits, record: _variable_bits(bits),
    "alignment": lambda exponent, record: _alignment(exponent),
    # values
    "relative": lambda operand, record: record.shown(record.state.number(operand)),
    "signed_value": _signed_value,
    "absolute_plus_one": lambda number, record: record.shown(number - 1) if number else NONE,
    "block": lambda number, record: record.state.blocks.get(number, f"block {number}"),
    "bundle_tag": _bundle_tag,
    # instructions
    "atomic_operation": lambda number, record: _atomic_operation(number),
    "fast_math": lambda bits, record: FAST_MATH.text(bits).strip() or NONE,
    "gep_flags": lambda bits, record: GEP_FLAGS.text(bits).strip() or NONE,
    # of a constant getelementptr before LLVM 19
    "gep_in_range": lambda bits, record: ("inbounds " if bits & INBOUNDS else "") + f"inrange {bits >> 1}",
    "scope": _scope,
    "alloca_bits": lambda bits, record: _alloca_bits(bits),
    "call_bits": _call_bits,
    "invoke_bits": _invoke_bits,
    # constants
    "constant_integer": lambda operand, record: integer_text(unrotated(operand), record.state.current_type),
    "assembly_flags": lambda bits, record: _by_word(bits, keywords.INLINE_ASM_FLAGS),
    # metadata
    "metadata": lambda number, record: record.state.metadata_text(number - 1) if number else "null",
    "metadata_id": lambda number, record: record.state.metadata_text(number),
    "metadata_kind": lambda number, record: record.state.kinds.get(number),
    # summaries
    "summary_value": _summary_value,
    "summary_module": lambda number, record: record.state.modules.get(number),
    "summary_flags": lambda bits, record: _summary_flags(bits),
    "function_flags": lambda bits, record: _flags(bits, [(1 << bit, word) for bit, word in enumerate(summary.FUNCTION_FLAGS)]),
    "variable_flags": lambda bits, record: _variable_flags(bits),
    "hotness": lambda bits, record: _hotness(bits),
    "frequency": lambda bits, record: _frequency(bits),
}
"""The functions that make the texts of the other meanings; None means that a number has no text."""

MEANINGS: Final = frozenset((*_WORDS, *_TEXTS))
"""The meanings of operands that are one number."""
