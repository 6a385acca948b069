"""A small corpus of each kind."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest

import pyllvm


@pytest.fixture
def corpus(tmp_path: Path, data: Path) -> Path:
    """A folder with modules of all kinds of files, two that cannot be read, and files of other kinds."""
    folder = tmp_path / "corpus"
    inner = folder / "inner"
    inner.mkdir(parents=True)
    whole = (data / "sample.bc").read_bytes()
    text = pyllvm.to_assembly(pyllvm.parse_bitcode(whole))
    (folder / "sample.bc").write_bytes(whole)
    (inner / "same.bc").write_bytes(whole)
    (inner / "renamed.ll").write_text(text.replace("%1", "%a1"), encoding="utf-8")
    (folder / "broken.bc").write_bytes(whole[:-200])
    (folder / "broken.ll").write_text("define void @f( {", encoding="utf-8")
    (folder / "empty.o").write_bytes(b"\x7fELF" + bytes(60))
    (folder / "readme.txt").write_text("not a module", encoding="utf-8")
    with tarfile.open(folder / "all.tar.gz", "w:gz") as archive:
        archive.add(folder / "sample.bc", "a/sample.bc")
        archive.add(folder / "readme.txt", "readme.txt")
    with zipfile.ZipFile(folder / "all.zip", "w") as file:
        file.write(folder / "broken.bc", "broken.bc")
        file.write(folder / "sample.bc", "sample.bc")
    return folder
