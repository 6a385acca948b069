"""Promotion and import under a summary; the results are compared with the real linker's in tests/fidelity."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module
from pyllvm.ir.summary import FunctionSummary, ModuleSummaryIndex
from pyllvm.linker import Linker
from pyllvm.linker.thin_lto import export_all_locals, promote_exported

TEXT = b"""
source_filename = "a.c"

define internal i32 @local() {
  ret i32 1
}

define i32 @entry() {
  %r = call i32 @local()
  ret i32 %r
}
"""


def index_of(path: str, linkage: str) -> ModuleSummaryIndex:
    """An index that knows the local function."""
    index = ModuleSummaryIndex()
    index.modules[path] = [1, 2, 3, 4, 5]
    guid = guid_of(global_identifier("local", True, "a.c", 19))
    index.value(guid).summaries.append(FunctionSummary(path, linkage))
    return index


def with_entry(version: int, main: bytes, source: bytes) -> str:
    """The text of a module with the function @entry that is imported from another one."""
    linker = Linker(version)
    linker.link_in(parse_assembly(main, "main.ll", llvm_version=version, context=linker.context))
    module = parse_assembly(source, "a.bc", llvm_version=version, context=linker.context)
    linker.import_functions(module, index_of("a.bc", "internal"), ["entry"])
    return str(linker.finish())


def test_what_is_exported_is_promoted() -> None:
    module = parse_assembly(TEXT, "a.bc", llvm_version=19)
    promote_exported(module, index_of("a.bc", "external"))
    promoted = module.get(f"local.llvm.{1 << 32 | 2}")
    assert promoted is not None
    assert (promoted.linkage, promoted.visibility) == ("external", "hidden")
    assert module.get("local") is None


def test_what_stays_local_or_is_of_another_module_is_not() -> None:
    for index in (index_of("a.bc", "internal"), index_of("b.bc", "external")):
        module = parse_assembly(TEXT, "a.bc", llvm_version=19)
        promote_exported(module, index)
        local = module.get("local")
        assert local is not None and local.linkage == "internal"


def test_all_locals_are_taken_for_exported() -> None:
    index = index_of("a.bc", "internal")
    export_all_locals(index)
    assert [one.linkage for info in index.values.values() for one in info.summaries] == ["external"]


def test_import() -> None:
    main = b"declare i32 @entry()\ndefine i32 @main() {\n  %r = call i32 @entry()\n  ret i32 %r\n}\n"
    text = with_entry(19, main, TEXT)
    assert "define available_externally i32 @entry()" in text
    assert f"declare hidden i32 @local.llvm.{1 << 32 | 2}()" in text


def test_a_module_of_an_older_version_is_brought_to_the_importing_ones() -> None:
    linker = Linker(19)
    linker.link_in(parse_assembly(b"declare i32 @entry()", "main.ll", llvm_version=19, context=linker.context))
    module = parse_assembly(b"define i32 @entry() {\n  ret i32 7\n}\n", "a.bc", llvm_version=12, context=linker.context)
    linker.import_functions(module, index_of("a.bc", "internal"), ["entry"])
    assert module.llvm_version == 19


def test_declarations_of_what_is_not_imported() -> None:
    source = b"""
@t = thread_local global i32 1
@a = thread_local alias i32, ptr @t
@w = weak_odr global i32 2
define i32 @entry() {
  %x = load i32, ptr @a
  %y = load i32, ptr @w
  ret i32 %y
}
"""
    text = with_entry(19, b"declare i32 @entry()\n", source)
    assert [line for line in text.splitlines() if line.startswith("@")] == [
        "@a = external thread_local global i32",
        "@w = external global i32",
    ]


def test_what_is_imported_comes_from_its_module() -> None:
    linker = Linker(19)
    linker.link_in(parse_assembly(b"declare i32 @entry()", "main.ll", llvm_version=19, context=linker.context))
    module = parse_assembly(b"define i32 @entry() {\n  ret i32 7\n}\n", "a.bc", llvm_version=19, context=linker.context)
    linker.import_functions(module, index_of("a.bc", "internal"), ["entry"])
    assert linker.origins.of_symbol("entry") == "a.bc"


def test_a_module_is_settled_when_the_functions_to_import_are_read() -> None:
    linker = Linker(19)
    data = write_bitcode(parse_assembly(TEXT, "a.bc", llvm_version=19))
    source = read_bitcode(data, name="a.bc", lazy=True, context=linker.context)
    seen: list[tuple[str, bool]] = []

    def settle(module: Module) -> None:
        seen.extend((function.name, function.is_materialized) for function in module.functions)

    linker.import_functions(source, index_of("a.bc", "internal"), ["entry"], settle)
    assert seen == [("local", False), ("entry", True)]


IMPORTED = b"""
source_filename = "a.c"

$local = comdat any
$other = comdat any
@own = external dllimport global i32
@weak = weak_odr global i32 1
@copy = available_externally global i32 2
@data = internal global ptr @own
@alias = alias i32, ptr @weak
@local_alias = internal alias i32, ptr @data

define internal i32 @local() comdat {
  ret i32 1
}

define internal i32 @second() comdat($local) {
  ret i32 1
}

