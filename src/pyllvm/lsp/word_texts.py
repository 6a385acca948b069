"""The sentence on a word of LLVM's text, for hover texts and completion, with the LLVM that brought it."""

from __future__ import annotations

from typing import Final

from pyllvm.lsp.descriptions import ATTRIBUTES, METADATA, STRING_ATTRIBUTES, WORDS
from pyllvm.tables.atomics import ATOMIC_RMW_OF_WORD
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.calling_conventions import WORD_SINCE, WORD_UNTIL
from pyllvm.tables.flags import FlagSet
from pyllvm.tables.metadata_kinds import KNOWN_SINCE
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION, INSTRUCTIONS, OPCODES_BY_NAME
from pyllvm.versions import FOREVER, OLDEST

# Instructions that are not operations, and came later than the others.
_OTHER_SINCE: Final = {"callbr": 9, "freeze": 10, "bitextract": 24, "bitinsert": 24}
_METADATA: Final = "!"
_STRING: Final = '"'


def about_word(word: str, version: int, line: str = "") -> str:
    """A sentence on a word, which may be metadata (`!range`) or a string attribute (`"frame-pointer"`), in a file of `version`.

    `line` is the line that has the word: flags belong to its operation. Empty for another word.
    """
    if word.startswith(_METADATA):
        return _text(word, "metadata", METADATA.get(word[1:], ""), KNOWN_SINCE.get(word[1:], 0), FOREVER, version)
    if word.startswith(_STRING):
        return _text(word, "attribute", STRING_ATTRIBUTES.get(word.strip(_STRING), ""), 0, FOREVER, version)
    takes = _flags_of(line)
    flag = None if takes is None else next((one for one in takes.flags if one.word == word), None)
    if word in INSTRUCTIONS and not (word in ATOMIC_RMW_OF_WORD and "atomicrmw" in line.split()):
        row = OPCODES_BY_NAME.get(word)
        since = row.since if row is not None else _OTHER_SINCE.get(word, 0)
        return _text(word, "", INSTRUCTIONS[word], since, FOREVER, version)
    kind = KIND_OF_WORD.get(word)
    if kind is not None and flag is None:
        return _text(word, "attribute", ATTRIBUTES.get(word, ""), kind.since, kind.until, version)
    if word in WORD_SINCE and word not in WORDS:
        return _text(word, "calling convention", "", WORD_SINCE[word], WORD_UNTIL[word], version)
    sentence = WORDS.get(word, "")
    if not sentence and word in ATOMIC_RMW_OF_WORD:
        sentence = "An operation of atomicrmw: the old value and the operand give the new one."
    since = flag.since if flag is not None else ATOMIC_RMW_OF_WORD[word].since if word in ATOMIC_RMW_OF_WORD else 0
    return _text(word, "", sentence, since, FOREVER, version) if sentence else ""


def _flags_of(line: str) -> FlagSet | None:
    return next((FLAGS_OF_OPERATION[name] for name in line.split() if name in FLAGS_OF_OPERATION), None)


def _text(word: str, kind: str, sentence: str, since: int, until: int, version: int) -> str:
    if not sentence and not kind:
        return ""
    text = f"**{word}**" + (f" ({kind})" if kind else "") + f": {sentence}"
    if since > OLDEST:
        text += f" Since LLVM {since}." if since <= version else f" Since LLVM {since}; this file is LLVM {version}'s."
    return text + (f" Until LLVM {until}." if until < FOREVER else "")
