"""LLVM 24: operations with a mask that could also be done on all lanes are plain operations, without the mask and the length."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CmpInst
from pyllvm.ir.metadata import MDString, MetadataAsValue
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import CASTS, FLOATING_POINT_BINARY, INTEGER_BINARY
from pyllvm.tables.predicates import FCMP_NUMBERS, ICMP_NUMBERS, NO_FCMP_PREDICATE, NO_ICMP_PREDICATE

PREFIX: Final = "llvm.vp."
VECTOR_PREDICATION_UPGRADED_SINCE: Final = 24
_BINARY: Final = frozenset(row.name for row in (*INTEGER_BINARY, *FLOATING_POINT_BINARY))
_CASTS: Final = frozenset(row.name for row in CASTS)
# The intrinsics that have another name without a mask.
_OTHER_NAMES: Final = {"roundtozero": "trunc"}
# The intrinsics whose names have two words.
_SATURATING: Final = ("sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "is.fpclass")
# The mask and the length, which are the last operands of all but `select`.
_MASK_AND_LENGTH: Final = 2
_COMPARE_OPERANDS: Final = 3


def without_mask(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Replace calls by the plain operation; an intrinsic that needs its mask, such as a division, stays."""
    if is_intrinsic(old.name, state.version) or not is_intrinsic(old.name, VECTOR_PREDICATION_UPGRADED_SINCE - 1):
        return None
    words = old.name.removeprefix(PREFIX).split(".")
    word = ".".join(words[:2]) if ".".join(words[:2]) in _SATURATING else words[0]

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        made = _made(builder, word, builder.arguments)
        builder.finish(made, made if isinstance(made, Instruction) else None)

    return upgrade


def _made(builder: CallBuilder, word: str, operands: list[Value]) -> Value:
    if word in _BINARY:
        return builder.binary(word, operands[0], operands[1])
    if word in _CASTS:
        return builder.cast(word, operands[0], builder.type)
    if word == "fneg":
        return builder.negated(operands[0])
    if word == "select":
        return builder.select(operands[0], operands[1], operands[2])
    if word in ("icmp", "fcmp"):
        return _compared(builder, word, operands)
    name = _OTHER_NAMES.get(word, word)
    return builder.call_intrinsic(f"{name}.", operands[:-_MASK_AND_LENGTH], builder.type)


def _compared(builder: CallBuilder, word: str, operands: list[Value]) -> Value:
    predicate = operands[_COMPARE_OPERANDS - 1]
    if not isinstance(predicate, MetadataAsValue) or not isinstance(predicate.metadata, MDString):
        raise TypeError("the predicate of a comparison is a string")
    text = predicate.metadata.text
    if word == "icmp":
        if text in ICMP_NUMBERS:
            return builder.compare(text, operands[0], operands[1])
        return builder.insert(CmpInst(NO_ICMP_PREDICATE, operands[0], operands[1], builder.type))
    number = FCMP_NUMBERS.get(text, NO_FCMP_PREDICATE)
    return builder.insert(CmpInst(number, operands[0], operands[1], builder.type))
