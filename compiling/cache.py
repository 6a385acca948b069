"""Compiled modules kept in the folder `build` of a checkout, so that a second installation of the same sources does not compile.

SECURITY.md has the rule: what another user owns, or everyone may write, is not used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = Path("build", "cache")
# Of the least recent use, entries above this number go.
ENTRIES: Final = 4
_VARIABLES: Final = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "ARCHFLAGS", "_PYTHON_HOST_PLATFORM")


def key(root: Path, sources: Iterable[Path], facts: Iterable[str]) -> str:
    """A key that changes with the sources, with the interpreter and the compiler's flags, and with `facts`."""
    digest = hashlib.sha256()
    flags = [f"{name}={os.environ.get(name)}" for name in _VARIABLES]
    for fact in (sys.version, sysconfig.get_platform(), str(sysconfig.get_config_var("EXT_SUFFIX")), *flags, *facts):
        digest.update(fact.encode() + b"\0")
    for path in sorted(sources):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:32]


def find(root: Path, name: str) -> Path | None:
    """The folder of the entry with this key, or None where there is none, or where another user could have written it."""
    entry = root / FOLDER / name
    try:
        files = [path for path in entry.rglob("*") if not path.is_dir()]
        folders = [path for path in entry.rglob("*") if path.is_dir()]
        checked = [*files, *folders, entry, entry.parent, entry.parent.parent]
        if not files or any(_may_be_planted(path.lstat()) for path in checked):
            return None
        os.utime(entry)
    except OSError:
        return None
    return entry


def _may_be_planted(file: os.stat_result) -> bool:
    if stat.S_ISLNK(file.st_mode):
        return True
    if not hasattr(os, "getuid"):
        return False
    return file.st_uid not in (0, os.getuid()) or bool(file.st_mode & stat.S_IWOTH)


def store(root: Path, name: str, folder: Path) -> None:
    """Keep a copy of the files in `folder` as the entry with this key. Where that is impossible, nothing happens."""
    cache = root / FOLDER
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another build may read the entry at any time.
        with tempfile.TemporaryDirectory(dir=cache, prefix=".new-") as work:
            shutil.copytree(folder, Path(work, name))
            for path in Path(work, name).rglob("*"):
                path.chmod(0o755 if path.is_dir() else 0o644)
            Path(work, name).chmod(0o755)
            shutil.rmtree(cache / name, ignore_errors=True)
            Path(work, name).rename(cache / name)
        entries = sorted(cache.glob("[!.]*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in entries[ENTRIES:]:
            shutil.rmtree(old, ignore_errors=True)
