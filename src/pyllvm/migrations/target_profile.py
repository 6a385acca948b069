"""Gives a module what a consumer of an older LLVM's IR needs besides the version, by the rows of `tables.target_profiles`."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import POISON, UNDEF, ConstantInt, SimpleConstant
from pyllvm.ir.instructions import AtomicRMWInst, CallInst
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.metadata import MDTuple, NamedMDNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.migrations.consumers import amd, klee, opencl, qir
from pyllvm.migrations.loss import VIEWS, Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS
from pyllvm.tables.intrinsic_names import UNITS
from pyllvm.tables.target_profiles import AMD, KLEE, QIR, SPIR, TargetProfile


def prepare_for(module: Module, profile: TargetProfile, version: int, losses: Losses) -> None:
    """Put the consumer's forms in place before the module is brought to LLVM `version`.

    They are intrinsics where that version has no instruction, and what pointers point to.
    """
    if profile.pointee_types and losses.pointee_types == VIEWS:
        losses.pointee_types = profile.pointee_types
    if profile.name == QIR:
        losses.pointees.update(qir.pointees(module))
    elif profile.name == SPIR:
        losses.pointees.update(opencl.pointees(module))
    elif profile.name == KLEE:
        klee.prepare(module, version, losses)
    elif profile.name == AMD:
        amd.prepare(module, version, losses)
    if not any(version < row.since for row in profile.atomics):
        return
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions[:]:
                if isinstance(instruction, AtomicRMWInst):
                    _call_intrinsic(module, instruction, profile, version)


def finish_for(module: Module, profile: TargetProfile) -> None:
    """Add the consumer's metadata, data layout and initial values to a module of the version that it reads."""
    for newer, older in profile.triples:
        if module.target_triple.startswith(newer):
            module.target_triple = older + module.target_triple.removeprefix(newer)
    for beginning, newest, layout in profile.layouts:
        if module.llvm_version <= newest and module.target_triple.startswith(beginning):
            module.data_layout = layout
    for variable in module.global_variables:
        if profile.undefined_space and variable.address_space == profile.undefined_space and variable.operands:
            initializer = variable.operands[0]
            if isinstance(initializer, SimpleConstant) and initializer.kind == POISON:
                variable.put_operand(0, SimpleConstant.get(initializer.type, UNDEF))
    if profile.name == QIR:
        qir.finish(module)
    for row in profile.metadata:
        if module.named_metadata_of(row.name) is None:
            has_debug_info = module.named_metadata_of(UNITS) is not None
            _add_metadata(module, row.name, [*row.numbers, *row.with_debug_info] if has_debug_info else [*row.numbers])


def _add_metadata(module: Module, name: str, numbers: list[int]) -> None:
    context = module.context
    integer = context.integer(32)
    operands = [ValueAsMetadata.get(context, ConstantInt.get(integer, number)) for number in numbers]
    module.named_metadata.append(NamedMDNode(name, [MDTuple.get(context, [*operands])]))


def _call_intrinsic(module: Module, atomic: AtomicRMWInst, profile: TargetProfile, version: int) -> None:
    """LLVM takes these intrinsics for sequentially consistent operations when it upgrades them; this is the way back."""
    word = ATOMIC_RMW_OPERATIONS[atomic.operation_number].word
    pointer, value = atomic.operands[0], atomic.operands[1]
    if atomic.is_volatile or atomic.sync_scope not in ("", "device"):
        return
    assert isinstance(pointer.type, PointerType)
    for row in profile.atomics:
        if row.word != word or row.type != str(value.type) or version >= row.since:
            continue
        name = f"{row.name}.p{pointer.type.address_space}"
        if signature(name, version) is None:
            continue
        type = module.context.function(value.type, [pointer.type, value.type])
        declared = declared_intrinsic(module, name, type, module.llvm_version)
        # The pointee type where pointers have types; the older LLVM's own attributes replace this one.
        accessed = AttributeSet([Attribute.of_type("elementtype", value.type)])
        declared.attributes = AttributeList(AttributeSet([]), AttributeSet([]), {0: accessed})
        _replace(atomic, CallInst(type, declared, [pointer, value], None, atomic.name))
        return


def _replace(atomic: AtomicRMWInst, made: CallInst) -> None:
    block = atomic.parent
    assert block is not None
    atomic.name = ""
    made.debug_location = atomic.debug_location
    made.debug_records = atomic.debug_records
    block.splice(block.instructions.index(atomic), 1, [made])
    atomic.move_uses_to(made)
    atomic.drop_operands()
