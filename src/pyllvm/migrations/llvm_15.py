"""LLVM 15: opaque pointers, labels of `callbr`, `presplitcoroutine`."""

from __future__ import annotations

from collections.abc import Sequence

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import BlockAddress, ConstantInt, InlineAsm, keep_constant
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import AllocaInst, CallBrInst
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, SpecializedNode, ValueAsMetadata, constant_int
from pyllvm.ir.module import Module
from pyllvm.ir.target.asm_constraints import takes_argument
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType, IntegerType, PointerType
from pyllvm.ir.value import Value
from pyllvm.migrations.atomics import exchange_integers
from pyllvm.migrations.attribute_lists import map_attribute_sets, with_string
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.changes import PARTS, Change
from pyllvm.migrations.debug_info.fields import set_field
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.typed_pointers.opaque_pointers import make_typed
from pyllvm.notation import Final
from pyllvm.tables import features
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.module_flags import MINIMUM, MODULE_FLAGS
from pyllvm.tables.reading_versions import CALLBR_LABELS_SINCE

# --- `presplitcoroutine`. Before, the string `"coroutine.presplit"` told how far the coroutine's passes had come.

_WORD: Final = "presplitcoroutine"
_KEY: Final = "coroutine.presplit"
_NOT_PREPARED: Final = "0"


