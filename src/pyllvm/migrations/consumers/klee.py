"""KLEE, the symbolic executor: it has no `freeze`, and runs only some of LLVM's intrinsics, by the rows of `tables.klee`."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.equivalents.instruction_list import InstructionList, integer
from pyllvm.migrations.equivalents.intrinsics import replace_intrinsic
from pyllvm.migrations.equivalents.library_calls import SUFFIXES, declared_function
from pyllvm.migrations.llvm_10 import downgrade_freeze as erase_freezes
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_call, remove_function, replace_call, replace_with_instructions
from pyllvm.notation import Final
from pyllvm.tables import klee
from pyllvm.tables.opcodes import AND, COMMUTATIVE, LSHR, OPCODES_BY_NAME, OR, SHL


def prepare(module: Module, version: int, losses: Losses) -> None:
    """Replace what KLEE does not run, where there is something that does the same."""
    erase_freezes(module, version, losses)
    for function in list(module.functions):
        if function.is_declaration and function.is_intrinsic and not function.name.startswith(klee.RUN):
            _replace_calls(module, function, version)


def _replace_calls(module: Module, function: Function, version: int) -> None:
    calls = [user for user in reversed(function.users) if isinstance(user, CallInst) and user.callee is function]
    for call in calls:
        if function.name.startswith(klee.THEIR_OPERAND):
            call.move_uses_to(call.operands[0])
            remove_call(call)
        elif function.name.startswith(klee.NOTHING):
            remove_call(call)
        elif not _call_library(module, call, function.name) and not replace_arithmetic(
            InstructionList(module, version), call, function.name
        ):
            replace_intrinsic(module, call, function.name, version)
    if not function.has_uses:
        remove_function(module, function)


def _call_library(module: Module, call: CallInst, name: str) -> bool:
    """Call the C library's function for a scalar."""
    for beginning, function in klee.LIBRARY.items():
        suffix = SUFFIXES.get(str(call.operands[0].type)) if name.startswith(beginning) else None
        if suffix is None:
            continue
        callee = declared_function(module, function + suffix, call.type, [argument.type for argument in call.arguments])
        if callee is None:
            return False
        made = replace_call(call, callee, call.arguments)
        made.flags = call.flags
        return True
    return False


_REDUCTION: Final = "llvm.vector.reduce."
_REVERSAL: Final = "llvm.bitreverse."
_ORDERED: Final = ("fadd", "fmul")
_COMPARED: Final[dict[str, str]] = {"smax": "sgt", "smin": "slt", "umax": "ugt", "umin": "ult"}


def replace_arithmetic(made: InstructionList, call: CallInst, name: str) -> bool:
    """Replace a call of the intrinsic with this name, if it is one of these; whether it was."""
    result: Value | None = None
    if name.startswith(_REDUCTION):
        result = _reduced(made, call, name.removeprefix(_REDUCTION).partition(".")[0])
    elif name.startswith(_REVERSAL):
        result = _reversed(made, call.operands[0])
    if result is None:
        return False
    result.put_name(call.name)
    replace_with_instructions(call, made.instructions)
    return True


def _reduced(made: InstructionList, call: CallInst, operation: str) -> Value | None:
    """One element after the other: the order that the intrinsics on floating-point numbers ask for."""
    vector = call.operands[1 if operation in _ORDERED else 0]
    type = vector.type
    if not isinstance(type, VectorType) or type.is_scalable or not (operation in COMMUTATIVE or operation in _COMPARED):
        return None
    result: Value = call.operands[0] if operation in _ORDERED else made.extract(vector, 0)
    for index in range(0 if operation in _ORDERED else 1, type.count):
        element = made.extract(vector, index)
        if operation in _COMPARED:
            result = made.select(made.compare(_COMPARED[operation], result, element), result, element)
        else:
            result = made.binary(OPCODES_BY_NAME[operation], result, element)
    return result


def _reversed(made: InstructionList, value: Value) -> Value | None:
    """Swap halves, then their halves, down to single bits, in an integer whose width is a power of two."""
    type = value.type
    if not isinstance(type, IntegerType) or type.width & (type.width - 1) or type.width < 2:
        return None
    width = type.width // 2
    while width:
        low = sum(((1 << width) - 1) << place for place in range(0, type.width, 2 * width))
        count = integer(type, width)
        mask = integer(type, low)
        upper = made.binary(AND, made.binary(LSHR, value, count), mask)
        lower = made.binary(SHL, made.binary(AND, value, mask), count)
        value = made.binary(OR, upper, lower)
        width //= 2
    return value
