"""What the build makes of the literals in mypyc's C code."""

from __future__ import annotations

import pytest
from compiling.literals import add_literal_functions, make_own_literals

RUN = """\
static int CPyExec_pyllvm___ir__impl(PyObject *module)
{
    if (import_librt_strings() < 0) {
        return -1;
    }
    PyObject* modname = NULL;
    return CPyDef_ir_____top_level__();
"""
MADE = """\
    static const int literals[] = {3, 7, 40};
    if (make_literals(literals, 3) < 0)
        goto fail;
"""
USES = "    cpy_r_r1 = CPyStatics[40];\n    f(CPyStatics[7], CPyStatics[3], CPyStatics[40]);\n"
LIBRARY = """\
int CPyGlobalsInit(void)
{
    if (CPyStatics_Initialize(CPyStatics, CPyLit_Str, CPyLit_Bytes, CPyLit_FrozenSet) < 0) {
        return -1;
    }
}
PyObject *CPyStatics[41];
const int CPyLit_FrozenSet[] = {
    1, 1, 3
};
int exec_pyllvm__mypyc;
"""


def test_a_module_makes_the_literals_that_its_code_reads() -> None:
    start, name, end = RUN.partition("    PyObject* modname = NULL;\n")
    assert make_own_literals(USES + RUN) == USES + start + name + MADE + end
    assert make_own_literals(RUN) == RUN


def test_the_library_makes_none() -> None:
    code = add_literal_functions(LIBRARY)
    assert "CPyStatics_Initialize" not in code
    assert code.index("static int find_literals(void);") < code.index("if (find_literals() < 0)")
    assert code.index("CPyLit_FrozenSet[] =") < code.index("int make_literals(") < code.index("exec_pyllvm__mypyc")


@pytest.mark.parametrize("code", [LIBRARY.replace("_Initialize", "_Start"), LIBRARY.replace("FrozenSet[]", "Set[]")])
def test_the_library_has_mypycs_form(code: str) -> None:
    with pytest.raises(RuntimeError, match="another form"):
        add_literal_functions(code)


def test_a_module_has_mypycs_form() -> None:
    with pytest.raises(RuntimeError, match="another form"):
        make_own_literals(USES)
