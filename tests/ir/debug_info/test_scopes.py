"""Where the ways through nested scopes end, and which of them are remembered."""

from __future__ import annotations

from pyllvm.ir.debug_info.scopes import LONG_WAY, ScopeEnds
from pyllvm.ir.module import Module


def test_ways_through_blocks() -> None:
    module = Module("m")
    function_type = module.metadata_node("DISubroutineType", types=None)
    subprogram = module.metadata_node("DISubprogram", name="f", type=function_type, distinct=True)
    file = module.metadata_node("DIFile", filename="a.c", directory="/")
    endless = module.metadata_node("DILexicalBlock", scope=file, distinct=True)
    endless.operands = [endless if operand is file else operand for operand in endless.operands]
    blocks = [subprogram]
    for line in range(LONG_WAY + 2):
        blocks.append(module.metadata_node("DILexicalBlock", scope=blocks[-1], line=line, distinct=True))
    ends = ScopeEnds()
    for scope, end in [*[(one, subprogram) for one in blocks], (file, file), (endless, endless), (None, None)]:
        assert ends.outside_blocks(scope) is end
        assert ends.is_endless(scope) is (scope is endless)
        assert ends.subprogram_of(scope) is (end if end is subprogram else None)
    assert list(ends._ends) == [blocks[1], blocks[2], endless]  # only what is far from the beginning of a way
