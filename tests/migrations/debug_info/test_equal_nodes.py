"""Metadata nodes that a change of versions makes equal are one node, as in LLVM."""

from __future__ import annotations

from pyllvm import link, parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.ir.metadata import MDNode, SpecializedNode
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_nodes, replace_nodes

TEXT = """%t = type { i8 }
@g = global i8 0, !k !4

define void @f() {
  ret void, !k !1
}

!a = !{!0, !1, !2, !3}
!0 = !{i8* null}
!1 = !{%t* null}
!2 = !{!1}
!3 = !{!0}
!4 = distinct !{!3, %t* null}
"""


def test_null_pointers_of_several_types() -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=14), llvm_version=16)
    assert "!a = !{!2, !2, !1, !1}\n\n!0 = distinct !{!1, ptr null}\n!1 = !{!2}\n!2 = !{ptr null}\n" in printed
    assert "ret void, !k !2\n" in printed


def test_nodes_of_other_values_stay_apart() -> None:
    text = TEXT.replace("!{%t* null}", "!{i64 0}", 1)
    printed = to_assembly(parse_assembly(text, llvm_version=14), llvm_version=16)
    assert "!a = !{!2, !3, !4, !1}\n" in printed


UNIT = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, retainedTypes: !2)
!1 = !DIFile(filename: "NAME", directory: "/")
!2 = !{!3}
!3 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!4 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_nodes_of_linked_modules_that_the_newer_version_has_as_one() -> None:
    modules = [parse_assembly(UNIT.replace("NAME", name), name, llvm_version=19) for name in ("a.c", "b.c")]
    for version in (19, 22):
        printed = str(link(modules, llvm_version=version))
        assert printed.count("!DIBasicType") == 1
        assert printed.count("retainedTypes: !2") == 2


LOCATIONS = """define void @f() !dbg !3 {
  call void @f(), !dbg !6
  call void @f(), !dbg !7
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILexicalBlockFile(scope: !3, file: !1, discriminator: 1)
!5 = !DILexicalBlockFile(scope: !3, file: !1, discriminator: 2)
!6 = !DILocation(line: 1, scope: !4)
!7 = !DILocation(line: 1, scope: !5)
!8 = !DILocation(line: 2, scope: !5)
"""


def test_locations_follow_their_scopes() -> None:
    """Locations that have no list of operands get one only if a scope has a substitute."""
    module = parse_bitcode(to_bitcode(parse_assembly(LOCATIONS, llvm_version=19)))
    module.materialize()
    nodes = [node for node in module.metadata_nodes() if isinstance(node, MDNode)]
    for node in nodes:
        if isinstance(node, SpecializedNode) and node.spec.name == "DILexicalBlockFile":
            node.operands[node.spec.index_of("discriminator")] = 3
    merge_equal_nodes(module, nodes)
    locations = [instruction.debug_location for block in module["f"].blocks for instruction in block.instructions]
    assert locations[0] is locations[1] is not None and locations[0] is not locations[2]
    assert sum([isinstance(one, SpecializedNode) and one._is_packed for one in locations]) >= 1
    printed = to_assembly(module)
    assert printed.count("!DILexicalBlockFile") == 1 and printed.count("!DILocation") == 2


REFERENCES = """define void @f() !dbg !3 !k !20 {
    #dbg_assign(!20, !8, !DIExpression(DW_OP_constu, 1), !10, !20, !DIExpression(DW_OP_constu, 1), !6)
  call void @g(metadata !20), !dbg !6, !k !20
  ret void
}
declare void @g(metadata)
@v = global i32 0, !k !20
!named = !{!20}
!3 = distinct !DISubprogram(name: "f", scope: null, spFlags: DISPFlagDefinition, unit: !4)
!4 = distinct !DICompileUnit(language: DW_LANG_C11, file: !5, emissionKind: FullDebug)
!5 = !DIFile(filename: "a.c", directory: "/")
!6 = !DILocation(line: 1, scope: !3)
!7 = !DILocation(line: 2, scope: !3)
!8 = !DILocalVariable(name: "a", scope: !3)
!9 = !DILocalVariable(name: "b", scope: !3)
!10 = distinct !DIAssignID()
!11 = distinct !DIAssignID()
!20 = !{}
!21 = !{!"new"}
!llvm.module.flags = !{!22}
!llvm.dbg.cu = !{!4}
!22 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_everything_that_refers_to_a_node_follows_it() -> None:
    pairs = "!pairs = !{!30, !31, !32, !33, !34}\n!30 = !{!20, !21}\n!31 = !{!8, !9}\n!32 = !{!10, !11}\n!33 = !{!6, !7}\n"
    expressions = "!34 = !{!DIExpression(DW_OP_constu, 1), !DIExpression(DW_OP_constu, 2)}\n"
    module = parse_assembly(REFERENCES + pairs + expressions, llvm_version=22)
    (found,) = [named for named in module.named_metadata if named.name == "pairs"]
    replaced = dict([node.operands for node in found.operands])
    module.named_metadata.remove(found)
    block = module["f"].blocks[0]
    (record,) = block.instructions[0].debug_records or ()
    replace_nodes(module, replaced)
    text = REFERENCES
    for old, new in (("!20", "!21"), (" !8,", " !9,"), (" !10,", " !11,"), ("!6", "!7"), ("constu, 1", "constu, 2")):
        head, _, rest = text.partition("!3 = ")
        text = head.replace(old, new) + "!3 = " + rest
    assert to_assembly(module).split("\n", 2)[2] == to_assembly(parse_assembly(text, llvm_version=22)).split("\n", 2)[2]
    # The same record at the end of a block.
    block.instructions[0].debug_records = None
    block.trailing_debug_records = [record]
    replace_nodes(module, {new: old for old, new in replaced.items()})
    assert record.variable in replaced
