"""Where the modules of a corpus come from: the files of a folder, or a column of a Parquet file. Dask reads them in parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dask
import dask.dataframe
import pandas
from dask.delayed import Delayed
from examples.corpus.statistics import Statistics, statistics_of, total_of

_ENDINGS = (".bc", ".ll")
_FILES_PER_PART = 64


def parts_of(path: Path, column: str) -> list[Delayed]:
    """The statistics of each part of a corpus, as tasks that Dask has not run yet.

    `path` is a folder, which is searched with its folders for bitcode and text, or a Parquet file or a folder of such files
    with bitcode in `column`. Raises ValueError if there is nothing in it.
    """
    if path.suffix == ".parquet" or (path.is_dir() and any(path.glob("*.parquet"))):
        table = dask.dataframe.read_parquet(path, columns=[column])
        return [dask.delayed(_of_table)(part, f"{path.name}#{number}") for number, part in enumerate(table.to_delayed())]
    names = sorted(str(file) for file in path.rglob("*") if file.suffix in _ENDINGS)
    if not names:
        raise ValueError(f"{path}: there is no .bc, .ll or .parquet file in this folder")
    return [
        dask.delayed(_of_files)(names[first : first + _FILES_PER_PART]) for first in range(0, len(names), _FILES_PER_PART)
    ]


def _of_files(names: list[str]) -> Statistics:
    return total_of(_each_file(names))


def _each_file(names: list[str]) -> Iterator[Statistics]:
    for name in names:
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            yield Statistics(files=1, errors=[(name, error.strerror or str(error))])
            continue
        yield statistics_of(name, data)


def _of_table(table: pandas.DataFrame, name: str) -> Statistics:
    (column,) = table.columns
    return total_of(statistics_of(f"{name}:{row}", bytes(data)) for row, data in enumerate(table[column]))
