"""The rules for calls of intrinsics that go beyond those for all calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.constants import Constant, ConstantAggregate, ConstantInt
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, CallBrInst, CallInst, CastInst, CatchPadInst, ReturnInst
from pyllvm.ir.metadata import MDString, MetadataAsValue
from pyllvm.ir.types import FLOATING_POINT, INTEGER, POINTER, VECTOR, VOID, X86_AMX, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import FUNCTION, KIND_OF_WORD, PARAMETER
from pyllvm.tables.attributes import INTEGER as INTEGER_PAYLOAD
from pyllvm.tables.intrinsics import intrinsic_attribute_row
from pyllvm.verifier.attributes import has_parameter_attribute
from pyllvm.verifier.debug_records import VARIABLE_INTRINSICS, verify_label_intrinsic, verify_variable_intrinsic
from pyllvm.verifier.globals import is_null_pointer, strip_casts
from pyllvm.verifier.metadata import visit_metadata_as_value
from pyllvm.verifier.state import State
from pyllvm.verifier.types import (
    address_space,
    is_floating_point_or_vector,
    is_integer,
    is_integer_or_vector,
    is_pointer_or_vector,
    is_vector,
    same_length,
    scalar_bits,
)

_ALL_CLASSES: Final = 0x3FF


def verify_intrinsic_call(state: State, intrinsic: Function, call: CallBase) -> None:
    """The rules for a call of an intrinsic."""
    name = intrinsic.name
    is_known = state.known_intrinsics.get(intrinsic)
    if is_known is None:
        is_known = intrinsic_attribute_row(name, state.version) is not None
        state.known_intrinsics[intrinsic] = is_known
    if not is_known:
        return
    if not intrinsic.is_declaration:
        state.fail("Intrinsic functions should never be defined!", intrinsic)
        return
    if not _verify_signature(state, intrinsic, name):
        return
    for index in range(call.argument_count):
        argument = call.operands[index]
        if isinstance(argument, MetadataAsValue):
            visit_metadata_as_value(state, argument)
        elif argument.type.kind == X86_AMX and isinstance(argument, Constant):
            state.fail("const x86_amx is not allowed in argument!")
            return
    kind = name[5:]
    if kind.startswith("dbg."):
        if kind == "dbg.label":
            verify_label_intrinsic(state, call)
        elif kind[4:] in VARIABLE_INTRINSICS:
            verify_variable_intrinsic(state, kind[4:], call)
        return
    check = _CHECKS.get(kind)
    while check is None and "." in kind:
        kind = kind.rpartition(".")[0]
        check = _CHECKS.get(kind)
    if check is not None:
        check(state, call)


# --- signatures

_NOT_VARIADIC: Final = frozenset(("llvm.donothing", "llvm.trap", "llvm.returnaddress", "llvm.va_start", "llvm.assume"))
_VARIADIC: Final = frozenset(
    (
        "llvm.localescape", "llvm.experimental.patchpoint.void", "llvm.experimental.patchpoint.i64",
        "llvm.experimental.stackmap", "llvm.icall.branch.funnel", "llvm.call.preallocated.teardown",
    )
)  # fmt: skip


def _verify_signature(state: State, intrinsic: Function, name: str) -> bool:
    type = intrinsic.function_type
    if type.is_variadic and name in _NOT_VARIADIC:
        return state.fail("Intrinsic was not defined with variable arguments!", intrinsic)
    if not type.is_variadic and name in ("llvm.localescape", "llvm.experimental.stackmap"):
        return state.fail("Callsite was not defined with variable arguments!", intrinsic)
    if name.startswith("llvm.vector.reduce."):
        source = type.parameters[-1] if type.parameters else None
        if not isinstance(source, VectorType):
            return state.fail("Intrinsic has incorrect argument type!", intrinsic)
        if type.return_type is not source.element:
            return state.fail("Intrinsic has incorrect return type!", intrinsic)
    elif name == "llvm.gcroot" or name == "llvm.gcread" or name == "llvm.gcwrite":
        return _verify_collector_signature(state, intrinsic)
    return True


def _verify_collector_signature(state: State, intrinsic: Function) -> bool:
    """These are of pointers; those of typed ones of pointers to pointers."""
    type = intrinsic.function_type
    expected = {"llvm.gcroot": 2, "llvm.gcread": 2, "llvm.gcwrite": 3}[intrinsic.name]
    if len(type.parameters) < expected:
        return state.fail("Intrinsic has too few arguments!", intrinsic)
    shapes = {"llvm.gcroot": (2, 1), "llvm.gcread": (1, 2), "llvm.gcwrite": (1, 1, 2)}[intrinsic.name]
    for parameter, depth in zip(type.parameters, shapes, strict=False):
        one: Type | None = parameter
        while depth and one is not None:
            if one.kind != POINTER:
                return state.fail("Intrinsic has incorrect argument type!", intrinsic)
            one = getattr(one, "pointee", None)
            depth -= 1
        if one is not None and not (depth == 0 and is_integer(one, 8)):
            return state.fail("Intrinsic has incorrect argument type!", intrinsic)
    return True


# --- one by one


def _argument(call: CallBase, index: int) -> Value | None:
    return call.operands[index] if index < call.argument_count else None


def _constant(call: CallBase, index: int) -> int:
    argument = _argument(call, index)
    return argument.unsigned if isinstance(argument, ConstantInt) else 0


def _signed(call: CallBase, index: int) -> int:
    argument = _argument(call, index)
    return argument.value if isinstance(argument, ConstantInt) else 0


def _assume(state: State, call: CallBase) -> bool:
    if state.version < 12:
        return True
    for bundle in call.bundles or ():
        count = bundle.end - bundle.begin
        values = call.operands[bundle.begin : bundle.end]
        tag = bundle.tag
        if tag == "separate_storage" and state.version >= 16:
            if count != 2:
                return state.fail("separate_storage assumptions should have 2 arguments", call)
            if values[0].type.kind != POINTER or values[1].type.kind != POINTER:
                return state.fail("arguments to separate_storage assumptions should be pointers", call)
            return True
        kind = KIND_OF_WORD.get(tag)
        if kind is not None and not kind.is_in(state.version):
            kind = None
        if kind is None and tag != "ignore":
            # Names of string attributes are fine, too; which there are is in no table here.
            if "-" in tag or "_" in tag or state.version >= 20:
                continue
            return state.fail("tags must be valid attribute names", call)
        if tag == "align":
            if not 2 <= count <= 3:
                return state.fail("alignment assumptions should have 2 or 3 arguments", call)
            if values[0].type.kind != POINTER:
                return state.fail("first argument should be a pointer", call)
            if values[1].type.kind != INTEGER:
                return state.fail("second argument should be an integer", call)
            if count == 3 and values[2].type.kind != INTEGER:
                return state.fail("third argument should be an integer if present", call)
            return True
        if count > 2:
            return state.fail("too many arguments" if state.version >= 14 else "to many arguments", call)
        if kind is None:
            break
        if kind.payload_in(state.version) == INTEGER_PAYLOAD:
            if count != 2:
                return state.fail("this attribute should have 2 arguments", call)
            if not isinstance(values[1], ConstantInt) and state.version < 20:
                return state.fail("the second argument should be a constant integral value", call)
        elif kind.places(state.version) & PARAMETER:
            if count != 1:
                return state.fail("this attribute should have one argument", call)
        elif kind.places(state.version) & FUNCTION and count != 0:
            return state.fail("this attribute has no argument", call)
    return True


def _three_way(state: State, call: CallBase) -> bool:
    source = call.operands[0].type
    if scalar_bits(call.type) < 2:
        return state.fail("result type must be at least 2 bits wide", call)
    if is_vector(source) != is_vector(call.type):
        return state.fail("ucmp/scmp argument and result types must both be either vector or scalar types", call)
    if not same_length(source, call.type):
        return state.fail("return type and arguments must have the same number of elements", call)
    return True


def _coroutine_id(state: State, call: CallBase) -> bool:
    argument = _argument(call, 3)
    if argument is None:
        return True
    info = strip_casts(argument)
    if is_null_pointer(info):
        return True
    if not isinstance(info, GlobalVariable) or not info.is_constant or info.initializer is None:
        return state.fail("info argument of llvm.coro.id must refer to an initialized constant")
    initializer = info.initializer
    if not isinstance(initializer, ConstantAggregate) or initializer.type.kind == VECTOR:
        return state.fail("info argument of llvm.coro.id must refer to either a struct or an array")
    return True


def _floating_point_class(state: State, call: CallBase) -> bool:
    if _constant(call, 1) & ~_ALL_CLASSES:
        return state.fail("unsupported bits for llvm.is.fpclass test mask")
    return True


def _rounding(state: State, call: CallBase) -> bool:
    mode = _argument(call, 1)
    text = mode.metadata if isinstance(mode, MetadataAsValue) else None
    if text is None:
        return state.fail("missing rounding mode argument", call)
    if not isinstance(text, MDString):
        return state.fail("invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)", text)
    if text.text not in ("round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero"):
        return state.fail("unsupported rounding mode argument", call)
    return True


def _element_wise_atomic(state: State, call: CallBase) -> bool:
    size = _constant(call, 3)
    if size == 0 or size & (size - 1):
        return state.fail("element size of the element-wise atomic memory intrinsic must be a power of 2", call)
    is_transfer = not (call.called_function is not None and call.called_function.name.startswith("llvm.memset"))
    for number, what in ((0, "destination"), (1, "source")):
        if number == 1 and not is_transfer:
            break
        found = call.attributes.parameter(number).find("align") if call.attributes is not None else None
        if found is None or found.integer < size:
            return state.fail(f"incorrect alignment of the {what} argument", call)
    return True


def _collector(state: State, call: CallBase) -> bool:
    callee = call.called_function
    if callee is not None and callee.name == "llvm.gcroot":
        source = call.operands[0]
        while isinstance(source, CastInst) and source.opcode_name == "bitcast":
            source = source.operands[0]
        if not isinstance(source, AllocaInst):
            return state.fail("llvm.gcroot parameter #1 must be an alloca.", call)
        if not isinstance(call.operands[1], Constant):
            return state.fail("llvm.gcroot parameter #2 must be a constant.", call)
        if source.allocated_type.kind != POINTER and is_null_pointer(call.operands[1]):
            return state.fail(
                "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.", call
            )
    if not state.function.gc:
        return state.fail("Enclosing function does not use GC.", call)
    return True


def _trampoline(state: State, call: CallBase) -> bool:
    if not isinstance(strip_casts(call.operands[1]), Function):
        return state.fail("llvm.init_trampoline parameter #2 must resolve to a function.", call)
    return True


def _prefetch(state: State, call: CallBase) -> bool:
    if state.version < 15:
        if _constant(call, 1) > 1 or _constant(call, 2) > 3:
            return state.fail("invalid arguments to llvm.prefetch", call)
        return True
    if _constant(call, 1) > 1:
        return state.fail("rw argument to llvm.prefetch must be 0-1", call)
    if _constant(call, 2) > 3:
        return state.fail("locality argument to llvm.prefetch must be 0-3", call)
    if _constant(call, 3) > 1:
        return state.fail("cache type argument to llvm.prefetch must be 0-1", call)
    return True


def _strip_value_casts(value: Value) -> Value:
    while isinstance(value, CastInst) and value.opcode_name in ("bitcast", "addrspacecast"):
        value = value.operands[0]
    return strip_casts(value)


def _stack_protector(state: State, call: CallBase) -> bool:
    if not isinstance(_strip_value_casts(call.operands[1]), AllocaInst):
        return state.fail("llvm.stackprotector parameter #2 must resolve to an alloca.", call)
    return True


def _local_escape(state: State, call: CallBase) -> bool:
    if call.parent is None or call.parent.number != 0:
        return state.fail("llvm.localescape used outside of entry block", call)
    if state.saw_frame_escape:
        return state.fail("multiple calls to llvm.localescape in one function", call)
    for index in range(call.argument_count):
        argument = call.operands[index]
        if is_null_pointer(argument):
            continue
        source = _strip_value_casts(argument)
        is_static = (
            isinstance(source, AllocaInst)
            and isinstance(source.operands[0], ConstantInt)
            and source.parent is not None
            and source.parent.number == 0
            and not source.is_inalloca
        )
        if not is_static:
            return state.fail("llvm.localescape only accepts static allocas", call)
    state.escaped_counts[state.function] = call.argument_count
    state.saw_frame_escape = True
    return True


def _local_recover(state: State, call: CallBase) -> bool:
    function = _strip_value_casts(call.operands[0])
    if not isinstance(function, Function) or function.is_declaration:
        return state.fail("llvm.localrecover first argument must be function defined in this module", call)
    count = min(_constant(call, 2), 0xFFFFFFFF) + 1
    state.recovered_counts[function] = max(state.recovered_counts.get(function, 0), count)
    return True


def _statepoint_user(state: State, call: CallBase) -> bool:
    if not state.function.gc:
        return state.fail("Enclosing function does not use GC.", call)
    return True


def _relocate(state: State, call: CallBase) -> bool:
    if call.argument_count != 3:
        return state.fail("wrong number of arguments", call)
    if not is_pointer_or_vector(call.type):
        return state.fail("gc.relocate must return a pointer or a vector of pointers", call)
    token = call.operands[0]
    statepoint: CallBase | None = None
    if isinstance(token, CallBase):
        called = token.called_function
        if called is not None and called.name.startswith("llvm.experimental.gc.statepoint"):
            statepoint = token
    if statepoint is None:
        return True
    live: list[Value] = []
    for bundle in statepoint.bundles or ():
        if bundle.tag == "gc-live":
            live = statepoint.operands[bundle.begin : bundle.end]
    if not live:
        return True
    for index, what in ((1, "base"), (2, "derived")):
        if not isinstance(call.operands[index], ConstantInt):
            return state.fail(f"gc.relocate operand #{index + 1} must be integer offset", call)
        if _constant(call, index) >= len(live):
            return state.fail(f"gc.relocate: statepoint {what} index out of bounds", call)
    base = live[_constant(call, 1)].type
    derived = live[_constant(call, 2)].type
    if not is_pointer_or_vector(base) or not is_pointer_or_vector(derived):
        return state.fail("gc.relocate: relocated value must be a pointer", call)
    if is_vector(call.type) != is_vector(derived):
        return state.fail("gc.relocate: vector relocates to vector and pointer to pointer", call)
    if address_space(call.type) != address_space(derived):
        return state.fail("gc.relocate: relocating a pointer shouldn't change its address space", call)
    return True


def _exception_pointer(state: State, call: CallBase) -> bool:
    if not isinstance(call.operands[0], CatchPadInst):
        return state.fail("eh.exceptionpointer argument must be a catchpad", call)
    return True


def _lane_mask(state: State, call: CallBase) -> bool:
    if not isinstance(call.type, VectorType):
        return state.fail("get_active_lane_mask: must return a vector", call)
    if not is_integer(call.type.element, 1):
        return state.fail("get_active_lane_mask: element type is not i1", call)
    return True


def _vector_length(state: State, call: CallBase) -> bool:
    if _signed(call, 1) <= 0:
        return state.fail("get_vector_length: VF must be positive", call)
    return True


def _is_power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0


def _masked_load(state: State, call: CallBase) -> bool:
    if not is_vector(call.type):
        return state.fail("masked_load: must return a vector", call)
    if state.version >= 22 or call.argument_count < 4:
        return True
    mask = call.operands[2].type
    if not is_vector(mask):
        return state.fail("masked_load: mask must be vector", call)
    if not _is_power_of_two(_constant(call, 1)):
        return state.fail("masked_load: alignment must be a power of 2", call)
    if call.operands[3].type is not call.type:
        return state.fail("masked_load: pass through and return type must match", call)
    if not same_length(mask, call.type):
        return state.fail("masked_load: vector mask must be same length as return", call)
    return True


def _masked_store(state: State, call: CallBase) -> bool:
    if state.version >= 22 or call.argument_count < 4:
        return True
    mask = call.operands[3].type
    if not is_vector(mask):
        return state.fail("masked_store: mask must be vector", call)
    if not _is_power_of_two(_constant(call, 2)):
        return state.fail("masked_store: alignment must be a power of 2", call)
    if not same_length(mask, call.operands[0].type):
        return state.fail("masked_store: vector mask must be same length as value", call)
    return True


def _masked_gather(state: State, call: CallBase) -> bool:
    alignment = _constant(call, 1)
    if state.version < 22 and alignment and not _is_power_of_two(alignment):
        return state.fail("masked_gather: alignment must be 0 or a power of 2", call)
    return True


def _masked_scatter(state: State, call: CallBase) -> bool:
    alignment = _constant(call, 2)
    if state.version < 22 and alignment and not _is_power_of_two(alignment):
        return state.fail("masked_scatter: alignment must be 0 or a power of 2", call)
    return True


def _deoptimization_bundles(call: CallBase) -> int:
    return len([bundle for bundle in call.bundles or () if bundle.tag == "deopt"])


def _guard(state: State, call: CallBase) -> bool:
    if not isinstance(call, CallInst):
        return state.fail("experimental_guard cannot be invoked", call)
    if _deoptimization_bundles(call) != 1:
        return state.fail('experimental_guard must have exactly one "deopt" operand bundle')
    return True


def next_instruction(instruction: Instruction) -> Instruction | None:
    """The instruction that follows in the block."""
    block = instruction.parent
    if block is None:
        return None
    place = instruction.position - block.instructions[0].position + 1
    return block.instructions[place] if place < len(block.instructions) else None


def _deoptimize(state: State, call: CallBase) -> bool:
    if not isinstance(call, CallInst):
        return state.fail("experimental_deoptimize cannot be invoked", call)
    if _deoptimization_bundles(call) != 1:
        return state.fail('experimental_deoptimize must have exactly one "deopt" operand bundle')
    if call.type is not state.function.function_type.return_type:
        return state.fail("experimental_deoptimize return type must match caller return type")
    following = next_instruction(call)
    if not isinstance(following, ReturnInst):
        return state.fail("calls to experimental_deoptimize must be followed by a return")
    if call.type.kind != VOID and (not following.operands or following.operands[0] is not call):
        return state.fail(
            "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize"
        )
    return True


def _va_start(state: State, call: CallBase) -> bool:
    if state.version >= 19 and not state.function.function_type.is_variadic:
        return state.fail("va_start called in a non-varargs function")
    return True


def _reduce_integers(state: State, call: CallBase) -> bool:
    type = call.operands[0].type
    if not is_vector(type) or not is_integer_or_vector(type):
        return state.fail("Intrinsic has incorrect argument type!")
    return True


def _reduce_floating_point(state: State, call: CallBase) -> bool:
    type = call.operands[0].type
    if not is_vector(type) or not is_floating_point_or_vector(type):
        return state.fail("Intrinsic has incorrect argument type!")
    return True


def _reduce_in_order(state: State, call: CallBase) -> bool:
    type = call.operands[1].type if call.argument_count > 1 else call.type
    if not is_vector(type) or not is_floating_point_or_vector(type):
        return state.fail("Intrinsic has incorrect argument type!")
    return True


def _fixed_point(state: State, call: CallBase, is_signed: bool) -> bool:
    for index, word in ((0, "first"), (1, "second")):
        if not is_integer_or_vector(call.operands[index].type):
            return state.fail(f"{word} operand of [us][mul|div]_fix[_sat] must be an int type or vector of ints")
    bits = scalar_bits(call.operands[0].type)
    scale = _constant(call, 2)
    if is_signed and scale >= bits:
        return state.fail("the scale of s[mul|div]_fix[_sat] must be less than the width of the operands")
    if not is_signed and scale > bits:
        return state.fail("the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands")
    return True


def _signed_fixed_point(state: State, call: CallBase) -> bool:
    return _fixed_point(state, call, True)


def _unsigned_fixed_point(state: State, call: CallBase) -> bool:
    return _fixed_point(state, call, False)


def _round_to_integer(state: State, call: CallBase) -> bool:
    source = call.operands[0].type
    if state.version < 19:
        if is_vector(source) or is_vector(call.type):
            return state.version >= 17 or state.fail("Intrinsic does not support vectors", call)
        return True
    if not is_floating_point_or_vector(source) or not is_integer_or_vector(call.type):
        return state.fail(
            "llvm.lrint, llvm.llrint: argument must be floating-point or vector of floating-points, and result must be "
            "integer or vector of integers",
            call,
        )
    if is_vector(source) != is_vector(call.type):
        return state.fail("llvm.lrint, llvm.llrint: argument and result disagree on vector use", call)
    if not same_length(source, call.type):
        return state.fail("llvm.lrint, llvm.llrint: argument must be same length as result", call)
    return True


def _round_away(state: State, call: CallBase) -> bool:
    if state.version < 20 and (is_vector(call.operands[0].type) or is_vector(call.type)):
        return state.fail("Intrinsic does not support vectors", call)
    return True


def _byte_swap(state: State, call: CallBase) -> bool:
    if scalar_bits(call.type) % 16:
        return state.fail("bswap must be an even number of bytes", call)
    return True


def _invariant_start(state: State, call: CallBase) -> bool:
    size = call.operands[0]
    if not isinstance(size, ConstantInt) or size.value < -1:
        return state.fail("invariant_start parameter must be -1, 0 or a positive number", call)
    return True


def _fixed_count(type: Type) -> int:
    return type.count if isinstance(type, VectorType) else 0


def _element(type: Type) -> Type | None:
    return type.element if isinstance(type, VectorType) else None


def _matrix(state: State, call: CallBase) -> bool:
    intrinsic = call.called_function
    if intrinsic is None:
        return True
    kind = intrinsic.name[len("llvm.matrix.") :]
    result = call.type
    stride = -1
    elements: list[Type | None] = []
    if kind.startswith("multiply"):
        rows, inner, columns = _constant(call, 2), _constant(call, 3), _constant(call, 4)
        if _fixed_count(call.operands[0].type) != rows * inner:
            return state.fail("First argument of a matrix operation does not match specified shape!")
        if _fixed_count(call.operands[1].type) != inner * columns:
            return state.fail("Second argument of a matrix operation does not match specified shape!")
        elements = [_element(call.operands[0].type), _element(call.operands[1].type)]
    elif kind.startswith("transpose"):
        rows, columns = _constant(call, 1), _constant(call, 2)
        elements = [_element(call.operands[0].type)]
    elif kind.startswith("column.major.load"):
        rows, columns = _constant(call, 3), _constant(call, 4)
        if isinstance(call.operands[1], ConstantInt):
            stride = _constant(call, 1)
    else:
        rows, columns = _constant(call, 4), _constant(call, 5)
        result = call.operands[0].type
        elements = [_element(result)]
        if isinstance(call.operands[2], ConstantInt):
            stride = _constant(call, 2)
    element = _element(result)
    if element is None or element.kind not in (INTEGER, FLOATING_POINT):
        return state.fail("Result type must be an integer or floating-point type!", intrinsic)
    for one, word in zip(elements, ("first", "second"), strict=False):
        if one is not element:
            return state.fail(f"Vector element type mismatch of the result and {word} operand vector!", intrinsic)
    if _fixed_count(result) != rows * columns:
        return state.fail("Result of a matrix operation does not fit in the returned vector!")
    if stride >= 0 and stride < rows:
        return state.fail("Stride must be greater or equal than the number of rows!", intrinsic)
    return True


def _splice(state: State, call: CallBase) -> bool:
    type = call.type
    if not isinstance(type, VectorType) or not isinstance(_argument(call, 2), ConstantInt):
        return True
    count = type.count
    attributes = state.function.attributes
    if attributes is not None:
        scale = attributes.function.find("vscale_range")
        if scale is not None:
            count *= scale.integer >> 32
    if not -count <= _signed(call, 2) < count:
        return state.fail(
            "The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the "
            "vector. For scalable vectors the minimum number of elements is determined from vscale_range.",
            call,
        )
    return True


def _step_vector(state: State, call: CallBase) -> bool:
    if not is_vector(call.type) or not is_integer_or_vector(call.type) or scalar_bits(call.type) < 8:
        return state.fail(
            f"{'experimental_' if state.version < 20 else ''}stepvector only supported for vectors of integers with a "
            "bitwidth of at least 8.",
            call,
        )
    return True


def _vector_insert(state: State, call: CallBase) -> bool:
    word = "vector_insert" if state.version >= 15 else "experimental_vector_insert"
    whole = call.operands[0].type
    part = call.operands[1].type
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        return True
    index = _constant(call, 2)
    if whole.element is not part.element:
        return state.fail(f"{word} parameters must have the same element type.", call)
    if index % part.count:
        return state.fail(f"{word} index must be a constant multiple of the subvector's known minimum vector length.")
    if whole.is_scalable == part.is_scalable and index + part.count > whole.count:
        return state.fail(f"subvector operand of {word} would overrun the vector being inserted into.")
    return True


def _vector_extract(state: State, call: CallBase) -> bool:
    word = "vector_extract" if state.version >= 15 else "experimental_vector_extract"
    whole = call.operands[0].type
    part = call.type
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        return True
    index = _constant(call, 1)
    if whole.element is not part.element:
        return state.fail(f"{word} result must have the same element type as the input vector.", call)
    if index % part.count:
        return state.fail(f"{word} index must be a constant multiple of the result type's known minimum vector length.")
    if whole.is_scalable == part.is_scalable and index + part.count > whole.count:
        return state.fail(f"{word} would overrun.")
    return True


def _alias_scope_declaration(state: State, call: CallBase) -> bool:
    state.alias_scope_declarations.append(call)
    return True


def _element_type_of_base(state: State, call: CallBase) -> bool:
    if state.version >= 14 and not has_parameter_attribute(call.attributes, 0, "elementtype"):
        return state.fail("Intrinsic requires elementtype attribute on first argument.", call)
    return True


def _element_type_on_first(state: State, call: CallBase) -> bool:
    if state.version >= 15 and not has_parameter_attribute(call.attributes, 0, "elementtype"):
        return state.fail("Intrinsic requires elementtype attribute on first argument.", call)
    return True


def _element_type_on_second(state: State, call: CallBase) -> bool:
    if state.version >= 15 and not has_parameter_attribute(call.attributes, 1, "elementtype"):
        return state.fail("Intrinsic requires elementtype attribute on second argument.", call)
    return True


def _callbr_landing_pad(state: State, call: CallBase) -> bool:
    branch = call.operands[0]
    if not isinstance(branch, CallBrInst):
        return state.fail("intrinstic requires callbr operand", call)
    block = call.parent
    if block is None:
        return True
    entries = set(state.dominators.predecessors[block.number])
    if len(entries) != 1:
        return state.fail("Intrinsic in block must have 1 unique predecessor", call)
    if not isinstance(state.dominators.blocks[entries.pop()].terminator, CallBrInst):
        return state.fail("Intrinsic must have corresponding callbr in predecessor", call)
    if block not in branch.indirect_blocks:
        return state.fail(
            "Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list", call
        )
    if block.instructions[0] is not call:
        return state.fail("No other instructions may proceed intrinsic", call)
    return True


def _register_count(state: State, call: CallBase) -> bool:
    count = _constant(call, 0)
    if count % 8:
        return state.fail("reg_count argument to nvvm.setmaxnreg must be in multiples of 8")
    if not 24 <= count <= 256:
        return state.fail("reg_count argument to nvvm.setmaxnreg must be within [24, 256]")
    return True


def _chain(state: State, call: CallBase) -> bool:
    if state.function.calling_convention not in (90, 104, 105):
        return state.fail(
            "Intrinsic can only be used from functions with the amdgpu_cs, amdgpu_cs_chain or amdgpu_cs_chain_preserve "
            "calling conventions",
            call,
        )
    if not has_parameter_attribute(call.attributes, 2, "inreg"):
        return state.fail("SGPR arguments must have the `inreg` attribute", call)
    if has_parameter_attribute(call.attributes, 3, "inreg"):
        return state.fail("VGPR arguments must not have the `inreg` attribute", call)
    return True


def _inactive_chain_argument(state: State, call: CallBase) -> bool:
    if state.function.calling_convention not in (104, 105):
        return state.fail(
            "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions",
            call,
        )
    if has_parameter_attribute(call.attributes, 1, "inreg"):
        return state.fail("Value for inactive lanes must not have the `inreg` attribute", call)
    argument = call.operands[1]
    if not isinstance(argument, Argument):
        return state.version >= 20 or state.fail("Value for inactive lanes must be a function argument", call)
    if has_parameter_attribute(state.function.attributes, argument.number, "inreg"):
        return state.fail("Value for inactive lanes must be a VGPR function argument", call)
    return True


def _pointer_mask(state: State, call: CallBase) -> bool:
    if state.version < 18:
        return True
    pointer = call.operands[0].type
    mask = call.operands[1].type
    if not is_pointer_or_vector(pointer):
        return state.fail("llvm.ptrmask intrinsic first argument must be pointer or vector of pointers", call)
    if is_vector(pointer) != is_vector(mask):
        return state.fail("llvm.ptrmask intrinsic arguments must be both scalars or both vectors", call)
    if not same_length(pointer, mask):
        return state.fail("llvm.ptrmask intrinsic arguments must have the same number of elements", call)
    if state.data_layout.index_bits(address_space(pointer)) != scalar_bits(mask):
        return state.fail(
            "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument", call
        )
    return True


def _thread_local_address(state: State, call: CallBase) -> bool:
    argument = call.operands[0]
    if not isinstance(argument, GlobalValue):
        return state.version < 16 or state.fail("llvm.threadlocal.address first argument must be a GlobalValue")
    if not argument.thread_local_mode:
        return state.fail("llvm.threadlocal.address operand isThreadLocal() must be true")
    return True


def _prefetch_aarch64(state: State, call: CallBase) -> bool:
    for index, limit, message in (
        (1, 1, "write argument to llvm.aarch64.prefetch must be 0 or 1"),
        (2, 3, "target argument to llvm.aarch64.prefetch must be 0-3"),
        (3, 1, "stream argument to llvm.aarch64.prefetch must be 0 or 1"),
        (4, 1, "isdata argument to llvm.aarch64.prefetch must be 0 or 1"),
    ):
        if _constant(call, index) > limit:
            return state.fail(message, call)
    return True


# --- vector predication and constrained floating point


def _vp_cast(state: State, call: CallBase) -> bool:
    intrinsic = call.called_function
    kind = intrinsic.name[len("llvm.vp.") :].partition(".")[0] if intrinsic is not None else ""
    source = call.operands[0].type
    target = call.type
    if not same_length(source, target):
        return state.fail("VP cast intrinsic first argument and result vector lengths must be equal", call)
    both_integers = is_integer_or_vector(source) and is_integer_or_vector(target)
    both_floating = is_floating_point_or_vector(source) and is_floating_point_or_vector(target)
    grows = scalar_bits(target) - scalar_bits(source)
    if kind in ("trunc", "zext", "sext"):
        name = "llvm.vp.trunc" if kind == "trunc" else "llvm.vp.zext or llvm.vp.sext"
        if not both_integers:
            return state.fail(f"{name} intrinsic first argument and result element type must be integer", call)
        if kind == "trunc" and grows >= 0:
            return state.fail(
                "llvm.vp.trunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
                call,
            )
        if kind != "trunc" and grows <= 0:
            return state.fail(
                "llvm.vp.zext or llvm.vp.sext intrinsic the bit size of first argument must be smaller than the bit size "
                "of the return type",
                call,
            )
    elif kind in ("fptoui", "fptosi", "lrint", "llrint"):
        if not is_integer_or_vector(target) or not is_floating_point_or_vector(source):
            names = (
                "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrint"
                if state.version >= 19
                else ("llvm.vp.fptoui or llvm.vp.fptosi ")
            )
            return state.fail(
                f"{names}intrinsic first argument element type must be floating-point and result element type must be integer",
                call,
            )
    elif kind in ("uitofp", "sitofp"):
        if not is_floating_point_or_vector(target) or not is_integer_or_vector(source):
            return state.fail(
                "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element "
                "type must be floating-point",
                call,
            )
    elif kind in ("fptrunc", "fpext"):
        if not both_floating:
            return state.fail(f"llvm.vp.{kind} intrinsic first argument and result element type must be floating-point", call)
        if (grows >= 0) if kind == "fptrunc" else (grows <= 0):
            what = "larger" if kind == "fptrunc" else "smaller"
            return state.fail(
                f"llvm.vp.{kind} intrinsic the bit size of first argument must be {what} than the bit size of the return type",
                call,
            )
    elif kind == "ptrtoint":
        if not is_integer_or_vector(target) or not is_pointer_or_vector(source):
            return state.fail(
                "llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer",
                call,
            )
    elif not is_pointer_or_vector(target) or not is_integer_or_vector(source):
        return state.fail(
            "llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer",
            call,
        )
    return True


_FLOATING_PREDICATES: Final = frozenset(
    ("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true")
)
_CONSTRAINED_PREDICATES: Final = _FLOATING_PREDICATES - {"false", "true"}
_INTEGER_PREDICATES: Final = frozenset(("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"))


def _text(call: CallBase, index: int) -> str:
    argument = _argument(call, index)
    text = argument.metadata if isinstance(argument, MetadataAsValue) else None
    return text.text if isinstance(text, MDString) else ""


def _vp_fcmp(state: State, call: CallBase) -> bool:
    if _text(call, 2) not in _CONSTRAINED_PREDICATES:
        return state.fail("invalid predicate for VP FP comparison intrinsic", call)
    return True


def _vp_icmp(state: State, call: CallBase) -> bool:
    if _text(call, 2) not in _INTEGER_PREDICATES:
        return state.fail("invalid predicate for VP integer comparison intrinsic", call)
    return True


def _vp_class(state: State, call: CallBase) -> bool:
    if _constant(call, 1) & ~_ALL_CLASSES:
        return state.fail("unsupported bits for llvm.vp.is.fpclass test mask")
    return True


def _constrained(state: State, call: CallBase) -> bool:
    intrinsic = call.called_function
    if intrinsic is None or call.argument_count == 0:
        return True
    kind = intrinsic.name[len("llvm.experimental.constrained.") :].partition(".")[0]
    source = call.operands[0].type
    target = call.type
    if kind in ("lrint", "llrint", "lround", "llround"):
        if is_vector(source) or is_vector(target):
            return state.fail("Intrinsic does not support vectors", call)
    elif kind in ("fcmp", "fcmps"):
        if _text(call, 2) not in _CONSTRAINED_PREDICATES:
            return state.fail("invalid predicate for constrained FP comparison intrinsic", call)
    elif kind in ("fptosi", "fptoui", "sitofp", "uitofp"):
        to_integer = kind.startswith("fp")
        if not (is_floating_point_or_vector(source) if to_integer else is_integer_or_vector(source)):
            what = "floating point" if to_integer else "integer"
            return state.fail(f"Intrinsic first argument must be {what}", call)
        if is_vector(source) != is_vector(target):
            return state.fail("Intrinsic first argument and result disagree on vector use", call)
        if not (is_integer_or_vector(target) if to_integer else is_floating_point_or_vector(target)):
            what = "an integer" if to_integer else "a floating point"
            return state.fail(f"Intrinsic result must be {what}", call)
        if not same_length(source, target):
            return state.fail("Intrinsic first argument and result vector lengths must be equal", call)
    elif kind in ("fptrunc", "fpext"):
        if not is_floating_point_or_vector(source):
            return state.fail("Intrinsic first argument must be FP or FP vector", call)
        if not is_floating_point_or_vector(target):
            return state.fail("Intrinsic result must be FP or FP vector", call)
        if is_vector(source) != is_vector(target):
            return state.fail("Intrinsic first argument and result disagree on vector use", call)
        if not same_length(source, target):
            return state.fail("Intrinsic first argument and result vector lengths must be equal", call)
        grows = scalar_bits(target) - scalar_bits(source)
        if (grows >= 0) if kind == "fptrunc" else (grows <= 0):
            what = "larger" if kind == "fptrunc" else "smaller"
            return state.fail(f"Intrinsic first argument's type must be {what} than result type", call)
    last = call.argument_count - 1
    if _text(call, last) not in ("fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"):
        return state.fail("invalid exception behavior argument", call)
    if last and isinstance(call.operands[last - 1], MetadataAsValue) and kind not in ("fcmp", "fcmps"):
        if _text(call, last - 1) not in (
            "round.dynamic", "round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero",
        ):  # fmt: skip
            return state.fail("invalid rounding mode argument", call)
    return True


_CHECKS: Final[dict[str, Callable[[State, CallBase], bool]]] = {
    "assume": _assume,
    "ucmp": _three_way,
    "scmp": _three_way,
    "coro.id": _coroutine_id,
    "is.fpclass": _floating_point_class,
    "fptrunc.round": _rounding,
    "memcpy.element.unordered.atomic": _element_wise_atomic,
    "memmove.element.unordered.atomic": _element_wise_atomic,
    "memset.element.unordered.atomic": _element_wise_atomic,
    "gcroot": _collector,
    "gcread": _collector,
    "gcwrite": _collector,
    "init.trampoline": _trampoline,
    "prefetch": _prefetch,
    "stackprotector": _stack_protector,
    "localescape": _local_escape,
    "localrecover": _local_recover,
    "experimental.gc.statepoint": _statepoint_user,
    "experimental.gc.result": _statepoint_user,
    "experimental.gc.relocate": _relocate,
    "eh.exceptioncode": _exception_pointer,
    "eh.exceptionpointer": _exception_pointer,
    "get.active.lane.mask": _lane_mask,
    "experimental.get.vector.length": _vector_length,
    "masked.load": _masked_load,
    "masked.store": _masked_store,
    "masked.gather": _masked_gather,
    "masked.scatter": _masked_scatter,
    "experimental.guard": _guard,
    "experimental.deoptimize": _deoptimize,
    "va_start": _va_start,
    "vector.reduce.and": _reduce_integers,
    "vector.reduce.or": _reduce_integers,
    "vector.reduce.xor": _reduce_integers,
    "vector.reduce.add": _reduce_integers,
    "vector.reduce.mul": _reduce_integers,
    "vector.reduce.smax": _reduce_integers,
    "vector.reduce.smin": _reduce_integers,
    "vector.reduce.umax": _reduce_integers,
    "vector.reduce.umin": _reduce_integers,
    "vector.reduce.fmax": _reduce_floating_point,
    "vector.reduce.fmin": _reduce_floating_point,
    "vector.reduce.fadd": _reduce_in_order,
    "vector.reduce.fmul": _reduce_in_order,
    "smul.fix": _signed_fixed_point,
    "sdiv.fix": _signed_fixed_point,
    "umul.fix": _unsigned_fixed_point,
    "udiv.fix": _unsigned_fixed_point,
    "lrint": _round_to_integer,
    "llrint": _round_to_integer,
    "lround": _round_away,
    "llround": _round_away,
    "bswap": _byte_swap,
    "invariant.start": _invariant_start,
    "matrix.multiply": _matrix,
    "matrix.transpose": _matrix,
    "matrix.column.major.load": _matrix,
    "matrix.column.major.store": _matrix,
    "vector.splice": _splice,
    "experimental.vector.splice": _splice,
    "experimental.stepvector": _step_vector,
    "stepvector": _step_vector,
    "vector.insert": _vector_insert,
    "experimental.vector.insert": _vector_insert,
    "vector.extract": _vector_extract,
    "experimental.vector.extract": _vector_extract,
    "experimental.noalias.scope.decl": _alias_scope_declaration,
    "preserve.array.access.index": _element_type_of_base,
    "preserve.struct.access.index": _element_type_of_base,
    "aarch64.ldaxr": _element_type_on_first,
    "aarch64.ldxr": _element_type_on_first,
    "arm.ldaex": _element_type_on_first,
    "arm.ldrex": _element_type_on_first,
    "aarch64.stlxr": _element_type_on_second,
    "aarch64.stxr": _element_type_on_second,
    "arm.stlex": _element_type_on_second,
    "arm.strex": _element_type_on_second,
    "aarch64.prefetch": _prefetch_aarch64,
    "callbr.landingpad": _callbr_landing_pad,
    "nvvm.setmaxnreg.inc.sync.aligned.u32": _register_count,
    "nvvm.setmaxnreg.dec.sync.aligned.u32": _register_count,
    "amdgcn.cs.chain": _chain,
    "amdgcn.set.inactive.chain.arg": _inactive_chain_argument,
    "ptrmask": _pointer_mask,
    "threadlocal.address": _thread_local_address,
    "vp.trunc": _vp_cast,
    "vp.zext": _vp_cast,
    "vp.sext": _vp_cast,
    "vp.fptoui": _vp_cast,
    "vp.fptosi": _vp_cast,
    "vp.lrint": _vp_cast,
    "vp.llrint": _vp_cast,
    "vp.uitofp": _vp_cast,
    "vp.sitofp": _vp_cast,
    "vp.fptrunc": _vp_cast,
    "vp.fpext": _vp_cast,
    "vp.ptrtoint": _vp_cast,
    "vp.inttoptr": _vp_cast,
    "vp.fcmp": _vp_fcmp,
    "vp.icmp": _vp_icmp,
    "vp.is.fpclass": _vp_class,
    "experimental.constrained": _constrained,
}
