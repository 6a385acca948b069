"""Constants that change, and the order in which to rewrite them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeAlias

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import NO_CFI, Constant, ConstantAggregate, ConstantExpr, ConstantPtrAuth, GlobalReference
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.folding.constant_parts import all_ones, is_all_ones
from pyllvm.ir.folding.expressions import refolded_expression
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.tables import features
from pyllvm.tables.opcodes import CAST_NAMES, last_as_constant

# --- The order in which to rewrite a constant and those that it is made of.


def operands_first(constant: Value, known: dict[Value, Value]) -> list[Value]:
    """The constant and those that it is made of, operands before their users; without globals, and without those in `known`."""
    order: list[Value] = []
    done: set[Value] = set()
    waiting = [constant]
    while waiting:
        last = waiting[-1]
        if last in known or last in done:
            waiting.pop()
            continue
        missing: list[Value] = []
        if isinstance(last, (ConstantAggregate, ConstantExpr, ConstantPtrAuth)):
            for operand in last.operands:
                if not isinstance(operand, GlobalValue) and operand not in known and operand not in done:
                    missing.append(operand)
        if missing:
            waiting.extend(missing)
        else:
            done.add(last)
            order.append(last)
    return order


def expressions_of(module: Module, bodies: InstructionIndex, opcode: str, last: list[Value] | None = None) -> list[ConstantExpr]:
    """The constant expressions of an operation in a module, and in `last`, in its order, operands before their users."""
    found: dict[ConstantExpr, None] = {}
    seen: set[Value] = set()
    waiting: list[Value] = []
    for value in module.global_values:
        waiting.extend(value.operands)
    for instruction in bodies.with_constants():
        for operand in instruction.operands:
            if isinstance(operand, (ConstantExpr, ConstantAggregate)):
                waiting.append(operand)
    if last is not None:
        waiting.extend(last)
    waiting.reverse()
    while waiting:
        one = waiting[-1]
        if not isinstance(one, (ConstantExpr, ConstantAggregate)) or one in seen:
            waiting.pop()
            if isinstance(one, ConstantExpr) and one.opcode == opcode:
                found.setdefault(one)
            continue
        seen.add(one)
        waiting.extend(reversed(one.operands))
    return list(found)


# --- Casts of constants that newer readers fold.
#
# LLVM 20: a bitcast of all ones to a number is a number, whatever it is cast from. LLVM 21: the cast of a vector is a vector of
# casts, even if an expression is cast.

Types: TypeAlias = "Callable[[Context], Sequence[Type]]"
Test: TypeAlias = "Callable[[ConstantExpr], bool]"


def upgrade_ones(module: Module, version: int) -> None:
    """Fold bitcasts of all ones, and what they are part of, as newer readers do.

    LLVM 19: @p = global double bitcast (i64 -1 to double)
    LLVM 20: @p = global double 0xFFFFFFFFFFFFFFFF
    """
    for type in module.context.number_types:
        for bitcast in _casts(_constants(type).values(), _is_of_ones):
            _replace(bitcast, all_ones(bitcast.type), version)


def upgrade_elements(module: Module, version: int) -> None:
    """Fold casts of vector expressions, and what they are part of, as newer readers do.

    LLVM 20:
        @p = global <2 x i32> trunc (<2 x i64> <i64 1, i64 ptrtoint (ptr @v to i64)> to <2 x i32>)
        @v = external global i32
    LLVM 21: @p = global <2 x i32> <i32 1, i32 ptrtoint (ptr @v to i32)>
    """
    folder = ConstantFolder(version)
    for type in module.context.vector_types[:]:
        for cast in _casts(_constants(type).values(), _is_of_elements):
            _replace(cast, folder.cast(cast.opcode, cast.operands[0], cast.type), version)


def begin_ones(module: Module, version: int) -> BodyUpgrade:
    """Do nothing to a module without such bitcasts. If there is one, all bodies are needed."""
    return _check(module, lambda context: context.number_types, _is_of_ones)


def begin_elements(module: Module, version: int) -> BodyUpgrade:
    """The same for casts of vector expressions."""
    return _check(module, lambda context: context.vector_types, _is_of_elements)


def _check(module: Module, types: Types, test: Test) -> BodyUpgrade:
    # How many constants of each type have been looked at: bodies bring others after these.
    counts: dict[Type, int] = {}

    def check(bodies: Bodies) -> None:
        for type in types(module.context):
            constants = _constants(type)
            new = len(constants) - counts.get(type, 0)
            if new:
                if _casts(islice(reversed(constants.values()), max(new, 0)), test):
                    bodies.needs_all = "a cast of a constant is folded"
                counts[type] = len(constants)

    return check


def _constants(type: Type) -> dict[object, object]:
    return type.constants or {}


def _casts(constants: Iterable[object], test: Test) -> list[ConstantExpr]:
    return [constant for constant in constants if isinstance(constant, ConstantExpr) and test(constant)]


def _is_of_ones(constant: ConstantExpr) -> bool:
    return constant.opcode == "bitcast" and is_all_ones(constant.operands[0])


def _is_of_elements(constant: ConstantExpr) -> bool:
    operand = constant.operands[0]
    source, target = operand.type, constant.type
    if constant.opcode not in CAST_NAMES or not isinstance(operand, ConstantExpr) or not isinstance(source, VectorType):
        return False
    return isinstance(target, VectorType) and source.count == target.count and not source.is_scalable


def _replace(cast: ConstantExpr, folded: Constant, version: int) -> None:
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
        return refolded_expression(folder, expression, operands)

    replace_everywhere(cast, folded, fold)


# --- `dso_local_equivalent` (LLVM 12) and `no_cfi` (LLVM 14). Before, the symbol itself was in their place.
#
# That is another address only where a function is elsewhere, or where its calls are checked; it is reported.


def name_references(module: Module, version: int, losses: Losses) -> None:
    """Use the symbol.

    LLVM 12:
        @p = global void ()* dso_local_equivalent @f
        declare void @f()
    LLVM 11: @p = global void ()* @f

    LLVM 14:
        @p = global void ()* no_cfi @f
        declare void @f()
    LLVM 13: @p = global void ()* @f
    """
    for value in module.global_values:
        for user in value.users:
            if not isinstance(user, GlobalReference):
                continue
            feature = features.NO_CFI if user.kind == NO_CFI else features.DSO_LOCAL_EQUIVALENT
            if not feature.is_in(version):
                losses.drop(feature.name, feature.since, value)
                replace_everywhere(user, value)
