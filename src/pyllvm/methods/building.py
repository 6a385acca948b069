"""The methods of IR's classes that make values and metadata, and add functions and variables to a module."""

from __future__ import annotations

from pyllvm.building.python_values import constant_of, float_of, specialized_node, tuple_node
from pyllvm.ir.above import register
from pyllvm.ir.constants import Constant, FloatReading
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.metadata import MDTuple, SpecializedNode
from pyllvm.ir.module import Module, ModuleBuilding
from pyllvm.ir.public_names import check_name
from pyllvm.ir.types import Context, FunctionType, Type
from pyllvm.ir.valid_operands import is_first_class
from pyllvm.notation import Sequence


def _typed(module: Module, type: Type | str) -> Type:
    """A type of the module, or the type of a text."""
    if isinstance(type, str):
        return module.type(type)
    if not isinstance(type, Type):
        raise TypeError(f"expected a type or its text, not {type!r}")
    if type.context is not module.context:
        raise ValueError(f"the type {type} belongs to another module")
    return type


def _refuse_taken(module: Module, name: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"a name is a string, not {name!r}")
    if name and name in module.symbols:
        raise ValueError(f"the module already has a symbol named @{name}")


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
        function_type = _typed(module, type)
        if not isinstance(function_type, FunctionType):
            raise TypeError(f"a function has a function type such as 'i32 (ptr, i64)', not {function_type}")
        if len(parameter_names) > len(function_type.parameters):
            raise ValueError(f"{len(parameter_names)} names for {len(function_type.parameters)} parameters of {function_type}")
        check_name(name)
        _refuse_taken(module, name)
        function = Function(module.pointer_type(function_type, address_space), function_type, name)
        function.linkage = linkage
        function.calling_convention = calling_convention
        function.is_dso_local = function.has_implicit_dso_local
        number = 0
        for parameter_name in parameter_names:
            if parameter_name and parameter_name in parameter_names[:number]:
                raise ValueError(f"two parameters have the name {parameter_name!r}")
            function.arguments[number].name = parameter_name
            number += 1
        module.add(function)
        return function

    def new_global(self, module: Module, name: str, type: Type | str, initializer: object, address_space: int) -> GlobalVariable:
        value_type = _typed(module, type)
        if not is_first_class(value_type, module.llvm_version) and not value_type.is_aggregate:
            raise TypeError(f"a variable has a type whose values can be in memory, not {value_type}")
        check_name(name)
        _refuse_taken(module, name)
        value = None if initializer is None else constant_of(value_type, initializer)
        variable = GlobalVariable(module.pointer_type(value_type, address_space), value_type, name)
        if value is not None:
            variable.set_single_operand(value)
        return variable


def register_building() -> None:
    """Register what is here."""
    register(FloatReading, _FloatReading())
    register(ModuleBuilding, _ModuleBuilding())
