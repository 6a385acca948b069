"""The cases of tests/language as the real LLVMs answer them: LLVM 8 and, of those near it, the ones that are at hand.

`PYLLVM_UPDATE_LANGUAGE=1 pytest tests/fidelity/test_documents.py` writes the answers into the files of the cases.
"""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from language import answers
from language.cases import CRASHES, VERSION, VERSIONS, Case, Section, normalized, sections, without_names

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

SECTIONS = [section for section in sections() if section.cases]
UPDATES = bool(os.environ.get("PYLLVM_UPDATE_LANGUAGE"))
# LLVM's analyzer of a version whose dumps are LLVM 8's.
ANALYZER = 13
# The words that LLVM's tools put before a message.
BEFORE_MESSAGE = re.compile(r"^(?:LLVM ERROR: )?(?:\S*llvm-\w+: )?(?:<string>|<stdin>|-)?:?(?:(\d+:\d+: ))?(?:error: )?")


class Library(Protocol):
    """What conftest's libraries do."""

    def print(self, data: bytes) -> bytes: ...

    def write(self, data: bytes) -> bytes: ...

    def refusal(self, data: bytes) -> str: ...

    def link(self, modules: list[bytes]) -> bytes: ...


Libraries = Callable[[int], Library]
Tools = Callable[[int, str], str]


def first_message(said: str) -> str:
    """The first message, with the place where it is the parser's."""
    if "Assertion `" in said or "PLEASE submit" in said:
        return CRASHES
    lines = [line for line in said.splitlines() if line and not line.endswith("does not verify as correct!")]
    lines = [line for line in lines if not line.startswith("warning: ") and "warning: ignoring" not in line]
    if not lines:
        return ""
    return BEFORE_MESSAGE.sub(lambda found: found[1] or "", lines[0]).rstrip()


