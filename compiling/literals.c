/* Makes the literals of a module when the module is imported, from mypyc's tables. mypyc makes the literals of all modules, more
   than 14,000, when the library is loaded, and most commands need few of them. */
#include "part.h"

enum { STRING, BYTES, INTEGER, FLOAT, COMPLEX, TUPLE, FROZENSET, KINDS };
/* Where each literal is in the tables, and the end of each kind: literals are numbered in the order of their kinds. */
static const void *places[sizeof CPyStatics / sizeof *CPyStatics], **ends[KINDS];

/* Reads a number of 7 bits in each byte. */
static const char *after_number(const char *data, size_t *number) {
    *number = 0;
    while ((unsigned char)*data >= 0x80)
        *number = (*number << 7) + (*data++ & 0x7f);
    *number = (*number << 7) | *data++;
    return data;
}

/* Takes the place of mypyc's function that makes all literals. */
int find_literals(void) {
    const char *const *texts[] = {CPyLit_Str, CPyLit_Bytes, CPyLit_Int};
    const double *numbers[] = {CPyLit_Float, CPyLit_Complex};
    const int *collections[] = {CPyLit_Tuple, CPyLit_FrozenSet};
    PyObject *first[] = {Py_None, Py_False, Py_True};
    const void **place = places + 3;
    for (int i = 0; i < 3; i++)
        CPyStatics[i] = Py_NewRef(first[i]);
    for (int kind = STRING; kind <= INTEGER; ends[kind++] = place) {
        for (const char *const *row = texts[kind]; **row != '\0'; row++) {
            size_t count, size;
            for (const char *data = after_number(*row, &count); count > 0; count--) {
                *place++ = data;
                const char *text = after_number(data, &size);
                data = kind == INTEGER ? data + strlen(data) + 1 : text + size;
            }
        }
    }
    for (int kind = FLOAT; kind <= COMPLEX; ends[kind++] = place) {
        const double *number = numbers[kind - FLOAT];
        for (int count = (int)*number++; count > 0; count--, number += kind - FLOAT + 1)
            *place++ = number;
    }
    for (int kind = TUPLE; kind <= FROZENSET; ends[kind++] = place) {
        const int *items = collections[kind - TUPLE];
        for (int count = *items++; count > 0; count--, items += 1 + *items)
            *place++ = items;
    }
    return 0;
}

static PyObject *made_literal(const void **place) {
    const int *items = *place;
    const double *number = *place;
    size_t size;
    const char *text = place < ends[BYTES] ? after_number(*place, &size) : NULL;
    int kind = STRING;
    while (place >= ends[kind])
        kind++;
    PyObject *made = kind == STRING    ? PyUnicode_DecodeUTF8(text, size, "surrogatepass")
                     : kind == BYTES   ? PyBytes_FromStringAndSize(text, size)
                     : kind == INTEGER ? PyLong_FromString(*place, NULL, 10)
                     : kind == FLOAT   ? PyFloat_FromDouble(*number)
                     : kind == COMPLEX ? PyComplex_FromDoubles(number[0], number[1])
                     : kind == TUPLE   ? PyTuple_New(*items)
                                       : PyFrozenSet_New(NULL);
    if (made == NULL || (kind >= TUPLE && make_literals(items + 1, *items) < 0))
        return NULL;
    for (int i = 1; kind >= TUPLE && i <= *items; i++) {
        PyObject *item = CPyStatics[items[i]];
        if (kind == TUPLE)
            PyTuple_SET_ITEM(made, i - 1, Py_NewRef(item));
        else if (PySet_Add(made, item) < 0)
            return NULL;
    }
    if (kind == STRING)
        PyUnicode_InternInPlace(&made);
    return made;
}

/* Makes the literals of these numbers that are not made yet. */
int make_literals(const int *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        PyObject **literal = &CPyStatics[numbers[i]];
        if (*literal == NULL && (*literal = made_literal(&places[numbers[i]])) == NULL)
            return -1;
    }
    return 0;
}
