"""The uses that LLVM counts, which are those that a list of their order is about."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import Function, missing_operand
from pyllvm.ir.optional_operands import placed_uses
from pyllvm.ir.use_list_order import counted_uses, set_counted_uses

TEXT = """
@a = global ptr blockaddress(@f, %b)
@c = global ptr @f
define void @f() {
  br label %b
b:
  br label %b
}
@d = global ptr @f
"""


@pytest.mark.parametrize("version", [16, 19, 20, 21, 22, 23])
def test_addresses_of_blocks(version: int) -> None:
    module = parse_assembly(TEXT, llvm_version=version)
    function = module.functions[0]
    for value in (function, function.blocks[1]):
        uses = list(value.known_uses)
        counted = counted_uses(value, version)
        others = [use for use in uses if use not in counted]
        assert {type(use.user) for use in others} <= {BlockAddress}
        assert len(others) == (version >= (21 if value is function else 23))
        set_counted_uses(value, counted, counted[::-1])
        assert value.known_uses == [*others, *counted[::-1]]
        assert counted_uses(value, version) == counted[::-1]


def test_what_functions_lack_is_a_null_pointer_from_their_headers_on() -> None:
    """LLVM numbers these uses so in the lists that `llvm-as -preserve-bc-uselistorder` writes."""
    text = """@before = constant ptr null
define void @f(ptr %q) personality ptr @p {
  store ptr null, ptr %q
  store ptr %q, ptr null
  ret void
}
@a = constant { ptr, i32 } { ptr null, i32 1 }
define void @g(ptr %q) prefix ptr @a prologue ptr null {
  store ptr null, ptr %q
  ret void
}
@b = constant { i32, ptr } { i32 1, ptr null }
define void @h() personality ptr null {
  ret void
}
declare i32 @p(...)
"""
    module = parse_assembly(text, llvm_version=19)
    null = missing_operand(module.functions[0].type)
    found = placed_uses(null, null.known_uses, list(module.functions))
    words = [f"{use.user.name if isinstance(use.user, Function) else use.user.type}.{use.index}" for use in found]
    assert " ".join(words) == "ptr.0 f.1 f.2 void.0 void.1 { ptr, i32 }.0 g.0 g.2 void.0 { i32, ptr }.1 h.0 h.1 h.2"
