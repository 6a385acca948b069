"""Parts of modules: what stays, what becomes a declaration, what goes with it; the same as llvm-extract and opt make."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, read, verify
from pyllvm.bitcode import write_bitcode
from pyllvm.editing.dead_globals import delete_dead_globals
from pyllvm.editing.extraction import called_functions, extract_values, extract_with_dependencies
from pyllvm.editing.stripping import strip_names
from pyllvm.ir import Function, Module
from pyllvm.ir.debug_info.debug_info import strip_debug_info
from pyllvm.ir.function import missing_operand

TEXT = """\
%struct.pair = type { i32, ptr }

$group = comdat any

@.str = private unnamed_addr constant [3 x i8] c"hi\\00"
@table = internal global [2 x ptr] [ptr @helper, ptr @alias]
@number = constant i32 7
@unused = internal global i32 0
@weak = linkonce_odr global i32 1, comdat($group)
@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
@alias = alias void (), ptr @helper
@data = alias i32, ptr @number

define internal void @helper() {
  ret void
}

define linkonce_odr void @grouped() comdat($group) {
  call void @outside()
  ret void
}

define i32 @main(i32 %n) personality ptr @outside {
entry:
  %pair = alloca %struct.pair
  call void @helper()
  call void @outside()
  %p = load ptr, ptr @table
  br label %end

end:
  call void @alias()
  %q = load i32, ptr @data
  %s = load i8, ptr @.str
  ret i32 %q
}

define void @kept() {
  call void @grouped()
  %x = call i32 @main(i32 1)
  ret void
}

declare void @outside()
declare void @nobody()
module asm "nop"
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def lines(module: Module) -> list[str]:
    return [line for line in str(module).splitlines() if line.startswith(("@", "define", "declare", "module asm", "$"))]


def chosen(module: Module, names: str, **options: bool) -> list[str]:
    extract_values(module, [module.symbols[name] for name in names.split()], **options)
    assert verify(module) == []
    return lines(module)


def test_what_is_not_chosen_becomes_a_declaration_or_goes(module: Module) -> None:
    assert chosen(module, "main") == [
        "@.str = external hidden unnamed_addr constant [3 x i8]",
        "@table = external hidden global [2 x ptr]",
        "@data = external global i32",
        "declare hidden void @helper()",
        "define i32 @main(i32 %n) personality ptr @outside {",
        "declare void @outside()",
        "declare void @alias()",
    ]


def test_functions_that_went_use_nothing(module: Module) -> None:
    """Null takes the place of what a function does not have, such as a prefix, and knows in which order."""
    chosen(module, "main")
    missing = missing_operand(module.functions[0].type)
    users = [use.user for use in missing.known_uses if isinstance(use.user, Function)]
    assert users and all(user.parent is module for user in users)


def test_with_delete_the_others_stay(module: Module) -> None:
    found = chosen(module, "main table alias", delete=True)
    assert 'module asm "nop"' in found
    assert "declare i32 @main(i32)" in found
    assert "declare void @alias()" in found  # a constant that nothing uses any more still has it, as in LLVM
    assert "define void @kept() {" in found
    assert "@weak = weak_odr global i32 1, comdat($group)" in found


def test_constants_may_keep_their_values(module: Module) -> None:
    found = chosen(module, "main", keep_constant_initializers=True)
    assert '@.str = hidden unnamed_addr constant [3 x i8] c"hi\\00"' in found
    assert "@number = constant i32 7" in found


def test_called_functions_come_along(module: Module) -> None:
    names = [value.name for value in called_functions([module.symbols["kept"]])]
    assert names == ["kept", "grouped", "main", "helper"]


