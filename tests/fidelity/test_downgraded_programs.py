"""Real programs of the newest clang, brought to an older LLVM, compiled there, and run: they do what the direct build does.

For LLVM 7 the real LLVM 7 reads and verifies the bitcode and writes its own, which LLVM 14 compiles. The programs are those of
`test_linked_programs`, which says where their bitcode is.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from .conftest import Library
from .test_linked_programs import LUA_OUTPUT, LUA_SCRIPT, NO_PACKAGES, SAMPLE, compiled, link, modules_of, run

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

Build = Callable[[str, list[str], str], "tuple[Path, Path]"]

# lz4 and zlib are libraries: each program packs (p) or unpacks a file.
LZ4_MAIN: Final = """
#include <stdio.h>
#include <string.h>
int LZ4_compress_default(const char *, char *, int, int);
int LZ4_decompress_safe(const char *, char *, int, int);
static char from[1 << 20], to[1 << 20];
int main(int count, char **words) {
  int size = fread(from, 1, sizeof from, stdin);
  int done = *words[1] == 'p' ? LZ4_compress_default(from, to, size, sizeof to) : LZ4_decompress_safe(from, to, size, sizeof to);
  return done <= 0 || fwrite(to, 1, done, stdout) != (unsigned)done;
}
"""
ZLIB_MAIN: Final = """
#include <stdio.h>
int compress(unsigned char *, unsigned long *, const unsigned char *, unsigned long);
int uncompress(unsigned char *, unsigned long *, const unsigned char *, unsigned long);
static unsigned char from[1 << 20], to[1 << 20];
int main(int count, char **words) {
  unsigned long size = fread(from, 1, sizeof from, stdin), room = sizeof to;
  int failed = *words[1] == 'p' ? compress(to, &room, from, size) : uncompress(to, &room, from, size);
  return failed || fwrite(to, 1, room, stdout) != room;
}
"""

COMPILING: Final = 14
"""The LLVM that compiles what went down."""


@pytest.fixture(params=os.environ.get("PYLLVM_NEWER_FLAVOURS", "22-O2g 23-O2g").split())
def flavour(request: pytest.FixtureRequest) -> str:
    """The clang that compiled the programs, and how."""
    return str(request.param)


@pytest.fixture(params=[14, 7])
def build(
    request: pytest.FixtureRequest,
    flavour: str,
    pyllvm: Callable[..., Any],
    llvm_tool: Callable[[int, str], str],
    llvm_library: Callable[[int], Library],
    tmp_path: Path,
) -> Build:
    """Make two programs of the modules of one: by its own LLVM, and by LLVM 14 from what went down to an older one."""
    version: int = request.param

    def make(name: str, without: list[str], also: str) -> tuple[Path, Path]:
        modules = modules_of(name, flavour, without)
        (tmp_path / "direct").mkdir()
        (tmp_path / "older").mkdir()
        newest = int(flavour.partition("-")[0])
        direct = compiled(link(pyllvm, modules, tmp_path / "direct"), also, llvm_tool(newest, "llc"))
        whole = link(pyllvm, modules, tmp_path / "older", "--llvm-version", str(version), "--losses=ignore")
        if version < COMPILING:
            whole.write_bytes(llvm_library(version).write(whole.read_bytes()))
        return direct, compiled(whole, also, llvm_tool(COMPILING, "llc"))

    return make


def test_lua(build: Build) -> None:
    for program in build("lua", ["luac"], NO_PACKAGES):
        assert run(program, "-", given=LUA_SCRIPT.encode()).decode() == LUA_OUTPUT


def test_bzip2(build: Build) -> None:
    there_and_back(build("bzip2", ["bzip2recover", "dlltest", "mk251", "spewG", "unzcrash"], ""), "-c", "-dc")


def test_lz4(build: Build) -> None:
    there_and_back(build("lz4", [], LZ4_MAIN), "p", "u")


def test_zlib(build: Build) -> None:
    there_and_back(build("zlib", [], ZLIB_MAIN), "p", "u")


def there_and_back(programs: tuple[Path, Path], pack: str, unpack: str) -> None:
    """Both programs pack a text alike, and each unpacks it."""
    direct, older = programs
    packed = run(direct, pack, given=SAMPLE)
    assert len(packed) < len(SAMPLE) // 2
    assert run(older, pack, given=SAMPLE) == packed
    assert run(older, unpack, given=packed) == SAMPLE
