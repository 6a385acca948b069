"""Advice on errors in a text, for which LLVM's message gives only what its parser expected at that place.

`add_help` looks at the text around an error. It adds hints ("declare it: ..."), the name that was probably meant, and notes with
the other places that matter: where a value was defined, where the function that is not closed begins.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable
from typing import Final, final

from pyllvm.assembly.reader.near_miss import near_miss
from pyllvm.assembly.reader.text_places import earlier_definition
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source, Span
from pyllvm.diagnostics.fix import Edit, Fix
from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file
from pyllvm.findings.mistakes.table import CERTAIN, find_mistake
from pyllvm.findings.mistakes.text import Text
from pyllvm.findings.mistakes.trial import Trials
from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.opcodes import INSTRUCTIONS
from pyllvm.tables.syntax_rules import syntax_rule

_TERMINATOR: Final = "end the block with ret, br, switch, unreachable or another terminator"
_NUMBERS: Final = "unnamed arguments, blocks and instructions of a function share one sequence of numbers: %0, %1, %2 ..."
_OUTSIDE: Final = "an instruction must be inside the braces of a function"
_WITHOUT_RESULT: Final = ("br", "fence", "indirectbr", "resume", "ret", "store", "switch", "unreachable")
_OPCODES: Final = frozenset(
    word for word in INSTRUCTIONS if word not in _WITHOUT_RESULT and not word.startswith(("catch", "cleanup", "invoke", "callbr"))
)
"""The instructions that have a result."""
_TERMINATORS: Final = re.compile(
    rb"(?:%\S+\s*=\s*)?(ret|br|switch|indirectbr|invoke|callbr|resume|unreachable|catchswitch|catchret|cleanupret)\b"
)
_PREDICATES: Final[dict[str, str]] = {
    "lt": "write slt (signed) or ult (unsigned)",
    "le": "write sle (signed) or ule (unsigned)",
    "gt": "write sgt (signed) or ugt (unsigned)",
    "ge": "write sge (signed) or uge (unsigned)",
}
# The letter in the hexadecimal form of a constant, and the format that gives its bits; float is written as a double.
_HEXADECIMAL: Final[dict[str, tuple[str, str]]] = {"half": ("0xH", "e"), "float": ("0x", "f")}
_FLOATING_TYPES: Final = frozenset({"half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128"})
_FIRST_BEYOND_ASCII: Final = 0x80
_NAME: Final = r'%(?:[\w.$-]+|"[^"]*")'
_ENTITIES: Final = (b"define", b"declare", b"attributes", b"target", b"source_filename", b"module", b"uselistorder")


# How many errors of a text get help: some rules search the text.
_MOST_EXPLAINED: Final = 100
# Repairs are tried, which takes as long as reading the text.
_LARGEST_REPAIRED: Final = 100_000
# In words. Rules look at a line from each of its words; people do not write longer ones.
_LONGEST_REPAIRED_LINE: Final = 400


@final
class _Place:
    """An error's place in its text."""

    def __init__(self, diagnostic: Diagnostic, where: Span) -> None:
        self.diagnostic: Final = diagnostic
        self.message: Final = diagnostic.message
        self.source: Final[Source] = where.source
        self.data: Final = where.source.data
        self.start: Final = where.start
        self.end: Final = where.end
        self.token: Final = self.data[where.start : where.end].decode("utf-8", "surrogateescape")
        line_start, line_end = where.source.line_bounds(where.start)
        self.line_start: Final = line_start
        self.before: Final = self.data[line_start : where.start].decode("utf-8", "surrogateescape")
        self.after: Final = self.data[where.end : line_end].decode("utf-8", "surrogateescape")

    def note(self, message: str, start: int, end: int) -> None:
        """Add a note about another place of the text."""
        self.diagnostic.notes.append(Diagnostic("note", message, Span(self.source, start, end)))

    def suggest(self, sigil: str, name: str, candidates: Iterable[bytes]) -> bool:
        """Suggest the candidate nearest to a name; returns whether there is one."""
        nearest = near_miss(name.encode("utf-8", "surrogateescape"), candidates)
        if nearest is None:
            return False
        self.diagnostic.suggestion = sigil + nearest.decode("utf-8", "surrogateescape")
        return True

    def defines(self, name: str) -> bool:
        """Whether a line of the text begins with the definition of this name."""
        return self.line(re.escape(name) + r"\s*=") is not None

    def line(self, pattern: str, start: int = 0, end: int | None = None) -> re.Match[bytes] | None:
        """The first line from `start` to `end` that begins with a pattern."""
        lines = re.compile(b"^(?:" + pattern.encode("utf-8", "surrogateescape") + b")", re.MULTILINE)
        return lines.search(self.data, start, len(self.data) if end is None else end)

    def line_number(self, at: int) -> int:
        """The number of the line at a byte offset."""
        return self.data.count(b"\n", 0, at) + 1

    def function_start(self) -> int | None:
        """Where the function begins in which the error is."""
        at = self.data.rfind(b"\ndefine", 0, self.start) + 1
        return at if self.data.startswith(b"define", at) else None


