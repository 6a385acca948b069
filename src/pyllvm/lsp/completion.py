"""The words that can be written at a place: operands, names, instructions, types, attributes, fields of metadata."""

from __future__ import annotations

import re
from itertools import chain
from typing import Final, NamedTuple

from pyllvm.lsp.intrinsic_completion import PREFIX, intrinsics
from pyllvm.lsp.metadata_completion import node_at_end, nodes, words_in_node
from pyllvm.lsp.proposals import MOST, Proposal, code, line_around, text_of_name
from pyllvm.lsp.scope import Place, Scope, Scoped, place_at_end, type_of_global, wanted_type
from pyllvm.lsp.session import Session
from pyllvm.lsp.word_texts import about_word
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERING_NUMBERS
from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.calling_conventions import CALLING_CONVENTIONS
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE, POISON
from pyllvm.tables.keywords import COMDAT_SELECTION_KINDS
from pyllvm.tables.linkages import LINKAGES
from pyllvm.tables.opcodes import CAST_NAMES, FLAGS_OF_OPERATION, INSTRUCTIONS, OPCODES_BY_NAME
from pyllvm.tables.predicates import FCMP_PREDICATES, ICMP_PREDICATES
from pyllvm.versions import NEWEST

_BEGUN: Final = re.compile(rb"[@%$!#]?[-a-zA-Z$._0-9]*\Z")
_TOP_LEVEL: Final = ("define", "declare", "target", "source_filename", "attributes", "module asm")
_INSTRUCTION_BEGUN: Final = re.compile(rb"\A[ \t]*(?:[%]\S*[ \t]*=[ \t]*)?[a-z]*\Z")
_SIGILS: Final = (b"@", b"%", b"$", b"!", b"#")


class Completions(NamedTuple):
    """The proposals, the best first, and where the text begins that they replace. Not `is_whole`: there are more."""

    proposals: list[Proposal]
    start: int
    is_whole: bool


def completions(session: Session, offset: int) -> Completions:
    """The proposals at an offset."""
    document = session.document
    number = document.chunk_at(offset)
    if number < 0:
        return Completions([Proposal(word, "keyword") for word in _TOP_LEVEL], offset, True)
    at = offset - document.start_of(number)
    data = document.chunks[number].data
    line = data[data.rfind(b"\n", 0, at) + 1 : at]
    found = _BEGUN.search(line)
    begun = b"" if found is None else found.group()
    near = _near(_proposals(session, number, at, line, begun), begun)
    if not near and begun[:1] in _SIGILS and begun[1:]:
        near = _near(_proposals(session, number, at, line, begun[:1]), begun)
    return Completions(near[:MOST], offset - len(begun), len(near) <= MOST)


def _near(proposals: list[Proposal], begun: bytes) -> list[Proposal]:
    """The proposals that begin with what is written, or else have it in them."""
    wanted = begun.decode("utf-8", "replace").lower()
    # The text may declare a name that a table has as well.
    proposals = list({one.text: one for one in reversed(proposals)}.values())[::-1]
    near = [one for one in proposals if one.text.lower().startswith(wanted)]
    return near or [one for one in proposals if wanted.lstrip("@%!") in one.text.lower()]


