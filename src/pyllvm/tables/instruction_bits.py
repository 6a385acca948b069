"""The bits that instructions' records pack into one operand, for the reader and the writer. Source: LLVMBitCodes.h."""

from __future__ import annotations

from typing import Final

# --- the second operand of CALL, and of CALLBR, which has only the convention and the explicit type

CALL_TAIL: Final = 1
CALL_CONVENTION_SHIFT: Final = 1
# Applied before the shift: it keeps the bit of CALL_TAIL, which the shift drops.
CALL_CONVENTION_MASK: Final = 0x7FF
CALL_MUST_TAIL: Final = 1 << 14
CALL_EXPLICIT_TYPE: Final = 1 << 15
CALL_NO_TAIL: Final = 1 << 16
CALL_FAST_MATH: Final = 1 << 17

# --- the second operand of INVOKE

INVOKE_CONVENTION_MASK: Final = 0x3FF
INVOKE_EXPLICIT_TYPE: Final = 1 << 13

# --- OPERAND_BUNDLE: this operand marks the next one as a metadata number (since LLVM 20)

BUNDLE_METADATA: Final = 0x80000000

# --- the fourth operand of ALLOCA; the logarithm of the alignment, plus one, is in two pieces

ALLOCA_ALIGNMENT_LOW_BITS: Final = 5
ALLOCA_ALIGNMENT_LOW_MASK: Final = 31
ALLOCA_ALIGNMENT_HIGH_SHIFT: Final = 8
ALLOCA_ALIGNMENT_HIGH_MASK: Final = 7
ALLOCA_INALLOCA: Final = 1 << 5
ALLOCA_EXPLICIT_TYPE: Final = 1 << 6
ALLOCA_SWIFTERROR: Final = 1 << 7

# --- an alignment is written as its logarithm plus one, 0 for none

MAXIMUM_ALIGNMENT_EXPONENT: Final = 32

# --- SWITCH of LLVM 3.2, with ranges: this number is in the first operand's upper bits, from SWITCH_MAGIC_SHIFT on

SWITCH_MAGIC: Final = 0x4B5
SWITCH_MAGIC_SHIFT: Final = 16
