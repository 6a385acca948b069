"""Which text is read as the newer LLVM that it names."""

from __future__ import annotations

import pytest

from pyllvm import NEWEST, PyllvmError, parse_assembly
from pyllvm.ir.module import Module
from pyllvm.reading.newer_text import DoesNotFit, newer_version, parse_newer

NAMED = b'!llvm.ident = !{!0}\n!0 = !{!"clang version 19.1.0"}\n'


@pytest.mark.parametrize(
    ("data", "version", "expected"),
    [(NAMED, 14, 19), (NAMED, 19, None), (NAMED, NEWEST, None), (NAMED, None, None), (b"", 14, None)],
)
def test_newer_version(data: bytes, version: int | None, expected: int | None) -> None:
    assert newer_version(data, version) == expected


def attempts(accepting: set[int], is_valid: bool = True) -> tuple[list[tuple[int, bool]], int]:
    """The attempts at a text that some versions accept, and the version of the module."""
    made: list[tuple[int, bool]] = []

    def parse(version: int, is_trial: bool) -> Module:
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
