"""Finishes the C code that mypyc 2.4 writes: docstrings, constructors, the loader, and files of a size that pays."""

from __future__ import annotations

import re
import sysconfig
import zlib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final, final

from compiling.docstrings import MODULE, add_docstrings
from compiling.sources import SourceFacts

from compiling import error_paths, hot, imports, inlined, literals, memory

# A file of its own for each module would read mypyc's header of 1.9 MB each time.
FILES: Final = 24

_RUNTIME: Final = """\
#include <Python.h>
#include <CPy.h>
"""
_NATIVE: Final = f"""\
#include "__native_pyllvm.h"
#include "__native_internal_pyllvm.h"
{hot.DECLARATIONS}{imports.DECLARATIONS}{memory.DECLARATIONS}{literals.DECLARATIONS}{error_paths.DECLARATIONS}{inlined.DECLARATIONS}"""

_PRIVATE_ATTRIBUTE: Final = re.compile(r"\b__\w+(?=;\n)")

# mypyc 2.4 leaves the constructors of serializable classes empty: `__new__` does not call `__init__` for them, as pickle needs
# it, but if the class is final nothing else does.
_EMPTY_INIT: Final = re.compile(
    r"static int\n(\w+)_init\(PyObject \*self, PyObject \*args, PyObject \*kwds\)\n\{\n    return 0;\n\}"
)


def call_constructors(code: str) -> str:
    """Let the constructors call `__init__` that do not in the C code of one module, as mypyc wrote it."""

    def called(match: re.Match[str]) -> str:
        name = match[1]
        wrapper = f"CPyPy_{name}_____init__(self, args, kwds)"
        made = code.partition(f"{name}_new(PyTypeObject *type, PyObject *args, PyObject *kwds)\n{{")[2].partition("\n}")[0]
        if wrapper in made:
            return match[0]
        body = f"    PyObject *done = {wrapper};\n    Py_XDECREF(done);\n    return done != NULL ? 0 : -1;"
        return match[0].replace("    return 0;", body)

    return _EMPTY_INIT.sub(called, code)


def free_names(header: str) -> str:
    """Lines that free the names of the private attributes in mypyc's header of all modules.

    It puts one more ``_`` before them. Names such as ``__block`` and ``__used`` are macros of macOS's compiler and headers.
    """
    return "".join(f"#undef {name}\n" for name in sorted(set(_PRIVATE_ATTRIBUTE.findall(header))))


@final
class Parts:
    """The C files that are compiled in place of those that mypyc wrote for modules and for the library, each of several."""

    def __init__(self, target: Path, sources: Mapping[str, SourceFacts]) -> None:
        """The files that mypyc wrote are in the folder `target`; `sources` has the modules by their full names."""
        self.header: Final = target / "part.h"
        """The header that all files include."""
        names = free_names(Path(target, "__native_pyllvm.h").read_text(encoding="utf-8"))
        self.header.write_text(_RUNTIME + names + _NATIVE, encoding="utf-8")
        self._sources = sources
        self._hot = hot.read_hot_functions()
        self._documented = 0
        # The name decides which part has it, so that an edit of one module changes one file for a compiler cache.
        found: defaultdict[str, list[Path]] = defaultdict(list)
        for path in sorted(target.rglob("__native_*.c")):
            is_library = "___" not in path.name
            found["library" if is_library else str(zlib.crc32(path.name.encode()) % FILES)].append(path)
        self._originals: Final = {target / f"part_{number}.c": paths for number, paths in found.items()}

    @property
    def sizes(self) -> dict[Path, int]:
        """The files to compile, which do not exist before they are written, with about the number of their bytes."""
        return {path: sum(original.stat().st_size for original in found) for path, found in self._originals.items()}

    def write(self, path: Path) -> None:
        """Write one of the files, from mypyc's files; nothing happens for any other file, such as mypyc's own."""
        originals = self._originals.get(path)
        if originals is not None:
            path.write_text(f'#include "{self.header.name}"\n' + "".join(map(self._finished, originals)), encoding="utf-8")

    def check(self) -> None:
        """Raise `RuntimeError` if the files, of which all were written, have no docstrings."""
        if self._documented == 0:
            raise RuntimeError("mypyc's C code has another form than this build knows: no docstring was put into it")

    def _finished(self, path: Path) -> str:
        """The C code of one module, or of the library."""
        code = path.read_text(encoding="utf-8")
        module = MODULE.search(code)
        if module is None:
            code = imports.add_loader(code, list(self._sources), sysconfig.get_config_var("EXT_SUFFIX"))
            return literals.add_literal_functions(code) + error_paths.FUNCTIONS
        source = self._sources[module[2]]
        changed = add_docstrings(code, source.docstrings)
        self._documented += changed != code
        changed = literals.make_own_literals(imports.shorten_imports(memory.check_numbers(call_constructors(changed))))
        return hot.mark_cold_functions(error_paths.share_error_paths(changed), module[2], source.functions, self._hot)
