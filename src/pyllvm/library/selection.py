"""Chooses symbols of a module by name, shell pattern or regular expression, as the options of llvm-extract do."""

from __future__ import annotations

from pyllvm.analysis.cfg import block_labels
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import GlobalAlias, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.words import nearest
from pyllvm.notation import TYPE_CHECKING, Final, Iterable, Sequence, final

if TYPE_CHECKING:
    import re

    from pyllvm.ir.source_code import Subprogram


FUNCTION: Final = "function"
VARIABLE: Final = "global"
ALIAS: Final = "alias"
ANY: Final = "symbol"
"""The kinds of symbols, by the names that LLVM's messages have for them."""

NAME: Final = "name"
EXPRESSION: Final = "regular expression"
GLOB: Final = "shell pattern"
LINE: Final = "source line"
"""The forms of requests."""

# The classes of characters of POSIX, as they are written in a set in Python's regular expressions.
_CLASSES: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
# Texts of patterns: most requests are names, and Python's module for patterns takes long to import.
_SET: Final = r"\\(?s:.)|\[\^?\]?(?:\[:\w+:\]|[^\]])*\]"
_CLASS: Final = r"\[:(\w+):\]"


@final
class Request:
    """The request of one option: symbols of a kind, by a text in one of the forms."""

    __slots__ = ("form", "kind", "text")

    def __init__(self, kind: str, form: str, text: str) -> None:
        self.kind = kind
        self.form = form
        self.text = text


def requested_symbols(module: Module, requests: Iterable[Request]) -> list[GlobalValue]:
    """The symbols that the requests ask for, in their order, each once.

    Raises PyllvmError, in the words of llvm-extract, if the module has no such symbol or an expression is malformed.
    """
    found: dict[GlobalValue, None] = {}
    for request in requests:
        candidates = symbols_of_kind(module, request.kind)
        if request.form == NAME:
            value = module.get(request.text)
            chosen = [] if value is None or not _is_of_kind(value, request.kind) else [value]
        elif request.form == GLOB:
            from fnmatch import fnmatchcase

            chosen = [value for value in candidates if fnmatchcase(value.name, request.text)]
        elif request.form == LINE:
            chosen = list(functions_at(module, request.text))
        else:
            expression = posix_expression(request.text)
            chosen = [value for value in candidates if expression.search(value.name)]
        if not chosen:
            raise _missing(request, candidates)
        found.update(dict.fromkeys(chosen))
    return list(found)


def function_of_blocks(module: Module, text: str) -> Function:
    """The function that "function:block[;block...]" names. Raises PyllvmError, in the words of llvm-extract, if there is none."""
    name = text.partition(":")[0]
    function = module.get(name)
    if not isinstance(function, Function):
        raise _missing_one("a function", name, [one.name for one in module.functions])
    return function


def blocks_of(function: Function, text: str) -> list[BasicBlock]:
    """The blocks of a function that was read, which "function:block[;block...]" names.

    Raises PyllvmError, in the words of llvm-extract, if the function has no such block, and if no block is named.
    """
    found: list[BasicBlock] = []
    names = [name for name in text.partition(":")[2].split(";") if name]
    if not names:
        raise PyllvmError(f"for the --bb option: '{text}' names no block: expected function:block[;block...]")
    known: dict[str, BasicBlock] = {}
    for block in function.blocks:
        known.setdefault(block.name, block)
    if any(name.isdecimal() and name not in known for name in names):
        # Text shows the numbers of blocks without names.
        for label, block in zip(block_labels(function), function.blocks, strict=True):
            known.setdefault(label.removeprefix("%"), block)
    for name in names:
        if name not in known:
            error = PyllvmError(f"function {function.name} doesn't contain a basic block named '{name}'!")
            error.diagnostic.suggestion = nearest(name, known) or None
            raise error
        found.append(known[name])
    return found


