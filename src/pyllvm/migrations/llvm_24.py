"""LLVM 24: bit fields, options of loops without values, flags of alias domains."""

from __future__ import annotations

from math import gcd

from pyllvm.ir.constants import POISON, ConstantInt, SimpleConstant, aggregate
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import (
    BitExtractInst,
    BitInsertInst,
    CallBase,
    CastInst,
    ExtractElementInst,
    InsertElementInst,
    ShuffleVectorInst,
)
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import ByteType, PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.changes import PARTS, Change
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.older_metadata import (
    DISABLE,
    ENABLE,
    FLAG,
    add_flag,
    alias_domains,
    has_flag,
    map_options,
    plain_option,
)
from pyllvm.notation import Callable, Final, Iterable, Sequence, final
from pyllvm.tables.features import BIT_EXTRACTION
from pyllvm.tables.intrinsic_names import LOOP_METADATA, NOALIAS_SCOPE
from pyllvm.tables.loop_options import PLAIN_SWITCHES, PLAIN_SWITCHES_SINCE
from pyllvm.tables.metadata_versions import ALIAS_DOMAIN_FLAGS_SINCE
from pyllvm.tables.opcodes import OPCODES_BY_NAME

# --- `bitextract` and `bitinsert`. Before, a byte value is a vector of smaller ones, of which some are taken or
# replaced.
#
# Bits keep their provenance and their poison in these vectors, which integers would not do.


