"""The library's functions that change modules: names, globs and patterns; functions that are cloned to other modules."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import Function, Module

SOURCE = """\
%pair = type { i32, ptr }

$group = comdat any

@.str = private unnamed_addr constant [3 x i8] c"hi\\00"
@shared = global %pair zeroinitializer

define internal i32 @helper(i32 %x) {
  ret i32 %x
}

define linkonce_odr i32 @grouped() comdat($group) {
  ret i32 3
}

define i32 @f(ptr byval(%pair) %p, i32 %n) #0 !dbg !3 {
entry:
  %a = call i32 @helper(i32 %n), !dbg !6
    #dbg_value(i32 %a, !5, !DIExpression(), !6)
  %b = call i32 @grouped(), !dbg !6
  %c = load i8, ptr @.str
  %d = call i32 @f(ptr byval(%pair) @shared, i32 %b), !dbg !6
  br label %end, !llvm.loop !8

end:
  %e = phi i32 [ %a, %entry ]
  ret i32 %e, !dbg !6
}

attributes #0 = { nounwind "key"="value" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, spFlags: DISPFlagDefinition, unit: !0, type: !4)
!4 = !DISubroutineType(types: !7)
!5 = !DILocalVariable(name: "v", scope: !3)
!6 = !DILocation(line: 1, scope: !3)
!7 = !{}
!8 = distinct !{!8}
"""


@pytest.fixture
def module() -> Module:
    return pyllvm.parse_assembly(SOURCE, llvm_version=19)


def function(module: Module, name: str) -> Function:
    found = module.get(name)
    assert isinstance(found, Function)
    return found


def is_whole(module: Module) -> bool:
    """Whether the module verifies, and its bitcode reads as the same module."""
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), llvm_version=module.llvm_version)
    return pyllvm.verify(module) == [] and str(read).splitlines()[2:] == str(module).splitlines()[2:]


def test_symbols_by_name_glob_and_pattern(module: Module) -> None:
    for options in ({"names": ["f", "helper"]}, {"globs": ["f", "h*r"]}, {"patterns": ["^f$", "elp"]}):
        made = pyllvm.extract(module, **options)  # type: ignore[arg-type]
        assert [one.name for one in made.functions if not one.is_declaration] == ["helper", "f"]
        assert is_whole(made)
    assert len([one for one in module.functions if not one.is_declaration]) == 3


def test_symbols_that_are_not_there(module: Module) -> None:
    with pytest.raises(pyllvm.PyllvmError, match="no symbol named 'g'"):
        pyllvm.extract(module, ["g"])
    with pytest.raises(pyllvm.PyllvmError, match="whose name matches 'x"):
        pyllvm.extract(module, globs=["x*"])
    with pytest.raises(pyllvm.PyllvmError, match="is not a regular expression"):
        pyllvm.extract(module, patterns=["("])


def test_the_rest_and_what_is_called(module: Module) -> None:
    rest = pyllvm.extract(module, ["f"], delete=True)
    assert rest.get("f") is None
    assert function(rest, "helper").visibility == "hidden"
    made = pyllvm.extract(module, ["f"], recursive=True)
    assert [one.name for one in made.functions if not one.is_declaration] == ["helper", "grouped", "f"]
    constant = pyllvm.extract(module, ["f"], keep_const_init=True)
    assert constant.global_variables[0].initializer is not None


def test_a_clone_in_the_same_module_has_debug_information_of_its_own(module: Module) -> None:
    original = function(module, "f")
    made = pyllvm.clone_function(original)
    assert made.name == "f.1"
    assert made.metadata("dbg")[0] is not original.metadata("dbg")[0]
    assert len(module.named_metadata[0].operands) == 1
    assert is_whole(module)
    original_lines = str(original).split("{", 1)[1].splitlines()
    made_lines = str(made).split("{", 1)[1].splitlines()
    assert [line.split("!")[0] for line in made_lines] == [line.split("!")[0] for line in original_lines]
    made.erase()
    assert is_whole(module)


def test_a_clone_in_another_module_takes_along_what_it_needs(module: Module) -> None:
    other = pyllvm.parse_assembly("define i32 @f() {\n  ret i32 0\n}\n@.str = private constant i8 1\n", llvm_version=19)
    before = str(module)
    made = pyllvm.clone_function(function(module, "f"), other)
    assert made.name == "f.1"
    assert made.parent is other
    assert is_whole(other)
    assert str(module) == before
    assert not function(other, "helper").is_declaration
    assert function(other, "grouped").comdat is other.comdats["group"]
    assert other.symbols["shared"].operands == []
    assert str(made.arguments[0].type) == "ptr"
    text = str(other)
    assert "%pair = type { i32, ptr }" in text
    assert '"key"="value"' in text
    assert "call i32 @f.1(" in text  # a call of itself calls the clone
    again = pyllvm.clone_function(function(module, "f"), other, name="g")
    assert again.name == "g"
    assert len([one for one in other.functions if one.name.startswith("grouped")]) == 1
    assert is_whole(other)


def test_functions_that_cannot_be_cloned(module: Module) -> None:
    f = function(module, "f")
    with pytest.raises(pyllvm.PyllvmError, match="of LLVM 19 cannot be cloned into a module of LLVM 20"):
        pyllvm.clone_function(f, Module("m", None, 20))
    f.remove_from_parent()
    with pytest.raises(ValueError, match="@f does not belong to a module"):
        pyllvm.clone_function(f)


def test_passes_on_a_whole_module(module: Module) -> None:
    assert pyllvm.strip_debug_info(module)
    assert not pyllvm.strip_debug_info(module)
    pyllvm.internalize(module, ["f"])
    assert function(module, "f").linkage == "external"
    assert module.symbols["shared"].linkage == "internal"
    pyllvm.strip_names(module)
    assert "entry:" not in str(module)
    module.symbols["f"].linkage = "internal"
    assert pyllvm.delete_dead_globals(module) == 5
    assert module.global_values == []


def test_a_clone_with_another_name_leaves_the_comdat_of_its_name() -> None:
    text = "define i32 @own() comdat {\n  ret i32 1\n}\ndefine i32 @part() comdat($shared) {\n  ret i32 1\n}\n"
    source = pyllvm.parse_assembly(f"$own = comdat any\n$shared = comdat any\n{text}", llvm_version=19)
    into = Module("into", llvm_version=19)
    for name, new, comdat in (("own", "new", None), ("own", "", "own"), ("part", "other", "shared")):
        made = pyllvm.clone_function(function(source, name), into, name=new)
        assert (made.name, made.comdat and made.comdat.name) == (new or name, comdat)
    assert is_whole(into)


def test_a_clone_brings_its_compile_unit_and_the_version(module: Module) -> None:
    into = Module("into", llvm_version=19)
    for name in ("a", "b"):
        pyllvm.clone_function(function(module, "f"), into, name=name)
    text = str(into)
    assert text.count("!DICompileUnit(") == 2
    assert "!llvm.dbg.cu = !{!0, !" in text
    assert text.count('!"Debug Info Version"') == 1
    assert is_whole(into)


def test_split_files(tmp_path: Path) -> None:
    text = 'define void @"a/b: c"() {\n  ret void\n}\n'
    module = pyllvm.parse_assembly(text + f"define void @{'x' * 300}() {{\n  ret void\n}}\n", llvm_version=19)
    before = str(module)
    paths = pyllvm.split(module, tmp_path / "parts", text=True)
    assert [Path(path).name for path in paths] == ["0-globals.ll", "1-a_b__c.ll", f"2-{'x' * 100}.ll"]
    assert [[f.name for f in pyllvm.read(path).functions] for path in paths] == [[], ["a/b: c"], ["x" * 300]]
    assert str(module) == before
    assert pyllvm.split(module, tmp_path / "parts")[0].endswith("0-globals.bc")


def test_a_part_with_all_that_it_needs_links_without_the_rest(module: Module) -> None:
    made = pyllvm.extract(module, ["f"], with_dependencies=True)
    assert [one.name for one in made.functions if not one.is_declaration] == ["helper", "grouped", "f"]
    assert all(one.initializer is not None for one in made.global_variables)
    assert {"shared", ".str"} <= set(made.symbols)
    assert is_whole(made)
    alone = pyllvm.extract(module, ["helper"], with_dependencies=True)
    assert [value.name for value in alone.global_values] == ["helper"]
    assert is_whole(alone)
