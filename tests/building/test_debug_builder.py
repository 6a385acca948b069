"""Debug information by `DIBuilder`: LLVM accepts it in every version, and scopes follow the `with` statements."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import DIBuilder, IRBuilder, Module
from pyllvm.versions import NEWEST
from rows import each_row


def built(version: int) -> Module:
    module = Module("a.c", llvm_version=version)
    module.source_filename = "a.c"
    debug = DIBuilder(module, "a.c", "/src", producer="test")
    number = debug.basic_type("int", 32)
    pair = debug.struct_type("pair", [("a", number, 0), ("b", debug.type_alias("my", number), 32)], 64, line=1)
    pointer = debug.pointer_type(pair)
    table = debug.array_type(number, 4)
    function = module.add_function("f", "i32 (i32)", ["x"])
    builder = IRBuilder.at_end(function.add_block("entry"))
    with debug.function(function, line=3, types=[number, number]) as subprogram:
        assert function.metadata("dbg") == [subprogram]
        slot = builder.alloca_at_entry("i32", name="slot")
        place = builder.alloca_at_entry("[4 x i32]", name="place")
        debug.set_line(builder, 4, 3)
        builder.store(function.arguments[0], slot)
        debug.declare(builder, slot, debug.variable("x", number, 3, argument=1))
        with debug.block(5, 7) as block:
            debug.set_line(builder, 6)
            debug.declare(builder, place, debug.variable("t", table, 5))
            result = builder.load("i32", slot, name="result")
            debug.value(builder, result, debug.variable("r", number, 6))
            assert debug.scope is block
            assert debug.variable("p", pointer, 6)["type"] is pointer
        assert debug.scope is subprogram
        debug.set_line(builder, 7)
        builder.ret(result)
    assert result.debug_location is not None
    assert result.debug_location["scope"] is block
    with pytest.raises(ValueError, match="no function was entered"):
        debug.location(1)
    return module


@pytest.mark.parametrize("version", [8, 11, 14, 17, 19, 22])
def test_it_is_valid(version: int) -> None:
    module = built(version)
    assert pyllvm.verify(module, rewrite=True) == []
    text = str(module)
    assert '!DILocalVariable(name: "x", arg: 1, scope: ' in text
    assert "!DILexicalBlock(scope: " in text
    assert text.count("!DICompileUnit(") == text.count("!llvm.dbg.cu = !{") == 1


def test_a_function_has_a_name_in_the_source_and_one_for_the_linker() -> None:
    module = Module("m", llvm_version=22)
    debug = DIBuilder(module, "a.c")
    for number, (name, expected) in enumerate([(None, ["f0"]), ("f1", ["f1"]), ("shown", ["shown", "f2"])]):
        with debug.function(module.add_function(f"f{number}", "void ()"), line=1, name=name) as made:
            assert re.findall(r'ame: "(\w+)"', str(made)) == expected


@pytest.mark.parametrize(
    ("linkage", "is_local", "expected"),
    [("external", None, False), ("internal", None, True), ("external", True, True), ("internal", False, False)],
)
def test_a_function_is_local_as_its_linkage_or_the_caller_says(linkage: str, is_local: bool | None, expected: bool) -> None:
    module = Module("m", llvm_version=22)
    function = module.add_function("f", "void ()", linkage=linkage)
    with DIBuilder(module, "a.c").function(function, line=1, is_local=is_local) as made:
        assert ("DISPFlagLocalToUnit" in str(made)) == expected


def test_flags_are_added_once() -> None:
    module = Module("m", llvm_version=22)
    DIBuilder(module, "a.c")
    DIBuilder(module, "b.c", language="DW_LANG_Rust", is_optimized=True)
    flags = module.named_metadata_of("llvm.module.flags")
    assert flags is not None
    assert len(flags.operands) == 2
    other = Module("n", llvm_version=22)
    with pytest.raises(ValueError, match="@f is not in the module"):
        DIBuilder(module, "c.c").function(other.add_function("f", "void ()"), line=1)


@each_row(("version", "format"), [(13, 4), (14, 5)])
def test_dwarf_5_since_llvm_14(version: int, format: int) -> None:
    module = Module("m", llvm_version=version)
    with DIBuilder(module, "a.c", is_optimized=True).function(module.add_function("f", "void ()"), line=1) as made:
        assert "DISPFlagDefinition | DISPFlagOptimized" in str(made)
    assert f'!{{i32 7, !"Dwarf Version", i32 {format}}}' in str(module)


@each_row(("of", "is_set"), [(of, is_set) for of in ("declare", "value") for is_set in (True, False)])
def test_a_variable_is_at_the_line_of_the_builder_or_its_own(of: str, is_set: bool) -> None:
    module = Module("m", llvm_version=22)
    debug = DIBuilder(module, "a.c")
    function = module.add_function("f", "void (ptr)", ["p"])
    builder = IRBuilder(function.add_block())
    with debug.function(function, line=1):
        if is_set:
            debug.set_line(builder, 5)
        getattr(debug, of)(builder, function.arguments[0], debug.variable("x", debug.basic_type("int", 32), 3))
    builder.debug_location = None
    (record,) = builder.ret_void().debug_records or []
    assert record.kind == of
    assert record.debug_location["line"] == (5 if is_set else 3)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_llvm_accepts_it(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "a.bc"
    pyllvm.write(built(version), path)
    opt = llvm_tool(version, "opt")
    done = subprocess.run([opt, "-passes=verify", "-S", str(path), "-o", "-"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "DISubprogram" in done.stdout


@pytest.mark.parametrize("version", [14, 20, 21, 22, NEWEST])
def test_sizes_of_parts_are_known(version: int) -> None:
    module = Module("m", llvm_version=version)
    debug = DIBuilder(module, "a.c")
    number = debug.type_alias("T", debug.basic_type("int", 32))
    struct = debug.struct_type("S", [("a", debug.array_type(number, 3), 0), ("n", number, 96)], 128)
    module.add_named_metadata("types", struct)
    text = str(module)
    assert "tag: DW_TAG_array_type, baseType: !" in text and "size: 96, elements" in text
    members = [line for line in text.splitlines() if "DW_TAG_member" in line]
    assert "size: 96" in members[0] and "size: 32, offset: 96" in members[1]


@pytest.mark.parametrize(("version", "expected"), [(16, [True, True]), (17, [False, True])])
def test_retained_nodes_as_from_llvms_builder(version: int, expected: list[bool]) -> None:
    module = Module("m", llvm_version=version)
    debug = DIBuilder(module, "a.c")
    number = debug.basic_type("int", 32)
    for name in ("f", "g"):
        function = module.add_function(name, "void ()")
        builder = IRBuilder(function.add_block("entry"))
        with debug.function(function, line=1), debug.block(2):
            debug.set_line(builder, 2)
            if name == "g":
                debug.declare(builder, builder.alloca("i32"), debug.variable("x", number, 2))
            builder.ret_void()
    lines = [line for line in str(module).splitlines() if "!DISubprogram(" in line]
    assert ["retainedNodes: !" in line for line in lines] == expected
