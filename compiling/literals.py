"""Lets each compiled module make its own literals when it is imported, in the C code that mypyc 2.4 writes.

mypyc makes the strings, bytes, numbers and tuples of all modules when the library is loaded. There are more than 10,000, and most
commands need few of them. Here the library only finds where each is stored, and a module makes those that its code reads, unless
another module has done so.
"""

from __future__ import annotations

import re
from typing import Final

# The beginning of all modules' files, after mypyc's headers.
DECLARATIONS: Final = """\
int make_literals(const int *numbers, size_t count);
"""
_FUNCTIONS: Final = r"""
/* Where each literal is stored, in the forms of mypyc's tables. */
static const void *literal_places[sizeof CPyStatics / sizeof *CPyStatics];
/* The literals are in the order of their kinds; these are the ends of the kinds. */
static const void **strings_end, **bytes_end, **integers_end, **floats_end, **complex_end, **tuples_end;

/* Reads a number of 7 bits in each byte. */
static const char *after_number(const char *data, size_t *number) {
    *number = 0;
    while ((unsigned char)*data >= 0x80)
        *number = (*number << 7) + (*data++ & 0x7f);
    *number = (*number << 7) | *data++;
    return data;
}

static const void **find_texts(const void **place, const char *const *rows, int are_integers) {
    for (; **rows != '\0'; rows++) {
        size_t count, size;
        const char *data = after_number(*rows, &count);
        while (count-- > 0) {
            *place++ = data;
            if (are_integers)
                data += strlen(data) + 1;
            else {
                data = after_number(data, &size);
                data += size;
            }
        }
    }
    return place;
}

static const void **find_floats(const void **place, const double *numbers, int parts) {
    size_t count = (size_t)*numbers++;
    for (; count > 0; count--, numbers += parts)
        *place++ = numbers;
    return place;
}

static const void **find_collections(const void **place, const int *numbers) {
    int count = *numbers++;
    for (; count > 0; count--, numbers += 1 + *numbers)
        *place++ = numbers;
    return place;
}

static int find_literals(void) {
    PyObject *first[] = {Py_None, Py_False, Py_True};
    const void **place = literal_places;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++, place++) {
        Py_INCREF(first[i]);
        CPyStatics[i] = first[i];
    }
    strings_end = find_texts(place, CPyLit_Str, 0);
    bytes_end = find_texts(strings_end, CPyLit_Bytes, 0);
    integers_end = find_texts(bytes_end, CPyLit_Int, 1);
    floats_end = find_floats(integers_end, CPyLit_Float, 1);
    complex_end = find_floats(floats_end, CPyLit_Complex, 2);
    tuples_end = find_collections(complex_end, CPyLit_Tuple);
    find_collections(tuples_end, CPyLit_FrozenSet);
    return 0;
}

static PyObject *made_collection(const int *numbers, int is_tuple) {
    int count = *numbers++;
    PyObject *collection = is_tuple ? PyTuple_New(count) : PyFrozenSet_New(NULL);
    if (collection == NULL || make_literals(numbers, count) < 0)
        return NULL;
    for (int i = 0; i < count; i++) {
        PyObject *item = CPyStatics[numbers[i]];
        if (is_tuple) {
            Py_INCREF(item);
            PyTuple_SET_ITEM(collection, i, item);
        } else if (PySet_Add(collection, item) < 0)
            return NULL;
    }
    return collection;
}

static PyObject *made_literal(const void **place) {
    size_t size;
    const char *data;
    if (place < bytes_end) {
        PyObject *text;
        data = after_number(*place, &size);
        if (place >= strings_end)
            return PyBytes_FromStringAndSize(data, size);
        text = PyUnicode_DecodeUTF8(data, size, "surrogatepass");
        if (text != NULL)
            PyUnicode_InternInPlace(&text);
        return text;
    }
    if (place < integers_end)
        return PyLong_FromString(*place, NULL, 10);
    if (place < floats_end)
        return PyFloat_FromDouble(*(const double *)*place);
    if (place < complex_end)
        return PyComplex_FromDoubles(((const double *)*place)[0], ((const double *)*place)[1]);
    return made_collection(*place, place < tuples_end);
}

/* Makes the literals of these numbers that are not made yet. */
int make_literals(const int *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        PyObject **literal = &CPyStatics[numbers[i]];
        if (*literal == NULL && (*literal = made_literal(&literal_places[numbers[i]])) == NULL)
            return -1;
    }
    return 0;
}
"""
_INITIALIZE: Final = re.compile(r"CPyStatics_Initialize\(CPyStatics, [^()]*\) < 0")
# The last of mypyc's tables.
_TABLES_END: Final = re.compile(r"^const int CPyLit_FrozenSet\[\] = \{[^}]*\};\n", re.MULTILINE)
_LITERAL: Final = re.compile(r"CPyStatics\[(\d+)")
# The beginning of the function that fills a module. What is before the variable are imports of mypyc's libraries.
_RUN: Final = re.compile(
    r"static int CPyExec_\w+__impl\(PyObject \*module\)\n\{\n(?:[^}]*\}\n)*?    PyObject\* modname = NULL;\n"
)
_UNKNOWN: Final = "mypyc's C code has another form than this build knows: literals have no place in it"


def add_literal_functions(code: str) -> str:
    """Let the library make no literals, in its C code; `RuntimeError` if that has another form than mypyc 2.4 writes."""
    code, calls = _INITIALIZE.subn("find_literals() < 0", code)
    code, tables = _TABLES_END.subn(lambda match: match[0] + _FUNCTIONS, code)
    if calls != 1 or tables != 1:
        raise RuntimeError(_UNKNOWN)
    return f"static int find_literals(void);\n{code}"


def make_own_literals(code: str) -> str:
    """Let a module make the literals that its C code reads before it runs; `RuntimeError` as above."""
    numbers = sorted(map(int, set(_LITERAL.findall(code))))
    if not numbers:
        return code
    rows = ", ".join(map(str, numbers))
    table = f"    static const int literals[] = {{{rows}}};\n"
    made = f"    if (make_literals(literals, {len(numbers)}) < 0)\n        goto fail;\n"
    code, runs = _RUN.subn(lambda match: match[0] + table + made, code)
    if runs != 1:
        raise RuntimeError(_UNKNOWN)
    return code
