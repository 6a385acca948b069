"""Shortens what a compiled module does when it is imported, in the C code that mypyc 2.4 writes.

mypyc writes some sixty lines of C for each `from` in a module, and as many to load a module by its name. Functions of the library
take their place. A name that only annotations and decorators read is not imported at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

# The beginning of all modules' files, after mypyc's headers.
DECLARATIONS: Final = """\
PyObject *import_compiled(PyObject *name, PyObject *(*create)(void), int (*run)(PyObject *), CPyModule **module,
                          CPyModuleCache *cached, CPyImportState *state);
"""
_FUNCTIONS: Final = """
/* Imports a compiled module for another one, and returns it. */
PyObject *import_compiled(PyObject *name, PyObject *(*create)(void), int (*run)(PyObject *), CPyModule **module,
                          CPyModuleCache *cached, CPyImportState *state) {{
    static PyObject *file, *suffix;
    if (CPyImport_IsInitialized(state))
        return CPyDict_GetItem(PyImport_GetModuleDict(), name);
    if (file == NULL) {{
        PyObject *library = PyDict_GetItemString(PyImport_GetModuleDict(), "{library}");
        if (library == NULL)
            return PyErr_Format(PyExc_ImportError, "{library} is not in sys.modules");
        file = PyObject_GetAttrString(library, "__file__");
        if (file == NULL)
            return NULL;
    }}
    if (suffix == NULL && (suffix = PyUnicode_FromString("{suffix}")) == NULL)
        return NULL;
    return CPyImport_ImportNative(name, create, run, module, cached, state, {locks}, file, suffix, 0);
}}
"""

_R: Final = r"cpy_r_r\d+"
_FAILS: Final = rf"    if \(unlikely\({_R} == NULL\)\) \{{\n        CPy_AddTraceback\([^\n]*\);\n        goto CPyL\d+;\n    \}}\n"
_COMPILED: Final = re.compile(
    rf"    {_R} = \(void \*\)&CPyModule_(?P<module>\w+);\n"
    rf"    {_R} = \(void \*\)&CPyImportState_(?P=module);\n"
    rf"    {_R} = (?P<locks>CPyModuleLockAPI_\w+);\n"
    rf"    {_R} = CPyImport_IsInitialized\({_R}\);\n    if \(!{_R}\) goto (?P<load>CPyL\d+);\n"
    rf"    {_R} = PyImport_GetModuleDict\(\);\n    {_R} = (?P<name>CPyStatics\[\d+\]);[^\n]*\n"
    rf"    {_R} = CPyDict_GetItem\([^\n]*\n"
    rf"{_FAILS}    (?P<result>{_R}) = {_R};\n    goto (?P<end>CPyL\d+);\n(?P=load): ;\n"
    rf"    {_R} = CPyInitOnly_(?P=module);\n    {_R} = CPyExec_(?P=module);\n"
    rf"    {_R} = \(PyObject \*\*\)&CPyModule_(?P=module)__internal;\n"
    rf"    {_R} = PyImport_GetModuleDict\(\);\n    {_R} = CPyStatics\[\d+\]; /\* '(?P<library>\w+)' \*/\n"
    rf"    {_R} = CPyDict_GetItem\([^\n]*\n"
    rf"{_FAILS}    {_R} = CPyStatics\[\d+\]; /\* '__file__' \*/\n    {_R} = CPyObject_GetAttr\([^\n]*\n    CPy_DECREF\({_R}\);\n"
    rf"{_FAILS}    {_R} = CPyStatics\[\d+\]; /\* '(?P<suffix>[^'\n]*)' \*/\n    {_R} = (?P=name);[^\n]*\n"
    rf"    {_R} = CPyImport_ImportNative\([^\n]*, 0\);\n    CPy_DECREF\({_R}\);\n(?P<fails>{_FAILS})"
    rf"    (?P=result) = {_R};\n(?P=end): ;\n"
)
# A mark in the code, and how many lines above it the pattern begins.
_COMPILED_AT: Final = ("CPyImport_IsInitialized(", 3)
_NAMES_AT: Final = ("CPyImport_ImportFromMany(", 3)
# Modules that have no effect but to define names.
_NAMES_ONLY: Final = ("__future__", "typing", "collections.abc", "mypy_extensions")
_NAMES: Final = re.compile(
    rf"    {_R} = CPyStatics\[\d+\]; /\* \((?P<names>[^\n]*)\) \*/\n"
    rf"    {_R} = CPyStatics\[\d+\]; /\* '(?P<module>{'|'.join(map(re.escape, _NAMES_ONLY))})' \*/\n"
    rf"    {_R} = CPyStatic_\w+;\n    {_R} = CPyImport_ImportFromMany\([^\n]*\n{_FAILS}"
    rf"    {_R} = \(void \*\)&CPyModule_\w+;\n"
    rf"    CPyImport_ReplaceModuleCacheForImport\([^\n]*\n    CPy_DECREF\({_R}\);\n"
)
_LOAD: Final = re.compile(r"PyObject \*CPyInit_\w+\(void\)\n\{\n.*?\n *return NULL;\n *\}\n", re.DOTALL)


def shorten_imports(code: str) -> str:
    """Shorten the imports in the C code of one module."""

    def compiled(match: re.Match[str]) -> str:
        module, result = match["module"], match["result"]
        fails = re.sub(_R, result, match["fails"], count=1)
        return (
            f"    {result} = import_compiled({match['name']}, CPyInitOnly_{module}, CPyExec_{module}, "
            f"&CPyModule_{module}__internal, &CPyModule_{module}, &CPyImportState_{module});\n{fails}"
        )

    def names(match: re.Match[str]) -> str:
        module = match["module"].replace(".", "___")
        read = code.count(f"&CPyModule_{module};") + code.count(f"CPyModule_{module})") > 1
        found = re.findall(r"'(\w+)'", match["names"])
        return match[0] if read or any(f"/* '{name}' */" in code for name in found) else ""

    code = _LOAD.sub("", code, count=1)
    code = _replaced(code, *_NAMES_AT, _NAMES, names)
    return _replaced(code, *_COMPILED_AT, _COMPILED, compiled)


def _replaced(code: str, mark: str, lines: int, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]) -> str:
    """Replace what the pattern matches from a number of lines above each mark: to try it in each line would take seconds."""
    parts: list[str] = []
    end = 0
    at = code.find(mark)
    while at >= 0:
        start = at
        for _ in range(lines + 1):
            start = code.rfind("\n", 0, start)
        match = pattern.match(code, start + 1)
        if match is not None:
            parts += [code[end : match.start()], replacement(match)]
            end = match.end()
        at = code.find(mark, max(at + 1, end))
    return "".join([*parts, code[end:]])


# mypyc gives the library a capsule for each module, and each module a shared object of its own that looks for its capsule.
# Building these takes as long as all the code of the package. One function in their place loads a module by its name; see
# `pyllvm.compiled_modules`.
_CAPSULE: Final = re.compile(
    r" *extern PyObject \*CPyInit_(\w+)\(void\);\n *capsule = PyCapsule_New\(.*\n"
    r" *if \(!capsule\) \{\n *goto fail;\n *\}\n *res = PyObject_SetAttrString\(.*\n"
    r" *Py_DECREF\(capsule\);\n *if \(res < 0\) \{\n *goto fail;\n *\}\n"
)
_METHODS: Final = ".m_methods = NULL,"
_LOADER: Final = """
static const struct {{
    const char *name;
    PyObject *(*create)(void);
    int (*run)(PyObject *);
    CPyModule **module;
}} compiled_modules[] = {{
{rows}
}};

