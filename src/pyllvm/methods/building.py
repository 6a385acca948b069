"""The methods of IR's classes that make values and metadata."""

from __future__ import annotations

from pyllvm.building.global_values import add_function, new_global
from pyllvm.building.metadata_nodes import specialized_node, tuple_node
from pyllvm.building.python_constants import constant_of, float_of
from pyllvm.ir.above import register
from pyllvm.ir.constants import Constant, FloatReading
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.metadata import MDTuple, SpecializedNode
from pyllvm.ir.module import Module, ModuleBuilding
from pyllvm.ir.types import Context, Type
from pyllvm.notation import Sequence


class _FloatReading(FloatReading):
    def float_of(self, type_name: str, bits: int) -> float:
        return float_of(type_name, bits)


class _ModuleBuilding(ModuleBuilding):
    def constant_of(self, type: Type, value: object) -> Constant:
        return constant_of(type, value)

    def specialized_node(
        self, context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool
    ) -> SpecializedNode:
        return specialized_node(context, version, kind, fields, is_distinct)

    def tuple_node(self, context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
        return tuple_node(context, operands, is_distinct)

    def add_function(
        self,
        module: Module,
        name: str,
        type: Type | str,
        parameter_names: Sequence[str],
        linkage: str,
        calling_convention: str,
        address_space: int,
    ) -> Function:
        return add_function(module, name, type, parameter_names, linkage, calling_convention, address_space)

    def new_global(self, module: Module, name: str, type: Type | str, initializer: object, address_space: int) -> GlobalVariable:
        return new_global(module, name, type, initializer, address_space)


def register_building() -> None:
    """Register what is here."""
    register(FloatReading, _FloatReading())
    register(ModuleBuilding, _ModuleBuilding())
