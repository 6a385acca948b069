"""Normal forms of random triples are those that the real `llc` and `opt` make of them."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.tables.target_triples import (
    ARCHITECTURE_WORDS,
    ENVIRONMENT_PREFIXES,
    FORMAT_SUFFIXES,
    SYSTEM_PREFIXES,
    VENDOR_WORDS,
    TripleWord,
)

pytestmark = pytest.mark.oracle

COUNT = 60
ODD = ("none", "unknown", "", "foo", "armv7eb", "thumbv2", "androideabi21", "mingw32", "cygwin", "aarch64v8", "kalimba3", "armx")


def spellings(words: tuple[TripleWord, ...]) -> list[str]:
    """All that the rows of a table know."""
    return [spelling for word in words for spelling in word.spellings]


def random_triple(random_numbers: random.Random) -> str:
    """One to five components, often out of order, some of them unknown."""
    tables = (ARCHITECTURE_WORDS, VENDOR_WORDS, SYSTEM_PREFIXES, ENVIRONMENT_PREFIXES, FORMAT_SUFFIXES)
    parts = [random_numbers.choice(spellings(table)) for table in tables[: random_numbers.randint(1, 5)]]
    if random_numbers.random() < 0.5:
        random_numbers.shuffle(parts)
    parts = [random_numbers.choice(ODD) if random_numbers.random() < 0.2 else part for part in parts]
    return "-".join(parts) or "x"


def real_normal_form(llc: str, opt: str, triple: str) -> str:
    """The triple that opt writes into a module. If opt refuses it, the triple in the message of llc."""
    written = subprocess.run([opt, "-S", f"-mtriple={triple}"], input=b"", capture_output=True, check=False)
    found = re.search(r'target triple = "(.*)"', written.stdout.decode())
    if found:
        return found[1]
    refused = subprocess.run([llc, f"-mtriple={triple}", "-o", "-"], input=b"", capture_output=True, check=False)
    named = re.search(r"unable to get target for '(.*?)', see", refused.stderr.decode())
    return named[1] if named else ""


@pytest.mark.parametrize("version", [14, 19, 22])
def test_normal_forms(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    random_numbers = random.Random(version)
    triples = [random_triple(random_numbers) for _ in range(COUNT)]
    llc, opt = llvm_tool(version, "llc"), llvm_tool(version, "opt")
    expected = {triple: real_normal_form(llc, opt, triple) for triple in triples}
    assert {triple: TargetTriple(triple, version).normalized() for triple in triples} == expected
