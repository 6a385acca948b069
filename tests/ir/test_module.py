"""The symbol table of a module: names follow what is renamed, added and removed, and no two symbols have one."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.ir import Module
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDNode

TEXT = """\
@g = global i32 0
@a = alias i32, ptr @g
define void @f() {
  call void @h()
  ret void
}
declare void @h()
"""


METADATA = """\
@g = global i32 0, !a !0
define void @f(i32 %x) !dbg !4 !a !1 {
    #dbg_value(i32 %x, !6, !DIExpression(), !7)
  %v = load i32, ptr @g, !a !2, !dbg !7
  call void @h(metadata !3)
    #dbg_value(i32 %v, !8, !DIExpression(), !9)
  ret void, !dbg !10
}
declare void @h(metadata)
!named = !{!11}
!llvm.module.flags = !{!13}
!0 = distinct !{}
!1 = distinct !{}
!2 = distinct !{}
!3 = distinct !{}
!4 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !5)
!5 = distinct !DICompileUnit(language: DW_LANG_C99, file: !14)
!6 = !DILocalVariable(name: "x", scope: !4)
!7 = distinct !DILocation(line: 1, scope: !4)
!8 = !DILocalVariable(name: "v", scope: !4)
!9 = distinct !DILocation(line: 2, scope: !4)
!10 = distinct !DILocation(line: 3, scope: !4, inlinedAt: !15)
!11 = distinct !{!12}
!12 = distinct !{}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !DIFile(filename: "a.c", directory: "/")
!15 = distinct !DILocation(line: 4, scope: !4)
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def function(module: Module, name: str) -> Function:
    found = module.get(name)
    assert isinstance(found, Function)
    return found


def test_a_renamed_symbol_has_its_new_name_alone(module: Module) -> None:
    renamed = function(module, "f")
    renamed.name = "new"
    assert module.get("f") is None
    assert module.get("new") is renamed
    renamed.name = "new"
    assert module.get("new") is renamed
    renamed.name = ""
    assert module.get("new") is None
    assert "define void @0()" in to_assembly(module)


def test_all_metadata_that_a_module_reaches() -> None:
    """Of each way to reach a node: the distinct ones, which the context does not hold."""
    module = parse_assembly(METADATA, llvm_version=19)
    nodes = [node for node in module.metadata_nodes() if isinstance(node, MDNode) and node.is_distinct]
    assert len(nodes) == len(set(nodes)) == METADATA.count(" = distinct")


def test_a_name_that_is_taken_gets_a_number(module: Module) -> None:
    renamed = function(module, "f")
    renamed.name = "g"
    assert renamed.name == "g.1"
    assert module.get("g.1") is renamed
    assert module.get("f") is None


def test_a_used_symbol_is_removed_only_to_be_added_again(module: Module) -> None:
    used = function(module, "h")
    for attempt in (used.remove, used.erase, lambda: module.remove(used)):
        with pytest.raises(PyllvmError, match="@h is still used: by 'call void @h\\(\\) in @f'"):
            attempt()
    assert module.get("h") is used
    used.remove_from_parent()
    module.add(used)
    assert used in module.functions


def test_constants_that_nothing_uses_do_not_keep_a_symbol() -> None:
    module = parse_assembly(
        "@g = global [2 x i32] zeroinitializer\ndefine ptr @f() {\n  ret ptr getelementptr (i8, ptr @g, i64 4)\n}\n"
        "define i32 @r() {\n  %x = call i32 @r()\n  ret i32 %x\n}\n"
    )
    used = module.global_variables[0]
    with pytest.raises(PyllvmError, match="@g is still used: by 'ptr getelementptr"):
        used.erase()
    function(module, "f").erase()
    used.erase()
    function(module, "r").erase()  # which only calls itself
    assert module.global_values == []


def test_metadata_that_names_part_of_an_erased_symbol_names_nothing() -> None:
    module = parse_assembly("@g = global [2 x i32] zeroinitializer\n!n = !{!0}\n!0 = !{ptr getelementptr (i8, ptr @g, i64 4)}\n")
    module.global_variables[0].erase()
    assert str(module).splitlines()[-1] == "!0 = distinct !{null}"


def test_a_symbol_that_is_added_under_a_name_that_is_taken_gets_a_number(module: Module) -> None:
    old = function(module, "f")
    for name in ("f.1", "f.2"):
        new = Function(old.type, old.function_type, "f")
        module.add(new)
        assert new.name == name
        assert module.get(name) is new
    assert module.get("f") is old


@pytest.mark.parametrize(
    ("version", "text", "is_typed"),
    [(14, "", True), (15, "", False), (16, "@g = global i8 0", False), (14, "@0 = global i8 0", True), (22, "", False)],
)
def test_whether_pointers_have_types(version: int, text: str, is_typed: bool) -> None:
    assert parse_assembly(text, llvm_version=version).has_typed_pointers is is_typed


def test_assembly_is_added_in_lines_and_in_blocks_of_the_same_properties(module: Module) -> None:
    for text in ("a", "", "b\n", "c"):
        module.append_assembly(text)
    assert module.inline_assembly == "a\nb\nc"
    module.append_assembly("d", (("target_features", "+x"),))
    assert [block.text for block in module.assembly_blocks] == ["a\nb\nc\n", "d"]


def test_names_on_nvptx_have_no_dot(module: Module) -> None:
    module.target_triple = "nvptx64-nvidia-cuda"
    assert module.unique_name("g") == "g1"
    assert module.unique_name("free") == "free"


def test_a_symbol_that_is_removed_is_found_no_more(module: Module) -> None:
    removed = function(module, "h")
    removed.remove_from_parent()
    assert module.get("h") is None
    assert removed.parent is None
    assert removed not in module.functions
    removed.name = "g"
    module.add(removed)
    assert removed.name == "g.1"
    assert module.get("g.1") is removed


def test_the_lists_can_be_edited(module: Module) -> None:
    f, h = module.functions
    module.functions.remove(h)
    assert module.get("h") is None
    module.functions.append(h)
    assert module.get("h") is h
    module.functions[:] = [h]
    assert module.get("f") is None
    module.functions.insert(0, f)
    assert [one.name for one in module.functions] == ["f", "h"]
    assert module.get("f") is f
    assert module.functions.pop() is h
    assert h.parent is None
    module.functions += [h]
    assert h.parent is module
    del module.functions[0]
    assert module.get("f") is None
    module.functions[0] = f
    assert module.get("h") is None
    assert module.get("f") is f
    module.functions.clear()
    assert module.get("f") is None
    module.functions.extend([f, h])
    assert to_assembly(module).split("\n", 1)[1] == to_assembly(parse_assembly(TEXT, llvm_version=19)).split("\n", 1)[1]


def test_bitcode_with_one_name_twice_reads_with_numbers(module: Module) -> None:
    # Two symbols share a string of the table: LLVM numbers the second.
    data = bytearray(to_bitcode(module))
    at = data.index(b"gfha")
    data[at : at + 4] = b"gfga"
    read = parse_bitcode(bytes(data))
    assert [value.name for value in read.global_values] == ["g", "f", "g.1", "a"]
