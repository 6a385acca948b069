"""Man pages and completions are in step with the commands' options."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pyllvm
from archives import gnu_archive
from pyllvm.cli.command import COMMANDS, command_named
from pyllvm.manuals.pages import pages
from pyllvm.versions import NEXT, OLDEST

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(pages()))
def test_in_step(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == pages()[name], "behind the options: python -m pyllvm.manuals ."


def test_nothing_left_over() -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for folder in ("man", "completions", "docs/reference/commands")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert there == set(pages())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_is_documented(command: str) -> None:
    texts = pages()
    man = texts[f"man/pyllvm-{command}.1"].replace("\\-", "-")
    for option in command_named(command).options:
        for text in (man, texts["completions/zsh/_pyllvm"], texts["completions/bash/pyllvm"]):
            assert option.spelled[0] in text
        assert option.help


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our programs, and with stand-ins for the others that examples name."""
    folder = tmp_path_factory.mktemp("tools")
    scripts = {f"pyllvm-{name}": f'exec "{sys.executable}" -m pyllvm {name} "$@"' for name in COMMANDS}
    scripts |= {"clang": "exec cat module.bc", "less": "exec cat", "jq": "exec cat", "dot": "exec echo '<svg/>'"}
    # Stand-ins for tools with faults: the first module is interesting, and no other one.
    fault = "test -e seen && exit 0; touch seen; echo 'Assertion x failed' >&2; "
    scripts |= {"opt-19": fault, "llc-14": fault + "kill -SEGV $$", "lli-19": "echo 19", "lli-22": "echo 22"}
    for name, script in scripts.items():
        path = folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    return folder


MODULE = "define i32 @NAME() {\n  ret i32 0\n}\n"
NEW_MODULE = "define i32 @old() {\n  ret i32 1\n}\n"
# A language server serves until an editor ends it: tests/lsp starts it.
EXAMPLES = [(name, words) for name in sorted(set(COMMANDS) - {"lsp"}) for words, _ in command_named(name).manual.examples]


@pytest.mark.parametrize(("name", "words"), EXAMPLES, ids=[words for _, words in EXAMPLES])
def test_examples_succeed(name: str, words: str, tools: Path, tmp_path: Path) -> None:
    if "--demangle" in words or "-AC" in words:
        pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    for module, version in {"module": 14, "a": 19, "b": 19, "old": 14, "older": 12, "new": 19}.items():
        text = MODULE.replace("NAME", "main" if module == "a" else module)
        if module == "module":
            text += MODULE.replace("NAME", "main")
        elif module == "new":
            text = NEW_MODULE
        parsed = pyllvm.parse_assembly(text, llvm_version=version)
        pyllvm.write(parsed, tmp_path / f"{module}.bc")
        pyllvm.write(parsed, tmp_path / f"{module}.ll")
    member = pyllvm.to_bitcode(pyllvm.parse_assembly(MODULE.replace("NAME", "member"), llvm_version=19))
    (tmp_path / "lib.a").write_bytes(gnu_archive({"x.o": member}))
    (tmp_path / "build").mkdir()
    (tmp_path / "crashes.sh").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "crashes.sh").chmod(0o755)
    (tmp_path / "check.py").write_text("def interesting(module):\n    return bool(module.functions)\n")
    shutil.copy(tmp_path / "a.bc", tmp_path / "build" / "a.bc")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    result = subprocess.run(["sh", "-c", words], cwd=tmp_path, env=environment, capture_output=True, text=True)
    # The modules that are compared differ.
    assert (result.returncode, "error" in result.stderr) in [(0, False), (int(name == "diff"), False)], result.stderr
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    # It prints or writes something, or it verifies what is valid.
    assert result.stdout or after != before or name == "verify" or "--format=llvm" in words or "-disable-output" in words


def test_the_environment_is_documented() -> None:
    """Each man page names every variable that the sources read."""
    folders = (ROOT / "src" / "pyllvm" / name for name in ("cli", "terminal", "processes"))
    source = "".join(path.read_text() for folder in folders for path in folder.glob("*.py"))
    names = set(re.findall(r'"(PYLLVM_[A-Z_]+|[A-Z]*_?COLOR|CLICOLOR_FORCE|FORCE_COLOR)"', source))
    assert {"PYLLVM_LLVM_VERSION", "PYLLVM_PRODUCER", "PYLLVM_DIAGNOSTICS", "NO_COLOR"} <= names
    for name, text in pages().items():
        if name.startswith("man/"):
            assert [variable for variable in names if f"\\fB{variable}\\fR" not in text] == []


