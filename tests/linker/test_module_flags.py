"""Merges the flags of two modules, a case for each rule; tests/fidelity compares with the real linker."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.linker.decisions import Origins
from pyllvm.linker.module_flags import merge_module_flags
from rows import each_row


def module(context: Context, name: str, version: int, rows: list[str]) -> Module:
    """A module with these flags."""
    lines = [f"!{number} = !{{i32 {row}}}" for number, row in enumerate(rows)]
    names = ", ".join(f"!{number}" for number in range(len(rows)))
    text = "\n".join([f"!llvm.module.flags = !{{{names}}}", *lines])
    return parse_assembly(text.encode(), name, llvm_version=version, context=context)


def merged(version: int, *modules: list[str], said: list[Diagnostic] | None = None) -> list[str]:
    """The lines of metadata that a link of modules with these flags gives."""
    context = Context()
    destination = Module("llvm-link", context, version)
    origins: dict[str, str] = {}
    for number, rows in enumerate(modules):
        source = module(context, f"{'abc'[number]}.ll", version, rows)
        merge_module_flags(destination, source, origins, Origins(source.identifier), None if said is None else said.append)
    text = print_module(destination).decode()
    return [line.split(" = ")[1] for line in text.splitlines() if line.startswith("!") and line[1].isdigit()]


@each_row(
    ("first", "second", "result"),
    [
        ('1, !"x", i32 5', '1, !"x", i32 5', ['!{i32 1, !"x", i32 5}']),
        ('1, !"x", i32 5', '1, !"y", i32 5', ['!{i32 1, !"x", i32 5}', '!{i32 1, !"y", i32 5}']),
        ('2, !"x", i32 5', '2, !"x", i32 6', ['!{i32 2, !"x", i32 5}']),
        ('1, !"x", i32 5', '4, !"x", i32 6', ['!{i32 4, !"x", i32 6}']),
        ('4, !"x", i32 5', '1, !"x", i32 6', ['!{i32 4, !"x", i32 5}']),
        ('7, !"x", i32 5', '7, !"x", i32 6', ['!{i32 7, !"x", i32 6}']),
        ('2, !"x", i32 5', '7, !"x", i32 4', ['!{i32 7, !"x", i32 5}']),
        ('8, !"x", i32 5', '8, !"x", i32 6', ['!{i32 8, !"x", i32 5}']),
        ('8, !"x", i32 5', '2, !"x", i32 4', ['!{i32 8, !"x", i32 4}']),
        ('8, !"x", i32 5', '1, !"y", i32 4', ['!{i32 8, !"x", i32 0}', '!{i32 1, !"y", i32 4}']),
        ('1, !"y", i32 4', '8, !"x", i32 5', ['!{i32 1, !"y", i32 4}', '!{i32 8, !"x", i32 0}']),
        ('5, !"x", !{!"a"}', '5, !"x", !{!"a"}', ['distinct !{i32 5, !"x", !1}', 'distinct !{!"a", !"a"}']),
        ('6, !"x", !{!"a"}', '6, !"x", !{!"b", !"a"}', ['distinct !{i32 6, !"x", !1}', 'distinct !{!"a", !"b"}']),
    ],
)
def test_merged(first: str, second: str, result: list[str]) -> None:
    assert merged(19, [first], [second]) == result


def test_a_flag_of_one_module_takes_the_least_value_where_that_module_also_requires_it() -> None:
    second = ['3, !"x", !{!"y", i32 4}', '8, !"x", i32 5']
    assert merged(19, ['1, !"y", i32 4'], second)[-1] == '!{i32 8, !"x", i32 0}'


@each_row(("version", "behavior"), [(14, 1), (15, 7)])
def test_flags_that_a_program_has_made_are_upgraded_first(version: int, behavior: int) -> None:
    destination, source = (Module(name, Context(), version) for name in ("llvm-link", "a"))
    source.add_module_flag(1, "PIC Level", 2)
    merge_module_flags(destination, source, {}, Origins(source.identifier), None)
    assert f'!{{i32 {behavior}, !"PIC Level", i32 2}}' in print_module(destination).decode()


def test_lists_before_they_were_distinct() -> None:
    assert merged(14, ['5, !"x", !{!"a"}'], ['5, !"x", !{!"b"}']) == ['!{i32 5, !"x", !1}', '!{!"a", !"b"}']


@pytest.mark.parametrize(
    ("version", "first", "second", "message"),
    [
        (19, '1, !"x", i32 5', '1, !"x", i32 6', "IDs have conflicting values in 'b.ll' and 'llvm-link'"),
        (20, '1, !"x", i32 5', '1, !"x", i32 6', "IDs have conflicting values: 'i32 6' from b.ll, and 'i32 5' from llvm-link"),
        (19, '1, !"x", i32 5', '7, !"x", i32 5', "IDs have conflicting behaviors in 'b.ll' and 'llvm-link'"),
        (19, '4, !"x", i32 5', '4, !"x", i32 6', "IDs have conflicting override values in 'b.ll' and 'llvm-link'"),
    ],
)
def test_conflicts_name_both_files(version: int, first: str, second: str, message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        merged(version, [first], [second])
    diagnostic = caught.value.diagnostic
    assert diagnostic.message == f"linking module flags 'x': {message}"
    assert [note.message.split(" has ")[0] for note in diagnostic.notes] == ["'a.ll'", "'b.ll'"]
    assert "i32 5" in diagnostic.notes[0].message


def test_the_file_that_set_a_value_is_named() -> None:
    with pytest.raises(PyllvmError) as caught:
        merged(19, ['7, !"x", i32 1'], ['7, !"x", i32 2'], ['1, !"x", i32 2'])
    assert caught.value.diagnostic.notes[0].message == "'b.ll' has 'x' as i32 2 with behavior Max"


def test_warning() -> None:
    said: list[Diagnostic] = []
    merged(19, ['2, !"x", i32 5'], ['2, !"x", !{!"a", !{!"b"}}'], said=said)
    (warning,) = said
    assert (warning.severity, warning.message) == (
        "warning",
        "linking module flags 'x': IDs have conflicting values ('!{!\"a\", !{...}}' from b.ll with 'i32 5' from llvm-link)",
    )
    assert len(warning.notes) == 2


def test_requirements() -> None:
    required = '3, !"r", !{!"x", i32 5}'
    assert merged(19, ['1, !"x", i32 5'], [required])[1] == '!{i32 3, !"r", !2}'
    for other in ('1, !"x", i32 6', '1, !"y", i32 5'):
        with pytest.raises(PyllvmError, match="linking module flags 'x': does not have the required value") as caught:
            merged(19, [other], [required])
        notes = [note.message for note in caught.value.diagnostic.notes]
        assert len(notes) == 2 and "the required value is" in notes[0]
        assert notes[1] == "no module has this flag" if '"y"' in other else "i32 6" in notes[1]


@pytest.mark.parametrize("odd", ['7, !"x", !"text"', '7, !"x", !{}', '5, !"x", i32 1', "99", '7, i32 1, !"x"', '77, !"x", i32 1'])
def test_what_is_no_flag_ends_in_an_error_or_is_kept(odd: str) -> None:
    for rows in ([[odd], ['7, !"x", i32 1']], [['7, !"x", i32 1'], [odd]], [[odd], [odd]]):
        try:
            assert merged(19, *rows)
        except PyllvmError as error:
            assert str(error).startswith("linking module flags 'x': ")


def test_a_warning_meets_a_maximum_since_llvm_10() -> None:
    assert merged(10, ['2, !"x", i32 1'], ['7, !"x", i32 2']) == ['!{i32 7, !"x", i32 2}']
    with pytest.raises(PyllvmError, match="IDs have conflicting behaviors"):
        merged(9, ['2, !"x", i32 1'], ['7, !"x", i32 2'])


OBJECTIVE_C = ['1, !"Objective-C Version", i32 2', '1, !"Objective-C Image Info Version", i32 0']


# Newer LLVMs read the number as an i8 of behavior 1, which conflicts with another number.
DOCUMENTED = 8


def test_what_does_not_collect_garbage_wins() -> None:
    """A module without garbage collection, merged with one that supports it, gives one without."""
    without, supported = '4, !"Objective-C Garbage Collection", i32 0', '1, !"Objective-C Garbage Collection", i32 2'
    for first, second in ((without, supported), (supported, without)):
        lines = merged(DOCUMENTED, [*OBJECTIVE_C, first], [*OBJECTIVE_C, second])
        assert [line for line in lines if "Garbage" in line] == [f"!{{i32 {without}}}"]
        with pytest.raises(PyllvmError, match="IDs have conflicting values"):
            merged(14, [first], [second])


def test_what_only_collects_garbage_is_not_merged_with_what_does_not() -> None:
    only = [
        '1, !"Objective-C Garbage Collection", i32 2', '1, !"Objective-C GC Only", i32 6',
        '3, !"Objective-C GC Only", !{!"Objective-C Garbage Collection", i32 2}',
    ]  # fmt: skip
    with pytest.raises(PyllvmError, match="'Objective-C Garbage Collection': does not have the required value"):
        merged(DOCUMENTED, only, ['4, !"Objective-C Garbage Collection", i32 0'])
    assert len(merged(DOCUMENTED, only, ['1, !"Objective-C Garbage Collection", i32 2'])) == 4


def test_different_versions_of_objective_c_are_an_error() -> None:
    with pytest.raises(PyllvmError, match="'Objective-C Version': IDs have conflicting values"):
        merged(DOCUMENTED, OBJECTIVE_C, ['1, !"Objective-C Version", i32 1'])


@pytest.mark.parametrize("blank", ["", " "])
def test_the_modules_of_the_proposal(blank: str) -> None:
    """The example of 2012, in the syntax of today: modules A and B, and the flags of the two linked.

    Since LLVM takes the blanks out of the section's name, the requirement must not have them.
    """
    section = "__DATA, __objc_imageinfo, regular, no_dead_strip".replace(" ", blank)
    shared = [
        '1, !"Objective-C Version", i32 2',
        '1, !"Objective-C Garbage Collection Version", i32 0',
        '1, !"Objective-C Garbage Collection", i32 2',
        f'3, !"Objective-C Garbage Collection", !{{!"Objective-C Image Info Section", !"{section}"}}',
        f'1, !"Objective-C Image Info Section", !"{section}"',
    ]
    only = ['1, !"Objective-C GC Only", i32 4', '3, !"Objective-C GC Only", !{!"Objective-C Garbage Collection", i32 2}']
    if blank:
        with pytest.raises(PyllvmError, match="'Objective-C Image Info Section': does not have the required value"):
            merged(DOCUMENTED, shared, [*shared, *only])
        return
    flags = [line for line in merged(DOCUMENTED, shared, [*shared, *only]) if line.startswith("!{i32 ")]
    assert [line.split('"')[1] for line in flags] == [row.split('"')[1] for row in [*shared, *only]]
    assert flags[-2] == '!{i32 1, !"Objective-C GC Only", i32 4}'


PROFILE = """!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !1}
!1 = !{!2, !3, !4, !5}
!2 = !{!"ProfileFormat", !"InstrProf"}
!3 = !{!"TotalCount", i64 COUNT}
!4 = !{!"DetailedSummary", !{!{i32 10000, i64 COUNT, i32 1}}}
!5 = !{!"List", !{LIST}}
"""


def test_notes_show_the_differing_parts_of_flags(link_texts: Callable[..., str]) -> None:
    with pytest.raises(PyllvmError) as caught:
        link_texts(*[PROFILE.replace("COUNT", count).replace("LIST", text) for count, text in (("1", "!{}"), ("2", "!{}, null"))])
    assert [note.message for note in caught.value.diagnostic.notes[2:]] == [
        """!{!"TotalCount", i64 1} in 'm0' is !{!"TotalCount", i64 2} in 'm1'""",
        "!{i32 10000, i64 1, i32 1} in 'm0' is !{i32 10000, i64 2, i32 1} in 'm1'",
        "!{!{...}} in 'm0' is !{!{...}, null} in 'm1'",
    ]
