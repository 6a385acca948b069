"""Turns calls of `llvm.dbg.value` and its like into debug records, as LLVM does with every module that it reads since LLVM 19."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from pyllvm.ir.constants import is_null
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.intrinsics.intrinsic_attributes import set_intrinsic_attributes
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_LABEL,
    DBG_VALUE,
    NO_VARIABLE,
    DebugRecord,
    DIArgList,
    MDNode,
    Metadata,
    MetadataAsValue,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import METADATA, VOID
from pyllvm.ir.value import drop_all_operands
from pyllvm.tables.intrinsic_names import ASSIGN_INTRINSIC, DEBUG_INTRINSICS, DECLARE_INTRINSIC, LABEL_INTRINSIC, VALUE_INTRINSIC
from pyllvm.tables.reading_versions import RECORDS_BEFORE_CHECK_SINCE

"""Intrinsics whose calls make LLVM's parser see the old form of debug information; llvm.dbg.label does not."""
_KINDS: Final = {
    VALUE_INTRINSIC: DBG_VALUE,
    DECLARE_INTRINSIC: DBG_DECLARE,
    ASSIGN_INTRINSIC: DBG_ASSIGN,
    LABEL_INTRINSIC: DBG_LABEL,
}
_OPERANDS: Final = {DBG_VALUE: 3, DBG_DECLARE: 3, DBG_ASSIGN: 6, DBG_LABEL: 1}
# The operands behind the variable that are nodes: the expression; the identity and the second expression of an assignment.
_NODES: Final = (2, 3, 5)


def remove_unused_declarations(module: Module) -> None:
    """Remove the debug intrinsics that nothing calls (Module::removeDebugIntrinsicDeclarations)."""
    for name in DEBUG_INTRINSICS:
        declared = module.get(name)
        if isinstance(declared, Function) and not declared.has_uses:
            module.take_out(declared)


def drop_value_offsets(module: Module) -> None:
    """Drop the offset operand of LLVM 5 from calls of llvm.dbg.value; drop calls whose offset is not 0 (UpgradeIntrinsicCall)."""
    old = module.get(VALUE_INTRINSIC)
    if not isinstance(old, Function) or len(old.function_type.parameters) != _OPERANDS[DBG_VALUE] + 1:
        return
    parameters = old.function_type.parameters
    context = module.context
    function_type = context.function(old.function_type.return_type, [parameters[0], *parameters[2:]])
    pointer = context.pointer_to(function_type) if module.has_typed_pointers else context.pointer()
    module.take_out(old)
    new = Function(pointer, function_type, old.name)
    module.add(new)
    set_intrinsic_attributes(new, module.llvm_version)
    for user in old.users:
        if not isinstance(user, CallInst) or user.parent is None or user.callee is not old:
            continue
        body = user.parent.instructions
        at = body.index(user)
        if is_null(user.operands[1]):
            call = CallInst(function_type, new, [user.operands[0], *user.operands[2:4]])
            call.parent = user.parent
            call.debug_location = user.debug_location
            body[at] = call
        else:
            del body[at]
        user.drop_operands()


def make_debug_records(module: Module) -> list[tuple[CallInst, DebugRecord]]:
    """Replace every debug intrinsic call by a record before the next instruction; return each call with its record."""
    kinds = {function: kind for function, kind in declared_debug_intrinsics(module).items() if function.has_uses}
    made: list[tuple[CallInst, DebugRecord]] = []
    if not kinds:
        return made
    blocks: dict[BasicBlock, None] = {}
    for function in kinds:
        for user in function.users:
            if isinstance(user, CallInst) and user.parent is not None:
                blocks[user.parent] = None
    for block in blocks:
        _convert(block, kinds, made, module.llvm_version)
    if module.llvm_version >= RECORDS_BEFORE_CHECK_SINCE:
        _note_creation(module, kinds, dict(made))
    drop_all_operands({call: None for call, _ in made})
    return made


