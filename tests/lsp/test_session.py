"""The functions that are checked after an edit, and how."""

from __future__ import annotations

from pyllvm.lsp import checking
from pyllvm.lsp import session as sessions
from pyllvm.lsp.session import Session

FUNCTION = "define i32 @f{}(i32 %a) {{\n  %sum = add i32 %a, 1\n  ret i32 %sum\n}}\n"


def test_a_small_text_is_checked_whole() -> None:
    assert Session("x", FUNCTION.format("")).is_checked_whole([0])


def test_a_medium_text_is_checked_whole_if_no_function_is_touched() -> None:
    text = "@g = global i32 0\n" + "".join([FUNCTION.format(number) for number in range(sessions.SMALL // 60)])
    session = Session("x", text)
    assert not session.is_checked_whole([1])
    assert session.is_checked_whole([0]) == (len(text) <= sessions._MEDIUM)


def test_the_function_that_was_read_last_is_kept_and_no_other() -> None:
    session = Session("x", FUNCTION.format("0") + FUNCTION.format("1"))
    first = session.function(0)[1]
    assert session.function(0)[1] is first
    found = session.function_at(session.document.data.index(b"%sum"))
    assert found is not None
    assert (found[0].name, found[2] is first) == ("f0", True)
    second = session.function(1)[1]
    assert session.function(1)[1] is second
    assert session.function(0)[1] is not first


def test_corrections_are_looked_for_later() -> None:
    session = Session("x", FUNCTION.format("").replace("i32 %sum\n", "i32 %smu\n"))
    session.check()
    assert session.lacks_help
    assert [finding.edits for finding in session.findings] == [()]
    session.add_help()
    assert not session.lacks_help
    assert [edit.text for finding in session.findings for edit in finding.edits] == ["%sum"]


def test_corrections_in_a_function_of_a_large_text() -> None:
    text = "".join([FUNCTION.format(number) for number in range(2_000)]).replace("i32 %sum\n", "i32 %smu\n", 1)
    session = Session("x", text)
    session.check_functions([0])
    (part,) = session.failing_functions()
    checked = checking.check_text(part.data, "x", session.version, checking.VERIFIED)
    session.take_help(part, checked.findings)
    (finding,) = session.findings
    assert [(edit.start, edit.text) for edit in finding.edits] == [(text.index("%smu"), "%sum")]


def test_debug_information_of_another_version_is_not_verified() -> None:
    """LLVM drops it when it reads the text."""
    text = (
        'define void @f() !dbg !0 {\n  ret void\n}\n!0 = distinct !DISubprogram(name: "f")\n'
        '!llvm.module.flags = !{!1}\n!1 = !{i32 2, !"Debug Info Version", i32 3}\n'
    )
    for version, severities in ((3, ["warning"]), (2, [])):
        session = Session("x", text.replace("i32 3}", f"i32 {version}}}"), 19, rules=checking.VERIFIED)
        session.check()
        assert [finding.severity for finding in session.findings] == severities
    session = Session("x", text.replace("i32 3}", "i32 2}") + "!named = !{!0}\n", 19, rules=checking.VERIFIED)
    session.check()
    assert [finding.severity for finding in session.findings] == ["error"]
