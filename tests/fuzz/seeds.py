"""What the fuzzer starts from: the project's own test inputs, as text and as bitcode of several LLVM versions."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import pyllvm

DATA: Final = Path(__file__).parents[1] / "data"
VERSIONS: Final = (7, 11, 14, 16, 19, 22, 23)
_MOST_BYTES: Final = 20_000


@functools.cache
def texts() -> list[str]:
    """Texts that some LLVM version reads."""
    files = [DATA / "sample.ll", *sorted((DATA / "writer").glob("*.ll")), *sorted((DATA / "migrations").rglob("*.ll"))]
    files += sorted((DATA / "verifier").glob("*.ll"))
    found = [file.read_text(encoding="utf-8", errors="surrogateescape") for file in files]
    return [text for text in found if len(text) < _MOST_BYTES]


@functools.cache
def valid_texts() -> list[str]:
    """Those of the texts that are valid IR."""
    return [text for text in texts() if _is_valid(text)]


def _is_valid(text: str) -> bool:
    try:
        return not pyllvm.verify(pyllvm.parse_assembly(text.encode("utf-8", "surrogateescape")))
    except pyllvm.PyllvmError:
        return False


@functools.cache
def bitcode() -> list[bytes]:
    """Bitcode of the texts, written for each version that can hold them."""
    found = [(DATA / "sample.bc").read_bytes()]
    for number, text in enumerate([*valid_texts(), *texts()]):
        try:
            module = pyllvm.parse_assembly(text.encode("utf-8", "surrogateescape"))
            found.append(pyllvm.to_bitcode(module))
            found.append(pyllvm.to_bitcode(module, llvm_version=VERSIONS[number % len(VERSIONS)]))
        except pyllvm.PyllvmError:
            continue
    return found


@functools.cache
def containers() -> list[bytes]:
    """Files that contain bitcode, of every format."""
    return [file.read_bytes() for file in sorted((DATA / "containers").iterdir()) if file.is_file()]
