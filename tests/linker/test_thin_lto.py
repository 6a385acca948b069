"""Promotion and import under a summary; the results are compared with the real linker's in tests/fidelity."""

from __future__ import annotations

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
    linker = Linker(19)
    linker.link_in(
        parse_assembly(
            b"declare i32 @entry()\ndefine i32 @main() {\n  %r = call i32 @entry()\n  ret i32 %r\n}\n",
            "main.ll",
            llvm_version=19,
            context=linker.context,
        )
    )
    source = parse_assembly(TEXT, "a.bc", llvm_version=19, context=linker.context)
    linker.import_functions(source, index_of("a.bc", "internal"), ["entry"])
    text = str(linker.finish())
    assert "define available_externally i32 @entry()" in text
    assert f"declare hidden i32 @local.llvm.{1 << 32 | 2}()" in text


def test_a_module_is_settled_when_the_functions_to_import_are_read() -> None:
    linker = Linker(19)
    data = write_bitcode(parse_assembly(TEXT, "a.bc", llvm_version=19))
    source = read_bitcode(data, name="a.bc", lazy=True, context=linker.context)
    seen: list[tuple[str, bool]] = []

    def settle(module: Module) -> None:
        seen.extend((function.name, function.is_materialized) for function in module.functions)

    linker.import_functions(source, index_of("a.bc", "internal"), ["entry"], settle)
    assert seen == [("local", False), ("entry", True)]