def _proposals(session: Session, number: int, at: int, line: bytes, begun: bytes) -> list[Proposal]:
    sigil = begun[:1] if begun[:1] in _SIGILS else b""
    if sigil == b"!":
        return nodes(session, line, begun)
    if sigil in (b"$", b"#"):
        return _defined(session, sigil)
    before = line[: len(line) - len(begun)]
    chunk = session.document.chunks[number]
    if not sigil:
        inside = node_at_end(line)
        if inside is not None:
            return words_in_node(inside, line, chunk.data[at:], session.version or NEWEST)
    is_body = chunk.is_function and b"{" in chunk.data[:at]
    place = place_at_end(before)
    if place is None:
        return []
    fitting = None if sigil or begun.startswith(PREFIX) else words_of_place(before, session.version or NEWEST)
    if fitting is not None:
        return fitting
    if begun.startswith(PREFIX):
        return _defined(session, begun) + intrinsics(session, number, at, before, place, begun)
    type = wanted_type(place) if is_body or not chunk.is_function else b""
    if sigil:
        # A type may be meant where none has been written.
        types = _defined(session, b"%") if sigil == b"%" and not type else []
        return types + operands(session, number, at, place, type, begun) if is_body or sigil == b"@" else types
    if type:
        attributes = _attributes(session.version or NEWEST) if place.is_argument else []
        return operands(session, number, at, place, type, begun) + attributes
    if is_body:
        words = _instructions if _INSTRUCTION_BEGUN.match(line) is not None else _types_and_attributes
        return words(session.version or NEWEST)
    return [Proposal(word, "keyword") for word in _TOP_LEVEL] + _attributes(session.version or NEWEST)


def _defined(session: Session, begun: bytes) -> list[Proposal]:
    """The types, comdats, attribute groups or intrinsics of the text whose names begin like that."""
    kind = {b"%": "type", b"@": "function"}.get(begun[:1], "constant")
    proposals: list[Proposal] = []
    for name, places in session.index.definitions().items():
        if name.startswith(begun):
            chunk, (start, _) = next(iter(places.items()))
            proposals.append(Proposal(text_of_name(name), kind, line_around(chunk.data, start).decode("utf-8", "replace")))
    return proposals


def _instructions(version: int) -> list[Proposal]:
    return [
        Proposal(word, "instruction", documentation=about_word(word, version))
        for word in INSTRUCTIONS
        if word not in OPCODES_BY_NAME or OPCODES_BY_NAME[word].since <= version
    ]


def _types_and_attributes(version: int) -> list[Proposal]:
    return [Proposal(word, "type") for word in TYPES] + _attributes(version)


def _attributes(version: int) -> list[Proposal]:
    return [
        Proposal(row.word, "attribute", documentation=about_word(row.word, version))
        for row in ATTRIBUTE_KINDS
        if row.since <= version <= row.until
    ]


_FLOATS: Final = frozenset((b"half", b"bfloat", b"float", b"double"))
_INTEGER: Final = re.compile(rb"i[0-9]+")


def constants_of(type: bytes, version: int) -> list[str]:
    """The words that are constants of a type."""
    if type in (b"", b"label", b"void", b"metadata"):
        return []
    if type == b"token":
        return ["none"]
    if type == b"i1":
        words = ["true", "false"]
    elif type.startswith(b"ptr") or type.endswith(b"*"):
        words = ["null"]
    elif _INTEGER.fullmatch(type) is not None:
        words = ["0", "1"]
    elif type in _FLOATS:
        words = ["0.0", "1.0"]
    else:
        words = ["zeroinitializer"]
    return [*words, "poison", "undef"] if POISON.is_in(version) else [*words, "undef"]


def operands(session: Session, number: int, at: int, place: Place, type: bytes, begun: bytes) -> list[Proposal]:
    """The operands at an offset in the chunk with that number.

    With an empty `begun`, values of all kinds; else only values with its sigil.
    """
    version = session.version or NEWEST
    data = session.document.chunks[number].data
    is_function = session.document.chunks[number].is_function
    scope = Scope(session.document, session.index, number, at, session.version) if is_function else None
    sigil = begun[:1]
    if type == b"label":
        labels = [] if scope is None else scope.labels() if place.instruction == b"phi" else scope.targets()
        return [Proposal(text_of_name(one.name), "label", "label") for one in labels] if sigil in (b"%", b"") else []
    matching: list[Proposal] = []
    others: list[Proposal] = []
    if scope is not None and sigil != b"@":
        local = begun if sigil == b"%" else b"%"
        later = scope.later_values(local) if place.instruction == b"phi" else ()
        for one in chain(scope.values(local), later):
            _put(matching if one.type == type else others, one, data)
            if len(matching) > MOST:
                break
    if sigil not in (b"%", b"@"):
        matching += [Proposal(word, "constant", type.decode("utf-8", "replace")) for word in constants_of(type, version)]
    if sigil != b"%" and len(matching) <= MOST:
        is_typed = scope is not None and scope.scene.has_typed_pointers
        _put_globals(session, begun, type, is_typed=is_typed, matching=matching, others=others)
    return [*matching, *others]


