"""Every ordered pair of module-flag behaviors, and flags with rules of their own: the real llvm-link's outcome and message."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.linker import Linker

pytestmark = pytest.mark.oracle

BEHAVIORS = {1: "Error", 2: "Warning", 3: "Require", 4: "Override", 5: "Append", 6: "AppendUnique", 7: "Max", 8: "Min"}
VERSIONS = (14, 22)


def flags(*rows: str) -> str:
    """A module with these flags."""
    lines = [f"!{number} = !{{{row}}}" for number, row in enumerate(rows)]
    names = ", ".join(f"!{number}" for number in range(len(rows)))
    return "\n".join([f"!llvm.module.flags = !{{{names}}}", *lines, ""])


def value(behavior: int, which: int) -> str:
    """A value that a flag of that behavior may have: the first, or another."""
    if behavior == 3:
        return f'!{{!"bar", i32 {which}}}'
    if behavior in (5, 6):
        return f'!{{!"a", i32 {which}}}'
    return f"i32 {which}"


def real_outcome(tool: str, inputs: list[str], folder: Path) -> tuple[bool, list[str], str]:
    """Whether llvm-link takes the modules, what it says, and the text that it writes."""
    paths: list[str] = []
    for number, text in enumerate(inputs):
        path = folder / f"{'abc'[number]}.ll"
        path.write_text(text)
        paths.append(path.name)
    process = subprocess.run([tool, "-S", "-disable-verify", *paths], cwd=folder, capture_output=True, text=True, check=False)
    said = [masked(line) for line in process.stderr.splitlines() if line]
    return process.returncode == 0, said, process.stdout


def our_outcome(version: int, inputs: list[str]) -> tuple[bool, list[str], str]:
    """The same of the linker here."""
    said: list[Diagnostic] = []
    linker = Linker(version, report=said.append)
    text = ""
    succeeded = True
    try:
        for number, one in enumerate(inputs):
            linker.link_in(parse_assembly(one.encode(), f"{'abc'[number]}.ll", llvm_version=version, context=linker.context))
        text = print_module(linker.finish()).decode()
    except PyllvmError as error:
        succeeded = False
        said.append(error.diagnostic)
    return succeeded, [masked(f"{one.severity}: {one.message}") for one in said], text


def masked(message: str) -> str:
    """A message without the addresses that LLVM shows for nodes."""
    message = re.sub(r"<0x[0-9a-f]+> = ", "", message)
    return re.sub(r"<0x[0-9a-f]+>", "!{...}", message)


def compare(version: int, inputs: list[str], tool: str, folder: Path) -> None:
    assert our_outcome(version, inputs) == real_outcome(tool, inputs, folder)


@pytest.mark.parametrize("are_equal", [True, False], ids=["equal", "unequal"])
@pytest.mark.parametrize("second", BEHAVIORS, ids=BEHAVIORS.values())
@pytest.mark.parametrize("first", BEHAVIORS, ids=BEHAVIORS.values())
@pytest.mark.parametrize("version", VERSIONS)
def test_pair(
    version: int, first: int, second: int, are_equal: bool, llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    pairs = [(1, 1)] if are_equal else [(1, 2), (2, 1)]
    for one, other in pairs:
        inputs = [
            flags('i32 4, !"bar", i32 1', f'i32 {first}, !"foo", {value(first, one)}'),
            flags(f'i32 {second}, !"foo", {value(second, other)}', 'i32 1, !"only here", i32 1'),
        ]
        compare(version, inputs, llvm_tool(version, "llvm-link"), tmp_path)


PARTICULAR = {
    "require holds": [['3, !"x", !{!"foo", i32 1}', '1, !"foo", i32 1'], ['1, !"foo", i32 1']],
    "require fails": [['3, !"x", !{!"foo", i32 1}'], ['1, !"foo", i32 2']],
    "require lacks": [['3, !"x", !{!"foo", i32 1}'], ['1, !"bar", i32 2']],
    "require of what is overridden": [['1, !"foo", i32 1'], ['3, !"x", !{!"foo", i32 2}', '4, !"foo", i32 2']],
    "require twice": [['3, !"x", !{!"foo", i32 1}', '1, !"foo", i32 1'], ['3, !"y", !{!"foo", i32 1}', '1, !"foo", i32 1']],
    "least value, missing first": [['1, !"foo", i32 1'], ['8, !"least", i32 3']],
    "least value, missing second": [['8, !"least", i32 3'], ['1, !"foo", i32 1']],
    "least value, missing third": [['8, !"least", i32 3'], ['8, !"least", i32 4'], ['1, !"foo", i32 1']],
    "repeated elements": [['6, !"foo", !{!"a", !"a"}'], ['6, !"foo", !{!"a", !"b", !"c", !"b"}'], ['6, !"foo", !{!"d"}']],
    "appended twice": [['5, !"foo", !{!"a"}'], ['5, !"foo", !{!"a"}'], ['5, !"foo", !{!"b", !"a"}']],
    "warning with strings": [['2, !"foo", !"x"'], ['2, !"foo", !{!"y", !{!"z"}}']],
    "floating point": [['2, !"foo", float 1.0'], ['2, !"foo", float 2.0']],
    "garbage collection 0 with 2": [
        ['1, !"Objective-C Garbage Collection", i32 0'],
        ['1, !"Objective-C Garbage Collection", i32 2'],
    ],
    "Objective-C": [
        ['1, !"Objective-C Version", i32 2', '1, !"Objective-C Image Info Version", i32 0'],
        ['1, !"Objective-C Image Info Version", i32 0', '4, !"Objective-C Class Properties", i32 64'],
    ],
    "Objective-C sections": [
        ['1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular, no_dead_strip"'],
        ['1, !"Objective-C Image Info Section", !"__DATA,__objc_imageinfo,regular,no_dead_strip"'],
    ],
    "Objective-C versions": [['1, !"Objective-C Version", i32 1'], ['1, !"Objective-C Version", i32 2']],
    "Swift": [['1, !"Objective-C Garbage Collection", i32 83953408'], ['1, !"Objective-C Garbage Collection", i8 0']],
    "PIC Level": [['1, !"PIC Level", i32 2'], ['7, !"PIC Level", i32 1'], ['8, !"PIC Level", i32 2']],
    "PIE Level": [['1, !"PIE Level", i32 2'], ['7, !"PIE Level", i32 1']],
    "branch protection": [
        ['1, !"branch-target-enforcement", i32 1', '1, !"sign-return-address-all", i32 1'],
        ['8, !"branch-target-enforcement", i32 0', '8, !"sign-return-address", i32 1'],
    ],
    "wchar_size": [['1, !"wchar_size", i32 4'], ['1, !"wchar_size", i32 2']],
    "short_enum": [['1, !"short_enum", i32 0', '1, !"short_wchar", i32 1'], ['1, !"short_enum", i32 0']],
    "code object": [['1, !"amdgpu_code_object_version", i32 500'], ['1, !"amdhsa_code_object_version", i32 500']],
}


@pytest.mark.parametrize("name", PARTICULAR)
@pytest.mark.parametrize("version", VERSIONS)
def test_particular(version: int, name: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    inputs = [flags(*(f"i32 {row}" for row in rows)) for rows in PARTICULAR[name]]
    compare(version, inputs, llvm_tool(version, "llvm-link"), tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
def test_symbols_in_flags_are_forgotten(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    pointer = "ptr" if version >= 15 else "void ()*"
    inputs = [
        f"define void @{name}() {{\n  ret void\n}}\n"
        + flags(f'i32 5, !"CG Profile", !{{!{{{pointer} @{name}, {pointer} @{name}, i64 32}}}}')
        for name in ("f", "g")
    ]
    compare(version, inputs, llvm_tool(version, "llvm-link"), tmp_path)
