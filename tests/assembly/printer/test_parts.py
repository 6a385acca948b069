"""Numbers that go on from one part of a module to the next, and nodes that two parts have."""

from __future__ import annotations

import pytest

from pyllvm.assembly.printer.parts import PartNumbers, SharedTables
from pyllvm.assembly.printer.text import BY_PROCESSES, ModuleText, print_module
from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, write_bitcode
from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDString
from pyllvm.ir.module import Module
from pyllvm.ir.odr import unique_node
from pyllvm.tables.dwarf import TAG_MEMBER
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

TEXT = b"""
%a = type { i32 }
%b = type { i64 }

define void @f(ptr %p) {
  %1 = getelementptr %b, ptr %p, i32 1
  call void @g(ptr %1) #0, !one !0
  ret void
}

define void @g(ptr %p) {
  %1 = getelementptr %a, ptr %p, i32 1
  call void @f(ptr %1) #1, !two !1
  call void @f(ptr %1) #0, !one !0
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { cold }
!shared = !{!3}
!0 = !{!2}
!1 = !{!2, !0}
!2 = !{}
!3 = !DICompositeType(tag: DW_TAG_class_type, name: "T", identifier: "T")
"""


class Parts:
    """The two functions of a module, printed as if each were in a process of its own."""

    def __init__(self) -> None:
        self.bitcode = write_bitcode(parse_assembly(TEXT, "m", 22))
        self.modules: list[Module] = []
        self.texts: list[ModuleText] = []
        self.numbers: list[PartNumbers] = []
        for number in range(2):
            reader = read_in_parts(BitcodeFile(self.bitcode), Reading("m", warn=lambda warning: pytest.fail(str(warning))))
            assert reader is not None
            module = reader.module
            lists = [attributes.function for attributes in reader.state.attributes]
            tables = SharedTables(module, reader.state.metadata.nodes, reader.state.types, lists)
            self.texts.append(ModuleText(module, BY_PROCESSES))
            self.numbers.append(PartNumbers(self.texts[-1], tables))
            self.modules.append(module)
            self.function(number).materialize()

    def function(self, number: int) -> Function:
        """The function of a part, in the module of that part."""
        return self.modules[number].functions[number]

    def number(self) -> bytes | None:
        """Number both parts; returns what is known after them, None if one concerns the other."""
        first = self.numbers[0].number(0, [self.function(0)], b"")
        if first is None:
            return None
        return self.numbers[1].number(1, [self.function(1)], first)


def test_parts_make_up_the_text() -> None:
    parts = Parts()
    first, second = parts.texts
    after = parts.number()
    assert after
    first.print_functions([parts.function(0)])
    others = second.functions([parts.function(1)])
    parts.numbers[0].know_all(after)
    text = first.finish([others], [second.nodes()])
    whole = print_module(read_bitcode(parts.bitcode, name="m"))
    assert b"".join(text) == whole
    assert b"!two !3" in whole


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(('!{!"x"}', '!{!"y"}'), ("!{i32 1}", "!{i32 2}"), ("!{!{!{}}}", "!{!{null}}")),
        *(("!{!DIExpression(1)}", "!{!DIExpression(2)}"), ('!DIBasicType(name: "x")', "!DIBasicType(size: 8)")),
    ],
)
def test_nodes_of_one_part_only(one: str, other: str) -> None:
    """Their numbers follow those of the part before. Equal nodes that are not distinct would be one node in the whole module."""
    for texts, is_known in (((one, other), True), ((one, one), False), ((f"distinct {one}", f"distinct {one}"), True)):
        parts = Parts()
        for number, text in enumerate(texts):
            parts.function(number).blocks[0].instructions[0].set_metadata("kind", parts.modules[number].metadata(text))
        assert (parts.number() is not None) == is_known
        assert parts.texts[1].printer.slots.first_number >= 4 or not is_known


@pytest.mark.parametrize(("other", "is_equal"), [("a", True), ("b", False)])
def test_equal_members_of_a_type(other: str, is_equal: bool) -> None:
    """They are equal if they have one name, whatever else they have."""
    parts = Parts()
    for number, name in enumerate(("a", other)):
        module = parts.modules[number]
        node = unique_node(module.context, SPECIALIZED_NODES["DIDerivedType"], member_operands(module, name, number))
        parts.function(number).blocks[0].instructions[0].set_metadata("kind", node)
    assert (parts.number() is None) == is_equal


def member_operands(module: Module, name: str, line: int) -> list[object]:
    """What describes a member of the type that the parts share."""
    derived = SPECIALIZED_NODES["DIDerivedType"]
    operands: list[object] = [None] * len(derived.fields)
    operands[derived.index_of("tag")] = TAG_MEMBER
    operands[derived.index_of("name")] = MDString.get(module.context, name)
    operands[derived.index_of("scope")] = module.named_metadata[0].operands[0]
    operands[derived.index_of("line")] = line
    return operands


def test_group_that_only_one_part_has() -> None:
    """The next part could not know it."""
    parts = Parts()
    call = parts.function(0).blocks[0].instructions[1]
    call.add_attribute("willreturn")  # type: ignore[attr-defined]
    assert parts.number() is None


def test_nodes_of_all_symbols_are_shared() -> None:
    text = (
        b"@v = global i32 0, !x !0\n@i = ifunc void (), ptr @f, !x !1\ndeclare !x !2 void @d()\ndefine ptr @f() !x !3 {\n"
        b"  ret ptr null\n}\n"
        b'!named = !{!4}\n!0 = !{!"0"}\n!1 = !{!"1"}\n!2 = !{!"2"}\n!3 = !{!"3", !5}\n!4 = !{!"4"}\n!5 = !{!"5"}\n'
    )
    tables = SharedTables(parse_assembly(text, "m", 22), [], [], [])
    assert len(tables.nodes) == 6
    assert [tables.place_of_node[node] for node in tables.nodes] == list(range(6))