def symbols_of_kind(module: Module, kind: str) -> Sequence[GlobalValue]:
    """The functions, variables or aliases of a module, or all its symbols."""
    if kind == FUNCTION:
        return module.functions
    if kind == VARIABLE:
        return module.global_variables
    return module.aliases if kind == ALIAS else module.global_values


def _is_of_kind(value: GlobalValue, kind: str) -> bool:
    if kind == FUNCTION:
        return isinstance(value, Function)
    if kind == VARIABLE:
        return isinstance(value, GlobalVariable)
    return isinstance(value, GlobalAlias)


def posix_expression(text: str) -> re.Pattern[str]:
    """Compile an extended regular expression of POSIX, which LLVM's options take. PyllvmError if it is malformed."""
    import re

    def in_python(match: re.Match[str]) -> str:
        found = match.group()
        if found.startswith("\\"):
            return found
        start = 2 if found.startswith("[^") else 1
        # In a set of POSIX a backslash is an ordinary character, and so is a bracket.
        inside = found[start:-1].replace("\\", "\\\\")
        parts = re.split(_CLASS, inside)
        for index, part in enumerate(parts):
            parts[index] = _CLASSES.get(part, part) if index % 2 else part.replace("[", "\\[").replace("]", "\\]")
        return found[:start] + "".join(parts) + "]"

    try:
        return re.compile(re.sub(_SET, in_python, text))
    except re.error as error:
        raise PyllvmError(f"'{text}' invalid regex: {error}") from error


def _missing(request: Request, candidates: Sequence[GlobalValue]) -> PyllvmError:
    if request.form == GLOB:
        return PyllvmError(f"program doesn't contain a symbol whose name matches '{request.text}'!")
    if request.form == EXPRESSION:
        # LLVM's message for expressions names no other kind.
        return PyllvmError(f"program doesn't contain global named '{request.text}'!")
    return _missing_one(request.kind, request.text, [value.name for value in candidates])


def _missing_one(kind: str, name: str, candidates: list[str]) -> PyllvmError:
    diagnostic = Diagnostic("error", f"program doesn't contain {kind} named '{name}'!")
    diagnostic.suggestion = nearest(name, candidates) or None
    return PyllvmError(diagnostic)


def functions_at(module: Module, text: str) -> list[Function]:
    """The functions whose source has the line that "file:line" names; the file may lack the beginning of its path.

    Several functions may be made of the same lines, as C++'s templates. Raises PyllvmError if there is none.
    """
    file, _, digits = text.rpartition(":")
    if not file or not digits.isdecimal():
        raise PyllvmError(f"'{text}' is not a file and a line, such as shell.c:120")
    line = int(digits)
    described = [(function, function.subprogram) for function in module.functions if not function.is_declaration]
    of_file = [(function, one) for function, one in described if one is not None and _is_of_file(one, file)]
    if not of_file:
        has_some = any(one is not None for _, one in described)
        why = "" if has_some else ": the module has no debug information about functions"
        raise PyllvmError(f"no function is from a file '{file}'{why}")
    start = max([one.line for _, one in of_file if one.line <= line], default=0)
    nearest = [(function, one) for function, one in of_file if one.line == start]
    found = [function for function, one in nearest if _last_line(function, one) >= line]
    if not found:
        where = "".join(f"; '{function.name}' has lines {start} to {_last_line(function, one)}" for function, one in nearest[:1])
        raise PyllvmError(f"no function has line {line} of '{file}'{where}")
    return found


def _is_of_file(subprogram: Subprogram, file: str) -> bool:
    path = subprogram.path.replace("\\", "/")
    return path == file or path.endswith("/" + file)


def _last_line(function: Function, subprogram: Subprogram) -> int:
    """The last line that an instruction has which was not inlined from another function."""
    locations = [instruction.location for instruction in function.instructions]
    return max([subprogram.scope_line, *(one.line for one in locations if one is not None and one.inlined_at is None)])
