"""LLVM 9: types of `byval`, data of structors, `atomicrmw xchg` of numbers."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantAggregate, aggregate, null_value
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.types import ArrayType, PointerType, StructType
from pyllvm.ir.value import Value
from pyllvm.migrations.atomics import exchange_integers
from pyllvm.migrations.attribute_lists import leave_types_out, name_types
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.debug_info.fields import nodes_of_kind, set_fields
from pyllvm.migrations.loss import Losses
from pyllvm.notation import Final
from pyllvm.tables.dwarf import OLD_FLAG_MAIN_SUBPROGRAM, SUBPROGRAM_MAIN_SUBPROGRAM
from pyllvm.tables.features import ATOMIC_XCHG_OF_FLOATS
from pyllvm.tables.intrinsic_names import STRUCTORS

# --- `byval` of a parameter names a type, which the parameter's pointer type gave before.


def upgrade_byval_type(module: Module, version: int) -> None:
    """Name the type of every `byval`.

    LLVM 8: declare void @f(i32* byval)
    LLVM 9: declare void @f(i32* byval(i32))
    """
    name_types(module, "byval")


def downgrade_byval_type(module: Module, version: int, losses: Losses) -> None:
    """Remove the type if the parameter points to it, as it must in LLVM 8.

    LLVM 9: declare void @f(i32* byval(i32))
    LLVM 8: declare void @f(i32* byval)
    """
    leave_types_out(module, "byval")


# --- Entries of `llvm.global_ctors` and `llvm.global_dtors` have a third field, the data that they belong to.


def upgrade_structor_data(module: Module, version: int) -> None:
    """Add the third field, null, where it is missing (AutoUpgrade's UpgradeGlobalVariable).

    LLVM 8: @llvm.global_ctors = appending global [1 x { i32, void ()* }] zeroinitializer
    LLVM 9: @llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] zeroinitializer
    """
    for name in STRUCTORS:
        variable = module.get(name)
        if isinstance(variable, GlobalVariable):
            _add_field(module, variable)


def _add_field(module: Module, variable: GlobalVariable) -> None:
    array = variable.value_type
    entry = array.element if isinstance(array, ArrayType) else None
    if not isinstance(array, ArrayType) or not isinstance(entry, StructType) or len(entry.contained_types) != 2:
        return
    context = module.context
    data = context.pointer_to(context.integer(8))
    new_entry = context.literal_struct([*entry.contained_types, data])
    new_array = context.array(new_entry, array.count)
    initializer = variable.initializer
    variable.value_type = new_array
    if isinstance(variable.type, PointerType):
        variable.type = context.pointer_to(new_array, variable.type.address_space)
    if isinstance(initializer, ConstantAggregate):
        entries: list[Value] = []
        for one in initializer.operands:
            fields = one.operands if isinstance(one, ConstantAggregate) else [null_value(t) for t in entry.contained_types]
            entries.append(aggregate(new_entry, [*fields, null_value(data)]))
        variable.set_single_operand(aggregate(new_array, entries))
    elif initializer is not None:
        variable.set_single_operand(null_value(new_array))


def main_subprogram_upgrade(module: Module, version: int) -> None:
    """Replace the old flag, which all nodes could have, by the flag of subprograms."""
    for node in nodes_of_kind(module, "DISubprogram"):
        flags, subprogram_flags = node["flags"], node["spFlags"]
        if isinstance(flags, int) and isinstance(subprogram_flags, int) and flags & OLD_FLAG_MAIN_SUBPROGRAM:
            set_fields(
                module,
                node,
                {"flags": flags & ~OLD_FLAG_MAIN_SUBPROGRAM, "spFlags": subprogram_flags | SUBPROGRAM_MAIN_SUBPROGRAM},
            )


CHANGES: Final = (
    Change(9, ALL, upgrade=upgrade_byval_type, downgrade=downgrade_byval_type),
    Change(9, ALL, upgrade=upgrade_structor_data),
    Change(ATOMIC_XCHG_OF_FLOATS.since, downgrade_bodies=exchange_integers),
    Change(9, ALL, upgrade=main_subprogram_upgrade),
)
"""In the order of upgrades; downgrades run from the last to the first."""