def downgrade_coroutine_attribute(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the string in the place of the attribute: no pass has prepared the split.

    LLVM 15: declare void @f() presplitcoroutine
    LLVM 14: declare void @f() "coroutine.presplit"="0"
    """
    map_attribute_sets(module, bodies, with_string(_WORD, _KEY, _NOT_PREPARED), None)


# --- The module flag behavior `Min`. What clang gives it was `Max`, or an error where two modules differ.

_ERROR: Final = 1
_MAXIMUM: Final = 7
_WERE_MAXIMA: Final = ("PIC Level", "PIE Level")


def downgrade_module_flag_minimum(module: Module, version: int, losses: Losses) -> None:
    """Make it `Max` for the levels of position independence, and `Error` for all others: modules link as they did, or not.

    LLVM 15:
        !llvm.module.flags = !{!0}
        !0 = !{i32 8, !"PIC Level", i32 2}
    LLVM 14:
        !llvm.module.flags = !{!0}
        !0 = !{i32 7, !"PIC Level", i32 2}
    """
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is None:
        return
    for index, flag in enumerate(flags.operands):
        behavior = constant_int(flag.operands[0]) if flag.operands else None
        if behavior is None or behavior.value != MINIMUM:
            continue
        flags.operands[index] = _with_behavior(module, flag, behavior)
        losses.drop(features.MODULE_FLAG_MINIMUM.name, features.MODULE_FLAG_MINIMUM.since)


def _with_behavior(module: Module, flag: MDNode, behavior: ConstantInt) -> MDNode:
    name = flag.operands[1] if len(flag.operands) > 1 else None
    was_maximum = isinstance(name, MDString) and name.text in _WERE_MAXIMA
    type = behavior.type
    assert isinstance(type, IntegerType)
    changed = ConstantInt.get(type, _MAXIMUM if was_maximum else _ERROR)
    context = module.context
    return MDTuple.get(context, [ValueAsMetadata.get(context, changed), *flag.operands[1:]])


# --- An alloca has an address space of its own in bitcode. Before, the data layout gave all the same one.


def downgrade_alloca_spaces(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Let the data layout name the address space that all of them have; refuse where they differ.

    LLVM 15: %a = alloca i32, align 4, addrspace(5)
    LLVM 14: %a = alloca i32, align 4, addrspace(5)
    """
    default = DataLayout(module.data_layout, module.llvm_version).alloca_address_space
    spaces: dict[int, AllocaInst] = {}
    for alloca in bodies.found().allocas:
        if isinstance(alloca.type, PointerType):
            spaces.setdefault(alloca.type.address_space, alloca)
    others = [space for space in spaces if space != default]
    if not others:
        return
    if len(spaces) > 1:
        first = spaces[others[0]]
        losses.refuse(features.ALLOCA_ADDRESS_SPACES.name, features.ALLOCA_ADDRESS_SPACES.since, first.function, first)
        return
    kept = [one for one in module.data_layout.split("-") if one and not one.startswith("A")]
    module.data_layout = "-".join([*kept, f"A{others[0]}"])


# --- The assembly of a `callbr` names its labels by constraints `!i`, and not by block addresses among its arguments.


def begin_callbr_labels(module: Module, version: int) -> BodyUpgrade:
    """Return what drops the block addresses in bodies, as newer readers do. The uses of blocks are always recorded.

    It raises PyllvmError with LLVM's message where they are not the labels.

    LLVM 14:
        define void @f() {
          callbr void asm "", "X"(i8* blockaddress(@f, %a)) to label %a [label %a]
        a:
          ret void
        }
    LLVM 15:
        define void @f() {
          callbr void asm "", "!X"() to label %a [label %a]
        a:
          ret void
        }
    """

    def change_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for call, assembly in _calls_without_labels(function):
                _upgrade(function, call, assembly)

    return change_bodies


def _calls_without_labels(function: Function) -> list[tuple[CallBrInst, InlineAsm]]:
    found: list[tuple[CallBrInst, InlineAsm]] = []
    for block in function.blocks:
        last = block.terminator
        if isinstance(last, CallBrInst) and isinstance(last.callee, InlineAsm):
            if not any(part.startswith("!") for part in last.callee.constraints.split(",")):
                found.append((last, last.callee))
    return found


def _upgrade(function: Function, old: CallBrInst, assembly: InlineAsm) -> None:
    arguments = old.arguments
    labels = old.indirect_blocks
    first = len(arguments) - len(labels)
    for number, label in enumerate(labels):
        address = arguments[first + number] if first >= 0 else None
        if not isinstance(address, BlockAddress) or address.function is not function or address.block is not label:
            raise PyllvmError("callbr argument does not match indirect dest")
    type = old.function_type
    old.function_type = type.context.function(type.return_type, [one.type for one in arguments[:first]], type.is_variadic)
    _drop_arguments(old, first)
    old.put_operand(len(old.operands) - 1, _with_labels(assembly, old.function_type, first))


def _drop_arguments(call: CallBrInst, first: int) -> None:
    """Drop the arguments from number `first` on. The blocks that the call names keep their order of uses."""
    count = call.argument_count - first
    operands = call.operands
    for number in range(first, call.argument_count):
        operands[number].remove_use(call, number)
    for number in range(call.argument_count, len(operands)):
        pairs = operands[number].recorded_pairs or []
        for place in range(0, len(pairs), 2):
            if pairs[place] is call and pairs[place + 1] == number:
                pairs[place + 1] = number - count
                break
    del operands[first : call.argument_count]
    call.argument_count = first
    for bundle in call.bundles or ():
        bundle.begin -= count
        bundle.end -= count


def _with_labels(assembly: InlineAsm, type: FunctionType, first: int) -> InlineAsm:
    """The assembly with `!` before the constraint of each argument from number `first` on."""
    constraints: list[str] = []
    number = 0
    for constraint in assembly.constraints.split(","):
        is_argument = takes_argument(constraint)
        constraints.append(f"!{constraint}" if is_argument and number >= first else constraint)
        number += is_argument
    context = assembly.type.context
    is_typed = isinstance(assembly.type, PointerType) and assembly.type.pointee is not None
    pointer = context.pointer_to(type) if is_typed else context.pointer()
    return assembly.changed(pointer, type, ",".join(constraints))


# --- The labels of `callbr` are constraints of their own, `!i`. Before, assembly took the addresses of the blocks.
#
# The way up is a matter of the source: LLVM 15 and newer refuse the older form.

_LABEL: Final = "!i"
_ADDRESS: Final = "X"


def downgrade_assembly_labels(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give the assembly the addresses of its blocks, each at the place of its constraint.

    LLVM 15:
        define void @f() {
          callbr void asm "", "!i"() to label %a [label %a]
        a:
          ret void
        }
    LLVM 14:
        define void @f() {
          callbr void asm "", "X"(i8* blockaddress(@f, %a)) to label %a [label %a]
        a:
          ret void
        }
    """
    for call in bodies.found().labeled_calls:
        block, function, assembly = call.parent, call.function, call.callee
        if block is not None and function is not None and isinstance(assembly, InlineAsm) and _LABEL in assembly.constraints:
            _replace(module, function, block, call, assembly)


def _replace(module: Module, function: Function, block: BasicBlock, call: CallBrInst, assembly: InlineAsm) -> None:
    constraints = assembly.constraints.split(",")
    labels = call.indirect_blocks
    if constraints.count(_LABEL) != len(labels):
        return
    context = module.context
    arguments: list[Value] = []
    given = call.arguments
    moved: dict[int, int] = {}
    label = taken = 0
    for number, constraint in enumerate(constraints):
        if constraint == _LABEL:
            constraints[number] = _ADDRESS
            arguments.append(_address(module, function, labels[label]))
            label += 1
        elif takes_argument(constraint) and taken < len(given):
            moved[taken] = len(arguments)
            arguments.append(given[taken])
            taken += 1
    if taken != len(given):
        return
    type = context.function(call.type, [argument.type for argument in arguments])
    older = assembly.changed(module.pointer_type(type), type, ",".join(constraints))
    made = CallBrInst(type, older, arguments, call.default_block, labels, name=call.name)
    attributes = call.attributes
    if attributes is not None:
        parameters = {moved[place]: one for place, one in attributes.parameters.items() if place in moved}
        made.attributes = AttributeList(attributes.function, attributes.returned, parameters)
    made.debug_location = call.debug_location
    made.debug_records = call.debug_records
    made.attachments = call.attachments
    made.calling_convention_number = call.calling_convention_number
    block.splice(len(block.instructions) - 1, 1, [made])
    call.move_uses_to(made)
    call.drop_operands()


def _address(module: Module, function: Function, label: Value) -> BlockAddress:
    """The address of a block, which is unique."""
    for user in label.users:
        if isinstance(user, BlockAddress):
            return user
    type = module.pointer_type(module.context.integer(8))
    made = BlockAddress(type, function, label)
    keep_constant(type, ("blockaddress", label), made)
    return made


_NAMELESS: Final = "unnamed"


def names_downgrade(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """LLVM 15: a global variable of debug information may have no name; before, it had the one of its symbol, or some other."""
    for node in nodes:
        if isinstance(node, SpecializedNode) and node.spec.name == "DIGlobalVariable":
            name = node["name"]
            if isinstance(name, MDString) and name.text:
                continue
            linkage_name = node["linkageName"]
            if not isinstance(linkage_name, MDString) or not linkage_name.text:
                linkage_name = MDString.get(module.context, _NAMELESS)
            set_field(module, node, "name", linkage_name)


CHANGES: Final = (
    Change(features.UNNAMED_DEBUG_VARIABLES.since, downgrade_nodes=names_downgrade),
    Change(KIND_OF_WORD["presplitcoroutine"].since, downgrade_bodies=downgrade_coroutine_attribute),
    Change(features.MODULE_FLAG_MINIMUM.since, downgrade=downgrade_module_flag_minimum),
    Change(features.ALLOCA_ADDRESS_SPACES.since, downgrade_bodies=downgrade_alloca_spaces),
    Change(features.OPAQUE_POINTERS.since, downgrade_bodies=make_typed),
    Change(CALLBR_LABELS_SINCE, PARTS, begin=begin_callbr_labels),
    Change(features.ASM_LABELS.since, downgrade_bodies=downgrade_assembly_labels),
    Change(features.ATOMIC_XCHG_OF_POINTERS.since, downgrade_bodies=exchange_integers),
)
"""In the order of upgrades; downgrades run from the last to the first."""
