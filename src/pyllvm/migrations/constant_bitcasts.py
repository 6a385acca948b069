"""LLVM 20: a bitcast of all ones to a number is a number, whatever it is cast from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.folding.constant_parts import all_ones, is_all_ones
from pyllvm.ir.folding.expressions import folded_expression
from pyllvm.ir.module import Module
from pyllvm.ir.separation import NotSeparable
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.tables.opcodes import last_as_constant


def upgrade(module: Module, version: int) -> None:
    """Fold such bitcasts, and what they are part of, as newer readers do."""
    for type in module.context.number_types:
        for bitcast in _bitcasts_of_ones((type.constants or {}).values()):
            _fold(bitcast, version)


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Do nothing to a module without such bitcasts. Raises NotSeparable if there is one, as does what it returns for bodies."""
    # How many constants of each type have been looked at: bodies bring others after these.
    counts: dict[Type, int] = {}

    def check(bodies: Bodies) -> None:
        for type in module.context.number_types:
            constants = type.constants
            if constants is None:
                continue
            new = len(constants) - counts.get(type, 0)
            if new:
                if _bitcasts_of_ones(islice(reversed(constants.values()), max(new, 0))):
                    raise NotSeparable
                counts[type] = len(constants)

    check(Bodies(module.functions))
    return check


def _bitcasts_of_ones(constants: Iterable[object]) -> list[ConstantExpr]:
    found: list[ConstantExpr] = []
    for constant in constants:
        if isinstance(constant, ConstantExpr) and constant.opcode == "bitcast" and is_all_ones(constant.operands[0]):
            found.append(constant)
    return found


def _fold(bitcast: ConstantExpr, version: int) -> None:
    folder = ConstantFolder(version)

    def fold(expression: ConstantExpr, operands: list[Value]) -> Value:
        if last_as_constant(expression.opcode) < version:
            # An instruction will compute it.
            return ConstantExpr.get(
                expression.type,
                expression.opcode,
                operands,
                expression.flags,
                None,
                None,
                expression.predicate_number,
                expression.indices,
            )
        return folded_expression(
            folder,
            expression.type,
            expression.opcode,
            operands,
            expression.flags,
            expression.source_element_type,
            expression.in_range,
            expression.predicate_number,
            expression.indices,
        )

    replace_everywhere(bitcast, all_ones(bitcast.type), fold)
