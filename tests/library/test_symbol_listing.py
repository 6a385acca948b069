"""The forms of nm's lists are llvm-nm's; `tests/fidelity/test_nm.py` compares more of them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm.library.symbol_listing import ListingOptions, exported, file_prefix, listing
from pyllvm.library.symbols import symbol_table
from pyllvm.wishes import Wishes

TABLE = symbol_table(
    b'target triple = "x86_64-linux"\n@a = weak global i8 0\ndefine void @f() {\n  ret void\n}\ndeclare void @g()\n',
    Wishes(),
)


def listed(**settings: object) -> str:
    """The list with these options."""
    options = ListingOptions()
    for name, value in settings.items():
        setattr(options, name, value)
    return listing(TABLE, options, "x.bc")


def test_forms() -> None:
    assert listed() == "---------------- W a\n---------------- T f\n                 U g\n"
    assert listed(format="posix") == "a W ---------------- 0\nf T ---------------- 0\ng U 0 0\n"
    assert listed(format="just-symbols", reverse_sort=True) == "g\nf\na\n"
    assert listed(format="darwin").splitlines()[1] == "---------------- (LTO,CODE) external f"
    assert listed(numeric_sort=True, format="just-symbols") == "g\na\nf\n"
    assert listed(print_file_name=True, undefined_only=True) == "x.bc:                  U g\n"
    assert listed(no_weak=True, defined_only=True, format="just-symbols") == "f\n"


def test_names_in_front_of_lines() -> None:
    assert file_prefix("x.o", "lib.a", "bsd") == "lib.a:x.o: "
    assert file_prefix("x.o", "lib.a", "posix") == "lib.a[x.o]: "


def test_exported_names_are_there_once() -> None:
    options = ListingOptions()
    options.defined_only = options.extern_only = True
    assert exported([TABLE, TABLE], options) == "a\nf\n"


SYMBOLS = """\
target triple = "%s"
module asm ".globl of_assembly"
module asm "of_assembly:"
@weak = weak global i8 0
@common = common global i32 0
@private = private constant i8 1
@internal = internal global i8 1
@hidden = hidden constant [2 x i8] c"ab"
@another = alias i8, ptr @weak
@outside = external global i8
@maybe = extern_weak global i8
define void @function() {
  ret void
}
define linkonce_odr void @once() {
  ret void
}
declare void @called()
"""
OPTIONS = {
    "": {}, "-n": {"numeric_sort": True}, "-r": {"reverse_sort": True}, "-p": {"no_sort": True}, "-u": {"undefined_only": True},
    "-U": {"defined_only": True}, "-g": {"extern_only": True}, "-W": {"no_weak": True}, "-S": {"print_size": True},
    "-A": {"print_file_name": True}, "--size-sort": {"size_sort": True}, "-x -m": {"hexadecimal": True, "format": "darwin"},
    "-m": {"format": "darwin"}, "-P": {"format": "posix"}, "-f sysv": {"format": "sysv"}, "-j": {"format": "just-symbols"},
    "-A -P": {"print_file_name": True, "format": "posix"},
    "-g -U -n": {"extern_only": True, "defined_only": True, "numeric_sort": True},
}  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("triple", ["x86_64-linux", "x86_64-apple-macosx"])
@pytest.mark.parametrize("version", [16, 19, 22])
def test_lists_are_those_of_llvm_nm(version: int, triple: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "m.bc"
    pyllvm.write(pyllvm.parse_assembly(SYMBOLS % triple, llvm_version=version), path)
    table = symbol_table(path.read_bytes(), Wishes())
    differing = []
    for words, settings in OPTIONS.items():
        options = ListingOptions()
        options.version = version
        for name, value in settings.items():
            setattr(options, name, value)
        real = subprocess.run([llvm_tool(version, "llvm-nm"), *words.split(), str(path)], capture_output=True, text=True)
        if listing(table, options, str(path)) != real.stdout:
            differing.append((words, listing(table, options, str(path)), real.stdout))
    assert differing == []