/* Creates a module and runs it, as the function of the module itself that mypyc writes. */
static PyObject *created_module(PyObject *library, PyObject *name, size_t number) {{
    PyObject *modules = PyImport_GetModuleDict(), *module, *spec = NULL, *file, *suffix, *type, *value, *traceback;
    CPyModule **there = compiled_modules[number].module;
    if (*there != NULL) {{
        Py_INCREF(*there);
        return (PyObject *)*there;
    }}
    module = compiled_modules[number].create();
    if (module == NULL)
        return NULL;
    file = PyObject_GetAttrString(library, "__file__");
    suffix = PyUnicode_FromString("{suffix}");
    if (file == NULL || suffix == NULL || CPyImport_SetDunderAttrs(module, name, file, suffix, 0) < 0)
        goto fail;
    spec = CPyImport_BeginInitializing(module);
    if (spec == NULL || PyObject_SetItem(modules, name, module) < 0 || compiled_modules[number].run(module) != 0)
        goto fail;
    Py_DECREF(file);
    Py_DECREF(suffix);
    file = suffix = NULL;
    value = spec;
    spec = NULL;
    if (CPyImport_EndInitializing(value) < 0)
        goto fail;
    return module;
fail:
    PyErr_Fetch(&type, &value, &traceback);
    if (PyObject_DelItem(modules, name) < 0)
        PyErr_Clear();
    if (spec != NULL && CPyImport_EndInitializing(spec) < 0)
        PyErr_Clear();
    Py_XDECREF(file);
    Py_XDECREF(suffix);
    Py_CLEAR(*there);
    PyErr_Restore(type, value, traceback);
    return NULL;
}}

