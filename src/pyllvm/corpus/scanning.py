"""Computes the rows of a corpus: one after the other, or with the processes of a Dask cluster into a folder.

The modules are divided into parts: the files of a folder, of an archive, or the rows of Parquet. A part is a short description,
which a worker on another machine can read by itself. Its key changes if the modules in it do.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pyllvm.corpus.results import Corpus, needed, part_file, write_rows
from pyllvm.corpus.rows import ModuleRow, rows_of_file

# So many parts wait for each process, so that none is idle; the plan of a large corpus is never sent as a whole.
_WAITING: Final = 4


def rows_of(path: str | os.PathLike[str], *, column: str = "content", labels: Sequence[str] = ()) -> Iterator[ModuleRow]:
    """Yield the row of each module under `path`, in this process.

    `path` is a folder, which is searched with its folders, or one file: bitcode, text, a container of bitcode such as `lib.a`
    (also compressed), a tar or zip archive of these, or Parquet with a module in `column`. `labels` are other columns of
    Parquet, which become the `labels` of the rows. A module that cannot be read is a row with an `error`. Parquet needs the extra
    `corpus`; PyllvmError says so. Raises OSError if there is no such file, and ValueError if it contains nothing of this kind.
    """
    for part in parts_of(Path(path), column, labels):
        yield from rows_of_part(part)


def scan(
    path: str | os.PathLike[str],
    into: str | os.PathLike[str],
    *,
    column: str = "content",
    labels: Sequence[str] = (),
    workers: int | None = None,
    client: Any = None,
    progress: Callable[[int, int], None] | None = None,
) -> Corpus:
    """Compute the row of each module under `path` into the folder `into`, and return the results.

    `path`, `column` and `labels` are as for `rows_of`. `workers` is the number of processes: by default one for each core; with
    1, this process does the work, without Dask. `client` is a `distributed.Client` of a cluster, whose machines must all have
    both folders. `progress` is called with the number of finished parts and of all parts, which have up to 512 modules.

    The work may be interrupted at any time: another call goes on with the parts that are not there yet. Files that have changed
    since are read again, and the rows of those that are gone are removed. If a module ends the process that reads it, only this
    module has no counts, but an error. Raises the errors of `rows_of`, and PyllvmError if the extra is not installed.
    """
    needed("pyarrow.parquet")
    folder = Path(into)
    parts = list(parts_of(Path(path).absolute(), column, labels))
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.absolute()
    keys = {part.key for part in parts}
    for file in Corpus(folder).files:
        if file.stem not in keys:
            file.unlink()
    waiting = [part for part in parts if not part_file(folder, part.key).exists()]
    done = len(parts) - len(waiting)
    if progress is not None:
        progress(done, len(parts))
    for _ in _computed(waiting, folder, workers, client):
        done += 1
        if progress is not None:
            progress(done, len(parts))
    return Corpus(folder)


def compute(part: Part, folder: Path) -> tuple[int, int]:
    """Write the rows of a part; runs in the processes of a cluster."""
    return write_rows(folder, part.key, rows_of_part(part))


def _computed(parts: list[Part], folder: Path, workers: int | None, client: Any) -> Iterator[Part]:
    """Yield each part when its rows are written."""
    if not parts:
        return
    if client is not None:
        yield from _by_cluster(parts, folder, client)
    elif workers == 1:
        for part in parts:
            compute(part, folder)
            yield part
    else:
        distributed = needed("distributed")
        dask = needed("dask")
        # A module that ends a process once does so again.
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": 0}),
            distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as local,
        ):
            yield from _by_cluster(parts, folder, local)


def _by_cluster(parts: list[Part], folder: Path, client: Any) -> Iterator[Part]:
    distributed = needed("distributed")
    pending = iter(parts)
    running: dict[Any, Part] = {}
    finished = distributed.as_completed()
    room = _WAITING * max(len(client.scheduler_info(n_workers=-1)["workers"]), 1)
    for part in pending:
        future = client.submit(compute, part, folder, key=f"pyllvm-{part.key}", pure=False)
        running[future] = part
        finished.add(future)
        if len(running) >= room:
            break
    for future in finished:
        part = running.pop(future)
        if future.exception() is not None:
            rescue(part, folder, client)
        following = next(pending, None)
        if following is not None:
            another = client.submit(compute, following, folder, key=f"pyllvm-{following.key}", pure=False)
            running[another] = following
            finished.add(another)
        yield part


def rescue(part: Part, folder: Path, client: Any) -> None:
    """Write the rows of a part that could not be computed as a whole: its modules are read one at a time."""
    rows: list[ModuleRow] = []
    for piece in part.pieces():
        future = client.submit(_rows, piece, pure=False)
        failure = future.exception()
        if failure is None:
            rows += future.result()
        else:
            rows.append(ModuleRow(piece.title, error=f"the process that read it ended: {type(failure).__name__}"))
    write_rows(folder, part.key, rows)


def _rows(part: Part) -> list[ModuleRow]:
    return list(rows_of_part(part))


FILES, TAR, ZIP, TABLE = "files", "tar", "zip", "table"

_PACKED = ("", ".gz", ".xz", ".bz2", ".zst")
_MODULE_ENDS = tuple(end + packed for end in (".bc", ".ll", ".a", ".o", ".obj", ".lib") for packed in _PACKED)
_TAR_ENDS = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")
_ZIP_END = ".zip"
_TABLE_END = ".parquet"
# A part has at most so many modules, and so many bytes.
_MODULES = 512
_BYTES = 1 << 24
# Files are divided after names with this remainder, so that a new file changes only the part in which it is.
_DIVISOR = 256
_KEY_BYTES = 12
_UNREADABLE: tuple[type[Exception], ...] = (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, zlib.error)


@dataclasses.dataclass(frozen=True)
class Part:
    """Some modules of a corpus: the files `names`, an archive, or `count` rows of Parquet, from `first` of a row group.

    Parquet that cannot be read is a part without rows.
    """

    kind: str
    root: str
    names: tuple[str, ...]
    key: str
    group: int = 0
    first: int = 0
    count: int = 0
    column: str = ""
    labels: tuple[str, ...] = ()

    def pieces(self) -> list[Part]:
        """Parts of one module each, or the part itself if it cannot be divided."""
        if self.kind == FILES:
            return [dataclasses.replace(self, names=(name,)) for name in self.names]
        if self.kind == TABLE and self.count:
            return [dataclasses.replace(self, first=row, count=1) for row in range(self.first, self.first + self.count)]
        return [self]

    @property
    def title(self) -> str:
        """The name of a part with one module."""
        return f"{self.names[0]}:{self.group}:{self.first}" if self.kind == TABLE and self.count else self.names[0]


def parts_of(path: Path, column: str, labels: Sequence[str]) -> Iterator[Part]:
    """Yield the parts of a corpus, always the same for the same files. Raises ValueError if there is nothing in it."""
    if path.is_dir():
        root = path
        names = _names_in(path)
    elif path.exists():
        root = path.parent
        names = [path.name]
    else:
        raise FileNotFoundError(2, os.strerror(2), str(path))
    if not names:
        raise ValueError(f"{path}: no file in this folder has the ending of a module, such as .bc, of an archive, or of Parquet")
    plain: list[str] = []
    for name in names:
        if name.endswith(_TABLE_END):
            yield from _table_parts(path, root, name, column, tuple(labels))
        elif name.endswith((*_TAR_ENDS, _ZIP_END)):
            yield Part(ZIP if name.endswith(_ZIP_END) else TAR, str(root), (name,), _key([name], [_state(root, name)]))
        else:
            plain.append(name)
    yield from _file_parts(root, plain)


def rows_of_part(part: Part) -> Iterator[ModuleRow]:
    """Yield the rows of the modules of a part. A file that cannot be read is a row with an error."""
    for name in part.names:
        try:
            if part.kind == TABLE:
                yield from _rows_of_table(part)
            elif part.kind == FILES:
                yield from rows_of_file(name, Path(part.root, name).read_bytes())
            elif part.kind == TAR:
                yield from _rows_of_tar(Path(part.root, name), name)
            else:
                yield from _rows_of_zip(Path(part.root, name), name)
        except _faults(part) as error:
            yield ModuleRow(name, error=getattr(error, "strerror", None) or str(error) or type(error).__name__)


def _names_in(folder: Path) -> list[str]:
    """The files of a folder and its folders with modules, as paths from there, sorted."""
    ends = (*_MODULE_ENDS, *_TAR_ENDS, _ZIP_END, _TABLE_END)
    found: list[str] = []
    for here, _, files in os.walk(folder):
        found.extend(Path(here, name).relative_to(folder).as_posix() for name in files if name.endswith(ends))
    return sorted(found)


def _file_parts(root: Path, names: Iterable[str]) -> Iterator[Part]:
    chosen: list[str] = []
    states: list[str] = []
    size = 0
    for name in names:
        state, bytes_here = _state_and_size(root, name)
        chosen.append(name)
        states.append(state)
        size += bytes_here
        if len(chosen) == _MODULES or size >= _BYTES or zlib.crc32(os.fsencode(name)) % _DIVISOR == 0:
            yield Part(FILES, str(root), tuple(chosen), _key(chosen, states))
            chosen, states, size = [], [], 0
    if chosen:
        yield Part(FILES, str(root), tuple(chosen), _key(chosen, states))


def _faults(part: Part) -> tuple[type[Exception], ...]:
    """The exceptions that say that a file of a part cannot be read: for Parquet also that it lacks a column."""
    if part.kind != TABLE:
        return _UNREADABLE
    fault: type[Exception] = needed("pyarrow").ArrowException
    return (fault, ValueError, *_UNREADABLE)


def _table_parts(path: Path, root: Path, name: str, column: str, labels: tuple[str, ...]) -> Iterator[Part]:
    state = _state(root, name)
    whole = Part(TABLE, str(root), (name,), _key([name, column, *labels], [state]), column=column, labels=labels)
    try:
        groups = _groups(whole)
    except _faults(whole) as error:
        if type(error) is ValueError and root != path:
            raise  # the only file does not have the column that the caller names
        yield whole
        return
    for group, rows in enumerate(groups):
        for first in range(0, rows, _MODULES):
            count = min(_MODULES, rows - first)
            key = _key([name, column, *labels], [state, str(group), str(first)])
            yield dataclasses.replace(whole, key=key, group=group, first=first, count=count)


def _groups(part: Part) -> list[int]:
    """The numbers of rows in the groups of Parquet. ValueError if the columns of a part are not there."""
    parquet: Any = needed("pyarrow.parquet")
    path = Path(part.root, part.names[0])
    with parquet.ParquetFile(path) as file:
        missing = [one for one in (part.column, *part.labels) if one not in file.schema_arrow.names]
        if missing:
            there = ", ".join(file.schema_arrow.names)
            raise ValueError(f"{path}: there is no column {missing[0]!r}; the columns are {there}")
        return [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]


def _rows_of_table(part: Part) -> Iterator[ModuleRow]:
    parquet: Any = needed("pyarrow.parquet")
    (name,) = part.names
    groups = _groups(part)
    if not groups:
        return
    row = 0
    last = part.first + part.count
    with parquet.ParquetFile(Path(part.root, name)) as file:
        start = sum(groups[: part.group])
        for batch in file.iter_batches(_MODULES, row_groups=[part.group], columns=[part.column, *part.labels]):
            if row >= last:
                return
            skipped = max(part.first - row, 0)
            chosen = batch.slice(skipped, max(min(last - row, batch.num_rows) - skipped, 0))
            labels = [chosen.column(label).to_pylist() for label in part.labels]
            for at, data in enumerate(chosen.column(part.column)):
                values = zip(part.labels, [column[at] for column in labels], strict=True)
                known = {label: str(value) for label, value in values if value is not None}
                full = f"{name}:{start + row + skipped + at}"
                content = data.as_py()
                if not content:
                    yield ModuleRow(full, error="there is no module in this row", labels=known)
                else:
                    yield from rows_of_file(full, content.encode() if isinstance(content, str) else bytes(content), known)
            row += batch.num_rows


def _rows_of_tar(path: Path, name: str) -> Iterator[ModuleRow]:
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(_MODULE_ENDS):
                content = archive.extractfile(member)
                if content is not None:
                    yield from rows_of_file(f"{name}({member.name})", content.read())


def _rows_of_zip(path: Path, name: str) -> Iterator[ModuleRow]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.is_dir() and member.filename.endswith(_MODULE_ENDS):
                yield from rows_of_file(f"{name}({member.filename})", archive.read(member))


def _state(root: Path, name: str) -> str:
    return _state_and_size(root, name)[0]


def _state_and_size(root: Path, name: str) -> tuple[str, int]:
    """The size and the time of a file in one word, and its size; the part changes with them."""
    try:
        found = os.stat(root / name)
    except OSError:
        return "absent", 0
    return f"{found.st_size} {found.st_mtime_ns}", found.st_size


def _key(names: Iterable[str], states: Iterable[str]) -> str:
    text = "\0".join([*names, "", *states])
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=_KEY_BYTES).hexdigest()
