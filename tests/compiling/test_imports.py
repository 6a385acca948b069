"""What the build makes of the imports in mypyc's C code."""

from __future__ import annotations

import pytest
from compiling.imports import add_loader, shorten_imports

FAILS = """\
    if (unlikely(cpy_r_r9 == NULL)) {
        CPy_AddTraceback("a.py", "<module>", 3, CPyStatic_a___globals);
        goto CPyL30;
    }
"""
NAMES = (
    """\
    cpy_r_r6 = CPyStatics[12]; /* ('Final', 'final') */
    cpy_r_r7 = CPyStatics[13]; /* 'typing' */
    cpy_r_r8 = CPyStatic_a___globals;
    cpy_r_r9 = CPyImport_ImportFromMany(cpy_r_r7, cpy_r_r6, cpy_r_r6, cpy_r_r8);
"""
    + FAILS
    + """\
    cpy_r_r10 = (void *)&CPyModule_typing;
    CPyImport_ReplaceModuleCacheForImport(cpy_r_r10, cpy_r_r9);
    CPy_DECREF(cpy_r_r9);
"""
)
COMPILED = f"""\
    cpy_r_r11 = (void *)&CPyModule_pyllvm___ir;
    cpy_r_r12 = (void *)&CPyImportState_pyllvm___ir;
    cpy_r_r13 = CPyModuleLockAPI_pyllvm;
    cpy_r_r14 = CPyImport_IsInitialized(cpy_r_r12);
    if (!cpy_r_r14) goto CPyL8;
    cpy_r_r15 = PyImport_GetModuleDict();
    cpy_r_r16 = CPyStatics[33]; /* 'pyllvm.ir' */
    cpy_r_r17 = CPyDict_GetItem(cpy_r_r15, cpy_r_r16);
{FAILS}\
    cpy_r_r18 = cpy_r_r17;
    goto CPyL12;
CPyL8: ;
    cpy_r_r19 = CPyInitOnly_pyllvm___ir;
    cpy_r_r20 = CPyExec_pyllvm___ir;
    cpy_r_r21 = (PyObject **)&CPyModule_pyllvm___ir__internal;
    cpy_r_r22 = PyImport_GetModuleDict();
    cpy_r_r23 = CPyStatics[15]; /* 'pyllvm__mypyc' */
    cpy_r_r24 = CPyDict_GetItem(cpy_r_r22, cpy_r_r23);
{FAILS}\
    cpy_r_r25 = CPyStatics[16]; /* '__file__' */
    cpy_r_r26 = CPyObject_GetAttr(cpy_r_r24, cpy_r_r25);
    CPy_DECREF(cpy_r_r24);
{FAILS}\
    cpy_r_r27 = CPyStatics[17]; /* '.so' */
    cpy_r_r28 = CPyStatics[33]; /* 'pyllvm.ir' */
    cpy_r_r29 = CPyImport_ImportNative(cpy_r_r28, cpy_r_r19, cpy_r_r20, cpy_r_r11, cpy_r_r12, cpy_r_r26, cpy_r_r27, 0);
    CPy_DECREF(cpy_r_r26);
{FAILS}\
    cpy_r_r18 = cpy_r_r29;
CPyL12: ;
"""
REST = "    cpy_r_r30 = CPyStatics[40]; /* ('Module',) */\n"


def test_names_that_only_annotations_read_are_not_imported() -> None:
    assert shorten_imports(NAMES + REST) == REST


def test_names_that_code_reads_are_imported() -> None:
    read = NAMES + "    cpy_r_r31 = CPyStatics[41]; /* 'Final' */\n"
    assert shorten_imports(read) == read
    other = NAMES.replace("typing", "enum")
    assert shorten_imports(other) == other


def test_a_compiled_module_is_imported_by_a_call() -> None:
    assert shorten_imports(COMPILED + REST) == (
        "    cpy_r_r18 = import_compiled(CPyStatics[33], CPyInitOnly_pyllvm___ir, CPyExec_pyllvm___ir, "
        "&CPyModule_pyllvm___ir__internal, &CPyModule_pyllvm___ir, &CPyImportState_pyllvm___ir);\n"
        + FAILS.replace("cpy_r_r9", "cpy_r_r18")
        + REST
    )


def test_the_loader_needs_mypycs_form() -> None:
    with pytest.raises(RuntimeError, match="another form"):
        add_loader("int exec_pyllvm__mypyc;", ["pyllvm.ir"], ".so")
