"""Prints the statistics of a corpus: ``python -m examples.corpus PATH [--workers N] [--column NAME] [--json]``.

PATH is a folder of bitcode and text, or Parquet with bitcode in a column (default: content). Needs the extra `examples`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import dask
from dask.delayed import Delayed
from dask.distributed import Client, LocalCluster
from examples.corpus.sources import parts_of
from examples.corpus.statistics import Statistics, total_of
from rich.console import Console
from rich.table import Table

_SHOWN = 20
#: How many results are added in one task: sums of sums, so that no process gets every part.
_ADDED = 16


def total(parts: list[Delayed]) -> Statistics:
    """The sum of the parts, computed by the cluster of the current client."""
    while len(parts) > 1:
        parts = [dask.delayed(total_of)(parts[first : first + _ADDED]) for first in range(0, len(parts), _ADDED)]
    found: Statistics = parts[0].compute()
    return found


def print_tables(found: Statistics, console: Console) -> None:
    """Print the counts, the most frequent first, and the files that could not be read."""
    console.print(f"{found.files:,} files, {found.size:,} bytes, {found.modules:,} modules, {found.functions:,} functions")
    tables: list[tuple[str, list[tuple[str, int]]]] = [
        ("LLVM version", [(str(version), count) for version, count in sorted(found.versions.items())]),
        ("instruction", found.opcodes.most_common(_SHOWN)),
        ("attribute", found.attributes.most_common(_SHOWN)),
    ]
    for title, rows in tables:
        table = Table(title, "count")
        table.columns[1].justify = "right"
        for word, count in rows:
            table.add_row(word, f"{count:,}")
        console.print(table)
    for name, message in sorted(found.errors):
        console.print(f"{name}: {message}", markup=False, highlight=False)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="corpus", description="Count the instructions, attributes and versions of a corpus.")
    parser.add_argument("path", type=Path, help="a folder of bitcode and text, or Parquet")
    parser.add_argument("--column", default="content", help="the column of Parquet with the bitcode (default: content)")
    parser.add_argument("--workers", type=int, default=None, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler to use instead of processes of this machine")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args(words)
    try:
        parts = parts_of(options.path, options.column)
    except (OSError, ValueError) as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 1
    if options.scheduler:
        with Client(options.scheduler):
            found = total(parts)
    else:
        with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
            found = total(parts)
    if options.json:
        print(json.dumps(vars(found)))
    else:
        print_tables(found, Console())
    return 0


if __name__ == "__main__":
    sys.exit(main())
