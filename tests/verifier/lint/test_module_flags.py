"""The sentences about module flags, of the language document and of the proposal of 2012, each with what reports a breach of it.

What two modules give together is in tests/linker/test_module_flags.py.
"""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint
from pyllvm.verifier.module import verify
from rows import each_row

OBJECTIVE_C = [
    '!{i32 1, !"Objective-C Version", i32 2}',
    '!{i32 1, !"Objective-C Image Info Version", i32 0}',
    '!{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular, no_dead_strip"}',
    '!{i32 4, !"Objective-C Garbage Collection", i32 0}',
]


def text_of(flags: tuple[str, ...], head: str = "") -> bytes:
    """A module with nothing but flags."""
    nodes = "\n".join([f"!{number} = {flag}" for number, flag in enumerate(flags)])
    return f"{head}\n!llvm.module.flags = !{{{', '.join([f'!{number}' for number in range(len(flags))])}}}\n{nodes}\n".encode()


def refused(*flags: str, version: int = 19) -> list[str]:
    """What the verifier reports of a module with these flags."""
    return [failure.message for failure in verify(parse_assembly(text_of(flags), llvm_version=version))]


def linted(*flags: str, head: str = "") -> list[tuple[str, str]]:
    """What lint reports of it."""
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text_of(flags, head), llvm_version=19))]


@each_row("version", [8, 13, 19, 22])
@each_row(
    ("flags", "message"),
    [
        # "The llvm.module.flags metadata contains a list of metadata triplets."
        (['!{i32 1, !"a"}'], "incorrect number of operands in module flag"),
        (['!{i32 1, !"a", i32 0, i32 0}'], "incorrect number of operands in module flag"),
        # "The first element of the triplet is a behavior flag."
        (['!{!"1", !"a", i32 0}'], "invalid behavior operand in module flag (expected constant integer)"),
        (['!{i32 0, !"a", i32 0}'], "invalid behavior operand in module flag (unexpected constant)"),
        (['!{i32 9, !"a", i32 0}'], "invalid behavior operand in module flag (unexpected constant)"),
        # "The second element is a metadata string that is a unique ID."
        (["!{i32 1, i32 1, i32 0}"], "invalid ID operand in module flag (expected metadata string)"),
        (
            ['!{i32 1, !"a", i32 0}', '!{i32 1, !"a", i32 0}'],
            "module flag identifiers must be unique (or of 'require' type)",
        ),
        (
            ['!{i32 1, !"a", i32 0}', '!{i32 4, !"a", i32 1}'],
            "module flag identifiers must be unique (or of 'require' type)",
        ),
        # Require: "The value must be a metadata pair, where the first element of the pair is the ID of the module flag".
        (['!{i32 3, !"a", i32 0}'], "invalid value for 'require' module flag (expected metadata pair)"),
        (['!{i32 3, !"a", !{!"b"}}'], "invalid value for 'require' module flag (expected metadata pair)"),
        (
            ['!{i32 3, !"a", !{i32 1, i32 1}}'],
            "invalid value for 'require' module flag (first value operand should be a string)",
        ),
        # Require: "that another module flag be present and have a specified value".
        (['!{i32 3, !"a", !{!"b", i32 1}}'], "invalid requirement on flag, flag is not present in module"),
        (
            ['!{i32 3, !"a", !{!"b", i32 1}}', '!{i32 1, !"b", i32 2}'],
            "invalid requirement on flag, flag does not have the required value",
        ),
        # A flag that only other requirements have is not present.
        (
            ['!{i32 3, !"a", !{!"b", i32 1}}', '!{i32 3, !"b", !{!"c", i32 1}}', '!{i32 1, !"c", i32 1}'],
            "invalid requirement on flag, flag is not present in module",
        ),
        # The proposal: "It is an error for two llvm.module.flags with the same ID to have the Require behavior but different
        # values", as far as no value of the flag fits both.
        (
            ['!{i32 3, !"a", !{!"b", i32 1}}', '!{i32 3, !"a", !{!"b", i32 2}}', '!{i32 1, !"b", i32 1}'],
            "invalid requirement on flag, flag does not have the required value",
        ),
        # Append and AppendUnique: "the two values, which are required to be metadata nodes".
        (['!{i32 5, !"a", i32 1}'], "invalid value for 'append'-type module flag (expected a metadata node)"),
        (['!{i32 6, !"a", !"text"}'], "invalid value for 'append'-type module flag (expected a metadata node)"),
    ],
)
def test_what_the_verifier_reports(flags: list[str], message: str, version: int) -> None:
    assert message in refused(*flags, version=version)


@pytest.mark.parametrize("version", [8, 19, 22])
def test_maxima_are_numbers(version: int) -> None:
    """Max: "the two values, which are required to be integers"."""
    message = "invalid value for 'max' module flag (expected constant integer)"
    assert refused('!{i32 7, !"a", !"text"}', version=version) == [message]
    assert refused('!{i32 7, !"a", i32 1}', version=version) == []


