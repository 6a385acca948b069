"""Floating-point formats that intrinsics name in metadata, and the modes of rounding.

Source: APFloat.cpp (isValidArbitraryFPFormat); FPEnv.cpp.
"""

from __future__ import annotations

from typing import Final

# The formats of llvm.convert.to.arbitrary.fp and llvm.convert.from.arbitrary.fp, with their bits.
FORMAT_BITS: Final[dict[str, int]] = {
    "Float8E5M2": 8,
    "Float8E5M2FNUZ": 8,
    "Float8E4M3": 8,
    "Float8E4M3FN": 8,
    "Float8E4M3FNUZ": 8,
    "Float8E4M3B11FNUZ": 8,
    "Float8E3M4": 8,
    "Float8E8M0FNU": 8,
    "Float6E3M2FN": 6,
    "Float6E2M3FN": 6,
    "Float4E2M1FN": 4,
}

# The modes that an intrinsic can name, without the mode that is read at run time.
ROUNDING_MODES: Final = ("round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero")
