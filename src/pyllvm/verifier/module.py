"""The verifier as a whole, and the rules for what belongs to the module: its flags, named metadata, compile units."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDNode, MDString, NamedMDNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import INTEGER
from pyllvm.verifier.debug_nodes import is_kind
from pyllvm.verifier.function import verify_function
from pyllvm.verifier.globals import strip_casts, verify_alias, verify_ifunc, verify_variable
from pyllvm.verifier.metadata import constant_int, is_constant, visit_node
from pyllvm.verifier.non_integral_pointers import verify_non_integral_pointers
from pyllvm.verifier.state import Failure, State

# How module flags of one name are put together.
_ERROR: Final = 1
_REQUIRE: Final = 3
_APPEND: Final = 5
_APPEND_UNIQUE: Final = 6
_MAXIMUM: Final = 7
_MINIMUM: Final = 8


def verify(module: Module, reads_bodies: bool = True) -> list[Failure]:
    """The rules that a module breaks, in LLVM's order; none if all is well.

    Bodies that are not read yet are read, or left out where `reads_bodies` says so.
    """
    state = State(module)
    for function in module.functions:
        if reads_bodies or function.is_materialized:
            verify_function(state, function)
    _verify_recovered_counts(state)
    for variable in module.global_variables:
        verify_variable(state, variable)
    for alias in module.aliases:
        verify_alias(state, alias)
    for ifunc in module.ifuncs:
        verify_ifunc(state, ifunc)
    for named in module.named_metadata:
        _verify_named_metadata(state, named)
    _verify_flags(state)
    _verify_strings(state, "llvm.ident")
    _verify_strings(state, "llvm.commandline")
    _verify_compile_units(state)
    _verify_deoptimize(state)
    verify_non_integral_pointers(state)
    return state.failures


def _verify_recovered_counts(state: State) -> None:
    for function, count in state.recovered_counts.items():
        if count > state.escaped_counts.get(function, 0):
            state.fail(
                "all indices passed to llvm.localrecover must be less than the number of arguments passed to "
                "llvm.localescape in the parent function",
                function,
            )
            return


def _verify_named_metadata(state: State, named: NamedMDNode) -> bool:
    if named.name.startswith("llvm.dbg.") and named.name != "llvm.dbg.cu":
        return state.fail_debug("unrecognized named metadata node in the llvm.dbg namespace", named)
    for node in named.operands:
        if named.name == "llvm.dbg.cu" and not is_kind(node, "DICompileUnit"):
            return state.fail_debug("invalid compile unit", named, node)
        visit_node(state, node, True)
    return True


def _verify_strings(state: State, name: str) -> bool:
    named = state.module.named_metadata_of(name)
    if named is None:
        return True
    for node in named.operands:
        if len(node.operands) != 1:
            return state.fail(f"incorrect number of operands in {name} metadata", node)
        if not isinstance(node.operands[0], MDString):
            return state.fail(
                f"invalid value for {name} metadata entry operand(the operand should be a string)", node.operands[0]
            )
    return True


def _verify_flags(state: State) -> None:
    flags = state.module.named_metadata_of("llvm.module.flags")
    if flags is None:
        return
    seen: dict[str, MDNode] = {}
    requirements: list[MDNode] = []
    for flag in flags.operands:
        _verify_flag(state, flag, seen, requirements)
    if state.version >= 19:
        words = ("aarch64-elf-pauthabi-platform", "aarch64-elf-pauthabi-version")
        if (words[0] in seen) != (words[1] in seen):
            state.fail(f"either both or no '{words[0]}' and '{words[1]}' module flags must be present")
    for requirement in requirements:
        name = requirement.operands[0]
        assert isinstance(name, MDString)
        found = seen.get(name.text)
        if found is None:
            state.fail("invalid requirement on flag, flag is not present in module", name)
        elif found.operands[2] is not requirement.operands[1]:
            state.fail("invalid requirement on flag, flag does not have the required value", name)


def _verify_flag(state: State, flag: MDNode, seen: dict[str, MDNode], requirements: list[MDNode]) -> bool:
    operands = flag.operands
    if len(operands) != 3:
        return state.fail("incorrect number of operands in module flag", flag)
    behavior = constant_int(operands[0])
    if behavior is None:
        return state.fail("invalid behavior operand in module flag (expected constant integer)", operands[0])
    number = behavior.value
    if not _ERROR <= number <= (_MINIMUM if state.version >= 15 else _MAXIMUM):
        return state.fail("invalid behavior operand in module flag (unexpected constant)", operands[0])
    name = operands[1]
    if not isinstance(name, MDString):
        return state.fail("invalid ID operand in module flag (expected metadata string)", name)
    value = operands[2]
    integer = constant_int(value)
    if number == _MINIMUM and (integer is None or integer.value < 0):
        return state.fail("invalid value for 'min' module flag (expected constant non-negative integer)", value)
    if number == _MAXIMUM and integer is None:
        return state.fail("invalid value for 'max' module flag (expected constant integer)", value)
    if number == _REQUIRE:
        if not isinstance(value, MDNode) or len(value.operands) != 2:
            return state.fail("invalid value for 'require' module flag (expected metadata pair)", value)
        if not isinstance(value.operands[0], MDString):
            return state.fail(
                "invalid value for 'require' module flag (first value operand should be a string)", value.operands[0]
            )
        requirements.append(value)
    elif number in (_APPEND, _APPEND_UNIQUE) and not isinstance(value, MDNode):
        return state.fail("invalid value for 'append'-type module flag (expected a metadata node)", value)
    if number != _REQUIRE:
        if name.text in seen:
            return state.fail("module flag identifiers must be unique (or of 'require' type)", name)
        seen[name.text] = flag
    return _verify_known_flag(state, name.text, value, integer)


def _verify_known_flag(state: State, name: str, value: object, integer: ConstantInt | None) -> bool:
    if name == "wchar_size" and integer is None:
        return state.fail("wchar_size metadata requires constant integer argument")
    if name == "SemanticInterposition" and integer is None and state.version >= 11:
        return state.fail("SemanticInterposition metadata requires constant integer argument")
    if name == "Linker Options" and state.module.named_metadata_of("llvm.linker.options") is None:
        return state.fail("'Linker Options' named metadata no longer supported")
    if name == "CG Profile" and isinstance(value, MDNode):
        for entry in value.operands:
            _verify_profile_entry(state, entry)
    return True


def _verify_profile_entry(state: State, entry: object) -> bool:
    if not isinstance(entry, MDNode) or len(entry.operands) != 3:
        return state.fail("expected a MDNode triple", entry)
    for one in entry.operands[:2]:
        if one is None:
            continue
        if not isinstance(one, ValueAsMetadata) or not isinstance(strip_casts(one.value), Function):
            state.fail("expected a Function or null", one)
    count = entry.operands[2]
    if not is_constant(count) or not isinstance(count, ValueAsMetadata) or count.value.type.kind != INTEGER:
        return state.fail("expected an integer constant", count)
    return True


def _verify_compile_units(state: State) -> bool:
    named = state.module.named_metadata_of("llvm.dbg.cu")
    listed: set[MDNode] = set() if named is None else set(named.operands)
    for unit in state.compile_units:
        if unit not in listed:
            return state.fail_debug("DICompileUnit not listed in llvm.dbg.cu", unit)
    return True


def _verify_deoptimize(state: State) -> bool:
    first: Function | None = None
    for function in state.module.functions:
        if not function.name.startswith("llvm.experimental.deoptimize"):
            continue
        if first is None:
            first = function
        elif first.calling_convention != function.calling_convention:
            return state.fail(
                "All llvm.experimental.deoptimize declarations must have the same calling convention", first, function
            )
    return True
