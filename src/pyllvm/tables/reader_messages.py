"""The messages of LLVM's bitcode reader that people search for: what each means, and what to do about it.

Source: the messages of BitcodeReader.cpp and BitstreamReader.cpp; the reasons come from files that users sent.
"""

from __future__ import annotations

from typing import Final, final

NEWER_FILE: Final = """\
The file is probably of a newer LLVM than the reader is. 'pyllvm FILE' says
which LLVM wrote it. To write it for an older LLVM:
  pyllvm dis --llvm-version 14 FILE -o FILE.ll
  pyllvm link --llvm-version 14 FILE -o OLDER.bc"""
DAMAGED_FILE: Final = """\
'pyllvm dis FILE -o -' says at which bit of which block the fault is, and
'pyllvm bcanalyzer -dump FILE' shows the records up to it. If the file was
copied or downloaded, copy it again: in binary mode, and whole. If a compiler
of your own wrote it, compare the record before the fault with the one that
LLVM writes: with --decode, the dump has the names of the operands."""
OTHER_FILE: Final = """\
'pyllvm FILE' says what the file is. 'pyllvm dis' and the others find the
bitcode in objects, archives and compressed files."""


@final
class ReaderMessage:
    """A message: its name behind "bitcode/" (a pattern for the words of the message), its meaning, and what to do."""

    __slots__ = ("advice", "example", "meaning", "pattern")

    def __init__(self, example: str, pattern: str, meaning: str, advice: str) -> None:
        self.example: Final = example
        self.pattern: Final = pattern
        self.meaning: Final = meaning
        self.advice: Final = advice


# The first pattern that fits the words of a message counts.
READER_MESSAGES: Final = (
    ReaderMessage(
        "Unknown attribute kind (105)",
        r"unknown-attribute-kind",
        "Bitcode stores attributes by number. The reader has no attribute with this number, because a newer LLVM has added it.",
        NEWER_FILE,
    ),
    ReaderMessage(
        "Opaque pointers are only supported in -opaque-pointers mode",
        r"opaque-pointers-are-only-supported",
        "The file has pointers that do not say to what type they point, as LLVM 15 and newer write them. LLVM 14 reads them "
        "only with -opaque-pointers, and older releases not at all.",
        NEWER_FILE,
    ),
    ReaderMessage(
        "Unknown type code",
        r"(?:unknown|invalid|unrecognized)-(?:type|binary|cast|attribute|constant|opcode)-?(?:code|opcode|encoding)?$",
        "A record has a number for a type, an opcode or an encoding that the reader does not have.",
        NEWER_FILE,
    ),
    ReaderMessage(
        "Invalid record",
        r"invalid-(?:[a-z-]*-)?record",
        "A record has fewer operands than the reader wants, or a number that it does not know. A newer LLVM writes some "
        "records longer or in another form. LLVM 15 and newer name some of the records: 'Invalid phi record'.",
        f"{NEWER_FILE}\nIf the LLVM that wrote the file cannot read it either, it is damaged.\n{DAMAGED_FILE}",
    ),
    ReaderMessage(
        "Malformed block",
        r"malformed-block",
        "The reader expected a block, a record or the end of the block, and found another thing: the lengths in the file do not "
        "fit.",
        DAMAGED_FILE,
    ),
    ReaderMessage(
        "Invalid type for value",
        r"invalid-type(?:-for-value)?",
        "A record refers to a type that is not there, or has a value of another type than it needs.",
        DAMAGED_FILE,
    ),
    ReaderMessage(
        "Never resolved value found in function",
        r"never-resolved-",
        "An instruction uses the number of a value that no later record defines.",
        DAMAGED_FILE,
    ),
    ReaderMessage(
        "Missing element type for old-style global",
        r"missing-(?:element|param-element|load)-type",
        "The file is of an LLVM with typed pointers, and the type that a pointer of it needs is not in it.",
        DAMAGED_FILE,
    ),
    ReaderMessage(
        "Invalid bitcode signature",
        r"invalid-bitcode-signature|file-too-small-to-contain-bitcode-header|expected-a-bitcode-file|malformed-bitcode",
        "The file does not begin with the four bytes of bitcode, 'BC' 0xC0DE.",
        f"It may be text, an object, an archive or empty.\n{OTHER_FILE}",
    ),
    ReaderMessage(
        "Bitcode stream should be a multiple of 4 bytes in length",
        r"bitcode-stream-should-be-a-multiple",
        "Bitcode has words of four bytes, and the length of the file is not a multiple of that: it was cut short or changed.",
        f"Git or an FTP program may have changed its line ends.\n{DAMAGED_FILE}",
    ),
    ReaderMessage(
        "can't skip to bit 12512 from 320",
        r"can-t-skip|unexpected-end-of-file|(?:the-)?file-is-cut-short|can-t-find-the-end",
        "The file ends before a block that it announces.",
        f"A build or a copy stopped too early, or the disk was full. Make the file again.\n{DAMAGED_FILE}",
    ),
    ReaderMessage(
        "Invalid bitcode wrapper header",
        r"invalid-bitcode-wrapper-header",
        "Bitcode for Apple's systems has a header with the place and the size of the bitcode. These point out of the file.",
        DAMAGED_FILE,
    ),
    ReaderMessage(
        "Incompatible epoch: Bitcode '1' vs current: '0'",
        r"incompatible-epoch",
        "The file says that its bitcode has another epoch. All releases of LLVM have written epoch 0: a compiler of another "
        "origin wrote it, or the file is damaged.",
        OTHER_FILE,
    ),
    ReaderMessage(
        "Invalid summary version 12. Version should be in the range [1-10].",
        r"invalid-summary-version|unsupported-summary",
        "The summary for ThinLTO has a version that the reader does not know: another LLVM wrote it.",
        "The module itself may be readable. To leave the summary out:\n  pyllvm strip FILE -o PLAIN.bc\n" + NEWER_FILE,
    ),
    ReaderMessage(
        "Invalid multiple blocks",
        r"invalid-multiple-",
        "A block is there twice that may be there once, such as the table of types.",
        DAMAGED_FILE,
    ),
    ReaderMessage(
        "Invalid alignment value",
        r"invalid-(?:value|id|cast|alignment-value|phi|function|calling-convention|numentry|vector)[a-z-]*",
        "A record has a number that stands for nothing, or a value that does not fit there.",
        DAMAGED_FILE,
    ),
)
