"""Computes the rows of a corpus: one after the other, or with the processes of a Dask cluster into a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pyllvm.corpus.extra import needed
from pyllvm.corpus.results import Corpus, part_file, write_rows
from pyllvm.corpus.rows import ModuleRow
from pyllvm.corpus.sources import Part, parts_of, rows_of_part

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