@pytest.mark.parametrize(
    "flags",
    [
        # Other flags than those above may have any value.
        ['!{i32 1, !"a", !"text"}', '!{i32 2, !"b", !{}}', '!{i32 4, !"c", float 1.0}'],
        ['!{i32 5, !"a", !{}}', '!{i32 6, !"b", !{!"c"}}', '!{i32 7, !"d", i64 1}'],
        # "There may be multiple Require flags per ID", which may also be that of another flag.
        ['!{i32 1, !"a", i32 1}', '!{i32 3, !"a", !{!"b", i32 1}}', '!{i32 3, !"a", !{!"a", i32 1}}', '!{i32 1, !"b", i32 1}'],
        # The example of both documents.
        ['!{i32 1, !"foo", i32 1}', '!{i32 4, !"bar", i32 37}', '!{i32 2, !"qux", i32 42}', '!{i32 3, !"qux", !{!"foo", i32 1}}'],
        # The language document's example of widths.
        ['!{i32 1, !"short_wchar", i32 1}', '!{i32 1, !"short_enum", i32 0}'],
        OBJECTIVE_C,
    ],
)
def test_sound(flags: list[str]) -> None:
    assert refused(*flags) == []
    assert linted(*flags) == []


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ('!{i32 1, !"short_wchar", i32 2}', "module flag 'short_wchar' must be one of 0, 1"),
        ('!{i32 1, !"short_enum", i32 2}', "module flag 'short_enum' must be one of 0, 1"),
        ('!{i32 1, !"short_enum", !"yes"}', "module flag 'short_enum' must be one of 0, 1"),
        ('!{i32 1, !"wchar_size", i32 3}', "module flag 'wchar_size' must be one of 1, 2, 4"),
        ('!{i32 1, !"min_enum_size", i32 2}', "module flag 'min_enum_size' must be one of 1, 4"),
        (
            '!{i32 1, !"Objective-C Garbage Collection Version", i32 1}',
            "module flag 'Objective-C Garbage Collection Version' must be one of 0",
        ),
    ],
)
def test_values(flag: str, message: str) -> None:
    assert linted(flag) == [("module-flag", message)]


@pytest.mark.parametrize(
    ("number", "value", "message"),
    [
        (0, "3", "module flag 'Objective-C Version' must be one of 1, 2"),
        (1, "1", "module flag 'Objective-C Image Info Version' must be one of 0"),
        (3, "1", "module flag 'Objective-C Garbage Collection' must be one of 0, 2"),
    ],
)
def test_values_of_objective_c(number: int, value: str, message: str) -> None:
    flags = [*OBJECTIVE_C]
    flags[number] = flags[number].rpartition("i32 ")[0] + f"i32 {value}}}"
    assert ("module-flag", message) in linted(*flags)


def test_garbage_collection_alone() -> None:
    """ "If present, its value must be 6" (4 in the proposal), and then collection is supported."""
    supported = OBJECTIVE_C[3].replace("i32 0}", "i32 2}")
    assert linted(*OBJECTIVE_C[:3], supported, '!{i32 1, !"Objective-C GC Only", i32 6}') == []
    only = '!{i32 1, !"Objective-C GC Only", i32 4}'
    assert linted(*OBJECTIVE_C[:3], supported, only) == [("module-flag", "module flag 'Objective-C GC Only' must be one of 6")]
    needs = "module flag 'Objective-C GC Only' needs 'Objective-C Garbage Collection' to be 2"
    assert ("module-flag-missing", needs) in linted(*OBJECTIVE_C, only)
    assert ("module-flag-missing", "module flag 'Objective-C GC Only' needs 'Objective-C Version'") in linted(only)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_different_values_must_be_an_error(number: int) -> None:
    """The proposal: "It is an error for two or more of these flags to have different values"."""
    flags = [*OBJECTIVE_C]
    flags[number] = flags[number].replace("{i32 1,", "{i32 2,")
    name = flags[number].split('"')[1]
    assert linted(*flags) == [("module-flag", f"module flag '{name}' must have behavior 1: two values of it are an error")]


@pytest.mark.parametrize(
    ("flag", "layout", "message"),
    [
        ('"wchar_size", i32 2', "e-i16:32", "module flag 'wchar_size' is 2, but i16 takes 4 bytes in the data layout"),
        ('"wchar_size", i32 4', "e-i32:64", "module flag 'wchar_size' is 4, but i32 takes 8 bytes in the data layout"),
        ('"short_wchar", i32 1', "e-i16:32", "module flag 'short_wchar' is 1, but i16 takes 4 bytes in the data layout"),
        ('"short_enum", i32 0', "e-i32:64", "module flag 'short_enum' is 0, but i32 takes 8 bytes in the data layout"),
        ('"min_enum_size", i32 4', "e-i32:64", "module flag 'min_enum_size' is 4, but i32 takes 8 bytes in the data layout"),
        ('"wchar_size", i32 4', "e-i16:32", ""),
        ('"short_wchar", i32 0', "e-i16:32-i32:8", ""),
        ('"short_enum", i32 1', "e-i32:64", ""),
    ],
)
def test_widths_and_the_data_layout(flag: str, layout: str, message: str) -> None:
    found = linted(f"!{{i32 1, !{flag}}}", head=f'target datalayout = "{layout}"')
    assert found == ([("module-flag-layout", message)] if message else [])


def test_widths_on_arm() -> None:
    flag = '!{i32 1, !"wchar_size", i32 1}'
    assert linted(flag, head='target triple = "armv7-none-eabi"') == [("module-flag", "wchar_t width must be 2 or 4 bytes")]
    assert linted(flag, head='target triple = "x86_64-linux"') == []
    wrong = '!{i32 1, !"wchar_size", i32 3}'
    assert len(linted(wrong, head='target triple = "armv7-none-eabi"')) == 1
