"""Finishes the C code that mypyc 2.4 writes: docstrings, constructors, integers, the loader, and files of a size that pays."""

from __future__ import annotations

import ast
import re
import sysconfig
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from compiling.docstrings import MODULE, add_docstrings, docstrings
from compiling.integers import raise_late

from compiling import hot, imports, literals

# A file of its own for each module would read mypyc's header of 1.9 MB each time, as long as 0.2 MB of code takes.
FILES: Final = 24

_HEADERS: Final = f"""\
#include "__native_pyllvm.h"
#include "__native_internal_pyllvm.h"
{hot.DECLARATIONS}{imports.DECLARATIONS}{literals.DECLARATIONS}"""

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


def finish_code(target: Path, source: Path, modules: Sequence[str]) -> list[Path]:
    """Finish the C files in the folder `target`, of the modules with these full names in the folder `source`.

    Returns the files to compile in place of those that mypyc wrote for the modules and for the library, the largest first.
    """
    integers = target / "int_ops.c"
    integers.write_text(raise_late(integers.read_text(encoding="utf-8")), encoding="utf-8")
    documented = 0
    functions = hot.read_hot_functions()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    parts: list[list[str]] = [[] for _ in range(FILES)]
    for path in sorted(target.rglob("__native_*.c")):
        code = path.read_text(encoding="utf-8")
        module = MODULE.search(code)
        if module is None:
            code = literals.add_literal_functions(imports.add_loader(code, modules, suffix))
            path.write_text(code, encoding="utf-8")
            parts.append([f'#include "{path.name}"\n'])
            continue
        text = source.joinpath(*module[2].split(".")).with_suffix(".py").read_text(encoding="utf-8")
        tree = ast.parse(text)
        changed = add_docstrings(code, docstrings(tree))
        documented += changed != code
        changed = literals.make_own_literals(imports.shorten_imports(call_constructors(changed)))
        # The name decides which file has it, so that an edit of one module changes one file for a compiler cache.
        part = zlib.crc32(module[2].encode()) % FILES
        parts[part].append(hot.mark_cold_functions(changed, module[2], tree, functions))
    if documented == 0:
        raise RuntimeError("mypyc's C code has another form than this build knows: no docstring was put into it")
    written = []
    for number, part_code in enumerate(filter(None, parts)):
        path = target / f"part_{number}.c"
        path.write_text(_HEADERS + "".join(part_code), encoding="utf-8")
        written.append(path)
    return sorted(written, key=lambda path: -path.stat().st_size)
