"""pyllvm as the LLVM of one version, for comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.releases.answers import FILE, Answer

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics.diagnostic import PyllvmError
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.module import Module
from pyllvm.migrations import bring
from pyllvm.reading import inputs
from pyllvm.reading.settle import Settled, settle_bitcode, settle_debug_info
from pyllvm.tables import intrinsics
from pyllvm.verifier import verify
from wishing import wishing

# The name of the source in a module that is read from memory.
_NO_FILE = ("<stdin>", "<string>")


class OwnJudge:
    """The answers of pyllvm as LLVM `version`."""

    is_slow = True

    def __init__(self, version: int) -> None:
        self.name = f"pyllvm:{version}"
        self.version = version

    def ask(self, data: bytes, verifies: bool = True) -> Answer:
        """Read a text or bitcode, verify it, print it and write it."""
        try:
            module, settled = self._settled(data, verifies)
        except PyllvmError as error:
            return Answer(False, re.sub(r"^.*?error: ", "", str(error).splitlines()[0]))
        if verifies and settled.is_broken:
            return Answer(False, failures_text(module, settled.failures).rstrip("\n"))
        return Answer(True, "", str(module).rstrip("\n"), write_bitcode(module, wishing(preserves_bitcode_order=False)))

    def _settled(self, data: bytes, verifies: bool) -> tuple[Module, Settled]:
        """A module without what LLVM drops on reading, and the result of the verification if there was one."""
        if inputs.is_bitcode(data):
            module = read_bitcode(data)
            bring(module, self.version)
            module.identifier = FILE
            settled = settle_bitcode(module)
        else:
            module = parse_assembly(data, llvm_version=self.version)
            if module.source_filename in _NO_FILE:
                module.source_filename = FILE
            module.identifier = FILE
            settled = settle_debug_info(module)
        if verifies and not settled.is_verified:
            settled = Settled(verify(module), True, settled.warning)
        return module, settled

    def accepts(self, texts: list[bytes]) -> list[bool]:
        """Whether each text can be read."""
        found: list[bool] = []
        for text in texts:
            try:
                parse_assembly(text, llvm_version=self.version)
                found.append(True)
            except PyllvmError:
                found.append(False)
        return found

    def intrinsics(self) -> list[str]:
        """The names of all intrinsics, without types."""
        return [name for name in _all_names() if _is_there(name, self.version)]

    def words(self) -> set[str]:
        """No words beside those that every probe uses."""
        return set()


def _all_names() -> Iterator[str]:
    text = Path(intrinsics.__file__).with_suffix(".txt").read_text(encoding="ascii")
    target = ""
    for line in text[text.index("\n@names") + 1 :].splitlines():
        if line.startswith("@"):
            target = line.removeprefix("@names").strip()
        else:
            yield ".".join(part for part in ("llvm", target, line.split(" ")[0]) if part)


def _is_there(name: str, version: int) -> bool:
    found = intrinsics.intrinsic_signature_row(name, version)
    return found is not None and found[0] == name
