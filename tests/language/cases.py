"""The statements of LLVM 8's documents as cases: a file for each section, read and written by this module.

A file begins with its head: `# TITLE`, then lines `key: value`. The keys:

    examples   the numbers of the section's code blocks; their modules are in tests/data/language
    unchecked  why nothing of the section can be checked on a module; such a file has no cases

A case is a line `== KIND: STATEMENT`, its expectations, each a line that begins with `-- `, and a module in text. The kinds:

    accepted   LLVM 8 takes the module
    refused    LLVM 8 refuses it
    reported   LLVM 8 takes it, and `verify --lint` reports what the document forbids
    linked     the modules, separated by `-- with`, are joined
    encoded    LLVM 8's bitcode of the module has the records
    decoded    the bits are a bitstream, and `bcanalyzer --dump` shows the records

The expectations:

    -- 7-9 11: MESSAGE      these versions of LLVM refuse it; the other ones of VERSIONS take it
    -- lint RULE: MESSAGE   a finding of lint
    -- record <...>         a record, as a dump shows it
    -- prints               what LLVM 8 prints follows, where it is not the module as it stands
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
DOCUMENTS = ("high-level-structure", "inline-asm-and-metadata", "module-flags", "bitcode-format")
KINDS = ("accepted", "refused", "reported", "linked", "encoded", "decoded")
# The document is LLVM 8's. The other versions are those near it whose tools or libraries can be asked.
VERSION = 8
VERSIONS = (7, 8, 9, 10, 11, 13)
# In the place of a message: that LLVM ends in an assertion, which is no answer.
CRASHES = "crashes"


@dataclass
class Case:
    """One statement, a module for it, and what is expected of it."""

    kind: str
    statement: str
    text: str = ""
    refusals: dict[int, str] = field(default_factory=dict)
    lint: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    printed: str | None = None

    @property
    def modules(self) -> list[bytes]:
        """The modules to link; one where nothing is linked."""
        return [text.encode("utf-8", "surrogateescape") for text in self.text.split("-- with\n")]

    @property
    def expected_text(self) -> str:
        return normalized(self.text) if self.printed is None else self.printed


@dataclass
class Section:
    """The cases of one section of a document."""

    path: Path
    title: str
    head: dict[str, str]
    cases: list[Case]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    def text(self) -> str:
        """The file as it is written."""
        lines = [f"# {self.title}", *(f"{key}: {value}" for key, value in self.head.items())]
        for case in self.cases:
            lines += ["", f"== {case.kind}: {case.statement}"]
            lines += [f"-- {ranges(versions)}: {message}" for message, versions in by_message(case.refusals)]
            lines += [f"-- lint {finding}" for finding in case.lint]
            lines += [f"-- record {record}" for record in case.records]
            lines += case.text.rstrip("\n").splitlines()
            if case.printed is not None and case.printed != normalized(case.text):
                lines += ["-- prints", *case.printed.rstrip("\n").split("\n")]
        return "\n".join(lines) + "\n"


def sections() -> list[Section]:
    """All sections in the order of the documents."""
    return [read(path) for document in DOCUMENTS for path in sorted((FOLDER / document).glob("*.txt"))]


def read(path: Path) -> Section:
    head, *parts = re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    title, *keys = head.strip().splitlines()
    return Section(path, title.removeprefix("# "), dict(key.split(": ", 1) for key in keys), [_case(part) for part in parts])


def _case(part: str) -> Case:
    first, *lines = part.rstrip("\n").split("\n")
    kind, _, statement = first.partition(": ")
    case = Case(kind, statement)
    target: list[str] = []
    printed: list[str] | None = None
    for line in lines:
        if line == "-- prints":
            printed = []
        elif printed is not None:
            printed.append(line)
        elif line.startswith("-- lint "):
            case.lint.append(line.removeprefix("-- lint "))
        elif line.startswith("-- record "):
            case.records.append(line.removeprefix("-- record "))
        elif found := re.fullmatch(r"-- ([\d -]+): (.*)", line):
            case.refusals.update(dict.fromkeys(_versions(found[1]), found[2]))
        else:
            target.append(line)
    case.text = "\n".join(target) + "\n"
    case.printed = None if printed is None else "\n".join(printed) + "\n"
    return case


def _versions(text: str) -> Iterator[int]:
    for word in text.split():
        first, _, last = word.partition("-")
        yield from (version for version in VERSIONS if int(first) <= version <= int(last or first))


def by_message(refusals: dict[int, str]) -> list[tuple[str, list[int]]]:
    """The messages in the order of the first version of each, with their versions."""
    grouped: dict[str, list[int]] = {}
    for version in VERSIONS:
        if version in refusals:
            grouped.setdefault(refusals[version], []).append(version)
    return list(grouped.items())


def ranges(versions: list[int]) -> str:
    """`7-9 11` for 7, 8, 9 and 11."""
    runs: list[list[int]] = []
    for version in versions:
        if runs and VERSIONS.index(version) == VERSIONS.index(runs[-1][-1]) + 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def without_names(message: str) -> str:
    """A message of the linker without the names of the two modules, which are those of files."""
    return re.sub(r" in '[^']*' and '[^']*'$", " in two modules", message)


def normalized(text: str) -> str:
    """The text without what LLVM adds or leaves out freely: comments, empty lines, and the width of blanks."""
    lines = []
    for line in text.splitlines():
        kept = re.sub(r"^((?:[^\";]|\"[^\"]*\")*);.*$", r"\1", line)
        words = re.sub(r"(\"[^\"]*\")|\s+", lambda blank: blank[1] or " ", kept).strip()
        if words and not words.startswith("source_filename ="):
            lines.append(words)
    return "\n".join(lines) + "\n"
