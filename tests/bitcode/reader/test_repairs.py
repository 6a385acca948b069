"""What LLVM's reader of bitcode puts right: each row of the table, with the versions before and after, and the real LLVM."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.instructions import AllocaInst, AtomicCmpXchgInst, AtomicRMWInst, CallInst, LoadInst, StoreInst
from pyllvm.ir.metadata import Attachment, MDNode
from pyllvm.ir.module import Module
from pyllvm.migrations import bring
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.verifier import verify
from pyllvm.versions import NEWEST, OLDEST
from reader_repairs import REPAIRS, Repair
from rows import each_row


@dataclasses.dataclass
class Wrong:
    """A module with something wrong: its text, what that lacks, and what is printed of it, wrong and right."""

    text: str
    shown: str
    repaired: str
    change: Callable[[Module], None] | None = None
    since: int = OLDEST
    until: int = NEWEST

    def module(self, version: int) -> Module:
        """The module as a careless compiler of that version writes it."""
        text = self.text if version >= OPAQUE_POINTERS_SINCE else self.text.replace("ptr", "i8*")
        module = parse_assembly(text, llvm_version=version)
        if self.change is not None:
            self.change(module)
        return module

    def as_of(self, version: int, text: str) -> str:
        """A line as that version prints it."""
        return text if version >= OPAQUE_POINTERS_SINCE else text.replace("ptr", "i8*")


def _attach_again(module: Module) -> None:
    for instruction in module.functions[0].instructions:
        if instruction.attachments:
            other = module.named_metadata[0].operands[0]
            assert isinstance(other, MDNode)
            instruction.attachments.append(Attachment("range", other))


def _align(bytes_: int) -> Callable[[Module], None]:
    def change(module: Module) -> None:
        for instruction in module.functions[0].instructions:
            if isinstance(instruction, CallInst):
                alignment = AttributeSet([Attribute(KIND_OF_WORD["align"], integer=bytes_)])
                instruction.attributes = AttributeList(parameters={0: alignment})

    return change


def _drop_alignments(module: Module) -> None:
    for instruction in module.functions[0].instructions:
        if isinstance(instruction, (LoadInst, StoreInst, AllocaInst, AtomicRMWInst, AtomicCmpXchgInst)):
            instruction.alignment = 0


BRANCH = "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n"
WEIGHTS = '!0 = !{!"branch_weights", i32 1, i32 2, i32 3}\n'
EXPECTED = '!0 = !{!"branch_weights", !"expected", i32 1, i32 2}\n'

CASES = {
    "a wrong number of branch weights at br, switch, indirectbr, select or call": [
        Wrong(BRANCH + WEIGHTS,
              "label %b, !prof !0\n", "label %b\n"),
        Wrong(f"define i32 @f(i1 %c, i32 %x) {{\n  %s = select i1 %c, i32 %x, i32 1, !prof !0\n  ret i32 %s\n}}\n{WEIGHTS}",
              "i32 1, !prof !0\n", "i32 1\n"),
        Wrong(f"declare void @g()\ndefine void @f() {{\n  call void @g(), !prof !0\n  ret void\n}}\n{WEIGHTS}",
              "@g(), !prof !0\n", "@g()\n"),
        Wrong("define void @f(i32 %x) {\n  switch i32 %x, label %a [\n    i32 1, label %a\n  ], !prof !0\na:\n"
              "  ret void\n}\n" + WEIGHTS,
              "  ], !prof !0\n", "  ]\n"),
        Wrong(f"define void @f(ptr %x) {{\n  indirectbr ptr %x, [label %a], !prof !0\na:\n  ret void\n}}\n{WEIGHTS}",
              "[label %a], !prof !0\n", "[label %a]\n"),
    ],
    "several branch weights at a br without a condition": [
        Wrong(f"define void @f() {{\n  br label %a, !prof !0\na:\n  ret void\n}}\n{WEIGHTS}", "%a, !prof !0\n", "br label %a\n"),
    ],
    "branch weights with 'expected'": [
        Wrong(BRANCH + EXPECTED,
              "label %b, !prof !0\n", "label %b\n"),
    ],
    "two attachments of one kind at an instruction": [
        Wrong("define i8 @f(ptr %p) {\n  %x = load i8, i8* %p, align 1, !range !0\n  ret i8 %x\n}\n!a = !{!1}\n"
              "!0 = !{i8 0, i8 1}\n!1 = !{i8 2, i8 3}\n", "!range !0, !range !1", "align 1, !range !0\n",
              _attach_again, until=14),
        Wrong("define i8 @f(ptr %p) {\n  %x = load i8, ptr %p, align 1, !range !0\n  ret i8 %x\n}\n!a = !{!1}\n"
              "!0 = !{i8 0, i8 1}\n!1 = !{i8 2, i8 3}\n", "!range !0, !range !1", "align 1, !range !0\n",
              _attach_again, since=15),
    ],
    "attributes that the type of a value cannot have": [
        Wrong("declare noalias i32 @g(i32 nonnull)\ndefine i32 @f(i32 noalias %x) {\n  %y = call noalias i32 @g(i32 nonnull %x)\n"
              "  ret i32 %y\n}\n", shown, repaired)
        for shown, repaired in (
            ("declare noalias i32 @g(i32 nonnull)\n", "declare i32 @g(i32)\n"),
            ("@f(i32 noalias %x)", "@f(i32 %x)"),
            ("call noalias i32 @g(i32 nonnull %x)", "call i32 @g(i32 %x)"),
        )
    ] + [
        Wrong("declare void @g(...)\ndefine void @f(i32 %x) {\n  call void (...) @g(i32 nonnull %x)\n  ret void\n}\n",
              "@g(i32 nonnull %x)", "@g(i32 %x)"),
    ],
    "align of a vector of pointers": [
        Wrong("declare void @g(<2 x ptr> align 8)\n", "@g(<2 x ptr> align 8)", "@g(<2 x ptr>)"),
    ],
    "range of another width": [
        Wrong("declare range(i64 0, 5) i32 @g()\n", "declare range(i64 0, 5) i32", "declare i32", since=19),
    ],
    "align of 2^32 bytes and more": [
        Wrong("declare void @g(ptr)\ndefine void @f(ptr %p) {\n  call void @g(ptr %p)\n  ret void\n}\n", "align", "@g(ptr %p)\n",
              _align(1 << exponent))
        for exponent in (32, 40)
    ],
    "strictfp at a call in a function without it": [
        Wrong("declare void @g()\ndefine void @f() {\n  call void @g() strictfp\n  ret void\n}\n",
              "{ strictfp }", "{ nobuiltin }", since=9),
    ],
    "a bundle of an attached call without one": [
        Wrong('declare void @g()\ndefine void @f() {\n  call void @g() [ "clang.arc.attachedcall"() ]\n  ret void\n}\n',
              '@g() [ "clang.arc', "@g()\n", since=12),
    ],
    "a load, store or alloca without an alignment": [
        Wrong("define void @f() {\n  %p = alloca i8\n  store i8 1, i8* %p\n  %x = load i8, i8* %p\n  ret void\n}\n",
              shown, repaired, _drop_alignments, until=14)
        for shown, repaired in ((" i8\n", " i8, align 1\n"), ("store i8 1, i8* %p\n", "store i8 1, i8* %p, align 1\n"),
                                ("load i8, i8* %p\n", "load i8, i8* %p, align 1\n"))
    ] + [
        Wrong("%s = type { i8, i64 }\ndefine void @f(ptr %p, %s %x) {\n  store %s %x, ptr %p, align 1\n  ret void\n}\n",
              "ptr %p\n", "ptr %p, align 4\n", _drop_alignments, since=15),
        Wrong('target datalayout = "e-i64:64"\n%s = type { i8, i64 }\ndefine void @f(ptr %p) {\n  %x = load %s, ptr %p, align 1\n'
              "  ret void\n}\n", "ptr %p\n", "ptr %p, align 8\n", _drop_alignments, since=15),
    ],
    "an atomicrmw or cmpxchg without an alignment": [
        Wrong("define void @f(i64* %p) {\n  atomicrmw add i64* %p, i64 1 seq_cst\n  "
              "cmpxchg i64* %p, i64 0, i64 1 seq_cst seq_cst\n  ret void\n}\n",
              "seq_cst\n", "seq_cst, align 8\n", _drop_alignments, until=14),
        Wrong("define void @f(ptr %p) {\n  atomicrmw add ptr %p, i64 1 seq_cst\n  "
              "cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst\n  ret void\n}\n",
              "seq_cst\n", "seq_cst, align 8\n", _drop_alignments, since=15),
    ],
    "a bitcast between a musttail call and its return": [
        Wrong("declare ptr @g()\ndefine ptr @f() {\n  %x = musttail call ptr @g()\n  %y = bitcast ptr %x to ptr\n  ret ptr %y\n"
              "}\n", "%y = bitcast", "@g()\n  ret ptr %x\n", since=15),
    ],
}  # fmt: skip


def _wrongs() -> list[tuple[Repair, Wrong]]:
    return [(repair, wrong) for repair in REPAIRS for wrong in CASES[repair.wrong]]


def test_each_repair_has_a_case() -> None:
    assert {repair.wrong for repair in REPAIRS} == set(CASES)


@each_row(("repair", "wrong"), _wrongs())
def test_a_repair_by_versions(repair: Repair, wrong: Wrong) -> None:
    for version in {repair.since - 1, repair.since, repair.until, repair.until + 1, 14, 19, 22, NEWEST}:
        if not wrong.since <= version <= wrong.until:
            continue
        data = write_bitcode(wrong.module(version))
        read = read_bitcode(data)
        text = str(read)
        shown = wrong.as_of(version, wrong.shown)
        repaired = wrong.as_of(version, wrong.repaired)
        if repair.is_made_by(version):
            assert repaired in text
            assert shown not in text
            assert not verify(read)
        else:
            assert shown in text
        later = read_bitcode(data, lazy=True)
        later.materialize()
        assert str(later) == text


@pytest.mark.oracle
@pytest.mark.parametrize("version", [13, 14, 15, 16, 19, 22])
def test_llvm_makes_the_same(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    file = tmp_path / "a.bc"
    for _, wrong in _wrongs():
        if wrong.since <= version <= wrong.until:
            data = write_bitcode(wrong.module(version))
            file.write_bytes(data)
            command = [llvm_tool(version, "llvm-dis"), str(file), "-o", "-"]
            printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            assert str(read_bitcode(data, name=str(file))) == printed


@each_row("repair", [repair for repair in REPAIRS if repair.is_made_by(NEWEST)])
def test_an_upgrade_makes_the_repairs_of_the_newer_version(repair: Repair) -> None:
    for wrong in CASES[repair.wrong]:
        data = write_bitcode(wrong.module(max(wrong.since, 14)))
        module = read_bitcode(data, assumed_version=NEWEST)
        bring(module, NEWEST)
        assert not verify(module)
