"""What is said of random data layout strings is what the real assemblers say of them."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.target.data_layout import DataLayout

pytestmark = pytest.mark.oracle

COUNT = 100
SPECIFICATIONS = (
    "e", "E", "p:64:64", "p1:32:32:64:16", "p2:8:8", "i32:32", "i8:8", "i64:32:64", "i1:8:16", "f64:64", "f80:128:128",
    "v128:128", "v16:16:32", "a:0:64", "a:8", "n8:16:32", "n64", "S128", "S0", "Fi8", "Fn32", "P1", "A5", "G1", "m:e", "m:l",
    "ni:1", "ni:2:3", "s0", "s8:8", "pe1:64:64", "pu(x)2:64:64:64:32", "p3(G):64:64", "m:o",
)  # fmt: skip
NUMBERS = (
    "0",
    "1",
    "7",
    "8",
    "16",
    "24",
    "32",
    "64",
    "65536",
    "524288",
    "16777215",
    "16777216",
    "4294967296",
    "-8",
    "x",
    "",
    "08",
)


def random_string(random_numbers: random.Random) -> str:
    """A few specifications, each perhaps with a number or a character changed."""
    parts = random_numbers.sample(SPECIFICATIONS, random_numbers.randint(1, 3))
    place = random_numbers.randrange(len(parts))
    kind = random_numbers.random()
    if kind < 0.6:
        numbers = list(re.finditer(r"\d+", parts[place]))
        if numbers:
            number = random_numbers.choice(numbers)
            replacement = random_numbers.choice(NUMBERS)
            parts[place] = parts[place][: number.start()] + replacement + parts[place][number.end() :]
    elif kind < 0.85:
        at = random_numbers.randrange(len(parts[place]) + 1)
        parts[place] = parts[place][:at] + random_numbers.choice((":", "-", "", "0", "x", ":8")) + parts[place][at + 1 :]
    return "-".join(parts)


def real_complaint(assembler: str, string: str) -> str:
    """What the assembler says; up to LLVM 19 it dies of a malformed string."""
    text = f'target datalayout = "{string}"\n'
    said = subprocess.run([assembler, "-o", "-"], input=text.encode(), capture_output=True, check=False).stderr.decode()
    found = re.match(r"LLVM ERROR: (.*)|.*?error: (.*)", said)
    return (found[1] or found[2]) if found else ""


def our_complaint(string: str, version: int) -> str:
    """What we say."""
    try:
        DataLayout(string, version).check()
    except PyllvmError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("version", [14, 19, 22])
def test_complaints(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    random_numbers = random.Random(version)
    assembler = llvm_tool(version, "llvm-as")
    strings = [random_string(random_numbers) for _ in range(COUNT)]
    expected = {string: real_complaint(assembler, string) for string in strings}
    assert {string: our_complaint(string, version) for string in strings} == expected
    assert COUNT // 10 < sum(complaint != "" for complaint in expected.values()) < COUNT
