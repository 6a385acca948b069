"""Words that are nearly right, or that other languages have: what each may have been meant to be, with a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.assembly.reader.near_miss import distance
from pyllvm.findings.mistakes.text import (
    FLOAT,
    GLOBAL,
    INTEGER,
    LABEL,
    LOCAL,
    METADATA,
    STRING,
    WORD,
    Text,
    Word,
    behind_type,
    is_floating,
)
from pyllvm.tables import dwarf, opcodes
from pyllvm.tables.atomics import ORDERINGS
from pyllvm.tables.attributes import ALLOCATION_KINDS, CAPTURE_COMPONENTS, MEMORY_ACCESSES, MEMORY_LOCATIONS
from pyllvm.tables.dwarf_operations import OPERATIONS
from pyllvm.tables.keywords import COMDAT_SELECTION_NUMBERS
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.tables.opcodes import COMPARISONS, FCMP, ICMP
from pyllvm.versions import NEWEST

Other = tuple[str, str, float]
"""Another spelling, the sentence for it, and how unlikely it is."""

_ENUMERATIONS: Final = (
    *(dwarf.TAGS, dwarf.ENCODINGS, dwarf.LANGUAGES, dwarf.LANGUAGE_NAMES, dwarf.DIALECTS, dwarf.CONVENTIONS, dwarf.MACINFO),
    *(dwarf.VIRTUALITIES, dwarf.ENUM_KINDS, dwarf.EMISSION_KINDS, dwarf.NAME_TABLE_KINDS, dwarf.CHECKSUM_KINDS),
    *(dwarf.FIXED_POINT_KINDS, dwarf.DI_FLAGS.table, dwarf.SUBPROGRAM_FLAGS.table, OPERATIONS),
)
# The words in the parentheses of attributes, and other words that are not keywords.
_FURTHER: Final = (
    *MEMORY_ACCESSES, *(row[0] for rows in (CAPTURE_COMPONENTS, MEMORY_LOCATIONS, ALLOCATION_KINDS) for row in rows),
    "sync", "async", *ORDERINGS[1:], *COMDAT_SELECTION_NUMBERS,
)  # fmt: skip


def _by_other(rows: dict[str, str]) -> dict[str, str]:
    """LLVM's word for each of the other words: a row has LLVM's word, and the others."""
    return {other: one for one, others in rows.items() for other in others.split()}


TYPES: Final = _by_other({
    "i32": "int unsigned uint int32 int32_t uint32 uint32_t u32 s32 Int32 Int integer word",
    "i64": "long ulong int64 int64_t uint64 uint64_t u64 s64 Int64 size_t usize isize",
    "i16": "short ushort int16 int16_t uint16 uint16_t u16 s16 Int16",
    "i8": "char uchar byte int8 int8_t uint8 uint8_t u8 s8 Int8",
    "i1": "bool _Bool boolean Bool bit",
    "i128": "int128 __int128 u128 uint128 int128_t",
    "float": "f32 float32 Float single real",
    "double": "f64 float64 Double",
    "half": "f16 float16 fp16 _Float16",
    "fp128": "f128 float128 quad",
    "bfloat": "bf16 bfloat16",
    "ptr": "pointer string str String char_ptr Ptr address uintptr_t",
    "void": "Void unit nothing None",
})  # fmt: skip
"""The types of other languages, and LLVM's."""
FLOATING_OF: Final = {opcodes.UDIV.name: opcodes.FDIV.name, opcodes.UREM.name: opcodes.FREM.name, ICMP: FCMP} | {
    opcodes.INTEGER_BINARY_BY_CODE[row.code].name: row.name for row in opcodes.FLOATING_POINT_BINARY
}
"""The instructions for floating-point numbers by those for integers, whose numbers they have."""
_OPERATIONS: Final[dict[str, tuple[str, str]]] = {
    **{one: (row.name, FLOATING_OF.get(row.name, "")) for row in (*opcodes.INTEGER_BINARY, *opcodes.CASTS) for one in row.names},
    "cmp": COMPARISONS, "gep": ("getelementptr", ""), "return": ("ret", ""), "jmp": ("br", ""), "goto": ("br", ""),
    "jump": ("br", ""), "branch": ("br", ""), "throw": ("unreachable", ""),
}  # fmt: skip
"""The operations of other languages: LLVM's for integers, and for floating-point numbers."""
_OF_TWO: Final = {
    "sdiv": " (signed) or udiv (unsigned)",
    "srem": " (signed) or urem (unsigned)",
    "lshr": " (fills with zeros) or ashr (with the sign)",
}
_PREDICATES: Final = _by_other({
    "eq": "eq == equal equals eql eqz oeq oeqe", "ne": "ne != neq notequal one onee", "lt": "lt < less slt olt olte",
    "le": "le <= lte slte sle ole olee", "gt": "gt > greater sgt ogt ogte", "ge": "ge >= gte sgte sge oge ogee",
})  # fmt: skip
_SPELLINGS: Final = _by_other({
    "define a function is defined with": "func fn function def fun proc method procedure declare",
    "declare a function of another module is declared with": "extern import prototype define",
    "type a type is defined with": "struct typedef union class record types",
    "internal the linkage of what only this module sees is": "static local",
    "linkonce_odr the linkage of what several modules have is": "inline",
    "constant a variable that is never written is": "const", "global a variable is": "var let variable",
    "= a result is named with": ":= <- == : =>", "to a conversion names the new type behind": "-> as into ,",
})  # fmt: skip
"""Other words, and the words that the grammar has in their places, with the beginning of a sentence."""
_MORE: Final = _by_other({
    "null": "NULL nullptr nil None", "zeroinitializer": "zeroinit zero zeroes zeros zeroinitialiser",
    "undef": "undefined undefine uninit uninitialized", "true": "yes", "false": "no",
    "seq_cst": "seqcst sequential", "monotonic": "relaxed", "acq_rel": "acqrel", "acquire": "consume", "xchg": "exchange swap",
    "add": "plus", "sub": "minus", "noalias": "restrict", "memory(read)": "pure", "memory(none)": "const", "none": "nothing",
    "alwaysinline": "forceinline", "inlinehint": "inline", "read": "ro", "write": "wo", "readwrite": "rw", "...": "..",
    "1": "one", "2": "two", "4": "four", "8": "eight",
})  # fmt: skip
_MARKS: Final[dict[str, str]] = {"{": "[(<", "}": "])>", "(": "[{", ")": "]}", "[": "({<", "]": ")}>", "<": "[", ">": "]"}
_SHORT: Final = 2
"""Words of so many letters have lost one, or are meant."""


