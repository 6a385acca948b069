"""``pyllvm nm`` against the real llvm-nm: symbols of every kind, archives, programs of the corpus; byte for byte."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from fidelity.test_linked_programs import corpus
from pyllvm.cli import tool
from pyllvm.cli.nm import command

pytestmark = pytest.mark.oracle

VERSIONS: Final = (14, 19, 22)
INPUTS: Final = ("symbols", "macho", "windows", "names")
OPTIONS: Final = (
    "", "-P", "-f sysv", "-j", "-m", "-u", "-g", "--defined-only", "-U", "-S", "--size-sort", "-S --size-sort", "-n", "-r",
    "-n -r", "-A", "-AP", "-X32", "-X64", "-l", "-x", "-td -S", "--export-symbols", "--no-weak", "-a", "-p", "-pa", "-D", "-B",
    "--special-syms", "--no-llvm-bc", "--quiet", "-fposix", "--without-aliases",
)  # fmt: skip
# Options that the tool has only since a later version.
SINCE: Final = {"-U": 15, "-l": 17, "--export-symbols": 15, "-X32": 15, "-X64": 15}
PROGRAMS: Final = ("lua", "zlib", "bzip2", "lz4", "sqlite")
CPP: Final = """
#include <algorithm>
#include <map>
#include <string>
#include <vector>
__asm__(".globl helper\\nhelper: call other\\n1: jmp 1b\\n.weak maybe");
namespace words {
struct Counter {
  std::map<std::string, int> counts;
  virtual ~Counter() = default;
  virtual void add(const std::string &word) { ++counts[word]; }
  std::vector<std::pair<std::string, int>> sorted() const {
    std::vector<std::pair<std::string, int>> all(counts.begin(), counts.end());
    std::sort(all.begin(), all.end(), [](auto &a, auto &b) { return a.second > b.second; });
    return all;
  }
};
Counter *make() { return new Counter; }
static std::vector<std::vector<int>> table(3);
}  // namespace words
int main() { return words::make()->sorted().size() + words::table.size(); }
"""

Tool = Callable[[int, str], str]


def ours(capfd: pytest.CaptureFixture[bytes], words: list[str]) -> tuple[int, bytes]:
    """The status and the output of our command."""
    capfd.readouterr()
    status = tool.invoke(command, words)
    return status, capfd.readouterr().out


def real(path: str, words: list[str]) -> tuple[int, bytes]:
    """The status and the output of LLVM's command."""
    process = subprocess.run([path, *words], check=False, capture_output=True)
    return process.returncode, process.stdout


@pytest.fixture
def inputs(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[str]]:
    """Makes the bitcode of a version, and an archive of it, in the current folder."""
    monkeypatch.chdir(tmp_path)

    def make(version: int) -> list[str]:
        for name in INPUTS:
            module = pyllvm.read(data / "nm" / f"{name}.ll")
            Path(f"{name}.bc").write_bytes(pyllvm.to_bitcode(module, llvm_version=version))
        empty = pyllvm.parse_assembly('target triple = "x86_64-linux"')
        Path("empty.bc").write_bytes(pyllvm.to_bitcode(empty, llvm_version=version))
        return [f"{name}.bc" for name in INPUTS]

    return make


@pytest.mark.parametrize("version", VERSIONS)
def test_every_option(
    version: int, llvm_tool: Tool, inputs: Callable[[int], list[str]], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = llvm_tool(version, "llvm-nm")
    names = inputs(version)
    subprocess.run([llvm_tool(version, "llvm-ar"), "rcs", "all.a", *names, "empty.bc"], check=True)
    # Several files are listed as one is, under their names; so are the members of an archive, with its map before them.
    files = [names[:1], ["--print-armap", "all.a"], [*names, "empty.bc", "absent.bc"]]
    alone = [*([name] for name in names[1:]), ["all.a"], ["empty.bc"]]
    different = []
    for option in OPTIONS:
        if SINCE.get(option, 0) > version:
            continue
        for words in [*files, *(alone if option in ("", "-P") else ())]:
            line = [*option.split(), *words]
            if real(path, line) != ours(capfdbinary, [*line, f"--llvm-version={version}"]):
                different.append(" ".join(line))
    assert different == []


@pytest.mark.parametrize("version", VERSIONS)
def test_demangled_names(
    version: int, llvm_tool: Tool, inputs: Callable[[int], list[str]], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    path = llvm_tool(version, "llvm-nm")
    for name in inputs(version):
        for option in ("-C", "-jC", "-PC", "-C --no-demangle"):
            line = [*option.split(), name]
            assert real(path, line) == ours(capfdbinary, [*line, f"--llvm-version={version}"]), line


@pytest.mark.parametrize("version", VERSIONS)
def test_a_program_in_cpp(
    version: int, llvm_tool: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Templates, lambdas and virtual functions, and module assembly that clang's symbol table lists."""
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    monkeypatch.chdir(tmp_path)
    Path("words.cpp").write_text(CPP)
    subprocess.run([llvm_tool(version, "clang++"), "-std=c++17", "-O1", "-c", "-emit-llvm", "words.cpp"], check=True)
    for option in ("", "-C", "-p", "-PC", "-a"):
        line = [*option.split(), "words.bc"]
        assert real(llvm_tool(version, "llvm-nm"), line) == ours(capfdbinary, [*line, f"--llvm-version={version}"]), line


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("version", VERSIONS)
def test_programs(version: int, program: str, llvm_tool: Tool, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = llvm_tool(version, "llvm-nm")
    folders = sorted((corpus() / program).glob(f"{version}-*"))
    if not folders:
        pytest.skip("there is no such bitcode; PYLLVM_CORPUS names another corpus")
    for folder in folders:
        modules = [str(module) for module in sorted(folder.glob("*.bc"))]
        archive = tmp_path / f"{folder.name}.a"
        subprocess.run([llvm_tool(version, "llvm-ar"), "rcs", archive, *modules], check=True)
        for line in (modules, ["-a", "-p", *modules], ["--print-armap", "-A", str(archive)]):
            assert real(path, line) == ours(capfdbinary, line)
