"""The results of a scan: a folder with a Parquet file for each part, and what can be asked about them."""

from __future__ import annotations

import dataclasses
import importlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from pyllvm.corpus.rows import ModuleRow
from pyllvm.diagnostics import Diagnostic, PyllvmError

_Columns: TypeAlias = dict[str, list[Any]]
_END: Final = ".parquet"
_COUNTS: Final = ("opcodes", "attributes")
_SUMS: Final = ("size", "functions", "declarations", "variables", "blocks", "instructions")
#: The columns by which `duplicates` may look for modules.
_HASHES: Final = ("content_hash", "structural_hash")


@dataclasses.dataclass
class Totals:
    """Sums over the modules of a corpus. The counters have the number of modules by their version, producer and so on."""

    modules: int = 0
    """The modules that could be read."""
    errors: int = 0
    """The modules that could not be read."""
    different: int = 0
    """The modules that are left if only one of each structural hash is kept."""
    size: int = 0
    functions: int = 0
    declarations: int = 0
    variables: int = 0
    blocks: int = 0
    instructions: int = 0
    versions: Counter[int] = dataclasses.field(default_factory=Counter)
    producers: Counter[str] = dataclasses.field(default_factory=Counter)
    compilers: Counter[str] = dataclasses.field(default_factory=Counter)
    target_triples: Counter[str] = dataclasses.field(default_factory=Counter)
    opcodes: Counter[str] = dataclasses.field(default_factory=Counter)
    """The number of instructions by their words."""
    attributes: Counter[str] = dataclasses.field(default_factory=Counter)
    """The number of attributes by their words."""


class Corpus:
    """The rows that `scan` has put into a folder. They are read when something is asked; a part that is absent is left out."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Use the results in `folder`. Raises FileNotFoundError if the folder is missing."""
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise FileNotFoundError(2, os.strerror(2), str(folder))

    def __repr__(self) -> str:
        return f"<Corpus {str(self.folder)!r}, {len(self.files)} parts>"

    @property
    def files(self) -> list[Path]:
        """The Parquet files with the rows, one for each part: pandas, Dask, DuckDB and others read them as one table."""
        return sorted(self.folder.glob(f"*{_END}"))

    def rows(self) -> Iterator[ModuleRow]:
        """Yield the row of each module; only the rows of one part are in memory."""
        for columns in self._columns([field.name for field in dataclasses.fields(ModuleRow)]):
            for values in zip(*columns.values(), strict=True):
                yield ModuleRow(**{name: _plain(name, value) for name, value in zip(columns, values, strict=True)})

    def table(self, columns: Sequence[str] | None = None) -> Any:
        """Return the rows as a DataFrame of pandas; `columns` are the names of fields of `ModuleRow`, by default all.

        Counts are dictionaries. Raises PyllvmError if pandas is not installed.
        """
        pandas = needed("pandas")
        chosen = list(columns) if columns is not None else [field.name for field in dataclasses.fields(ModuleRow)]
        found: _Columns = {name: [] for name in chosen}
        for part in self._columns(chosen):
            for name, values in part.items():
                found[name] += [_plain(name, value) for value in values]
        return pandas.DataFrame(found)

    def totals(self) -> Totals:
        """Return the sums over all modules. The memory grows with the number of different hashes only."""
        total = Totals()
        hashes: set[str] = set()
        names = ["error", *_SUMS, "llvm_version", "producer", "compiler", "target_triple", "structural_hash", *_COUNTS]
        for part in self._columns(names):
            good = [number for number, error in enumerate(part["error"]) if not error]
            total.errors += len(part["error"]) - len(good)
            total.modules += len(good)
            for name in _SUMS:
                setattr(total, name, getattr(total, name) + sum(part[name][number] for number in good))
            total.versions.update(part["llvm_version"][number] for number in good)
            total.producers.update(part["producer"][number] for number in good)
            total.compilers.update(part["compiler"][number] for number in good)
            total.target_triples.update(part["target_triple"][number] for number in good)
            hashes.update(part["structural_hash"][number] for number in good)
            for name in _COUNTS:
                counter: Counter[str] = getattr(total, name)
                for counts in part[name]:
                    for word, count in counts:
                        counter[word] += count
        total.different = len(hashes)
        return total

    def errors(self) -> list[tuple[str, str]]:
        """Return the names of the modules that could not be read, each with the reason."""
        found: list[tuple[str, str]] = []
        for part in self._columns(["name", "error"]):
            found += [(name, error) for name, error in zip(part["name"], part["error"], strict=True) if error]
        return found

    def duplicates(self, by: str = "structural_hash") -> dict[str, list[str]]:
        """Return the names of the modules that share a hash, by this hash; modules without duplicates are left out.

        `by` may also be "content_hash", for modules with the same bytes. Raises ValueError for another word.
        """
        if by not in _HASHES:
            raise ValueError(f"duplicates by {by!r} cannot be found: it is {' or '.join(_HASHES)}")
        found: dict[str, list[str]] = {}
        for part in self._columns(["name", by]):
            for name, key in zip(part["name"], part[by], strict=True):
                if key:
                    found.setdefault(key, []).append(name)
        return {key: names for key, names in found.items() if len(names) > 1}

    def _columns(self, names: list[str]) -> Iterator[_Columns]:
        """Yield the columns of each part as lists."""
        parquet = needed("pyarrow.parquet")
        for path in self.files:
            table = parquet.ParquetFile(path).read(columns=names)
            yield {name: table.column(name).to_pylist() for name in names}


def write_rows(folder: Path, key: str, rows: Iterable[ModuleRow]) -> tuple[int, int]:
    """Write the rows of a part, as a whole or not at all. Returns the number of rows, and how many of them have errors."""
    arrow = needed("pyarrow")
    parquet = needed("pyarrow.parquet")
    counts = arrow.map_(arrow.string(), arrow.int64())
    fields = []
    for field in dataclasses.fields(ModuleRow):
        kind = counts if field.name in _COUNTS else arrow.map_(arrow.string(), arrow.string()) if field.name == "labels" else None
        fields.append(arrow.field(field.name, kind or (arrow.int64() if field.type == "int" else arrow.string())))
    found = list(rows)
    columns: _Columns = {field.name: [] for field in fields}
    for row in found:
        for name, values in columns.items():
            values.append(_written(getattr(row, name)))
    table = arrow.table(columns, schema=arrow.schema(fields))
    path = part_file(folder, key)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        parquet.write_table(table, unfinished, compression="zstd")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return len(found), sum(1 for row in found if row.error)


def part_file(folder: Path, key: str) -> Path:
    """The file with the rows of a part."""
    return folder / f"{key}{_END}"


def _plain(name: str, value: Any) -> Any:
    return dict(value) if name in _COUNTS or name == "labels" else value


def _written(value: Any) -> Any:
    """A value of a row as Arrow takes it."""
    if isinstance(value, dict):
        return [(_text(word), _written(one)) for word, one in value.items()]
    return _text(value) if isinstance(value, str) else value


def _text(text: str) -> str:
    """A text that can be written as UTF-8: names in modules are of any bytes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def needed(name: str) -> Any:
    """Import a module of the extra. Raises PyllvmError if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing = Diagnostic("error", f"this needs the package {name.partition('.')[0]}, which is not installed")
        missing.hint = "pip install 'pyllvm[corpus]'"
        raise PyllvmError(missing) from None
