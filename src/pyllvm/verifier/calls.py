"""The rules for calls: callee and arguments, their types and attributes, and the constraints of inline assembly.

Sources: `Verifier::visitCallBase`, `Verifier::verifyInlineAsmCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_in_bounds_offsets, strip_pointer_casts
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantFP, ConstantInt, InlineAsm
from pyllvm.ir.function import Argument, Function
from pyllvm.ir.instructions import AllocaInst, CallBase, CallBrInst, CallInst, InvokeInst
from pyllvm.ir.types import INTEGER, METADATA, POINTER, TOKEN, VOID, X86_AMX, FunctionType
from pyllvm.tables.behavior_versions import CONVERGENCE_CONTROL_SINCE, IMMEDIATE_RANGES_WORDED_SINCE
from pyllvm.tables.calling_conventions import CHAINS, CHAINS_SINCE, NOT_CALLED
from pyllvm.tables.features import ASM_LABELS_SINCE
from pyllvm.tables.intrinsic_names import PREALLOCATED_ARGUMENT, STATEPOINT
from pyllvm.tables.verifier_versions import (
    CALL_ALIGNMENTS_SINCE,
    CALLED_TYPES_SINCE,
    IMMEDIATE_RANGES_SINCE,
    INLINE_ASSEMBLY_SINCE,
    INTRINSICS_NOT_ALIGNED_SINCE,
    NOT_CALLED_SINCE,
)
from pyllvm.verifier.attributes import (
    casts_losslessly,
    direct_callee,
    facts_of,
    has_function_attribute,
    has_parameter_attribute,
    parameter_has_attribute,
    verify_attributes,
    verify_parameter_attributes,
)
from pyllvm.verifier.exceptions import first_instruction, is_pad, verify_funclet_token
from pyllvm.verifier.globals import is_interposable
from pyllvm.verifier.intrinsic_users import is_replaced
from pyllvm.verifier.metadata import maximum_parameter_alignment
from pyllvm.verifier.operands import verify_common
from pyllvm.verifier.state import Convergence, State


def verify_call(state: State, call: CallBase) -> bool:
    """Check the rules for every call and invoke."""
    operands = call.operands
    callee_operand = operands[-1]
    type = call.function_type
    parameters = type.parameters
    count = call.argument_count
    callee: Function | None = None
    if isinstance(callee_operand, Function):
        callee = callee_operand
    else:
        if callee_operand.type.kind != POINTER:
            return state.fail("Called function must be a pointer!", call)
        stripped = strip_pointer_casts(callee_operand)
        if isinstance(stripped, Function):
            callee = stripped
    if type.is_variadic:
        if count < len(parameters):
            return state.fail("Called function requires more parameters than were provided!", call)
    elif count != len(parameters):
        return state.fail("Incorrect number of arguments passed to called function!", call)
    index = 0
    for parameter in parameters:
        if operands[index].type is not parameter:
            return state.fail("Call parameter type does not match function signature!", operands[index], parameter, call)
        index += 1
    attributes = call._attributes
    if attributes is not None and attributes.parameters and max(attributes.parameters) >= count:
        return state.fail("Attribute after last parameter!", call)
    is_intrinsic = callee is not None and callee.is_intrinsic
    if is_intrinsic and callee is not None and callee.function_type is not type and state.version >= CALLED_TYPES_SINCE:
        return not is_replaced(callee, state.version) and state.fail("Intrinsic called with incompatible signature", call)
    if call.calling_convention_number and not _verify_convention(state, call):
        return False
    if state.version >= CALL_ALIGNMENTS_SINCE and not (is_intrinsic and state.version >= INTRINSICS_NOT_ALIGNED_SINCE):
        _verify_alignments(state, call, type)
    if attributes is not None and not _verify_attributes(state, call, attributes, callee):
        return False
    if not _verify_arguments(state, call, attributes, callee):
        return False
    if type.is_variadic and not _verify_variadic(state, call, attributes):
        return False
    if not is_intrinsic:
        for parameter in parameters:
            if parameter.kind == METADATA:
                return state.fail("Function has metadata parameter but isn't an intrinsic", call)
            if parameter.kind == TOKEN:
                return state.fail("Function has token parameter but isn't an intrinsic", call)
    return _verify_by_callee(state, call, type)


def verify_invoke(state: State, invoke: InvokeInst) -> bool:
    """Check an invoke (`Verifier::visitInvokeInst`). As in LLVM, the rules for all instructions run twice for it."""
    before = len(state.failures)
    is_well = verify_call(state, invoke) and verify_common(state, invoke)
    if not is_pad(first_instruction(invoke.unwind_block)):
        return state.fail("The unwind destination does not have an exception handling instruction!", invoke)
    # The second run adds failures only if the first one did.
    return not is_well or len(state.failures) > before


def _verify_by_callee(state: State, call: CallBase, type: FunctionType) -> bool:
    """Check the rules that depend on the callee, and the operand bundles; the arguments are known to be valid."""
    callee = direct_callee(call)
    if callee is None:
        if type.return_type.kind == TOKEN:
            return state.fail("Return type cannot be token for indirect call!")
        if type.return_type.kind == X86_AMX:
            return state.fail("Return type cannot be x86_amx for indirect call!")
    elif callee.is_intrinsic:
        from pyllvm.verifier.intrinsics import verify_intrinsic_call

        verify_intrinsic_call(state, callee, call)
        verify_funclet_token(state, call, callee)
    if call.bundles is not None:
        from pyllvm.verifier.operand_bundles import verify_bundles

        if not verify_bundles(state, call, call.bundles):
            return False
    if callee is not None and state.subprogram is not None and call.debug_location is None:
        if callee.attachments and not callee.is_declaration and not is_interposable(callee) and callee.metadata("dbg"):
            return state.fail_debug("inlinable function call in a function with debug info must have a !dbg location", call)
    operand = call.operands[-1]
    if isinstance(operand, InlineAsm):
        verify_inline_assembly(state, call, operand)
    if state.convergence is not None:
        _verify_convergence(state, state.convergence, call)
    elif call.bundles is not None and state.version >= CONVERGENCE_CONTROL_SINCE:
        # Nothing in the module produces tokens, so only a wrong use of one can be found.
        _verify_convergence(state, Convergence(), call)
    return True


def _verify_convergence(state: State, convergence: Convergence, call: CallBase) -> bool:
    from pyllvm.verifier.convergence import verify_convergence  # few modules have tokens of convergence

    return verify_convergence(state, convergence, call)


def _verify_convention(state: State, call: CallBase) -> bool:
    convention = call.calling_convention_number
    if convention in CHAINS and CHAINS_SINCE <= state.version < NOT_CALLED_SINCE:
        return state.fail(
            "Direct calls to amdgpu_cs_chain/amdgpu_cs_chain_preserve functions not allowed. Please use the "
            "@llvm.amdgpu.cs.chain intrinsic instead.",
            call,
        )
    if convention in NOT_CALLED and state.version >= max(NOT_CALLED_SINCE, NOT_CALLED[convention]):
        return state.fail("calling convention does not permit calls", call)
    return True


_ALIGNED_ALWAYS: Final = frozenset((POINTER, VOID, INTEGER, METADATA, TOKEN))


def _verify_alignments(state: State, call: CallBase, type: FunctionType) -> None:
    """Check that values of these types can be aligned, and report each that cannot."""
    limit = maximum_parameter_alignment(state.version)
    for number in range(-1, len(type.parameters)):
        value_type = type.return_type if number < 0 else type.parameters[number]
        if value_type.kind in _ALIGNED_ALWAYS or not state.sized_types.has(value_type):
            continue
        if state.data_layout.abi_alignment(value_type) > limit:
            what = "return type" if number < 0 else "argument passed"
            state.fail(f"Incorrect alignment of {what} to called function!", call)


def _verify_attributes(state: State, call: CallBase, attributes: AttributeList, callee: Function | None) -> bool:
    own = attributes.function
    if own.attributes:
        if "speculatable" in own and not (callee is not None and has_function_attribute(callee._attributes, "speculatable")):
            return state.fail("speculatable attribute may not apply to call sites", call)
        if "denormal_fpenv" in own:
            return state.fail("denormal_fpenv attribute may not apply to call sites", call)
        if "preallocated" in own:
            called = direct_callee(call)
            if called is None or called.name != PREALLOCATED_ARGUMENT:
                return state.fail("preallocated as a call site attribute can only be on llvm.call.preallocated.arg")
    verify_attributes(state, call.function_type, attributes, call, call.operands[-1] if callee is None else callee)
    return True


def _verify_arguments(state: State, call: CallBase, attributes: AttributeList | None, callee: Function | None) -> bool:
    """Check arguments with attributes (of the call or of the callee) that restrict the argument's value."""
    asks = attributes is not None and facts_of(state, attributes).asks_arguments
    if not asks:
        if callee is None or callee._attributes is None or not facts_of(state, callee._attributes).asks_arguments:
            return True
    last = call.argument_count - 1
    parameters = len(call.function_type.parameters)
    if last >= 0 and parameter_has_attribute(call, last, "inalloca"):
        source = strip_in_bounds_offsets(call.operands[parameters - 1])
        if isinstance(source, AllocaInst) and not source.is_inalloca:
            return state.fail("inalloca argument for call has mismatched alloca", source, call)
    for number in range(parameters):
        argument = call.operands[number]
        if parameter_has_attribute(call, number, "swifterror"):
            source = strip_in_bounds_offsets(argument)
            if isinstance(source, AllocaInst):
                if not source.is_swifterror:
                    return state.fail("swifterror argument for call has mismatched alloca", source, call)
                continue
            if not isinstance(argument, Argument):
                return state.fail("swifterror argument should come from an alloca or parameter", argument, call)
            if not has_parameter_attribute(state.function._attributes, argument.number, "swifterror"):
                return state.fail("swifterror argument for call has mismatched parameter", argument, call)
        if not _verify_immediate(state, call, number, callee):
            return False
        if parameter_has_attribute(call, number, "preallocated"):
            has_bundle = call.bundles is not None and any(bundle.tag == "preallocated" for bundle in call.bundles)
            is_must_tail = isinstance(call, CallInst) and call.tail_kind == "musttail"
            if has_bundle == is_must_tail:
                return state.fail(
                    "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)",
                    argument,
                    call,
                )
    return True


