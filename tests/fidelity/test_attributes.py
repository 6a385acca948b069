"""Every attribute in every place, alone and with all others, through the real tools of each version.

What `as_string` makes is given to llvm-as; llvm-dis must print it unchanged (order and spelling), the records that
llvm-bcanalyzer shows must decode to the sets that were meant, and encode to themselves.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pyllvm.bitcode.attributes import UnknownAttribute, decode_group, decode_list, encode_group
from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeList, AttributeSet, memory_value
from pyllvm.ir.types import Context, Type
from pyllvm.tables.attributes import (
    ATTRIBUTE_KINDS,
    FUNCTION,
    NONE,
    PARAMETER,
    RANGE,
    RANGE_LIST,
    RETURN,
    TYPE,
    AttributeKind,
)

pytestmark = pytest.mark.oracle

VERSIONS = (13, 14, 15, 16, 19, 22)
I32 = Context().integer(32)

# LLVM's own reader does not know the number that its writer gives these.
UNREADABLE = ("hybrid_patchable",)
# What is taken off a parameter whose type it does not fit, so that each needs its own.
ON_INTEGERS = ("signext", "zeroext", "noext", "allocalign", "range")
ON_FLOATS = ("nofpclass",)
ON_ANYTHING = ("inreg", "returned", "noundef", "immarg", "swiftself", "swiftasync")

INTEGER_VALUES = {
    "align": (1, 8),
    "alignstack": (8,),
    "allockind": (1, 2, 4, 9, 49),
    "allocsize": (0x1FFFFFFFF, 1),
    "captures": (0, 0x11, 15, 0x55, 0x3F, 0xCC, 0xF1, 0xFC),
    "dereferenceable": (8,),
    "dereferenceable_or_null": (16,),
    "nofpclass": (3, 1023, 0x204, 1, 0x3FC, 0x60),
    "vscale_range": (1 << 32 | 16, 2 << 32),
}
STRINGS = [
    Attribute.of_string("zz", 'a"b\\c\u00e9'),
    Attribute.of_string("a"),
    Attribute.of_string("A", "1"),
    Attribute.of_string("k_", "v"),
]


def samples(kind: AttributeKind, version: int) -> list[Attribute]:
    """Attributes of that kind with values that are printed in different ways."""
    word = kind.word
    if word == "uwtable":
        return [Attribute.of(word), *([Attribute.of_integer(word, 1)] if version >= 15 else [])]
    if version < kind.payload_since:
        return [Attribute.of(word)]
    if kind.payload == TYPE:
        return [Attribute.of_type(word, I32)]
    if kind.payload == NONE:
        return [Attribute.of(word)]
    if kind.payload == RANGE:
        bounds = ((32, -4, 5), (128, -4, 1 << 100), (1, -1, 0), (64, -(1 << 63), 5))
        return [Attribute.of_ranges(word, width, ((low, high),)) for width, low, high in bounds]
    if kind.payload == RANGE_LIST:
        return [Attribute.of_ranges(word, 64, ((-4, 5), (8, 12)))]
    if word == "memory":
        return [Attribute.of_integer(word, value) for value in dict.fromkeys(memory_samples(version))]
    return [Attribute.of_integer(word, value) for value in INTEGER_VALUES[word]]


def memory_samples(version: int) -> Iterable[int]:
    for default in range(4):
        yield memory_value(version, default, {})
        for location in ("argmem", "inaccessiblemem", "errnomem", "target_mem0"):
            for access in range(4):
                yield memory_value(version, default, {location: access})
        yield memory_value(version, default, {"argmem": 3, "inaccessiblemem": 1, "target_mem0": 2, "target_mem1": 2})


def attribute_lists(version: int, leave_out: tuple[str, ...]) -> list[AttributeList]:
    """A list for each attribute in each place, then some with all that may stand together."""
    lists: list[AttributeList] = []
    together: dict[int, list[Attribute]] = {FUNCTION: [], RETURN: [], PARAMETER: []}
    for kind in ATTRIBUTE_KINDS:
        if not kind.is_in(version) or kind.word in leave_out:
            continue
        some = samples(kind, version)
        for place in (FUNCTION, RETURN, PARAMETER):
            if kind.places(version) & place:
                together[place].append(some[0])
                lists.extend([in_place(place, AttributeSet([attribute])) for attribute in some])

    def chosen(place: int, takes: Callable[[str], bool]) -> AttributeSet:
        return AttributeSet([a for a in together[place] if takes(a.name)] + STRINGS)

    for takes in (
        lambda name: name not in ON_INTEGERS and name not in ON_FLOATS,
        lambda name: name in ON_INTEGERS or name in ON_ANYTHING,
        lambda name: name in ON_FLOATS or name in ON_ANYTHING,
    ):
        parameter = chosen(PARAMETER, takes).removing("sret")  # sret wants a function that returns nothing
        lists.append(AttributeList(EMPTY_SET, chosen(RETURN, takes), {0: parameter}))
    lists.append(AttributeList(chosen(FUNCTION, lambda name: True)))
    return lists


def in_place(place: int, attributes: AttributeSet) -> AttributeList:
    if place == FUNCTION:
        return AttributeList(attributes)
    if place == RETURN:
        return AttributeList(EMPTY_SET, attributes)
    return AttributeList(EMPTY_SET, EMPTY_SET, {0: attributes})


def module_text(lists: list[AttributeList], version: int) -> str:
    """A module that declares a function with each list, as LLVM prints it."""
    pointer = "ptr" if version >= 15 else "i8*"

    def type_for(attributes: AttributeSet) -> str:
        for attribute in attributes.attributes:
            if attribute.name == "range":
                return f"i{attribute.bit_width}"
            if attribute.name in ON_INTEGERS:
                return "i32"
            if attribute.name in ON_FLOATS:
                return "float"
        return pointer

    def string(attributes: AttributeSet, in_group: bool = False) -> str:
        return attributes.as_string(version, in_group, lambda type: "i32")

    lines: list[str] = []
    groups: dict[str, int] = {}
    for number, one in enumerate(lists):
        lines.append("")
        comment = one.function.comment_string(version, lambda type: "i32")
        if comment:
            lines.append(f"; Function Attrs: {comment}")
        returned = f"{string(one.returned)} {type_for(one.returned)}" if one.returned else "void"
        parameter = f"{type_for(one.parameter(0))} {string(one.parameter(0))}".rstrip()
        group = ""
        if one.function:
            group = f" #{groups.setdefault(string(one.function, True), len(groups))}"
        lines.append(f"declare {returned} @f{number}({parameter}){group}")
    lines.append("")
    lines.extend([f"attributes #{number} = {{ {text} }}" for text, number in groups.items()])
    return "\n".join(lines) + "\n"


def run(*words: str | Path, stdin: str = "") -> str:
    process = subprocess.run(words, input=stdin, capture_output=True, encoding="utf-8", timeout=60)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.parametrize("version", VERSIONS)
def test_text_is_printed_unchanged(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    text = module_text(attribute_lists(version, UNREADABLE), version)
    bitcode = tmp_path / "x.bc"
    run(llvm_tool(version, "llvm-as"), "-disable-verify", "-o", bitcode, "-", stdin=text)
    printed = run(llvm_tool(version, "llvm-dis"), "-o", "-", bitcode)
    kept = [line for line in printed.splitlines() if not line.startswith(("; ModuleID", "source_filename"))]
    assert "\n".join(kept).strip().splitlines() == text.strip().splitlines()


@pytest.mark.parametrize("version", VERSIONS)
def test_records_both_ways(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    lists = attribute_lists(version, ())
    bitcode = tmp_path / "x.bc"
    text = module_text(lists, version)
    run(llvm_tool(version, "llvm-as"), "-disable-verify", "-o", bitcode, "-", stdin=text)
    dump = run(llvm_tool(version, "llvm-bcanalyzer"), "-dump", bitcode)
    groups: dict[int, tuple[int, AttributeSet]] = {}
    for record in records(dump, "PARAMATTR_GROUP_BLOCK_ID"):
        types: list[int] = []

        def type_of(number: int, types: list[int] = types) -> Type:
            types.append(number)
            return I32

        def type_id(type: Type, types: list[int] = types) -> int:
            return types[0]

        unknown: list[UnknownAttribute] = []
        group, place, attributes = decode_group(record, type_of, version, unknown)
        assert unknown == []
        assert encode_group(group, place, attributes, version, type_id) == record
        groups[group] = (place, attributes)
    expected = list(dict.fromkeys([pair for one in lists for pair in one.indexed()]))
    assert list(groups.values()) == expected
    assert [decode_list(record, groups) for record in records(dump, "PARAMATTR_BLOCK")] == list(dict.fromkeys(lists))


def records(dump: str, block: str) -> list[list[int]]:
    """The operands of each record in a block, from llvm-bcanalyzer's dump (which shows them as signed numbers)."""
    found = re.search(rf"<{block}(?:_ID)? .*?</{block}", dump, re.DOTALL)
    assert found
    lines = re.findall(r"<ENTRY([^>]*)/>", found.group())
    return [[int(operand) & (1 << 64) - 1 for operand in re.findall(r"=(-?\d+)", line)] for line in lines]
