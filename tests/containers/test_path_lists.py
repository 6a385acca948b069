"""Objects of wllvm and gllvm: a section lists the files that have the bitcode."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
from archives import gnu_archive
from pyllvm.containers.modules import find_modules, read_paths
from pyllvm.diagnostics import PyllvmError

NAMES = b"\0.llvm_bc\0.shstrtab\0"


def program(paths: bytes) -> bytes:
    """An ELF file of 64 bits whose section .llvm_bc has these bytes."""
    header = bytearray(64)
    header[:6] = b"\x7fELF\x02\x01"
    table = 64 + len(paths) + len(NAMES)
    header[0x28:0x30] = table.to_bytes(8, "little")
    header[0x3A:0x40] = b"".join(number.to_bytes(2, "little") for number in (64, 3, 2))
    data = bytes(header) + paths + NAMES
    data += bytes(64)
    for name, kind, offset, size in ((1, 1, 64, len(paths)), (10, 3, 64 + len(paths), len(NAMES))):
        entry = bytearray(64)
        entry[:8] = name.to_bytes(4, "little") + kind.to_bytes(4, "little")
        entry[0x18:0x28] = offset.to_bytes(8, "little") + size.to_bytes(8, "little")
        data += bytes(entry)
    return data


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WLLVM_BC_STORE", raising=False)
    paths: list[Path] = []
    for name in ("a", "b"):
        module = library.parse_assembly(f"define void @{name}() {{\n  ret void\n}}\n", llvm_version=19)
        path = tmp_path / f".{name}.o.bc"
        path.write_bytes(library.to_bitcode(module))
        paths.append(path)
    return paths


def listed(files: list[Path]) -> bytes:
    # Two objects list one file, and the linker aligns what they have.
    return f"{files[0]}\n\0\0{files[1]}\n{files[0]}\n".encode()


def test_every_command_reads_them(files: list[Path], pyllvm: Callable[..., Any]) -> None:
    Path("prog").write_bytes(program(listed(files)))
    assert [inside.path[-1] for inside in find_modules(Path("prog").read_bytes(), "prog")] == [str(path) for path in files]
    linked = pyllvm("link", "-S", "prog")
    assert (linked.status, linked.errors) == (0, "")
    assert [line for line in linked.output.splitlines() if line.startswith(b"define")] == [
        b"define void @a() {",
        b"define void @b() {",
    ]
    for command in (["verify"], ["nm"], ["bcanalyzer", "--identify"]):
        assert pyllvm(*command, "prog").status == 0
    shown = pyllvm("dis", "-o", "-", f"prog(.llvm_bc)({files[1]})")
    assert (shown.status, shown.output.count(b"define")) == (0, 1)
    Path("l.a").write_bytes(gnu_archive({"x.o": program(listed(files)), "y.bc": files[1].read_bytes()}))
    assert pyllvm("nm", "l.a").output.count(b" T ") == 3


def test_missing_files_are_named(files: list[Path], pyllvm: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("prog").write_bytes(program(listed(files)))
    content = files[1].read_bytes()
    files[1].unlink()
    found = pyllvm("link", "-o", "whole.bc", "prog")
    assert found.status == 1
    assert "1 of the 2 files with bitcode that section .llvm_bc lists cannot be found" in found.errors
    assert f"there is no file '{files[1]}'" in found.errors
    assert "WLLVM_BC_STORE" in found.errors
    assert not Path("whole.bc").exists()
    store = Path("store")
    store.mkdir()
    (store / sha256(str(files[1]).encode()).hexdigest()).write_bytes(content)
    monkeypatch.setenv("WLLVM_BC_STORE", "store")
    assert pyllvm("link", "-o", "whole.bc", "prog") == (0, b"", "")


def test_many_missing_files_are_counted() -> None:
    with pytest.raises(PyllvmError) as caught:
        read_paths(b"".join(b"/nowhere/%d.bc\n" % number for number in range(50)), ".llvm_bc")
    notes = caught.value.diagnostic.notes
    assert len(notes) == 21
    assert notes[-1].message == "and 30 more"


def test_an_empty_list() -> None:
    assert read_paths(b"\0\0\n", ".llvm_bc") == []
    assert find_modules(program(b""), "prog") == []
