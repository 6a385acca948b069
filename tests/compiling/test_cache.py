"""The cache of compiled modules: whole entries, for the same sources only, and none that another user could have written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from compiling import cache


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "made" / "pyllvm").mkdir(parents=True)
    (tmp_path / "made" / "library.so").write_bytes(b"code")
    (tmp_path / "made" / "pyllvm" / "names.txt").write_bytes(b"pyllvm.a\n")
    return tmp_path


def test_what_is_stored_is_found(root: Path) -> None:
    assert cache.find(root, "key") is None
    cache.store(root, "key", root / "made")
    entry = cache.find(root, "key")
    assert entry is not None
    assert (entry / "library.so").read_bytes() == b"code"
    assert (entry / "pyllvm" / "names.txt").read_bytes() == b"pyllvm.a\n"
    assert cache.find(root, "other") is None
    assert [path.name for path in (root / cache.FOLDER).iterdir()] == ["key"], "no temporary folder is left"


def test_the_key_changes_with_the_sources_and_the_flags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "a.py"
    source.write_text("x = 1\n")
    before = cache.key(tmp_path, [source], ["fact"])
    assert cache.key(tmp_path, [source], ["fact"]) == before
    assert cache.key(tmp_path, [source], ["another"]) != before
    monkeypatch.setenv("CFLAGS", "-O0")
    assert cache.key(tmp_path, [source], ["fact"]) != before
    monkeypatch.delenv("CFLAGS")
    source.write_text("x = 2\n")
    assert cache.key(tmp_path, [source], ["fact"]) != before
    source.write_text("x = 1\n")
    source.rename(tmp_path / "b.py")
    assert cache.key(tmp_path, [tmp_path / "b.py"], ["fact"]) != before


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
@pytest.mark.parametrize("place", ["build", "build/cache", "build/cache/key", "build/cache/key/library.so"])
def test_what_everyone_may_write_is_not_used(root: Path, place: str) -> None:
    cache.store(root, "key", root / "made")
    assert cache.find(root, "key") is not None
    (root / place).chmod(0o777)
    assert cache.find(root, "key") is None


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file to another user")
def test_what_another_user_owns_is_not_used(root: Path) -> None:
    cache.store(root, "key", root / "made")
    os.chown(root / "build/cache/key/library.so", 12345, 12345)
    assert cache.find(root, "key") is None


def test_a_link_is_not_used(root: Path) -> None:
    cache.store(root, "key", root / "made")
    library = root / "build/cache/key/library.so"
    library.unlink()
    library.symlink_to(root / "made" / "library.so")
    assert cache.find(root, "key") is None


def test_old_entries_go(root: Path) -> None:
    for number in range(cache.ENTRIES + 2):
        cache.store(root, f"key{number}", root / "made")
        os.utime(root / cache.FOLDER / f"key{number}", (number, number))
    cache.store(root, "last", root / "made")
    kept = {path.name for path in (root / cache.FOLDER).iterdir()}
    assert kept == {"last", *(f"key{number}" for number in range(3, cache.ENTRIES + 2))}


def test_a_checkout_that_cannot_be_written_is_no_error(root: Path) -> None:
    (root / "build").write_bytes(b"a file")
    cache.store(root, "key", root / "made")
    assert cache.find(root, "key") is None
