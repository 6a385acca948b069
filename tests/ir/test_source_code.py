"""The views of debug information: locations of instructions, functions, variables, units and files."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import Module, SourceLocation
from pyllvm.ir.source_code import joined_path
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from rows import each_row

TEXT = """
@counter = internal global i32 0, !dbg !30
@plain = global i32 0

define i32 @_ZN3geo4areaEi(i32 %side) !dbg !4 {
entry:
  %slot = alloca i32
  RECORDS
  %square = mul i32 %side, %side, !dbg !12
  store i32 %square, ptr %slot, !dbg !13
  ret i32 %square, !dbg !14
}

define void @none() {
  ret void
}

DECLARATIONS
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "maker 1", isOptimized: true, flags: "-O2",
  runtimeVersion: 0, emissionKind: FullDebug, globals: !{!30})
!1 = !DIFile(filename: "area.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "inc/square.h", directory: "lib", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!4 = distinct !DISubprogram(name: "area", linkageName: "_ZN3geo4areaEi", scope: !5, file: !1, line: 3, type: !6, scopeLine: 4,
  spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !{!10, !11}, declaration: !32)
!5 = !DINamespace(name: "geo", scope: null)
!6 = !DISubroutineType(types: !{!7, !7, null})
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DISubprogram(name: "square", scope: !3, file: !3, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILexicalBlock(scope: !8, file: !3, line: 2)
!10 = !DILocalVariable(name: "side", arg: 1, scope: !4, file: !1, line: 3, type: !7)
!11 = !DILocalVariable(name: "gone", scope: !4, file: !1, line: 5, type: !7, flags: DIFlagArtificial)
!12 = !DILocation(line: 2, column: 9, scope: !9, inlinedAt: !15)
!13 = !DILocation(line: 0, scope: !4)
!14 = !DILocation(line: 6, column: 3, scope: !4, isImplicitCode: true ATOM)
!15 = distinct !DILocation(line: 5, column: 12, scope: !4)
!16 = !DILocalVariable(name: "n", arg: 1, scope: !8, file: !3, line: 1, type: !7)
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "counter", linkageName: "_ZN3geoL7counterE", scope: !5, file: !1, line: 1, type: !7,
  isLocal: true, isDefinition: true)
!32 = !DISubprogram(name: "area", linkageName: "_ZN3geo4areaEi", scope: !5, file: !1, line: 2, type: !6, spFlags: 0)
"""
RECORDS = """#dbg_declare(ptr %slot, !10, !DIExpression(), !13)
  #dbg_value(i32 %side, !16, !DIExpression(), !12)
  #dbg_assign(i32 %side, !16, !DIExpression(), !17, ptr %slot, !DIExpression(), !12)"""
CALLS = """call void @llvm.dbg.declare(metadata ptr %slot, metadata !10, metadata !DIExpression()), !dbg !13
  call void @llvm.dbg.value(metadata i32 %side, metadata !16, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.assign(metadata i32 %side, metadata !16, metadata !DIExpression(), metadata !17, metadata ptr %slot,
    metadata !DIExpression()), !dbg !12"""
DECLARATIONS = """declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)"""
WAYS = ("records", "calls", "atoms")


def read(way: str) -> Module:
    is_old = way == "calls"
    text = TEXT.replace("RECORDS", CALLS if is_old else RECORDS).replace("DECLARATIONS", DECLARATIONS if is_old else "")
    text = text.replace(" ATOM", ", atomGroup: 2, atomRank: 1" if way == "atoms" else "") + "!17 = distinct !DIAssignID()\n"
    return pyllvm.parse_assembly(text, llvm_version=DEBUG_RECORDS_SINCE - 1 if is_old else pyllvm.NEWEST)


@pytest.fixture(params=[(way, form) for way in WAYS for form in ("text", "bitcode")], ids=lambda param: "-".join(param))
def module(request: pytest.FixtureRequest) -> Module:
    way, form = request.param
    read_module = read(way)
    if form == "bitcode":
        return pyllvm.parse_bitcode(pyllvm.to_bitcode(read_module), lazy=True, llvm_version=read_module.llvm_version)
    return read_module