def test_every_command_is_a_console_script() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    expected = {f"pyllvm-{name}": f"{module}:main" for name, (module, _) in COMMANDS.items()}
    assert scripts == {"pyllvm": "pyllvm.cli:main", **expected}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_read_their_completions(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    for path in sorted((ROOT / "completions" / shell).iterdir()):
        subprocess.run([shell, "-n", str(path)], check=True)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_the_versions(shell: str) -> None:
    name = {"bash": "pyllvm", "zsh": "_pyllvm", "fish": "pyllvm.fish"}[shell]
    text = (ROOT / "completions" / shell / name).read_text(encoding="utf-8")
    versions = [str(version) for version in range(OLDEST, NEXT + 1)]
    assert (" ".join(f"--llvm-version={version}" for version in versions) if shell == "bash" else " ".join(versions)) in text


def test_bash_completes() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    script = f"""
        compopt() {{ :; }}
        source {ROOT}/completions/bash/pyllvm-dis
        COMP_LINE='pyllvm dis --show' COMP_WORDS=(pyllvm dis --show) COMP_CWORD=2; COMP_POINT=${{#COMP_LINE}}
        _pyllvm; echo "${{COMPREPLY[*]}}"
        COMP_LINE='pyllvm dis --llvm-version 2' COMP_WORDS=(pyllvm dis --llvm-version 2) COMP_CWORD=3; COMP_POINT=${{#COMP_LINE}}
        _pyllvm; echo "${{COMPREPLY[*]}}"
        COMP_LINE='pyllvm-dis --llvm-version=1' COMP_WORDS=(pyllvm-dis --llvm-version = 1); COMP_POINT=${{#COMP_LINE}}
        _pyllvm; echo "${{COMPREPLY[*]}}"
        COMP_LINE='pyllvm-dis --color=n' COMP_WORDS=(pyllvm-dis --color = n) COMP_CWORD=3; COMP_POINT=${{#COMP_LINE}}
        _pyllvm; echo "${{COMPREPLY[*]}}"
    """
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    found = result.stdout.splitlines()
    assert found == ["--show-annotations", " ".join(map(str, range(20, NEXT + 1))), "10 11 12 13 14 15 16 17 18 19", "never"]


def completed(line: str, folder: Path, path: Path) -> list[str]:
    """The words that bash offers at the end of a line, whose words readline breaks at equals signs."""
    words = [word for word in re.split(r" |(=)", line) if word is not None and (word or not line.endswith("="))]
    script = f"""
        compopt() {{ :; }}
        source {ROOT}/completions/bash/pyllvm
        COMP_LINE='{line}' COMP_POINT={len(line)}
        COMP_WORDS=({" ".join(f"'{word}'" for word in words)}) COMP_CWORD={len(words) - 1}
        _pyllvm; printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=folder, env=environment)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_files_and_symbols(tools: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "data" / "sample.bc", tmp_path / "a.bc")
    shutil.copy(ROOT / "tests" / "data" / "sample.ll", tmp_path / "a.ll")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "folder").mkdir()
    assert sorted(completed("pyllvm dis ", tmp_path, tools)) == ["a.bc", "folder"]
    assert sorted(completed("pyllvm-as ", tmp_path, tools)) == ["a.ll", "folder"]
    assert completed("pyllvm-as n", tmp_path, tools) == ["notes.txt"]
    assert sorted(completed("pyllvm a.", tmp_path, tools)) == ["a.bc", "a.ll"]
    assert completed("pyllvm help str", tmp_path, tools) == ["strip"]
    assert completed("pyllvm exp", tmp_path, tools) == ["explain"]
    assert completed("pyllvm-as -o n", tmp_path, tools) == ["notes.txt"]
    assert completed("pyllvm-dis --report-losses=n", tmp_path, tools) == ["notes.txt"]
    functions = completed("pyllvm-extract a.bc --func=", tmp_path, tools)
    assert "sum" in functions
    assert functions == completed("pyllvm extract a.bc --func ", tmp_path, tools)
    assert completed("pyllvm graph a.bc --function su", tmp_path, tools) == ["sum"]
    assert completed("pyllvm-dis --llvm", tmp_path, tools) == ["--llvm-version="]
    assert completed("pyllvm-dis --colo", tmp_path, tools) == ["--color", "--color="]
    assert completed("pyllvm-dis -llvm", tmp_path, tools) == ["-llvm-version="]
    assert completed("pyllvm-dis -theme=d", tmp_path, tools) == ["dark"]


def test_man_pages_format_without_warnings() -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    for path in sorted((ROOT / "man").iterdir()):
        result = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z", str(path)], capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "")


def test_man_pages_are_clean() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed")
    for path in sorted((ROOT / "man").iterdir()):
        result = subprocess.run(["mandoc", "-Tlint", str(path)], capture_output=True, text=True)
        assert (result.returncode, result.stdout) == (0, "")