def _put(proposals: list[Proposal], one: Scoped, data: bytes) -> None:
    if len(proposals) <= MOST:
        detail = one.type.decode("utf-8", "replace")
        proposals.append(Proposal(text_of_name(one.name), "value", detail, code(line_around(data, one.at))))


def _put_globals(
    session: Session, begun: bytes, type: bytes, *, is_typed: bool, matching: list[Proposal], others: list[Proposal]
) -> None:
    wanted = begun.lower()
    for name, places in session.index.definitions().items():
        if name[:1] != b"@" or not name.lower().startswith(wanted):
            continue
        chunk, (start, _) = next(iter(places.items()))
        own = type_of_global(chunk, start, is_typed=is_typed)
        line = line_around(chunk.data, start)
        kind = "function" if line.startswith((b"define", b"declare")) else "global"
        proposals = matching if own == type else others
        if len(proposals) <= MOST:
            proposals.append(Proposal(text_of_name(name), kind, own.decode("utf-8", "replace"), code(line)))
        if len(matching) > MOST:
            return


TYPES: Final = (
    "ptr", "void", "i1", "i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double", "label", "metadata", "token",
)  # fmt: skip
_LINKAGES: Final = tuple([row.word for row in LINKAGES])
_OF_GLOBALS: Final = (
    *_LINKAGES, "dso_local", "default", "hidden", "protected", "dllimport", "dllexport", "thread_local", "unnamed_addr",
    "local_unnamed_addr", "addrspace(", "externally_initialized",
)  # fmt: skip
_OF_VARIABLES: Final = (*_OF_GLOBALS, "global", "constant", "alias", "ifunc")
_ORDERINGS: Final = ("acquire", "acq_rel", "monotonic", "release", "seq_cst", "unordered", "syncscope(")
_FENCES: Final = ("acquire", "acq_rel", "release", "seq_cst", "syncscope(")
_RMW: Final = "\0operations"
_CONVENTIONS: Final = "\0conventions"
_FLAGS: Final = "\0flags"
_NAME: Final = r"[-\w$.]+"
_WORDS: Final = r"(?:[a-z_]+(?:\([^()]*\))?\s+)*"
_RESULT: Final = rf"\s*(?:%{_NAME}\s*=\s*)?"

