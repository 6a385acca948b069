"""LLVM 19: debug records, constant getelementptrs as written, ranges of results."""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.attributes import Attribute
from pyllvm.ir.constants import ConstantAggregate, ConstantExpr, ConstantInt
from pyllvm.ir.debug_info.debug_intrinsics import declared_debug_intrinsics, make_debug_records, remove_unused_declarations
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_LABEL,
    DBG_VALUE,
    Attachment,
    DebugRecord,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    MetadataAsValue,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import User, Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.changes import PARTS, READER, Change
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_values
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic
from pyllvm.migrations.on_reading.intrinsics import OLD_DEBUG_INTRINSICS, upgrade_intrinsic
from pyllvm.migrations.rewritten_constants import expressions_of
from pyllvm.notation import Final, final
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.behavior_versions import PLAIN_GEP_SINCE
from pyllvm.tables.features import DEBUG_RECORDS, EXPECTED_WEIGHTS, INRANGE_BOUNDS
from pyllvm.tables.flags import GEP_FLAGS
from pyllvm.tables.intrinsic_names import ASSIGN_INTRINSIC, DEBUG_INTRINSICS, DECLARE_INTRINSIC, LABEL_INTRINSIC, VALUE_INTRINSIC
from pyllvm.tables.keywords import TAIL

# --- Lets migrations that replace constants reach those that only metadata names.


@final
class WrappedConstants:
    """The constants in metadata as the operands of one user, until `finish` gives metadata what has replaced them."""

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.wrappers: Final[list[ValueAsMetadata]] = []
        for key, metadata in module.context.metadata.items():
            if isinstance(metadata, ValueAsMetadata) and key is metadata.value:
                if isinstance(metadata.value, (ConstantExpr, ConstantAggregate)):
                    self.wrappers.append(metadata)
        self.user: Final = User(module.context.void, [wrapper.value for wrapper in self.wrappers])

    def finish(self) -> None:
        """Let metadata wrap what the constants are now; what has become equal is one wrapper, as in LLVM."""
        now = self.user.operands
        self.user.drop_operands()
        merged: dict[Metadata, ValueAsMetadata] = {}
        for wrapper, value in zip(self.wrappers, now, strict=True):
            if value is wrapper.value:
                continue
            standing = wrapper.wrap_instead(self.module.context, value)
            if standing is not wrapper:
                merged[wrapper] = standing
        if merged:
            merge_equal_values(self.module, merged)


# --- A constant `getelementptr` stays as written, and `inrange` gives a range of bytes.
#
# Before, LLVM folded it and added `inbounds` where it could, and `inrange` came before an index.

MOST_ROUNDS: Final = 1000
"""A limit above the depth of nested constants."""


def upgrade_constant_getelementptr(module: Module, version: int) -> None:
    """Drop `inrange` before an index, as newer readers do. The flags that older LLVMs added stay.

    LLVM 18:
        @v = external global { i32, i32 }
        @p = global ptr getelementptr inbounds ({ i32, i32 }, ptr @v, i64 0, inrange i32 1)
    LLVM 19: @p = global ptr getelementptr inbounds ({ i32, i32 }, ptr @v, i64 0, i32 1)
    """
    bodies = InstructionIndex(module)
    folder = ConstantFolder(version)
    wrapped = WrappedConstants(module)
    for _ in range(MOST_ROUNDS):
        is_changed = False
        for expression in expressions_of(module, bodies, "getelementptr", wrapped.user.operands):
            source = expression.source_element_type
            if source is None or not isinstance(expression.in_range, int) or not expression.has_uses:
                continue
            replace_everywhere(expression, folder.getelementptr(source, expression.operands[:], expression.flags, None))
            is_changed = True
        if not is_changed:
            break
    wrapped.finish()


