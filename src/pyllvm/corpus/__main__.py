"""Prints the totals of a corpus: ``python -m pyllvm.corpus PATH --into FOLDER [--workers N] [--column NAME] [--json]``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from pyllvm.corpus.results import Corpus, Totals, needed
from pyllvm.corpus.scanning import scan
from pyllvm.diagnostics import PyllvmError

_SHOWN = 20


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; returns its status."""
    parser = argparse.ArgumentParser(
        prog="python -m pyllvm.corpus",
        description="Compute a table of all modules in a folder, an archive or Parquet, and print its totals.",
    )
    parser.add_argument("path", type=Path, help="a folder, an archive, or Parquet")
    parser.add_argument("--into", type=Path, required=True, help="the folder for the table; a second call goes on with it")
    parser.add_argument("--column", default="content", help="the column of Parquet with the modules (default: content)")
    parser.add_argument("--label", action="append", default=[], metavar="COLUMN", help="another column of Parquet to keep")
    parser.add_argument("--workers", type=int, metavar="N", help="the number of processes (default: one for each core)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler to use instead of processes of this machine")
    parser.add_argument("--json", action="store_true", help="print the totals as JSON")
    options = parser.parse_args(words)
    try:
        found = _scan(options)
        totals = found.totals()
        if options.json:
            print(json.dumps(vars(totals)))
        else:
            _print(totals, found.errors())
    except (OSError, ValueError) as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 1
    except PyllvmError as error:
        hint = f" ({error.diagnostic.hint})" if error.diagnostic.hint else ""
        print(f"corpus: {error.diagnostic.message}{hint}", file=sys.stderr)
        return 1
    return 0


def _scan(options: argparse.Namespace) -> Corpus:
    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} of {of:,} parts", end="" if done < of else "\n", file=sys.stderr, flush=True)

    arguments: dict[str, Any] = {"column": options.column, "labels": options.label, "progress": tell}
    if options.scheduler is None:
        return scan(options.path, options.into, workers=options.workers, **arguments)
    with needed("distributed").Client(options.scheduler) as client:
        return scan(options.path, options.into, client=client, **arguments)


def _print(totals: Totals, errors: list[tuple[str, str]]) -> None:
    """Print the totals, the most frequent words first, and the modules that could not be read."""
    console = Console()
    console.print(
        f"{totals.modules:,} modules, {totals.different:,} different, {totals.size:,} bytes, {totals.functions:,} functions, "
        f"{totals.instructions:,} instructions"
    )
    tables: list[tuple[str, list[tuple[str, int]]]] = [
        ("LLVM version", [(str(version), count) for version, count in sorted(totals.versions.items())]),
        ("producer", totals.producers.most_common(_SHOWN)),
        ("compiler", totals.compilers.most_common(_SHOWN)),
        ("instruction", totals.opcodes.most_common(_SHOWN)),
        ("attribute", totals.attributes.most_common(_SHOWN)),
    ]
    for title, rows in tables:
        table = Table(title, "count")
        table.columns[1].justify = "right"
        for word, count in rows:
            table.add_row(word or "(none)", f"{count:,}")
        console.print(table)
    for name, message in sorted(errors):
        console.print(f"{name}: {message}", markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
