"""How calls of intrinsics of all targets are upgraded, if that takes more than another name or operand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.diagnostics.diagnostic import PyllvmError
from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import NONE, POISON, Constant, ConstantInt, SimpleConstant, is_null
from pyllvm.ir.debug_info.expressions import fold_constants
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import AllocaInst, CallBase, CallInst, CmpInst, ExtractValueInst, InsertValueInst
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name, mangled_type
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.metadata import DIExpression, MDString, MDTuple, MetadataAsValue
from pyllvm.ir.types import VOID, FloatingPointType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, rebuilt, vector_bits
from pyllvm.migrations.on_reading.intrinsic_calls import (
    CallUpgrade,
    Upgrading,
    declared_intrinsic,
    remove_call,
    rename_callee,
    replace_call,
    set_callee,
)
from pyllvm.schema.expression import DEREF, FRAGMENT, STACK_VALUE
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.debug_info_versions import CONSTANTS_FOLDED_SINCE
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.intrinsic_names import ADDRESS_INTRINSIC, COROUTINE_END, NVVM_PREFIX, VALUE_INTRINSIC
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import CAST_NAMES, FLOATING_POINT_BINARY, FPEXT, FPTRUNC, INTEGER_BINARY, OPCODES_BY_NAME
from pyllvm.tables.predicates import FCMP_NUMBERS, ICMP_NUMBERS, NO_FCMP_PREDICATE, NO_ICMP_PREDICATE
from pyllvm.tables.reading_versions import (
    CALLS_KEEP_TYPES_SINCE,
    ENDS_ASK_FOR_RAMP_SINCE,
    LIFETIMES_OF_POINTERS_SINCE,
    MASKED_FLAGS_KEPT_SINCE,
    RECORDS_BEFORE_CHECK_SINCE,
)

# --- General intrinsics that got other operands, or are gone: stackprotectorcheck, coro.end, dbg.addr, dbg.value with an offset.

_STACK_CHECK: Final = "llvm.stackprotectorcheck"
_OFFSET: Final = 1
_WITHOUT_EXPRESSION: Final = 2
# DW_OP_LLVM_fragment and its two operands
_FRAGMENT_LENGTH: Final = 3
_COROUTINE_ENDS: Final = (COROUTINE_END, "llvm.coro.end.async")


def stack_protector_check(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Calls are removed without a replacement.

    LLVM 7: call void @llvm.stackprotectorcheck(i8** %p)
    LLVM 14:
    """
    return None if old.name != _STACK_CHECK or is_intrinsic(old.name, state.version) else remove_call


