"""LLVM 13: a bundle `clang.arc.attachedcall` ties a call to a function of Objective-C's run time that takes the result.

LLVM 14 and newer name the function in the bundle, and LLVM 13 has a number for it. For LLVM 12 and older, clang wrote a call of
the function behind the call.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.editing.signatures import remove_bundles
from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst, CastInst, InvokeInst
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_call, remove_function
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.metadata_kinds import ATTACHED_CALL
from pyllvm.tables.opcodes import BITCAST

# It only keeps a result alive up to the attached call.
_NO_OPERATION: Final = "llvm.objc.clang.arc.noop.use"
_NUMBERED: Final = ("llvm.objc.retainAutoreleasedReturnValue", "llvm.objc.unsafeClaimAutoreleasedReturnValue")


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Put the calls behind what they were attached to."""
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions[:]:
                if isinstance(instruction, CallBase) and instruction.bundles is not None:
                    _detach(module, instruction, version)
    unused = module.get(_NO_OPERATION)
    if isinstance(unused, Function):
        for user in unused.users[:]:
            if isinstance(user, CallInst) and user.callee is unused:
                remove_call(user)
        if not unused.has_uses:
            remove_function(module, unused)


def _detach(module: Module, call: CallBase, version: int) -> None:
    for number, bundle in enumerate(call.bundles or ()):
        if bundle.tag != ATTACHED_CALL or bundle.end != bundle.begin + 1:
            continue
        attached = _attached(module, call.operands[bundle.begin], version)
        if attached is not None and _call_behind(call, attached):
            remove_bundles(call, (number,))
        return


def _attached(module: Module, named: Value, version: int) -> Function | None:
    """The function that a bundle names, or numbers; None if this LLVM does not have it."""
    if isinstance(named, ConstantInt):
        name = _NUMBERED[named.value] if named.value < len(_NUMBERED) else ""
        if not is_intrinsic(name, version):
            return None
        byte = module.context.pointer_to(module.context.integer(8))
        return declared_intrinsic(module, name, module.context.function(byte, [byte]), version)
    found = strip_pointer_casts(named)
    if not isinstance(found, Function) or (found.name.startswith("llvm.") and not is_intrinsic(found.name, version)):
        return None
    return found


def _call_behind(call: CallBase, attached: Function) -> bool:
    """Call the function with the result of a call; whether there is a place for it."""
    block = call.parent
    if isinstance(call, InvokeInst):
        block = call.normal_block if isinstance(call.normal_block, BasicBlock) else None
        if block is None or block.single_predecessor is not call.parent:
            return False
    elif not isinstance(call, CallInst):
        return False
    parameters = attached.function_type.parameters
    if block is None or len(parameters) != 1:
        return False
    before = block.first_insertion_point
    at = block.index_of(call) + 1 if isinstance(call, CallInst) else 0 if before is None else block.index_of(before)
    argument: CallBase | CastInst = call
    if call.type is not parameters[0]:
        argument = CastInst(BITCAST, call, parameters[0])
        block.splice(at, 0, [argument])
        at += 1
    made = CallInst(attached.function_type, attached, [argument])
    made.debug_location = call.debug_location
    block.splice(at, 0, [made])
    return True