define weak_odr i32 @entry() comdat($other) {
  %r = call i32 @local()
  %s = call i32 @second()
  %t = load i32, ptr @alias
  %u = load i32, ptr @local_alias
  %v = load i32, ptr @copy
  %w = load i32, ptr @data
  %x = call i32 @once()
  ret i32 %r
}

define linkonce_odr i32 @once() {
  ret i32 2
}

!llvm.pseudo_probe_desc = !{!0}
!llvm.stats = !{!0}
!named = !{!0}
!0 = !{i64 1}
"""


def test_linkages_of_what_is_imported() -> None:
    warnings: list[str] = []
    linker = Linker(19, report=lambda one: warnings.append(one.message))
    main = b"declare i32 @entry()\n@use = global ptr @entry\n"
    linker.link_in(parse_assembly(main, "main.ll", llvm_version=19, context=linker.context))
    source = parse_assembly(IMPORTED, "a.bc", llvm_version=19, context=linker.context)
    linker.import_functions(source, index_of("a.bc", "internal"), ["entry"])
    text = str(linker.finish()).replace(f".llvm.{1 << 32 | 2}", ".llvm.1.2")
    assert [line for line in text.splitlines()[2:] if line.startswith(("@", "$", "def", "decl", "!"))] == [
        "@use = global ptr @entry",
        "@alias = external global i32",
        "@local_alias.llvm.1.2 = external global i32",
        "@copy = external global i32",
        "@data.llvm.1.2 = external hidden global ptr",
        "define available_externally i32 @entry() {",
        "declare hidden i32 @local.llvm.1.2()",
        "declare hidden i32 @second.llvm.1.2()",
        "declare i32 @once()",
        "!named = !{!0}",
        "!0 = !{i64 1}",
    ]
    assert warnings == [
        "Pseudo-probe ignored: source module 'a.bc' is compiled with -fpseudo-probe-for-profiling while destination module "
        "'llvm-link' is not\n"
    ]


def test_descriptions_of_probes_are_dropped_without_a_word_where_the_result_has_them() -> None:
    linker = Linker(19, report=lambda one: pytest.fail(one.message))
    main = b"declare i32 @entry()\n!llvm.pseudo_probe_desc = !{!0}\n!0 = !{i64 2}\n"
    linker.link_in(parse_assembly(main, "main.ll", llvm_version=19, context=linker.context))
    linker.import_functions(
        parse_assembly(IMPORTED, "a.bc", llvm_version=19, context=linker.context), index_of("a.bc", "internal"), ["entry"]
    )
    text = str(linker.finish())
    assert "!llvm.pseudo_probe_desc = !{!0}" in text
    assert "llvm.stats" not in text


def test_a_comdat_is_renamed_with_its_leader() -> None:
    module = parse_assembly(IMPORTED, "a.bc", llvm_version=19)
    promote_exported(module, index_of("a.bc", "external"))
    renamed = f"local.llvm.{1 << 32 | 2}"
    comdats = {value.name: value.comdat.name for value in module.functions if value.comdat is not None}
    assert comdats == {renamed: renamed, "second": renamed, "entry": "other"}
    assert {name: comdat.name for name, comdat in module.comdats.items()}[renamed] == renamed


def test_what_is_local_to_every_module_is_so_here() -> None:
    for flags, locals_here, expected in [(0, (True, True), True), (0, (True, False), False), (0x40, (True, False), True)]:
        index = ModuleSummaryIndex()
        index.modules["a.bc"] = [1, 2, 3, 4, 5]
        index.flags = flags
        for is_local in locals_here:
            summary = FunctionSummary("a.bc", "external")
            summary.is_dso_local = is_local
            index.value(guid_of("own")).summaries.append(summary)
        module = parse_assembly(IMPORTED, "a.bc", llvm_version=19)
        promote_exported(module, index)
        own = module.get("own")
        assert own is not None
        assert (own.is_dso_local, own.dll_storage_class) == (expected, "default" if expected else "dllimport")


UNIT = b"""
define void @entry() !dbg !3 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, enums: !2, imports: !2)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{}
!3 = distinct !DISubprogram(name: "entry", file: !1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DISubroutineType(types: !2)
"""


@pytest.mark.parametrize("version", [14, 17, 18, 22])
def test_an_empty_list_of_imports_stays_while_local_ones_are_in_it(version: int) -> None:
    text = with_entry(version, b"declare void @entry()\n", UNIT)
    (unit,) = (line for line in text.splitlines() if "DICompileUnit" in line)
    assert ("imports:" in unit, "enums:" in unit) == (version < 18, False)


STRUCTS = b"""
%pair = type { i32, i32 }
%other = type { i16, i32 }

define void @entry() {
  %x = alloca %pair
  %y = alloca %other
  ret void
}
"""


@pytest.mark.parametrize("version", [14, 19, 22])
def test_an_import_knows_the_literal_structs_of_the_result(version: int) -> None:
    text = with_entry(version, b"declare void @entry()\n@a = global { i32, i32 } zeroinitializer\n", STRUCTS)
    assert "%x = alloca { i32, i32 }" in text
    assert "%y = alloca %other" in text