def add_help(error: PyllvmError, most: int = _MOST_EXPLAINED) -> None:
    """Add hints, suggestions and notes to the errors of a text that have none, and the names of the rules that it breaks.

    `most` bounds the number of errors that get help.
    """
    name_rules(error)
    first = error.diagnostic
    if isinstance(first.where, Span) and not first.is_finding and not is_llvm_text(first.where.source.data):
        kind = kind_of_file(first.where.source.data)
        if kind is not None:
            _explain_other_kind(error, first.where, str(kind))
            return
    trials = Trials(error)
    for diagnostic in error.diagnostics[:most]:
        if not isinstance(diagnostic.where, Span) or diagnostic.is_finding or diagnostic.where.source.is_binary:
            continue
        if (diagnostic.where.start, diagnostic.message) in trials.consequences:
            error.others.remove(diagnostic)
            continue
        if not (diagnostic.hint or diagnostic.notes):
            diagnostic.hint = _hint(_Place(diagnostic, diagnostic.where))
        _repair(diagnostic, diagnostic.where, trials)


def name_rules(error: PyllvmError) -> None:
    """Add the names of the rules that the errors of a text break."""
    for diagnostic in error.diagnostics:
        if isinstance(diagnostic.where, Span) and not diagnostic.is_finding and not diagnostic.rule:
            diagnostic.rule = f"syntax/{syntax_rule(diagnostic.message).name}"


def _explain_other_kind(error: PyllvmError, where: Span, kind: str) -> None:
    """Say that a text is in another language, unless one repair makes all of it LLVM's."""
    first = error.diagnostic
    trials = Trials(error)
    _repair(first, where, trials)
    is_comment = where.source.data.startswith((b"#", b"/"), where.start)
    if first.fix is None or trials.has_errors or is_comment:
        first.hint = kind
        first.fix = first.suggestion = None


def _repair(diagnostic: Diagnostic, where: Span, trials: Trials) -> None:
    """Add the correction of a known mistake, if the text can then be read further."""
    data = where.source.data
    if len(data) > _LARGEST_REPAIRED:
        return
    if _is_newer(data, where, diagnostic.message, trials.version):
        _explain_newer(diagnostic, where, trials)
        return
    suggestion = diagnostic.suggestion
    if suggestion is not None:
        diagnostic.suggestion = None
        edit = (where.start, where.end, suggestion.encode("utf-8", "surrogateescape").decode("latin-1"))
        # The nearest word is not always the best one: rows of the table come first.
        is_name = suggestion[0] in "%@!$#"
        if is_name and trials.accepts(data, diagnostic, [edit]):
            diagnostic.suggestion = suggestion
            diagnostic.hint = ""
            _set_fix(diagnostic, where.source, [edit])
            return
    text = Text(data, where.start, where.end, diagnostic.message, trials.version)
    if len(text.words) > _LONGEST_REPAIRED_LINE or len(text.last) > _LONGEST_REPAIRED_LINE:
        return
    found = find_mistake(text, lambda repair: trials.accepts(data, diagnostic, repair.edits))
    found = found or find_mistake(text, lambda repair: trials.accepts(data, diagnostic, repair.edits, is_strict=False), CERTAIN)
    if found is None:
        return
    meant = re.fullmatch(r"did you mean '([^']*)'\?", found.repair.sentence)
    if meant is not None:
        diagnostic.suggestion = meant[1]
        diagnostic.hint = ""
    elif found.repair.sentence:
        diagnostic.hint = found.repair.sentence
    if found.repair.edits:
        _set_fix(diagnostic, where.source, found.repair.edits)