def test_locations(module: Module) -> None:
    found = {one.opcode_name: one.location for one in module.function("_ZN3geo4areaEi").instructions if one.opcode_name != "call"}
    assert found["alloca"] is None
    inlined, nowhere, last = found["mul"], found["store"], found["ret"]
    assert inlined is not None
    assert nowhere is not None
    assert last is not None
    assert str(inlined) == "/src/lib/inc/square.h:2:9"
    assert [str(one) for one in inlined.chain] == ["/src/lib/inc/square.h:2:9", "/src/area.cpp:5:12"]
    assert [one.name for one in inlined.chain] == ["square", "area"]
    assert inlined.inlined_at == inlined.chain[1]
    assert inlined.subprogram is not None
    assert inlined.subprogram.line == 1
    assert (nowhere.line, nowhere.column, str(nowhere), nowhere.chain) == (0, 0, "/src/area.cpp:0", [nowhere])
    assert (last.is_implicit, nowhere.is_implicit) == (True, False)
    assert (last.line, last.column) == (6, 3)
    assert (last.atom_group, last.atom_rank) in ((0, 0), (2, 1))


@pytest.mark.oracle
@pytest.mark.parametrize("version", [DEBUG_RECORDS_SINCE, 22])
def test_stacks_are_as_a_debugger_shows_them(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    source, made = tmp_path / "a.ll", tmp_path / "a.o"
    read_module = pyllvm.parse_assembly(str(read("records")), llvm_version=version)
    source.write_text(str(read_module))
    llc = [llvm_tool(version, "llc"), "-O0", "-mtriple=x86_64-linux-gnu", "-filetype=obj", "-o", made, source]
    subprocess.run(llc, check=True)
    dwarfdump = [llvm_tool(version, "llvm-dwarfdump"), "--debug-line", made]
    dump = subprocess.run(dwarfdump, capture_output=True, text=True, check=True)
    addresses = "\n".join(sorted(set(re.findall(r"^(0x[0-9a-f]{16}) ", dump.stdout, re.MULTILINE))))
    words = [llvm_tool(version, "llvm-symbolizer"), "--inlines", "--no-demangle", f"--obj={made}"]
    found = subprocess.run(words, input=addresses, capture_output=True, text=True, check=True).stdout
    stacks = {tuple(block.split("\n")[1::2]) for block in found.strip().split("\n\n")}
    own = [one.location for one in read_module.function("_ZN3geo4areaEi").instructions]
    mine = {tuple(f"{one.path}:{one.line}:{one.column}" for one in location.chain) for location in own if location is not None}
    assert ("/src/lib/inc/square.h:2:9", "/src/area.cpp:5:12") in stacks & mine
    assert {stack for stack in stacks if not stack[0].endswith(":0")} <= mine


def test_a_location_stays_packed() -> None:
    for instruction in read("records").function("_ZN3geo4areaEi").instructions:
        location = instruction.location
        if location is not None:
            assert (location.path, location.line, location.column) != ("", -1, -1)
            assert location.node._is_packed


def test_subprogram(module: Module) -> None:
    subprogram = module.function("_ZN3geo4areaEi").subprogram
    assert subprogram is not None
    assert (subprogram.name, subprogram.linkage_name, subprogram.qualified_name) == ("area", "_ZN3geo4areaEi", "geo::area")
    assert subprogram.declaration is not None
    assert (subprogram.declaration.line, subprogram.declaration.declaration) == (2, None)
    assert (subprogram.path, subprogram.line, subprogram.scope_line) == ("/src/area.cpp", 3, 4)
    assert (subprogram.type_name, subprogram.return_type_name) == ("int (int, ...)", "int")
    assert subprogram.parameter_type_names == ["int", "..."]
    assert (subprogram.is_definition, subprogram.is_local, subprogram.is_optimized) == (True, True, True)
    assert subprogram.unit == module.compile_units[0]
    assert module.function("none").subprogram is None
    assert module.function("none").variables == []


def test_variables(module: Module) -> None:
    side, inlined, gone = module.function("_ZN3geo4areaEi").variables
    assert [(one.name, one.type_name, one.line, one.argument_number) for one in (side, inlined, gone)] == [
        ("side", "int", 3, 1),
        ("n", "int", 1, 1),
        ("gone", "int", 5, 0),
    ]
    assert gone.is_artificial
    assert not side.is_artificial
    assert gone.places == []
    (declared,) = side.places
    assert (declared.kind, [one.name for one in declared.values]) == ("declare", ["slot"])
    value, assigned = inlined.places
    assert (value.kind, [one.name for one in value.values], value.address) == ("value", ["side"], None)
    assert (assigned.kind, assigned.address) == ("assign", declared.values[0])
    assert str(inlined.inlined_at) == "/src/area.cpp:5:12"
    assert side.inlined_at is None
    assert inlined.subprogram is not None
    assert inlined.subprogram.name == "square"
    assert value.instruction is not None
    assert value.instruction.opcode_name == ("mul" if value.record else "call")
    assert value.location is not None
    assert value.location.line == 2


def test_units_files_and_global_variables(module: Module) -> None:
    (unit,) = module.compile_units
    assert (unit.path, unit.directory, unit.language) == ("/src/area.cpp", "/src", "DW_LANG_C_plus_plus_14")
    assert (unit.producer, unit.flags, unit.is_optimized, unit.emission_kind) == ("maker 1", "-O2", True, "FullDebug")
    assert [(one.path, one.checksum_kind) for one in module.source_files] == [("/src/area.cpp", ""), ("lib/inc/square.h", "MD5")]
    (counter,) = module.global_variable("counter").debug_variables
    assert (counter.name, counter.qualified_name, counter.type_name) == ("counter", "geo::counter", "int")
    assert (counter.path, counter.line, counter.is_local, counter.is_definition) == ("/src/area.cpp", 1, True, True)
    assert counter.unit == unit
    assert unit.global_variables == [counter]
    assert module.global_variable("plain").debug_variables == []


def test_variables_of_several_units_find_their_own() -> None:
    parts = [
        f"""
@v{n} = global i32 0, !dbg !{n}0
!{n}0 = !DIGlobalVariableExpression(var: !{n}1, expr: !DIExpression())
!{n}1 = distinct !DIGlobalVariable(name: "v", scope: !DINamespace(name: "n", scope: null), type: !{n}2,
  isLocal: false, isDefinition: true)
!{n}2 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 32)
!{n}3 = distinct !DICompileUnit(language: {language}, file: !DIFile(filename: "{n}.c", directory: ""), globals: !{{!{n}0}})
"""
        for n, language in ((1, "DW_LANG_C99"), (2, "DW_LANG_C_plus_plus"))
    ]
    module = pyllvm.parse_assembly("".join(parts) + "!llvm.dbg.cu = !{!13, !23}\n!llvm.module.flags = !{!0}\n"
                                   '!0 = !{i32 2, !"Debug Info Version", i32 3}\n')  # fmt: skip
    assert [one.debug_variables[0].type_name for one in module.global_variables] == ["struct s", "s"]


def test_malformed_locations_have_an_end() -> None:
    module = pyllvm.parse_assembly("""
!n = !{!0}
!0 = distinct !DILocation(line: 1, scope: !1, inlinedAt: !0)
!1 = distinct !DILexicalBlock(scope: !1, line: 1)
""")
    node = module.named_metadata[0].operands[0]
    location = SourceLocation.of(node)
    assert location is not None
    assert len(location.chain) == 1
    assert (location.path, location.subprogram) == ("", None)
    assert SourceLocation.of(location.node["scope"]) is None


@each_row(
    ("parts", "path"),
    [
        (("/src", "a.c"), "/src/a.c"),
        (("/src/", "a.c"), "/src/a.c"),
        (("/src", "/usr/include/a.h"), "/usr/include/a.h"),
        (("/build", "src", "a.c"), "/build/src/a.c"),
        (("", "a.c"), "a.c"),
        (("C:\\src", "a.c"), "C:\\src\\a.c"),
        (("C:\\src", "inc\\a.h"), "C:\\src\\inc\\a.h"),
        (("C:\\src", "D:/x/a.h"), "D:/x/a.h"),
        (("C:/src", "a.c"), "C:/src/a.c"),
        (("C:\\src", "\\\\server\\share\\a.h"), "\\\\server\\share\\a.h"),
        (("/src", ""), "/src"),
    ],
)
def test_paths(parts: tuple[str, ...], path: str) -> None:
    assert joined_path(*parts) == path
