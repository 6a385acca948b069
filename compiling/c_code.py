"""Finishes the C code that mypyc 2.4 writes: docstrings, constructors, integers, the loader, and files of a size that pays."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from compiling.docstrings import MODULE, add_docstrings, docstrings
from compiling.integers import raise_late

# A file of its own for each module would read mypyc's header of 1.9 MB each time, a quarter of the compiler's whole time.
FILES: Final = 40

_HEADERS: Final = """\
#include "__native_pyllvm.h"
#include "__native_internal_pyllvm.h"
/* The top levels of modules run once, and are a quarter of all code: straight lines that take long to optimize. */
#if defined(__clang__)
#define RUNS_ONCE __attribute__((optnone, noinline))
#elif defined(__GNUC__)
#define RUNS_ONCE __attribute__((optimize("O0")))
#else
#define RUNS_ONCE
#endif
"""
_TOP_LEVEL: Final = re.compile(r"^(?=char CPyDef_\w+____top_level__\(void\) \{)", re.MULTILINE)

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


# mypyc gives the library a capsule for each module, and each module a shared object of its own that looks for its capsule. To
# build these takes as long as all the code of the package. One function in their place loads a module by its name; see
# `pyllvm.compiled_modules`.
_CAPSULE: Final = re.compile(
    r" *extern PyObject \*(CPyInit_\w+)\(void\);\n *capsule = PyCapsule_New\(.*\n"
    r" *if \(!capsule\) \{\n *goto fail;\n *\}\n *res = PyObject_SetAttrString\(.*\n"
    r" *Py_DECREF\(capsule\);\n *if \(res < 0\) \{\n *goto fail;\n *\}\n"
)
_METHODS: Final = ".m_methods = NULL,"
_LOADER: Final = """
static const struct {{ const char *name; PyObject *(*load)(void); }} compiled_modules[] = {{
{rows}
}};

static PyObject *load_module(PyObject *self, PyObject *name) {{
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof compiled_modules / sizeof *compiled_modules; i++)
        if (strcmp(compiled_modules[i].name, text) == 0)
            return compiled_modules[i].load();
    return PyErr_Format(PyExc_ImportError, "the library has no module %R", name);
}}

static PyMethodDef library_methods[] = {{
    {{"load_module", load_module, METH_O, PyDoc_STR("Run a compiled module, given by its full name, and return it.")}},
    {{NULL, NULL, 0, NULL}}
}};

"""


def add_loader(code: str, modules: Sequence[str]) -> str:
    """Give the library's C code a function that loads a module by its name, in place of a capsule for each.

    `modules` are their full names. `RuntimeError` is raised if the code has another form than mypyc 2.4 writes.
    """
    loads = {f"CPyInit_{name.replace('.', '___')}": name for name in modules}
    found = [match[1] for match in _CAPSULE.finditer(code)]
    start = code.find("static int exec_pyllvm__mypyc(PyObject *module)")
    if sorted(found) != sorted(loads) or code.count(_METHODS) != 1 or start < 0:
        raise RuntimeError("mypyc's C code has another form than this build knows: the library's loader has no place in it")
    declared = "".join(f"extern PyObject *{load}(void);\n" for load in found)
    rows = "\n".join(f'    {{"{loads[load]}", {load}}},' for load in found)
    code = code[:start] + declared + _LOADER.format(rows=rows) + code[start:]
    return _CAPSULE.sub("", code).replace(_METHODS, ".m_methods = library_methods,")


def finish_code(target: Path, source: Path, modules: Sequence[str]) -> list[Path]:
    """Finish the C files in the folder `target`, of the modules with these full names in the folder `source`.

    Returns the files to compile in place of those that mypyc wrote for the modules and for the library, the largest first.
    """
    integers = target / "int_ops.c"
    integers.write_text(raise_late(integers.read_text(encoding="utf-8")), encoding="utf-8")
    documented = 0
    parts: list[list[str]] = [[] for _ in range(FILES)]
    for path in sorted(target.rglob("__native_*.c")):
        code = path.read_text(encoding="utf-8")
        module = MODULE.search(code)
        if module is None:
            path.write_text(add_loader(code, modules), encoding="utf-8")
            parts.append([f'#include "{path.name}"\n'])
            continue
        text = source.joinpath(*module[2].split(".")).with_suffix(".py").read_text(encoding="utf-8")
        changed = add_docstrings(code, docstrings(text))
        documented += changed != code
        # The name decides which file has it, so that an edit of one module changes one file for a compiler cache.
        part = zlib.crc32(module[2].encode()) % FILES
        parts[part].append(_TOP_LEVEL.sub("RUNS_ONCE ", call_constructors(changed)))
    if documented == 0:
        raise RuntimeError("mypyc's C code has another form than this build knows: no docstring was put into it")
    written = []
    for number, part_code in enumerate(filter(None, parts)):
        path = target / f"part_{number}.c"
        path.write_text(_HEADERS + "".join(part_code), encoding="utf-8")
        written.append(path)
    return sorted(written, key=lambda path: -path.stat().st_size)
