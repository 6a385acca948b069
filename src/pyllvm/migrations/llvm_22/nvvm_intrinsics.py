"""LLVM 21 and 22: NVPTX's intrinsics `fabs` and `ex2.approx` are overloaded, and its reducing barriers are `barrier.cta.red.*`.

The way up is in `on_reading.nvvm_instructions`: LLVM goes it whenever it reads a module. An older LLVM that meets a new name
takes it for a function elsewhere.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantExpr, ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst, CastInst, CmpInst
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import (
    declared_intrinsic,
    remove_function,
    replace_call,
    replace_with_instructions,
)
from pyllvm.migrations.on_reading.nvvm_instructions import COPIES, SHARED, TENSOR_COPIES
from pyllvm.tables.opcodes import ZEXT
from pyllvm.tables.predicates import ICMP_NUMBERS
from pyllvm.tables.reading_versions import CLUSTER_POINTERS_SINCE

_PREFIX: Final = "llvm.nvvm."
# name: the older name, which reduces at barrier 0 alone, over numbers that are 0 or not
_REDUCING: Final[dict[str, str]] = {
    "barrier.cta.red.and.aligned.all": "barrier0.and",
    "barrier.cta.red.or.aligned.all": "barrier0.or",
    "barrier.cta.red.popc.aligned.all": "barrier0.popc",
}
# name: the older name of the same
_RENAMED: Final[dict[str, str]] = {
    "ex2.approx.f32": "ex2.approx.f",
    "ex2.approx.f64": "ex2.approx.d",
    "ex2.approx.v2f16": "ex2.approx.f16x2",
    "ex2.approx.ftz.f32": "ex2.approx.ftz.f",
    "ex2.approx.ftz.v2f16": "ex2.approx.ftz.f16x2",
    "fabs.f32": "fabs.f",
    "fabs.f64": "fabs.d",
    "fabs.ftz.f32": "fabs.ftz.f",
}


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Call the intrinsics by the names of LLVM `version`; what has none stays."""
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith(_PREFIX):
            continue
        name = function.name.removeprefix(_PREFIX)
        if version < CLUSTER_POINTERS_SINCE and (name in COPIES or name in TENSOR_COPIES):
            _plain_copies(module, function, name, version)
            continue
        if signature(function.name, version) is not None:
            continue
        if name in _RENAMED:
            older = _PREFIX + _RENAMED[name]
            if signature(older, version) is not None and module.get(older) is None:
                function.name = older
        elif name in _REDUCING:
            for call in function.users:
                if isinstance(call, CallBase) and call.callee is function and _is_of_first(call):
                    _reduce(module, call, _PREFIX + _REDUCING[name], version)
            if not function.has_uses:
                remove_function(module, function)


def _plain_copies(module: Module, function: Function, name: str, version: int) -> None:
    """Copies whose pointer into the cluster's memory comes from the block's own, and that name no group, have an older form."""
    context = module.context
    is_tensor = name in TENSOR_COPIES
    for call in [user for user in function.users if isinstance(user, CallInst) and user.callee is function]:
        arguments = call.arguments
        pointer = _cast_pointer(arguments[0])
        if is_tensor:
            group = arguments.pop()
            if not isinstance(group, ConstantInt) or group.value:
                continue
        if pointer is None:
            continue
        arguments[0] = pointer
        type = context.function(context.void, [argument.type for argument in arguments])
        older = declared_intrinsic(module, function.name, type, version)
        made = replace_call(call, older, arguments)
        made.tail_kind = call.tail_kind
    if not function.has_uses:
        remove_function(module, function)


def _cast_pointer(pointer: Value) -> Value | None:
    """The pointer that was cast to a pointer into a cluster's memory, if it points into the block's memory."""
    if isinstance(pointer, CastInst) or (isinstance(pointer, ConstantExpr) and pointer.opcode == "addrspacecast"):
        source = pointer.operands[0]
        if isinstance(source.type, PointerType) and source.type.address_space == SHARED:
            return source
    return None


def _is_of_first(call: CallBase) -> bool:
    number = call.operands[0]
    return isinstance(number, ConstantInt) and number.value == 0


def _reduce(module: Module, call: CallBase, name: str, version: int) -> None:
    """The older reduction takes a number in place of a truth value, and returns one."""
    integer = module.context.integer(32)
    value = CastInst(ZEXT, call.operands[1], integer)
    older = declared_intrinsic(module, name, module.context.function(integer, [integer]), version)
    made = CallInst(older.function_type, older, [value])
    instructions: list[Instruction] = [value, made]
    if call.type is not integer:
        instructions.append(CmpInst(ICMP_NUMBERS["ne"], made, ConstantInt.get(integer, 0), call.type))
    instructions[-1].put_name(call.name)
    replace_with_instructions(call, instructions)
