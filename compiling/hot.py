"""The functions that are worth optimizing, and marks in mypyc 2.4's C code for all others.

Optimizing everything more than doubles compile time, and nearly all run time is spent in a fifth of the functions.
`hot_functions.txt` lists them, as a profile of the commands shows them (`tests/benchmarks/hot_functions.py`). Everything else
is compiled without optimization.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

HOT_FUNCTIONS: Final = Path(__file__).with_name("hot_functions.txt")

# The beginning of all modules' files, after mypyc's headers.
DECLARATIONS: Final = """\
/* For functions that run once, or seldom: they take long to optimize. */
#if defined(__clang__)
#define SELDOM __attribute__((optnone, noinline))
#elif defined(__GNUC__)
#define SELDOM __attribute__((optimize("O0")))
#else
#define SELDOM
#endif
"""
_TOP_LEVEL: Final = re.compile(r"^char CPyDef_(\w+)_____top_level__\(void\) \{", re.MULTILINE)
# The functions that create a module and fill it.
_ONCE: Final = re.compile(r"CPy(?:Exec|InitOnly)_\w+\([^\n]*\)\n\{")
# Functions that only interpreted code calls: the compiled modules call what these wrap, and read attributes themselves.
_WRAPPERS: Final = re.compile(
    r"^ *PyObject \*CPyPy_\w+\([^;\n]*\) \{\n|^static (?:PyObject \*|int)\n\w+_[gs]et_\w+\([^;\n]*\)\n\{", re.MULTILINE
)
_END: Final = "\n}\n"
# The text before the name of a function in its definition.
_RESULT: Final = re.compile(r"[\w *]*")


def read_hot_functions(file: Path = HOT_FUNCTIONS) -> frozenset[str]:
    """The full names of the functions and methods to optimize."""
    return frozenset(file.read_text(encoding="utf-8").split())


def functions_of(tree: ast.Module) -> dict[str, int]:
    """The functions, and the methods after the names of their classes, in a module, with the number of their lines."""
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = _lines(node)
        elif isinstance(node, ast.ClassDef):
            methods = [member for member in node.body if isinstance(member, ast.FunctionDef)]
            found.update({f"{node.name}.{method.name}": _lines(method) for method in methods})
    return found


def _lines(function: ast.FunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def mark_cold_functions(code: str, module: str, functions: Iterable[str], hot: frozenset[str]) -> str:
    """Mark the functions that are not worth optimizing in the C code of a module with this full name and these functions.

    `hot` are full names. What mypyc generates besides them, and besides wrappers for interpreted code, remains optimized.
    """
    top_level = _TOP_LEVEL.search(code)
    if top_level is None:
        raise RuntimeError(f"mypyc's C code has another form than this build knows: {module} has no top level")
    cold = {name.replace(".", "___") for name in functions if f"{module}.{name}" not in hot} | {"__top_level__"}
    # Where each begins, and where the hints about its branches end that the compiler need not read.
    starts = [(code.rfind("\n", 0, match.start()) + 1, 0) for match in _ONCE.finditer(code)]
    starts += [(match.start(), 0) for match in _WRAPPERS.finditer(code)]
    for match in re.finditer(rf"CPyDef_{top_level[1]}___(\w+)\([^;\n]*\) \{{\n", code):
        start = code.rfind("\n", 0, match.start()) + 1
        if match[1] in cold and _RESULT.fullmatch(code, start, match.start()):
            starts.append((start, code.index(_END, start)))
    parts: list[str] = []
    end = 0
    for start, stop in sorted(starts):
        parts += [code[end:start], "SELDOM "]
        end = max(start, stop)
        parts.append(code[start:end].replace("if (unlikely(", "if ((").replace("if (likely(", "if (("))
    return "".join([*parts, code[end:]])
