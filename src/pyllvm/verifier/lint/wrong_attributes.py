"""Attributes with values that LLVM does not read, that mean nothing where they are, or that promise what a body breaks at sight.

Attributes of pointers on values of other types are reported as well. LLVM's verifiers refuse some of them, newer ones more.
Memory counts only where it is seen to be a global variable's or an argument's: what is reached otherwise may be anything.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import ConstantInt, is_null
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import AllocaInst, AtomicCmpXchgInst, AtomicRMWInst, CallBase, LoadInst, ReturnInst, StoreInst
from pyllvm.ir.types import POINTER, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import MEMORY_LOCATIONS, MEMORY_OTHER_BIT, MEMORY_SINCE, MEMORY_WORDS
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import strip_pointer_casts, underlying_object

# The values that a string can have; what is not here may be anything. The verifier knows more of them since LLVM 12.
_TRUTHS: Final = ("true", "false", "")
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "no-jump-tables": _TRUTHS,
    "null-pointer-is-valid": _TRUTHS,
    "patchable-function": ("prologue-short-redirect",),
}
_NUMBERS: Final = ("stack-probe-size", "patchable-function-entry", "patchable-function-prefix")
_SYMBOLS: Final = ("probe-stack",)
# In address: what LLVM 8 accepts on every type.
_OF_POINTERS: Final = ("align", "writeonly", "readonly", "readnone")
_READ: Final = 1
_WRITTEN: Final = 2
_ANYTHING: Final = 3
_ARGUMENT_BIT: Final = next(bit for word, bit, _ in MEMORY_LOCATIONS if word == "argmem")


def check_attribute_values(linter: Linter, function: Function) -> None:
    """Report strings of a function that have no value which LLVM reads."""
    if function.attributes is not None and linter.is_new("string-attribute", function.attributes.function):
        _check_strings(linter, function, function.attributes.function)


def _check_strings(linter: Linter, function: Function, own: AttributeSet) -> None:
    for attribute in own.attributes:
        if attribute.kind is not None:
            continue
        key, value = attribute.key, attribute.value
        allowed = _VALUES.get(key)
        if allowed is not None and value not in allowed:
            words = ", ".join([f"'{word}'" for word in allowed if word])
            linter.report("string-attribute", f"'{key}' must be one of {words}", function)
        elif key in _NUMBERS and not (value.isascii() and value.isdigit()):
            linter.report("string-attribute", f"'{key}' must be a number", function)
        elif key in _SYMBOLS and not value:
            linter.report("string-attribute", f"'{key}' must name a function", function)


def check_call_attributes(linter: Linter, call: CallBase) -> None:
    """Report `builtin` where it says nothing, and memory of an `inalloca` that more than one call uses."""
    if call.attributes is None:
        return
    if "builtin" in call.attributes.function:
        callee = call.called_function
        known = None if callee is None else callee.attributes
        if known is None or "nobuiltin" not in known.function:
            linter.report("call-builtin", "builtin belongs on direct calls of nobuiltin functions", call)
    for number, own in call.attributes.parameters.items():
        if "inalloca" in own and number < call.argument_count:
            memory = strip_pointer_casts(call.operands[number])
            if isinstance(memory, AllocaInst) and not linter.is_new("inalloca-once", memory):
                linter.report("inalloca-once", "another call uses the same inalloca memory", call, memory)


def check_pointer_attributes(linter: Linter, holder: Function | CallBase) -> None:
    """Report attributes of pointers on parameters and results of other types."""
    attributes = holder.attributes
    if attributes is None:
        return
    type = holder.function_type
    _check_type(linter, holder, attributes.returned, type.return_type, "result")
    for number, own in attributes.parameters.items():
        if number < len(type.parameters):
            _check_type(linter, holder, own, type.parameters[number], f"parameter {number + 1}")


def _check_type(linter: Linter, holder: object, own: AttributeSet, type: Type, place: str) -> None:
    if type.kind == POINTER or (isinstance(type, VectorType) and type.element.kind == POINTER):
        return
    for word in _OF_POINTERS:
        if word in own:
            linter.report("attribute-type", f"'{word}' belongs on pointers, not on {type} ({place})", holder)


def check_promises(linter: Linter, function: Function) -> None:
    """Report what the body of a function does in spite of the function's attributes."""
    if function.attributes is None:
        return
    own = function.attributes.function
    if "naked" in own:
        for argument in function.arguments:
            if argument.users:
                linter.report("promise-naked", "cannot use argument of naked function", argument)
                break
    returned = _returned_argument(function)
    of_arguments, of_others = _allowed_accesses(linter, function)
    has_no_recursion = "norecurse" in own
    of_parameters = _limited_parameters(function)
    is_limited = of_arguments != _ANYTHING or of_others != _ANYTHING or bool(of_parameters)
    if returned is None and not is_limited and not has_no_recursion:
        return
    reported: set[str] = set()
    for instruction in function.instructions:
        if returned is not None and isinstance(instruction, ReturnInst) and instruction.operands:
            _check_return(linter, instruction, returned)
        elif has_no_recursion and isinstance(instruction, CallBase) and strip_pointer_casts(instruction.callee) is function:
            linter.report("promise-norecurse", "a norecurse function calls itself", instruction, function)
        elif isinstance(instruction, CallBase):
            if of_others != _ANYTHING:
                _check_call(linter, instruction, of_others, reported)
        elif is_limited:
            _check_access(linter, instruction, of_arguments, of_others, of_parameters, reported)


