"""Calls that do not match the called function, and arguments that the call must not have.

The rules and messages are from LLVM's `Lint::visitCallBase`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import InlineAsm, SimpleConstant
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import AllocaInst, CallBase, CallInst
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import MEMCPY_PREFIX
from pyllvm.tables.keywords import NO_TAIL, NO_TAIL_KIND
from pyllvm.tables.verifier_versions import ABI_ATTRIBUTES_SINCE
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.inline_asm import check_inline_asm
from pyllvm.verifier.lint.values import is_zero, strip_pointer_casts, underlying_object

# Attributes of parameters that change how an argument is passed.
_ABI_ATTRIBUTES: Final = ("zeroext", "signext", "inreg", "byval", "byref", "inalloca", "preallocated", "sret")


def check_call(linter: Linter, call: CallBase) -> None:
    """Check a call, invoke or callbr."""
    callee = call.callee
    if isinstance(callee, InlineAsm):
        check_inline_asm(linter, call, callee)
        return
    target = strip_pointer_casts(callee)
    if isinstance(target, Function):
        if not target.is_intrinsic:
            _check_callee(linter, call, target)
        elif target.name.startswith(MEMCPY_PREFIX):
            if strip_pointer_casts(call.operands[0]) is strip_pointer_casts(call.operands[1]):
                linter.report("memory-overlap", "Undefined behavior: memcpy source and destination overlap", call)
        elif target.name.startswith("llvm.get.active.lane.mask."):
            if call.argument_count > 1 and is_zero(call.operands[1]):
                linter.report("lane-mask", "get_active_lane_mask: operand #2 must be greater than 0", call)
    if isinstance(call, CallInst) and call.tail_kind not in (NO_TAIL_KIND, NO_TAIL):
        _check_tail_call(linter, call)


def _check_callee(linter: Linter, call: CallBase, function: Function) -> bool:
    if call.calling_convention_number != function.calling_convention_number:
        return linter.report("call-convention", "Undefined behavior: Caller and callee calling convention differ", call, function)
    type = function.function_type
    wanted = len(type.parameters)
    given = call.argument_count
    if given < wanted or (given > wanted and not type.is_variadic):
        return linter.report(
            "call-type", "Undefined behavior: Call argument count mismatches callee argument count", call, function
        )
    if type.return_type is not call.type:
        return linter.report("call-type", "Undefined behavior: Call return type mismatches callee return type", call, function)
    for number, parameter in enumerate(type.parameters):
        if call.operands[number].type is not parameter:
            return linter.report(
                "call-type", "Undefined behavior: Call argument type mismatches callee parameter type", call, function
            )
    if type.is_variadic != call.function_type.is_variadic:
        message = "the call and the function disagree on whether the function is variadic"
        return linter.report("call-type", message, call, function)
    return _check_abi_attributes(linter, call, function) and _check_aliases(linter, call, function)


def _check_abi_attributes(linter: Linter, call: CallBase, function: Function) -> bool:
    """Attributes that determine how an argument is passed must be on both the call and the function, since LLVM 22."""
    ours, theirs = call.attributes, function.attributes
    if linter.version < ABI_ATTRIBUTES_SINCE or (ours is None and theirs is None):
        return True
    for number in range(len(function.function_type.parameters)):
        given = None if ours is None else ours.parameters.get(number)
        wanted = None if theirs is None else theirs.parameters.get(number)
        if given is None and wanted is None:
            continue
        for word in _ABI_ATTRIBUTES:
            attribute = None if given is None else given.find(word)
            other = None if wanted is None else wanted.find(word)
            problem = ""
            if (attribute is None) != (other is None):
                problem = "not present on both function and call-site"
            elif attribute is not None and other is not None and attribute.type is not other.type:
                problem = "does not have same argument for function and call-site"
            if problem:
                return linter.report("call-abi", f"Undefined behavior: ABI attribute {word} {problem}", call, function)
    return True


def _has(call: CallBase, number: int, word: str) -> bool:
    return call.attributes is not None and word in call.attributes.parameter(number)


def _check_aliases(linter: Linter, call: CallBase, function: Function) -> bool:
    """Check that no other argument aliases a `noalias` argument, unless both are only read."""
    attributes = function.attributes
    if attributes is None or not any("noalias" in own for own in attributes.parameters.values()):
        return True
    given: dict[Value, list[int]] = {}
    written: dict[Value, list[int]] = {}
    for number in range(call.argument_count):
        pointer = strip_pointer_casts(call.operands[number])
        if pointer.type.kind != POINTER or isinstance(pointer, SimpleConstant):
            continue
        if _has(call, number, "byval") or _has(call, number, "readnone"):
            continue
        given.setdefault(pointer, []).append(number)
        if not _only_reads(call, function, number):
            written.setdefault(pointer, []).append(number)
    for number, own in attributes.parameters.items():
        if "noalias" not in own or number >= call.argument_count:
            continue
        others = (written if _only_reads(call, function, number) else given).get(strip_pointer_casts(call.operands[number]), [])
        if others and others != [number]:
            return linter.report("call-noalias", "Unusual: noalias argument aliases another argument", call)
    return True


def _only_reads(call: CallBase, function: Function, number: int) -> bool:
    if _has(call, number, "readonly"):
        return True
    return function.attributes is not None and "readonly" in function.attributes.parameter(number)


def _check_tail_call(linter: Linter, call: CallInst) -> None:
    for number in range(call.argument_count):
        if _has(call, number, "byval") or call.operands[number].type.kind != POINTER:
            continue
        if isinstance(underlying_object(call.operands[number]), AllocaInst):
            linter.report("call-tail", 'Undefined behavior: Call with "tail" keyword references alloca', call)
            return
