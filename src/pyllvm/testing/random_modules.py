"""Modules with random types, constants, global variables and metadata; `random_bodies` fills their functions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pyllvm import ir
from pyllvm.building.debug_builder import DIBuilder
from pyllvm.ir.constants import POISON, UNDEF
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.features import POISON as POISON_CONSTANTS
from pyllvm.testing.choices import Choices
from pyllvm.testing.random_bodies import BodyGenerator
from pyllvm.versions import SUPPORTED

#: The features of random modules.
FEATURES: Final = frozenset(
    {
        "aggregates", "atomics", "attributes", "calls", "constants", "control-flow", "debug-info", "exceptions", "floats",
        "intrinsics", "linkage", "memory", "metadata", "names", "vectors",
    }
)  # fmt: skip

WIDTHS: Final = (1, 8, 32, 64, 16, 7, 65, 128)
_FLOATS: Final = ("double", "float", "half", "fp128", "x86_fp80")
_LINKAGES: Final = ("external", "internal", "private", "weak", "weak_odr", "linkonce", "linkonce_odr")
_FUNCTION_LINKAGES: Final = ("external", "internal", "weak_odr", "linkonce_odr")
_ATTRIBUTES: Final = ("nounwind", "noinline", "cold", "optsize", '"a"="b"')
_INTEGER_ATTRIBUTES: Final = ("zeroext", "signext", "inreg")
_POINTER_ATTRIBUTES: Final = ("nonnull", "align 8", "noalias", "dereferenceable(4)")
# The exponent of an x86_fp80, which follows 64 bits of the significand.
_EXPONENT: Final = 0x7FFF
_DEEPEST_TYPE: Final = 2


def generated_module(choices: Choices, features: Collection[str] | None, llvm_version: int, instructions: int) -> ir.Module:
    """As `random_module`, with the decisions of `choices`."""
    wanted = FEATURES if features is None else frozenset(features)
    if not wanted <= FEATURES:
        raise ValueError(f"no such feature: {', '.join(sorted(wanted - FEATURES))}; there are {', '.join(sorted(FEATURES))}")
    if llvm_version not in SUPPORTED:
        raise ValueError(f"LLVM {llvm_version} is not supported: {SUPPORTED[0]} to {SUPPORTED[-1]} are")
    # Where pointers have types, a module is made for the first LLVM whose pointers have none, and brought down.
    module = ir.Module("random", llvm_version=max(llvm_version, OPAQUE_POINTERS_SINCE))
    module.source_filename = "random"
    _Generator(choices, wanted, module, llvm_version).run(instructions)
    if llvm_version < module.llvm_version:
        module.downgraded(llvm_version)
    return module


class _Generator:
    """Makes the contents of one module."""

    def __init__(self, choices: Choices, features: frozenset[str], module: ir.Module, version: int) -> None:
        self._choices: Final = choices
        self._features: Final = features
        self._module: Final = module
        self._context: Final = module.context
        self._version: Final = version

    def run(self, instructions: int) -> None:
        if "constants" in self._features:
            for index in range(self._choices.integer(0, 4)):
                self._variable(index)
        if "metadata" in self._features:
            self._named_metadata()
        functions = [self._function(index) for index in range(self._choices.integer(1, 3))]
        debug = DIBuilder(self._module, "random.c", "/src") if "debug-info" in self._features else None
        for function in functions:
            BodyGenerator(self._choices, self._features, self._version, function, debug).run(instructions)

    def _name(self, plain: str) -> str:
        return plain + "." + self._choices.name() if "names" in self._features else plain

    def _variable(self, index: int) -> None:
        type = self.type()
        module, choices = self._module, self._choices
        linkage = choices.one_of(_LINKAGES) if "linkage" in self._features else "external"
        initializer = self.constant(type)
        align = choices.one_of((0, 1, 16))
        module.add_global(
            self._name(f"g{index}"), type, initializer, is_constant=choices.happens(30), linkage=linkage, align=align
        )

    def type(self, depth: int = _DEEPEST_TYPE) -> ir.Type:
        """A type that a global variable can have."""
        choices, context = self._choices, self._context
        kind = choices.integer(0, 6 if depth else 2)
        if kind == 0:
            return context.integer(choices.one_of(WIDTHS))
        if kind == 1:
            return context.floating_point(choices.one_of(_FLOATS))
        if kind == 2:
            return context.pointer(choices.integer(0, 3))
        if kind == 3:
            return context.array(self.type(depth - 1), choices.integer(0, 4))
        if kind == 4:
            return context.vector(context.integer(choices.one_of((8, 16, 32, 64))), choices.integer(1, 4))
        members = [self.type(depth - 1) for _ in range(choices.integer(0, 3))]
        if kind == 5:
            return context.literal_struct(members, choices.happens(50))
        return context.named_struct(self._name(f"s{context.identified_structs}"), members, choices.happens(50))

    def constant(self, type: ir.Type) -> ir.Constant:
        """A constant of a type."""
        choices = self._choices
        choice = choices.integer(0, 5)
        if choice == 0:
            return ir.null_value(type)
        if choice == 1:
            is_poison = self._version >= POISON_CONSTANTS.since and choices.happens(50)
            return ir.SimpleConstant.get(type, POISON if is_poison else UNDEF)
        if isinstance(type, ir.IntegerType):
            return ir.ConstantInt.wrapped(type, choices.integer(0, (1 << type.width) - 1))
        if isinstance(type, ir.FloatingPointType):
            bits = choices.integer(0, (1 << type.bits) - 1)
            if type.name == "x86_fp80":
                bits |= 1 << 63  # a number has its leading bit there
                if bits >> 64 & _EXPONENT == 0:
                    bits |= 1 << 64  # with a leading bit, the exponents 0 and 1 mean the same
            return ir.ConstantFP.get(type, bits)
        if isinstance(type, (ir.ArrayType, ir.VectorType)):
            element = type.element
            if isinstance(element, ir.IntegerType) and element.width == 8 and type.count:
                return ir.ConstantData.get(type, bytes([choices.integer(0, 255) for _ in range(type.count)]))
            return ir.aggregate(type, [self.constant(element) for _ in range(type.count)])
        if isinstance(type, ir.StructType) and type.elements is not None:
            return ir.aggregate(type, [self.constant(element) for element in type.elements])
        return ir.null_value(type)

    def _named_metadata(self) -> None:
        nodes: list[ir.MDNode] = []
        for _ in range(self._choices.integer(0, 4)):
            nodes.append(self._node(nodes))
        if nodes:
            self._module.add_named_metadata("nodes", *nodes)

    def _node(self, known: list[ir.MDNode]) -> ir.MDNode:
        """A tuple of strings, constants and nodes that are there already."""
        choices, context = self._choices, self._context
        operands: list[object] = []
        for _ in range(choices.integer(0, 3)):
            kind = choices.integer(0, 3)
            if kind == 0:
                operands.append(ir.MDString.get(context, choices.name()))
            elif kind == 1:
                operands.append(ir.ValueAsMetadata.get(context, ir.ConstantInt.get(context.integer(32), choices.integer(0, 99))))
            elif kind == 2 and known:
                operands.append(choices.one_of(known))
            else:
                operands.append(None)
        return ir.MDTuple(operands, True) if choices.happens(50) else ir.MDTuple.get(context, operands)

    def _function(self, index: int) -> ir.Function:
        choices, context = self._choices, self._context
        parameters: list[ir.Type] = [context.integer(1), context.integer(choices.one_of(WIDTHS)), context.integer(32)]
        if "floats" in self._features:
            parameters.append(context.floating_point("double"))
        if "memory" in self._features:
            parameters.append(context.pointer())
        if "vectors" in self._features:
            parameters.append(context.vector(context.integer(32), 4))
        result = choices.one_of(parameters[:3])
        linkage = choices.one_of(_FUNCTION_LINKAGES) if "linkage" in self._features else "external"
        function = self._module.add_function(self._name(f"f{index}"), context.function(result, parameters), linkage=linkage)
        if "attributes" in self._features:
            self._add_attributes(function)
        if "linkage" in self._features:
            self._link(function)
        return function

    def _link(self, function: ir.Function) -> None:
        """Put a function that other modules may have too into a comdat, or give it another name."""
        module = self._module
        if function.linkage == "linkonce_odr":
            function.comdat = module.comdats.setdefault(function.name, ir.Comdat(function.name))
        elif self._choices.happens(20):
            alias = ir.GlobalAlias(function.type, function.value_type, module.unique_name("alias"))
            alias.set_single_operand(function)
            module.add(alias)

    def _add_attributes(self, function: ir.Function) -> None:
        choices = self._choices
        for attribute in _ATTRIBUTES:
            if choices.happens(20):
                function.add_attribute(attribute)
        for number, argument in enumerate(function.arguments):
            kinds = _INTEGER_ATTRIBUTES if isinstance(argument.type, ir.IntegerType) else _POINTER_ATTRIBUTES
            if isinstance(argument.type, ir.IntegerType) or argument.type is self._context.pointer():
                if choices.happens(30):
                    function.add_attribute(choices.one_of(kinds), parameter=number)
