"""The rules for calls: arguments, attributes, operand bundles, inline assembly, and what `musttail` asks."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.constants import ConstantFP, ConstantInt, InlineAsm, SimpleConstant
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    CallBase,
    CallBrInst,
    CallInst,
    CastInst,
    FuncletPadInst,
    GetElementPtrInst,
    OperandBundle,
    ReturnInst,
)
from pyllvm.ir.types import METADATA, POINTER, TOKEN, VOID, X86_AMX, FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.verifier.attributes import (
    casts_losslessly,
    has_function_attribute,
    has_parameter_attribute,
    set_of,
    verify_attributes,
    verify_parameter_attributes,
)
from pyllvm.verifier.globals import is_interposable, strip_casts
from pyllvm.verifier.intrinsics import verify_intrinsic_call
from pyllvm.verifier.metadata import maximum_alignment
from pyllvm.verifier.state import State
from pyllvm.verifier.types import is_integer, is_sized

_TAIL: Final = 18
_SWIFT_TAIL: Final = 20
_CHAINS: Final = (104, 105)


def parameter_has_attribute(call: CallBase, number: int, word: str) -> bool:
    """Whether an argument has the attribute, by the call or by the function that is called."""
    if has_parameter_attribute(call.attributes, number, word):
        return True
    callee = call.operands[-1]
    return isinstance(callee, Function) and has_parameter_attribute(callee.attributes, number, word)


def strip_pointer_steps(value: Value) -> Value:
    """What a pointer is before casts and steps within the object."""
    steps = 0
    while steps < 10000:
        steps += 1
        if isinstance(value, GetElementPtrInst):
            if not value.flags & 1:
                break
            value = value.operands[0]
        elif isinstance(value, CastInst) and value.opcode_name in ("bitcast", "addrspacecast"):
            value = value.operands[0]
        else:
            return strip_casts(value)
    return value


def verify_call(state: State, call: CallBase) -> bool:
    """What holds for every call, invoke and callbr."""
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
        stripped = strip_casts(callee_operand)
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
    is_intrinsic = callee is not None and callee.name.startswith("llvm.")
    if is_intrinsic and callee is not None and callee.function_type is not type and state.version >= 14:
        if _is_replaced(callee):
            return False
        return state.fail("Intrinsic called with incompatible signature", call)
    if call.calling_convention in _CHAINS and state.version >= 17:
        return state.fail(
            "Direct calls to amdgpu_cs_chain/amdgpu_cs_chain_preserve functions not allowed. Please use the "
            "@llvm.amdgpu.cs.chain intrinsic instead.",
            call,
        )
    if not is_intrinsic and state.version >= 14 and not _verify_alignments(state, call, type):
        return False
    attributes = call.attributes
    if attributes is not None and not _verify_call_attributes(state, call, attributes, callee, is_intrinsic):
        return False
    if callee is not None and callee.attributes is not None and callee.attributes.parameters:
        if not _verify_arguments(state, call, callee.attributes, callee):
            return False
    if attributes is not None and attributes.parameters and not _verify_arguments(state, call, attributes, callee):
        return False
    if type.is_variadic and not _verify_variadic(state, call, attributes):
        return False
    if not is_intrinsic:
        for parameter in parameters:
            if parameter.kind == METADATA:
                return state.fail("Function has metadata parameter but isn't an intrinsic", call)
            if parameter.kind == TOKEN:
                return state.fail("Function has token parameter but isn't an intrinsic", call)
    if not isinstance(callee_operand, Function):
        if type.return_type.kind == TOKEN:
            return state.fail("Return type cannot be token for indirect call!")
        if type.return_type.kind == X86_AMX:
            return state.fail("Return type cannot be x86_amx for indirect call!")
        if isinstance(callee_operand, InlineAsm) and not isinstance(call, CallBrInst):
            if not verify_inline_assembly(state, call, callee_operand):
                return False
    elif is_intrinsic:
        verify_intrinsic_call(state, callee_operand, call)
    elif state.subprogram is not None and call.debug_location is None:
        if callee_operand.attachments and not callee_operand.is_declaration and not is_interposable(callee_operand):
            if callee_operand.metadata("dbg"):
                return state.fail_debug("inlinable function call in a function with debug info must have a !dbg location", call)
    if call.bundles is not None:
        return _verify_bundles(state, call, call.bundles)
    return True


_ALIGNED_ALWAYS: Final = frozenset((POINTER, VOID, 7, 1, METADATA, TOKEN))


def _verify_alignments(state: State, call: CallBase, type: FunctionType) -> bool:
    for number in range(-1, len(type.parameters)):
        one = type.return_type if number < 0 else type.parameters[number]
        if one.kind in _ALIGNED_ALWAYS or not is_sized(one):
            continue
        if state.data_layout.abi_alignment(one) > (1 << 14 if state.version < 16 else maximum_alignment(state.version)):
            what = "return type" if number < 0 else "argument passed"
            return state.fail(f"Incorrect alignment of {what} to called function!", call)
    return True


def _verify_call_attributes(
    state: State, call: CallBase, attributes: AttributeList, callee: Function | None, is_intrinsic: bool
) -> bool:
    if attributes.parameters and max(attributes.parameters) >= call.argument_count:
        return state.fail("Attribute after last parameter!", call)
    own = attributes.function
    if own.attributes:
        if "speculatable" in own and not (callee is not None and has_function_attribute(callee.attributes, "speculatable")):
            return state.fail("speculatable attribute may not apply to call sites", call)
        if "preallocated" in own:
            called = call.called_function
            if called is None or called.name != "llvm.call.preallocated.arg":
                return state.fail("preallocated as a call site attribute can only be on llvm.call.preallocated.arg")
    return verify_attributes(state, call.function_type, attributes, call, is_intrinsic, isinstance(call.operands[-1], InlineAsm))


def _verify_arguments(state: State, call: CallBase, attributes: AttributeList, callee: Function | None) -> bool:
    """The rules for arguments with attributes that ask something of the value."""
    count = len(call.function_type.parameters)
    for number, one in attributes.parameters.items():
        if number >= count:
            continue
        argument = call.operands[number]
        for attribute in one.attributes:
            if attribute.kind is None:
                continue
            word = attribute.kind.word
            if word == "inalloca":
                source = strip_pointer_steps(argument)
                if isinstance(source, AllocaInst) and not source.is_inalloca and number == count - 1:
                    return state.fail("inalloca argument for call has mismatched alloca", source, call)
            elif word == "swifterror":
                source = strip_pointer_steps(argument)
                if isinstance(source, AllocaInst):
                    if not source.is_swifterror:
                        return state.fail("swifterror argument for call has mismatched alloca", source, call)
                elif not isinstance(argument, Argument):
                    return state.fail("swifterror argument should come from an alloca or parameter", argument, call)
                elif not has_parameter_attribute(state.function.attributes, argument.number, "swifterror"):
                    return state.fail("swifterror argument for call has mismatched parameter", argument, call)
            elif word == "immarg":
                if callee is None or not has_parameter_attribute(callee.attributes, number, "immarg"):
                    return state.fail("immarg may not apply only to call sites", argument, call)
                if not isinstance(argument, (ConstantInt, ConstantFP)) and not _is_replaced(callee):
                    return state.fail("immarg operand has non-immediate parameter", argument, call)
            elif word == "preallocated":
                has_bundle = call.bundles is not None and any(bundle.tag == "preallocated" for bundle in call.bundles)
                is_must_tail = isinstance(call, CallInst) and call.tail_kind == "musttail"
                if has_bundle == is_must_tail:
                    return state.fail(
                        "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)",
                        argument,
                        call,
                    )
    return True


def _is_replaced(callee: Function) -> bool:
    """Whether LLVM puts an instruction in place of the intrinsic's calls when it reads them."""
    return callee.name.startswith(("llvm.amdgcn.atomic.", "llvm.amdgcn.ds.f"))


