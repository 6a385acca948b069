"""Arguments of intrinsics that LLVM prints with a comment before them: the name of the argument, and the meaning of its number.

Measured with LLVM 22 and 23 (`ArgProperty` in its intrinsics' definitions, `Intrinsic::printImmArg`).
"""

from __future__ import annotations

from typing import Final

ARGUMENT_COMMENTS_SINCE: Final = 22
# How all their names begin.
COMMENTED_PREFIXES: Final = ("llvm.nvvm.t", "llvm.nvvm.st.async.")
# First version that prints the words of the classes that this intrinsic asks for.
CLASS_COMMENTS_SINCE: Final = 23
CLASS_TEST_PREFIX: Final = "llvm.is.fpclass."

_ELEMENT_TYPES: Final = (
    "u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz", "b4x16", "b4x16_p64",
    "b6x16_p32",
)  # fmt: skip

_COMMENTS: Final[dict[str, dict[int, tuple[str, tuple[str, ...]]]]] = {
    "llvm.nvvm.st.async.gpu": {2: ("isMultimem", ())},
    "llvm.nvvm.st.async.sys": {2: ("isMultimem", ())},
    "llvm.nvvm.tcgen05.mma.tensor": {
        5: ("kind", ("f16", "tf32", "f8f6f4", "i8")),
        6: ("cta_group", ()),
        7: ("collector", ("discard", "lastuse", "fill", "use")),
    },
    "llvm.nvvm.tensormap.replace.elemtype": {1: ("elemtype", _ELEMENT_TYPES)},
    "llvm.nvvm.tensormap.replace.fill.mode": {1: ("fill_mode", ("Zero fill", "OOB-NaN fill"))},
    "llvm.nvvm.tensormap.replace.interleave.layout": {
        1: ("interleave_layout", ("No interleave", "16B interleave", "32B interleave")),
    },
    "llvm.nvvm.tensormap.replace.swizzle.atomicity": {1: ("swizzle_atomicity", ("16B", "32B", "32B + 8B flip", "64B"))},
    "llvm.nvvm.tensormap.replace.swizzle.mode": {
        1: ("swizzle_mode", ("No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling")),
    },
}


def commented_arguments(name: str) -> dict[int, tuple[str, tuple[str, ...]]]:
    """The arguments of an intrinsic that have a comment: the first word of each comment, and the words for its numbers.

    The name is without types.
    """
    return _COMMENTS.get(name, {})