def _limited_parameters(function: Function) -> dict[int, int]:
    """By the number of a parameter with readnone, readonly or writeonly: how memory may be accessed through it."""
    assert function.attributes is not None
    limited: dict[int, int] = {}
    for number, own in function.attributes.parameters.items():
        if "readnone" in own:
            limited[number] = 0
        elif "readonly" in own:
            limited[number] = _READ
        elif "writeonly" in own:
            limited[number] = _WRITTEN
    return limited


def _returned_argument(function: Function) -> Argument | None:
    """The argument that the function promises to return."""
    assert function.attributes is not None
    for number, own in function.attributes.parameters.items():
        if "returned" in own and number < len(function.arguments):
            return function.arguments[number]
    return None


def _check_return(linter: Linter, instruction: ReturnInst, promised: Argument) -> None:
    """Only other arguments, allocas and constants are seen to be other values."""
    value = strip_pointer_casts(instruction.operands[0])
    if isinstance(value, (Argument, AllocaInst, ConstantInt)) or is_null(value):
        if value is not promised:
            message = "the return value is not the argument with the 'returned' attribute"
            linter.report("promise-returned", message, instruction, promised)


def _allowed_accesses(linter: Linter, function: Function) -> tuple[int, int]:
    """How a function may access the memory of its arguments, and other memory: a sum of reading and writing for each."""
    assert function.attributes is not None
    return _accesses_of(linter, function.attributes.function)


def _accesses_of(linter: Linter, own: AttributeSet) -> tuple[int, int]:
    if linter.version >= MEMORY_SINCE:
        memory = own.find("memory")
        if memory is None:
            return _ANYTHING, _ANYTHING
        return memory.integer >> _ARGUMENT_BIT & _ANYTHING, memory.integer >> MEMORY_OTHER_BIT & _ANYTHING
    of_arguments = of_others = _ANYTHING
    for word, meaning in MEMORY_WORDS.items():
        if word in own:
            of_arguments &= meaning[0]
            of_others &= meaning[2]
    return of_arguments, of_others


def _check_access(
    linter: Linter, instruction: Instruction, of_arguments: int, of_others: int, of_parameters: dict[int, int], reported: set[str]
) -> None:
    access, pointer = _access(instruction)
    if pointer is None:
        return
    place = underlying_object(pointer)
    if isinstance(place, GlobalVariable):
        if place.is_constant and access == _READ:
            return
        allowed = of_others
        where = "a global variable"
    elif isinstance(place, Argument) and _is_copy(place):
        # The copy belongs to the caller: LLVM leaves out a call that only reads.
        if access & _WRITTEN and not (of_arguments | of_others) & _WRITTEN:
            _report_once(linter, "the function writes to a byval parameter, which its attributes forbid", instruction, reported)
        return
    elif isinstance(place, Argument):
        allowed = of_arguments
        where = "what an argument points to"
        through = of_parameters.get(place.number, _ANYTHING)
        for bit, verb in ((_READ, "reads"), (_WRITTEN, "writes")):
            if access & bit and not through & bit:
                _report_once(linter, f"the function {verb} through an argument whose attributes forbid it", instruction, reported)
    else:
        return
    for bit, verb in ((_READ, "reads"), (_WRITTEN, "writes")):
        if access & bit and not allowed & bit:
            _report_once(linter, f"the function {verb} {where}, which its attributes forbid", instruction, reported)


def _check_call(linter: Linter, call: CallBase, of_others: int, reported: set[str]) -> None:
    """A function that may access any memory is called where the caller may not."""
    callee = strip_pointer_casts(call.callee)
    if not isinstance(callee, Function):
        return
    for attributes in (callee.attributes, call.attributes):
        if attributes is not None and _accesses_of(linter, attributes.function)[1] != _ANYTHING:
            return
    message = "the function calls a function that may access any memory, which its memory attributes forbid"
    if message not in reported:
        reported.add(message)
        linter.report("promise-memory", message, call, callee)


def _report_once(linter: Linter, message: str, instruction: Instruction, reported: set[str]) -> None:
    if message not in reported:
        reported.add(message)
        linter.report("promise-memory", message, instruction)


def _is_copy(argument: Argument) -> bool:
    """Whether an argument points to a copy of the function's own."""
    function = argument.parent
    return function is not None and function.attributes is not None and "byval" in function.attributes.parameter(argument.number)


def _access(instruction: Instruction) -> tuple[int, Value | None]:
    """How an instruction accesses which memory, if it does."""
    if isinstance(instruction, LoadInst):
        return _READ, instruction.operands[0]
    if isinstance(instruction, StoreInst):
        return _WRITTEN, instruction.operands[1]
    if isinstance(instruction, (AtomicRMWInst, AtomicCmpXchgInst)):
        return _ANYTHING, instruction.operands[0]
    return 0, None
