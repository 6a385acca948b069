"""What is said of random constraint strings is what the real assembler says of them."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.ir.target.asm_constraints import constraint_problem
from pyllvm.ir.types import Context, FunctionType

pytestmark = pytest.mark.oracle

COUNT = 120
PREFIXES = ("", "", "", "=", "=", "=&", "=*", "*", "~", "!", "%", "=%", "&", "#", "=&&", "~*", "==")
CODES = (
    "r",
    "m",
    "i",
    "{eax}",
    "{a|b}",
    "0",
    "1",
    "2",
    "4294967296",
    "007",
    "^wc",
    "@2Um",
    "X",
    "*",
    "{ax",
    "",
    "|",
    "r|m",
    "0|1",
)


def random_constraints(random_numbers: random.Random) -> str:
    """Up to five constraints: outputs, inputs and clobbers in order, most of the time."""
    parts = []
    for _ in range(random_numbers.randint(0, 5)):
        codes = "".join(random_numbers.choices(CODES, k=random_numbers.choice((1, 1, 1, 2, 3))))
        parts.append(random_numbers.choice(PREFIXES) + codes)
    if random_numbers.random() < 0.7:
        parts.sort(key=lambda part: {"=": 0, "!": 2, "~": 3}.get(part[:1], 1))
    return ",".join(parts)


def random_call(random_numbers: random.Random) -> tuple[str, int, str]:
    """The text of a result type, a number of parameters, and constraints that often go with them."""
    constraints = random_constraints(random_numbers)
    parts = constraints.split(",") if constraints else []
    outputs = sum(part.startswith("=") and not part.startswith("=*") for part in parts)
    inputs = sum(not part.startswith(("~", "!", "=")) or part.startswith("=*") for part in parts)
    if random_numbers.random() < 0.2:
        outputs, inputs = random_numbers.randint(0, 3), random_numbers.randint(0, 3)
    result = "void" if outputs == 0 else "i32" if outputs == 1 else "{ " + ", ".join(["i32"] * outputs) + " }"
    return result, inputs, constraints


def function_type(result: str, inputs: int) -> FunctionType:
    """The type that such a text means."""
    context = Context()
    word = context.integer(32)
    members = result.count("i32")
    returned = context.void if members == 0 else context.literal_struct([word] * members) if "{" in result else word
    return context.function(returned, [word] * inputs)


@pytest.mark.parametrize("version", [14, 19, 22])
def test_constraints(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    random_numbers = random.Random(version)
    assembler = llvm_tool(version, "llvm-as")
    different: list[tuple[str, str, str]] = []
    refused = 0
    for _ in range(COUNT):
        result, inputs, constraints = random_call(random_numbers)
        arguments = ", ".join(["i32 0"] * inputs)
        text = f'define void @f() {{\n  %x = call {result} asm "", "{constraints}"({arguments})\n  ret void\n}}\n'
        text = text.replace("%x = call void", "call void")
        run = subprocess.run([assembler, "-disable-verify", "-o", "-"], input=text.encode(), capture_output=True, check=False)
        said = run.stderr.decode().partition("error: ")[2].partition("\n")[0]
        ours = constraint_problem(function_type(result, inputs), constraints, version)
        if ours and version < 15:
            ours = "invalid type for inline asm constraint string"
        refused += ours != ""
        if said != ours:
            different.append((text, said, ours))
    assert different == []
    assert COUNT // 10 < refused < COUNT