def _verify_immediate(state: State, call: CallBase, number: int, callee: Function | None) -> bool:
    """Check that an argument which must be an immediate is a constant."""
    argument = call.operands[number]
    if has_parameter_attribute(call._attributes, number, "immarg"):
        if callee is None or not has_parameter_attribute(callee._attributes, number, "immarg"):
            return state.fail("immarg may not apply only to call sites", argument, call)
    if not parameter_has_attribute(call, number, "immarg"):
        return True
    if isinstance(argument, ConstantInt):
        return _verify_range(state, call, number, argument)
    if isinstance(argument, ConstantFP):
        return True
    if callee is not None and is_replaced(callee, state.version):
        return True
    return state.fail("immarg operand has non-immediate parameter", argument, call)


def _verify_range(state: State, call: CallBase, number: int, argument: ConstantInt) -> bool:
    """Check that an immediate is in its parameter's range."""
    if state.version < IMMEDIATE_RANGES_SINCE:
        return True
    callee = call.called_function
    for attributes in (call._attributes, callee._attributes if callee is not None else None):
        own = attributes.parameters.get(number) if attributes is not None else None
        attribute = own.find("range") if own is not None else None
        if attribute is not None:
            low, high = attribute.ranges[0]
            value = argument.value
            if low <= value < high if low < high else value >= low or value < high:
                return True
            if state.version < IMMEDIATE_RANGES_WORDED_SINCE:
                return state.fail(f"immarg value {value} out of range [{low}, {high})", call)
            return state.fail(f"immarg value {value} for arg {number} out of range [{low},{high})", call)
    return True


