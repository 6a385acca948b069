"""Shortens the C code that runs once: the bodies of modules, with their imports, are a quarter of what mypyc 2.4 writes."""

from __future__ import annotations

import re
from typing import Final

from compiling.edits import GeneratedCode
from compiling.faults import MODULES

_REGISTER: Final = r"cpy_r_r\d+"
# 35 lines for each module that is imported from the same library.
_IMPORT: Final = (
    rf"    {_REGISTER} = \(void \*\)&CPyModule_(?P<module>\w+);\n"
    rf"    (?P<state>{_REGISTER}) = \(void \*\)&CPyImportState_(?P=module);\n"
    rf"    {_REGISTER} = CPyModuleLockAPI_\w+;\n"
    rf"    {_REGISTER} = CPyImport_IsInitialized\((?P=state)\);\n"
    rf"    if \(!{_REGISTER}\) goto CPyL\d+;\n"
    rf"    {_REGISTER} = PyImport_GetModuleDict\(\);\n"
    rf"    {_REGISTER} = (?P<name>CPyStatics\[\d+\]);[^\n]*\n"
    rf"    {_REGISTER} = CPyDict_GetItem\([^\n]*\n"
    rf"    if \(unlikely\({_REGISTER} == NULL\)\) (?P<failed>\{{\n[^}}]*\}}\n)"
    rf"    (?P<found>{_REGISTER}) = {_REGISTER};\n"
    r"    goto (?P<end>CPyL\d+);\n"
    rf".*?    {_REGISTER} = (?P<suffix>CPyStatics\[\d+\]);[^\n]*\n"
    rf"    {_REGISTER} = CPyStatics\[\d+\];[^\n]*\n"
    rf"    {_REGISTER} = CPyImport_ImportNative\([^\n]*, (?P<is_package>\d)\);\n"
    r".*?\n(?P=end): ;\n"
)
_BODY: Final = r"^char CPyDef_\w*_____top_level__\(void\) \{\n.*?^\}\n"
_FAILURE: Final = re.compile(
    r'\{\n        CPy_AddTraceback\((?P<file>"[^"]*"), "<module>", (?P<line>\d+), (?P<globals>\w+)\);\n'
    r"        goto CPyL\d+;\n    \}"
)
_RELEASE: Final = re.compile(r"(?:    CPy_X?DecRef\([^\n]*\);\n)+(    goto CPyL\d+;)")
_CLEAR: Final = r"(    fail:\n    Py_CLEAR\(CPyModule_\w+__internal\);\n    Py_CLEAR\(modname\);\n).*?(    return -1;\n)"


def shorten(code: GeneratedCode) -> None:
    """Make all edits."""
    issue = "the import of a module of the same library is 35 lines"
    code.edit(issue, MODULES, _IMPORT, _imported)
    issue = "each line of a module's body that may fail has a call for the traceback, and frees all that was made before"
    code.edit(issue, MODULES, _BODY, _body)
    issue = "a module whose import fails frees each of its constants"
    code.edit(issue, MODULES, _CLEAR, r"\1\2")


def _imported(match: re.Match[str], file: str) -> str:
    """A call of `import_module`, which is in `library.c`."""
    module = match["module"]
    arguments = f"{match['name']}, {match['suffix']}, CPyInitOnly_{module}, CPyExec_{module}, &CPyModule_{module}__internal"
    found = f"import_module({arguments}, &CPyModule_{module}, &CPyImportState_{module}, {match['is_package']})"
    return f"    {match['found']} = {found};\n    if (unlikely({match['found']} == NULL)) {match['failed']}"


def _body(match: re.Match[str], file: str) -> str:
    """A body with one end for all failures. It keeps what was made before: the import of a module seldom fails, and not often."""
    first = _FAILURE.search(match[0])
    if first is None or "CPy_CatchError" in match[0]:
        return match[0]
    body = _FAILURE.sub(r"{ line = \g<line>; goto failed; }", match[0])
    body = _RELEASE.sub(r"\1", body).replace("{\n", "{\n    int line;\n", 1).removesuffix("}\n")
    return f'{body}failed:\n    CPy_AddTraceback({first["file"]}, "<module>", line, {first["globals"]});\n    return 2;\n}}\n'
