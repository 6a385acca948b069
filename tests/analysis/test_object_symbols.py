"""The letters by which nm shows symbols."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import VARIABLE, NativePlace, ObjectSymbol
from pyllvm.tables.object_symbols import COMMON, CONSTANT, EXECUTABLE, FORMAT_SPECIFIC, GLOBAL, UNDEFINED, WEAK
from rows import each_row


@each_row(
    ("flags", "letter", "letter_on_darwin"),
    [
        (0, "d", "d"),
        (GLOBAL, "D", "D"),
        (CONSTANT, "d", "s"),
        (CONSTANT | GLOBAL, "D", "S"),
        (EXECUTABLE, "t", "t"),
        (EXECUTABLE | GLOBAL, "T", "T"),
        (COMMON | GLOBAL, "C", "C"),
        (WEAK | GLOBAL | EXECUTABLE, "W", "W"),
        (UNDEFINED | GLOBAL, "U", "U"),
        (UNDEFINED | WEAK | GLOBAL, "w", "w"),
    ],
)
def test_letters(flags: int, letter: str, letter_on_darwin: str) -> None:
    symbol = ObjectSymbol("s", "s", VARIABLE, flags)
    assert (symbol.letter(), symbol.letter(is_darwin=True)) == (letter, letter_on_darwin)
    assert repr(symbol) == f"<ObjectSymbol {letter} s>"


def test_the_letter_of_a_symbol_of_a_native_object_is_its_own() -> None:
    symbol = ObjectSymbol("s", "s", VARIABLE, GLOBAL)
    symbol.native = NativePlace(16, 4, "R", "OBJECT", ".rodata")
    assert symbol.letter() == symbol.letter(is_darwin=True) == "R"


def test_only_a_definition_is_hidden() -> None:
    assert ObjectSymbol("s", "s", VARIABLE, GLOBAL | 1).is_hidden
    assert not ObjectSymbol("s", "s", VARIABLE, GLOBAL | UNDEFINED | 1).is_hidden
    assert not ObjectSymbol("s", "s", VARIABLE, GLOBAL | 2).is_hidden


def test_each_flag_has_its_property() -> None:
    properties = {
        "is_global": GLOBAL, "is_weak": WEAK, "is_common": COMMON, "is_special": FORMAT_SPECIFIC, "is_executable": EXECUTABLE,
        "is_constant": CONSTANT,
    }  # fmt: skip
    for flags in (0, UNDEFINED, *properties.values()):
        symbol = ObjectSymbol("s", "s", VARIABLE, flags)
        assert [getattr(symbol, name) for name in properties] == [flags == flag for flag in properties.values()]
        assert symbol.is_defined == (flags != UNDEFINED)
