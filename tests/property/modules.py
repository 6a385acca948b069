"""Random modules for the round trips: types, constants, globals, a function's instructions, metadata."""

from __future__ import annotations

from hypothesis import strategies as st

from pyllvm.ir import (
    BasicBlock,
    BinaryOperator,
    BranchInst,
    CastInst,
    CmpInst,
    Constant,
    ConstantData,
    ConstantFP,
    ConstantInt,
    Context,
    Function,
    FunctionType,
    GlobalVariable,
    IntegerType,
    MDNode,
    MDString,
    MDTuple,
    Module,
    NamedMDNode,
    ReturnInst,
    SelectInst,
    SimpleConstant,
    StructType,
    Type,
    Value,
    ValueAsMetadata,
    aggregate,
    null_value,
)
from pyllvm.ir.types import FLOATING_POINT, ArrayType, FloatingPointType, VectorType
from pyllvm.tables.opcodes import FLOATING_POINT_BINARY, INTEGER_BINARY, SEXT, TRUNC, ZEXT

# The exponent of an x86_fp80, which follows 64 bits of the significand.
_EXPONENT = 0x7FFF
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=6)
WIDTHS = st.sampled_from([1, 7, 8, 16, 32, 64, 65, 128])


@st.composite
def types(draw: st.DrawFn, context: Context, depth: int = 2) -> Type:
    """A type that a global variable can have."""
    kind = draw(st.integers(0, 6 if depth else 2))
    if kind == 0:
        return context.integer(draw(WIDTHS))
    if kind == 1:
        return context.floating_point(draw(st.sampled_from(["half", "float", "double", "x86_fp80", "fp128"])))
    if kind == 2:
        return context.pointer(draw(st.integers(0, 3)))
    if kind == 3:
        return context.array(draw(types(context, depth - 1)), draw(st.integers(0, 4)))
    if kind == 4:
        element: Type = context.integer(draw(st.sampled_from([8, 16, 32, 64])))
        return context.vector(element, draw(st.integers(1, 4)))
    members = draw(st.lists(types(context, depth - 1), max_size=3))
    if kind == 5:
        return context.literal_struct(members, draw(st.booleans()))
    return context.named_struct(f"s{context.identified_structs}." + draw(NAMES), members, draw(st.booleans()))


@st.composite
def constants(draw: st.DrawFn, type: Type) -> Constant:
    """A constant of that type."""
    choice = draw(st.integers(0, 5))
    if choice == 0:
        return null_value(type)
    if choice == 1:
        return SimpleConstant.get(type, draw(st.sampled_from(["undef", "poison"])))
    if isinstance(type, IntegerType):
        return ConstantInt.get(type, draw(st.integers(0, (1 << type.width) - 1)))
    if isinstance(type, FloatingPointType):
        bits = draw(st.integers(0, (1 << type.bits) - 1))
        if type.name == "x86_fp80":
            bits |= 1 << 63  # what has no leading bit is no number there
            if bits >> 64 & _EXPONENT == 0:
                bits |= 1 << 64  # with a leading bit, the exponents 0 and 1 mean the same
        return ConstantFP.get(type, bits)
    if isinstance(type, (ArrayType, VectorType)) and isinstance(type.element, IntegerType) and type.element.width == 8:
        return (
            ConstantData.get(type, draw(st.binary(min_size=type.count, max_size=type.count))) if type.count else null_value(type)
        )
    if isinstance(type, (ArrayType, VectorType)):
        return aggregate(type, [draw(constants(type.element)) for _ in range(type.count)])
    if isinstance(type, StructType) and type.elements is not None:
        return aggregate(type, [draw(constants(element)) for element in type.elements])
    return null_value(type)


@st.composite
def metadata(draw: st.DrawFn, context: Context, known: list[MDNode]) -> MDNode:
    """A tuple of strings, constants and nodes that are there already."""
    operands: list[object] = []
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.integers(0, 3))
        if kind == 0:
            operands.append(MDString.get(context, draw(NAMES)))
        elif kind == 1:
            integer = ConstantInt.get(context.integer(32), draw(st.integers(0, 99)))
            operands.append(ValueAsMetadata.get(context, integer))
        elif kind == 2 and known:
            operands.append(draw(st.sampled_from(known)))
        else:
            operands.append(None)
    if draw(st.booleans()):
        return MDTuple(operands, True)
    return MDTuple.get(context, operands)


def add_body(draw: st.DrawFn, module: Module, function: Function) -> None:
    """Two blocks of arithmetic, comparisons, casts and selects on what is there."""
    context = module.context
    values: list[Value] = list(function.arguments)
    first = BasicBlock(context.label, draw(NAMES))
    second = BasicBlock(context.label, "")
    for block in (first, second):
        function.append_block(block)
        for _ in range(draw(st.integers(0, 5))):
            value = draw(st.sampled_from(values))
            other = draw(st.sampled_from([v for v in values if v.type is value.type]))
            made: BinaryOperator | CmpInst | CastInst | SelectInst
            kind = draw(st.integers(0, 3))
            if kind == 0 and value.type.kind == FLOATING_POINT:
                made = BinaryOperator(
                    draw(st.sampled_from(FLOATING_POINT_BINARY)), value, other, draw(st.sampled_from([0, 2, 254]))
                )
            elif kind == 0:
                known = [opcode for opcode in INTEGER_BINARY if opcode.since <= module.llvm_version]
                made = BinaryOperator(draw(st.sampled_from(known)), value, other)
            elif kind == 1 and isinstance(value.type, IntegerType):
                made = CmpInst(draw(st.integers(32, 41)), value, other, context.integer(1))
            elif kind == 2 and isinstance(value.type, IntegerType):
                width = draw(WIDTHS.filter(lambda width, old=value.type.width: width != old))  # type: ignore[misc]
                opcode = TRUNC if width < value.type.width else draw(st.sampled_from([ZEXT, SEXT]))
                made = CastInst(opcode, value, context.integer(width))
            else:
                conditions = [v for v in values if isinstance(v.type, IntegerType) and v.type.width == 1]
                if not conditions:
                    continue
                made = SelectInst(draw(st.sampled_from(conditions)), value, other)
            block.append(made)
            values.append(made)
    first.append(BranchInst(context.void, second))
    results = [value for value in values if value.type is function.function_type.return_type]
    second.append(ReturnInst(context.void, draw(st.sampled_from(results))))


@st.composite
def modules(draw: st.DrawFn, version: int) -> Module:
    """A module in the language of LLVM `version`, which must know opaque pointers."""
    module = Module("random", llvm_version=version)
    module.source_filename = "random"
    context = module.context
    for index in range(draw(st.integers(0, 4))):
        type = draw(types(context))
        variable = GlobalVariable(context.pointer(), type, f"g{index}." + draw(NAMES), draw(st.booleans()))
        variable.linkage = draw(st.sampled_from(["external", "internal", "private", "weak", "linkonce_odr"]))
        variable.alignment = draw(st.sampled_from([0, 1, 16]))
        variable.set_single_operand(draw(constants(type)))
        module.add(variable)
    nodes: list[MDNode] = []
    for _ in range(draw(st.integers(0, 4))):
        nodes.append(draw(metadata(context, nodes)))
    if nodes:
        module.named_metadata.append(NamedMDNode("nodes", nodes))
    parameters: list[Type] = [context.integer(1), context.integer(draw(WIDTHS)), context.floating_point("double")]
    signature: FunctionType = context.function(draw(st.sampled_from(parameters)), parameters)
    function = Function(context.pointer(), signature, "f." + draw(NAMES))
    module.add(function)
    add_body(draw, module, function)
    return module