def _is_newer(data: bytes, where: Span, message: str, version: int | None) -> bool:
    """Whether an error is a construct that a newer LLVM has."""
    if version is None:
        return False
    is_pointer = version < OPAQUE_POINTERS_SINCE and data[where.start : where.end] == b"ptr"
    return is_pointer or re.search(r" requires LLVM [0-9]+, but this module is being read as LLVM [0-9]+$", message) is not None


def _explain_newer(diagnostic: Diagnostic, where: Span, trials: Trials) -> None:
    """Say how to read a text that needs a newer LLVM, or where that has an error in it, too."""
    newer, error = trials.as_newest(where.source.data)
    since = "'ptr' exists since LLVM 15: " if where.source.data[where.start : where.end] == b"ptr" else ""
    if error is None:
        way = f"read the text as LLVM {newer}'s, with --input-llvm-version={newer}"
        diagnostic.hint = f"{since}{way}; --llvm-version={trials.version} then brings it to LLVM {trials.version}"
        return
    diagnostic.hint = f"{since}this is text of a newer LLVM, which has an error for LLVM {newer} as well"
    if isinstance(error.where, Span):
        place = Span(where.source, error.where.start, error.where.end)
        diagnostic.notes.append(Diagnostic("note", f"the error for LLVM {newer}: {error.message}", place))


def _set_fix(diagnostic: Diagnostic, source: Source, edits: list[tuple[int, int, str]]) -> None:
    diagnostic.fix = Fix(source, [Edit(start, end, text.encode("latin-1", "replace")) for start, end, text in edits])


def _hint(place: _Place) -> str:
    if any(byte >= _FIRST_BEYOND_ASCII for byte in place.data[max(place.start - 1, 0) : place.start + 1]):
        return _quote_the_name(place)
    for beginning, rule in _RULES:
        if place.message.startswith(beginning):
            return rule(place)
    return ""


def _quote_the_name(place: _Place) -> str:
    line = place.source.line_text(place.start)
    for name in re.finditer(rb"[%@$](?:[\w.$-]|[^\x00-\x7f])+", line):
        if place.line_start + name.start() <= place.start <= place.line_start + name.end():
            shown = name.group().decode("utf-8", "replace")
            return f'only ASCII letters are allowed in a name without quotes: write {shown[0]}"{shown[1:]}"'
    return "outside strings and comments, only ASCII letters are allowed"


def _undefined_value(place: _Place) -> str:
    token = place.token
    if place.diagnostic.suggestion is not None:
        return ""
    if token.startswith("@"):
        return _undeclared(place, token)
    if re.search(r"\blabel\s+$", place.before):
        start = place.function_start() or 0
        end = place.data.find(b"\n}", place.start)
        labels = re.findall(rb"^([\w.$-]+):", place.data[start : end if end >= 0 else len(place.data)], re.MULTILINE)
        if place.suggest("%", token[1:], labels):
            return ""
        return f"no block of this function is named {token}: begin a block with '{token[1:]}:'"
    if token[1:].isdigit():
        return _NUMBERS
    return f"nothing in this function defines {token}"


def _undeclared(place: _Place, token: str) -> str:
    names = re.findall(rb"^(?:define|declare)\b[^\n]*?@([\w.$-]+)\(|^@([\w.$-]+)\s*=", place.data, re.MULTILINE)
    if place.suggest("@", token[1:], (one or other for one, other in names)):
        return ""
    call = re.search(r"\b(?:call|invoke|callbr)\s+(.*)$", place.before)
    if call is None:
        return f"add a declaration at module level, such as '{token} = external global i32' or 'declare void {token}()'"
    result = call.group(1).split("(")[0].split()
    arguments = _argument_types(place.after)
    if not result or arguments is None:
        return f"add 'declare ... {token}(...)' at module level"
    return f"add 'declare {result[-1]} {token}({', '.join(arguments)})' at module level"


def _argument_types(text: str) -> list[str] | None:
    """The types of a call's arguments, from the text behind the callee; None if they are too complicated to tell."""
    found = re.match(r"\(([^()]*)\)", text)
    if found is None:
        return None
    arguments = [one.split() for one in found.group(1).split(",") if one.strip()]
    return [words[0] for words in arguments] if all(len(words) >= 2 for words in arguments) else None


def _number(place: _Place) -> str:
    expected = re.search(r"numbered '%?([0-9]+)'", place.message)
    given = re.match(r"%?([0-9]+)", place.token)
    start = place.function_start()
    if expected is not None and given is not None and start is not None and int(given[1]) < int(expected[1]):
        for number, at, terminator in _numbered_blocks(place.data, start, place.end):
            if number == int(given[1]):
                behind = f"after '{terminator}'" if terminator else "the first of the function"
                return f"the block that begins on line {place.line_number(at)}, {behind}, has no label and took number {number}"
    return _NUMBERS