# A pattern for the whole line before the place, and the words. A word that begins with a zero means the words of a table.
_PLACES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"target\s+", ("triple", "datalayout")),
    (r"module\s+", ("asm",)),
    (rf"\${_NAME}\s*=\s*", ("comdat",)),
    (rf"\${_NAME}\s*=\s*comdat\s+", tuple([word for word, _ in COMDAT_SELECTION_KINDS])),
    (rf"%{_NAME}\s*=\s*type\s+", ("opaque", *TYPES)),
    (rf"@{_NAME}\s*=\s*(?!.*\b(?:global|constant|alias|ifunc)\s){_WORDS}", _OF_VARIABLES),
    (rf"(?:define|declare)\s+{_WORDS}", (*_OF_GLOBALS, _CONVENTIONS, *TYPES)),
    (rf"{_RESULT}icmp\s+(?:samesign\s+)?", (_FLAGS, *[row.word for row in ICMP_PREDICATES])),
    (rf"{_RESULT}fcmp\s+{_WORDS}", (_FLAGS, *FCMP_PREDICATES)),
    (rf"{_RESULT}fence\s+(?:syncscope\([^()]*\)\s+)?", _FENCES),
    (rf"{_RESULT}atomicrmw\s+(?:volatile\s+)?", ("volatile", _RMW)),
    (rf"{_RESULT}cmpxchg\s+", ("weak", "volatile", "ptr")),
    (rf"{_RESULT}(?:load|store)\s+atomic\s+.*,\s*ptr\s+\S+\s+(?:syncscope\([^()]*\)\s+)?", _ORDERINGS),
    (rf"{_RESULT}atomicrmw\s+.*,\s*\S+\s+[^\s,]+\s+(?:syncscope\([^()]*\)\s+)?", _ORDERINGS),
    (rf"{_RESULT}cmpxchg\s+.*,\s*\S+\s+[^\s,]+\s+(?:syncscope\([^()]*\)\s+)?(?:[a-z_]+\s+)?", _ORDERINGS),
    (rf"{_RESULT}(?:load|store)\s+(?:atomic\s+)?(?:volatile\s+)?", ("atomic", "volatile", *TYPES)),
    (rf"{_RESULT}(?:load|store)\s.*,\s*ptr\s+\S+,\s+", ("align",)),
    (rf"{_RESULT}alloca\s+(?:inalloca\s+)?", ("inalloca", "swifterror", *TYPES)),
    (rf"{_RESULT}(?:{'|'.join(sorted(CAST_NAMES))})\s.*\s[^\s,]+\s+(?<!to\s)", ("to",)),
    (rf"{_RESULT}(?:{'|'.join(sorted(CAST_NAMES))})\s.*\sto\s+", TYPES),
    (rf"{_RESULT}(?:tail|musttail|notail)\s+", ("call",)),
    (r"\s*br\s+", ("label", "i1")),
    (r"\s*br\s+i1\s+[^\s,]+,\s+(?:label\s+\S+,\s+)?", ("label",)),
    (r"\s*switch\s.*,\s+", ("label",)),
    (rf"{_RESULT}invoke\s.*\)\s+", ("to", "nounwind")),
    (r".*\bto\s+label\s+\S+\s+", ("unwind",)),
    (r".*\b(?:to|unwind)\s+", ("label", "caller")),
    (rf"{_RESULT}landingpad\s.*\}}\s+", ("cleanup", "catch", "filter")),
    (rf"{_RESULT}(?:cleanuppad|catchpad|catchswitch)\s+", ("within",)),
    (rf"{_RESULT}(?:cleanupret|catchret)\s+", ("from",)),
    (r"\s*ret\s+", TYPES),
    (rf"{_RESULT}({'|'.join(sorted(FLAGS_OF_OPERATION))})\s+{_WORDS}", (_FLAGS, *TYPES)),
)


def words_of_place(before: bytes, version: int) -> list[Proposal] | None:
    """The words that fit behind the beginning of a line, the likeliest first; None if nothing is known about the place."""
    line = before.decode("utf-8", "replace")
    for pattern, words in _PLACES:
        if re.fullmatch(pattern, line) is not None:
            found = [one for word in words for one in _meant(word, line, version)]
            return [Proposal(word, _kind(word), documentation=about_word(word.rstrip("("), version)) for word in found]
    return None


def _kind(word: str) -> str:
    return "type" if word in TYPES else "keyword"


def _meant(word: str, line: str, version: int) -> list[str]:
    """The words of this version that a word of the table means."""
    if word == _RMW:
        return [row.word for row in ATOMIC_RMW_OPERATIONS if row.since <= version]
    if word == _CONVENTIONS:
        return [row.word for row in CALLING_CONVENTIONS if row.since <= version <= row.until]
    if word == _FLAGS:
        operation = next((name for name in line.split() if name in FLAGS_OF_OPERATION), "")
        takes = FLAGS_OF_OPERATION.get(operation)
        if takes is None:
            return []
        written = line.split()
        found = [flag.word for flag in takes.flags if flag.since <= version and flag.word not in written]
        return [*found, "fast"] if takes.fast_math else found
    if word == "ptr" and version < OPAQUE_POINTERS_SINCE:
        return []
    return [] if word in line.split() and word in ORDERING_NUMBERS else [word]
