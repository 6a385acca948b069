"""Accesses that keep the structure of what they access, since LLVM 23: llvm.structured.alloca and llvm.structured.gep.

Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import INTEGER, ArrayType, StructType, VectorType
from pyllvm.verifier.intrinsic_rules.arguments import Rule
from pyllvm.verifier.state import State


def _structured_index(state: State, call: CallBase) -> bool:
    attribute = call._attributes.parameter(0).find("elementtype") if call._attributes is not None else None
    if attribute is None or attribute.type is None:
        return state.fail("Intrinsic first parameter is missing an ElementType attribute", call)
    type = attribute.type
    for index in call.operands[1 : call.argument_count]:
        if index.type.kind != INTEGER:
            return state.fail("Index operand type must be an integer", call)
        if isinstance(type, (ArrayType, VectorType)):
            type = type.element
        elif isinstance(type, StructType):
            if not isinstance(index, ConstantInt):
                return state.fail("Indexing into a struct requires a constant int", call)
            if index.unsigned >= len(type.contained_types):
                return state.fail("Indexing in a struct should be inbounds", call)
            type = type.contained_types[index.unsigned]
        else:
            state.fail("Reached a non-composite type with more indices to process", call)
    return True


def _structured_variable(state: State, call: CallBase) -> bool:
    if call._attributes is None or "elementtype" not in call._attributes.returned:
        return state.fail("@llvm.structured.alloca calls require elementtype attribute.", call)
    return True


RULES: Final[dict[str, Rule]] = {
    "structured.alloca": _structured_variable,
    "structured.gep": _structured_index,
}