def _verify_variadic(state: State, call: CallBase, attributes: AttributeList | None) -> bool:
    if attributes is None or not attributes.parameters:
        return True
    fixed = len(call.function_type.parameters)
    seen: set[str] = set()
    for number, one in attributes.parameters.items():
        if number < fixed:
            for word in ("nest", "returned"):
                if word in one:
                    seen.add(word)
            continue
        if number >= call.argument_count:
            continue
        type = call.operands[number].type
        verify_parameter_attributes(state, one, type, call)
        for word in ("nest", "returned"):
            if word in one:
                if word in seen:
                    return state.fail(f"More than one parameter has attribute {word}!", call)
                seen.add(word)
        if "returned" in one and not casts_losslessly(type, call.function_type.return_type):
            return state.fail("Incompatible argument and return types for 'returned' attribute", call)
        called = call.called_function
        if "sret" in one and not (called is not None and called.name.startswith("llvm.experimental.gc.statepoint")):
            return state.fail("Attribute 'sret' cannot be used for vararg call arguments!", call)
        if "inalloca" in one and number != call.argument_count - 1:
            return state.fail("inalloca isn't on the last argument!", call)
    return True


_SINGLE_BUNDLES: Final = {
    "deopt": "deopt",
    "gc-transition": "gc-transition",
    "funclet": "funclet",
    "cfguardtarget": "CFGuardTarget",
    "ptrauth": "ptrauth",
    "kcfi": "kcfi",
    "preallocated": "preallocated",
    "gc-live": "gc-live",
    "clang.arc.attachedcall": '"clang.arc.attachedcall"',
}
_SINGLE_BUNDLES_SINCE: Final = {"cfguardtarget": 10, "ptrauth": 15, "kcfi": 16, "preallocated": 11, "gc-live": 11}


