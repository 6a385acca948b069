"""A rename changes every place of a name, also those that are not written as names, and nothing else."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.lsp.changes import CannotRename, rename
from pyllvm.lsp.workspace import ClosedFile


def renamed(text: str, name: str, new: str, *, nth: int = 0, version: int = 22) -> str:
    """The text after a rename of what has a name at its occurrence `nth`; LLVM's reader takes it."""
    file = ClosedFile(text, (0, 0), "utf-8")
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(name, offset + 1)
    made = rename({"a": file}, "a", offset, new)
    for edit in sorted(made["a"], key=lambda one: -one.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    parse_assembly(text.encode(), "a", version)
    return text


INLINE = "$f = comdat any\n\ndefine linkonce_odr void @f() comdat {\n  ret void\n}\n\n@v = global i32 0, comdat($f)\n"
BLOCKS = """define void @f(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  ret void
b:
  br label %a
}
define ptr @g() {
  br label %a
a:
  ret ptr blockaddress(@f, %a)
}
@t = global ptr blockaddress(@f, %a)
@u = global ptr blockaddress(@g, %a)
uselistorder_bb @f, %a, { 2, 1, 0 }
"""
SUMMARY = """define void @f() {
  ret void
}
^0 = module: (path: "a.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external), insts: 1)))
"""


def test_a_symbol_takes_the_comdat_of_its_name_with_it() -> None:
    assert renamed(INLINE, "@f", "h") == INLINE.replace("$f", "$h").replace("@f", "@h")
    alone = "$v = comdat any\n@v = linkonce_odr global i32 0, comdat\n"
    assert renamed(alone, "@v", "w w") == '$"w w" = comdat any\n@"w w" = linkonce_odr global i32 0, comdat\n'


def test_a_symbol_in_another_comdat_leaves_it() -> None:
    assert renamed(INLINE, "@v", "w") == INLINE.replace("@v", "@w")


@pytest.mark.parametrize("place", ["$f =", "comdat {", "$f)"])
def test_a_comdat_is_named_where_it_was_not(place: str) -> None:
    assert renamed(INLINE, place, "k") == INLINE.replace("comdat {", "comdat($k) {").replace("$f", "$k")


@pytest.mark.parametrize("nth", range(BLOCKS.count("%a")))
def test_a_block_is_renamed_where_other_functions_name_it(nth: int) -> None:
    of_g = nth in (2, 5)
    text = BLOCKS.replace("%a", "%zz").replace("\na:", "\nzz:")
    head, middle, tail = text.partition("define ptr @g")
    other = BLOCKS.partition("define ptr @g")
    if of_g:
        expected = other[0] + middle + tail.replace("@f, %zz", "@f, %a")
    else:
        ours = other[2].replace("@f, %a", "@f, %zz")
        expected = head + middle + ours
    assert renamed(BLOCKS, "%a", "zz", nth=nth) == expected


def test_a_summary_names_the_symbol() -> None:
    assert renamed(SUMMARY, "@f", "g") == SUMMARY.replace("@f", "@g").replace('"f"', '"g"')
    assert renamed(SUMMARY, "@f", "a b") == SUMMARY.replace("@f", '@"a b"').replace('"f"', '"a b"')
    assert renamed(SUMMARY, '"f"', "g") == renamed(SUMMARY, "@f", "g")


def test_fields_of_metadata_are_no_names() -> None:
    text = "%line = type { i32 }\n@g = global %line zeroinitializer\n!n = !{!0}\n!0 = !DILocation(line: 1, scope: !1)\n"
    text += '!1 = distinct !DISubprogram(name: "f", line: 3)\n'
    assert renamed(text, "%line", "row") == text.replace("%line", "%row")


@pytest.mark.parametrize(
    ("text", "name", "new", "reason"),
    [
        (INLINE + "$h = comdat any\n", "@f", "h", "\\$h is already defined"),
        ('module asm ".globl f"\ndefine void @f() {\n  ret void\n}\n', "@f", "g", "the assembly of the module names f"),
        ("define void @f() {\n  ret void\n}\n", "@f", "llvm.trap", "have a meaning for LLVM"),
        ("!llvm.ident = !{}\n", "!llvm.ident", "other", "known by its name"),
        (
            "%t = type { i32 }\ndefine void @f(ptr %t) {\n  %x = load %t, ptr %t\n  ret void\n}\n",
            "%t)",
            "u",
            "is the name of a type and of a value",
        ),
        ("define void @f() {\n  ret void\n}\n", "@f", "a\\62", "cannot be a name"),
    ],
)
def test_a_rename_that_would_change_the_program_is_refused(text: str, name: str, new: str, reason: str) -> None:
    with pytest.raises(CannotRename, match=reason):
        renamed(text, name, new)


NUMBERS = """@t = global i8* blockaddress(@f, %5)
@0 = global i8 1
@1 = global i8* @0
%7 = type { i8 }
define i32 @f(i32 %0, %7* %1) {
  %3 = add i32 %0, 1
  add i32 %3, 2
  br label %5

5:
  ret i32 %4
}
define void @g(i32 %0) {
  %2 = add i32 %0, 1
  ret void
}
"""


def test_numbers_have_no_gap_after_a_number_became_a_name() -> None:
    assert renamed(NUMBERS, "@0", "v", version=14) == NUMBERS.replace("@0", "@v").replace("@1", "@0")
    expected = NUMBERS.replace("%3", "%x").replace("%4", "%3").replace("label %5", "label %4").replace("5:", "4:")
    assert renamed(NUMBERS, "%3", "x", version=14) == expected.replace("@f, %5", "@f, %4")
    with pytest.raises(CannotRename, match="%5 is the name of a type and of a value"):
        renamed(NUMBERS.replace("%7", "%5"), "%3", "x", version=14)


def test_digits_between_quotes_are_a_name() -> None:
    text = 'define void @f() {\n  %1 = add i8 1, 2\n  br label %"1"\n\n"1":\n  %2 = add i8 %1, 1\n  br label %"1"\n}\n'
    assert renamed(text, '%"1"', "x", version=14) == text.replace('%"1"', "%x").replace('"1":', "x:")
    assert renamed(text, "%1", "x", version=14) == text.replace("%1", "%x").replace("%2", "%1")


def test_names_of_metadata_have_escapes_in_place_of_quotes() -> None:
    assert renamed("!n = !{!0}\n!0 = !{}\n", "!n", "a é") == "!a\\20\\C3\\A9 = !{!0}\n!0 = !{}\n"
