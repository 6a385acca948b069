"""Globals and nodes that the text uses and does not define.

Of globals, intrinsics need no declaration, and others are declared by their uses, or are errors. With `-allow-incomplete-ir`,
LLVM drops the references to nodes that a module can do without: attachments, and calls of the intrinsics that only describe
(LLParser::dropUnknownMetadataReferences). References in nodes, in named metadata, and in other calls remain, and are errors.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.global_values import replace_placeholder
from pyllvm.assembly.reader.metadata import MetadataTextBuilder
from pyllvm.assembly.reader.metadata_forward import MetadataReference
from pyllvm.assembly.reader.near_miss import MOST_SUGGESTIONS, suggested_name
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import TextError, raise_all
from pyllvm.assembly.reader.values import NO_FUNCTION_TO_EQUAL
from pyllvm.ir.constants import DSO_LOCAL_EQUIVALENT, GlobalReference
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.metadata import Attachment, DebugRecord, MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import FUNCTION, FunctionType, Type
from pyllvm.ir.value import User, Value
from pyllvm.tables.intrinsic_names import ADDRESS_INTRINSIC, DEBUG_INTRINSICS, NOALIAS_SCOPE, PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.text_versions import (
    DECLARED_BY_USE_SINCE,
    RECORDS_LOSE_LOCATIONS_SINCE,
    UNKNOWN_INTRINSICS_REFUSED_SINCE,
    UPGRADED_UNDECLARED_SINCE,
)

_DROPPED_INTRINSICS: Final = frozenset((*DEBUG_INTRINSICS, ADDRESS_INTRINSIC, NOALIAS_SCOPE))


@final
class UndeclaredGlobals:
    """Resolves the forward references that remain at the end of the module."""

    def __init__(self, state: State) -> None:
        self.state: Final = state

    def finish(self) -> None:
        """Declare what needs no declaration, and refuse the rest."""
        state = self.state
        self._make_equivalents()
        self._declare_intrinsics()
        if state.allows_incomplete:
            self._declare_incomplete()
        undefined: list[TextError] = []
        for key_name in sorted(state.forward_globals):
            text = f"use of undefined value '@{text_of_bytes(key_name)}'"
            meant = suggested_name("@", key_name, state.globals) if len(undefined) < MOST_SUGGESTIONS else None
            undefined.append(TextError(state.forward_globals[key_name].start, text, meant))
        for number in sorted(state.forward_numbered_globals):
            text = f"use of undefined value '@{number}'"
            undefined.append(TextError(state.forward_numbered_globals[number].start, text))
        raise_all(undefined)

    def _make_equivalents(self) -> None:
        """Make the `dso_local_equivalent` of functions that were defined later; refuse it for other values."""
        state = self.state
        for key in sorted(state.equivalents):
            name, number = key
            start = state.equivalents[key].start
            found = state.globals.get(name) if name else state.numbered_globals.get(number)
            if found is None:
                state.error(start, f"unknown function '{text_of_bytes(name)}' referenced by dso_local_equivalent")
            if not isinstance(found, GlobalValue) or found.value_type.kind != FUNCTION:
                state.error(start, NO_FUNCTION_TO_EQUAL)
            made = GlobalReference.get(found.type, DSO_LOCAL_EQUIVALENT, found)
            replace_placeholder(state.equivalents[key].placeholder, made, state)

    def _declare_intrinsics(self) -> None:
        """Since LLVM 18, intrinsics that are only called need neither a declaration nor the types at the end of their names.

        LLVM 18 accepts any name with their prefix, but only for one function.
        """
        state = self.state
        if state.version < DECLARED_BY_USE_SINCE:
            return
        for key in sorted(state.forward_globals):
            name = text_of_bytes(key)
            if not name.startswith(PREFIX):
                continue
            forward = state.forward_globals[key]
            if state.version == DECLARED_BY_USE_SINCE:
                common = _common_function_type(forward.placeholder)
                if common is not None:
                    replace_placeholder(forward.placeholder, self._intrinsic(name, forward.placeholder.type, common), state)
                    del state.forward_globals[key]
                continue
            is_known = is_intrinsic(name, state.version)
            if not is_known and state.version < UPGRADED_UNDECLARED_SINCE:
                if state.version >= UNKNOWN_INTRINSICS_REFUSED_SINCE:
                    state.error(forward.start, f"unknown intrinsic '{name}'")
                continue
            # One name may refer to several functions: each call gets its own, starting with the newest call.
            pairs = forward.placeholder.known_pairs or []
            while pairs:
                user: User = pairs[-2]
                number: int = pairs[-1]
                if not isinstance(user, CallBase) or number != len(user.operands) - 1:
                    state.error(forward.start, "intrinsic can only be used as callee")
                from pyllvm.ir.intrinsics.signatures import signature

                expected = signature(name, state.version)
                if not is_known or (expected is not None and expected.match(user.function_type).mismatch):
                    if state.version >= UPGRADED_UNDECLARED_SINCE and _is_upgraded(state, name, user):
                        continue
                    state.error(forward.start, "invalid intrinsic signature" if is_known else f"unknown intrinsic '{name}'")
                declaration = self._intrinsic(name, forward.placeholder.type, user.function_type)
                del pairs[-2:]
                user.operands[number] = declaration
                declaration.append_use(user, number)
            del state.forward_globals[key]

    def _declare_incomplete(self) -> None:
        """Declare undeclared globals by their uses."""
        state = self.state
        for key in sorted(state.forward_globals):
            name = text_of_bytes(key)
            if name.startswith(PREFIX):
                continue
            placeholder = state.forward_globals.pop(key).placeholder
            common = _common_function_type(placeholder)
            declaration: GlobalValue
            if common is not None:
                declaration = Function(placeholder.type, common, name)
            else:
                declaration = GlobalVariable(placeholder.type, state.context.integer(8), name, False)
            state.module.add(declaration)
            state.globals[key] = declaration
            replace_placeholder(placeholder, declaration, state)

    def _intrinsic(self, name: str, type: Type, function_type: FunctionType) -> Value:
        """The declaration of the intrinsic with this name and type; it is created if it does not exist."""
        module = self.state.module
        wanted = mangled_intrinsic_name(name, function_type, self.state.version, module) or name
        known = module.get(wanted)
        if known is not None:
            return known
        function = Function(type, function_type, wanted)
        module.add(function)
        self.state.globals[wanted.encode("utf-8", "surrogateescape")] = function
        return function


def _common_function_type(value: Value) -> FunctionType | None:
    """The function type of all calls of `value`, if it is only called, and always with the same type."""
    common: FunctionType | None = None
    for use in value.known_uses:
        user = use.user
        if not isinstance(user, CallBase) or use.index != len(user.operands) - 1:
            return None
        if common is not None and user.function_type is not common:
            return None
        common = user.function_type
    return common


def _is_upgraded(state: State, name: str, call: CallBase) -> bool:
    """Whether a call of an intrinsic that older LLVMs have was upgraded."""
    from pyllvm.migrations.on_reading.intrinsics import upgrade_undeclared  # few texts have such calls

    return upgrade_undeclared(state.module, name, call, state.version)


def drop_unknown_metadata(module: Module, metadata: MetadataTextBuilder) -> None:
    """Drop attachments of undefined nodes, and intrinsics that describe something by them."""
    used: set[int] = set()
    for variable in module.global_variables:
        variable.attachments[:] = _known(variable.attachments)
    for function in module.functions:
        function.attachments[:] = _known(function.attachments)
        for block in function.blocks:
            _drop_in_block(block, module.llvm_version, used)
    attachments = metadata.attachments
    attachments.attached[:] = _known(attachments.attached)
    attachments.access_tags[:] = _known(attachments.access_tags)
    attachments.assigned[:] = [(user, node) for user, node in attachments.assigned if not _is_unknown(node)]
    kept = [instruction.debug_location is not None for instruction in attachments.located]
    attachments.located[:] = [one for one, is_kept in zip(attachments.located, kept, strict=True) if is_kept]
    attachments.located_at[:] = [one for one, is_kept in zip(attachments.located_at, kept, strict=True) if is_kept]
    for node in metadata.nodes:
        for part in node.operands:
            _add_if_unknown(part, used)
    for named in metadata.named:
        for member in named.operands:
            _add_if_unknown(member, used)
    metadata.pending_operands[:] = [operand for operand in metadata.pending_operands if not _is_unknown(operand.metadata)]
    metadata.forward.forget_unused(used)


def _drop_in_block(block: BasicBlock, version: int, used: set[int]) -> None:
    for instruction in list(block.instructions):
        _drop_attachments(instruction)
        for record in instruction.debug_records or ():
            _examine_record(record, version, used)
        if _is_dropped(instruction):
            instruction.erase()
            continue
        for operand in instruction.operands:
            if isinstance(operand, MetadataAsValue):
                _add_if_unknown(operand.metadata, used)
    for record in block.trailing_debug_records or ():
        _examine_record(record, version, used)


def _is_unknown(node: object) -> bool:
    return isinstance(node, MetadataReference) and node.definition is None


def _add_if_unknown(node: object, used: set[int]) -> None:
    if isinstance(node, MetadataReference) and node.definition is None:
        used.add(node.number)


def _known(attachments: list[Attachment]) -> list[Attachment]:
    return [attachment for attachment in attachments if not _is_unknown(attachment.node)]


def _drop_attachments(instruction: Instruction) -> None:
    if _is_unknown(instruction.debug_location):
        instruction.debug_location = None
    if instruction.attachments:
        instruction.attachments = _known(instruction.attachments) or None


def _is_dropped(instruction: Instruction) -> bool:
    """Whether a call only describes something, and by a node that is not defined."""
    if not isinstance(instruction, CallInst):
        return False
    callee = instruction.callee
    if not isinstance(callee, Function) or callee.function_type is not instruction.function_type:
        return False
    if callee.name not in _DROPPED_INTRINSICS:
        return False
    return any(isinstance(operand, MetadataAsValue) and _is_unknown(operand.metadata) for operand in instruction.operands)


def _examine_record(record: DebugRecord, version: int, used: set[int]) -> None:
    if version >= RECORDS_LOSE_LOCATIONS_SINCE and _is_unknown(record.debug_location):
        record.debug_location = None
    for part in (
        record.location,
        record.variable,
        record.expression,
        record.assign_id,
        record.address,
        record.address_expression,
        record.debug_location,
    ):
        _add_if_unknown(part, used)