def in_child(function: Callable[[], str]) -> tuple[str, str]:
    """The result of a function in a process of its own and what it writes to standard error: LLVM ends the process at will."""
    with tempfile.TemporaryFile() as result, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            os.dup2(errors.fileno(), 2)
            try:
                pickle.dump(function(), result)
                result.flush()
            except Exception as error:
                os.write(2, str(error).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        result.seek(0)
        errors.seek(0)
        data = result.read()
        return (pickle.loads(data) if data else "", errors.read().decode("utf-8", "replace"))


class Answers:
    """What one real LLVM answers to a case."""

    def __init__(self, version: int, libraries: Libraries, tools: Tools) -> None:
        self.version = version
        self.library = libraries(version) if version < 13 else None
        self.tools = tools

    def refusal(self, data: bytes) -> str:
        if self.library is not None:
            library = self.library
            refused, errors = in_child(lambda: library.refusal(data) or "accepted")
            return first_message(errors) if not refused else first_message(refused) if refused != "accepted" else ""
        run = self._run("llvm-as", data, "-o", os.devnull)
        return first_message(run.stderr.decode("utf-8", "replace")) if run.returncode else ""

    def text(self, data: bytes) -> str:
        if self.library is not None:
            return normalized(self.library.print(data).decode("utf-8", "surrogateescape"))
        # opt would unite the types of one identifier, and llvm-dis would print what reading bitcode upgrades.
        printed = self._run("llvm-as", data, "-d", "-disable-output").stderr.decode("utf-8", "surrogateescape")
        return normalized(printed.removeprefix("Here's the assembly:\n"))

    def link(self, modules: list[bytes]) -> tuple[str, str]:
        """The message of a refusal, and the text."""
        if self.library is not None:
            library = self.library
            linked, errors = in_child(lambda: library.link(modules).decode("utf-8", "surrogateescape"))
            return ("", normalized(linked)) if linked else (without_names(first_message(errors)), "")
        with tempfile.TemporaryDirectory() as folder:
            names = [Path(folder, f"{number}.ll") for number in range(len(modules))]
            for name, data in zip(names, modules, strict=True):
                name.write_bytes(data)
            run = self._run("llvm-link", b"", "-S", *map(str, names))
        if run.returncode:
            _, _, message = run.stderr.decode("utf-8", "replace").partition("error: ")
            return without_names(message.partition("\n")[0]), ""
        return "", normalized(run.stdout.decode("utf-8", "surrogateescape"))

    def _run(self, tool: str, data: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([self.tools(self.version, tool), *words], input=data, capture_output=True, timeout=60)


def answered(case: Case, all_answers: dict[int, Answers]) -> Case:
    """The case with the real answers in place of its own. The findings of lint are pyllvm's."""
    found = Case(case.kind, case.statement, case.text, lint=case.lint, records=case.records)
    if case.kind == "decoded":
        found.refusals, found.printed = case.refusals, case.printed
        return found
    for version, answers_of in all_answers.items():
        if case.kind == "linked":
            message, linked = answers_of.link(case.modules)
            if version == VERSION and not message:
                found.printed = linked
        else:
            message = answers_of.refusal(case.modules[0])
        if message:
            found.refusals[version] = message
    if case.kind in ("accepted", "reported") and VERSION not in found.refusals:
        found.printed = all_answers[VERSION].text(case.modules[0])
        if UPDATES:
            found.lint = answers.findings(case.modules[0], VERSION)
    if found.printed == normalized(case.text):
        found.printed = None
    return found


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_answers(section: Section, llvm_library: Libraries, llvm_tool: Tools) -> None:
    all_answers = {version: Answers(version, llvm_library, llvm_tool) for version in VERSIONS}
    found = Section(section.path, section.title, section.head, [answered(case, all_answers) for case in section.cases])
    if UPDATES:
        section.path.write_text(found.text(), encoding="utf-8")
    assert section.path.read_text(encoding="utf-8") == found.text()


def of_kinds(*kinds: str) -> list[tuple[str, Case]]:
    """The cases of these kinds, with what to call each in a failure."""
    return [(f"{section.name}: {case.statement}", case) for section in SECTIONS for case in section.cases if case.kind in kinds]


@pytest.mark.parametrize("version", VERSIONS)
def test_texts(version: int, llvm_library: Libraries, llvm_tool: Tools) -> None:
    real = Answers(version, llvm_library, llvm_tool)
    differing = []
    for name, case in of_kinds("accepted", "reported", "encoded", "linked"):
        if version in case.refusals:
            continue
        if case.kind == "linked":
            ours, theirs = answers.linked(case.modules, version), real.link(case.modules)[1]
        else:
            ours, theirs = answers.text(answers.read(case.modules[0], version)), real.text(case.modules[0])
        if ours != theirs:
            differing.append((name, ours, theirs))
    assert differing == []


def test_bitcode(llvm_library: Libraries) -> None:
    library = llvm_library(VERSION)
    for name, case in of_kinds("accepted", "reported", "encoded"):
        real = library.write(case.modules[0])
        assert answers.bitcode(case.modules[0], VERSION, producer="LLVM8.0.0") == real, name
        lines = answers.dump(real, VERSION)
        assert [record for record in case.records if record not in lines] == [], name


def test_dumps(llvm_tool: Tools, tmp_path: Path) -> None:
    for name, case in of_kinds("decoded"):
        (tmp_path / "stream.bc").write_bytes(answers.bits(case.text))
        words = [llvm_tool(ANALYZER, "llvm-bcanalyzer"), "--dump", str(tmp_path / "stream.bc")]
        run = subprocess.run(words, capture_output=True, timeout=60)
        assert (run.returncode == 0) == (VERSION not in case.refusals), (name, run.stderr)
        if run.returncode:
            continue
        lines = [line.strip() for line in run.stdout.decode().splitlines() if not line.startswith("<BITCODE_WRAPPER_HEADER")]
        ours = answers.dump(answers.bits(case.text), ANALYZER)
        assert lines[: len(ours)] == ours, name
