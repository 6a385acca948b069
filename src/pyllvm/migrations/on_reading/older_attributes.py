"""Attributes of functions, calls and globals: older forms become newer ones, and what does not fit is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.attribute_types import depends_on_type, is_incompatible
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import AtomicRMWInst, CallBase, OperandBundle
from pyllvm.ir.metadata import MDTuple
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType, Type
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, FLOATING_POINT
from pyllvm.tables.attributes import MEMORY_SINCE, MEMORY_WORDS, AttributeKind
from pyllvm.tables.behavior_versions import RANGES_OF_WIDTH_SINCE
from pyllvm.tables.metadata_kinds import ATTACHED_CALL, denormal_mode_kind, fixed_kinds
from pyllvm.tables.reading_versions import (
    ATTACHED_CALLS_SINCE,
    DENORMAL_MODES_SINCE,
    FITTING_SINCE,
    FRAME_POINTER_SINCE,
    IMPLICIT_SECTIONS_GONE_SINCE,
    NULL_POINTER_IS_VALID_SINCE,
    STRICT_CALLS_SINCE,
    UNIFORM_WORK_GROUPS_SINCE,
    UNSAFE_ATOMICS_SINCE,
)

# --- Upgrades string attributes of functions that were renamed, or replaced by attributes without quotes.

ELIMINATED: Final = "no-frame-pointer-elim"
NON_LEAF: Final = "no-frame-pointer-elim-non-leaf"
FRAME_POINTER: Final = "frame-pointer"
UNIFORM: Final = "uniform-work-group-size"
NULL_POINTER_STRING: Final = "null-pointer-is-valid"
NULL_POINTER_IS_VALID: Final = "null_pointer_is_valid"


def upgraded_attributes(attributes: AttributeList, version: int) -> AttributeList:
    """The list as LLVM `version` reads it (AutoUpgrade's UpgradeAttributes).

    LLVM 22: declare i32 @f(ptr) "uniform-work-group-size"="true"
    LLVM 23: declare i32 @f(ptr) "uniform-work-group-size"
    """
    own = attributes.function
    if version >= FRAME_POINTER_SINCE:
        own = with_frame_pointer(own)
    if version >= NULL_POINTER_IS_VALID_SINCE:
        own = with_null_pointer(own)
    if version >= UNIFORM_WORK_GROUPS_SINCE:
        own = with_uniformity(own)
    if own is attributes.function:
        return attributes
    return AttributeList(own, attributes.returned, attributes.parameters)


def removed_memory_word(attributes: AttributeSet, version: int) -> AttributeKind | None:
    """The attribute of a parameter or a result that LLVM `version` no longer knows there, because `memory` replaced it."""
    if version >= MEMORY_SINCE:
        for attribute in attributes.attributes:
            kind = attribute.kind
            if kind is not None and kind.word in MEMORY_WORDS and not kind.is_in(version):
                return kind
    return None


def with_frame_pointer(attributes: AttributeSet) -> AttributeSet:
    """The set with `"frame-pointer"` instead of the two attributes of LLVM 9 and older."""
    eliminated = attributes.find(ELIMINATED)
    non_leaf = attributes.find(NON_LEAF)
    if eliminated is None and non_leaf is None:
        return attributes
    kept = "none"
    if eliminated is not None:
        kept = "all" if eliminated.value == "true" else "none"
    if non_leaf is not None and kept != "all":
        kept = "non-leaf"
    return attributes.removing(ELIMINATED, NON_LEAF).adding(Attribute.of_string(FRAME_POINTER, kept))


def with_null_pointer(attributes: AttributeSet) -> AttributeSet:
    """The set with `null_pointer_is_valid` instead of the string of LLVM 10 and older."""
    known = attributes.find(NULL_POINTER_STRING)
    if known is None:
        return attributes
    kept = attributes.removing(NULL_POINTER_STRING)
    return kept.adding(Attribute.of(NULL_POINTER_IS_VALID)) if known.value == "true" else kept


def with_uniformity(attributes: AttributeSet) -> AttributeSet:
    """The set with the attribute for uniform work groups without its value; without the attribute if the value is not "true".

    LLVM 22: declare void @f() "uniform-work-group-size"="false"
    LLVM 23: declare void @f()
    """
    known = attributes.find(UNIFORM)
    if known is None or not known.value:
        return attributes
    kept = attributes.removing(UNIFORM)
    return kept.adding(Attribute.of_string(UNIFORM)) if known.value == "true" else kept


# --- LLVM 20: atomic operations say themselves what "amdgpu-unsafe-fp-atomics" said of the functions (UpgradeFunctionAttributes).

UNSAFE_ATOMICS: Final = "amdgpu-unsafe-fp-atomics"
# In the order in which LLVM numbers them.
_KINDS: Final = ("amdgpu.no.fine.grained.host.memory", "amdgpu.no.remote.memory.access")
_FLOATING_POINT: Final = frozenset(row.number for row in ATOMIC_RMW_OPERATIONS if row.operand == FLOATING_POINT)


def upgrade_unsafe_atomics(module: Module, function: Function, version: int, reading_version: int) -> None:
    """Drop the attribute from a function with a body, and mark its floating-point `atomicrmw`s if it was true.

    The module is of LLVM `version` now, and LLVM `reading_version` reads it.
    """
    attributes = function.attributes
    unsafe = None if attributes is None else attributes.function.find(UNSAFE_ATOMICS)
    if attributes is None or unsafe is None or version < UNSAFE_ATOMICS_SINCE or function.is_declaration:
        return
    function.attributes = AttributeList(attributes.function.removing(UNSAFE_ATOMICS), attributes.returned, attributes.parameters)
    if unsafe.value != "true":
        return
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, AtomicRMWInst) and instruction.operation_number in _FLOATING_POINT:
                _mark(module, instruction, reading_version)


def _mark(module: Module, instruction: AtomicRMWInst, version: int) -> None:
    for kind in (*_KINDS, denormal_mode_kind(version)):
        instruction.set_metadata(kind, MDTuple.get(module.context, []))
        if kind not in module.metadata_kinds and kind not in fixed_kinds(version):
            module.metadata_kinds.append(kind)


# --- LLVM 23: `denormal_fpenv` replaced the strings `"denormal-fp-math"` and `"denormal-fp-math-f32"` of functions.

ATTRIBUTE: Final = "denormal_fpenv"
ALL_TYPES: Final = "denormal-fp-math"
FLOAT: Final = "denormal-fp-math-f32"
# The words of the strings, by their numbers in `denormal_fpenv`.
WORDS: Final = ("ieee", "preserve-sign", "positive-zero", "dynamic")


def upgrade_denormal_modes(module: Module, version: int) -> None:
    """Replace the strings of functions; the strings of calls stay (UpgradeFunctionAttributes).

    LLVM 22: declare void @f() "denormal-fp-math"="preserve-sign,preserve-sign"
    LLVM 23: declare void @f() denormal_fpenv(preservesign)
    """
    if version < DENORMAL_MODES_SINCE:
        return
    for function in module.functions:
        attributes = function.attributes
        if attributes is None:
            continue
        own = with_denormal_modes(attributes.function)
        if own is not attributes.function:
            function.attributes = AttributeList(own, attributes.returned, attributes.parameters)


def with_denormal_modes(attributes: AttributeSet) -> AttributeSet:
    """The set with `denormal_fpenv` for the strings that name modes; the others stay."""
    named: list[str] = []
    modes = -1
    modes_of_float = -1
    for attribute in attributes.attributes:
        if attribute.kind is None and attribute.key in (ALL_TYPES, FLOAT):
            found = modes_of_string(attribute.value)
            if found < 0:
                continue
            named.append(attribute.key)
            if attribute.key == FLOAT:
                modes_of_float = found
            else:
                modes = found
    if not named:
        return attributes
    if modes < 0:
        modes = 0
    if modes_of_float < 0:
        modes_of_float = modes
    return attributes.removing(*named).adding(Attribute.of_integer(ATTRIBUTE, modes_of_float << 4 | modes))


def modes_of_string(text: str) -> int:
    """The four bits of `outputs,inputs`; one word, or none, applies to both. -1 for an unknown word.

    LLVM 22: declare void @f() "denormal-fp-math-f32"="preserve-sign,ieee"
    LLVM 23: declare void @f() denormal_fpenv(float: preservesign|ieee)
    """
    outputs, _, inputs = text.partition(",")
    numbers: list[int] = []
    for word in (outputs, inputs or outputs):
        if word and word not in WORDS:
            return -1
        numbers.append(WORDS.index(word) if word else 0)
    return numbers[1] << 2 | numbers[0]


# --- Upgrades older ways of naming sections, whenever a module is read.

_IMPLICIT_SECTION: Final = "implicit-section-name"
_CATEGORIES: Final = "__DATA, __objc_catlist"


def upgrade_sections(module: Module) -> None:
    """Remove the blanks from the section names of Objective-C categories (AutoUpgrade's UpgradeSectionAttributes).

    LLVM 14: @v = global i32 0, section "__DATA, __objc_catlist, regular, no_dead_strip"
    LLVM 15: @v = global i32 0, section "__DATA,__objc_catlist,regular,no_dead_strip"
    """
    for variable in module.global_variables:
        if variable.section.startswith(_CATEGORIES):
            variable.section = ",".join([part.strip() for part in variable.section.split(",")])


def upgrade_implicit_section(function: Function) -> None:
    """Move a function into the section that its attribute names (AutoUpgrade's UpgradeFunctionAttributes)."""
    attributes = function.attributes
    named = None if attributes is None else attributes.function.find(_IMPLICIT_SECTION)
    if attributes is not None and named is not None:
        function.section = named.value
        own = attributes.function.removing(_IMPLICIT_SECTION)
        function.attributes = AttributeList(own, attributes.returned, attributes.parameters)


def upgrade_implicit_sections(module: Module, version: int) -> None:
    """Move all functions into the sections that their attributes name, as the bitcode reader does."""
    if version >= IMPLICIT_SECTIONS_GONE_SINCE:
        for function in module.functions:
            upgrade_implicit_section(function)


# --- Corrects attributes that older LLVMs accepted (AutoUpgrade's UpgradeFunctionAttributes).

_CONSTRAINED: Final = "llvm.experimental.constrained."


def upgrade_functions(module: Module, functions: Sequence[Function], version: int) -> None:
    """Do so for functions and their bodies."""
    # The new list for a list of attributes and a function type.
    known: dict[tuple[AttributeList, FunctionType], AttributeList] = {}
    for function in functions:
        attributes = function.attributes
        is_strict = function.is_declaration or (attributes is not None and "strictfp" in attributes.function)
        upgrade_own(function, version)
        drops_strict = not is_strict and version >= STRICT_CALLS_SINCE
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    if drops_strict and is_strict_call(instruction):
                        instruction.attributes = without_strict(instruction.attributes)
                    _upgrade_call(instruction, version, known)
        upgrade_unsafe_atomics(module, function, version, version)


def upgrade_own(function: Function, version: int) -> None:
    """Remove attributes that the types do not allow from a function without looking at its body."""
    if function.attributes is not None:
        type = function.function_type
        function.attributes = fitting(function.attributes, type.return_type, type.parameters, version)


def _upgrade_call(call: CallBase, version: int, known: dict[tuple[AttributeList, FunctionType], AttributeList]) -> None:
    if call.bundles is not None and version >= ATTACHED_CALLS_SINCE:
        call.bundles = _without_empty_bundles(call.bundles)
    attributes = call.attributes
    if attributes is None:
        return
    type = call.function_type
    key = (attributes, type)
    changed = None if type.is_variadic else known.get(key)
    if changed is None:
        changed = fitting(attributes, call.type, [argument.type for argument in call.arguments], version)
        if not type.is_variadic:
            known[key] = changed
    call.attributes = changed


def _without_empty_bundles(bundles: list[OperandBundle]) -> list[OperandBundle] | None:
    """The bundles without those that name an attached call but have none (UpgradeOperandBundles)."""
    return [bundle for bundle in bundles if bundle.tag != ATTACHED_CALL or bundle.begin != bundle.end] or None


def is_strict_call(call: CallBase) -> bool:
    """Whether a call or its callee has `strictfp`; the calls of constrained floating-point intrinsics do not count."""
    attributes = call.attributes
    callee = call.callee
    if isinstance(callee, Function):
        if callee.name.startswith(_CONSTRAINED):
            return False
        if callee.attributes is not None and "strictfp" in callee.attributes.function:
            return True
    return attributes is not None and "strictfp" in attributes.function


def without_strict(attributes: AttributeList | None) -> AttributeList:
    """The attributes of a strict call as it is in functions that are not strict: `nobuiltin` for `strictfp`."""
    before = attributes or AttributeList()
    own = before.function.removing("strictfp").adding(Attribute.of("nobuiltin"))
    return AttributeList(own, before.returned, before.parameters)


def may_not_fit(attributes: AttributeList) -> bool:
    """Whether a list has attributes of values that some types cannot have."""
    sets = [attributes.returned, *attributes.parameters.values()]
    return any(one.kind is not None and depends_on_type(one.kind.word) for of_value in sets for one in of_value.attributes)


def fitting(attributes: AttributeList, return_type: Type, types: Sequence[Type], version: int) -> AttributeList:
    """The list without the attributes that the types of the result and of the arguments cannot have; itself if it fits."""
    returned = _fitting_set(attributes.returned, return_type, version)
    is_changed = returned is not attributes.returned
    parameters: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        of_type = types[number] if number < len(types) else None
        kept = known if of_type is None else _fitting_set(known, of_type, version)
        is_changed = is_changed or kept is not known
        parameters[number] = kept
    return AttributeList(attributes.function, returned, parameters) if is_changed else attributes


def _fitting_set(attributes: AttributeSet, type: Type, version: int) -> AttributeSet:
    if version < FITTING_SINCE:
        return attributes
    kept = []
    for attribute in attributes.attributes:
        kind = attribute.kind
        if kind is not None:
            if is_incompatible(kind.word, type, version):
                continue
            if kind.word == "range" and version >= RANGES_OF_WIDTH_SINCE:
                from pyllvm.ir.folding.constant_parts import scalar_bits

                if attribute.bit_width != scalar_bits(type):
                    continue
        kept.append(attribute)
    return attributes if len(kept) == len(attributes.attributes) else AttributeSet(kept)
