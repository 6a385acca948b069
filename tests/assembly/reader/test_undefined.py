"""Undefined names are reported in a text that has other errors, except names that a faulty line may define."""

from __future__ import annotations

import time

import pytest

from pyllvm import PyllvmError
from pyllvm.assembly import parse_assembly

SEVERAL = """\
@g = global i32 0

define i32 @f(i32 %a) {
  %x = add i32 %nope, 1
  %y = load int, ptr %a
  %z = add i32 %x, %other
  ret i32 %x
}

define i32 @h(i32 %a) {
  %q = call i32 @missing(i32 %a)
  %r = add i32 %what, %q
  store ptr @nowhere, ptr @g
  ret i32 %r, !tag !9
}

@v = global %T zeroinitializer, comdat($c)
"""


def messages(text: str, version: int = 19) -> list[str]:
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text.encode(), llvm_version=version)
    return [one.message for one in caught.value.diagnostics]


@pytest.mark.parametrize("version", [15, 19])
def test_all_in_one_run(version: int) -> None:
    found = messages(SEVERAL, version)
    assert found[0] == "expected type"
    assert found[1:8] == [
        "use of undefined value '%nope'",
        "use of undefined value '%other'",
        "use of undefined value '@missing'",
        "use of undefined value '%what'",
        "use of undefined value '@nowhere'",
        "use of undefined metadata '!9'",
        "use of undefined type named 'T'",
    ]
    assert "use of undefined comdat '$c'" in found


def test_the_kinds_do_not_hide_each_other() -> None:
    text = "@g = global ptr @missing, comdat($c)\n!named = !{!7}\n"
    assert sorted(messages(text)) == [
        "use of undefined comdat '$c'",
        "use of undefined metadata '!7'",
        "use of undefined value '@missing'",
    ]


@pytest.mark.parametrize(
    "faulty",
    [
        "%x = add int %a, 1",
        "%x add i32 %a, 1",
        "%x = %a",
        "x:",
        "x",
        "%x:",
    ],
)
def test_a_line_with_an_error_may_define_a_name(faulty: str) -> None:
    text = f"define i32 @f(i32 %a) {{\n  {faulty}\n  %y = add i32 %x, 1\n  ret i32 %y\n}}\n"
    assert "use of undefined value '%x'" not in messages(text)


@pytest.mark.parametrize(
    "faulty", ["define int @g() {\n  ret i32 0\n}", "declare i32 @g(i32", "@g = gloabl i32 0", "defin i32 @g() {\n  ret i32 0\n}"]
)
def test_an_entity_with_an_error_may_define_a_name(faulty: str) -> None:
    found = messages(f"define ptr @f() {{\n  ret ptr @g\n}}\n\n{faulty}\n")
    assert found
    assert "use of undefined value '@g'" not in found


def test_a_parameter_of_a_faulty_header_is_not_undefined() -> None:
    assert messages("define i32 @f(i32 %a, x) {\n  ret i32 %a\n}\n") == ["expected type"]


def test_numbers_are_not_reported_after_an_error() -> None:
    found = messages("define i32 @f(i32 %0) {\n  %2 = lod i32, ptr null\n  %3 = add i32 %2, %9\n  ret i32 %3\n}\n")
    assert [one for one in found if "%2" in one] == []


def test_a_large_text_with_an_error_takes_little_longer_than_without() -> None:
    # Each line uses a name that a later line defines. Compiled, a search of the text for each name took five times as long.
    calls = "".join(f"  call void @f{number}()\n" for number in range(20_000))
    declarations = "".join(f"declare void @f{number}()\n" for number in range(20_000))
    times: list[float] = []
    for end in ("", "@x = global i32 0, nonsense\n"):
        text = f"define void @f() {{\n{calls}  ret void\n}}\n{end}{declarations}".encode()
        begin = time.process_time()
        try:
            parse_assembly(text, llvm_version=19, max_errors=1)
        except PyllvmError as error:
            assert [one.message for one in error.diagnostics] == ["unknown global variable property!"]
        times.append(time.process_time() - begin)
    assert times[1] < 4 * times[0]