@lru_cache(maxsize=1)
def keywords() -> dict[str, None]:
    """The words of the language."""
    return dict.fromkeys([*(word.decode() for word in load_tables().keywords.kinds), *_FURTHER])


def others(t: Text, words: list[Word], at: int) -> Iterator[Other]:
    """The words that may have been meant, the likelier first."""
    word = words[at]
    if word.kind == WORD or word.text in _PREDICATES:
        yield from _foreign(t, words, at)
    if word.text in _SPELLINGS:
        new, _, beginning = _SPELLINGS[word.text].partition(" ")
        yield new, f"{beginning} '{new}'", 1.2
    if word.text in _MORE:
        yield _MORE[word.text], f"did you mean '{_MORE[word.text]}'?", 1.0
    for mark in _MARKS.get(word.text, ""):
        yield mark, f"'{mark}' is written in place of '{word.text}' here", 2.0
    if word.text in ("to", ":", "=", "->", "and", "with", "|", ";"):
        yield ",", f"a comma is written in place of '{word.text}'", 1.6
    if word.text in (",", "*"):
        yield "x", "'x' is between the number and the type of the elements", 1.6
    yield from _of_names(t, words, at)
    if word.kind in (WORD, LABEL, METADATA) or word.text[:1] in "%@":
        yield from _near(t, words, at)
    if word.kind in (INTEGER, FLOAT, STRING, WORD):
        yield from _unquoted(t, word)


def _foreign(t: Text, words: list[Word], at: int) -> Iterator[Other]:
    word = words[at].text
    if word in TYPES:
        reason = ": the type of an integer is i and its number of bits" if TYPES[word][0] == "i" else ""
        yield TYPES[word], f"LLVM's name of '{word}' is '{TYPES[word]}'{reason}", 0.9
    type = t.source(words, at + 1, behind_type(words, at + 1))
    if word.lower() in _OPERATIONS:
        integer, floating = _OPERATIONS[word.lower()]
        new = floating if floating and is_floating(type) else integer
        yield new, f"did you mean '{new}'{_OF_TWO.get(new, '')}?", 1.0
    before = words[at - 1].text if at else ""
    if before in COMPARISONS and word in _PREDICATES:
        letters = _PREDICATES[word]
        is_of_two = letters not in ("eq", "ne")
        new = f"{'o' if before == 'fcmp' else 's' if is_of_two else ''}{letters}"
        if before == FCMP:
            way = f"what it is for a NaN: o{letters} (ordered: false) or u{letters} (unordered: true)"
        else:
            way = f"how it compares: {new} (signed) or u{letters} (unsigned)"
        if before == ICMP and word[0] == "o" and is_of_two:
            yield new, f"'{word}' compares floating-point numbers: for integers it is {new}", 0.4
        yield new, f"'{word}' must say {way}" if is_of_two or before == FCMP else f"did you mean '{new}'?", 0.5


