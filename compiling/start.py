"""Shortens the start of a command, by edits of the C code that mypyc 2.4 writes."""

from __future__ import annotations

import re
from typing import Final

from compiling.edits import GeneratedCode
from compiling.faults import MODULES

LIBRARY: Final = "__native_pyllvm.c"
# Modules that have no effect except to define names.
_NAMES_ONLY: Final = ("__future__", "typing", "collections.abc", "mypy_extensions")
_IMPORT: Final = (
    r"(/\* \((?P<names>[^\n]*)\) \*/\n    cpy_r_r\d+ = CPyStatics\[\d+\]; /\* '(?P<module>"
    + "|".join(map(re.escape, _NAMES_ONLY))
    + r")' \*/\n    cpy_r_r\d+ = CPyStatic_\w+;\n    cpy_r_r\d+ = )CPyImport_ImportFromMany\([^\n]*\);"
)
# The beginning of the function that fills a module. The imports of mypyc's libraries are before the variable.
_RUN: Final = r"static int CPyExec_\w+__impl\(PyObject \*module\)\n\{\n(?:[^}]*\}\n)*?    PyObject\* modname = NULL;\n"


def shorten_start(code: GeneratedCode) -> None:
    """Make all edits."""
    issue = "mypyc/mypyc#742: a shared object for each module takes half of the time of a build"
    loader = '.m_methods = (PyMethodDef[]){{"load_module", load_module, METH_O, NULL}, {NULL}},'
    code.edit(issue, LIBRARY, r"\.m_methods = NULL,", loader, 1)

    issue = "the literals of all modules are made when the library is loaded"
    code.edit(issue, LIBRARY, r"CPyStatics_Initialize\(CPyStatics, [^()]*\) < 0", "find_literals() < 0", 1)
    code.edit(issue, MODULES, _RUN, _with_literals)

    issue = "typing and the like are imported where only annotations name what they define"
    code.edit(issue, MODULES, _IMPORT, _imported)


def _imported(match: re.Match[str], file: str) -> str:
    """None in place of a module whose names the code does not read."""
    code, module = match.string, match["module"].replace(".", "___")
    read = code.count(f"&CPyModule_{module};") + code.count(f"CPyModule_{module})") > 1
    names = re.findall(r"'(\w+)'", match["names"])
    return match[0] if read or any(f"/* '{name}' */" in code for name in names) else f"{match[1]}Py_NewRef(Py_None);"


def _with_literals(match: re.Match[str], file: str) -> str:
    """The beginning of a module, which makes the literals that the code of the module reads."""
    numbers = sorted(map(int, set(re.findall(r"CPyStatics\[(\d+)", match.string))))
    rows = ", ".join(map(str, numbers)) or "0"
    table = f"    static const int literals[] = {{{rows}}};\n"
    return f"{match[0]}{table}    if (make_literals(literals, {len(numbers)}) < 0)\n        goto fail;\n"