def _numbered_blocks(data: bytes, start: int, end: int) -> list[tuple[int, int, str]]:
    """The blocks of a function without labels: the number, where it begins, and the terminator before it."""
    header = re.compile(rb"define[^\n]*?@[^(\n]*\(([^\n]*)\)[^\n]*\{[^\n]*\n").match(data, start)
    if header is None:
        return []
    parameters = _without_brackets(header[1])
    number = sum(1 for one in parameters.split(b",") if one.strip() and not re.search(rb'%(?:[A-Za-z$._-]|")[^\s,]*\s*$', one))
    found: list[tuple[int, int, str]] = []
    terminator: str | None = ""
    at = header.end()
    for line in data[at:end].splitlines(keepends=True):
        text = line.strip()
        label = re.match(rb'(?:([0-9]+)|"[^"]*"|[\w.$-]+):', text)
        if label is not None:
            number = int(label[1]) + 1 if label[1] else number
            terminator = None
        elif text and not text.startswith(b";"):
            if terminator is not None:
                found.append((number, at, terminator))
                number += 1
                terminator = None
            defined = re.match(rb"%([0-9]+)\s*=", text)
            if defined is not None:
                number = int(defined[1]) + 1
            ends = _TERMINATORS.match(text)
            if ends is not None:
                terminator = ends[1].decode()
        at += len(line)
    return found


def _without_brackets(text: bytes) -> bytes:
    """A list without what is in brackets, so that its commas separate."""
    while True:
        shorter = re.sub(rb"\([^()]*\)|\[[^][]*\]|\{[^{}]*\}|<[^<>]*>", b"x", text)
        if shorter == text:
            return text
        text = shorter


def _undefined_metadata(place: _Place) -> str:
    found = re.search(r"'(![\w.$-]+)'", place.message)
    name = found.group(1) if found else "!N"
    return f"add '{name} = !{{...}}' at module level, or remove what refers to it"


def _undefined_type(place: _Place) -> str:
    found = re.search(r"'([^']+)'", place.message)
    if found is None:
        return ""
    if place.suggest("%", found.group(1), re.findall(rb"^%([\w.$-]+)\s*=\s*type\b", place.data, re.MULTILINE)):
        return ""
    return f"add '%{found.group(1)} = type {{ ... }}' at module level"


def _unsized(place: _Place) -> str:
    line = place.before + place.token + place.after
    for name in re.findall(rf"(?:[,(\[x]|load|alloca|getelementptr|inbounds)\s*({_NAME})", line):
        if not place.defines(name):
            return f"'{name}' is never defined: add '{name} = type {{ ... }}' at module level"
    return "only types with a size can be in memory: not opaque structs, functions, labels or void"


def _no_instruction(place: _Place) -> str:
    token = place.token
    start = place.function_start()
    begins_entity = not place.before and place.data.startswith((*_ENTITIES, b"@", b"!", b"$"), place.start)
    if begins_entity or not token:
        if start is not None:
            line_end = place.source.line_bounds(start)[1]
            place.note("this function has no closing brace", start, line_end)
        return "end the function with '}' before this line" if token else "end the function with '}'"
    if token == "}" or token.endswith(":"):
        return f"the block above has no terminator: {_TERMINATOR}"
    return ""


def _top_level(place: _Place) -> str:
    if place.token == "}":
        return "this brace closes no function"
    if place.before and not place.before.strip():
        return _OUTSIDE
    place.suggest("", place.token, _ENTITIES)
    return ""


def _floating_constant(place: _Place) -> str:
    type = (place.before.split() or [""])[-1]
    try:
        value = float(place.token)
    except ValueError:
        return ""
    if type not in _HEXADECIMAL:
        return f"{place.token} has no exact value of this type: write its bits in hexadecimal"
    prefix, letter = _HEXADECIMAL[type]
    try:
        packed = struct.pack(">" + letter, value)
    except OverflowError:
        return f"{place.token} is too large for {type}"
    # LLVM writes a float with the bits of the double that has its value.
    bits = struct.pack(">d", struct.unpack(">f", packed)[0]) if type == "float" else packed
    return f"{place.token} has no exact {type}: the nearest one is {prefix}{bits.hex().upper()}"


