"""The uses that LLVM counts, which are those that a list of their order is about."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.ir.constants import BlockAddress
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
