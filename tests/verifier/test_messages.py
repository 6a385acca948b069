"""Every message of LLVM's verifier: an input here prints it in pyllvm, or a reason says why nothing does.

`messages/inputs.txt` has small modules, each with the first line that the verifiers of LLVM 14, 19, 22 and 23 print. The other
tests of this folder compare whole texts. `messages/all.txt` lists the strings of each release's Verifier.cpp, and the reasons are
in `messages/unreached.txt`. `python tests/verifier/test_messages.py` prints the table.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.findings.failure_text import failures_text
from pyllvm.verifier import verify
from rows import each_row

HERE = Path(__file__).parent
MESSAGES = HERE / "messages"
VERSIONS = (14, 19, 22, 23)
# The LLVM versions in which opaque pointers are an option.
OPAQUE_ON_REQUEST = 14

Case = tuple[str, dict[int, str]]


def cases() -> list[Case]:
    """Each module with the first line that each version's verifier prints; "" where it accepts the module."""
    found: list[Case] = []
    for block in (MESSAGES / "inputs.txt").read_text().split("\n\n")[1:]:
        lines = block.splitlines()
        text = "".join([line[2:] + "\n" for line in lines if line.startswith("|")])
        answers: dict[int, str] = {}
        for line in lines:
            if not line.startswith("|"):
                versions, _, answer = line.partition(": ")
                answers.update(dict.fromkeys(map(int, versions.split()), "" if answer == "accepted" else answer))
        found.append((text, answers))
    return found


CASES = cases()


def listed() -> dict[str, set[int]]:
    """Each message, or part of one, with the releases that have it."""
    found: dict[str, set[int]] = {}
    for line in (MESSAGES / "all.txt").read_text().splitlines()[1:]:
        versions, _, message = line.partition(": ")
        found[message] = set(map(int, versions.split()))
    return found


def reasons() -> set[tuple[str, int]]:
    """The messages that no input reaches, with the releases where a reason is known."""
    found: set[tuple[str, int]] = set()
    for line in (MESSAGES / "unreached.txt").read_text().splitlines():
        if line and not line.startswith("# "):
            versions, _, message = line.partition(": ")
            found.update([(message, int(version)) for version in versions.split()])
    return found


def printed(version: int) -> str:
    """All that the tests of this folder expect of a version's verifier."""
    whole = [path.read_text(errors="replace") for path in HERE.glob(f"*/*.{version}.txt")]
    return "\n".join(whole + [answers[version] for _, answers in CASES if version in answers])


def counts(version: int) -> dict[str, list[str]]:
    """The messages of a version: those with an input, those with a reason, and the open ones."""
    texts = printed(version)
    known = reasons()
    groups: dict[str, list[str]] = {"input": [], "reason": [], "open": []}
    for message, versions in listed().items():
        if version in versions:
            group = "input" if message in texts else "reason" if (message, version) in known else "open"
            groups[group].append(message)
    return groups


@each_row(("text", "answers"), CASES)
def test_reports_the_message(text: str, answers: dict[int, str]) -> None:
    found = {}
    for version in answers:
        module = parse_assembly(text.encode(), llvm_version=version, opaque_pointers=version == OPAQUE_ON_REQUEST)
        found[version] = failures_text(module, verify(module)).partition("\n")[0]
    assert found == answers


@pytest.mark.parametrize("version", VERSIONS)
def test_llvm_reports_the_same(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    words = [llvm_tool(version, "llvm-as"), "-", "-o", "-"]
    if version == OPAQUE_ON_REQUEST:
        words.append("--opaque-pointers")
    for text, answers in CASES:
        if version not in answers:
            continue
        process = subprocess.run(words, input=text.encode(), capture_output=True, timeout=60)
        lines = process.stderr.decode().splitlines()
        said = [line for line in lines if not re.search("does not verify as correct!$|^warning: ignoring", line)]
        assert said[:1] == ([answers[version]] if answers[version] else []), text


@pytest.mark.parametrize("version", VERSIONS)
def test_no_message_is_forgotten(version: int) -> None:
    assert counts(version)["open"] == []


def test_reasons_are_of_messages_that_nothing_prints() -> None:
    known = listed()
    texts = {version: printed(version) for version in VERSIONS}
    for message, version in reasons():
        assert version in known[message]
        assert message not in texts[version]


if __name__ == "__main__":
    print("LLVM  messages  input  reason  open")
    for number in VERSIONS:
        sizes = [len(group) for group in counts(number).values()]
        print(f"{number:4}  {sum(sizes):8}  {sizes[0]:5}  {sizes[1]:6}  {sizes[2]:4}")
