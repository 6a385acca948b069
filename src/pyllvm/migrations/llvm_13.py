"""LLVM 13: alignments everywhere, types of `inalloca`, bundles for Objective-C."""

from __future__ import annotations

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.editing.signatures import remove_bundles
from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.constants import BlockAddress, ConstantInt, find_constant, keep_constant
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    CallInst,
    CastInst,
    InvokeInst,
    LoadInst,
    StoreInst,
)
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType, PointerType
from pyllvm.ir.value import Value
from pyllvm.migrations.attribute_lists import leave_types_out, name_types
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_call, remove_function
from pyllvm.notation import Final, final
from pyllvm.tables.atomics import ACQUIRE, ACQUIRE_RELEASE, ANY_FAILURE_ORDERINGS_SINCE, RELEASE, is_stronger
from pyllvm.tables.behavior_versions import ADDRESSED_BLOCKS_SINCE
from pyllvm.tables.calling_conventions import INTERRUPT_FRAMES_SINCE, X86_INTERRUPT
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.metadata_kinds import ATTACHED_CALL, bundle_tag_since
from pyllvm.tables.opcodes import BITCAST
from pyllvm.tables.reading_versions import ALIGNMENTS_SINCE

# --- Every memory instruction has an alignment. Before, without `align`, it used the data layout's.


def upgrade_implicit_alignments(module: Module, version: int) -> None:
    """Write the alignment at every load, store and alloca, and from LLVM 13 on at atomic operations.

    Stack objects get the preferred alignment, loads and stores the smallest that the ABI allows, and atomic operations their
    size. LLVM upgrades the data layout before it reads instructions.

    LLVM 10:
        %r = load i32, i32* %p
        store i16 0, i16* %q
    LLVM 13:
        %r = load i32, i32* %p, align 4
        store i16 0, i16* %q, align 2
    """
    layout = DataLayout(upgraded_data_layout(module.data_layout, module.target_triple, version), version)
    aligns_atomic_operations = version >= ATOMIC_ALIGNMENT_SINCE
    for function in module.functions:
        for instruction in function.instructions:
            if isinstance(instruction, LoadInst):
                instruction.alignment = instruction.alignment or layout.abi_alignment(instruction.type)
            elif isinstance(instruction, StoreInst):
                instruction.alignment = instruction.alignment or layout.abi_alignment(instruction.operands[0].type)
            elif isinstance(instruction, AllocaInst):
                instruction.alignment = instruction.alignment or layout.preferred_alignment(instruction.allocated_type)
            elif aligns_atomic_operations and isinstance(instruction, AtomicRMWInst):
                instruction.alignment = instruction.alignment or layout.store_size(instruction.type)
            elif aligns_atomic_operations and isinstance(instruction, AtomicCmpXchgInst):
                instruction.alignment = instruction.alignment or layout.store_size(instruction.operands[2].type)


# --- `inalloca` of a parameter names a type, which the parameter's pointer type gave before.


def upgrade_inalloca_type(module: Module, version: int) -> None:
    """Name the type of every `inalloca`.

    LLVM 12: declare void @f(i32* inalloca)
    LLVM 13: declare void @f(i32* inalloca(i32))
    """
    name_types(module, "inalloca")


def downgrade_inalloca_type(module: Module, version: int, losses: Losses) -> None:
    """Remove the type if the parameter points to it, as it must in LLVM 12.

    LLVM 13: declare void @f(i32* inalloca(i32))
    LLVM 12: declare void @f(i32* inalloca)
    """
    leave_types_out(module, "inalloca")


# --- A bundle `clang.arc.attachedcall` ties a call to a function of Objective-C's run time that takes the result.
#
# LLVM 14 and newer name the function in the bundle, and LLVM 13 has a number for it. For LLVM 12 and older, clang wrote a call of
# the function behind the call.

# It only keeps a result alive up to the attached call.
_NO_OPERATION: Final = "llvm.objc.clang.arc.noop.use"
_NUMBERED: Final = ("llvm.objc.retainAutoreleasedReturnValue", "llvm.objc.unsafeClaimAutoreleasedReturnValue")


