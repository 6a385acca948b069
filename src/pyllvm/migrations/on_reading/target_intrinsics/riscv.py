"""Intrinsics of RISC-V's cryptography: their last operand, which counts bytes, and their numbers became 32 bits wide.

Source: AutoUpgrade's upgradeIntrinsicFunction1 and UpgradeIntrinsicCall.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import FunctionType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, constant_number
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.tables.intrinsic_names import RISCV_PREFIX
from pyllvm.tables.opcodes import SEXT, TRUNC

_OF_BYTES: Final = ("aes32dsi", "aes32dsmi", "aes32esi", "aes32esmi")
_OF_BYTES_AND_WORDS: Final = ("sm4ks", "sm4ed")
_OF_WORDS: Final = ("sha256sig0", "sha256sig1", "sha256sum0", "sha256sum1", "sm3p0", "sm3p1")
_BYTE_OPERAND: Final = 2


def _has_old_form(base: str, type: FunctionType) -> bool:
    """Whether a declaration counts bytes in another type than i32, or returns 64 bits."""
    context = type.context
    counts_otherwise = len(type.parameters) > _BYTE_OPERAND and type.parameters[_BYTE_OPERAND] is not context.integer(32)
    is_wide = type.return_type is context.integer(64)
    if base in _OF_BYTES:
        return counts_otherwise
    if base in _OF_BYTES_AND_WORDS:
        return counts_otherwise or is_wide
    return base in _OF_WORDS and is_wide


def _base(name: str) -> str:
    """The name without what follows; nothing follows the names of intrinsics that only count bytes."""
    return next((base for base in (*_OF_BYTES_AND_WORDS, *_OF_WORDS) if name.startswith(base)), name)


def riscv_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of a RISC-V intrinsic; None if they do not change.

    LLVM 16: %r = call i32 @llvm.riscv.sm4ks.i32(i32 %a, i32 %b, i8 1)
    LLVM 17: %r = call i32 @llvm.riscv.sm4ks(i32 %a, i32 %b, i32 1)
    """
    base = _base(old.name.removeprefix(RISCV_PREFIX))
    if not _has_old_form(base, old.function_type):
        return None
    name = RISCV_PREFIX + base
    type = state.signature_type(name, [])
    if type is None or type is old.function_type or len(type.parameters) != len(old.function_type.parameters):
        return None
    made = state.intrinsic(name, [])
    assert made is not None
    number = state.module.context.integer(32)

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        arguments: list[Value] = []
        for index, argument in enumerate(builder.arguments):
            if index == _BYTE_OPERAND:
                argument = builder.integer_constant(32, constant_number(argument))
            elif argument.type is not number:
                argument = builder.cast(TRUNC, argument, number)
            arguments.append(argument)
        new = builder.call_function(made, arguments)
        builder.finish(builder.integer_cast(new, builder.type, SEXT), new)

    return upgrade
