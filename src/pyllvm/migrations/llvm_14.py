"""LLVM 14: `elementtype`, resolvers of ifuncs, `no_cfi`."""

from __future__ import annotations

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalIFunc
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.ir.value import Value
from pyllvm.migrations.atomics import loop_over_exchanges
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.typed_pointers import name_element_types
from pyllvm.migrations.rewritten_constants import name_references
from pyllvm.notation import Final
from pyllvm.tables.features import ACCESS_ELEMENT_TYPES_SINCE, ELEMENT_TYPES_SINCE, NO_CFI, OPAQUE_POINTERS
from pyllvm.tables.metadata_kinds import ATTACHED_CALL, ATTACHED_FUNCTIONS_SINCE, bundle_tag_since
from pyllvm.tables.metadata_versions import IFUNC_RESOLVERS_SINCE

# --- The resolver of an ifunc returns a pointer to what the ifunc names; before, any pointer to a function would do.


def upgrade_ifunc_resolvers(module: Module, version: int) -> None:
    """Cast the resolvers of another type.

    LLVM 13:
        @f = ifunc void (i32), i8* ()* @resolver
        declare i8* @resolver()
    LLVM 14: @f = ifunc void (i32), bitcast (i8* ()* @resolver to void (i32)* ()*)
    """
    for ifunc in module.ifuncs:
        if ifunc.operands:
            resolver = resolver_of_right_type(ifunc, ifunc.resolver, version)
            if resolver is not ifunc.resolver:
                ifunc.set_single_operand(resolver)


def resolver_of_right_type(ifunc: GlobalIFunc, resolver: Value, version: int) -> Value:
    """The resolver, cast to the type that LLVM `version` requires of it."""
    type = resolver.type
    if not isinstance(type, PointerType) or type.pointee is None:
        return resolver
    context = type.context
    right = context.pointer_to(context.function(context.pointer_to(ifunc.value_type), []))
    if type is right or type.address_space != right.address_space:
        return resolver
    return ConstantFolder(version).cast("bitcast", resolver, right)


# --- A bundle `clang.arc.attachedcall` names the function that a call is followed by. LLVM 13 had a number for it.

_RETAINS: Final = 0
_CLAIMS: Final = 1
# The numbers, by the endings of the functions' names.
_NUMBERS: Final[dict[str, int]] = {"retainAutoreleasedReturnValue": _RETAINS, "unsafeClaimAutoreleasedReturnValue": _CLAIMS}


def downgrade_attached_calls(module: Module, version: int, losses: Losses) -> None:
    """Put the numbers in the place of the functions. An LLVM without such bundles calls the functions (`attached_bundles`).

    LLVM 14:
        %r = call i8* @g() [ "clang.arc.attachedcall"(i8* (i8*)* @objc_retainAutoreleasedReturnValue) ]
        declare i8* @objc_retainAutoreleasedReturnValue(i8*)
    LLVM 13: %r = call i8* @g() [ "clang.arc.attachedcall"(i64 0) ]
    """
    if version < bundle_tag_since(ATTACHED_CALL):
        return
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.bundles is not None:
                    _number_functions(module, instruction)


def _number_functions(module: Module, call: CallBase) -> None:
    for bundle in call.bundles or ():
        if bundle.tag != ATTACHED_CALL:
            continue
        for index in range(bundle.begin, bundle.end):
            attached = strip_pointer_casts(call.operands[index])
            if isinstance(attached, Function):
                word = attached.name.rpartition("_" if attached.name.startswith("objc_") else ".")[2]
                if word in _NUMBERS:
                    call.put_operand(index, ConstantInt.get(module.context.integer(64), _NUMBERS[word]))


CHANGES: Final = (
    Change(OPAQUE_POINTERS.since - 1, downgrade_bodies=loop_over_exchanges).in_steps_since(9),
    Change(IFUNC_RESOLVERS_SINCE, ALL, upgrade=upgrade_ifunc_resolvers),
    Change(ELEMENT_TYPES_SINCE, ALL, upgrade=name_element_types).in_steps_since(ACCESS_ELEMENT_TYPES_SINCE),
    Change(ATTACHED_FUNCTIONS_SINCE, downgrade=downgrade_attached_calls),
    Change(NO_CFI.since, downgrade=name_references),
)
"""In the order of upgrades; downgrades run from the last to the first."""
