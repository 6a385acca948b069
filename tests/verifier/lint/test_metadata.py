"""Metadata that LLVM's verifier takes, and the language document does not."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint

FUNCTION = """
@variable = global i32 0
declare void @g()
declare void @h(i32)
define void @f(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  PLACE
  br i1 %c, label %loop, label %end
end:
  ret void
}
"""


def found(text: str, version: int = 19) -> list[tuple[str, str]]:
    """Rule and message of each finding in a module."""
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


def in_loop(instruction: str, metadata: str, version: int = 19) -> list[tuple[str, str]]:
    """The same for an instruction in a function, with metadata behind it."""
    return found(FUNCTION.replace("PLACE", instruction) + metadata, version)


def of_latch(metadata: str) -> list[tuple[str, str]]:
    """The same for a loop's node."""
    return found(FUNCTION.replace("PLACE", "").replace("label %end\nend", "label %end, !llvm.loop !0\nend") + metadata)


def loop(*options: str) -> str:
    """A loop's node with options."""
    lines = [f"!{number + 1} = !{{{option}}}" for number, option in enumerate(options)]
    return "\n".join([f"!0 = distinct !{{!0{''.join(f', !{i + 1}' for i in range(len(options)))}}}", *lines])


@pytest.mark.parametrize(
    ("option", "operands"),
    [
        ('!"llvm.loop.unroll.count", i32 0', "a positive integer"),
        ('!"llvm.loop.unroll.count", !"4"', "a positive integer"),
        ('!"llvm.loop.unroll.disable", i1 true', "nothing"),
        ('!"llvm.loop.vectorize.enable", i32 2', "a bit"),
        ('!"llvm.loop.vectorize.width"', "an integer"),
        ('!"llvm.loop.distribute.enable"', "a bit"),
        ('!"llvm.loop.parallel_accesses"', "access groups"),
        ('!"llvm.loop.parallel_accesses", !{}', "access groups"),
        ('!"llvm.loop.vectorize.followup_all", i32 1', "attributes"),
    ],
)
def test_operands_of_loop_options(option: str, operands: str) -> None:
    name = option.split('"')[1]
    assert of_latch(loop(option)) == [("loop-option", f"'{name}' must be followed by {operands}")]


def test_unknown_loop_option() -> None:
    message = "LLVM has no loop option 'llvm.loop.unroll.never'"
    assert of_latch(loop('!"llvm.loop.unroll.never"')) == [("loop-option", message)]


def test_contradicting_loop_options() -> None:
    options = loop('!"llvm.loop.unroll.disable"', '!"llvm.loop.unroll.full"')
    message = "'llvm.loop.unroll.disable' and 'llvm.loop.unroll.full' contradict each other"
    assert of_latch(options) == [("loop-contradiction", message)]


def test_a_loop_begins_with_itself() -> None:
    assert [rule for rule, _ in of_latch("!0 = !{!1}\n!1 = !{}")] == ["loop-node"]


def test_sound_loops() -> None:
    options = loop(
        '!"llvm.loop.mustprogress"', '!"llvm.loop.unroll.count", i32 4', '!"llvm.loop.vectorize.enable", i1 true',
        '!"llvm.loop.interleave.count", i32 1', '!"llvm.loop.parallel_accesses", !9', '!"mine", !"anything"',
        '!"llvm.loop.distribute.followup_all", !2', '!"llvm.loop.unroll.followup_remainder", !{!"x"}',
    )  # fmt: skip
    assert of_latch(options + "\n!9 = distinct !{}") == []


@pytest.mark.parametrize(
    ("instruction", "metadata", "rule"),
    [
        ("%v = load i32, ptr %p, !invariant.group !0", "!0 = !{i32 1}", "metadata-form"),
        ("%v = load i32, ptr %p, !invariant.load !0", "!0 = !{i32 1}", "metadata-form"),
        ("%v = load i32, ptr %p, !nontemporal !0", "!0 = !{i32 2}", "metadata-form"),
        ("%v = load i32, ptr %p, !tbaa.struct !0", "!0 = !{i64 0, i64 4}", "tbaa-struct"),
        ("%v = load i32, ptr %p, !tbaa.struct !0", "!0 = !{i64 0, !1, i64 4}\n!1 = !{}", "tbaa-struct"),
        ("%v = load i32, ptr %p, !tbaa.struct !0", '!0 = !{i64 0, i64 4, !"x"}', "tbaa-struct"),
        ("%v = add i32 1, 2, !llvm.access.group !0", "!0 = distinct !{}", "metadata-place"),
        ("%v = add i32 1, 2, !unpredictable !0", "!0 = !{}", "metadata-place"),
        ("%v = add i32 1, 2, !irr_loop !0", '!0 = !{!"loop_header_weight", i64 1}', "metadata-place"),
        ("call void @g(), !callees !0", "!0 = !{ptr @g}", "metadata-place"),
        ("call void %p(), !callees !0", "!0 = !{}", "metadata-form"),
        ("call void %p(), !callees !0", "!0 = !{ptr @variable}", "metadata-form"),
        ("call void %p(), !callees !0", "!0 = !{ptr @h}", "call-type"),
        ("call void %p(), !nosanitize !0", "!0 = !{i32 1}", "metadata-form"),
        ('call void asm "", ""(), !srcloc !0', '!0 = !{!"x"}', "metadata-form"),
        ("call void %p(), !prof !0", '!0 = !{!"VP", i32 0, i64 10, i64 1}', "profile"),
        ("call void %p(), !prof !0", '!0 = !{!"VP", i32 9, i64 10}', "profile"),
        ("call void %p(), !prof !0", '!0 = !{!"VP", i32 0, i32 10}', "profile"),
        ("call void %p(), !prof !0", '!0 = !{!"VP", i32 0, !"ten"}', "profile"),
        ("call void %p(), !prof !0", '!0 = !{!"weights", i32 0}', "profile"),
        ("call void %p(), !prof !0", '!0 = !{!"function_entry_count", i64 0}', "profile"),
        ("call void %p(), !llvm.mem.parallel_loop_access !0", "!0 = !{!0}", "metadata-deprecated"),
    ],
)
def test_attachments(instruction: str, metadata: str, rule: str) -> None:
    assert [name for name, _ in in_loop(instruction, metadata)] == [rule]