def test_a_part_takes_its_debug_information_along() -> None:
    text = """
@v = global i32 0, !dbg !7
@w = global i32 0, !dbg !9
define void @f() !dbg !5 {
  store i32 1, ptr @v, !dbg !11
  ret void
}
define void @g() !dbg !6 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, globals: !3)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!7, !9}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !1, type: !12, isDefinition: true)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "w", scope: !0, file: !1, type: !12, isDefinition: true)
!11 = !DILocation(line: 1, scope: !5)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""
    module = parse_assembly(text, llvm_version=19)
    extract_with_dependencies(module, [module.symbols["f"]])
    assert lines(module) == ["@v = global i32 0, !dbg !0", "define void @f() !dbg !7 {"]
    printed = str(module)
    assert 'DIGlobalVariable(name: "v"' in printed
    assert 'DIGlobalVariable(name: "w"' not in printed
    assert verify(module) == []


def test_what_nothing_visible_needs_is_dead(module: Module) -> None:
    assert delete_dead_globals(module) == 2
    assert {"unused", "nobody"}.isdisjoint(value.name for value in module.global_values)
    assert verify(module) == []
    kept = module.symbols["kept"]
    main = module.symbols["main"]
    module.symbols["llvm.used"].linkage = "internal"
    kept.linkage = main.linkage = "internal"
    module.symbols["alias"].linkage = module.symbols["data"].linkage = "internal"
    delete_dead_globals(module)
    assert lines(module) == ['module asm "nop"', "@number = constant i32 7"]
    assert verify(module) == []


def test_names_that_nothing_outside_sees_go(module: Module) -> None:
    strip_names(module)
    text = str(module)
    for name in ("%struct", "@helper", "@table", "%n", "entry:", "end:"):
        assert name not in text
    for name in ("@main", "@alias", "@number", "@llvm.used"):
        assert name in text
    assert verify(module) == []


# --- compared with LLVM ------------------------------------------------------------------------------------------------------

PROGRAMS = Path.home() / ".cache" / "llvm-corpus"
PRODUCERS = {14: "LLVM14.0.6", 19: "LLVM19.1.7", 22: "LLVM22.1.8"}


def output(*words: str) -> bytes:
    return subprocess.run(words, capture_output=True, check=True).stdout


def source_of(version: int, tmp_path: Path) -> Path:
    """A module to compare on: the text above, as that version reads it."""
    text = TEXT
    if version < 15:
        pytest.skip("the text has opaque pointers")
    path = tmp_path / "module.ll"
    path.write_text(text)
    return path


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
@pytest.mark.parametrize(
    "options",
    [
        "-func=main",
        "-func=helper -func=kept",
        "-glob=table",
        "-glob=weak -func=grouped",
        "-alias=alias",
        "-alias=data -func=main",
        "-func=main -delete",
        "-glob=number -alias=data -delete",
        "-func=kept -keep-const-init",
        "-glob=llvm.used",
    ],
)
def test_a_part_is_that_of_llvm_extract(version: int, options: str, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    path = source_of(version, tmp_path)
    tool = llvm_tool(version, "llvm-extract")
    module = read(path, llvm_version=version, lazy=True)
    words = options.split()
    values = [module.symbols[word.split("=")[1]] for word in words if "=" in word]
    extract_values(module, values, delete="-delete" in words, keep_constant_initializers="-keep-const-init" in words)
    assert str(module).encode() == output(tool, "-S", "-o", "-", str(path), *words)
    assert write_bitcode(module, producer=PRODUCERS[version]) == output(tool, "-o", "-", str(path), *words)


EDITS: dict[str, tuple[Callable[[Module], object], tuple[str, ...]]] = {
    "strip-debug": (strip_debug_info, ("-strip-debug", "-passes=verify")),
    "globaldce": (delete_dead_globals, ("-passes=globaldce",)),
    "strip-nondebug": (lambda module: strip_names(module, ("llvm.dbg",)), ("-passes=strip-nondebug",)),
}


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("edit", EDITS)
def test_programs_become_what_opt_makes_of_them(version: int, edit: str, llvm_tool: Callable[[int, str], str]) -> None:
    tool = llvm_tool(version, "opt")
    change, words = EDITS[edit]
    paths = sorted([*PROGRAMS.glob(f"zlib/{version}-O2g/z*.ll"), *PROGRAMS.glob(f"lz4/{version}-O0/lz4file.bc")])
    if not paths:
        pytest.skip("there are no programs to compare on")
    for path in paths:
        module = read(path, llvm_version=version)
        change(module)
        assert str(module).encode() == output(tool, "-S", "-o", "-", str(path), *words)
        assert write_bitcode(module, producer=PRODUCERS[version]) == output(tool, "-o", "-", str(path), *words)


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("version", [14, 19, 22])
def test_functions_of_programs_with_debug_information(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    tool = llvm_tool(version, "llvm-extract")
    paths = sorted(PROGRAMS.glob(f"zlib/{version}-O2g/*r32.bc"))
    if not paths:
        pytest.skip("there are no programs to compare on")
    for path in paths:
        names = [function.name for function in read(path, llvm_version=version).functions if not function.is_declaration]
        for name in names[:3]:
            module = read(path, llvm_version=version, lazy=True)
            extract_values(module, [module.symbols[name]])
            assert str(module).encode() == output(tool, "-S", "-o", "-", str(path), f"-func={name}")
            assert write_bitcode(module, producer=PRODUCERS[version]) == output(tool, "-o", "-", str(path), f"-func={name}")
