"""The numbers that the immediate constraints of inline assembly take, for each family of targets.

Source: the language document's "Supported Constraint Code List", and `TargetLowering::LowerAsmOperandForConstraint` of the
targets where they are more exact. Families are the same as in `inline_asm_constraints`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

# How LLVM extends a narrow operand to 64 bits before it compares.
SIGNED: Final = "signed"
UNSIGNED: Final = "unsigned"

# Sets of numbers that are not a range: the numbers that instructions can encode.
LOGICAL_32: Final = "a 32-bit logical immediate"
LOGICAL_64: Final = "a 64-bit logical immediate"
MOVE_32: Final = "a 32-bit move immediate"
MOVE_64: Final = "a 64-bit move immediate"
ARM_OPERAND: Final = "a data-processing immediate of ARM"
THUMB2_OPERAND: Final = "a data-processing immediate of Thumb2"
SHIFTED_BYTE: Final = "a byte that is shifted left"
POWER_OF_2: Final = "a power of two"
POWER_OF_2_32: Final = "a power of two in 32 bits"

# The change to the number before the comparison with such a set.
UNCHANGED: Final = ""
INVERTED: Final = "inverse"
NEGATED: Final = "negation"


@final
class ImmediateRange:
    """Multiples of `step` from `lowest` to `highest` that a constraint takes in families of targets.

    `architecture` is empty if all architectures of the families take them.
    """

    __slots__ = ("architecture", "code", "extension", "families", "highest", "lowest", "step")

    def __init__(
        self, families: str, code: str, lowest: int, highest: int, step: int = 1, extension: str = SIGNED, architecture: str = ""
    ) -> None:
        self.families = tuple(families.split())
        self.code = code
        self.lowest = lowest
        self.highest = highest
        self.step = step
        self.extension = extension
        self.architecture = architecture


@final
class ImmediateForm:
    """A set of numbers, one of the constants above, that a constraint takes in families of targets."""

    __slots__ = ("change", "code", "extension", "families", "form")

    def __init__(self, families: str, code: str, form: str, change: str = UNCHANGED, extension: str = SIGNED) -> None:
        self.families = tuple(families.split())
        self.code = code
        self.form = form
        self.change = change
        self.extension = extension


_S12: Final = (-2048, 2047)
_S16: Final = (-0x8000, 0x7FFF)
_U16: Final = (0, 0xFFFF)

# If a constraint has more than one row here and below, it takes the numbers of each of them.
IMMEDIATE_RANGES: Final = (
    ImmediateRange("aarch64", "z", 0, 0),
    ImmediateRange("aarch64", "I", 0, 0xFFF, extension=UNSIGNED),
    ImmediateRange("aarch64", "I", 0, 0xFFF000, step=0x1000, extension=UNSIGNED),
    ImmediateRange("aarch64", "J", -0xFFF, 0),
    ImmediateRange("aarch64", "J", -0xFFF000, 0, step=0x1000),
    ImmediateRange("amdgpu", "I", -16, 64),
    ImmediateRange("amdgpu", "J", *_S16),
    ImmediateRange("arm thumb", "J", -4095, 4095),
    ImmediateRange("arm thumb", "j", *_U16),
    ImmediateRange("arm thumb", "M", 0, 32),
    ImmediateRange("thumb1", "I", 0, 255),
    ImmediateRange("thumb1", "J", -255, -1),
    # LLVM's own comparison leaves out the 7, and 0 for `K`.
    ImmediateRange("thumb1", "L", -7, 7),
    ImmediateRange("thumb1", "M", 0, 1020, step=4),
    ImmediateRange("thumb1", "N", 0, 31),
    ImmediateRange("thumb1", "O", -508, 508, step=4),
    ImmediateRange("loongarch", "l", *_S16),
    ImmediateRange("loongarch", "I", *_S12),
    ImmediateRange("loongarch", "J", 0, 0),
    ImmediateRange("loongarch", "K", 0, 4095, extension=UNSIGNED),
    ImmediateRange("mips", "I", *_S16),
    ImmediateRange("mips", "J", 0, 0),
    ImmediateRange("mips", "K", *_U16, extension=UNSIGNED),
    ImmediateRange("mips", "L", -0x80000000, 0x7FFF0000, step=0x10000),
    ImmediateRange("mips", "N", -65535, -1),
    ImmediateRange("mips", "O", -16384, 16383),
    ImmediateRange("mips", "P", 1, 65535),
    ImmediateRange("powerpc", "I", *_S16),
    ImmediateRange("powerpc", "J", 0, 0xFFFF0000, step=0x10000),
    ImmediateRange("powerpc", "K", *_U16),
    ImmediateRange("powerpc", "L", -0x80000000, 0x7FFF0000, step=0x10000),
    ImmediateRange("powerpc", "M", 32, 0x7FFFFFFFFFFFFFFF),
    ImmediateRange("powerpc", "O", 0, 0),
    ImmediateRange("powerpc", "P", -32767, 32768),
    ImmediateRange("riscv", "I", *_S12),
    ImmediateRange("riscv", "J", 0, 0),
    ImmediateRange("riscv", "K", 0, 31, extension=UNSIGNED),
    ImmediateRange("sparc", "I", -4096, 4095),
    ImmediateRange("systemz", "I", 0, 255, extension=UNSIGNED),
    ImmediateRange("systemz", "J", 0, 4095, extension=UNSIGNED),
    ImmediateRange("systemz", "K", *_S16),
    ImmediateRange("systemz", "L", -524288, 524287),
    ImmediateRange("systemz", "M", 0x7FFFFFFF, 0x7FFFFFFF, extension=UNSIGNED),
    ImmediateRange("x86", "I", 0, 31, extension=UNSIGNED),
    # 64 in the language document of LLVM 8; no LLVM takes it.
    ImmediateRange("x86", "J", 0, 63, extension=UNSIGNED),
    ImmediateRange("x86", "K", -128, 127),
    ImmediateRange("x86", "L", 0xFF, 0xFF, extension=UNSIGNED),
    ImmediateRange("x86", "L", 0xFFFF, 0xFFFF, extension=UNSIGNED),
    ImmediateRange("x86", "L", 0xFFFFFFFF, 0xFFFFFFFF, extension=UNSIGNED, architecture="x86_64"),
    ImmediateRange("x86", "M", 0, 3, extension=UNSIGNED),
    ImmediateRange("x86", "N", 0, 255, extension=UNSIGNED),
    ImmediateRange("x86", "O", 0, 127, extension=UNSIGNED),
    ImmediateRange("x86", "e", -0x80000000, 0x7FFFFFFF),
    ImmediateRange("x86", "Z", 0, 0xFFFFFFFF, extension=UNSIGNED),
)

IMMEDIATE_FORMS: Final = (
    ImmediateForm("aarch64", "K", LOGICAL_32, extension=UNSIGNED),
    ImmediateForm("aarch64", "L", LOGICAL_64, extension=UNSIGNED),
    ImmediateForm("aarch64", "M", MOVE_32, extension=UNSIGNED),
    ImmediateForm("aarch64", "N", MOVE_64, extension=UNSIGNED),
    ImmediateForm("arm", "I", ARM_OPERAND),
    ImmediateForm("arm", "K", ARM_OPERAND, INVERTED),
    ImmediateForm("arm", "L", ARM_OPERAND, NEGATED),
    ImmediateForm("thumb", "I", THUMB2_OPERAND),
    ImmediateForm("thumb", "K", THUMB2_OPERAND, INVERTED),
    ImmediateForm("thumb", "L", THUMB2_OPERAND, NEGATED),
    ImmediateForm("arm thumb", "M", POWER_OF_2_32),
    ImmediateForm("thumb1", "K", SHIFTED_BYTE),
    ImmediateForm("powerpc", "N", POWER_OF_2),
)

# The codes of which LLVM reports a wrong number as "value out of range" (C_Immediate of `getConstraintType`).
RANGE_CODES: Final[dict[str, str]] = {
    "aarch64": "IJKLMN",
    "arm": "j",
    "thumb": "j",
    "loongarch": "lIJK",
    "riscv": "IJK",
    "sparc": "I",
    "systemz": "IJKLM",
    "x86": "IJKLMN",
}
# The same for every family of targets.
COMMON_RANGE_CODES: Final = "nEF"


@cache
def immediate_ranges(family: str, code: str, architecture: str) -> tuple[ImmediateRange, ...]:
    """The ranges of the numbers that a constraint takes on an architecture of a family."""
    return tuple(
        [
            row
            for row in IMMEDIATE_RANGES
            if row.code == code and family in row.families and row.architecture in ("", architecture)
        ]
    )


@cache
def immediate_forms(family: str, code: str) -> tuple[ImmediateForm, ...]:
    """The sets of the numbers that a constraint takes in a family, beside its ranges."""
    return tuple([row for row in IMMEDIATE_FORMS if row.code == code and family in row.families])