def _verify_bundles(state: State, call: CallBase, bundles: list[OperandBundle]) -> bool:
    seen: set[str] = set()
    for bundle in bundles:
        tag = bundle.tag
        if tag not in _SINGLE_BUNDLES or state.version < _SINGLE_BUNDLES_SINCE.get(tag, 0):
            continue
        if tag in seen:
            return state.fail(f"Multiple {_SINGLE_BUNDLES[tag]} operand bundles", call)
        seen.add(tag)
        values = call.operands[bundle.begin : bundle.end]
        if tag in ("funclet", "cfguardtarget", "kcfi", "preallocated") and len(values) != 1:
            return state.fail(f"Expected exactly one {tag} bundle operand", call)
        if tag == "funclet":
            if not isinstance(values[0], FuncletPadInst):
                return state.fail("Funclet bundle operands should correspond to a FuncletPadInst", call)
        elif tag == "ptrauth":
            if len(values) != 2:
                return state.fail("Expected exactly two ptrauth bundle operands", call)
            if not isinstance(values[0], ConstantInt) or not is_integer(values[0].type, 32):
                return state.fail("Ptrauth bundle key operand must be an i32 constant", call)
            if not is_integer(values[1].type, 64):
                return state.fail("Ptrauth bundle discriminator operand must be an i64", call)
            if call.called_function is not None:
                return state.fail("Direct call cannot have a ptrauth bundle", call)
        elif tag == "kcfi":
            if not isinstance(values[0], ConstantInt) or not is_integer(values[0].type, 32):
                return state.fail("Kcfi bundle operand must be an i32 constant", call)
        elif tag == "preallocated":
            setup = values[0].called_function if isinstance(values[0], CallBase) else None
            if setup is None or setup.name != "llvm.call.preallocated.setup":
                return state.fail('"preallocated" argument must be a token from llvm.call.preallocated.setup', call)
        elif tag == "clang.arc.attachedcall" and state.version >= 14:
            if not _verify_attached_call(state, call, values):
                return False
    return True


def _verify_attached_call(state: State, call: CallBase, values: list[Value]) -> bool:
    returned = call.function_type.return_type
    if returned.kind != POINTER and not (has_function_attribute(call.attributes, "noreturn") and returned.kind == VOID):
        return state.fail(
            'a call with operand bundle "clang.arc.attachedcall" must call a function returning a pointer or a '
            "non-returning function that has a void return type",
            call,
        )
    if len(values) != 1 or not isinstance(values[0], Function):
        return state.fail('operand bundle "clang.arc.attachedcall" requires one function as an argument', call)
    name = values[0].name
    if name.startswith("llvm.objc."):
        name = "objc_" + name[len("llvm.objc.") :]
    known = ("objc_retainAutoreleasedReturnValue", "objc_unsafeClaimAutoreleasedReturnValue", "objc_claimAutoreleasedReturnValue")
    return name in known or state.fail("invalid function argument", call)


# --- inline assembly


def verify_inline_assembly(state: State, call: CallBase, assembly: InlineAsm) -> bool:
    """The rules for the operands of inline assembly, by its constraints."""
    if state.version < 14:
        return True
    labels = 0
    number = 0
    for constraint in assembly.constraints.split(",") if assembly.constraints else []:
        if constraint.startswith("!"):
            labels += 1
            continue
        if constraint.startswith("~"):
            continue
        is_output = constraint.startswith("=")
        letters = constraint[1:] if is_output else constraint
        is_indirect = letters.startswith(("*", "&*"))
        if is_output and not is_indirect:
            continue
        if number >= call.argument_count:
            break
        has_type = parameter_has_attribute(call, number, "elementtype")
        if is_indirect:
            if call.operands[number].type.kind != POINTER:
                return state.fail("Operand for indirect constraint must have pointer type", call)
            if not has_type:
                return state.fail("Operand for indirect constraint must have elementtype attribute", call)
        elif has_type:
            return state.fail("Elementtype attribute can only be applied for indirect constraints", call)
        number += 1
    if state.version >= 15:
        if isinstance(call, CallBrInst):
            if labels != call.indirect_count:
                return state.fail("Number of label constraints does not match number of callbr dests", call)
        elif labels:
            return state.fail("Label constraints can only be used with callbr", call)
    return True


