"""Chooses between two symbols of one name, and checks the name and properties of the result."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.linker import Linker
from rows import each_row

LinkTexts = Callable[..., str]


@each_row(
    ("first", "second", "result"),
    [
        ("@x = external global i32", "@x = global i32 1", "@x = global i32 1"),
        ("@x = global i32 1", "@x = external global i32", "@x = global i32 1"),
        ("@x = weak global i32 1", "@x = global i32 2", "@x = global i32 2"),
        ("@x = global i32 1", "@x = weak global i32 2", "@x = global i32 1"),
        ("@x = weak global i32 1", "@x = weak global i32 2", "@x = weak global i32 1"),
        ("@x = common global i32 0", "@x = common global i64 0", "@x = common global i64 0"),
        ("@x = common global i64 0", "@x = common global i32 0", "@x = common global i64 0"),
        ("@x = weak global i32 1", "@x = common global i32 0", "@x = common global i32 0"),
        ("@x = global i32 1", "@x = common global i32 0", "@x = global i32 1"),
        ("@x = weak hidden global i32 1", "@x = protected global i32 2", "@x = hidden global i32 2"),
        ("@x = global i32 1", "@x = weak unnamed_addr global i32 2", "@x = global i32 1"),
        (
            "@x = weak local_unnamed_addr global i32 1",
            "@x = weak unnamed_addr global i32 2",
            "@x = weak local_unnamed_addr global i32 1",
        ),
        ("@x = private global i32 1\n@y = global ptr @x", "@x = global i32 2", None),
        ("@x = available_externally global i32 1\n@y = global ptr @x", "@x = global i32 2", None),
    ],
)
def test_two_symbols(link_texts: LinkTexts, first: str, second: str, result: str | None) -> None:
    linked = link_texts(first, second)
    if result is None:
        assert "@x = global i32 2" in linked
        assert "@y = global ptr @x" in linked
    else:
        assert linked == result


def test_alignment_of_common_symbols_is_the_larger(link_texts: LinkTexts) -> None:
    linked = link_texts("@x = common global i32 0, align 16", "@x = common global i64 0, align 8")
    assert linked == "@x = common global i64 0, align 16"


def test_two_definitions_are_refused_with_both_modules(link_texts: LinkTexts) -> None:
    with pytest.raises(PyllvmError) as caught:
        link_texts("define void @f() {\n  ret void\n}", "@f = global i32 0")
    diagnostic = caught.value.diagnostic
    assert diagnostic.message == "Linking globals named 'f': symbol multiply defined!"
    notes = " ".join(note.message for note in diagnostic.notes)
    assert "'m0'" in notes
    assert "'m1'" in notes


def test_local_symbols_of_one_name_get_numbers(link_texts: LinkTexts) -> None:
    text = "@s = internal constant i8 %d\n@p%d = global ptr @s"
    linked = link_texts(text.replace("%d", "1"), text.replace("%d", "2"), text.replace("%d", "3"))
    assert linked.splitlines() == [
        "@s = internal constant i8 1",
        "@p1 = global ptr @s",
        "@s.1 = internal constant i8 2",
        "@p2 = global ptr @s.1",
        "@s.2 = internal constant i8 3",
        "@p3 = global ptr @s.2",
    ]


def test_what_only_one_module_needs_follows_it(link_texts: LinkTexts) -> None:
    used = "define linkonce void @a() {\n  call void @b()\n  ret void\n}\ndefine linkonce void @b() {\n  ret void\n}"
    unused = "define linkonce void @c() {\n  ret void\n}"
    linked = link_texts("declare void @a()\ndefine void @main() {\n  call void @a()\n  ret void\n}", f"{used}\n{unused}")
    names = [line.split("@")[1].split("(")[0] for line in linked.splitlines() if line.startswith("define")]
    assert names == ["main", "a", "b"]
    assert "@c" not in linked


def test_all_that_a_module_brings_becomes_internal_on_request(link_texts: LinkTexts) -> None:
    main = "declare void @a()\n@own = global ptr @a"
    called = "define void @a() {\n  call void @b()\n  ret void\n}\ndefine linkonce void @b() {\n  ret void\n}\n@v = global i8 1"
    lines = [line for line in link_texts(main, called, internalize=True).splitlines() if line.startswith(("@", "define"))]
    assert lines == [
        "@own = global ptr @a", "@v = internal global i8 1", "define internal void @a() {", "define internal void @b() {",
    ]  # fmt: skip


def test_only_needed_takes_what_the_result_declares(link_texts: LinkTexts) -> None:
    linked = link_texts("@x = external global i32\n@p = global ptr @x", "@x = global i32 1\n@y = global i32 2", only_needed=True)
    assert "@x = global i32 1" in linked
    assert "@y" not in linked


def test_override_takes_the_later_definition(link_texts: LinkTexts) -> None:
    assert link_texts("@x = global i32 1", "@x = global i32 2", override=True) == "@x = global i32 2"


def test_an_alias_takes_the_place_of_a_declaration(link_texts: LinkTexts) -> None:
    linked = link_texts(
        "declare void @a()\ndefine void @main() {\n  call void @a()\n  ret void\n}",
        "@a = alias void (), ptr @b\ndefine void @b() {\n  ret void\n}",
    )
    assert "@a = alias void (), ptr @b" in linked
    assert "declare" not in linked


def test_appending_variables_are_joined(link_texts: LinkTexts) -> None:
    text = '@%d = global i32 %d\n@llvm.used = appending global [1 x ptr] [ptr @%d], section "llvm.metadata"'
    linked = link_texts(text.replace("@%d", "@a").replace("%d", "1"), text.replace("@%d", "@b").replace("%d", "2"))
    assert '@llvm.used = appending global [2 x ptr] [ptr @a, ptr @b], section "llvm.metadata"' in linked


def test_constructors_of_symbols_that_lost_go_with_them(link_texts: LinkTexts) -> None:
    text = (
        "@k = weak global i32 0\n"
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 %d, ptr @f, ptr @k }]\n"
        "define internal void @f() {\n  ret void\n}"
    )
    linked = link_texts(text.replace("%d", "1"), text.replace("%d", "2"))
    assert "[1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr @k }]" in linked


def test_the_address_of_a_lost_block_is_one(link_texts: LinkTexts) -> None:
    linked = link_texts(
        "define void @f() {\n  ret void\n}",
        "@p = global ptr blockaddress(@f, %b)\ndefine weak void @f() {\n  br label %b\nb:\n  ret void\n}",
    )
    assert "@p = global ptr inttoptr (i32 1 to ptr)" in linked


def test_targets_that_differ_are_warned_of(link_texts: LinkTexts) -> None:
    reports: list[Diagnostic] = []
    link_texts('target triple = "x86_64-linux-gnu"', 'target triple = "aarch64-linux-gnu"', reports=reports)
    assert [(one.severity, one.message) for one in reports] == [
        (
            "warning",
            "Linking two modules of different target triples: 'm1' is 'aarch64-linux-gnu' whereas 'llvm-link' is "
            "'x86_64-linux-gnu'\n",
        )
    ]


def test_decisions_name_winner_and_loser() -> None:
    linker = Linker(19)
    for number, text in enumerate((b"@x = weak global i32 1", b"@x = global i32 2")):
        linker.link_in(parse_assembly(text, f"m{number}", llvm_version=19, context=linker.context))
    decision = linker.decisions[-1]
    assert (decision.symbol, decision.winner, decision.loser) == ("x", "m1", "m0")


def test_the_lists_of_the_result_are_in_order_after_each_module() -> None:
    """Also where someone looks at the result before the last module is linked in."""
    texts = [
        "@a = external global i32\n@b = global i32 1\ndeclare void @f()\ndefine void @g() {\n  call void @f()\n  ret void\n}",
        "@c = global i32 2\n@a = global i32 3\ndefine void @f() {\n  ret void\n}",
        "@d = global ptr @b\n@b = external global i32\n@e = global i32 4",
    ]
    for looks in (True, False):
        linker = Linker(19)
        for number, text in enumerate(texts):
            linker.link_in(parse_assembly(text.encode(), f"m{number}", context=linker.context, llvm_version=19))
            if looks:
                assert all(value.parent is linker.module for value in linker.module.global_values)
        module = linker.finish()
        assert [variable.name for variable in module.global_variables] == ["c", "a", "d", "b", "e"]
        assert [function.name for function in module.functions] == ["g", "f"]


DEBUG = (
    '!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n!8 = !DIFile(filename: "a.c", directory: "/")\n'
    '!7 = distinct !DIGlobalVariable(name: "x", file: !8, line: 5)\n'
    "!6 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())\n"
)
DESCRIBED = [
    ("@x = global i32 1", "variable 'x' is defined in 'm0': external, of type i32"),
    ("@x = constant i8 1", "variable 'x' is defined in 'm0': external, constant, of type i8"),
    ('@x = hidden global i32 1, section "s", align 8', "hidden, in section 's', aligned to 8"),
    ("$c = comdat nodeduplicate\n@x = global i32 1, comdat($c)", "of type i32, in comdat 'c' (nodeduplicate)"),
    ("define void @x() {\n  ret void\n}", "function 'x' is defined in 'm0': external, of type void ()"),
    ("@x = global i32 1, !dbg !6\n" + DEBUG, "of type i32, at a.c:5"),
]


def test_the_first_of_several_definitions_may_win() -> None:
    said: list[Diagnostic] = []
    linker = Linker(19, report=said.append)
    linker.let_first_definition_win()
    for number in "12":
        text = f"@x = global i32 {number}\n@uses{number} = global ptr @x\ndefine i32 @f() {{\n  ret i32 {number}\n}}\n"
        linker.link_in(parse_assembly(text.encode(), f"m{number}", context=linker.context, llvm_version=19))
    first = "@uses1 = global ptr @x\n@x = global i32 1\n@uses2 = global ptr @x\n\ndefine i32 @f() {\n  ret i32 1\n}\n"
    assert str(linker.finish()).partition('link"\n')[2].lstrip() == first
    assert [one.message for one in said] == [
        f"{name} is defined more than once: kept from 'm1', dropped from 'm2'" for name in ("variable 'x'", "function 'f'")
    ]
    assert [len(one.notes) for one in said] == [2, 2]


@pytest.mark.parametrize(("text", "described"), DESCRIBED)
def test_notes_describe_what_is_defined_twice(link_texts: LinkTexts, text: str, described: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        link_texts(text, "@x = global i64 2")
    first, second = caught.value.diagnostic.notes
    assert first.message.endswith(described)
    assert second.message.startswith("variable 'x' is also defined in 'm1': external, of type i64")
