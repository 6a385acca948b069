"""The table of docs/language.md: what is checked of each section of the documents, and by which command.

`PYLLVM_UPDATE_LANGUAGE=1 pytest tests/language/test_table.py` writes it anew from the case files.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from language.cases import KINDS, Section, sections

DOCUMENT = Path(__file__).parents[2] / "docs" / "language.md"
BEGIN = "<!-- The table is written by tests/language/test_table.py. -->\n"
TITLES = {
    "high-level-structure": "The language: high-level structure",
    "inline-asm-and-metadata": "The language: inline assembly and metadata",
    "module-flags": "The language: module flags, and the proposal of 2012",
    "bitcode-format": "The bitcode format",
}
# The commands by which a case of the kind can be seen.
COMMANDS = {
    "accepted": ("as", "dis", "verify"),
    "refused": ("as", "verify"),
    "reported": ("verify --lint",),
    "linked": ("link",),
    "encoded": ("as", "bcanalyzer"),
    "decoded": ("bcanalyzer",),
}


def commands(section: Section) -> str:
    used = {command for case in section.cases for command in COMMANDS[case.kind]}
    order = dict.fromkeys(command for kind in KINDS for command in COMMANDS[kind])
    return ", ".join(f"`{command}`" for command in order if command in used)


def rules(section: Section) -> str:
    used = sorted({finding.partition(":")[0] for case in section.cases for finding in case.lint})
    return ", ".join(f"`{rule}`" for rule in used)


def row(section: Section) -> str:
    counts = Counter(case.kind for case in section.cases)
    if not section.cases:
        return f"| {section.title} | not checked: {section.head['unchecked']} | | |"
    counted = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
    if "examples" in section.head:
        counted += f"; examples {section.head['examples']}"
    return f"| {section.title} | {counted} | {commands(section)} | {rules(section)} |"


def table() -> str:
    """The tables of all documents, and the sums."""
    lines = [BEGIN]
    every = sections()
    for document, title in TITLES.items():
        rows = [row(section) for section in every if section.path.parent.name == document]
        lines += [f"## {title}", "", "| Section | Cases | Commands | Rules of lint |", "|---|---|---|---|", *rows, ""]
    counts = Counter(case.kind for section in every for case in section.cases)
    sums = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    lines.append(f"Together {sum(counts.values())} cases in {len(every)} sections: {sums}.")
    return "\n".join(lines) + "\n"