@pytest.mark.parametrize(
    ("instruction", "metadata"),
    [
        ("%v = load i32, ptr %p, !invariant.group !0, !nontemporal !1, !llvm.access.group !2", "!0 = !{}\n!1 = !{i32 1}\n"
         "!2 = distinct !{}"),
        ("%v = load i32, ptr %p, !tbaa.struct !0", '!0 = !{i64 0, i64 4, !1}\n!1 = !{!2, !2, i64 0}\n!2 = !{!"int", !3}\n'
         '!3 = !{!"root"}'),
        ("call void %p(), !callees !0, !prof !1", '!0 = !{ptr @g, ptr @f}\n!1 = !{!"VP", i32 0, i64 10, i64 1, i64 10}'),
    ],
)  # fmt: skip
def test_sound_attachments(instruction: str, metadata: str) -> None:
    assert in_loop(instruction, metadata.replace(", ptr @f}", "}")) == []


def test_lists_of_access_groups_before_llvm_checked_them() -> None:
    text = "define i32 @f(i32* %p) {\n  %v = load i32, i32* %p, !llvm.access.group !0\n  ret i32 %v\n}\n"
    assert [rule for rule, _ in found(text + "!0 = !{}", 14)] == ["access-group"]
    assert [rule for rule, _ in found(text + "!0 = !{!1}\n!1 = !{}", 14)] == ["access-group"]
    assert found(text + "!0 = !{!1}\n!1 = distinct !{}", 14) == []


def test_alias_scopes_before_llvm_checked_them() -> None:
    text = "define i32 @f(i32* %p) {\n  %v = load i32, i32* %p, !noalias !0\n  ret i32 %v\n}\n!0 = !{!1}\n!1 = !{!1}\n"
    assert found(text, 11) == [("metadata-form", "scope must have two or three operands")]


def test_irreducible_loops_have_two_ways_in() -> None:
    text = FUNCTION.replace("PLACE", "").replace("ret void", "ret void, !irr_loop !0")
    assert [rule for rule, _ in found(text + '!0 = !{!"loop_header_weight", i64 1}')] == ["loop-header"]
    text = FUNCTION.replace("PLACE", "").replace("label %end\nend", "label %end, !irr_loop !0\nend")
    assert found(text + '!0 = !{!"loop_header_weight", i64 1}') == []
    assert [rule for rule, _ in found(text + '!0 = !{!"weight", i64 1}')] == ["metadata-form"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("@v = global i32 0, !type !{i64 0}", "metadata-form"),
        ("@v = global i32 0, !type !{!\"x\", !\"x\"}", "metadata-form"),
        ("@v = global i32 0, !type !{i64 -4, !\"x\"}", "metadata-form"),
        ("@v = global i32 0, !type !{i64 0, !{}}", "metadata-form"),
        ("@v = global i32 0, !exclude !{i32 1}", "metadata-form"),
        ("@v = global i32 0, !callback !{}", "metadata-place"),
        ("@v = global i32 0, !vcall_visibility !{i64 7}", "metadata-form"),
        ("define void @v() !section_prefix !{!\"hot\"} {\n  ret void\n}", "metadata-form"),
        ("declare !prof !{!\"function_entry_count\", i64 1} void @v()", "profile"),
    ],
)  # fmt: skip
def test_attachments_of_globals(line: str, rule: str) -> None:
    assert [name for name, _ in found(line)] == [rule]


def test_sound_attachments_of_globals() -> None:
    lines = [
        '@v = global i32 0, !type !{i64 0, !"x"}, !type !{i64 4, !0}, !exclude !{}',
        'define void @f() !prof !{!"function_entry_count", i64 1} !section_prefix !{!"function_section_prefix", !"hot"} {',
        "  ret void\n}\n!0 = distinct !{}",
    ]
    assert found("\n".join(lines)) == []
