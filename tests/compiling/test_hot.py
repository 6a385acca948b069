"""Which functions the build optimizes: those of the list, which names only functions of the source."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from compiling.hot import functions_of, mark_cold_functions, read_hot_functions
from hatch_build import hot_modules

SOURCE = Path(__file__).resolve().parents[2] / "src"

# As mypyc writes it: functions, their wrappers farther right, and the functions that create and fill the module.
CODE = """\
static int CPyExec_pyllvm___example__impl(PyObject *module)
{
}
PyObject *CPyDef_example___Node___text(PyObject *cpy_r_self) {
}
        PyObject *CPyPy_example___Node___text(PyObject *self, PyObject *const *args) {
        }
CPyTagged CPyDef_example____count(void) {
    cpy_r_r1 = CPyDef_example___Node___text(cpy_r_r0);
}
PyObject *CPyDef_example___Node(void) {
}
static PyObject *
example___Node_get_name(pyllvm___example___NodeObject *self, void *closure)
{
}
char CPyDef_example_____top_level__(void) {
}
"""
FUNCTIONS = functions_of(ast.parse("class Node:\n    def text(self): ...\n\ndef _count(): ...\n"))


def marked(hot: frozenset[str]) -> list[str]:
    code = mark_cold_functions(CODE, "pyllvm.example", FUNCTIONS, hot)
    assert code.replace("SELDOM ", "") == CODE
    return re.findall(r"^SELDOM .*?\b(\w+)\(", code, re.MULTILINE | re.DOTALL)


def test_everything_but_hot_functions_and_what_mypyc_generates_is_marked() -> None:
    run, wrapper, getter = "CPyExec_pyllvm___example__impl", "CPyPy_example___Node___text", "example___Node_get_name"
    text, count, top = "CPyDef_example___Node___text", "CPyDef_example____count", "CPyDef_example_____top_level__"
    assert marked(frozenset()) == [run, text, wrapper, count, getter, top]
    assert marked(frozenset({"pyllvm.example.Node.text"})) == [run, wrapper, count, getter, top]
    assert marked(frozenset({"pyllvm.example.Node.text", "pyllvm.example._count"})) == [run, wrapper, getter, top]


def test_a_marked_function_has_no_hints_about_its_branches() -> None:
    check = "    if (unlikely(cpy_r_r1 == NULL)) {\n    }\n"
    code = CODE.replace("    cpy_r_r1 = CPyDef", f"{check}    cpy_r_r1 = CPyDef")
    assert "if ((cpy_r_r1 == NULL)) {" in mark_cold_functions(code, "pyllvm.example", FUNCTIONS, frozenset())
    assert check in mark_cold_functions(code, "pyllvm.example", FUNCTIONS, frozenset({"pyllvm.example._count"}))


def test_code_of_another_form_is_an_error() -> None:
    with pytest.raises(RuntimeError, match=r"pyllvm\.example has no top level"):
        mark_cold_functions("int main(void) {}", "pyllvm.example", FUNCTIONS, frozenset())


def test_the_list_names_functions_of_compiled_modules() -> None:
    known: set[str] = set()
    for path in hot_modules(SOURCE):
        module = path.removesuffix(".py").replace("/", ".")
        known.update(f"{module}.{name}" for name in functions_of(ast.parse((SOURCE / path).read_text(encoding="utf-8"))))
    hot = read_hot_functions()
    gone = sorted(hot - known)
    # A function that was renamed is slower until the list has its new name.
    assert not gone, f"renamed or removed; run tests/benchmarks/hot_functions.py: {gone}"
    assert len(hot) > 500
