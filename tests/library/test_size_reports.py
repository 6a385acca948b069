"""The heading and the JSON document about the sizes in a file."""

from __future__ import annotations

from pyllvm import bitcode_sizes, parse_assembly, to_bitcode
from pyllvm.library.size_tables import SizeTable, code_counts, heading, measures, plain_tables

TEXT = """\
@v = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@e = external global i32
@a = alias i32, ptr @v
declare void @g(ptr)
define i32 @f(i32 %x) {
  %s = alloca i32
  store i32 %x, ptr %s
  call void @g(ptr %s)
  call void @g(ptr %s)
  ret i32 1
}
!n = !{!0}
!0 = !{!"x"}
"""
KINDS = ("functions", "variables", "aliases")


def test_the_document_has_each_part_in_its_list() -> None:
    module = parse_assembly(TEXT)
    document: dict[str, list[dict[str, object]]] = measures("n", bitcode_sizes(module), code_counts([module]), str.upper)  # type: ignore[assignment]
    assert [[row["name"] for row in document[kind]] for kind in KINDS] == [["g", "f"], ["v", "e"], ["a"]]
    assert [row["demangled"] for kind in KINDS for row in document[kind]] == ["G", "F", "V", "E", "A"]
    declared, defined = document["functions"]
    assert (declared["defined"], defined["defined"]) == (False, True)
    assert set(defined) - set(declared) == {"body", "groups", "instructions", "opcodes"}
    assert defined["opcodes"] == document["opcodes"] == {"alloca": 1, "call": 2, "ret": 1, "store": 1}
    assert [bool(row["initializer"]) for row in document["variables"]] == [True, False]
    assert {row["kind"]: row["count"] for row in document["instructions"]} == {"alloca": 1, "call": 2, "ret": 1, "store": 1}
    for row in (declared, *document["aliases"]):
        assert row["bits"] == row["record"] + row["name_bits"]  # type: ignore[operator]
    for rows in (document["instructions"], document["metadata"]):
        assert [row["bits"] for row in rows] == sorted([row["bits"] for row in rows], reverse=True)  # type: ignore[type-var]
    assert {"strings", "node", "named node"} <= {row["kind"] for row in document["metadata"]}


def test_what_was_not_asked_for_is_not_there() -> None:
    document = measures("n", bitcode_sizes(parse_assembly(TEXT)), None, None)
    assert not {"opcodes", "attributes", "generics"} & set(document)
    (_, defined) = document["functions"]  # type: ignore[misc]
    assert not {"opcodes", "demangled"} & set(defined)


def test_the_heading_counts_modules() -> None:
    bitcode = to_bitcode(parse_assembly(TEXT, llvm_version=19))
    for data, words in ((bitcode, "1 module"), (bitcode + bitcode[4:], "2 modules")):
        line = heading("x.bc", bitcode_sizes(data))
        assert line.startswith("x.bc: ")
        assert line.endswith(f", {8 * len(data):,} bits, producer pyllvm19.1, {words}")


def test_bars_are_as_long_as_their_shares() -> None:
    table = SizeTable(
        "title", ("name", "size", "count"), [("a", ("100 B", "1"), 0.5), ("b", ("20 B", "12"), 0.25), ("c", ("0 B", "3"), 0.0)]
    )
    assert plain_tables([table]).splitlines() == [
        "",
        "title",
        f"   size  count  {'':20}  name",
        f"  100 B      1  {'#' * 20}  a",
        f"   20 B     12  {'#' * 10:20}  b",
        f"    0 B      3  {'':20}  c",
    ]
