"""Reads the lists of bitcode files that wllvm and gllvm leave in the objects, libraries and programs that they build."""

from __future__ import annotations

import os
from hashlib import sha256

from pyllvm.containers.part import Part
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import Final

# The folder in which wllvm and gllvm keep a copy of each file, under the SHA-256 of its path.
_STORE_VARIABLE: Final = "WLLVM_BC_STORE"
# More missing files are counted, and not named.
_MOST_NAMED: Final = 20


def read_paths(data: bytes, section: str) -> list[Part]:
    """The files that a section lists, each once. Raises PyllvmError, which names them, if some are missing."""
    # A linker may align the lists of objects with zeros.
    lines = data.replace(b"\0", b"\n").decode("utf-8", "surrogateescape").splitlines()
    listed = dict.fromkeys(line.strip() for line in lines if line.strip())
    found = {path: _place(path) for path in listed}
    missing = [path for path, place in found.items() if not place]
    if missing:
        count = f"{len(missing)} of the {len(found)} files" if len(found) > 1 else "the file"
        error = Diagnostic("error", f"{count} with bitcode that section {section} lists cannot be found")
        error.notes = [Diagnostic("note", f"there is no file '{path}'") for path in missing[:_MOST_NAMED]]
        if len(missing) > _MOST_NAMED:
            error.notes.append(Diagnostic("note", f"and {len(missing) - _MOST_NAMED} more"))
        error.hint = f"build again, or set {_STORE_VARIABLE} to the folder in which wllvm or gllvm has kept them"
        raise PyllvmError(error)
    return [Part(path, None, place) for path, place in found.items()]


def _place(path: str) -> str:
    """Where a listed file is; empty if it is nowhere."""
    if os.path.isfile(path):
        return path
    store = os.environ.get(_STORE_VARIABLE, "")
    if store:
        kept = os.path.join(store, sha256(path.encode("utf-8", "surrogateescape")).hexdigest())
        if os.path.isfile(kept):
            return kept
    return ""
