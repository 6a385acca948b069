"""Gives the classes that a program keeps tables about weak references, which mypyc's classes have only with a dictionary.

An object gets one more field behind its own, as `tp_weaklistoffset` needs. Instructions, constants and types do without: they are
so many that a module would take two percent more memory.
"""

from __future__ import annotations

from typing import Final

from compiling.edits import GeneratedCode

# The module and the name of each class. No compiled class derives from them.
CLASSES: Final = (
    ("building.builder", "IRBuilder"),
    ("ir.module", "Module"),
    ("ir.function", "Function"),
    ("ir.function", "Argument"),
    ("ir.basic_block", "BasicBlock"),
    ("ir.global_values", "GlobalVariable"),
    ("ir.global_values", "GlobalAlias"),
    ("ir.global_values", "GlobalIFunc"),
)


def add_weak_references(code: GeneratedCode) -> None:
    """Make all edits."""
    for module, name in CLASSES:
        file = f"__native_pyllvm___{module.replace('.', '___')}.c"
        if file not in code.texts:
            continue  # only some modules are compiled, as in a test
        issue = f"{name} has no weak references"
        size = rf"\.tp_basicsize = sizeof\((\w+___{name}Object)\),"
        field = r".tp_basicsize = sizeof(\1) + sizeof(PyObject *),\n    .tp_weaklistoffset = sizeof(\1),"
        code.edit(issue, file, size, field, 1)
        freed = rf"^\w+_dealloc\(\w+___{name}Object \*self\)\n\{{\n[^}}]*?CPy_TRASHCAN_BEGIN\([^\n]*\n"
        cleared = r"\g<0>    if (*(PyObject **)(self + 1) != NULL)\n        PyObject_ClearWeakRefs((PyObject *)self);\n"
        code.edit(issue, file, freed, cleared, 1)
