"""Flags and operands of instructions that pyllvm does not know: a flag that only promises something is left out.

What an operand or a bit of a call means, nobody can know: the body is then not read.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.unknown import Unknown
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import OperationInst
from pyllvm.tables import instruction_bits, records
from pyllvm.tables.flags import ALL_FAST_MATH, GEP_FLAGS, SAME_SIGN, UNSAFE_ALGEBRA

_FAST_MATH: Final[int] = ALL_FAST_MATH | UNSAFE_ALGEBRA
_COMPARISON: Final[int] = _FAST_MATH | SAME_SIGN.mask
_CALL: Final = (
    instruction_bits.CALL_TAIL
    | instruction_bits.CALL_CONVENTION_MASK
    | instruction_bits.CALL_MUST_TAIL
    | instruction_bits.CALL_EXPLICIT_TYPE
    | instruction_bits.CALL_NO_TAIL
    | instruction_bits.CALL_FAST_MATH
)
_INVOKE: Final = instruction_bits.INVOKE_CONVENTION_MASK | instruction_bits.INVOKE_EXPLICIT_TYPE
_ALLOCA: Final = (
    instruction_bits.ALLOCA_ALIGNMENT_LOW_MASK
    | instruction_bits.ALLOCA_INALLOCA
    | instruction_bits.ALLOCA_EXPLICIT_TYPE
    | instruction_bits.ALLOCA_SWIFTERROR
    | instruction_bits.ALLOCA_ALIGNMENT_HIGH_MASK << instruction_bits.ALLOCA_ALIGNMENT_HIGH_SHIFT
)
# Where the flags are behind the last value: after so many other operands.
_FLAGS_BEHIND: Final[dict[int, int]] = {
    records.FUNC_CODE_INST_BINOP: 1,
    records.FUNC_CODE_INST_CAST: 2,
    records.FUNC_CODE_INST_UNOP: 1,
    records.FUNC_CODE_INST_CMP2: 1,
    records.FUNC_CODE_INST_CMP: 1,
    records.FUNC_CODE_INST_VSELECT: 0,
}
# Records that end with their last value.
_WITHOUT_FLAGS: Final = (
    records.FUNC_CODE_INST_FREEZE,
    records.FUNC_CODE_INST_EXTRACTELT,
    records.FUNC_CODE_INST_INSERTELT,
    records.FUNC_CODE_INST_SHUFFLEVEC,
)
# Operands with bits that decide how an instruction is read, and the bits that are known.
_BITS: Final[dict[int, tuple[int, int]]] = {
    records.FUNC_CODE_INST_CALL: (1, _CALL),
    records.FUNC_CODE_INST_INVOKE: (1, _INVOKE),
    records.FUNC_CODE_INST_CALLBR: (1, instruction_bits.CALL_CONVENTION_MASK | instruction_bits.CALL_EXPLICIT_TYPE),
    records.FUNC_CODE_INST_ALLOCA: (3, _ALLOCA),
}


@final
class UnknownOperands:
    """Looks at the records of instructions after these were made, where something may be unknown."""

    def __init__(self, unknown: Unknown, operands: OperandReader) -> None:
        self._unknown: Final = unknown
        self._operands: Final = operands

    def check(self, function: Function, code: int, ops: list[int], made: Instruction) -> None:
        """Note flags that are left out. PyllvmError if there is an operand, or a bit, with another meaning."""
        behind = _FLAGS_BEHIND.get(code)
        if behind is not None:
            at = self._operands.at + behind
            if at < len(ops):
                self._check_flags(function, made, ops[at] & ~_known_flags(made))
            self._check_end(ops, at + 1, made)
        elif code in _WITHOUT_FLAGS:
            self._check_end(ops, self._operands.at, made)
        elif code == records.FUNC_CODE_INST_UNREACHABLE:
            self._check_end(ops, 0, made)
        elif code == records.FUNC_CODE_INST_GEP:
            self._check_flags(function, made, ops[0] & ~GEP_FLAGS.mask)
        else:
            self._check_bits(function, code, ops, made)

    def _check_bits(self, function: Function, code: int, ops: list[int], made: Instruction) -> None:
        if code == records.FUNC_CODE_INST_CALL and ops[1] & instruction_bits.CALL_FAST_MATH:
            self._check_flags(function, made, ops[2] & ~_FAST_MATH)
        place, known = _BITS.get(code, (0, 0))
        if known and place < len(ops) and ops[place] & ~known:
            raise PyllvmError(f"unknown bits {ops[place] & ~known} of {made.opcode_name}")

    def _check_flags(self, function: Function, made: Instruction, unknown: int) -> None:
        """Note the flags that are not known: each is a bit that only promises something."""
        while unknown > 0:
            bit = unknown & -unknown
            self._unknown.leave_out(f"unknown flag {bit} of {made.opcode_name}", function, made)
            unknown -= bit

    def _check_end(self, ops: list[int], end: int, made: Instruction) -> None:
        if any(ops[end:]):
            raise PyllvmError(f"unknown operand of {made.opcode_name}")


def _known_flags(made: Instruction) -> int:
    """The flags that an instruction of a kind can have."""
    if not isinstance(made, OperationInst):
        return _COMPARISON
    mask = made.opcode.flags.mask
    return _FAST_MATH if mask == ALL_FAST_MATH else mask