def downgrade_constant_getelementptr(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Fold every constant `getelementptr` as LLVM `version` does on reading.

    LLVM 19:
        @v = external global [4 x i32]
        @p = global ptr getelementptr ([4 x i32], ptr @v, i64 1)
    LLVM 18: @p = global ptr getelementptr inbounds ([4 x i32], ptr @v, i64 1)
    """
    folder = ConstantFolder(version)
    wrapped = WrappedConstants(module)
    # If a constant changes, its users become new constants, which the next round visits.
    for _ in range(MOST_ROUNDS):
        is_changed = False
        for expression in expressions_of(module, bodies, "getelementptr", wrapped.user.operands):
            source = expression.source_element_type
            if source is None or not expression.has_uses:
                continue
            flags = expression.flags
            for flag in GEP_FLAGS.lacking(flags, version):
                losses.drop(GEP_FLAGS.name_of(flag, "a constant getelementptr"), flag.since)
                flags &= ~flag.bit
            if isinstance(expression.in_range, tuple):
                losses.drop(INRANGE_BOUNDS.name, INRANGE_BOUNDS.since)
            in_range = expression.in_range if isinstance(expression.in_range, int) else None
            made = folder.getelementptr(source, expression.operands[:], flags, in_range)
            if made is not expression and made.type is expression.type:
                replace_everywhere(expression, made)
                is_changed = True
        if not is_changed:
            break
    wrapped.finish()


# --- `range(...)` of a call's result. Before, `!range` told the same of integers.

_RANGE: Final = "range"


def downgrade_result_ranges(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Attach `!range` where a call has none yet; the range of a vector, or of a parameter, stays.

    LLVM 19: %r = call range(i32 0, 8) i32 @g()
    LLVM 18:
        %r = call i32 @g(), !range !0
        !0 = !{i32 0, i32 8}
    """
    for call in bodies.found().calls:
        attributes = call.attributes
        attribute = None if attributes is None else attributes.returned.find(_RANGE)
        if attributes is None or attribute is None or not isinstance(call.type, IntegerType):
            continue
        if call.metadata(_RANGE) is None:
            call.set_metadata(_RANGE, _node(module, attribute, call.type))
            call.attributes = attributes.with_returned(attributes.returned.removing(_RANGE))


def _node(module: Module, attribute: Attribute, type: IntegerType) -> MDTuple:
    bounds = [ValueAsMetadata.get(module.context, ConstantInt.wrapped(type, bound)) for bound in attribute.ranges[0]]
    return MDTuple.get(module.context, [*bounds])


# --- Branch weights that come from `__builtin_expect` are marked "expected"; before, nobody told them from others.

_PROFILE: Final = "prof"
_WEIGHTS: Final = "branch_weights"


def downgrade_expected_weights(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Take the mark away; the weights stay.

    LLVM 19:
        br i1 %c, label %a, label %b, !prof !0
        !0 = !{!"branch_weights", !"expected", i32 2000, i32 1}
    LLVM 18:
        br i1 %c, label %a, label %b, !prof !0
        !0 = !{!"branch_weights", i32 2000, i32 1}
    """
    changed: dict[MDNode, MDNode] = {}
    for instruction in bodies.found().attached:
        attachments = instruction.attachments or []
        for index, attachment in enumerate(attachments):
            if attachment.kind == _PROFILE and _has_origin(attachment.node):
                node = changed.get(attachment.node)
                if node is None:
                    operands = attachment.node.operands
                    node = MDTuple.get(module.context, [operands[0], *operands[2:]])
                    changed[attachment.node] = node
                attachments[index] = Attachment(_PROFILE, node)


def _has_origin(node: MDNode) -> bool:
    if len(node.operands) < 2:
        return False
    name, origin = node.operands[0], node.operands[1]
    return isinstance(name, MDString) and name.text == _WEIGHTS and isinstance(origin, MDString)


# --- Debug records between instructions replace calls of `llvm.dbg.value` and the other debug intrinsics.

_NAMES: Final[dict[str, str]] = {
    DBG_VALUE: VALUE_INTRINSIC,
    DBG_DECLARE: DECLARE_INTRINSIC,
    DBG_ASSIGN: ASSIGN_INTRINSIC,
    DBG_LABEL: LABEL_INTRINSIC,
}


def upgrade_debug_records(module: Module, version: int) -> None:
    """Turn the calls into records, and remove the declarations that nothing uses any longer."""
    for name in OLD_DEBUG_INTRINSICS:
        upgrade_intrinsic(module, name, version)
    make_debug_records(module)
    remove_unused_declarations(module)


def begin_debug_records(module: Module, version: int) -> BodyUpgrade:
    """Remove the declarations. The reader of bodies makes records of the calls.

    All bodies are needed if it has left a call, which has an older form, or operands that are not metadata.
    """
    declared = declared_debug_intrinsics(module)
    has_old = any(module.get(name) is not None for name in OLD_DEBUG_INTRINSICS if name not in DEBUG_INTRINSICS)
    for function in declared:
        module.take_out(function)

    def upgrade_bodies(bodies: Bodies) -> None:
        if has_old or any(function.has_uses for function in declared):
            bodies.needs_all = "a call of a debug intrinsic stays"

    return upgrade_bodies


def call_debug_intrinsics(module: Module) -> None:
    """Turn the debug records of a module that stays in its LLVM into calls."""
    downgrade_debug_records(module, InstructionIndex(module), module.llvm_version, Losses())


def downgrade_debug_records(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Turn the records into calls before the same instruction. A record that no call can express stays.

    LLVM 19:
        define void @f() {
          #dbg_value(i32 0, !1, !DIExpression(), !3)
          ret void
        }
        !llvm.module.flags = !{!0}
        !0 = !{i32 2, !"Debug Info Version", i32 3}
        !1 = !DILocalVariable(name: "v", scope: !2)
        !2 = distinct !DISubprogram(name: "f")
        !3 = !DILocation(line: 1, scope: !2)
    LLVM 18:
        define void @f() {
          tail call void @llvm.dbg.value(metadata i32 0, metadata !1, metadata !DIExpression()), !dbg !3
          ret void
        }
    """
    calls = _Calls(module, version)
    left = [block for block in bodies.found().recorded if calls.replace(block)]
    # The calls have operands of metadata alone, no attributes, and no attached metadata.
    bodies.keep_without_records(left)


@final
class _Calls:
    """The calls in the places of records."""

    def __init__(self, module: Module, version: int) -> None:
        self._module: Final = module
        self._version: Final = version
        # By the kind of record: there are four kinds, and as many records as other instructions.
        self._declared: Final[dict[str, Function]] = {}

    def replace(self, block: BasicBlock) -> bool:
        """Put calls in the places of a block's records; whether some records stay, because no call can express them."""
        made: list[Instruction] = []
        has_left = False
        for instruction in block.instructions:
            records = instruction._debug_records
            if records is not None:
                left = self._add(records, made, block)
                instruction.debug_records = left
                has_left = has_left or left is not None
            made.append(instruction)
        trailing = block.trailing_debug_records
        if trailing is not None:
            left = self._add(trailing, made, block)
            block.trailing_debug_records = left
            has_left = has_left or left is not None
        block.instructions = made
        return has_left

    def _add(self, records: list[DebugRecord], made: list[Instruction], block: BasicBlock) -> list[DebugRecord] | None:
        """Add the calls for records to `made`, and return the records that no call can express."""
        left: list[DebugRecord] = []
        context = self._module.context
        for record in records:
            operands = _operands(record)
            if record.kind not in _NAMES or operands is None:
                left.append(record)
                continue
            callee = self._callee(record.kind, len(operands))
            arguments: list[Value] = [MetadataAsValue.get(context, operand) for operand in operands]
            call = CallInst(callee.function_type, callee, arguments)
            call.tail_kind = TAIL
            call.debug_location = record.debug_location
            call.parent = block
            made.append(call)
        return left or None

    def _callee(self, kind: str, count: int) -> Function:
        """The intrinsic for records of a kind, which is declared if necessary, with `count` operands."""
        found = self._declared.get(kind)
        if found is None:
            context = self._module.context
            type = context.function(context.void, [context.metadata_type] * count)
            found = declared_intrinsic(self._module, _NAMES[kind], type, self._version)
            self._declared[kind] = found
        return found


def _operands(record: DebugRecord) -> list[Metadata] | None:
    """The operands of the call for a record; None if one is missing."""
    if record.kind == DBG_LABEL:
        return [record.variable]
    operands = [record.location, record.variable, record.expression]
    if record.kind == DBG_ASSIGN:
        operands += [record.assign_id, record.address, record.address_expression]
    present = [operand for operand in operands if operand is not None]
    return present if len(present) == len(operands) else None


CHANGES: Final = (
    Change(PLAIN_GEP_SINCE, READER, upgrade=upgrade_constant_getelementptr, downgrade_bodies=downgrade_constant_getelementptr),
    Change(KIND_OF_WORD["range"].since, downgrade_bodies=downgrade_result_ranges),
    Change(EXPECTED_WEIGHTS.since, downgrade_bodies=downgrade_expected_weights),
    Change(
        DEBUG_RECORDS.since,
        PARTS,
        upgrade=upgrade_debug_records,
        begin=begin_debug_records,
        downgrade_bodies=downgrade_debug_records,
    ),
)
"""In the order of upgrades; downgrades run from the last to the first."""
