"""The fuzzer itself: its inputs are the same every time, its judge sees faults, and the first inputs of each target have none."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn
from zipfile import ZipFile

import pytest
from tests.fuzz import judge as judging
from tests.fuzz import real_llvm, seeds, targets
from tests.fuzz.bitstream_tree import decode, encode
from tests.fuzz.grammar_texts import random_module
from tests.fuzz.oss_fuzz import seed_corpus
from tests.fuzz.other_build import OtherBuild
from tests.fuzz.targets import TARGETS, Result, Target, make
from tests.fuzz.unreadable import is_known_as_unreadable

import pyllvm
from pyllvm.diagnostics import PyllvmError

pytestmark = pytest.mark.once

#: Inputs of each target here; `python -m tests.fuzz.run` tries more. These numbers have no findings that are known.
COUNT = 25
OSS_FUZZ: Final = Path(__file__).with_name("oss_fuzz")


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_same_number_makes_the_same_input(target: str) -> None:
    assert make(target, 1) == make(target, 1) != make(target, 2)


def test_oss_fuzz_has_a_fuzzer_for_each_target() -> None:
    programs = {path.stem.removeprefix("fuzz_"): path.read_text(encoding="utf-8") for path in OSS_FUZZ.glob("fuzz_*.py")}
    assert set(programs) == set(TARGETS)
    assert [target for target, text in programs.items() if f'fuzz("{target}", ' not in text] == []


def test_a_seed_corpus_has_the_first_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "FIRST_INPUTS", 5)
    for name in ("a.zip", "b.zip"):
        seed_corpus.write("text", str(tmp_path / name))
    with ZipFile(tmp_path / "a.zip") as archive:
        assert [archive.read(name) for name in archive.namelist()] == [make("text", number) for number in range(5)]
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_tree_of_records_is_written_as_it_was_read() -> None:
    for data in seeds.bitcode()[:10]:
        blocks = decode(data)
        again = encode(blocks)
        assert decode(again) == blocks
        assert str(pyllvm.parse_bitcode(again)) == str(pyllvm.parse_bitcode(data))


def test_texts_of_the_grammar_reach_the_builder() -> None:
    """Most of them break another rule than the grammar's. If all were refused as syntax, the generator would be wrong."""
    messages = set[str]()
    for number in range(60):
        if len(messages) > 5:
            break
        try:
            pyllvm.parse_assembly(random_module(random.Random(number)).encode())
        except PyllvmError as error:
            messages.add(error.diagnostic.message)
    assert len(messages) > 5


@pytest.mark.parametrize(
    ("problem", "fault"),
    [
        (KeyError("x"), "KeyError"),
        (RecursionError(), "RecursionError"),
        (MemoryError(), "out of memory"),
        (PyllvmError(""), "an error without a message"),
        (PyllvmError("refused"), ""),
    ],
)
def test_the_judge_sees_faults(monkeypatch: pytest.MonkeyPatch, problem: Exception, fault: str) -> None:
    def fail(data: bytes) -> NoReturn:
        raise problem

    monkeypatch.setitem(TARGETS, "failing", Target(lambda chance: b"", fail))
    verdict = judging.judge("failing", b"")
    assert fault in verdict.fault
    assert bool(verdict.fault) == bool(fault)


@pytest.mark.slow
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_first_inputs_have_no_faults(target: str) -> None:
    faults = [verdict.fault for number in range(COUNT) if (verdict := judging.judge(target, make(target, number))).fault]
    assert faults == []


def test_the_judge_asks_the_real_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    valid = Result(b"content", ((19, b"old"), (23, b"new")))
    monkeypatch.setitem(TARGETS, "valid", Target(lambda chance: b"", lambda data: valid))
    asked: list[tuple[int, bytes]] = []

    def refusal(version: int, bitcode: bytes) -> str:
        asked.append((version, bitcode))
        return "Invalid record" if version == 22 else ""

    monkeypatch.setattr(real_llvm, "refusal", refusal)
    assert judging.judge("valid", b"", (19,)).fault == ""
    assert judging.judge("valid", b"", (19, 22)).fault == "LLVM 22 refuses a file of LLVM 19 that verifies: Invalid record"
    assert asked == [(19, b"old"), (19, b"old"), (22, b"old")]  # no LLVM is asked about files of a later one


@pytest.mark.oracle
def test_the_real_llvm_refuses_what_is_no_bitcode(llvm_tool: Callable[[int, str], str]) -> None:
    llvm_tool(19, "opt")
    assert real_llvm.refusal(19, pyllvm.to_bitcode(pyllvm.parse_assembly("@g = global i32 0\n", llvm_version=19))) == ""
    assert "Invalid bitcode signature" in real_llvm.refusal(19, b"BC\xc0\xde\0")
    assert not real_llvm.accepts(19, b"BC\xc0\xde\0")


def test_a_file_that_its_own_llvm_accepts_is_no_finding(
    monkeypatch: pytest.MonkeyPatch, llvm_tool: Callable[[int, str], str]
) -> None:
    llvm_tool(14, "opt")
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly("@g = global i32 0\n", llvm_version=14))
    monkeypatch.setitem(TARGETS, "valid", Target(lambda chance: b"", lambda data: Result(b"", ((14, bitcode),))))
    monkeypatch.setattr(real_llvm, "refusal", lambda version, bitcode: "no")
    assert not judging.judge("valid", b"", (19,)).fault


def test_a_file_that_a_later_llvm_reads_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "valid", Target(lambda chance: b"", lambda data: Result(b"", ((14, b"new"),))))
    monkeypatch.setattr(real_llvm, "refusal", lambda version, bitcode: "Unknown attribute kind (105)" if version == 19 else "")
    monkeypatch.setattr(real_llvm, "accepts", lambda version, bitcode: version == 22)
    assert judging.judge("valid", b"", (19,)).fault.endswith("Unknown attribute kind (105)")
    assert not judging.judge("valid", b"", (19, 22)).fault


def test_another_build_has_the_same_outcomes() -> None:
    other = OtherBuild(Path(pyllvm.__file__).parents[1])
    try:
        for target, number in (("records", 3), ("text", 5), ("dump", 1)):
            data = make(target, number)
            assert other.outcome(target, data) == judging.judge(target, data).outcome
    finally:
        other.close()


@pytest.mark.parametrize(
    ("text", "message", "is_known"),
    [
        ('define void @"\\00"() {', "expected function name", True),
        ('declare void @a()\n@"b\\00" = global i8 0', "NUL character is not allowed in names", True),
        ("define void @a() {", "expected function name", False),
        ('@a = global [2 x i8] c"a\\00"', "expected type", False),
        ("!0 = !DILabel(scope: !1, file: !2, line: 3)", "missing required field 'name'", True),
        ("!0 = !DILocation(line: 3)", "missing required field 'scope'", False),
    ],
)
def test_texts_that_llvm_cannot_read_either(text: str, message: str, is_known: bool) -> None:
    assert is_known_as_unreadable(text, message) == is_known
