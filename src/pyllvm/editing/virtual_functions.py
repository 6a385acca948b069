"""Finds the virtual functions that no call can reach, as LLVM's globaldce does, and takes them from their tables."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import (
    DSO_LOCAL_EQUIVALENT,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    GlobalReference,
    aggregate,
    is_null,
    null_value,
)
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import MDNode, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module, module_flag
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import POINTER, ArrayType, StructType
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import (
    ALL_TABLES_OF_LOADS_SINCE,
    POST_LINK_FLAG_UNTIL,
    RELATIVE_EQUIVALENTS_SINCE,
    RELATIVE_TABLES_SINCE,
)

_FLAG: Final = "Virtual Function Elim"
_POST_LINK_FLAG: Final = "LTOPostLink"
_TYPE: Final = "type"
_VISIBILITY: Final = "vcall_visibility"
_LOADS: Final = ("llvm.type.checked.load", "llvm.type.checked.load.relative")
# The kinds of visibility: all calls are in the program, or in this module.
_LINKAGE_UNIT: Final = 1
_TRANSLATION_UNIT: Final = 2


@final
class VirtualCalls:
    """The tables of virtual functions whose calls are all known, and the functions that these calls reach.

    There are none without the module flag "Virtual Function Elim".
    """

    def __init__(self, module: Module) -> None:
        self._module = module
        self._layout = DataLayout(module.data_layout, module.llvm_version)
        self._tables: dict[object, list[tuple[GlobalVariable, int]]] = {}
        self.complete: Final[set[GlobalValue]] = set()
        """The tables that need only the functions in them that are called."""
        self.reached: Final[dict[GlobalValue, list[Function]]] = {}
        """The functions that the calls in a function may reach."""
        if module_flag(module, _FLAG) not in (-1, 0):
            self._find_tables()
            if self.complete:
                self._follow_loads()

    def take_from_tables(self, dead: set[GlobalValue]) -> None:
        """Put null in the place of dead functions in the tables that stay, if some tables need only what is called."""
        for table in self._module.global_variables if self.complete and dead else ():
            if table not in dead and isinstance(table.initializer, Constant):
                table.initializer = _without_functions(table.initializer, dead, self._module.llvm_version)

    def _find_tables(self) -> None:
        private = [_TRANSLATION_UNIT]
        is_after_link = self._module.llvm_version <= POST_LINK_FLAG_UNTIL and module_flag(self._module, _POST_LINK_FLAG) not in (
            -1,
            0,
        )
        if is_after_link:
            private.append(_LINKAGE_UNIT)
        for table in self._module.global_variables:
            types = [] if table.is_declaration else table.metadata(_TYPE)
            for type in types:
                if len(type.operands) > 1:
                    self._tables.setdefault(type.operands[1], []).append((table, _number(type)))
            if types and any(_number(node) in private for node in table.metadata(_VISIBILITY)[:1]):
                self.complete.add(table)

    def _follow_loads(self) -> None:
        for name in _LOADS:
            load = self._module.get(name)
            for call in load.users if isinstance(load, Function) else ():
                function = call.function if isinstance(call, CallInst) else None
                if function is None or call.operands[-1] is not load:
                    continue
                offset, type = call.operands[1], call.operands[2]
                for table, start in self._tables.get(type.metadata if isinstance(type, MetadataAsValue) else None, ()):
                    called = self._function_at(table, start + offset.unsigned) if isinstance(offset, ConstantInt) else None
                    if called is not None:
                        self.reached.setdefault(function, []).append(called)
                        continue
                    self.complete.discard(table)
                    if isinstance(offset, ConstantInt) and self._module.llvm_version < ALL_TABLES_OF_LOADS_SINCE:
                        break

    def _function_at(self, table: GlobalVariable, offset: int) -> Function | None:
        initial = table.initializer
        found = None if initial is None else self._pointer_at(initial, offset, table)
        found = None if found is None else strip_pointer_casts(found)
        return found if isinstance(found, Function) else None

    def _pointer_at(self, constant: Value, offset: int, table: GlobalVariable) -> Value | None:
        """The pointer at an offset in bytes, or the one from which the table is subtracted there (getPointerAtOffset)."""
        version = self._module.llvm_version
        if (
            isinstance(constant, GlobalReference)
            and constant.kind == DSO_LOCAL_EQUIVALENT
            and version >= RELATIVE_EQUIVALENTS_SINCE
        ):
            constant = constant.operands[0]
        type = constant.type
        if type.kind == POINTER:
            return constant if offset == 0 else None
        if isinstance(constant, ConstantAggregate) and isinstance(type, StructType):
            offsets = self._layout.struct_layout(type).offsets
            if offset >= self._layout.struct_layout(type).size:
                return None
            at = bisect_right(offsets, offset) - 1
            return self._pointer_at(constant.operands[at], offset - offsets[at], table)
        if isinstance(constant, ConstantAggregate) and isinstance(type, ArrayType):
            at, rest = divmod(offset, self._layout.alloc_size(type.element))
            return self._pointer_at(constant.operands[at], rest, table) if at < len(constant.operands) else None
        if version < RELATIVE_TABLES_SINCE:
            return None
        if isinstance(constant, ConstantInt):
            return constant if offset == 0 and constant.value == 0 else None
        return self._relative_pointer(constant, offset, table) if isinstance(constant, ConstantExpr) else None

    def _relative_pointer(self, expression: ConstantExpr, offset: int, table: GlobalVariable) -> Value | None:
        if expression.opcode in ("trunc", "ptrtoint"):
            return self._pointer_at(expression.operands[0], offset, table)
        if expression.opcode != "sub":
            return None
        base = self._pointer_at(expression.operands[1], 0, table)
        if isinstance(base, ConstantExpr) and base.opcode == "getelementptr":
            base = base.operands[0]
        return self._pointer_at(expression.operands[0], offset, table) if base is table else None


def _number(node: MDNode) -> int:
    """The number that a node begins with; -1 if it begins with none."""
    first = node.operands[0] if node.operands else None
    return first.value.unsigned if isinstance(first, ValueAsMetadata) and isinstance(first.value, ConstantInt) else -1


def _without_functions(constant: Constant, gone: set[GlobalValue], version: int) -> Constant:
    """The initial value of a table in which these functions are null, and distances to them are 0."""
    if constant in gone:
        return null_value(constant.type)
    if isinstance(constant, GlobalValue) or not constant.operands:
        return constant
    if isinstance(constant, ConstantExpr) and constant.opcode == "sub" and version >= RELATIVE_TABLES_SINCE:
        if _target(constant.operands[0]) in gone:
            return null_value(constant.type)
    operands: list[Value] = [
        _without_functions(operand, gone, version) if isinstance(operand, Constant) else operand for operand in constant.operands
    ]
    if operands == constant.operands:
        return constant
    if isinstance(constant, ConstantAggregate):
        return aggregate(constant.type, operands)
    if isinstance(constant, GlobalReference) and is_null(operands[0]):
        return null_value(constant.type)
    if isinstance(constant, ConstantExpr):
        from pyllvm.ir.folding.constant_folding import ConstantFolder  # few modules have such tables
        from pyllvm.ir.folding.expressions import folded_expression, shape_of

        return folded_expression(ConstantFolder(version), constant.type, operands, shape_of(constant))
    return constant


def _target(address: Value) -> Value:
    """The function of which this is the address as a number."""
    if isinstance(address, ConstantExpr) and address.opcode == "ptrtoint":
        inner = address.operands[0]
        return inner.operands[0] if isinstance(inner, GlobalReference) and inner.kind == DSO_LOCAL_EQUIVALENT else inner
    return address
