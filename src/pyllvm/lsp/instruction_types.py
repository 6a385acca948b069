"""The type of the value that an instruction makes, by its text alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from pyllvm.lsp.written_types import Resolve, element_of, first_type, member_of, parts_of, with_element
from pyllvm.tables.opcodes import CAST_NAMES, COMPARISONS, FLAGS_OF_OPERATION, FNEG, OPERATIONS_ON_NUMBERS

_START: Final = re.compile(rb"(?:(?:tail|musttail|notail)[ ]+)?([a-z_]+)[ ]*(.*)", re.DOTALL)
# Most lines: flags, a simple type, and then an operand.
_FLAGS: Final = sorted({flag.word for flags in FLAGS_OF_OPERATION.values() for flag in flags.flags} | {"fast", "volatile"})
_FAST: Final = re.compile(rb"(?:(?:%s)[ ]+)*(i[0-9]+|ptr|float|double)[ ]*[,%%@][^(]" % "|".join(_FLAGS).encode())
_COMMENT: Final = re.compile(rb'("[^"\n]*")|;[^\n]*')
_ADDRESS_SPACE: Final = re.compile(rb"addrspace\([^)]*\)")
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


def _comparison(rest: bytes, scene: Scene) -> bytes:
    return with_element(first_type(rest)[0], b"i1")


def _second(rest: bytes, scene: Scene) -> bytes:
    return _part_type(rest, 1)


def _exchange(rest: bytes, scene: Scene) -> bytes:
    return b"{ %s, i1 }" % _part_type(rest, 1)


def _call(rest: bytes, scene: Scene) -> bytes:
    return first_type(rest, functions=False)[0]


def _element(rest: bytes, scene: Scene) -> bytes:
    return element_of(first_type(rest)[0])


def _shuffle(rest: bytes, scene: Scene) -> bytes:
    mask = _part_type(rest, 2)
    return with_element(mask, element_of(first_type(rest)[0])) if mask else b""


def _token(rest: bytes, scene: Scene) -> bytes:
    return b"token"


def _alloca(rest: bytes, scene: Scene) -> bytes:
    parts = parts_of(rest)
    space = _ADDRESS_SPACE.search(b",".join(parts[1:]))
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
    space = _ADDRESS_SPACE.search(element_of(base) or base)
    pointer = found + (b"*" if space is None else b" " + space.group() + b"*")
    return with_element(vector, pointer) if found else b""


_RULES: Final[dict[bytes, _Rule]] = {
    **{word.encode(): _comparison for word in COMPARISONS},
    b"alloca": _alloca,
    b"atomicrmw": _second,
    b"call": _call,
    b"callbr": _call,
    b"catchpad": _token,
    b"catchswitch": _token,
    b"cleanuppad": _token,
    b"cmpxchg": _exchange,
    b"extractelement": _element,
    b"extractvalue": _member,
    b"getelementptr": _address,
    b"invoke": _call,
    b"select": _second,
    b"shufflevector": _shuffle,
    b"va_arg": _second,
}