def _note_creation(module: Module, kinds: Collection[Function], records: Mapping[CallInst, DebugRecord]) -> None:
    """Note in which order LLVM makes records: one intrinsic after the other, and the last call of each first."""
    number = 0
    for function in module.functions:
        if function in kinds:
            for user in function.users:
                record = records.get(user) if isinstance(user, CallInst) else None
                if record is not None:
                    number += 1
                    record._creation = number


def declared_debug_intrinsics(module: Module) -> dict[Function, str]:
    """The debug intrinsics of a module, each with the kind of the records that replace its calls."""
    kinds: dict[Function, str] = {}
    for name, kind in _KINDS.items():
        function = module.get(name)
        if isinstance(function, Function):
            kinds[function] = kind
    return kinds


def intrinsics_of_records(module: Module) -> dict[Function, str]:
    """The debug intrinsics of a module that have their usual types. Calls of others may stay calls."""
    return {
        function: kind
        for function, kind in declared_debug_intrinsics(module).items()
        if not function.function_type.is_variadic
        and [type.kind for type in function.function_type.parameters] == [METADATA] * _OPERANDS[kind]
        and function.function_type.return_type.kind == VOID
    }


def make_record(kind: str, operands: Sequence[Metadata | None], location: MDNode | None) -> DebugRecord:
    """The record for a call with these operands, of which the one with the variable or label is not None."""
    variable = operands[0 if kind == DBG_LABEL else 1] or NO_VARIABLE
    if kind == DBG_LABEL:
        return DebugRecord(kind, None, variable, None, location)
    record = DebugRecord(kind, operands[0], variable, operands[2], location)
    if kind == DBG_ASSIGN:
        record.assign_id = operands[3]
        record.address = operands[4]
        record.address_expression = operands[5]
    return record


def drop_unused_declarations(module: Module) -> None:
    """Remove the declarations of debug intrinsics if nothing uses any of them (Module::removeDebugIntrinsicDeclarations)."""
    declared = [function for name in DEBUG_INTRINSICS if isinstance(function := module.get(name), Function)]
    if not any(function.has_uses for function in declared):
        for function in declared:
            module.take_out(function)


def drop_defined_intrinsics(module: Module) -> None:
    """Remove functions with a debug intrinsic's name and a body: LLVM since 19 upgrades their calls and drops the function."""
    for name in DEBUG_INTRINSICS:
        function = module.get(name)
        if isinstance(function, Function) and not function.is_declaration and not function.has_uses:
            module.take_out(function)
            for block in function.blocks:
                for instruction in block.instructions:
                    instruction.drop_operands()


def _convert(block: BasicBlock, kinds: dict[Function, str], made: list[tuple[CallInst, DebugRecord]], version: int) -> None:
    pending: list[DebugRecord] = []
    kept = []
    for instruction in block.instructions:
        called = instruction.callee if isinstance(instruction, CallInst) else None
        kind = kinds.get(called) if isinstance(called, Function) else None
        if kind is not None and isinstance(instruction, CallInst):
            operands = _operands(instruction, kind, version)
            if operands is not None:
                pending.extend(instruction.debug_records or ())
                record = make_record(kind, operands, instruction.debug_location)
                made.append((instruction, record))
                pending.append(record)
                continue
        if pending:
            instruction.debug_records = [*(instruction.debug_records or []), *pending]
            pending = []
        kept.append(instruction)
    if pending:
        block.trailing_debug_records = pending
    block.instructions = kept


def _operands(call: CallInst, kind: str, version: int) -> list[Metadata | None] | None:
    """The metadata operands of a call; None if they are not those that the intrinsic takes, or lack the variable."""
    arguments = call.arguments
    count = _OPERANDS[kind]
    found = [argument.metadata if isinstance(argument, MetadataAsValue) else None for argument in arguments[:count]]
    found.extend([None] * (count - len(found)))
    if version < RECORDS_BEFORE_CHECK_SINCE:
        return None if len(arguments) != count or None in found else found
    if kind == DBG_LABEL and found[0] is None:
        return None
    for index in _NODES:
        if index < count and (not isinstance(found[index], MDNode) or isinstance(found[index], DIArgList)):
            found[index] = None
    return found
