"""The statements of LLVM 8's documents hold for pyllvm. `tests/fidelity/test_documents.py` compares the same cases with LLVM."""

from __future__ import annotations

import re
from operator import attrgetter

from language import answers
from language.cases import CRASHES, KINDS, VERSION, VERSIONS, Case, Section, sections
from rows import each_row

SECTIONS = sections()
STATEMENT = attrgetter("statement")


def of_kinds(*kinds: str) -> list[Case]:
    return [case for section in SECTIONS for case in section.cases if case.kind in kinds]


def same_words(found: str, expected: str) -> bool:
    """Whether the messages agree; what a version lacks, pyllvm names with the version that has it.

    Where a fault of the data layout ends LLVM's process, pyllvm adds the place.
    """
    if expected == CRASHES or (answers.OWN_WORDS in found and expected):
        return True
    return found == expected or re.fullmatch(r"\d+:\d+: " + re.escape(expected or "-"), found) is not None


@each_row("section", SECTIONS, ids=lambda section: section.name)
def test_the_file_is_in_its_form(section: Section) -> None:
    assert section.path.read_text(encoding="utf-8") == section.text()
    assert bool(section.cases) != ("unchecked" in section.head)
    for case in section.cases:
        assert case.kind in KINDS
        assert case.statement.endswith(".")
        assert (VERSION in case.refusals) == (case.kind == "refused") or case.kind in ("linked", "decoded")
        assert bool(case.lint) == (case.kind == "reported")
        assert bool(case.records) or case.kind != "encoded"


@each_row("case", of_kinds("accepted", "refused", "reported", "encoded"), ids=STATEMENT)
def test_verdict(case: Case) -> None:
    found = {version: answers.refusal(case.modules[0], version) for version in VERSIONS}
    expected = {version: case.refusals.get(version, "") for version in VERSIONS}
    assert [version for version in VERSIONS if not same_words(found[version], expected[version])] == [], (found, expected)


@each_row("case", of_kinds("accepted", "reported"), ids=STATEMENT)
def test_printed_back(case: Case) -> None:
    module = answers.read(case.modules[0], VERSION)
    assert answers.text(module) == case.expected_text
    assert answers.text(answers.read(case.expected_text.encode(), VERSION)) == case.expected_text
    assert answers.through_bitcode(case.expected_text.encode(), VERSION) == case.expected_text


@each_row("case", of_kinds("accepted", "reported"), ids=STATEMENT)
def test_lint(case: Case) -> None:
    assert answers.findings(case.modules[0], VERSION) == case.lint


@each_row("case", of_kinds("linked"), ids=STATEMENT)
def test_linked(case: Case) -> None:
    found = {version: answers.link_refusal(case.modules, version) for version in VERSIONS}
    assert found == {version: case.refusals.get(version, "") for version in VERSIONS}
    if VERSION not in case.refusals:
        assert answers.linked(case.modules, VERSION) == case.expected_text


@each_row("case", of_kinds("encoded"), ids=STATEMENT)
def test_encoded(case: Case) -> None:
    lines = answers.dump(answers.bitcode(case.modules[0], VERSION), VERSION)
    assert [record for record in case.records if record not in lines] == []


@each_row("case", of_kinds("decoded"), ids=STATEMENT)
def test_decoded(case: Case) -> None:
    data = answers.bits(case.text)
    assert answers.dump_refusal(data) == case.refusals.get(VERSION, "")
    if VERSION not in case.refusals:
        lines = answers.dump(data, VERSION)
        assert [record for record in case.records if record not in lines] == []
