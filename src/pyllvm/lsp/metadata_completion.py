"""Metadata: the fields of a specialized node that are missing, the words for their values, nodes, and kinds of attachments."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.findings.written_types import closing
from pyllvm.lsp.proposals import MOST, Proposal, line_around, text_of_name
from pyllvm.lsp.scope import place_at_end
from pyllvm.lsp.session import Session
from pyllvm.schema.kinds import Boolean, Flags, Kind, MaybeNamed, Named
from pyllvm.schema.names import NameTable
from pyllvm.schema.node import Field
from pyllvm.tables.dwarf import LOCAL_SCOPES, TYPES
from pyllvm.tables.dwarf_operations import OPERATIONS
from pyllvm.tables.metadata_kinds import METADATA_KINDS
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.versions import FOREVER, NEWEST

_NAME: Final = re.compile(rb"!([A-Za-z_]+)\Z")
_LABEL: Final = re.compile(rb"(?:\"[^\"\n]*\"|([A-Za-z_]+):)")
_FIELD: Final = re.compile(rb"\s*([A-Za-z_]+):(.*)\Z", re.DOTALL)
_UNFINISHED: Final = re.compile(rb"\s*[A-Za-z_]*\Z")
_ATTACHMENT: Final = re.compile(rb"(?:,|\A[ \t]*(?:define|declare)\b[^\n]*[)])[ ]*\Z")
_EXPRESSION: Final = "DIExpression"
_FIELD_BEFORE: Final = re.compile(rb"(?:\b([A-Za-z]+):|(!dbg))[ ]*\Z")
_NODE: Final = re.compile(rb"[ ]*=[ ]*(?:distinct[ ]+)?!([A-Za-z]*)[({]")
_SCOPES: Final = LOCAL_SCOPES | frozenset(
    ("DICommonBlock", "DICompileUnit", "DICompositeType", "DIFile", "DIModule", "DINamespace")
)
_LIST: Final = frozenset(("",))
_EXPECTED: Final[dict[str, frozenset[str]]] = {
    "baseType": TYPES,
    "containingType": TYPES,
    "elements": _LIST,
    "enums": _LIST,
    "expr": frozenset((_EXPRESSION,)),
    "file": frozenset(("DIFile",)),
    "globals": _LIST,
    "imports": _LIST,
    "inlinedAt": frozenset(("DILocation",)),
    "macros": _LIST,
    "retainedNodes": _LIST,
    "retainedTypes": _LIST,
    "scope": _SCOPES,
    "templateParams": _LIST,
    "thrownTypes": _LIST,
    "type": TYPES,
    "types": _LIST,
    "unit": frozenset(("DICompileUnit",)),
    "var": frozenset(("DIGlobalVariable",)),
    "vtableHolder": TYPES,
}
"""The kinds of nodes that a field can refer to; an empty name is a list."""
_ATTACHED_TO_FUNCTION: Final = frozenset(("DISubprogram",))
_ATTACHED: Final = frozenset(("DILocation",))


class Inside(NamedTuple):
    """The unfinished part of a specialized node: the node's name, where its fields begin, and the part."""

    node: str
    start: int
    part: bytes


def node_at_end(line: bytes) -> Inside | None:
    """The specialized node that the end of a line is in."""
    place = place_at_end(line)
    name = _NAME.search(place.before) if place is not None and place.is_argument else None
    node = "" if name is None else name.group(1).decode()
    if place is None or (node not in SPECIALIZED_NODES and node != _EXPRESSION):
        return None
    return Inside(node, len(place.before) + 1, place.parts[-1])


def words_in_node(inside: Inside, line: bytes, behind: bytes, version: int) -> list[Proposal]:
    """The fields that can follow, or the words for the value of a field; `behind` is the text behind the end of the line."""
    if inside.node == _EXPRESSION:
        return _named(OPERATIONS, version)
    spec = SPECIALIZED_NODES[inside.node]
    field = _FIELD.match(inside.part)
    if field is not None:
        label = spec.label(field.group(1).decode(), version)
        return [] if label is None else _words(label.kind, version)
    if _UNFINISHED.match(inside.part) is None:
        return []
    close = closing(b"(" + behind, 0)
    feed = behind.find(b"\n")
    rest = behind[: close - 1] if 0 < close <= (len(behind) if feed < 0 else feed) + 1 else b""
    present = {one.group(1) for one in _LABEL.finditer(line[inside.start :] + b" " + rest) if one.group(1)}
    fields = [
        one
        for one in spec.labels
        if one.name and one.written and one.since <= version <= one.until and one.name.encode() not in present
    ]
    fields.sort(key=lambda one: one.required_until < version)
    return [Proposal(f"{one.name}: ", "field", _about(one, version)) for one in fields]


def _about(field: Field, version: int) -> str:
    if field.required_until >= version:
        return "required"
    since = f"since LLVM {field.since}" if field.since > 7 else ""
    until = f"until LLVM {field.until}" if field.until < FOREVER else ""
    return ", ".join(filter(None, [since, until]))


def _words(kind: Kind, version: int) -> list[Proposal]:
    if isinstance(kind, MaybeNamed):
        kind = kind.named
    if isinstance(kind, Named):
        return _named(kind.table, version)
    if isinstance(kind, Flags):
        return _named(kind.table.table, version)
    if isinstance(kind, Boolean):
        return [Proposal("true", "constant"), Proposal("false", "constant")]
    return []


def _named(table: NameTable, version: int) -> list[Proposal]:
    return [Proposal(one.text, "constant") for one in table.names() if one.since <= version <= one.until]


def nodes(session: Session, line: bytes, begun: bytes) -> list[Proposal]:
    """All that can follow an exclamation mark: kinds of attachments, named and numbered nodes, and new specialized nodes."""
    version = session.version or NEWEST
    found: list[Proposal] = []
    is_attachment = _ATTACHMENT.search(line[: len(line) - len(begun)]) is not None and node_at_end(line) is None
    if is_attachment and not line.startswith(b"!"):
        found += [Proposal("!" + one.word, "keyword") for one in METADATA_KINDS if one.since <= version <= one.until]
    expected = _expected(line[: len(line) - len(begun)])
    wanted: list[Proposal] = []
    numbered: list[Proposal] = []
    for name, places in session.index.definitions().items():
        if name[:1] != b"!" or not name.startswith(begun):
            continue
        chunk, (start, end) = next(iter(places.items()))
        proposals = numbered if name[1:].isdigit() else found
        node = _NODE.match(chunk.data, end) if expected and proposals is numbered else None
        if node is not None and node.group(1).decode() in expected:
            proposals = wanted
        if len(proposals) <= MOST:
            text = line_around(chunk.data, start).decode("utf-8", "replace")
            proposals.append(Proposal(text_of_name(name), "constant", text))
        elif proposals is wanted or not expected:
            break
    made = [name for name, spec in SPECIALIZED_NODES.items() if spec.since <= version]
    specialized = [Proposal(f"!{name}(", "type") for name in sorted([*made, _EXPRESSION])]
    return [*wanted, *found, *numbered, *specialized]


def _expected(before: bytes) -> frozenset[str]:
    """The kinds of nodes that the field or attachment at the end of a line can refer to; empty if that is not known."""
    field = _FIELD_BEFORE.search(before)
    if field is None:
        return frozenset()
    if field.group(2) is not None:
        return _ATTACHED_TO_FUNCTION if before.startswith((b"define", b"declare")) else _ATTACHED
    return _EXPECTED.get(field.group(1).decode(), frozenset())