def _verify_variadic(state: State, call: CallBase, attributes: AttributeList | None) -> bool:
    if attributes is None or not attributes.parameters:
        return True
    fixed = len(call.function_type.parameters)
    seen: set[str] = set()
    for number, parameter in attributes.parameters.items():
        if number < fixed:
            for word in ("nest", "returned"):
                if word in parameter:
                    seen.add(word)
            continue
        if number >= call.argument_count:
            continue
        type = call.operands[number].type
        verify_parameter_attributes(state, parameter, type, call)
        for word in ("nest", "returned"):
            if word in parameter:
                if word in seen:
                    return state.fail(f"More than one parameter has attribute {word}!", call)
                seen.add(word)
        if "returned" in parameter and not casts_losslessly(type, call.function_type.return_type):
            return state.fail("Incompatible argument and return types for 'returned' attribute", call)
        called = direct_callee(call)
        if "sret" in parameter and not (called is not None and called.name.startswith(STATEPOINT)):
            return state.fail("Attribute 'sret' cannot be used for vararg call arguments!", call)
        if "inalloca" in parameter and number != call.argument_count - 1:
            return state.fail("inalloca isn't on the last argument!", call)
    return True


_CLOBBER: Final = "~"
_LABEL: Final = "!"
_OUTPUT: Final = "="
_INDIRECT: Final = "*"


def verify_inline_assembly(state: State, call: CallBase, assembly: InlineAsm) -> bool:
    """Check a call of inline assembly."""
    if state.version < INLINE_ASSEMBLY_SINCE:
        return True
    labels = 0
    number = 0
    for constraint in assembly.constraints.split(",") if assembly.constraints else []:
        if constraint.startswith(_LABEL) and state.version >= ASM_LABELS_SINCE:
            labels += 1
            continue
        if constraint.startswith(_CLOBBER):
            continue
        is_output = constraint.startswith(_OUTPUT)
        is_indirect = constraint.startswith(_INDIRECT, 1 if is_output else 0)
        if is_output and not is_indirect:
            continue
        if number >= call.argument_count:
            break
        has_type = has_parameter_attribute(call._attributes, number, "elementtype")
        if is_indirect:
            if call.operands[number].type.kind != POINTER:
                return state.fail("Operand for indirect constraint must have pointer type", call)
            if not has_type:
                return state.fail("Operand for indirect constraint must have elementtype attribute", call)
        elif has_type:
            return state.fail("Elementtype attribute can only be applied for indirect constraints", call)
        number += 1
    if state.version < ASM_LABELS_SINCE:
        return True
    if isinstance(call, CallBrInst):
        if labels != call.indirect_count:
            return state.fail("Number of label constraints does not match number of callbr dests", call)
    elif labels:
        return state.fail("Label constraints can only be used with callbr", call)
    return True