def _integer_for_other_type(place: _Place) -> str:
    type = (place.before.split() or [""])[-1]
    if type in _FLOATING_TYPES and ("x" in place.token or place.after.startswith("x")):
        return "LLVM 23 and newer read hexadecimal digits with a point and an exponent, such as 0x1.8p3"
    if type in _FLOATING_TYPES:
        # Before an exponent, LLVM wants a fraction.
        exponent = re.match(r"e[-+]?[0-9]+", place.after)
        return f"write {place.token}.0{exponent[0] if exponent else ''}"
    if type == "ptr" or type.endswith("*"):
        return "write null, or inttoptr (i64 ... to ptr)"
    return ""


def _other_type(place: _Place) -> str:
    earlier = earlier_definition(place.data, place.start, place.end)
    if earlier is not None:
        place.note(f"{place.token} is defined here", earlier, earlier + place.end - place.start)
    found = re.search(r"defined with type '(.*)' but expected '(.*)'$", place.message)
    if found is None:
        return ""
    return _conversion(found.group(1), found.group(2))


def _conversion(given: str, expected: str) -> str:
    """The instruction that converts one type to the other."""
    widths = [int(one[1:]) if re.fullmatch(r"i\d+", one) else 0 for one in (given, expected)]
    if widths[0] and widths[1]:
        return f"convert it with {'trunc' if widths[0] > widths[1] else 'zext (unsigned) or sext (signed)'}"
    is_pointer = [one == "ptr" or one.startswith("ptr addrspace") or one.endswith("*") for one in (given, expected)]
    if widths[0] and is_pointer[1]:
        return "convert it with inttoptr"
    if is_pointer[0] and widths[1]:
        return "convert it with ptrtoint, or load what it points to"
    if is_pointer[0] and is_pointer[1]:
        return "convert it with bitcast, or with addrspacecast if the address spaces differ"
    if given in _FLOATING_TYPES and expected in _FLOATING_TYPES:
        return "convert it with fpext or fptrunc"
    if widths[0] and expected in _FLOATING_TYPES:
        return "convert it with uitofp (unsigned) or sitofp (signed)"
    if given in _FLOATING_TYPES and widths[1]:
        return "convert it with fptoui (unsigned) or fptosi (signed)"
    return ""


def _result_type(place: _Place) -> str:
    start = place.function_start()
    if start is not None:
        place.note("the function begins here", start, place.source.line_bounds(start)[1])
    return "return a value of the function's result type, or change that type"


def _typed_load(place: _Place) -> str:
    operation = "load" if "load" in place.message else "getelementptr"
    type = place.before.split(operation, 1)[-1].removeprefix(" inbounds").strip().rstrip(",")
    if type.endswith("*") and place.token.startswith(("%", "@")):
        return f"this is the syntax of LLVM 3.6 and older; since 3.7 it is '{operation} {type[:-1]}, {type} {place.token}'"
    return ""


def _attribute(place: _Place) -> str:
    place.suggest("", place.token, (kind.word.encode() for kind in ATTRIBUTE_KINDS))
    return ""


def _predicate(place: _Place) -> str:
    return _PREDICATES.get(place.token, "write eq, ne, slt, sle, sgt, sge, ult, ule, ugt or uge")


def _function_name(place: _Place) -> str:
    return f"names of globals begin with @: write @{place.token}" if re.fullmatch(r"[\w.$-]+", place.token) else ""


def _operand_type(place: _Place) -> str:
    nested = _nested(place)
    if nested:
        return nested
    last = (place.before.split() or [""])[-1]
    if re.fullmatch(_NAME, last) and place.line(re.escape(last) + r"\s*=\s*type\b") is None:
        return f"a type must precede the operand {last}, such as 'i32 {last}'"
    return ""


def _first_definition(place: _Place) -> str:
    found = re.search(r"'([^']+)'$", place.message)
    if found is not None:
        value = re.compile(rb"^\s*(%" + re.escape(found.group(1)).encode() + rb")\s*=", re.MULTILINE)
        definition = value.search(place.data, place.function_start() or 0, place.start)
        if definition is not None:
            place.note("first defined here", *definition.span(1))
    return "the names of blocks, arguments and instructions of a function must be unique"


