"""Words of the language that are nearly right: keywords, attributes, flags, enumerators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyllvm.assembly.reader.near_miss import distance
from pyllvm.findings.mistakes.text import LABEL, LOCAL, WORD, Text, behind_type
from pyllvm.findings.mistakes.trial import Repair
from pyllvm.tables import dwarf
from pyllvm.tables.dwarf_operations import OPERATIONS
from pyllvm.versions import NEWEST

_TABLES: Final = (
    dwarf.TAGS,
    dwarf.ENCODINGS,
    dwarf.LANGUAGES,
    dwarf.LANGUAGE_NAMES,
    dwarf.DIALECTS,
    dwarf.CONVENTIONS,
    dwarf.MACINFO,
    dwarf.VIRTUALITIES,
    dwarf.ENUM_KINDS,
    dwarf.EMISSION_KINDS,
    dwarf.NAME_TABLE_KINDS,
    dwarf.CHECKSUM_KINDS,
    dwarf.FIXED_POINT_KINDS,
    dwarf.DI_FLAGS.table,
    dwarf.SUBPROGRAM_FLAGS.table,
    OPERATIONS,
)
# The words in the parentheses of attributes, and other words that are not keywords.
_OTHER_WORDS: Final = (
    *("none", "address", "address_is_null", "provenance", "read_provenance", "read", "write", "readwrite", "argmem"),
    *("inaccessiblemem", "errnomem", "sync", "async", "alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"),
    *("monotonic", "acquire", "release", "acq_rel", "seq_cst", "unordered", "any", "exactmatch", "largest", "nodeduplicate"),
)
_OTHER_SPELLINGS: Final[dict[str, str]] = {
    "yes": "true",
    "no": "false",
    "seqcst": "seq_cst",
    "sequential": "seq_cst",
    "relaxed": "monotonic",
    "acqrel": "acq_rel",
    "consume": "acquire",
    "plus": "add",
    "minus": "sub",
    "exchange": "xchg",
    "swap": "xchg",
    "restrict": "noalias",
    "pure": "memory(read)",
    "noreturns": "noreturn",
    "const": "memory(none)",
    "inline": "inlinehint",
    "forceinline": "alwaysinline",
    "nothing": "none",
    "ro": "read",
    "wo": "write",
    "rw": "readwrite",
}
_NUMBERS: Final = {"one": "1", "two": "2", "four": "4", "eight": "8", "sixteen": "16"}
_FEW: Final = 12


def keyword(t: Text) -> Iterator[Repair]:
    """`interal`, `nounwnd`, `lod`, `tripel`: the nearest words of the language."""
    if t.at >= len(t.words):
        return
    for at in (t.at, t.at - 1):
        if at < 0:
            continue
        word = t.words[at]
        text = word.text.rstrip(":") if word.kind == LABEL else word.text
        known = _keywords()
        if word.kind not in (WORD, LABEL) or behind_type(t.words, at) > at or (at < t.at and text in known):
            continue
        other = _OTHER_SPELLINGS.get(text)
        candidates = [other] if other is not None else []
        candidates += nearest_words(text, known)
        for nearest in candidates:
            yield Repair(f"did you mean '{nearest}'?", (word.start, word.start + len(text), nearest))


def _keywords() -> list[str]:
    from pyllvm.assembly.reader.automaton import load_tables

    return [*(word.decode() for word in load_tables().keywords.kinds), *_OTHER_WORDS]


def split_keyword(t: Text) -> Iterator[Repair]:
    """`must tail`, `local unnamed addr`, `no-unwind`: words that are one word."""
    words = t.words
    if t.at >= len(words) or words[t.at].kind != WORD:
        return
    known = set(_keywords())
    word = words[t.at]
    if t.at + 1 < len(words) and words[t.at + 1].kind == WORD:
        for joined in (word.text + words[t.at + 1].text, f"{word.text}_{words[t.at + 1].text}"):
            if joined in known:
                yield Repair(f"'{joined}' is one word", (word.start, words[t.at + 1].end, joined))
    plain = re.sub(r"[-_]", "", word.text.lower())
    for one in known:
        if one != word.text and re.sub(r"[-_]", "", one) == plain:
            yield Repair(f"did you mean '{one}'?", (word.start, word.end, one))


def alignment(t: Text) -> Iterator[Repair]:
    """`align four`, `align=4`, `align(4)`, `align 3`."""
    words = t.words
    for at in range(len(words) - 1):
        word = words[at]
        if word.text != "align":
            continue
        following = words[at + 1]
        if following.text in _NUMBERS:
            yield Repair(
                f"an alignment is a number: {_NUMBERS[following.text]}",
                (following.start, following.end, _NUMBERS[following.text]),
            )
        if following.text == "=" and at + 2 < len(words):
            yield Repair("an alignment is written 'align 4'", (word.end, words[at + 2].start, " "))
        if following.text == "(" and at + 3 < len(words):
            yield Repair("an alignment is written 'align 4'", (word.end, words[at + 3].end, f" {words[at + 2].text}"))
        if following.text.isdecimal() and t.message == "alignment is not a power of two":
            new = 1 << max(int(following.text).bit_length() - 1, 0)
            sentence = "an alignment is a power of two: 1, 2, 4, 8 and so on"
            yield Repair(sentence, (following.start, following.end, str(new)))


def enumerator(t: Text) -> Iterator[Repair]:
    """`DW_LANG_C98`, `DW_TAG_bsae_type`, `FullDebgu`: the nearest words of the same kind."""
    words = t.words
    if t.at >= len(words) or words[t.at].kind not in (WORD, LABEL):
        return
    word = words[t.at]
    prefix = re.match(r"DW_[A-Z]+_(?:APPLE_)?|CSK_|DIFlag|DISPFlag|", word.text)
    start = prefix[0] if prefix is not None else ""
    candidates = enumerators(start, t.version)
    for nearest in nearest_words(word.text, candidates):
        yield Repair(f"did you mean '{nearest}'?", (word.start, word.end, nearest))
    if start and 0 < len(candidates) <= _FEW:
        yield Repair(f"the words of this kind are {', '.join(candidates)}")


def enumerators(prefix: str, version: int | None) -> list[str]:
    """The names of numbers and flags in debug information that begin with a prefix."""
    chosen = NEWEST if version is None else version
    found: list[str] = []
    for table in _TABLES:
        if table.prefix.startswith(prefix) and bool(table.prefix) == bool(prefix):
            found.extend(name.text for name in table.names() if name.since <= chosen <= name.until)
    return list(dict.fromkeys(found))


def nearest_words(word: str, candidates: list[str], most: int = 4) -> list[str]:
    """The words nearest to a word, the nearest first: at most two letters differ, and at most a third of them."""
    allowed = min(2, max(1, len(word) // 3)) if len(word) > 2 else 0
    found: list[tuple[int, int, str]] = []
    for number, one in enumerate(candidates):
        if one != word and abs(len(one) - len(word)) <= allowed:
            differing = distance(word.lower().encode("latin-1", "replace"), one.lower().encode("latin-1", "replace"))
            if differing <= allowed:
                found.append((differing, number, one))
    return [one for _, _, one in sorted(found)[:most]]


def opcode_of_other_case(t: Text) -> Iterator[Repair]:
    """`ADD`, `Define`, `True`: words are in small letters."""
    if t.at >= len(t.words):
        return
    word = t.words[t.at]
    if word.kind in (WORD, LOCAL) and word.text != word.text.lower() and word.text.lower() in _keywords():
        yield Repair("the words of the language have small letters", (word.start, word.end, word.text.lower()))


def no_ordering(t: Text) -> Iterator[Repair]:
    """`load atomic i32, ptr %p, align 4`, `fence`."""
    if not t.message.startswith("Expected ordering"):
        return
    for words in t.lines:
        opcode = words[2].text if len(words) > 2 and words[1].text == "=" else words[0].text if words else ""
        if opcode not in ("load", "store", "fence", "atomicrmw", "cmpxchg"):
            continue
        comma = len(words)
        if t.at and words is t.words and words[t.at - 1].text != ",":
            comma = t.at
        elif words is t.words and t.at:
            comma = t.at - 1
        place = words[comma - 1].end
        sentence = "an atomic instruction names its ordering: monotonic, acquire, release, acq_rel or seq_cst"
        yield Repair(sentence, (place, place, " seq_cst"))
        yield Repair(sentence, (place, place, " seq_cst seq_cst"))
