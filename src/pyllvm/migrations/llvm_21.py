"""LLVM 21: `captures`, sizes of debug information as metadata, few constant expressions."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import Metadata, SpecializedNode, ValueAsMetadata, specialized_key
from pyllvm.ir.module import Module
from pyllvm.ir.types import LABEL, FunctionType, StructType
from pyllvm.migrations.attribute_lists import begin_map, map_attribute_sets
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.changes import PARTS, READER, Change
from pyllvm.migrations.constant_expressions import begin_expansion, expand_expressions
from pyllvm.migrations.debug_info.fields import numbers_to_constants
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.migrations.rewritten_constants import begin_elements, upgrade_elements
from pyllvm.notation import Final, Sequence
from pyllvm.tables.behavior_versions import CASTS_OF_ELEMENTS_SINCE, PASSED_TYPES_SINCE
from pyllvm.tables.features import CAPTURES, METADATA_SIZES

# --- The sizes and offsets of debug information types became metadata.
#
# Numbers became constants.


def upgrade_debug_sizes(module: Module, version: int) -> None:
    """Replace every size and offset that is a number by a constant `i64`."""
    for node in module.metadata_nodes():
        if isinstance(node, SpecializedNode) and node.spec.extents:
            numbers_to_constants(module.context, node, node.spec.extents)


def downgrade_debug_sizes(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """Replace constants by numbers; what is not constant becomes 0, the number of what is not known.

    LLVM 21:
        !named = !{!0}
        !0 = !DIBasicType(name: "int", size: i32 32)
    LLVM 20:
        !named = !{!0}
        !0 = !DIBasicType(name: "int", size: 32)
    """
    context = module.context
    for node in nodes:
        if not isinstance(node, SpecializedNode) or not node.spec.extents:
            continue
        before = specialized_key(node.spec, node.operands)
        is_changed = False
        for index in node.spec.extents:
            value = node.operands[index]
            if value is None:
                node.operands[index] = 0
                is_changed = True
            elif isinstance(value, ValueAsMetadata) and isinstance(value.value, ConstantInt):
                node.operands[index] = value.value.unsigned
                is_changed = True
            elif isinstance(value, Metadata):
                construct = f"'{node.spec.fields[index].name}:' of !{node.spec.name} that is not constant"
                losses.drop(construct, METADATA_SIZES.since, grade=DEBUG_INFO)
                node.operands[index] = 0
                is_changed = True
        if is_changed and context.metadata.get(before) is node:
            del context.metadata[before]
            context.metadata[specialized_key(node.spec, node.operands)] = node


# --- `nocapture` of a parameter became `captures(none)`.


def begin_captures(module: Module, version: int) -> BodyUpgrade:
    """Replace `nocapture` of functions by `captures(none)`, and return what does so in bodies.

    LLVM 20: declare void @f(ptr nocapture)
    LLVM 21: declare void @f(ptr captures(none))
    """
    none = Attribute.of_integer("captures", 0)

    def with_captures(attributes: AttributeSet) -> AttributeSet:
        return attributes.removing("nocapture").adding(none) if "nocapture" in attributes else attributes

    return begin_map(module, None, with_captures)


def downgrade_captures(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Replace `captures(none)` by `nocapture`.

    LLVM 21: declare void @f(ptr captures(none))
    LLVM 20: declare void @f(ptr nocapture)
    """
    map_attribute_sets(module, bodies, None, _with_nocapture)


def _with_nocapture(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find("captures")
    if found is None or found.integer != 0:
        return attributes
    return attributes.removing("captures").adding(Attribute.of("nocapture"))


# --- Functions take no labels and no opaque structs.


def begin_parameter_types(module: Module, version: int) -> BodyUpgrade:
    """Check the functions, and return what checks the calls in bodies.

    Both raise PyllvmError with LLVM's message if there is such a parameter; otherwise, they change nothing.
    """
    seen: set[FunctionType] = set()
    for function in module.functions:
        _check(function.function_type, seen)

    def check_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, CallBase) and instruction.function_type not in seen:
                        _check(instruction.function_type, seen)

    return check_bodies


def _check(type: FunctionType, seen: set[FunctionType]) -> None:
    seen.add(type)
    for parameter in type.parameters:
        if parameter.kind == LABEL or (isinstance(parameter, StructType) and parameter.elements is None):
            raise PyllvmError("Invalid function argument type")


# Newer readers expand all constant expressions at once.
EXPRESSIONS: Final = Change(21, PARTS, upgrade=expand_expressions, begin=begin_expansion).in_steps_since(15)
CHANGES: Final = (
    Change(CASTS_OF_ELEMENTS_SINCE, PARTS, upgrade=upgrade_elements, begin=begin_elements),
    Change(METADATA_SIZES.since, READER, upgrade=upgrade_debug_sizes, downgrade_nodes=downgrade_debug_sizes),
    Change(CAPTURES.since, PARTS, begin=begin_captures, downgrade_bodies=downgrade_captures),
    Change(PASSED_TYPES_SINCE, PARTS, begin=begin_parameter_types),
    EXPRESSIONS,
)
"""In the order of upgrades; downgrades run from the last to the first."""
