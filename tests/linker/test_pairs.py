"""All pairs of forms of symbols, appending arrays and comdats, and all constructs: linked, or refused, as by llvm-link."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.linker import Linker

# `#` is the number of the pair. `USER` uses the symbol.
LINKAGES = ("", "weak ", "linkonce ", "weak_odr hidden ", "available_externally ", "internal ")
SYMBOLS = (
    *(f"@s# = {linkage}unnamed_addr global i32 1\nUSER" for linkage in LINKAGES),
    *(f"define {linkage}void @s#() {{\n  ret void\n}}\nUSER" for linkage in LINKAGES),
    *(f"@s# = common global {type}" for type in ("i32 0", "i32 0, align 32", "i64 0, align 16")),
    *(f"@s# = {linkage}global i32\nUSER" for linkage in ("external ", "extern_weak ", "external dllimport ")),
    *(f"declare {linkage}void @s#()\nUSER" for linkage in ("", "extern_weak ", "dllimport ")),
    *(f"@s# = {linkage}alias i32, ptr @t#\n@t# = internal global i32 1\nUSER" for linkage in LINKAGES[:3]),
)
ARRAY = "global [1 x i32] [i32 1]"
ARRAYS = (
    *(f"@s# = appending {words}{ARRAY}" for words in ("", "hidden ", "unnamed_addr ", "addrspace(1) ")),
    *(f"@s# = appending {ARRAY}, {words}" for words in ("align 8", 'section "s"')),
    "@s# = appending constant [2 x i32] [i32 2, i32 3]",
    "@s# = appending global [1 x i64] [i64 1]",
    f"@s# = {ARRAY}",
    "@s# = external global [1 x i32]",
)
LEADERS = (
    *(
        f"@s# = {linkage}global {value}, comdat\nUSER"
        for linkage in ("", "linkonce_odr ")
        for value in ("i32 1", "i32 2", "i64 1")
    ),
    "@s# = weak alias i32, ptr @t#\n@t# = internal global i32 1, comdat($s#)\nUSER",
    "define weak void @s#() comdat {\n  br label %l\nl:\n  ret void\n}\n@u# = weak global ptr blockaddress(@s#, %l), comdat($s#)",
)
KINDS = ("any", "exactmatch", "largest", "nodeduplicate", "samesize")
COMDATS = [[f"$s# = comdat {kind}\n{leader}" for leader in LEADERS] for kind in KINDS]
GROUP = "$s# = comdat any\n@s# = linkonce_odr global i32 1, comdat\n@m# = linkonce_odr hidden global ptr @s#, comdat($s#)\n"
GROUPS = (GROUP, f"{GROUP}USER\n@n# = weak global ptr @m#", "$s# = comdat any\n@s# = linkonce_odr global i32 1, comdat\nUSER")
BODIES = ("opaque", "{ i32 }", "<{ i32 }>", "{ i64 }", "{ [2 x %u#] }", "{ { %u# }, <2 x ptr> }", "{ %u#, ptr addrspace(1) }")
TYPES = [f"%t# = type {body}\n%u# = type {{ i8 }}\n@s# = external global %t#\nUSER" for body in BODIES]
PAIRS = [
    *product(SYMBOLS, SYMBOLS),
    *product(TYPES, TYPES),
    *product(ARRAYS, ARRAYS),
    *product(GROUPS, GROUPS),
    *(pair for forms in COMDATS for pair in product(forms, forms)),
    *product([forms[0] for forms in COMDATS], repeat=2),
]


def numbered(pair: tuple[str, str], number: int) -> list[str]:
    """The texts of both modules."""
    texts = [
        one.replace("USER", f"@{user}# = global ptr @s#\n!named# = !{{!#}}\n!# = !{{ptr @s#, i32 1}}")
        for user, one in zip("ab", pair, strict=True)
    ]
    return [one.replace("#", str(number)) + "\n" for one in texts]


def linked(texts: list[str], version: int) -> str:
    """The text of the result, or the message."""
    linker = Linker(version)
    try:
        for number, text in enumerate(texts):
            linker.link_in(parse_assembly(text.encode(), f"m{number}", llvm_version=version, context=linker.context))
    except PyllvmError as error:
        return f"error: {error.diagnostic.message}"
    return str(linker.finish())


def really_linked(texts: list[str], tool: str, folder: Path) -> str:
    """The same by llvm-link."""
    paths = [folder / f"m{number}" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    done = subprocess.run([tool, "-S", *paths], capture_output=True, text=True)
    return done.stderr.splitlines()[-1] if done.returncode else done.stdout


@pytest.mark.oracle
@pytest.mark.parametrize("version", [16, 22])
def test_pairs(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    tool = llvm_tool(version, "llvm-link")
    together = ["", ""]
    for number, pair in enumerate(PAIRS):
        texts = numbered(pair, number)
        found = linked(texts, version)
        if found.startswith("error: "):
            assert found == really_linked(texts, tool, tmp_path), pair
        else:
            together = [all + one for all, one in zip(together, texts, strict=True)]
    assert linked(together, version) == really_linked(together, tool, tmp_path)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 22])
def test_all_constructs(version: int, data: Path, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    texts = [(data / f"constructs.{version}.ll").read_text(), "define void @other() {\n  ret void\n}\n"]
    tool = llvm_tool(version, "llvm-link")
    for order in (texts, texts[::-1]):
        assert linked(order, version) == really_linked(order, tool, tmp_path)