def _case(place: _Place) -> str:
    switch = place.data.rfind(b"switch", 0, place.start)
    line = place.data[place.line_start : place.end].decode("utf-8", "surrogateescape")
    value = re.search(r"(i\d+\s+-?\w+)", line[len(place.before) :] + place.after)
    if switch >= 0 and value is not None:
        first = re.compile(re.escape(value.group(1).encode()) + rb"\s*,").search(place.data, switch, place.start)
        if first is not None:
            place.note("the first case of this value", first.start(), first.end())
    return "a value can have only one case: remove or renumber one of them"


def _indexes(place: _Place) -> str:
    found = re.search(r"getelementptr\s+(?:(?:inbounds|nuw|nusw)\s+)*(%[\w.$-]+)", place.before)
    if found is not None:
        definition = place.line(re.escape(found.group(1)) + r"\s*=\s*type[^\n]*")
        if definition is not None:
            place.note(f"{found.group(1)} is defined here", definition.start(), definition.end())
    return "an index of a struct must be an i32 constant and less than the number of its members"


def _nested(place: _Place) -> str:
    """The help for an instruction that is written as an operand of another one."""
    words = place.before.split()
    last = words[-1] if words else ""
    opcode = place.token if place.token in _OPCODES else last
    is_operand = words != [opcode] and words[-2:-1] != ["="] and not (place.token == opcode and last == "=")
    if opcode not in _OPCODES or not is_operand:
        return ""
    name = "%1" if not place.line(r"\s*%1\s*=") else "%new"
    return f"an instruction cannot be an operand: write '{name} = {opcode} ...' on a line of its own above, and use {name} here"


def _expected_type(place: _Place) -> str:
    nested = _nested(place)
    if nested:
        return nested
    return ""


def _comma(place: _Place) -> str:
    return f"a comma is missing before {place.token}" if re.fullmatch(r"[%@!\w\"-].*", place.token) else ""


def _void_name(place: _Place) -> str:
    return f"the call has no result: remove '{place.token} ='"


def _string_length(place: _Place) -> str:
    found = re.fullmatch(r".* got type '(\[[0-9]+ x i8\])' but expected '\[[0-9]+ x i8\]'", place.message)
    if found is None or not place.data.startswith(b'c"', place.start):
        return ""
    return f"the string has this type: {found.group(1)}; an escape such as \\00 is one byte"


_RULES: Final[tuple[tuple[str, Callable[[_Place], str]], ...]] = (
    ("use of undefined value", _undefined_value),
    ("expected 'type' after ", lambda _: _OUTSIDE),
    ("use of undefined metadata", _undefined_metadata),
    ("use of undefined type", _undefined_type),
    ("expected instruction opcode", _no_instruction),
    ("found end of file when expecting more instructions", _no_instruction),
    ("expected top-level entity", _top_level),
    ("expected 'module asm'", _top_level),
    ("floating point constant invalid for type", _floating_constant),
    ("integer constant must have integer type", _integer_for_other_type),
    ("integer/byte constant must have integer/byte type", _integer_for_other_type),
    ("expected ','", _comma),
    ("instructions returning void cannot have a name", _void_name),
    ("constant expression type mismatch", _string_length),
    ("'", _other_type),
    ("value doesn't match function result type", _result_type),
    ("load operand must be a pointer to a first class type", _unsized),
    ("loading unsized types", _unsized),
    ("storing unsized types", _unsized),
    ("base element of getelementptr must be sized", _unsized),
    ("Cannot allocate unsized type", _unsized),
    ("expected comma after load's type", _typed_load),
    ("expected comma after getelementptr's type", _typed_load),
    ("expected '{' in function body", _attribute),
    ("end of file in string constant", lambda _: "the string that begins here has no closing quote"),
    ("expected icmp predicate", _predicate),
    ("expected fcmp predicate", lambda _: "write oeq, olt, une, ord and so on: o for ordered, u for unordered comparisons"),
    ("branch condition must have 'i1' type", lambda _: "compare the value first, for example with 'icmp ne i32 %value, 0'"),
    ("store operand must be a pointer", lambda _: "the value comes first: 'store i32 %value, ptr %address'"),
    ("expected function name", _function_name),
    ("expected value token", _operand_type),
    ("instruction expected to be numbered", _number),
    ("label expected to be numbered", _number),
    ("expected '('", _nested),
    ("unable to create block named", _first_definition),
    ("duplicate case value in switch", _case),
    ("invalid getelementptr indices", _indexes),
    ("expected type", _expected_type),
    ("alignment is not a power of two", lambda _: "write 1, 2, 4, 8 and so on"),
)
