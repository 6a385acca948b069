"""Types as a text has them, and the types of instructions, found without reading the rest, which may have errors.

A type is the bytes of its text, with blanks as LLVM prints them. Empty bytes are a type that is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from pyllvm.tables.opcodes import CAST_NAMES, COMPARISONS, FLAGS_OF_OPERATION, FNEG, OPERATIONS_ON_NUMBERS

NAME: Final = rb'(?:"[^"\n]*"|[-a-zA-Z$._0-9\\]+)'
Resolve: TypeAlias = "Callable[[bytes], bytes]"
"""Gives the type that a named type is."""

_SIMPLE: Final = re.compile(
    rb"(?:[ib][0-9]+|ptr|void|half|bfloat|float|double|x86_fp80|fp128|ppc_fp128|x86_mmx|x86_amx|label|metadata|token|%"
    + NAME
    + rb")(?![-a-zA-Z$._0-9:])"
)
_COUNT: Final = re.compile(rb"[\[<][ ]*(?:vscale[ ]+x[ ]+)?[0-9]+[ ]+x[ ]+")
_ADDRESS_SPACE: Final = re.compile(rb'[ ]*addrspace\((?:[0-9]+|"[^"]*")\)')
_STAR: Final = re.compile(rb"[ ]*\*")
_BLANKS: Final = re.compile(rb"[ \t\r\n]*")
_SKIPPED: Final = re.compile(rb"[ \t\r\n]+|\"[^\"\n]*\"|[^\s(,\"<\[{]+|.", re.DOTALL)
_PIECE: Final = re.compile(rb'"[^"\n]*"|[\[\](){}<>,]')
_TYPE_PIECE: Final = re.compile(rb'%"[^"\n]*"|"[^"\n]*"|[\[\](){}<>,*]|[^\s\[\](){}<>,*"]+')
_OPENING: Final = b"[({<"
_MEMBERS: Final = re.compile(rb"\A[\[<][ ]*(?:vscale[ ]+x[ ]+)?[0-9]+[ ]+x[ ]+(.*)[\]>]\Z", re.DOTALL)
_VECTOR: Final = re.compile(rb"\A<[ ]*((?:vscale[ ]+x[ ]+)?[0-9]+)[ ]+x[ ]+(.*)>\Z", re.DOTALL)
_DEEPEST: Final = 40
_SYMBOL: Final = re.compile(rb"@" + NAME + rb"[(]")
_LAST_NAME: Final = re.compile(rb"(?:\A|[ \t\r\n)])(%" + NAME + rb")\Z")


def closing(text: bytes, at: int) -> int:
    """The offset behind the bracket that closes the one at an offset; -1 if it is not closed."""
    depth = 0
    for match in _PIECE.finditer(text, at):
        piece = match.group()
        if piece in (b"[", b"(", b"{", b"<"):
            depth += 1
        elif piece in (b"]", b")", b"}", b">"):
            depth -= 1
            if depth <= 0:
                return match.end()
    return -1


def parts_of(text: bytes) -> list[bytes]:
    """The parts of a text between the commas that are not in brackets."""
    parts: list[bytes] = []
    depth = start = 0
    for match in _PIECE.finditer(text):
        piece = match.group()
        if piece == b",":
            if depth == 0:
                parts.append(text[start : match.start()].strip())
                start = match.end()
        elif piece[:1] != b'"':
            depth += 1 if piece in _OPENING else -1
    parts.append(text[start:].strip())
    return parts


def type_end(text: bytes, at: int, *, functions: bool = True, depth: int = 0) -> int:
    """Where the type that begins at an offset ends; -1 if the type is not whole.

    With `functions`, types of functions count as well.
    """
    end = _start_end(text, at, depth)
    while end >= 0:
        star = _STAR.match(text, end) or _ADDRESS_SPACE.match(text, end)
        if star is not None:
            end = star.end()
            continue
        behind = _blanks(text, end)
        if text[behind : behind + 1] != b"(":
            return end
        close = closing(text, behind)
        # A pointer to a function is a type in any case.
        if not functions and (close < 0 or _STAR.match(text, close) is None):
            return end
        end = close
    return end


def _start_end(text: bytes, at: int, depth: int) -> int:
    """Where a type ends, without what makes it a pointer or a function."""
    simple = _SIMPLE.match(text, at)
    if simple is not None:
        return simple.end()
    if depth > _DEEPEST:
        return -1
    first = text[at : at + 1]
    if text.startswith(b"target(", at):
        return closing(text, at + 6)
    if first == b"{":
        return _struct_end(text, at, depth)
    if text.startswith(b"<{", at):
        end = _struct_end(text, at + 1, depth)
        return end + 1 if end >= 0 and text[end : end + 1] == b">" else -1
    count = _COUNT.match(text, at) if first in (b"[", b"<") else None
    if count is None:
        return -1
    end = type_end(text, count.end(), depth=depth + 1)
    end = _blanks(text, end) if end >= 0 else end
    return end + 1 if end >= 0 and text[end : end + 1] == (b"]" if first == b"[" else b">") else -1


def _struct_end(text: bytes, at: int, depth: int) -> int:
    end = _blanks(text, at + 1)
    while text[end : end + 1] != b"}":
        end = type_end(text, end, depth=depth + 1)
        if end < 0:
            return -1
        end = _blanks(text, end)
        if text[end : end + 1] == b",":
            end = _blanks(text, end + 1)
        elif text[end : end + 1] != b"}":
            return -1
    return end + 1


def _blanks(text: bytes, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def normal(text: bytes) -> bytes:
    """The text of a type with blanks as LLVM prints them."""
    if _SIMPLE.fullmatch(text) is not None:
        return text
    made = b""
    for piece in _TYPE_PIECE.findall(text.replace(b"addrspace(0)", b"")):
        last = made[-1:]
        is_close = piece in (b",", b"*", b")", b"]", b">") or last in (b"", b"(", b"[", b"<")
        if (piece == b"}" and last == b"{") or is_close or (piece == b"(" and made.endswith((b"addrspace", b"target"))):
            made += piece
        else:
            made += b" " + piece
    return made


def first_type(text: bytes, *, functions: bool = True) -> tuple[bytes, int]:
    """The first type in a text, behind flags and attributes, and where it ends; empty and -1 if there is none."""
    at = 0
    while at < len(text):
        end = type_end(text, at, functions=functions)
        if end >= 0:
            return normal(text[at:end]), end
        at = _behind_word(text, at)
    return b"", -1


def last_type(text: bytes) -> tuple[bytes, int]:
    """The last type in a part of an instruction, and where it ends. A local name behind a type is a value."""
    found, behind = first_type(text)
    at = behind
    while 0 <= at < len(text):
        is_value = text[at : at + 1] == b"%" and found != b"metadata"
        end = -1 if is_value or text[at : at + 1] == b"(" else type_end(text, at)
        if end >= 0:
            found, behind = normal(text[at:end]), end
            at = end
        else:
            at = _behind_word(text, at)
    return found, behind


def _behind_word(text: bytes, at: int) -> int:
    """Behind a word, with the parentheses that belong to it."""
    found = _SKIPPED.match(text, at)
    end = len(text) if found is None else found.end()
    if text[at : at + 1] != b"(" and text[end : end + 1] == b"(" and not text[end - 1 : end].isspace():
        close = closing(text, end)
        return len(text) if close < 0 else close
    return end


def parameters_of(line: bytes) -> list[tuple[bytes, bytes]]:
    """The type and the name of each parameter of the function that a line defines or declares; either may be empty."""
    symbol = _SYMBOL.search(line)
    if symbol is None:
        return []
    close = closing(line, symbol.end() - 1)
    found: list[tuple[bytes, bytes]] = []
    for part in parts_of(line[symbol.end() : max(close - 1, symbol.end())]):
        type, end = first_type(part)
        name = _LAST_NAME.search(part, end) if type else None
        found += [(type, b"" if name is None else name.group(1))] if part else []
    return found


def element_of(type: bytes) -> bytes:
    """The element of an array or vector."""
    found = _MEMBERS.match(type)
    return b"" if found is None else found.group(1).strip()


def member_of(type: bytes, index: bytes, resolve: Resolve) -> bytes:
    """The member of an array or struct with an index."""
    if type[:1] == b"%":
        type = resolve(type)
    if type[:1] in (b"{", b"<") and type.rstrip(b"> ")[-1:] == b"}":
        members = parts_of(type.strip(b"<>").strip()[1:-1])
        number = index.split()[-1] if index.split() else b""
        return normal(members[int(number)]) if number.isdigit() and int(number) < len(members) else b""
    return element_of(type)


def with_element(type: bytes, element: bytes) -> bytes:
    """The element type itself, or a vector of such with as many elements as `type`."""
    found = _VECTOR.match(type)
    return element if found is None else b"<%s x %s>" % (found.group(1), element)


# --- instructions

_START: Final = re.compile(rb"(?:(?:tail|musttail|notail)[ ]+)?([a-z_]+)[ ]*(.*)", re.DOTALL)
# Most lines: flags, a simple type, and then an operand.
_FLAGS: Final = sorted({flag.word for flags in FLAGS_OF_OPERATION.values() for flag in flags.flags} | {"fast", "volatile"})
_FAST: Final = re.compile(rb"(?:(?:%s)[ ]+)*(i[0-9]+|ptr|float|double)[ ]*[,%%@][^(]" % "|".join(_FLAGS).encode())
_COMMENT: Final = re.compile(rb'("[^"\n]*")|;[^\n]*')
_SPACE: Final = re.compile(rb"addrspace\([^)]*\)")
_SAME: Final = frozenset(
    word.encode() for word in (*OPERATIONS_ON_NUMBERS, "freeze", "insertelement", "insertvalue", "landingpad", "load", "phi")
)
BINARY: Final = frozenset(word.encode() for word in (*OPERATIONS_ON_NUMBERS, *COMPARISONS) if word != FNEG.name)
"""Instructions whose second operand has the type of the first."""
_CASTS: Final = frozenset(word.encode() for word in CAST_NAMES)


class Scene(NamedTuple):
    """The facts that types of instructions depend on: whether pointers have types, and what named types are."""

    has_typed_pointers: bool
    resolve: Resolve


_Rule: TypeAlias = "Callable[[bytes, Scene], bytes]"


def type_of_instruction(text: bytes, scene: Scene) -> bytes:
    """The type of the value; `text` begins behind the equals sign."""
    start = _START.match(text if b";" not in text else _COMMENT.sub(rb"\1", text))
    if start is None:
        return b""
    word, rest = start.groups()
    if word in _SAME:
        fast = _FAST.match(rest)
        return first_type(rest)[0] if fast is None else fast.group(1)
    if word in _CASTS:
        return first_type(rest[rest.rfind(b" to ") + 4 :])[0]
    rule = _RULES.get(word)
    return b"" if rule is None else rule(rest, scene)


def _part_type(rest: bytes, number: int) -> bytes:
    parts = parts_of(rest)
    return first_type(parts[number])[0] if number < len(parts) else b""


def _shuffle(rest: bytes, scene: Scene) -> bytes:
    mask = _part_type(rest, 2)
    return with_element(mask, element_of(first_type(rest)[0])) if mask else b""


def _alloca(rest: bytes, scene: Scene) -> bytes:
    parts = parts_of(rest)
    space = _SPACE.search(b",".join(parts[1:]))
    behind = b"" if space is None else b" " + space.group()
    return first_type(parts[0])[0] + behind + b"*" if scene.has_typed_pointers else b"ptr" + behind


def _member(rest: bytes, scene: Scene) -> bytes:
    parts = parts_of(rest)
    found = first_type(parts[0])[0]
    for index in parts[1:]:
        if not index.isdigit():
            break
        found = member_of(found, index, scene.resolve)
    return found


def _address(rest: bytes, scene: Scene) -> bytes:
    parts = parts_of(rest)
    base = _part_type(rest, 1)
    shapes = [first_type(part)[0] for part in parts[1:]]
    vector = next((shape for shape in shapes if shape[:1] == b"<" and shape[1:2] != b"{"), b"")
    if not scene.has_typed_pointers:
        return base if base[:1] == b"<" or not vector else with_element(vector, base)
    found = first_type(parts[0])[0]
    for index in parts[3:]:
        if index[:1] == b"!":
            break
        found = member_of(found, index, scene.resolve)
    space = _SPACE.search(element_of(base) or base)
    pointer = found + (b"*" if space is None else b" " + space.group() + b"*")
    return with_element(vector, pointer) if found else b""


_RULES: Final[dict[bytes, _Rule]] = {
    **{word.encode(): lambda rest, _: with_element(first_type(rest)[0], b"i1") for word in COMPARISONS},
    **dict.fromkeys((b"atomicrmw", b"select", b"va_arg"), lambda rest, _: _part_type(rest, 1)),
    **dict.fromkeys((b"call", b"callbr", b"invoke"), lambda rest, _: first_type(rest, functions=False)[0]),
    **dict.fromkeys((b"catchpad", b"catchswitch", b"cleanuppad"), lambda rest, _: b"token"),
    b"alloca": _alloca,
    b"cmpxchg": lambda rest, _: b"{ %s, i1 }" % _part_type(rest, 1),
    b"extractelement": lambda rest, _: element_of(first_type(rest)[0]),
    b"extractvalue": _member,
    b"getelementptr": _address,
    b"shufflevector": _shuffle,
}
