"""Locations that get their list of operands when someone asks for it, and the numbers of metadata while it is written."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.writer.numbers import metadata_id
from pyllvm.ir.metadata import COLUMN_SHIFT, LINE_SHIFT, MDTuple, SpecializedNode
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_LOCATION = SPECIALIZED_NODES["DILocation"]
_TEXT = """\
define void @f() !dbg !4 {
  call void @g(), !dbg !7
  ret void, !dbg !8
}
declare void @g()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!5 = distinct !DISubprogram(name: "h", scope: !1, file: !1, line: 2, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!6 = distinct !DILocation(line: 70000, column: 2, scope: !4)
!7 = !DILocation(line: 3, column: 65535, scope: !5, inlinedAt: !6, isImplicitCode: true)
!8 = !DILocation(line: 4294967295, scope: !4)
"""


def _location() -> SpecializedNode:
    scope = MDTuple([], True)
    caller = SpecializedNode._packed(_LOCATION, 9 << LINE_SHIFT, scope, None, True)
    return SpecializedNode._packed(_LOCATION, 7 << LINE_SHIFT | 5 << COLUMN_SHIFT | 1, scope, caller, False)


def test_a_packed_location_has_the_operands_of_any_other() -> None:
    location = _location()
    assert location["scope"] is location.scope and location["inlinedAt"] is location.inlined_at
    assert location.references(19) == [location.scope, location.inlined_at]
    assert location._is_packed
    assert location.operands == [7, 5, location.scope, location.inlined_at, True, 0, 0, None]
    assert not location._is_packed
    assert location.references(19) == [location.scope, location.inlined_at]
    assert [location["line"], location["column"], location["isImplicitCode"]] == [7, 5, True]


def test_what_a_packed_location_is_changed_to_counts() -> None:
    location = _location()
    other = MDTuple([], True)
    location.operands[2] = other
    assert location["scope"] is other and location.references(19)[0] is other
    with pytest.raises(KeyError, match="has no field 'name'"):
        location["name"]


def test_locations_are_read_packed_and_written_again() -> None:
    data = write_bitcode(parse_assembly(_TEXT, llvm_version=19))
    module = parse_bitcode(data)
    call, end = module["f"].blocks[0].instructions
    for instruction in (call, end):
        assert isinstance(instruction.debug_location, SpecializedNode) and instruction.debug_location._is_packed
    assert write_bitcode(module) == data
    printed = to_assembly(module)
    for text in (
        "!DILocation(line: 70000, column: 2,",
        "!DILocation(line: 3, column: 65535,",
        "isImplicitCode: true",
        "!DILocation(line: 4294967295, scope:",
    ):
        assert text in printed
    # What printing has unpacked is written alike.
    assert write_bitcode(module) == data


def test_a_search_for_nodes_leaves_locations_packed() -> None:
    module = parse_bitcode(write_bitcode(parse_assembly(_TEXT, llvm_version=19)))
    module.materialize()
    locations = [one for one in module.metadata_nodes() if isinstance(one, SpecializedNode) and one.spec.name == "DILocation"]
    assert len(locations) >= 3
    assert all(one._is_packed and one._read_operands() == one.operands for one in locations)
    # @h is only the scope of a location.
    nodes = module.metadata_nodes()
    assert {one["name"].text for one in nodes if isinstance(one, SpecializedNode) and one.spec.name == "DISubprogram"} == {
        "f",
        "h",
    }
    assert len(set(nodes)) == len(nodes)


def test_metadata_has_numbers_only_while_it_is_written() -> None:
    module = parse_bitcode(write_bitcode(parse_assembly(_TEXT, llvm_version=19)))
    nodes = [node for node in module.metadata_nodes() if isinstance(node, SpecializedNode)]
    write_bitcode(module)
    assert len(nodes) > 5 and all(node.order == 0 for node in nodes)
    with pytest.raises(KeyError):
        metadata_id(nodes[0])


def test_metadata_has_no_numbers_after_a_module_that_cannot_be_written() -> None:
    module = parse_bitcode(write_bitcode(parse_assembly(_TEXT, llvm_version=19)))
    location = module["f"].blocks[0].instructions[0].debug_location
    assert isinstance(location, SpecializedNode)
    module["f"].blocks[0].instructions[1].debug_location = MDTuple([], True)
    with pytest.raises(PyllvmError, match="invalid !dbg metadata attachment"):
        write_bitcode(module)
    assert location.order == 0 and location.scope is not None and location.scope.order == 0


def test_a_location_with_an_atom_has_its_scope() -> None:
    module = parse_assembly(_TEXT)
    (scope,) = module.functions[0].metadata("dbg")
    assert isinstance(scope, SpecializedNode)
    inner = module.metadata_node("DILocation", line=1, scope=scope)
    location = module.metadata_node("DILocation", line=7, column=3, scope=scope, inlinedAt=inner, atomGroup=1, atomRank=1)
    assert (location.scope, location.inlined_at) == (scope, inner)
    assert (scope.inlined_at, scope.scope) == (None, scope["file"])


@pytest.mark.parametrize("name", ["place", "is_packed", "pack", "location_key", "read_operands"])
def test_private_names_warn(name: str) -> None:
    location = _location()
    assert name not in dir(location)
    with pytest.warns(DeprecationWarning, match=f"{name} of metadata nodes is private"):
        found = getattr(location, name)
        if callable(found):
            found()
