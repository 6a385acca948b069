"""Calls of intrinsics that a newer LLVM upgrades: bitcode of the older one, printed by both.

Each call has `tail`, an attribute and a name, so that a call that only gets another callee shows whether it keeps them. Each
declaration also stands alone once, because some declarations go where no call uses them.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import pyllvm
from fidelity.intrinsic_texts import Maker, intrinsic_names
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import INTEGER, METADATA, TOKEN, VOID, FunctionType, Type

pytestmark = [pytest.mark.oracle, pytest.mark.slow]
HEAD = "source_filename = "
TOGETHER = 64
# The integers of calls: of one, and of one of these in turn. Declarations stand without calls as well.
ALWAYS = 1
IN_TURN = (7, 0, -1)


@cache
def changed(old: int, new: int) -> list[tuple[str, FunctionType]]:
    """The intrinsics of the old version that the new one does not have, or has with other types: a name and a type of each."""
    maker = Maker(old)
    found = []
    for name in intrinsic_names(old):
        before, after = signature(name, old), signature(name, new)
        made = None if before is None else maker.right(before)
        if made is None or made[1].is_variadic or any(one.kind in (METADATA, TOKEN) for one in made[1].parameters):
            continue
        if after is None or after.match(made[1]).mismatch:
            found.append(made)
    return found


class Intrinsic(NamedTuple):
    """An intrinsic as a module has it: its number there, and the integers of its calls."""

    number: int
    integers: Sequence[int]
    name: str
    type: FunctionType


def module_text(intrinsic: Intrinsic) -> str:
    """A declaration, and a function that calls it with a constant for each integer and parameters for the rest."""
    number, integers, name, type = intrinsic
    declaration = f"declare {type.return_type} @{name}({', '.join(map(str, type.parameters))})\n"
    parameters = [f"{one} %p{at}" for at, one in enumerate(type.parameters) if one.kind != INTEGER]
    result = "" if type.return_type.kind == VOID else "%named = "
    back = "ret void" if type.return_type.kind == VOID else f"ret {type.return_type} %named"
    functions = [declaration]
    for place, integer in enumerate(integers):
        arguments = [
            f"{one} {_constant(one, integer)}" if one.kind == INTEGER else f"{one} %p{at}"
            for at, one in enumerate(type.parameters)
        ]
        call = f"  {result}tail call {type.return_type} @{name}({', '.join(arguments)}) cold\n  {back}\n"
        functions.append(f"define {type.return_type} @f{number}.{place}({', '.join(parameters)}) {{\n{call}}}\n")
    return "".join(functions)


def _constant(type: Type, integer: int) -> str:
    return ("false", "true")[integer & 1] if str(type) == "i1" else str(integer)


def _parts(intrinsics: Sequence[Intrinsic], said: str) -> list[Sequence[Intrinsic]]:
    """Each intrinsic that messages name, and the rest of them; halves where they name none, or all."""
    named = [one for one in intrinsics if f"@{one.name}(" in said]
    if 0 < len(named) < len(intrinsics):
        return [[one for one in intrinsics if one not in named], *([one] for one in named)]
    middle = len(intrinsics) // 2
    return [intrinsics[:middle], intrinsics[middle:]]


class Comparison:
    """What LLVM and pyllvm print of the same bitcode, for many intrinsics at once: starting the tools takes most of the time."""

    def __init__(self, assembler: str, printer: str, new_assembler: str, new: int, folder: Path) -> None:
        self._tools = assembler, printer
        self._new_assembler = new_assembler
        self._new = new
        self._path = folder / "a.bc"
        self.compared = 0
        self.different: list[str] = []

    def compare(self, intrinsics: Sequence[Intrinsic]) -> bool:
        """Compare a module that has them all. Where LLVM refuses it, compare those that it names alone; else, and where what is
        printed differs, compare its halves.

        Some types behind the names were drawn by chance, and no target has them. Of some such calls, LLVM makes a module that it
        refuses itself: these are not compared. The result says whether all were.
        """
        real, said = self._printed_by_llvm("".join(map(module_text, intrinsics)))
        if real is not None and real == self._printed_by_pyllvm():
            self.compared += len(intrinsics)
            return True
        if len(intrinsics) > 1:
            found = len(self.different)
            were_compared = [self.compare(part) for part in _parts(intrinsics, said)]
            if real is not None and all(were_compared) and found == len(self.different):
                self.different.append("together: " + ", ".join(one.name for one in intrinsics))
            return all(were_compared)
        if real is None or not self._is_valid(real):
            return False
        self.compared += 1
        self.different.append(intrinsics[0].name)
        return True

    def _is_valid(self, printed: str) -> bool:
        """Whether LLVM reads what it printed."""
        words = [self._new_assembler, "-o", "/dev/null"]
        return not subprocess.run(words, input=(HEAD + printed).encode(), capture_output=True).returncode

    def _printed_by_llvm(self, text: str) -> tuple[str | None, str]:
        """The text that LLVM prints, without the file's name, and its messages. No text if a tool refuses the module."""
        assembler, printer = self._tools
        made = subprocess.run([assembler, "-o", self._path], input=text.encode(), capture_output=True)
        if made.returncode:
            return None, made.stderr.decode()
        printed = subprocess.run([printer, "-o", "-", self._path], capture_output=True)
        return None if printed.returncode else printed.stdout.decode().partition(HEAD)[2], printed.stderr.decode()

    def _printed_by_pyllvm(self) -> str:
        try:
            module = pyllvm.parse_bitcode(self._path.read_bytes(), "a.bc", llvm_version=self._new)
        except PyllvmError as error:
            return str(error)
        return str(module).partition(HEAD)[2]


@pytest.mark.parametrize("is_called", [True, False])
@pytest.mark.parametrize(("old", "new"), [(14, 19), (14, 22), (19, 22)])
def test_upgraded_calls_print_as_llvm_prints_them(
    old: int, new: int, is_called: bool, llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    tools = llvm_tool(old, "llvm-as"), llvm_tool(new, "llvm-dis"), llvm_tool(new, "llvm-as")
    comparison = Comparison(*tools, new, tmp_path)
    intrinsics = [
        Intrinsic(number, (ALWAYS, IN_TURN[number % len(IN_TURN)]) if is_called else (), *one)
        for number, one in enumerate(changed(old, new))
    ]
    # A module declares a name once: the first of each name go before the second ones.
    times: Counter[str] = Counter()
    place = {}
    for one in intrinsics:
        place[one.number] = times[one.name]
        times[one.name] += 1
    intrinsics.sort(key=lambda one: place[one.number])
    for start in range(0, len(intrinsics), TOGETHER):
        comparison.compare(intrinsics[start : start + TOGETHER])
    assert comparison.compared > 20
    assert not comparison.different, "\n".join([f"{comparison.compared} were compared", *comparison.different])