def downgrade_attached_bundles(module: Module, version: int, losses: Losses) -> None:
    """Put the calls behind what they were attached to.

    LLVM 14:
        %r = call i8* @g() [ "clang.arc.attachedcall"(i8* (i8*)* @objc_retainAutoreleasedReturnValue) ]
        declare i8* @objc_retainAutoreleasedReturnValue(i8*)
    LLVM 12:
        %r = call i8* @g()
        %1 = call i8* @objc_retainAutoreleasedReturnValue(i8* %r)
    """
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions[:]:
                if isinstance(instruction, CallBase) and instruction.bundles is not None:
                    _detach(module, instruction, version)
    unused = module.get(_NO_OPERATION)
    if isinstance(unused, Function):
        for user in unused.users[:]:
            if isinstance(user, CallInst) and user.callee is unused:
                remove_call(user)
        if not unused.has_uses:
            remove_function(module, unused)


def _detach(module: Module, call: CallBase, version: int) -> None:
    for number, bundle in enumerate(call.bundles or ()):
        if bundle.tag != ATTACHED_CALL or bundle.end != bundle.begin + 1:
            continue
        attached = _attached(module, call.operands[bundle.begin], version)
        if attached is not None and _call_behind(call, attached):
            remove_bundles(call, (number,))
        return


def _attached(module: Module, named: Value, version: int) -> Function | None:
    """The function that a bundle names, or numbers; None if this LLVM does not have it."""
    if isinstance(named, ConstantInt):
        name = _NUMBERED[named.value] if named.value < len(_NUMBERED) else ""
        if not is_intrinsic(name, version):
            return None
        byte = module.context.pointer_to(module.context.integer(8))
        return declared_intrinsic(module, name, module.context.function(byte, [byte]), version)
    found = strip_pointer_casts(named)
    if not isinstance(found, Function) or (found.is_intrinsic and not is_intrinsic(found.name, version)):
        return None
    return found


def _call_behind(call: CallBase, attached: Function) -> bool:
    """Call the function with the result of a call; whether there is a place for it."""
    block = call.parent
    if isinstance(call, InvokeInst):
        block = call.normal_block if isinstance(call.normal_block, BasicBlock) else None
        if block is None or block.single_predecessor is not call.parent:
            return False
    elif not isinstance(call, CallInst):
        return False
    parameters = attached.function_type.parameters
    if block is None or len(parameters) != 1:
        return False
    before = block.first_insertion_point
    at = block.index_of(call) + 1 if isinstance(call, CallInst) else 0 if before is None else block.index_of(before)
    argument: CallBase | CastInst = call
    if call.type is not parameters[0]:
        argument = CastInst(BITCAST, call, parameters[0])
        block.splice(at, 0, [argument])
        at += 1
    made = CallInst(attached.function_type, attached, [argument])
    made.debug_location = call.debug_location
    block.splice(at, 0, [made])
    return True


# --- `alignstack` of a parameter. Before, a parameter on the stack had the alignment of its type.

_ATTRIBUTE: Final = "alignstack"


def downgrade_stack_alignments(module: Module, version: int, losses: Losses) -> None:
    """Remove the attribute where it asks for the alignment that the type has.

    LLVM 13: declare void @f(i32 alignstack(4))
    LLVM 12: declare void @f(i32)
    """
    natural = _Natural(DataLayout(module.data_layout, module.llvm_version))
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = natural.without(function.attributes, function.function_type)
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    instruction.attributes = natural.without(instruction.attributes, instruction.function_type)


@final
class _Natural:
    def __init__(self, layout: DataLayout) -> None:
        self._layout: Final = layout

    def without(self, attributes: AttributeList, type: FunctionType) -> AttributeList:
        """The list without what a type says as well."""
        for number, one in attributes.parameters.items():
            found = one.find(_ATTRIBUTE)
            if found is None or number >= len(type.parameters):
                continue
            if found.integer == self._layout.abi_alignment(type.parameters[number]):
                attributes = attributes.with_parameter(number, one.removing(_ATTRIBUTE))
        return attributes


# --- The address of a block is in the address space of its function. Before, all of them were in the first one.