# --- musttail

_ABI_ATTRIBUTES: Final = (
    "sret", "byval", "inalloca", "inreg", "alignstack", "swiftself", "swiftasync", "swifterror", "preallocated", "byref",
)  # fmt: skip
_NOT_IN_TAIL: Final = ("inalloca", "inreg", "swifterror", "preallocated", "byref")


def _abi_attributes(attributes: AttributeList | None, number: int) -> set[Attribute]:
    found = set_of(attributes, number)
    kept: set[Attribute] = set()
    if found is not None:
        for attribute in found.attributes:
            word = attribute.name
            if word in _ABI_ATTRIBUTES or (word == "align" and ("byval" in found or "byref" in found)):
                kept.add(attribute)
    return kept


def _congruent(one: Type, other: Type) -> bool:
    if one is other:
        return True
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        return one.address_space == other.address_space
    return False


def verify_must_tail(state: State, call: CallInst) -> bool:
    """The rules for a call that must be a tail call."""
    if isinstance(call.operands[-1], InlineAsm):
        return state.fail("cannot use musttail call with inline asm", call)
    function = state.function
    caller = function.function_type
    callee = call.function_type
    if caller.is_variadic != callee.is_variadic:
        return state.fail("cannot guarantee tail call due to mismatched varargs", call)
    if not _congruent(caller.return_type, callee.return_type):
        return state.fail("cannot guarantee tail call due to mismatched return types", call)
    if function.calling_convention != call.calling_convention:
        return state.fail("cannot guarantee tail call due to mismatched calling conv", call)
    if not _verify_tail_position(state, call):
        return False
    if call.calling_convention in (_TAIL, _SWIFT_TAIL):
        name = "tailcc" if call.calling_convention == _TAIL else "swifttailcc"
        for who, type, attributes in (("caller", caller, function.attributes), ("callee", callee, call.attributes)):
            for number in range(len(type.parameters)):
                words = {attribute.name for attribute in _abi_attributes(attributes, number)}
                for word in _NOT_IN_TAIL:
                    if word in words:
                        state.fail(f"{word} attribute not allowed in {name} musttail {who}")
                        break
        if caller.is_variadic:
            return state.fail(f"cannot guarantee {name} tail call for varargs function")
        return True
    called = call.called_function
    if called is None or not called.name.startswith("llvm."):
        if len(caller.parameters) != len(callee.parameters):
            return state.fail("cannot guarantee tail call due to mismatched parameter counts", call)
        for number in range(len(caller.parameters)):
            if not _congruent(caller.parameters[number], callee.parameters[number]):
                return state.fail("cannot guarantee tail call due to mismatched parameter types", call)
    for number in range(len(caller.parameters)):
        if _abi_attributes(function.attributes, number) != _abi_attributes(call.attributes, number):
            return state.fail(
                "cannot guarantee tail call due to mismatched ABI impacting function attributes", call, call.operands[number]
            )
    return True


def _verify_tail_position(state: State, call: CallInst) -> bool:
    block = call.parent
    following: list[Instruction] = []
    if block is not None:
        for instruction in block.instructions:
            if instruction.position > call.position:
                following.append(instruction)
                if len(following) == 2:
                    break
    result: Instruction = call
    if following and isinstance(following[0], CastInst) and following[0].opcode_name == "bitcast":
        if following[0].operands[0] is not call:
            return state.fail("bitcast following musttail call must use the call", following[0])
        result = following[0]
        following = following[1:]
    returned = following[0] if following else None
    if not isinstance(returned, ReturnInst):
        return state.fail("musttail call must precede a ret with an optional bitcast", call)
    if returned.operands and returned.operands[0] is not result:
        value = returned.operands[0]
        if not isinstance(value, SimpleConstant) or value.kind not in ("undef", "poison"):
            return state.fail("musttail call result must be returned", returned)
    return True
