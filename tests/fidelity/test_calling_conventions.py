"""Every calling convention's number, given as `cc N`, is printed by the real tools as our table says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.tables import calling_conventions

pytestmark = pytest.mark.oracle

# 83, x86_intrcc, wants a parameter of its own kind.
NUMBERS = [*range(1, 83), *range(84, 130), calling_conventions.MAXIMUM]


@pytest.mark.parametrize("version", [13, 14, 15, 16, 19, 22])
def test_printed_words(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = "".join([f"declare cc {number} void @f{number}(i32)\n" for number in NUMBERS])
    bitcode = subprocess.run(
        [llvm_tool(version, "llvm-as"), "-disable-verify", "-o", "-"],
        input=text.encode(),
        capture_output=True,
        check=True,
    ).stdout
    printed = subprocess.run([llvm_tool(version, "llvm-dis")], input=bitcode, capture_output=True, check=True).stdout
    found = {int(number): word for word, number in re.findall(r"declare (.*) void @f(\d+)\(", printed.decode())}
    assert found == {number: calling_conventions.text(number, version) for number in NUMBERS}
