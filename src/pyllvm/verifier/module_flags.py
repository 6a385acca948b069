"""The rules for module flags: their form, their combinations, and the flags that LLVM knows."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDNode, MDString, ValueAsMetadata, constant_int
from pyllvm.ir.types import INTEGER
from pyllvm.tables import module_flags
from pyllvm.tables.intrinsic_names import LINKER_OPTIONS
from pyllvm.tables.metadata_versions import BUFFER_BOUNDS_FLAGS_SINCE, SIGNED_STRUCTOR_FLAGS_SINCE, WORD_FLAGS_SINCE
from pyllvm.tables.verifier_rules import INTERPOSITION_IS_NUMBER
from pyllvm.tables.verifier_versions import PAIR_OF_FLAGS_SINCE
from pyllvm.verifier.metadata import is_constant
from pyllvm.verifier.state import State

_PAIR: Final = ("aarch64-elf-pauthabi-platform", "aarch64-elf-pauthabi-version")
"""Flags that must both be present or both absent; a flag whose value is -1 or not a number counts as absent (up to LLVM 22)."""
_SIGNED_STRUCTORS: Final = "ptrauth-init-fini"
_DISCRIMINATED_STRUCTORS: Final = "ptrauth-init-fini-address-discrimination"
_NUMBERS: Final = (*_PAIR, _SIGNED_STRUCTORS, _DISCRIMINATED_STRUCTORS)
_BUFFER_BOUNDS: Final = ("amdgpu.buffer.oob.mode", "amdgpu.tbuffer.oob.mode")
_LAST_BUFFER_BOUNDS: Final = 2
_ABI: Final = "target-abi"
_ABSENT: Final = (1 << 64) - 1


def verify_module_flags(state: State) -> None:
    """Check all module flags (visitModuleFlags)."""
    flags = state.module.named_metadata_of(module_flags.MODULE_FLAGS)
    if flags is None:
        return
    seen: dict[str, MDNode] = {}
    requirements: list[MDNode] = []
    for flag in flags.operands:
        state.subject = flag
        _verify_flag(state, flag, seen, requirements)
        if state.version >= SIGNED_STRUCTOR_FLAGS_SINCE:
            _verify_is_number(state, flag)
    if state.version >= SIGNED_STRUCTOR_FLAGS_SINCE and not _verify_signed_structors(state, flags.operands):
        return
    if state.version >= PAIR_OF_FLAGS_SINCE and _has_number(seen, _PAIR[0]) != _has_number(seen, _PAIR[1]):
        state.fail(f"either both or no '{_PAIR[0]}' and '{_PAIR[1]}' module flags must be present")
    for requirement in requirements:
        state.subject = requirement
        name = requirement.operands[0]
        assert isinstance(name, MDString)
        found = seen.get(name.text)
        if found is None:
            state.fail("invalid requirement on flag, flag is not present in module", name)
        elif found.operands[2] is not requirement.operands[1]:
            state.fail("invalid requirement on flag, flag does not have the required value", name)


def _verify_is_number(state: State, flag: MDNode) -> bool:
    """Check that a flag for signed pointers is a number."""
    if len(flag.operands) != 3:
        return True
    name = flag.operands[1]
    if not isinstance(name, MDString) or name.text not in _NUMBERS:
        return True
    return constant_int(flag.operands[2]) is not None or state.fail(f"{name.text}: module flag expects integer value")


def _verify_signed_structors(state: State, flags: list[MDNode]) -> bool:
    """Check the flags for signed pointers to constructors and destructors; of a flag that occurs twice the last value counts."""
    signed = _last_number(flags, _SIGNED_STRUCTORS)
    discriminated = _last_number(flags, _DISCRIMINATED_STRUCTORS)
    if signed > 1:
        return state.fail(f"{_SIGNED_STRUCTORS} must be 0 or 1")
    if discriminated > 1:
        return state.fail(f"{_DISCRIMINATED_STRUCTORS} must be 0 or 1, if set")
    if discriminated and not signed:
        return state.fail(f"{_DISCRIMINATED_STRUCTORS} module flag requires {_SIGNED_STRUCTORS}")
    return True


def _last_number(flags: list[MDNode], name: str) -> int:
    found = 0
    for flag in flags:
        if len(flag.operands) == 3 and isinstance(flag.operands[1], MDString) and flag.operands[1].text == name:
            number = constant_int(flag.operands[2])
            found = found if number is None else number.unsigned
    return found


def _has_number(flags: dict[str, MDNode], name: str) -> bool:
    flag = flags.get(name)
    number = None if flag is None else constant_int(flag.operands[2])
    return number is not None and number.unsigned != _ABSENT


def _verify_flag(state: State, flag: MDNode, seen: dict[str, MDNode], requirements: list[MDNode]) -> bool:
    operands = flag.operands
    if len(operands) != 3:
        return state.fail("incorrect number of operands in module flag", flag)
    behavior = constant_int(operands[0])
    if behavior is None:
        return state.fail("invalid behavior operand in module flag (expected constant integer)", operands[0])
    number = behavior.unsigned
    if (
        not module_flags.ERROR
        <= number
        <= (module_flags.MINIMUM if state.version >= module_flags.MINIMUM_SINCE else module_flags.MAXIMUM)
    ):
        return state.fail("invalid behavior operand in module flag (unexpected constant)", operands[0])
    name = operands[1]
    if not isinstance(name, MDString):
        return state.fail("invalid ID operand in module flag (expected metadata string)", name)
    value = operands[2]
    integer = constant_int(value)
    if number == module_flags.MINIMUM and (integer is None or integer.value < 0):
        return state.fail("invalid value for 'min' module flag (expected constant non-negative integer)", value)
    if number == module_flags.MAXIMUM and integer is None:
        return state.fail("invalid value for 'max' module flag (expected constant integer)", value)
    if number == module_flags.REQUIRE:
        if not isinstance(value, MDNode) or len(value.operands) != 2:
            return state.fail("invalid value for 'require' module flag (expected metadata pair)", value)
        if not isinstance(value.operands[0], MDString):
            return state.fail(
                "invalid value for 'require' module flag (first value operand should be a string)", value.operands[0]
            )
        requirements.append(value)
    elif number in (module_flags.APPEND, module_flags.APPEND_UNIQUE) and not isinstance(value, MDNode):
        return state.fail("invalid value for 'append'-type module flag (expected a metadata node)", value)
    if number != module_flags.REQUIRE:
        if name.text in seen:
            return state.fail("module flag identifiers must be unique (or of 'require' type)", name)
        seen[name.text] = flag
    if state.version >= BUFFER_BOUNDS_FLAGS_SINCE and name.text in _BUFFER_BOUNDS:
        _verify_buffer_bounds(state, name.text, number, integer)
    if state.version >= WORD_FLAGS_SINCE and not _verify_word(state, flag, name.text, number, value):
        return False
    return _verify_known_flag(state, name.text, value, integer)


def _verify_word(state: State, flag: MDNode, name: str, behavior: int, value: object) -> bool:
    """Check a flag whose value is one of a few words, or the name of an ABI."""
    words = module_flags.WORD_FLAGS.get(name)
    if name == _ABI and not (isinstance(value, MDString) and value.text):
        return state.fail("target-abi metadata requires a non-empty string argument", flag)
    if words is None:
        return True
    if behavior != module_flags.ERROR:
        return state.fail(f"{name} module flag must use 'error' merge behavior", flag)
    if not isinstance(value, MDString):
        return state.fail(f"{name} metadata requires a string argument")
    return value.text in words or state.fail(f"invalid {name} metadata value", flag)


def _verify_buffer_bounds(state: State, name: str, behavior: int, value: ConstantInt | None) -> bool:
    """Check a flag for accesses out of the bounds of a buffer."""
    if behavior != module_flags.MAXIMUM:
        return state.fail(f"'{name}' module flag must use 'max' merge behaviour")
    if value is not None and value.unsigned > _LAST_BUFFER_BOUNDS:
        return state.fail(f"'{name}' module flag must be 0, 1, or 2")
    return True


def _verify_known_flag(state: State, name: str, value: object, integer: ConstantInt | None) -> bool:
    if name == "wchar_size" and integer is None:
        return state.fail("wchar_size metadata requires constant integer argument")
    if name == "SemanticInterposition" and integer is None and state.breaks(INTERPOSITION_IS_NUMBER):
        return False
    if name == "Linker Options" and state.module.named_metadata_of(LINKER_OPTIONS) is None:
        return state.fail("'Linker Options' named metadata no longer supported")
    if name == "CG Profile" and isinstance(value, MDNode):
        for entry in value.operands:
            state.subject = entry
            _verify_profile_entry(state, entry)
    return True


def _verify_profile_entry(state: State, entry: object) -> bool:
    if not isinstance(entry, MDNode) or len(entry.operands) != 3:
        return state.fail("expected a MDNode triple", entry)
    for operand in entry.operands[:2]:
        if operand is None:
            continue
        if not isinstance(operand, ValueAsMetadata) or not isinstance(strip_pointer_casts(operand.value), Function):
            state.fail("expected a Function or null", operand)
    count = entry.operands[2]
    if not is_constant(count) or not isinstance(count, ValueAsMetadata) or count.value.type.kind != INTEGER:
        return state.fail("expected an integer constant", count)
    return True
