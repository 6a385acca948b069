"""What metadata and debug records name when a value is replaced or goes; the written module reads back as it was."""

from __future__ import annotations

import re
from itertools import pairwise, permutations

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.ir import Module
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import DIArgList
from pyllvm.ir.metadata_replacement import merge_wrappers
from pyllvm.ir.types import IntegerType

RECORDS = """\
define i32 @f(i32 %a, i32 %b) !dbg !4 {
    #dbg_value(i32 %a, !7, !DIExpression(), !8)
  %x = add i32 %a, %b, !dbg !8
    #dbg_value(i32 %x, !7, !DIExpression(), !8)
    #dbg_value(!DIArgList(i32 %x, i32 %b), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !8)
  %y = mul i32 %x, 3, !dbg !8
  ret i32 %y, !dbg !8
}
"""
CALLS = """\
define i32 @f(i32 %a, i32 %b) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()), !dbg !8
  %x = add i32 %a, %b, !dbg !8
  call void @llvm.dbg.value(metadata i32 %x, metadata !7, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 %b), metadata !7, metadata !DIExpression(DW_OP_LLVM_arg, 0, \
DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !8
  %y = mul i32 %x, 3, !dbg !8
  ret i32 %y, !dbg !8
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
"""
DEBUG_INFO = """\
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocalVariable(name: "v", scope: !4, file: !1)
!8 = !DILocation(line: 1, scope: !4)
"""
SYMBOLS = """\
@g = global i32 0
@h = global i32 0
@p = global ptr @g
define void @f() {
  ret void
}
define void @k() {
  ret void
}
!named = !{!0, !1, !2}
!0 = !{ptr @g, i32 1}
!1 = distinct !{ptr @f, !0}
!2 = !{ptr @h, ptr @k}
"""


def read_back(module: Module) -> str:
    """The text of the module, which text and bitcode give back."""
    text = to_assembly(module)
    assert to_assembly(parse_assembly(text, llvm_version=module.llvm_version)).split("\n", 1)[1] == text.split("\n", 1)[1]
    assert to_assembly(parse_bitcode(to_bitcode(module))).split("\n", 1)[1] == text.split("\n", 1)[1]
    return text


def with_debug_info(version: int) -> tuple[Module, Function, list[Instruction]]:
    text = (RECORDS if version >= 19 else CALLS) + DEBUG_INFO
    module = parse_assembly(text, llvm_version=version)
    function = module.get("f")
    assert isinstance(function, Function)
    return module, function, [one for one in function.instructions if one.opcode_name != "call"]


@pytest.mark.parametrize("version", [14, 19, 22])
def test_a_local_value_that_another_takes_the_place_of(version: int) -> None:
    module, function, (x, y, _) = with_debug_info(version)
    x.replace_all_uses_with(function.arguments[0])
    x.erase_from_parent()
    text = read_back(module)
    assert "%x" not in text
    assert "!DIArgList(i32 %a, i32 %b)" in text
    assert "%y = mul i32 %a, 3" in text
    assert text.count("value(metadata i32 %a," if version < 19 else "value(i32 %a,") == 2
    y.replace_all_uses_with(x.operands[0] if x.operands else function.arguments[1])
    assert "ret i32 %b" in read_back(module)


@pytest.mark.parametrize("version", [14, 19, 22])
def test_a_local_value_that_constants_take_the_place_of(version: int) -> None:
    module, function, (x, _, _) = with_debug_info(version)
    type = x.type
    assert isinstance(type, IntegerType)
    for value in (x, *function.arguments):
        value.replace_all_uses_with(ConstantInt.get(type, 7))
    x.erase_from_parent()
    text = read_back(module)
    assert "!DIArgList(i32 7, i32 7)" in text
    assert text.count("value(metadata i32 7," if version < 19 else "value(i32 7,") == 2


@pytest.mark.parametrize("order", [*permutations("axy")])
def test_values_that_take_the_place_of_one_another_in_turn(order: tuple[str, ...]) -> None:
    records = "".join([f"  #dbg_value(i32 %{name}, !7, !DIExpression(), !8)\n" for name in ("a", "x", "y", "a", "x")])
    text = f"define i32 @f(i32 %a) !dbg !4 {{\n  %x = add i32 %a, 1\n  %y = add i32 %a, 2\n{records}  ret i32 0\n}}\n"
    module = parse_assembly(text + DEBUG_INFO, llvm_version=19)
    symbols = module.functions[0].symbols
    values = [value for value in map(symbols.get, order) if value is not None]
    for value, other in pairwise(values):
        value.replace_all_uses_with(other)
    assert isinstance(values[-1].type, IntegerType)
    values[-1].replace_all_uses_with(ConstantInt.get(values[-1].type, 5))
    assert read_back(module).count("#dbg_value(i32 5, ") == 5


def test_symbols_that_take_the_place_of_one_another_and_go() -> None:
    module = parse_assembly(SYMBOLS, llvm_version=19)
    g, h, p = module.global_variables
    g.replace_all_uses_with(h)
    h.replace_all_uses_with(p)
    assert "!{ptr @p, i32 1}" in read_back(module)
    p.initializer = None
    for variable in (g, h, p):
        variable.erase()
    text = read_back(module)
    assert "!{null, i32 1}" in text and "!{null, ptr @k}" in text


