"""The number of values that operations of DWARF expressions pop from the stack and push to it, by their names without `DW_OP_`.

From section 2.5 of the DWARF standard, and for LLVM's own operations from the language document ("DIExpression"). An
operation that is not here leaves the stack as it is.

Source: LangRef (DIExpression); the DWARF standard, section 2.5.
"""

from __future__ import annotations

from pyllvm.notation import Final

_BINARY: Final = (2, 1)
_UNARY: Final = (1, 1)
_PUSH: Final = (0, 1)

STACK_EFFECTS: Final[dict[str, tuple[int, int]]] = {
    "plus": _BINARY, "minus": _BINARY, "mul": _BINARY, "div": _BINARY, "mod": _BINARY, "and": _BINARY, "or": _BINARY,
    "xor": _BINARY, "shl": _BINARY, "shr": _BINARY, "shra": _BINARY, "eq": _BINARY, "ge": _BINARY, "gt": _BINARY, "le": _BINARY,
    "lt": _BINARY, "ne": _BINARY, "xderef": _BINARY,
    "deref": _UNARY, "deref_size": _UNARY, "not": _UNARY, "neg": _UNARY, "abs": _UNARY, "plus_uconst": _UNARY,
    "dup": (1, 2), "swap": (2, 2), "over": (2, 3), "rot": (3, 3),
    "constu": _PUSH, "consts": _PUSH, "lit0": _PUSH, "regx": _PUSH, "bregx": _PUSH, "push_object_address": _PUSH,
    "LLVM_arg": _PUSH,
}  # fmt: skip
