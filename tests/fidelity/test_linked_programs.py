"""Real programs, linked: the bitcode goes through the real llc and the system's compiler, and the program does its work.

The programs' bitcode, a file for each source file, is looked for where PYLLVM_CORPUS says, then in the user's cache, in
llvm-corpus/PROGRAM/VERSION-FLAVOUR. PYLLVM_FLAVOURS says which flavours are tried ("O0 O2 O2g" are all; default "O2g").
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

Build = Callable[[str, list[str], str], Path]

# What of lua is not in the corpus: its loader of shared libraries.
NO_PACKAGES = """
struct lua_State;
void lua_createtable(struct lua_State *, int, int);
int luaopen_package(struct lua_State *state) { lua_createtable(state, 0, 0); return 1; }
"""

LUA_SCRIPT = """
local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do words[#words + 1] = word end
table.sort(words)
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local steps = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i * 1.5) end end)
print(table.concat(words, " "), fib(20), steps(), steps(), string.format("%5.2f|%x|%q", math.pi, 255, "a\\n"))
print(select("#", pcall(error, { code = 7 })), 7 // 2, 2 ^ 10, "x" .. 1, math.maxinteger, 1 << 62, utf8.char(228))
"""
LUA_OUTPUT = (
    'brown dog fox jumps lazy over quick the the\t6765\t1.5\t3.0\t 3.14|ff|"a\\\n"\n'
    "2\t3\t1024.0\tx1\t9223372036854775807\t4611686018427387904\t\N{LATIN SMALL LETTER A WITH DIAERESIS}\n"
)

SAMPLE = b"".join(b"line %d of a text that repeats itself, but not quite: %d\n" % (n, n * n % 977) for n in range(4000))


def corpus() -> Path:
    """Where the programs' bitcode is."""
    named = os.environ.get("PYLLVM_CORPUS")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "llvm-corpus"


def modules_of(name: str, flavour: str, without: list[str]) -> list[Path]:
    """The modules of a program, but for some."""
    folder = corpus() / name / flavour
    modules = sorted(path for path in folder.glob("*.bc") if path.stem not in without)
    if not modules:
        pytest.skip(f"there is no bitcode in {folder}; PYLLVM_CORPUS names another corpus")
    return modules


def link(pyllvm: Callable[..., Any], modules: list[Path], folder: Path, *options: str) -> Path:
    """The modules, joined in a file."""
    whole = folder / "whole.bc"
    assert pyllvm("link", *options, *modules, "-o", whole) == (0, b"", "")
    return whole


def compiled(whole: Path, also: str, code_generator: str) -> Path:
    """A program of the linked bitcode and some C."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = whole.parent
    subprocess.run([code_generator, "-filetype=obj", "-relocation-model=pic", whole, "-o", "whole.o"], cwd=folder, check=True)
    (folder / "also.c").write_text(also)
    subprocess.run([compiler, "whole.o", "also.c", "-o", "program", "-lm", "-ldl"], cwd=folder, check=True)
    return folder / "program"


@pytest.fixture(params=os.environ.get("PYLLVM_FLAVOURS", "O2g").split())
def flavour(request: pytest.FixtureRequest) -> str:
    """How clang was asked to compile."""
    return str(request.param)


@pytest.fixture(params=[14, 19, 22])
def build(
    request: pytest.FixtureRequest,
    flavour: str,
    pyllvm: Callable[..., Any],
    llvm_tool: Callable[[int, str], str],
    tmp_path: Path,
) -> Build:
    """Make a program of the modules of one of the corpus's, without some of them, and with some C besides."""
    version: int = request.param

    def make(name: str, without: list[str], also: str) -> Path:
        modules = modules_of(name, f"{version}-{flavour}", without)
        return compiled(link(pyllvm, modules, tmp_path, "--llvm-version", str(version)), also, llvm_tool(version, "llc"))

    return make


def run(program: Path, *words: str, given: bytes = b"") -> bytes:
    """What a program prints."""
    return subprocess.run([program, *words], input=given, capture_output=True, check=True, timeout=60).stdout


def test_lua_runs_a_script(build: Build) -> None:
    program = build("lua", ["luac"], NO_PACKAGES)
    assert run(program, "-", given=LUA_SCRIPT.encode()).decode() == LUA_OUTPUT


def test_bzip2_goes_there_and_back(build: Build) -> None:
    program = build("bzip2", ["bzip2recover", "dlltest", "mk251", "spewG", "unzcrash"], "")
    packed = run(program, "-c", given=SAMPLE)
    assert packed.startswith(b"BZh") and len(packed) < len(SAMPLE) // 4
    assert run(program, "-d", "-c", given=packed) == SAMPLE


def test_modules_of_three_llvms_make_one_program(
    pyllvm: Callable[..., Any], llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    kinds = [modules_of("lua", flavour, ["luac"]) for flavour in ("14-O2", "19-O0", "22-O2g")]
    mixed = [kinds[index % 3][index] for index in range(len(kinds[0]))]
    program = compiled(link(pyllvm, mixed, tmp_path), NO_PACKAGES, llvm_tool(22, "llc"))
    assert run(program, "-", given=LUA_SCRIPT.encode()).decode() == LUA_OUTPUT