static PyObject *load_module(PyObject *self, PyObject *name) {{
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof compiled_modules / sizeof *compiled_modules; i++)
        if (strcmp(compiled_modules[i].name, text) == 0)
            return created_module(self, name, i);
    return PyErr_Format(PyExc_ImportError, "the library has no module %R", name);
}}

static PyMethodDef library_methods[] = {{
    {{"load_module", load_module, METH_O, PyDoc_STR("Run a compiled module, given by its full name, and return it.")}},
    {{NULL, NULL, 0, NULL}}
}};

"""
# Every module resets the caches of the modules it imports, even if another module already has.
_EMPTY_CACHE: Final = re.compile(r"^    CPyModule_\w+ = \(CPyModuleCache\)Py_None;\n", re.MULTILINE)


def _first(seen: set[str]) -> Callable[[re.Match[str]], str]:
    """A replacement that keeps the first of equal lines."""

    def kept(match: re.Match[str]) -> str:
        if match[0] in seen:
            return ""
        seen.add(match[0])
        return match[0]

    return kept


def add_loader(code: str, modules: Sequence[str], suffix: str) -> str:
    """Give the library's C code the functions that import its modules, in place of a capsule for each.

    `modules` are their full names, and `suffix` is the suffix of the library's file. `RuntimeError` is raised if the code
    has another form than mypyc 2.4 writes.
    """
    loads = {name.replace(".", "___"): name for name in modules}
    found = [match[1] for match in _CAPSULE.finditer(code)]
    library = re.search(r"static int exec_(\w+)\(PyObject \*module\)", code)
    locks = re.search(r"\bCPyModuleLockAPI_\w+", code)
    if sorted(found) != sorted(loads) or code.count(_METHODS) != 1 or library is None or locks is None:
        raise RuntimeError("mypyc's C code has another form than this build knows: the library's loader has no place in it")
    rows = "\n".join(
        f'    {{"{loads[load]}", CPyInitOnly_{load}, CPyExec_{load}, &CPyModule_{load}__internal}},' for load in found
    )
    functions = _FUNCTIONS.format(library=library[1], suffix=suffix, locks=locks[0])
    code = _EMPTY_CACHE.sub(_first(set()), code)
    start = code.index(library[0])
    code = code[:start] + functions + _LOADER.format(rows=rows, suffix=suffix) + code[start:]
    return _CAPSULE.sub("", code).replace(_METHODS, ".m_methods = library_methods,")
