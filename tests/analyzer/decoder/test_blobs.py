"""The blobs of a file as lines."""

from __future__ import annotations

from struct import pack

from pyllvm.analyzer.decoder.blobs import metadata_strings, string_table_lines, symbol_table_lines

STRINGS = b"libfoo"


def symbol_table(version: int) -> bytes:
    """A table with one record of each kind; each string is `foo`, at 3."""
    foo = [3, 3]
    comdat = [*foo, 0] if version >= 3 else foo
    symbol = [*foo, *foo, 0, 1 | 1 << 2 | 1 << 5 | 1 << 10]
    uncommon = [5, *([1] if version >= 4 else []), 16, *foo, *foo]
    arrays = [[0, 1, 0], comdat, symbol, uncommon]
    words = 17 + (2 if version >= 2 else 0)
    header = [version, *foo]
    for array in arrays:
        header += [words * 4, 1]
        words += len(array)
    header += [*foo, *foo, *foo]
    if version >= 2:
        header += [words * 4, 1]
        arrays.append(foo)
    everything = header + [word for array in arrays for word in array]
    return pack(f"<{len(everything)}I", *everything)


def test_symbol_tables_of_every_version() -> None:
    lines = symbol_table_lines(symbol_table(4), STRINGS)
    assert lines == [
        'version=4 producer="foo" triple="foo" source="foo" linker_options="foo"',
        "MODULE first_symbol=0 end=1 first_uncommon=0",
        'COMDAT name="foo" selection=any',
        'SYMBOL name="foo" ir_name="foo" comdat="foo" flags=hidden has_uncommon common global',
        f'UNCOMMON size={1 << 32 | 5} align=16 fallback="foo" section="foo"',
        'LIBRARY name="foo"',
    ]
    third = symbol_table_lines(symbol_table(3), STRINGS)
    assert third[4] == 'UNCOMMON size=5 align=16 fallback="foo" section="foo"'
    assert symbol_table_lines(symbol_table(2), STRINGS)[2] == 'COMDAT name="foo"'
    assert not [line for line in symbol_table_lines(symbol_table(1), STRINGS) if line.startswith("LIBRARY")]


def test_malformed_symbol_tables_give_what_can_be_read() -> None:
    good = symbol_table(4)
    for size in range(0, len(good), 3):
        symbol_table_lines(good[:size], STRINGS)
    assert symbol_table_lines(good[:40], STRINGS) == []
    assert symbol_table_lines(good, b"lib")[0].startswith("version=4 producer=string 3 of size 3 ")


def test_string_tables_are_shown_in_pieces() -> None:
    assert string_table_lines(b"abcde\x01", 4) == ['     0 "abcd"', '     4 "e\\01"']


def test_metadata_strings_end_where_they_are_malformed() -> None:
    # Two lengths of six bits, 1 and 2, then the characters from byte 4 on.
    blob = (1 | 2 << 6).to_bytes(4, "little") + b"abb"
    assert list(metadata_strings(blob, [2, 4])) == [b"a", b"bb"]
    assert list(metadata_strings(blob[:-1], [2, 4])) == [b"a"]
    assert list(metadata_strings(blob, [2, 99])) == []
    assert list(metadata_strings(blob, [1 << 40, 4]))[:2] == [b"a", b"bb"]
