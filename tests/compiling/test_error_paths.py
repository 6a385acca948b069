"""How the errors of a function share releases and tracebacks in the C code that mypyc writes."""

from __future__ import annotations

from compiling.error_paths import share_error_paths, share_releases, share_tracebacks

# Three calls that can fail. At the second, one object is to be released, and at the third, two.
FUNCTION = """\
PyObject *CPyDef_example___text(PyObject *cpy_r_self) {
    PyObject *cpy_r_r0;
    PyObject *cpy_r_r1;
    cpy_r_r0 = CPyDef_example___first(cpy_r_self);
    if (unlikely(cpy_r_r0 == NULL)) {
        CPy_AddTraceback("pyllvm/example.py", "text", 7, CPyStatic_example___globals);
        goto CPyL3;
    }
    if (likely(PyUnicode_Check(cpy_r_r0)))
        cpy_r_r1 = cpy_r_r0;
    else {
        CPy_TypeErrorTraceback("pyllvm/example.py", "text", 8, CPyStatic_example___globals, "str", cpy_r_r0);
        goto CPyL3;
    }
    if (unlikely(cpy_r_r1 == NULL)) {
        CPy_AttributeError("pyllvm/example.py", "text", "Node", "name", 9, CPyStatic_example___globals);
        goto CPyL3;
    }
    if (unlikely(cpy_r_r1 == NULL)) {
        CPy_AddTraceback("pyllvm/example.py", "text", 10, CPyStatic_example___globals);
        goto CPyL4;
    }
    return cpy_r_r1;
CPyL3: ;
    return NULL;
CPyL4: ;
    CPy_DecRef(cpy_r_r0);
    goto CPyL3;
CPyL5: ;
    CPy_DecRef(cpy_r_r0);
    CPyTagged_DecRef(cpy_r_r1);
    goto CPyL3;
}
"""


def test_errors_that_go_on_at_one_place_share_a_traceback() -> None:
    code = share_error_paths(FUNCTION)
    assert code.count("CPy_AddTraceback(") == 2
    assert "    int traced_line;\n    PyObject *cpy_r_r0;\n" in code
    assert "        traced_line = 7;\n        goto traced_3;\n" in code
    assert '        CPy_TypeError("str", cpy_r_r0);\n        traced_line = 8;\n        goto traced_3;\n' in code
    assert '        undefined_attribute("Node", "name");\n        traced_line = 9;\n        goto traced_3;\n' in code
    call = 'CPy_AddTraceback("pyllvm/example.py", "text", traced_line, CPyStatic_example___globals)'
    assert code.endswith(f"traced_3: ;\n    {call};\n    goto CPyL3;\n}}\n")


def test_an_error_alone_at_its_place_keeps_its_traceback() -> None:
    alone = '        CPy_AddTraceback("pyllvm/example.py", "text", 10, CPyStatic_example___globals);\n        goto CPyL4;\n'
    assert alone in share_error_paths(FUNCTION)
    assert share_tracebacks(alone) == alone


def test_a_longer_list_of_releases_goes_on_at_a_shorter_one() -> None:
    code = share_error_paths(FUNCTION)
    assert "CPyL4: ;\n    CPy_DecRef(cpy_r_r0);\n    goto CPyL3;\n" in code
    assert "CPyL5: ;\n    CPyTagged_DecRef(cpy_r_r1);\n    goto CPyL4;\n" in code


def test_equal_lists_of_releases_become_one() -> None:
    first = "CPyL1: ;\n    CPy_DecRef(cpy_r_r0);\n    return NULL;\n"
    other = first.replace("CPyL1", "CPyL2")
    assert share_releases(first + other) == first + "CPyL2: ;\n    goto CPyL1;\n"
    elsewhere = other.replace("return NULL", "return cpy_r_r1")
    assert share_releases(first + elsewhere) == first + elsewhere


def test_an_object_that_is_released_twice_remains_so() -> None:
    release, end = "    CPy_DecRef(cpy_r_r0);\n", "    return NULL;\n"
    code = f"CPyL1: ;\n{release}{end}CPyL2: ;\n{release}{release}{end}"
    assert share_releases(code) == code


def test_code_without_errors_remains_as_it_is() -> None:
    code = "char CPyDef_example___empty(void) {\n    return 1;\n}\n"
    assert share_error_paths(code) == code