def downgrade_block_addresses(module: Module, version: int, losses: Losses) -> None:
    """Cast the addresses of blocks of functions in other address spaces.

    LLVM 13:
        @p = global i8 addrspace(1)* blockaddress(@f, %b)
        define void @f() addrspace(1) {
          br label %b
        b:
          ret void
        }
    LLVM 12:
        @p = global i8 addrspace(1)* addrspacecast (i8* blockaddress(@f, %b) to i8 addrspace(1)*)
        define void @f() addrspace(1) {
          br label %b
        b:
          ret void
        }
    """
    folder = ConstantFolder(version)
    context = module.context
    for function in module.functions:
        if not isinstance(function.type, PointerType) or not function.type.address_space:
            continue
        for user in dict.fromkeys(function.users):
            if not isinstance(user, BlockAddress) or not isinstance(user.type, PointerType) or not user.type.address_space:
                continue
            type = context.pointer_to(context.integer(8))
            key = ("blockaddress", user.function, user.block)
            found = find_constant(type, key)
            plain = found if isinstance(found, BlockAddress) else None
            if plain is None:
                plain = BlockAddress(type, user.function, user.block)
                keep_constant(type, key, plain)
            replace_everywhere(user, folder.cast("addrspacecast", plain, user.type))


# --- A function with the convention `x86_intrcc` takes its first parameter, the interrupt frame, `byval`.


def upgrade_interrupt_frames(module: Module, version: int) -> None:
    """Add the `byval` of all such functions, with the type that the parameter points to.

    LLVM 12: declare x86_intrcc void @f(i64*)
    LLVM 13: declare x86_intrcc void @f(i64* byval(i64))
    """
    for function in module.functions:
        if function.calling_convention_number == X86_INTERRUPT:
            pass_frame_by_value(function)


def pass_frame_by_value(function: Function) -> bool:
    """Add the `byval` of one such function; False if its first parameter does not tell the type."""
    parameters = function.function_type.parameters
    attributes = AttributeList() if function.attributes is None else function.attributes
    known = attributes.parameter(0)
    if not parameters or "byval" in known:
        return True
    type = parameters[0]
    if not isinstance(type, PointerType) or type.pointee is None:
        return False
    function.attributes = attributes.with_parameter(0, known.adding(Attribute.of_type("byval", type.pointee)))
    return True


# --- A cmpxchg's failure ordering may be stronger than its success ordering. Before, the success ordering covered both.


def downgrade_cmpxchg_orderings(module: Module, version: int, losses: Losses) -> None:
    """Order successes as failures are ordered, too: the result is at least as strong as requested.

    LLVM 13: %r = cmpxchg i32* %p, i32 %a, i32 %b release acquire, align 4
    LLVM 12: %r = cmpxchg i32* %p, i32 %a, i32 %b acq_rel acquire
    """
    for function in module.functions:
        for instruction in function.instructions:
            if isinstance(instruction, AtomicCmpXchgInst):
                success, failure = instruction.success_ordering_number, instruction.failure_ordering_number
                if success == RELEASE and failure == ACQUIRE:
                    instruction.success_ordering_number = ACQUIRE_RELEASE
                elif is_stronger(failure, success):
                    instruction.success_ordering_number = failure


CHANGES: Final = (
    Change(ATOMIC_ALIGNMENT_SINCE, ALL, upgrade=upgrade_implicit_alignments).in_steps_since(ALIGNMENTS_SINCE),
    Change(13, ALL, upgrade=upgrade_inalloca_type, downgrade=downgrade_inalloca_type),
    Change(bundle_tag_since(ATTACHED_CALL), downgrade=downgrade_attached_bundles),
    Change(13, downgrade=downgrade_stack_alignments),
    Change(ADDRESSED_BLOCKS_SINCE, downgrade=downgrade_block_addresses),
    Change(INTERRUPT_FRAMES_SINCE, ALL, upgrade=upgrade_interrupt_frames),
    Change(ANY_FAILURE_ORDERINGS_SINCE, downgrade=downgrade_cmpxchg_orderings),
)
"""In the order of upgrades; downgrades run from the last to the first."""
