"""The values of a variable that is set in several blocks: phis where they meet, and no more of them than are needed."""

from __future__ import annotations

import pytest

from pyllvm import SSAUpdater, parse_assembly, verify
from pyllvm.ir import Function, Module, Value

TEXT = """\
define void @f(i1 %c, i32 %x, i32 %y) {
entry:
  br label %outer
outer:
  br i1 %c, label %inner, label %end
inner:
  br i1 %c, label %inner, label %latch
latch:
  br label %outer
end:
  ret void
lost:
  br label %end
}
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def value_in_end(module: Module, sets: dict[str, str]) -> tuple[Value, Function, SSAUpdater]:
    """The value of the variable at the beginning of the last block, if these blocks set it to these arguments."""
    function = module.function("f")
    blocks = {block.name: block for block in function.blocks}
    values = {argument.name: argument for argument in function.arguments}
    variable = SSAUpdater(module.type("i32"), "v")
    for block, name in sets.items():
        variable.set(blocks[block], values[name])
    return variable.at_beginning(blocks["end"]), function, variable


@pytest.mark.parametrize(
    ("sets", "phis"),
    [
        ({"entry": "x", "lost": "x"}, []),
        ({"entry": "x", "latch": "x", "lost": "x"}, []),
        ({"entry": "x", "latch": "y", "lost": "x"}, ["outer", "end"]),
        ({"entry": "x", "lost": "y"}, ["end"]),
        ({"outer": "x", "lost": "x"}, []),
        ({"entry": "x", "inner": "y", "lost": "x"}, ["outer", "end"]),
    ],
)
def test_phis_are_where_different_values_meet(module: Module, sets: dict[str, str], phis: list[str]) -> None:
    value, function, variable = value_in_end(module, sets)
    assert [block.name for block in function.blocks if block.phis] == phis
    assert {id(phi) for phi in variable.phis} == {id(phi) for block in function.blocks for phi in block.phis}
    if not phis:
        assert value is function.arguments[1]
    for phi in variable.phis:
        assert len(set(phi.operands) - {phi}) > 1
    assert verify(module) == []


def test_loops_in_which_nothing_is_set_have_no_phi(module: Module) -> None:
    value, function, variable = value_in_end(module, {"entry": "x", "lost": "x"})
    assert value is function.arguments[1]
    assert all(variable.at_end(block) is value for block in function.blocks)
    assert variable.phis == []
