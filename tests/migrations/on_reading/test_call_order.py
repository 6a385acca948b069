"""The order in which upgraded calls declare what they need."""

from __future__ import annotations

import re

import pytest

from pyllvm import parse_assembly, to_assembly

TEXT = """declare <16 x i8> @llvm.x86.sse2.psubs.b(<16 x i8>, <16 x i8>)
declare <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8>, <16 x i8>)

define <16 x i8> @f(<16 x i8> %x, <16 x i8> %y) {
  %a = call <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8> %x, <16 x i8> %y)
  %b = call <16 x i8> @llvm.x86.sse2.psubs.b(<16 x i8> %a, <16 x i8> %y)
  %c = call <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8> %b, <16 x i8> %y)
  ret <16 x i8> %c
}
"""


@pytest.mark.parametrize(("version", "names"), [(19, ["ssub", "sadd"]), (22, ["sadd", "ssub"])])
def test_the_first_call_or_the_first_declaration_decides(version: int, names: list[str]) -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=7), llvm_version=version)
    assert re.findall(r"declare .*@llvm\.(\w+)\.sat", printed) == names