def coroutine_end(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`coro.end` has a token as its third operand, and returns nothing since LLVM 22.

    LLVM 14: %r = call i1 @llvm.coro.end(i8* %p, i1 false)
    LLVM 18: %r = call i1 @llvm.coro.end(ptr %p, i1 false, token none)
    """
    type = old.function_type
    if old.name in _COROUTINE_ENDS and state.version >= ENDS_ASK_FOR_RAMP_SINCE and type.return_type.kind != VOID:
        return _end_without_result(state, old)
    new = state.signature_type(COROUTINE_END, [])
    if new is None or old.name != COROUTINE_END:
        return None
    if len(type.parameters) == 2 and len(new.parameters) == 3:
        return rebuilt(state, state.intrinsic(COROUTINE_END, []), _with_token)
    return None


def _end_without_result(state: Upgrading, old: Function) -> CallUpgrade | None:
    """LLVM 24 reads the result, which was true outside of the ramp, from another intrinsic."""
    made = state.intrinsic(old.name, [])
    if made is None:
        return None
    needs_token = len(old.function_type.parameters) < len(made.function_type.parameters)

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        builder.call_function(made, _with_token(builder) if needs_token else builder.arguments)
        result: Value | None = None
        if call.has_uses:
            result = builder.inverted(builder.call_intrinsic("coro.is_in_ramp", [], builder.integer(1)))
        builder.finish(result)

    return upgrade


def _with_token(builder: CallBuilder) -> list[Value]:
    return [*builder.arguments, SimpleConstant.get(builder.context.token, NONE)]


def debug_address(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`dbg.addr` is `dbg.value` of what the address points to. Records of two operands have no expression, and are not valid."""
    if old.name != ADDRESS_INTRINSIC or is_intrinsic(old.name, state.version):
        return None
    return rebuilt(state, state.intrinsic(VALUE_INTRINSIC, []), _dereferenced)


def _dereferenced(builder: CallBuilder) -> list[Value]:
    version = builder.version
    operands = builder.arguments[:3]
    if len(operands) == _WITHOUT_EXPRESSION and version >= RECORDS_BEFORE_CHECK_SINCE:
        operands.append(MetadataAsValue.get(builder.context, MDTuple.get(builder.context, [])))
    location, variable, expression = operands
    if isinstance(expression, MetadataAsValue) and isinstance(expression.metadata, DIExpression):
        elements = list(expression.metadata.elements)
        elements.insert(_end_of_address(elements), DEREF)
        if version >= CONSTANTS_FOLDED_SINCE and EXPRESSION.is_valid(elements, version):
            elements = fold_constants(elements, version)
        expression = MetadataAsValue.get(builder.context, DIExpression.get(builder.context, elements))
    return [location, variable, expression]


def _end_of_address(elements: list[int]) -> int:
    """The end of an expression, except the part about the result: a fragment, or a value that is not an address."""
    end = len(elements)
    if end >= _FRAGMENT_LENGTH and elements[end - _FRAGMENT_LENGTH] == FRAGMENT:
        end -= _FRAGMENT_LENGTH
    if end and elements[end - 1] == STACK_VALUE:
        end -= 1
    return end


def debug_value_with_offset(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`dbg.value` had an offset; where it is not zero, the call goes."""
    if old.name != VALUE_INTRINSIC or len(old.function_type.parameters) != 4:
        return None
    made = state.intrinsic(VALUE_INTRINSIC, [])
    if made is None:
        return None

    def upgrade(call: CallBase) -> None:
        arguments: list[Value] = call.arguments
        offset = arguments[_OFFSET]
        if not isinstance(offset, Constant) or not is_null(offset):
            remove_call(call)
            return
        builder = CallBuilder(state, call)
        new = builder.call_function(made, [arguments[0], *arguments[_OFFSET + 1 :]])
        builder.finish(new, new)

    return upgrade


# --- Intrinsics that became casts in LLVM 23, and those that became general ones: halves kept as i16, x86's pdep and pext.

Maker: TypeAlias = "Callable[[CallBuilder], Value]"

_HALF: Final = "half"
_HALF_BITS: Final = 16
_GENERAL: Final = "llvm.convert."
_OUTER_PRODUCTS: Final = "llvm.aarch64.sme.ftmopa."


def _half_of(builder: CallBuilder, integer: Type) -> Type:
    """The half that an i16 holds, or a vector of as many as NEON's intrinsics take."""
    half = builder.context.floating_point(_HALF)
    return builder.context.vector(half, integer.count) if isinstance(integer, VectorType) and integer.count > 1 else half


def _extended(builder: CallBuilder) -> Value:
    integer = builder.arguments[0]
    return builder.cast(FPEXT, builder.bitcast(integer, _half_of(builder, integer.type)), builder.type)


def _truncated(builder: CallBuilder) -> Value:
    return builder.bitcast(builder.cast(FPTRUNC, builder.arguments[0], _half_of(builder, builder.type)), builder.type)


def _calls(state: Upgrading, make: Maker) -> CallUpgrade:
    """Replace calls by what is made of them, which has no name."""

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        builder.finish(make(builder))

    return upgrade


def from_half(state: Upgrading, old: Function) -> CallUpgrade | None:
    """An i16 is read as a half and extended. Declarations of other sizes stay.

    LLVM 22: %r = call float @llvm.convert.from.fp16.f32(i16 %a)
    LLVM 23:
        %1 = bitcast i16 %a to half
        %2 = fpext half %1 to float
    """
    is_general = old.name.startswith(_GENERAL)
    if not is_general and old.name != "llvm.aarch64.neon.vcvthf2fp" and not old.name.startswith(NVVM_PREFIX):
        return None
    type = old.function_type
    if is_general and not (len(type.parameters) == 1 and _are_half_and_longer(type.parameters[0], type.return_type)):
        return None
    return None if is_intrinsic(old.name, state.version) else _calls(state, _extended)


def to_half(state: Upgrading, old: Function) -> CallUpgrade | None:
    """A number is cut to a half, whose bits are the i16. Declarations of other sizes stay.

    LLVM 22: %r = call i16 @llvm.convert.to.fp16.f32(float %a)
    LLVM 23:
        %1 = fptrunc float %a to half
        %2 = bitcast half %1 to i16
    """
    type = old.function_type
    if old.name.startswith(_GENERAL):
        is_one = len(type.parameters) == 1 and _are_half_and_longer(type.return_type, type.parameters[0])
    else:
        is_one = old.name == "llvm.aarch64.neon.vcvtfp2hf"
    return _calls(state, _truncated) if is_one and not is_intrinsic(old.name, state.version) else None


def _are_half_and_longer(half: Type, longer: Type) -> bool:
    """Whether a type has the bits of a half, and the other one is a floating-point number of more bits."""
    return vector_bits(half) == _HALF_BITS and isinstance(longer, FloatingPointType) and scalar_bits(longer) > _HALF_BITS


def bits_of_mask(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The deposit and the extraction of bits by a mask are general intrinsics.

    LLVM 22: %r = call i32 @llvm.x86.bmi.pdep.32(i32 %a, i32 7)
    LLVM 23: %1 = call i32 @llvm.pdep.i32(i32 %a, i32 7)
    """
    if is_intrinsic(old.name, state.version):
        return None
    name = f"{old.name.split('.')[3]}."
    return _calls(state, lambda builder: builder.call_intrinsic(name, builder.arguments, builder.type))


def multiplied_brain_floats(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The product of matrices of bfloat is one of the overloaded products."""
    type = old.function_type
    if is_intrinsic(old.name, state.version) or len(type.parameters) < 2:
        return None
    return rename_callee(state, state.intrinsic("llvm.aarch64.sve.fmmla", [type.return_type, type.parameters[1]]))


def outer_products_of_bytes(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Outer products of 8-bit numbers have names of their own; before, only the type in the name told them from wider ones."""
    name = old.name.removeprefix(_OUTER_PRODUCTS)
    if name not in ("za16.nxv16i8", "za32.nxv16i8"):
        return None
    return rename_callee(state, state.intrinsic(f"llvm.aarch64.sme.fp8.ftmopa.{name.partition('.')[0]}", []))


# --- LLVM 22: `llvm.masked.load` and similar intrinsics have the alignment as an attribute of the pointer, not as an operand.

_OLD_OPERANDS: Final = 4
# The number of the operand that was the alignment; the pointer precedes it.
_ALIGNMENTS: Final = {"load": 1, "store": 2, "gather": 1, "scatter": 2}
# LLVM ends with these words if the number is not a power of two, or the operand not a constant.
_INVALID: Final = "Invalid alignment argument"


def masked_without_alignment(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of one of them; None if they have no alignment operand.

    LLVM 21: %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 8, <4 x i1> %m, <4 x i32> %a)
    LLVM 22: %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 8 %p, <4 x i1> %m, <4 x i32> %a)
    """
    if len(old.function_type.parameters) != _OLD_OPERANDS or old.name.split(".")[2] not in _ALIGNMENTS:
        return None
    return _WithoutAlignment(state, old).upgrade


@final
class _WithoutAlignment:
    """Replaces the calls of one of the intrinsics."""

    def __init__(self, state: Upgrading, old: Function) -> None:
        self.state: Final = state
        type = old.function_type
        word = old.name.split(".")[2]
        self.name: Final = f"llvm.masked.{word}"
        self.at: Final = _ALIGNMENTS[word]
        self.new: Final = self._declared(type.return_type, type.parameters)

    def _declared(self, returned: Type, parameters: list[Type]) -> Function:
        made = self.state.intrinsic(self.name, [returned if self.at == 1 else parameters[0], parameters[self.at - 1]])
        assert made is not None
        return made

    def upgrade(self, call: CallBase) -> None:
        if call.argument_count != _OLD_OPERANDS:
            set_callee(self.state, call, self.new)
            return
        alignment = call.operands[self.at]
        if not isinstance(alignment, ConstantInt):
            raise PyllvmError(_INVALID)
        arguments = call.arguments
        amount = alignment.unsigned
        if amount == 0:
            if not isinstance(arguments[self.at - 1].type, VectorType):
                raise PyllvmError("Invalid zero alignment argument")
            value = call.type if self.at == 1 else arguments[0].type
            amount = self.state.implicit_alignment(value.scalar_type)
        if amount & (amount - 1):
            raise PyllvmError(_INVALID)
        # The call may have other types than the declaration; LLVM asks the call.
        new = self._declared(call.type, [argument.type for argument in arguments])
        made = replace_call(call, new, [*arguments[: self.at], *arguments[self.at + 1 :]])
        attribute = Attribute(KIND_OF_WORD["align"], integer=amount)
        made.attributes = AttributeList.of_indexed([(FIRST_PARAMETER_INDEX + self.at - 1, AttributeSet([attribute]))])
        made.attachments = call.attachments
        if self.state.version >= MASKED_FLAGS_KEPT_SINCE:
            made.flags = call.flags
        if isinstance(call, CallInst):
            made.tail_kind = call.tail_kind


# --- LLVM 22: `llvm.lifetime.start` and `end` take only an alloca, and no size. LLVM 23 deletes those that have no pointer.

# The callees that LLVM 22 gives to calls in LLVM 14's bitcode; they have no meaning.
_OF_INTEGERS: Final = ("llvm.lifetime.start.i64", "llvm.lifetime.end.i64")


def lifetime_without_size(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of one of the two; None if they have no size.

    LLVM 21:
        %a = alloca i32, align 4
        call void @llvm.lifetime.start.p0(i64 4, ptr %a)
    LLVM 22:
        %a = alloca i32, align 4
        call void @llvm.lifetime.start.p0(ptr %a)
    """
    parameters = old.function_type.parameters
    needs_pointer = state.version >= LIFETIMES_OF_POINTERS_SINCE
    if len(parameters) == 1 and old.name in _OF_INTEGERS and needs_pointer:
        return _delete
    if len(parameters) != 2:
        return None
    # LLVM declares it once more, whether or not a call remains; before LLVM 23 with the type of the size, which no call has.
    declared = parameters[1 if needs_pointer else 0]
    is_deleted = needs_pointer and not isinstance(declared, PointerType)
    if is_deleted and old.has_uses:
        return _delete
    context = state.module.context
    base = ".".join(old.name.split(".")[:3])
    name = f"{base}.{mangled_type(declared)}"
    made = declared_intrinsic(state.module, name, context.function(context.void, [declared]), state.version)
    if is_deleted:
        return _delete
    return _WithoutSize(state, base, made).upgrade


def _delete(call: CallBase) -> None:
    """Remove a call; what uses its result, which no LLVM's own call has, uses poison."""
    if call.has_uses:
        call.move_uses_to(SimpleConstant.get(call.type, POISON))
    remove_call(call)


@final
class _WithoutSize:
    """Replaces the calls of one of the two intrinsics."""

    def __init__(self, state: Upgrading, base: str, declared: Function) -> None:
        self.state: Final = state
        self.module: Final = state.module
        self.base: Final = base
        self.version: Final = state.version
        self.declared: Final = declared

    def upgrade(self, call: CallBase) -> None:
        if call.argument_count != 2:
            set_callee(self.state, call, self.declared)
            return
        alloca = strip_pointer_casts(call.operands[1])
        if not isinstance(alloca, AllocaInst):
            remove_call(call)
            return
        context = self.module.context
        name = f"{self.base}.p{_space(alloca.type)}"
        type = context.function(context.void, [alloca.type])
        replace_call(call, declared_intrinsic(self.module, name, type, self.version), [alloca])


def _space(type: object) -> int:
    return int(getattr(type, "address_space", 0))


# --- Intrinsics return literal structs: calls of a declaration that returns a named or packed struct are upgraded.
#
# Source: the end of `upgradeIntrinsicFunction1` of AutoUpgrade.cpp, and the default case of `UpgradeIntrinsicCall`.


def literal_struct_return(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of an intrinsic that returns a named or packed struct; None for others.

    LLVM 14:
        %r = call %pair @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
        %pair = type { i32, i1 }
        declare %pair @llvm.sadd.with.overflow.i32(i32, i32)
    LLVM 15:
        %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
        %2 = extractvalue { i32, i1 } %1, 0
        %3 = insertvalue %pair poison, i32 %2, 0
        %4 = extractvalue { i32, i1 } %1, 1
        %5 = insertvalue %pair %3, i1 %4, 1
    """
    returned = old.function_type.return_type
    if not isinstance(returned, StructType) or (returned.is_literal and not returned.is_packed):
        return None
    expected = signature(old.name, state.version)
    if not all(isinstance(user, CallInst) for user in old.users):
        return None
    if expected is None or not expected.return_type.startswith("{"):
        return None
    context = state.module.context
    type = context.function(
        context.literal_struct(returned.contained_types), old.function_type.parameters, old.function_type.is_variadic
    )
    name = mangled_intrinsic_name(old.name, type, state.version, state.module) or old.name
    made = declared_intrinsic(state.module, name, type, state.version)
    return _LiteralStruct(state, made).upgrade


def struct_rebuilt(state: Upgrading, old: Function, made: Function) -> CallUpgrade | None:
    """The upgrade of calls of an intrinsic that returns a struct and becomes one of another type; None for others."""
    if made.function_type is old.function_type or not isinstance(old.function_type.return_type, StructType):
        return None
    return _LiteralStruct(state, made).upgrade if state.version >= CALLS_KEEP_TYPES_SINCE else None


@final
class _LiteralStruct:
    """Makes calls return a literal struct, and copies its elements into the struct that they returned before."""

    def __init__(self, state: Upgrading, made: Function) -> None:
        self.state: Final = state
        self.made: Final = made

    def upgrade(self, call: CallBase) -> None:
        returned = call.type
        if not isinstance(call, CallInst) or not isinstance(returned, StructType):
            return
        made = CallInst(self.made.function_type, self.made, call.operands[: call.argument_count])
        made.attributes = call.attributes
        instructions: list[Instruction] = [made]
        whole: Value = SimpleConstant.get(returned, POISON)
        for index, element in enumerate(returned.contained_types):
            part = ExtractValueInst(element, made, [index])
            joined = InsertValueInst(whole, part, [index])
            instructions += [part, joined]
            whole = joined
        self.state.replace(call, instructions)


# --- LLVM 24: operations with a mask that could also be done on all lanes are plain operations, without the mask and the length.

PREFIX: Final = "llvm.vp."
VECTOR_PREDICATION_UPGRADED_SINCE: Final = 24
_BINARY: Final = frozenset(row.name for row in (*INTEGER_BINARY, *FLOATING_POINT_BINARY))
# The intrinsics that have another name without a mask.
_OTHER_NAMES: Final = {"roundtozero": "trunc"}
# The intrinsics whose names have two words.
_SATURATING: Final = ("sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "is.fpclass")
# The mask and the length, which are the last operands of all but `select`.
_MASK_AND_LENGTH: Final = 2
_COMPARE_OPERANDS: Final = 3


def without_mask(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Replace calls by the plain operation; an intrinsic that needs its mask, such as a division, stays.

    LLVM 23: %r = call <4 x i32> @llvm.vp.smax.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m, i32 %n)
    LLVM 24: %r = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> %b)
    """
    if is_intrinsic(old.name, state.version) or not is_intrinsic(old.name, VECTOR_PREDICATION_UPGRADED_SINCE - 1):
        return None
    words = old.name.removeprefix(PREFIX).split(".")
    word = ".".join(words[:2]) if ".".join(words[:2]) in _SATURATING else words[0]

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        made = _made(builder, word, builder.arguments)
        builder.finish(made, made if isinstance(made, Instruction) else None)

    return upgrade


def _made(builder: CallBuilder, word: str, operands: list[Value]) -> Value:
    if word in _BINARY:
        return builder.binary(OPCODES_BY_NAME[word], operands[0], operands[1])
    if word in CAST_NAMES:
        return builder.cast(OPCODES_BY_NAME[word], operands[0], builder.type)
    if word == "fneg":
        return builder.negated(operands[0])
    if word == "select":
        return builder.select(operands[0], operands[1], operands[2])
    if word in ("icmp", "fcmp"):
        return _compared(builder, word, operands)
    name = _OTHER_NAMES.get(word, word)
    return builder.call_intrinsic(f"{name}.", operands[:-_MASK_AND_LENGTH], builder.type)


def _compared(builder: CallBuilder, word: str, operands: list[Value]) -> Value:
    predicate = operands[_COMPARE_OPERANDS - 1]
    if not isinstance(predicate, MetadataAsValue) or not isinstance(predicate.metadata, MDString):
        raise TypeError("the predicate of a comparison is a string")
    text = predicate.metadata.text
    if word == "icmp":
        if text in ICMP_NUMBERS:
            return builder.compare(text, operands[0], operands[1])
        return builder.insert(CmpInst(NO_ICMP_PREDICATE, operands[0], operands[1], builder.type))
    number = FCMP_NUMBERS.get(text, NO_FCMP_PREDICATE)
    return builder.insert(CmpInst(number, operands[0], operands[1], builder.type))
