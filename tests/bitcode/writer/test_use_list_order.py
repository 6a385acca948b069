"""The orders of uses that the writer records: those of the null pointer, which functions use for what they lack."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.bitcode.writer.use_list_order import predict_use_list_orders

TEXT = """define void @f() personality ptr @p {
  ret void
}

@a = constant { ptr, i32 } { ptr null, i32 1 }

define void @g() personality ptr @p {
  ret void
}

declare i32 @p(...)
"""


def shuffle_of_null(text: str) -> list[int]:
    """The permutation for the null pointer."""
    module = parse_assembly(text, llvm_version=19)
    orders = predict_use_list_orders(module, list(module.functions), 19)
    return next(order.shuffle for order in orders if str(order.value) == "ptr null")


def test_functions_use_the_null_pointer_from_their_headers_on() -> None:
    # As llvm-as of LLVM 19 writes it: @f uses it twice, then the initializer once, then @g twice.
    assert shuffle_of_null(TEXT) == [3, 4, 0, 1, 2]


def test_text_can_order_these_uses() -> None:
    assert shuffle_of_null(TEXT + "uselistorder ptr null, { 1, 0, 4, 3, 2 }\n") == [3, 2, 1, 0, 4]
    with pytest.raises(PyllvmError, match="wrong number of indexes, expected 5"):
        parse_assembly(TEXT + "uselistorder ptr null, { 1, 0 }\n", llvm_version=19)


def test_a_null_personality_is_one_of_these_uses() -> None:
    text = "@a = constant { ptr, i32 } { ptr null, i32 1 }\n\ndefine void @f() personality ptr null {\n  ret void\n}\n"
    with pytest.raises(PyllvmError, match="wrong number of indexes, expected 4"):
        parse_assembly(text + "uselistorder ptr null, { 1, 0 }\n", llvm_version=19)
