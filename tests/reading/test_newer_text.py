"""Which text is read as the newer LLVM that it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyllvm import NEWEST, PyllvmError, parse_assembly
from pyllvm.bitcode import BitcodeFile
from pyllvm.ir.module import Module
from pyllvm.reading.failures import DoesNotFit
from pyllvm.reading.newer_text import module_of_text, newer_version, parse_newer, reading_version
from pyllvm.wishes import Wishes

Run = Callable[..., Any]

NAMED = b'!llvm.ident = !{!0}\n!0 = !{!"clang version 19.1.0"}\n'


@pytest.mark.parametrize(
    ("data", "version", "expected"),
    [(NAMED, 14, 19), (NAMED, 19, None), (NAMED, NEWEST, None), (b"", 14, None)],
)
def test_newer_version(data: bytes, version: int, expected: int | None) -> None:
    assert newer_version(data, version) == expected


def attempts(accepting: set[int], is_valid: bool = True) -> tuple[list[tuple[int, bool]], int]:
    """The attempts at a text that some versions accept, and the version of the module."""
    made: list[tuple[int, bool]] = []

    def parse(version: int | None, is_trial: bool) -> Module:
        assert version is not None
        made.append((version, is_trial))
        if version not in accepting:
            raise PyllvmError(f"not for {version}")
        if is_trial and not is_valid:
            raise DoesNotFit
        return parse_assembly("", llvm_version=version)

    return made, parse_newer(parse, 14, 19).llvm_version


def test_the_older_version_comes_first() -> None:
    assert attempts({14, 19}) == ([(14, True)], 14)


def test_malformed_text_and_an_invalid_module_are_read_as_the_newer_version() -> None:
    assert attempts({19}) == ([(14, True), (19, False)], 19)
    assert attempts({14, 19}, is_valid=False) == ([(14, True), (19, False)], 19)


def test_the_error_is_that_of_the_version_asked_for() -> None:
    with pytest.raises(PyllvmError, match="not for 14"):
        attempts(set())


NEW = b"define i32 @f(ptr %p) memory(read) {\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n"


def as_text(data: bytes, version: int, notes: list[str] | None) -> Module:
    def parse(read_as: int | None, is_trial: bool) -> Module:
        return parse_assembly(data, llvm_version=read_as)

    wishes = Wishes(version)
    if notes is not None:
        wishes.may_be_newer = True
        wishes.warn = lambda one, _: notes.append(one.message)
    return module_of_text(parse, data, "m.ll", wishes)


def test_a_text_of_a_newer_llvm_is_read_as_the_newest_that_reads_it() -> None:
    notes: list[str] = []
    assert as_text(NEW, 14, notes).llvm_version == NEWEST
    assert notes == [
        f"LLVM 14 does not read this text (line 1: expected type); it is read as LLVM {NEWEST}'s, and brought to LLVM 14"
    ]


def test_a_text_is_read_as_the_version_that_is_given_for_it() -> None:
    wishes = Wishes(19, 14)
    parsed = module_of_text(
        lambda version, is_trial: parse_assembly(b"@p = global i8* null", llvm_version=version), b"", "", wishes
    )
    assert parsed.llvm_version == 14


def test_only_on_request() -> None:
    with pytest.raises(PyllvmError):
        as_text(NEW, 14, None)


def test_a_text_that_the_version_reads_stays() -> None:
    notes: list[str] = []
    assert as_text(NEW, 19, notes).llvm_version == 19
    assert notes == []


@pytest.mark.parametrize("text", [b"define int @f(ptr %p)", b"define i32 @f(i32* %p) {\n  ret i64 0\n}\n"])
def test_a_text_that_no_llvm_reads(text: bytes) -> None:
    notes: list[str] = []
    with pytest.raises(PyllvmError):
        as_text(text, 14, notes)
    assert notes == []
    assert reading_version(text, 14) is None


def test_a_text_with_intrinsics_of_the_llvm_that_it_names() -> None:
    """LLVM 20 takes the intrinsic for a function somewhere else."""
    declared = b"declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n"
    named = declared + b'!llvm.ident = !{!0}\n!0 = !{!"clang version 22.1.8"}\n'
    notes: list[str] = []
    assert as_text(named, 20, notes).llvm_version == 22
    assert as_text(named, 20, None).llvm_version == 20
    assert as_text(declared, 20, notes).llvm_version == 20
    assert notes == []


def test_a_newer_text_is_brought_to_the_version_asked_for(pyllvm: Run) -> None:
    assembled = pyllvm("as", "--llvm-version=14", "-o", "-", stdin=NEW)
    assert (assembled.status, BitcodeFile(assembled.output).version()) == (0, 14)
    assert pyllvm("verify", "--llvm-version=14", stdin=NEW).status == 0
    # LLVM 14 has no such calling convention.
    refused = pyllvm("verify", "--llvm-version=14", stdin=NEW.replace(b"i32 @f", b"preserve_nonecc i32 @f"))
    assert refused.status == 2
    assert "preserve_nonecc" in refused.errors