def _of_names(t: Text, words: list[Word], at: int) -> Iterator[Other]:
    """Names with another sigil, or none; labels with or without a colon."""
    word = words[at]
    name = word.text.strip(":").lstrip("%@$!#")
    if not re.fullmatch(r'[-\w$.]+|"[^"]*"', name):
        return
    if word.kind in (WORD, LABEL, GLOBAL, INTEGER) or word.text[0] == "$":
        cost = 1.3 if f"%{name}" in t.locals else 2.0
        yield f"%{name}", f"names of values and blocks in a function begin with %: {word.text} is %{name}", cost
    if word.kind in (WORD, LOCAL) and not name.isdigit():
        cost = 1.3 if f"@{name}" in t.entities else 2.0
        yield f"@{name}", f"names of globals begin with @: {word.text} is @{name}", cost
    if word.kind in (WORD, INTEGER):
        yield f"!{name}", f"names of metadata begin with '!': {word.text} is !{name}", 2.0
        yield f"#{name}", f"groups of attributes begin with '#': {word.text} is #{name}", 2.4
    if word.kind in (WORD, LOCAL, INTEGER):
        yield f"{name}:", "a label ends with a colon, and has no sigil", 1.5
    if word.kind == LABEL:
        yield name, "no colon belongs here", 1.8


def _near(t: Text, words: list[Word], at: int) -> Iterator[Other]:
    """Words that differ in a letter or two: of the language, of the fields of the node, of the text."""
    word = words[at]
    text = word.text.rstrip(":")
    colon = word.text[len(text) :]
    if text.lower() != text and text.lower() in keywords():
        yield text.lower() + colon, "the words of the language have small letters", 0.5
    candidates: Iterable[str]
    if word.kind == LOCAL:
        candidates = [*t.locals, *(one for one in t.entities if one[0] == "%")]
    elif word.kind == GLOBAL:
        candidates = (one for one in t.entities if one[0] == "@")
    elif word.kind == METADATA:
        candidates = [f"!{one}" for one in SPECIALIZED_NODES]
    else:
        prefix = re.match(r"DW_[A-Z]+_(?:APPLE_)?|CSK_|DIFlag|DISPFlag|", text)
        start = prefix[0] if prefix is not None else ""
        candidates = [*enumerators(start, t.version), *(() if start else (*keywords(), *_fields(words, at), *t.integer_types()))]
    for nearest, differing in nearest_words(text, candidates):
        yield nearest + colon, f"did you mean '{nearest}'?", 0.6 + 0.4 * differing + 1.2 * (text in keywords())
    if word.kind == WORD:
        for cut in range(1, len(text)):
            if text[:cut] in keywords() and (text[cut:] in keywords() or behind_type([Word(WORD, text[cut:], 0, 0)], 0)):
                yield f"{text[:cut]} {text[cut:]}", f"'{text[:cut]}' and '{text[cut:]}' are two words", 1.4


def _fields(words: list[Word], at: int) -> list[str]:
    """The fields of the node that a word is in."""
    names = [word.text[1:] for word in words[:at] if word.kind == METADATA and word.text[1:] in SPECIALIZED_NODES]
    return [field.name for field in SPECIALIZED_NODES[names[-1]].fields] if names else []


def _unquoted(t: Text, word: Word) -> Iterator[Other]:
    if word.kind == STRING and word.text[0] == '"' and len(word.text) > 2:
        yield word.text[1:-1], "the value is written without quotes", 2.0
        yield f"!{word.text}", "in metadata, nodes, strings and references begin with '!'", 1.5
        yield f"!{{!{word.text}}}", "in metadata, nodes, strings and references begin with '!'", 1.6
    elif word.kind == WORD and word.text not in keywords():
        yield f'"{word.text}"', "the value is a string, in double quotes", 2.0


def enumerators(prefix: str, version: int | None) -> list[str]:
    """The names of numbers and flags in debug information that begin with a prefix."""
    chosen = NEWEST if version is None else version
    tables = [table for table in _ENUMERATIONS if table.prefix.startswith(prefix) and bool(table.prefix) == bool(prefix)]
    return list(dict.fromkeys(name.text for table in tables for name in table.names() if name.since <= chosen <= name.until))


def nearest_words(word: str, candidates: Iterable[str], *, is_short: bool = False) -> list[tuple[str, int]]:
    """The words nearest to a word, and how many letters differ: at most two, and at most a third of them."""
    allowed = min(2, max(1, len(word) // 3)) if len(word) > 1 or is_short else 0
    letters = set(word.lower())
    found: list[tuple[int, bool, int, str]] = []
    for number, one in enumerate(candidates):
        if abs(len(one) - len(word)) <= allowed and one != word and len(letters.symmetric_difference(one.lower())) <= 2 * allowed:
            differing = distance(word.lower().encode("latin-1", "replace"), one.lower().encode("latin-1", "replace"))
            if differing <= allowed and (len(word) > _SHORT or is_short or len(one) > len(word)):
                found.append((differing, not one.startswith(word), number, one))
    return [(one, differing) for differing, _, _, one in sorted(found)[:4]]
