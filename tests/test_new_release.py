"""What a new LLVM release owes: a version added to `versions.py` makes this fail with the list of what is missing.

Some entries can be measured, such as the intrinsics of a release. A release may leave another table as it is; for that
table, `COMPARED` has the newest LLVM that somebody compared it with, and the part of LLVM's sources to compare it with.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.versions import NEWEST, NEXT, OLDEST, RELEASES
from rows import each_row

ROOT: Final = Path(__file__).parents[1]
TABLES: Final = Path(pyllvm.__file__).parent / "tables"

# For each table, the newest LLVM that it was compared with. The list was made with LLVM 22, the newest then. For LLVM 24, before
# its release, the numbers are of what `tests.releases.run` compared with a library of October 2026. The head of a table says
# where LLVM has it, and how it is compared again.
COMPARED: Final[dict[str, int]] = {
    "argument_comments": 24,
    "atomics": 24,
    "attributes": 24,
    "behavior_versions": 22,
    "bitcode_versions": 23,
    "calling_conventions": 24,
    "code_extraction": 23,
    "compilers": 22,
    "debug_info_versions": 23,
    "default_layouts": 24,
    "dwarf": 23,
    "dwarf_operations": 23,
    "effects": 23,
    "features": 23,
    "flags": 24,
    "inline_asm_constraints": 22,
    "inline_asm_immediates": 22,
    "inline_asm_registers": 22,
    "instruction_bits": 23,
    "intrinsic_names": 24,
    "intrinsic_versions": 23,
    "intrinsics": 24,
    "invalid_records": 23,
    "keywords": 24,
    "library_functions": 22,
    "linkages": 24,
    "linking_versions": 23,
    "lint_rules": 22,
    "loop_options": 22,
    "metadata_attachments": 23,
    "metadata_kinds": 24,
    "metadata_nodes": 23,
    "metadata_versions": 23,
    "misplaced_attributes": 23,
    "module_assembly": 22,
    "module_flags": 23,
    "object_symbols": 23,
    "opcodes": 24,
    "predicates": 24,
    "reader_messages": 22,
    "reading_versions": 23,
    "record_shapes": 23,
    "records": 23,
    "renamed_intrinsics": 24,
    "runtime_libcalls": 23,
    "size_groups": 23,
    "klee": 23,
    "opencl_names": 23,
    "qir_functions": 23,
    "qir_profiles": 23,
    "target_profiles": 23,
    "target_triples": 22,
    "target_versions": 23,
    "syntax_rules": 23,
    "text_versions": 23,
    "verifier_rules": 22,
    "verifier_versions": 22,
}
# The same for facts outside tables, and for parts of tables that were not compared together with the rest.
OTHERS: Final[dict[str, tuple[int, str]]] = {
    "the options of the commands": (23, "tools/llvm-as, llvm-dis, llvm-link, llvm-bcanalyzer"),
    "the rules of the verifier": (22, "Verifier.cpp"),
    "the changes in migrations": (22, "AutoUpgrade.cpp; docs/ReleaseNotes"),
    "the formats of floating-point numbers in metadata": (23, "APFloat.cpp (isValidArbitraryFPFormat); FPEnv.cpp"),
    "the names of global variables": (22, "LangRef (Intrinsic Global Variables)"),
    "the orderings of cmpxchg": (23, "AtomicOrdering.h (isStrongerThan)"),
    "the selection kinds of comdats": (23, "LangRef (Comdats); Verifier.cpp (visitComdat)"),
    "the values of module flags": (22, "LangRef (Module Flags Metadata); Module.cpp"),
    "the versions of the summary": (23, "ModuleSummaryIndex.h (BitcodeSummaryVersion)"),
}

# What nobody has compared with the newest LLVM yet, although the release is known: its sources were not at hand, and its tools
# do not show these. Whoever compares one takes it from here and raises its number.
OWED: Final = frozenset(
    {
        "behavior_versions",
        "compilers",
        "inline_asm_constraints",
        "inline_asm_immediates",
        "inline_asm_registers",
        "library_functions",
        "lint_rules",
        "loop_options",
        "module_assembly",
        "reader_messages",
        "target_triples",
        "the changes in migrations",
        "the names of global variables",
        "the rules of the verifier",
        "the values of module flags",
        "verifier_rules",
        "verifier_versions",
    }
)


def source_of(name: str) -> str:
    """What the head of a table says of its source."""
    head = ast.get_docstring(ast.parse((TABLES / f"{name}.py").read_text(encoding="utf-8"))) or ""
    found = re.search(r"(?:Sources?: |Measured|measured|From the|[Tt]he numbers are)[^\0]*", head)
    return " ".join(found[0].split()) if found else ""


def newest_of_intrinsics() -> int:
    """The newest LLVM in the histories of intrinsics."""
    text = (TABLES / "intrinsics.txt").read_text(encoding="utf-8")
    histories = text[text.index("\n@changes") : text.index("\n@signatures")]
    return max(int(version) for version in re.findall(r"(\d+):", histories))


def newest_of_rules() -> int:
    """The newest LLVM whose messages the golden files of the verifier hold."""
    return max(int(path.stem.rpartition(".")[2]) for path in (ROOT / "tests" / "verifier" / "rules").glob("*.txt"))


def newest_of_nodes() -> int:
    """The newest LLVM whose text and records of all metadata nodes are there to compare with."""
    return max(int(path.stem) for path in (ROOT / "tests" / "data" / "metadata").glob("*.text"))


def missing(version: int) -> Iterator[str]:
    """What LLVM `version`, as the newest that pyllvm speaks, still owes."""
    if version not in RELEASES:
        yield f"versions.py: RELEASES has no release of LLVM {version}"
    if newest_of_intrinsics() < version:
        yield f"tables/intrinsics.txt: no intrinsic has an entry for LLVM {version}"
    if newest_of_rules() < version:
        yield f"tests/verifier/rules: no golden file of LLVM {version} (add {version} to the heads; PYLLVM_UPDATE_RULES=1)"
    if newest_of_nodes() < version:
        yield f"tests/data/metadata: no {version}.text and {version}.dump"
    if f"{OLDEST} to {version}" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        yield f"README.md: does not name LLVM {OLDEST} to {version}"
    every = {**{name: (compared, source_of(name)) for name, compared in COMPARED.items()}, **OTHERS}
    for name, (compared, source) in every.items():
        if compared < version:
            yield f"{name}: last compared with LLVM {compared}; compare for LLVM {version}: {source}; then raise its number"


@pytest.mark.parametrize("version", range(NEWEST, NEXT + 1))
def test_a_release_owes_only_what_is_listed(version: int) -> None:
    """A release that is not final may owe more: ``pytest -rx`` shows what."""
    owed = [one for one in missing(version) if version > NEWEST or one.partition(":")[0] not in OWED]
    text = f"LLVM {version} is in versions.py, but:\n" + "\n".join(owed)
    if version > NEWEST and owed:
        pytest.xfail(text)
    assert not owed, text


def test_what_is_owed_was_not_compared() -> None:
    compared = {**COMPARED, **{name: row[0] for name, row in OTHERS.items()}}
    assert {name for name in OWED if compared.get(name, NEWEST) >= NEWEST} == set()


def test_the_next_release_would_owe_everything() -> None:
    """Each check above finds that a release is missing, so none of them passes for every version."""
    assert len(list(missing(NEXT + 1))) == 5 + len(COMPARED) + len(OTHERS)


def test_every_table_is_compared_with_a_release() -> None:
    # `rule_texts` reads pyllvm's own tables, of which LLVM has nothing.
    tables = {path.stem for path in TABLES.glob("*.py")} - {"__init__", "rule_texts"}
    assert tables == set(COMPARED)


@each_row("name", COMPARED)
def test_every_table_says_where_it_is_from(name: str) -> None:
    assert source_of(name)
