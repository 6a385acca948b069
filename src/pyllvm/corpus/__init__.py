"""Tables of many modules: the modules of a folder, of archives or of Parquet, each a row.

`rows_of` yields the rows. `scan` lets several processes, or the machines of a Dask cluster, compute them into a folder, and goes
on where it was interrupted; `Corpus` reads what is there: as a table, as totals, and as groups of duplicates. A module that
cannot be read is a row with an error. `python -m pyllvm.corpus` does the same as a command. `scan` and Parquet need an extra:
`pip install 'pyllvm[corpus]'`.
"""

from __future__ import annotations

from pyllvm.lazy_names import lazy_dir, lazy_names, offered
from pyllvm.notation import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.corpus.results import Corpus as Corpus
    from pyllvm.corpus.results import Totals as Totals
    from pyllvm.corpus.rows import ModuleRow as ModuleRow
    from pyllvm.corpus.scanning import rows_of as rows_of
    from pyllvm.corpus.scanning import scan as scan

_MODULES: Final = {
    "pyllvm.corpus.results": "Corpus Totals",
    "pyllvm.corpus.rows": "ModuleRow",
    "pyllvm.corpus.scanning": "rows_of scan",
}

__all__ = offered(_MODULES)
__getattr__ = lazy_names(__name__, _MODULES)
__dir__ = lazy_dir(__all__)
