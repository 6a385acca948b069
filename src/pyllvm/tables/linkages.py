"""Linkages: the word in text, the number in bitcode, and how a linker treats a symbol of that linkage.

A word is what the IR holds. The sets of words are for asking; `external` is not printed where a body or initializer follows.
Sources: GlobalValue.h, LLVMBitCodes.h, getDecodedLinkage of the bitcode reader.

`python -m tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final


@final
class Linkage:
    """One linkage: its `word`, its `number` in bitcode, its `order` in LLVM's enumeration, which summaries hold.

    Its traits: `local`: no other module sees the symbol. `link_once`: it may be dropped where nothing uses it. `weak`: weak or
    weak_odr. `replaceable`: a linker may take another definition; `interposable`: a definition with other content.
    `exact`: this definition is the one to run. `may_declare`: there may be no definition.
    `may_alias`: an alias or ifunc may have it.
    """

    __slots__ = ("number", "order", "traits", "word")

    def __init__(self, word: str, number: int, order: int, traits: str) -> None:
        self.word = word
        self.number = number
        self.order = order
        self.traits = traits.split()

    def __repr__(self) -> str:
        return f"<Linkage {self.word}>"


LINKAGES: Final[tuple[Linkage, ...]] = (
    Linkage("external", 0, 0, "exact may_declare may_alias"),
    Linkage("available_externally", 12, 1, ""),  # an alias may have it since LLVM 16: tables/features.py
    Linkage("linkonce", 18, 2, "link_once replaceable interposable may_alias"),
    Linkage("linkonce_odr", 19, 3, "link_once replaceable may_alias"),
    Linkage("weak", 16, 4, "weak replaceable interposable may_alias"),
    Linkage("weak_odr", 17, 5, "weak replaceable may_alias"),
    Linkage("appending", 2, 6, "exact"),
    Linkage("internal", 3, 7, "local exact may_alias"),
    Linkage("private", 9, 8, "local exact may_alias"),
    Linkage("extern_weak", 7, 9, "replaceable interposable may_declare"),
    Linkage("common", 8, 10, "replaceable interposable"),
)


def _with(trait: str) -> frozenset[str]:
    return frozenset([row.word for row in LINKAGES if trait in row.traits])


LOCAL: Final = _with("local")
LINK_ONCE: Final = _with("link_once")
WEAK: Final = _with("weak")
REPLACEABLE: Final = _with("replaceable")
INTERPOSABLE: Final = _with("interposable")
EXACT: Final = _with("exact")
DECLARATIONS: Final = _with("may_declare")
ALIASES: Final = _with("may_alias")

NUMBER_OF_LINKAGE: Final[dict[str, int]] = {row.word: row.number for row in LINKAGES}
# By the number that summaries hold.
SUMMARY_LINKAGES: Final[tuple[str, ...]] = tuple(row.word for row in sorted(LINKAGES, key=lambda row: row.order))

# Numbers that are read and no longer written; any other unknown number is `external`.
_OLD_NUMBERS: Final[tuple[tuple[str, int], ...]] = (
    ("weak", 1),  # these four had a comdat of their own name
    ("linkonce", 4),
    ("weak_odr", 10),
    ("linkonce_odr", 11),
    ("external", 5),  # dllimport
    ("external", 6),  # dllexport
    ("private", 13),  # linker_private
    ("private", 14),  # linker_private_weak
    ("external", 15),  # linkonce_odr_auto_hide
)
LINKAGE_OF_NUMBER: Final[dict[int, str]] = {
    **{row.number: row.word for row in LINKAGES},
    **{number: word for word, number in _OLD_NUMBERS},
}
IMPLICIT_COMDAT_LINKAGES: Final = frozenset((1, 4, 10, 11))
# DLL storage classes that older LLVMs had as linkages.
DLL_STORAGE_OF_OLD_LINKAGE: Final[dict[int, str]] = {5: "dllimport", 6: "dllexport"}