def downgrade_bit_fields(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Take vectors apart and put them together instead, where the offset is a constant; others stay, and are refused.

    LLVM 24: %r = bitextract b16, b64 %a, i32 8
    LLVM 23:
        %1 = bitcast b64 %a to <8 x b8>
        %2 = shufflevector <8 x b8> %1, <8 x b8> poison, <2 x i32> <i32 1, i32 2>
        %r = bitcast <2 x b8> %2 to b16
    """
    layout: DataLayout | None = None
    for instruction in bodies.found().bit_fields:
        if isinstance(instruction.operands[-1], ConstantInt):
            if layout is None:
                layout = DataLayout(module.data_layout, module.llvm_version)
            _Lowered(instruction, layout).replace()


@final
class _Lowered:
    """The instructions before a bitextract or bitinsert that do the same."""

    def __init__(self, old: BitExtractInst | BitInsertInst, layout: DataLayout) -> None:
        self._old = old
        self._layout = layout
        self._byte_type = old.operands[0].type
        self._width = scalar_bits(self._byte_type)
        offset = old.operands[-1]
        assert isinstance(offset, ConstantInt)
        self._offset = offset.unsigned
        self._field = self._bits(old.type if isinstance(old, BitExtractInst) else old.operands[1].type)

    def _bits(self, type: Type) -> int:
        return self._layout.pointer_bits(type.address_space) if isinstance(type, PointerType) else scalar_bits(type)

    def replace(self) -> None:
        """Make the instructions, and let them take the place of the old one."""
        old = self._old
        if self._offset + self._field > self._width:
            result: Value = SimpleConstant.get(old.type, POISON)
        elif isinstance(old, BitExtractInst):
            result = self._extracted(old.type)
        else:
            result = self._inserted(old.operands[1])
        name = old.name
        old.replace_all_uses_with(result)
        old.erase()
        if isinstance(result, Instruction) and not result.name:
            result.name = name

    def _extracted(self, type: Type) -> Value:
        first, count, pieces = self._pieces(self._old.operands[0])
        if count == 1:
            field: Value = self._add(ExtractElementInst(pieces.type.scalar_type, pieces, self._number(first)))
        else:
            chosen = [self._number(first + place) for place in range(count)]
            field = self._shuffle(pieces, SimpleConstant.get(pieces.type, POISON), chosen)
        return self._cast(field, type)

    def _inserted(self, value: Value) -> Value:
        first, count, pieces = self._pieces(self._old.operands[0])
        assert isinstance(pieces.type, VectorType)
        piece, whole = pieces.type.element, pieces.type.count
        if count == 1:
            made: Value = self._add(InsertElementInst(pieces, self._cast(value, piece), self._number(first)))
        else:
            context = piece.context
            field = self._cast(self._cast(value, context.byte(self._field)), context.vector(piece, count))
            nothing = SimpleConstant.get(context.integer(32), POISON)
            places = [self._number(place) if place < count else nothing for place in range(whole)]
            wide = self._shuffle(field, SimpleConstant.get(field.type, POISON), places)
            chosen = [whole + place - first if first <= place < first + count else place for place in range(whole)]
            made = self._shuffle(pieces, wide, [self._number(place) for place in chosen])
        return self._cast(made, self._byte_type)

    def _pieces(self, value: Value) -> tuple[int, int, Value]:
        """The number of the first piece of the field, how many it has, and the vector of all pieces."""
        size = gcd(self._width, self._field, self._offset)
        context = self._byte_type.context
        pieces = self._cast(value, context.vector(context.byte(size), self._width // size))
        # The first element of a vector is at the lowest address.
        begin = self._width - self._offset - self._field if self._layout.is_big_endian else self._offset
        return begin // size, self._field // size, pieces

    def _cast(self, value: Value, type: Type) -> Value:
        if value.type is type:
            return value
        if not isinstance(type, VectorType) and isinstance(value.type, VectorType) and not isinstance(type, ByteType):
            value = self._cast(value, type.context.byte(self._field))
        return self._add(CastInst(OPCODES_BY_NAME["bitcast"], value, type))

    def _shuffle(self, left: Value, right: Value, chosen: Sequence[Value]) -> Value:
        context = left.type.context
        mask = aggregate(context.vector(context.integer(32), len(chosen)), list(chosen))
        return self._add(ShuffleVectorInst(context.vector(left.type.scalar_type, len(chosen)), left, right, mask))

    def _number(self, value: int) -> ConstantInt:
        return ConstantInt.get(self._byte_type.context.integer(32), value)

    def _add(self, made: Instruction) -> Instruction:
        made.insert_before(self._old)
        made.debug_location = self._old.debug_location
        return made


# --- Options that turn a transformation of a loop on or off are names without a value.


def begin_loop_options(module: Module, version: int) -> BodyUpgrade:
    """Return what does so in the loops of bodies.

    LLVM 23:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.vectorize.enable", i1 true}
    LLVM 24:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.vectorize.enable"}
    """

    def upgrade(bodies: Bodies) -> None:
        _map_options(bodies.functions, lambda option: plain_option(module, option))

    return upgrade


def downgrade_loop_options(module: Module, version: int, losses: Losses) -> None:
    """Put the values back.

    LLVM 24:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.vectorize.disable"}
    LLVM 23:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.vectorize.enable", i1 false}
    """
    _map_options(module.functions, lambda option: _with_value(module, option))


def _map_options(functions: Iterable[Function], change: Callable[[MDTuple], MDTuple]) -> None:
    seen: set[MDNode] = set()
    for function in functions:
        for instruction in function.instructions:
            for attachment in instruction._attachments or ():
                if attachment._kind == LOOP_METADATA and attachment._node not in seen:
                    seen.add(attachment._node)
                    map_options(attachment._node, change)


def _with_value(module: Module, option: MDTuple) -> MDTuple:
    name = option.operands[0]
    if len(option.operands) != 1 or not isinstance(name, MDString) or name.text not in PLAIN_SWITCHES:
        return option
    context = module.context
    is_on = name.text.endswith(ENABLE)
    word = name.text if is_on else name.text.removesuffix(DISABLE) + ENABLE
    value = ValueAsMetadata.get(context, ConstantInt.get(context.integer(1), int(is_on)))
    return MDTuple.get(context, [MDString.get(context, word), value])


# --- The domain of alias scopes has an i1 before its name.

_KINDS: Final = ("alias.scope", "noalias")


def begin_alias_domains(module: Module, version: int) -> BodyUpgrade:
    """Return what puts `i1 false` into the domains that bodies name.

    LLVM 23:
        store i32 0, ptr %p, align 4, !noalias !0
        !0 = !{!1}
        !1 = distinct !{!1, !2}
        !2 = distinct !{!2, !"domain"}
    LLVM 24:
        store i32 0, ptr %p, align 4, !noalias !0
        !0 = !{!1}
        !1 = distinct !{!1, !2}
        !2 = distinct !{!2, i1 false, !"domain"}
    """

    def upgrade(bodies: Bodies) -> None:
        _map_domains(bodies.functions, lambda domain: add_flag(module, domain))

    return upgrade


def downgrade_alias_domains(module: Module, version: int, losses: Losses) -> None:
    """Take the i1 out again.

    LLVM 24:
        store i32 0, ptr %p, align 4, !noalias !0
        !0 = !{!1}
        !1 = distinct !{!1, !2}
        !2 = distinct !{!2, i1 false, !"domain"}
    LLVM 23:
        store i32 0, ptr %p, align 4, !noalias !0
        !0 = !{!1}
        !1 = distinct !{!1, !2}
        !2 = distinct !{!2, !"domain"}
    """
    _map_domains(module.functions, _remove_flag)


def _map_domains(functions: Iterable[Function], change: Callable[[MDTuple], None]) -> None:
    seen: set[MDNode] = set()
    for function in functions:
        for instruction in function.instructions:
            for scopes in _lists_of(instruction):
                if scopes in seen:
                    continue
                seen.add(scopes)
                for domain in alias_domains(scopes):
                    change(domain)


def _lists_of(instruction: Instruction) -> list[MDNode]:
    """The lists of scopes that an instruction names."""
    found = [one._node for one in instruction._attachments or () if one._kind in _KINDS]
    if isinstance(instruction, CallBase) and isinstance(instruction.callee, Function):
        if instruction.callee.name == NOALIAS_SCOPE:
            for argument in instruction.arguments:
                if isinstance(argument, MetadataAsValue) and isinstance(argument.metadata, MDNode):
                    found.append(argument.metadata)
    return found


def _remove_flag(domain: MDTuple) -> None:
    if has_flag(domain):
        del domain.operands[FLAG]


CHANGES: Final = (
    Change(BIT_EXTRACTION.since, downgrade_bodies=downgrade_bit_fields),
    Change(PLAIN_SWITCHES_SINCE, PARTS, begin=begin_loop_options, downgrade=downgrade_loop_options),
    Change(ALIAS_DOMAIN_FLAGS_SINCE, PARTS, begin=begin_alias_domains, downgrade=downgrade_alias_domains),
)
"""In the order of upgrades; downgrades run from the last to the first."""