@pytest.mark.parametrize(("version", "word"), [(14, "undef"), (19, "undef"), (21, "poison"), (22, "poison")])
def test_a_local_value_that_goes(version: int, word: str) -> None:
    module, function, (x, y, _) = with_debug_info(version)
    with pytest.raises(PyllvmError, match="still used"):
        x.erase_from_parent()
    y.set_operand(0, function.arguments[1])
    x.erase_from_parent()
    text = read_back(module)
    assert "%x" not in text
    assert f"!DIArgList(i32 {word}, i32 %b)" in text
    assert (f"(metadata i32 {word}," if version < 19 else f"(i32 {word},") in text
    # what stood before it stands before what follows
    assert text.index("i32 %a,", text.index("{")) < text.index(f"i32 {word},") < text.index("%y = ")
    assert function.arguments[0].users == []


def test_a_value_of_another_function_is_no_location() -> None:
    module, _, (x, _, _) = with_debug_info(22)
    other = Function(module.functions[0].type, module.functions[0].function_type, "g")
    module.add(other)
    x.replace_all_uses_with(other.arguments[0])
    assert "#dbg_value(i32 poison, " in to_assembly(module)


def test_a_symbol_that_another_takes_the_place_of() -> None:
    module = parse_assembly(SYMBOLS, llvm_version=19)
    one, other = module.get("g"), module.get("h")
    assert one is not None
    assert other is not None
    one.replace_all_uses_with(other)
    text = read_back(module)
    assert "@p = global ptr @h" in text
    assert "!0 = !{ptr @h, i32 1}" in text
    assert "!2 = !{ptr @h, ptr @k}" in text


def test_a_symbol_that_goes() -> None:
    module = parse_assembly(SYMBOLS, llvm_version=19)
    for name in ("f", "k", "p", "g"):
        value = module.get(name)
        assert value is not None
        value.erase_from_parent()
        assert module.get(name) is None
    text = read_back(module)
    assert "!0 = distinct !{null, i32 1}" in text
    assert "!1 = distinct !{null, !0}" in text
    assert "!2 = distinct !{ptr @h, null}" in text
    assert [value.name for value in module.global_values] == ["h"]


def test_a_symbol_with_users_stays() -> None:
    module = parse_assembly(SYMBOLS, llvm_version=19)
    used = module.get("g")
    assert used is not None
    with pytest.raises(PyllvmError, match="@g is still used"):
        used.erase_from_parent()
    assert module.get("g") is used
    assert used.operands


def test_a_symbol_that_a_debug_record_names_is_poison_when_it_goes() -> None:
    text = RECORDS.replace("i32 %a, !7", "ptr @g, !7") + "@g = global i32 0\n" + DEBUG_INFO
    module = parse_assembly(text, llvm_version=22)
    value = module.get("g")
    assert value is not None
    value.erase_from_parent()
    assert "#dbg_value(ptr poison, " in read_back(module)


def test_records_of_symbols_that_went_share_one_wrapper() -> None:
    records = """\
    #dbg_value(ptr @g, !7, !DIExpression(), !8)
    #dbg_assign(ptr @h, !7, !DIExpression(), !9, ptr @g, !DIExpression(), !8)
    #dbg_value(!DIArgList(ptr @h, ptr @g), !7, !DIExpression(), !8)
"""
    text = (
        RECORDS.replace("  %x", f"{records}  %x", 1)
        + "@g = global i32 0\n@h = global i32 0\n!9 = distinct !DIAssignID()\n"
        + DEBUG_INFO
    )
    module = parse_assembly(text, llvm_version=22)
    for name in ("g", "h"):
        module[name].erase_from_parent()
    _, one, other, of_both = module.function("f").blocks[0].instructions[0].debug_records or []
    assert isinstance(of_both.location, DIArgList)
    wrappers = [one.location, other.location, other.address, *of_both.location.arguments]
    assert len(set(wrappers)) == 2
    merge_wrappers(module.context, module.functions)
    assert isinstance(of_both.location, DIArgList)
    assert len({one.location, other.location, other.address, *of_both.location.arguments}) == 1


def test_a_symbol_that_a_call_names_by_metadata_is_an_empty_node_when_it_goes() -> None:
    text = CALLS.replace("metadata i32 %a,", "metadata ptr @g,") + "@g = global i32 0\n" + DEBUG_INFO
    module = parse_assembly(text, llvm_version=16)
    value = module.get("g")
    assert value is not None
    value.erase_from_parent()
    text = to_assembly(module)
    empty = re.search(r"^(!\d+) = !\{\}$", text, re.MULTILINE)
    assert empty is not None
    assert f"@llvm.dbg.value(metadata {empty[1]}, metadata" in text


def test_constants_that_are_made_of_a_symbol_stay_unique() -> None:
    text = """\
@g = global [2 x i32] zeroinitializer
@h = global [2 x i32] zeroinitializer
@p = global ptr getelementptr inbounds ([2 x i32], ptr @g, i64 0, i64 1)
@q = global ptr getelementptr inbounds ([2 x i32], ptr @h, i64 0, i64 1)
!named = !{!0}
!0 = !{ptr getelementptr inbounds ([2 x i32], ptr @g, i64 0, i64 1)}
"""
    module = parse_assembly(text, llvm_version=19)
    one, other = module.get("g"), module.get("h")
    assert one is not None
    assert other is not None
    one.replace_all_uses_with(other)
    p, q = module.get("p"), module.get("q")
    assert p is not None
    assert q is not None
    assert p.operands[0] is q.operands[0]
    one.erase_from_parent()
    assert "!0 = !{ptr getelementptr inbounds ([2 x i32], ptr @h, i64 0, i64 1)}" in read_back(module)
