"""Metadata that LLVM's verifier takes, and the language document does not."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint
from rows import each_row

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


@each_row(
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


LAYOUT = 'target datalayout = "e-p:64:64"\n'


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("@v = external global i8, !absolute_symbol !{i64 0, i64 256}", []),
        ("@v = external global i8, !absolute_symbol !{i64 0, i64 256, i64 512, i64 1024}", []),
        ("@v = external global i8, !absolute_symbol !{i64 -1, i64 -1}", []),
        ("@v = global i8 0, !absolute_symbol !{i64 0, i64 256}", ["absolute-symbol"]),
        ("@v = external global i8, !absolute_symbol !{i64 0}", ["absolute-symbol"]),
        ('@v = external global i8, !absolute_symbol !{!"a", !"b"}', ["absolute-symbol"]),
        ("@v = external global i8, !absolute_symbol !{i32 0, i32 256}", ["absolute-symbol"]),
        ("@v = external global i8, !absolute_symbol !{i64 256, i64 0}", ["absolute-symbol"]),
    ],
)
def test_absolute_symbols(line: str, rules: list[str]) -> None:
    assert [rule for rule, _ in found(LAYOUT + line)] == rules


def test_absolute_symbols_in_disorder() -> None:
    line = "@v = external global i8, !absolute_symbol !{i64 512, i64 1024, i64 0, i64 256}"
    assert found(line, 8) == [("absolute-symbol", "Intervals are not in order")]
    # LLVM's verifier reports it by itself.
    assert found(line, 18) == []


def test_profiles_without_a_name() -> None:
    branch = "define void @f(i1 %c) { br i1 %c, label %a, label %a, !prof !0\na: ret void }\n!0 = !{NAME, i32 1, i32 2}"
    assert [rule for rule, _ in found(branch.replace("NAME", "i32 0"), 8)] == ["profile"]
    assert found(branch.replace("NAME", '!"branch_weights"'), 8) == []


def test_weights_of_an_unconditional_branch() -> None:
    text = 'define void @f() { br label %a, !prof !0\na: ret void }\n!0 = !{!"branch_weights", i32 1}'
    assert found(text, 19) == [("profile", "'branch_weights' has no effect on an unconditional branch")]


def test_associated_with_itself() -> None:
    assert [rule for rule, _ in found("@v = global i32 0, !associated !0\n!0 = !{i32* @v}", 8)] == ["metadata-form"]
    assert found("@v = global i32 0, !associated !0\n@w = global i32 0\n!0 = !{i32* @w}", 8) == []


def test_ranges_of_one_value() -> None:
    assert [rule for rule, _ in in_loop("%v = load i32, ptr %p, !range !0", "!0 = !{i32 3, i32 4}")] == ["range-constant"]
    assert in_loop("%v = load i32, ptr %p, !range !0", "!0 = !{i32 0, i32 2}") == []


def test_overlapping_fields() -> None:
    fields = '!0 = !{i64 0, i64 4, !1, i64 OFFSET, i64 4, !1}\n!1 = !{!2, !2, i64 0}\n!2 = !{!"int", !3}\n!3 = !{!"root"}'
    load = "%v = load i32, ptr %p, !tbaa.struct !0"
    assert in_loop(load, fields.replace("OFFSET", "2")) == [("tbaa-struct", "fields in tbaa.struct overlap")]
    assert in_loop(load, fields.replace("OFFSET", "4")) == []
    # a union
    assert in_loop(load, fields.replace("OFFSET", "0")) == []


@pytest.mark.parametrize("kind", ["unpredictable", "make.implicit"])
def test_branches_without_a_condition(kind: str) -> None:
    text = FUNCTION.replace("PLACE", "").replace("br label %loop", f"br label %loop, !{kind} !0") + "!0 = !{}"
    assert [rule for rule, _ in found(text)] == ["metadata-place"]
    text = FUNCTION.replace("PLACE", "").replace("label %end\nend", f"label %end, !{kind} !0\nend") + "!0 = !{}"
    assert found(text) == []


@pytest.mark.parametrize(
    ("weights", "rules"),
    [("i32 1, i32 2", []), ("i32 1", ["profile"]), ("i32 1, i32 2, i32 3", ["profile"]), ('i32 1, !"two"', ["profile"])],
)
def test_weights_before_the_verifier_counted_them(weights: str, rules: list[str]) -> None:
    text = FUNCTION.replace("ptr", "i32*").replace("PLACE", "").replace("label %end\nend", "label %end, !prof !0\nend")
    assert [rule for rule, _ in found(f'{text}!0 = !{{!"branch_weights", {weights}}}', 8)] == rules


def test_places_of_value_profiles() -> None:
    copy = "call void @llvm.memcpy.p0.p0.i64(ptr @variable, ptr %p, i64 4, i1 false), !prof !0"
    sizes = '!0 = !{!"VP", i32 1, i64 10, i64 4, i64 10}'
    declaration = "\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
    assert in_loop(copy, sizes + declaration) == []
    assert [rule for rule, _ in in_loop("call void @g(), !prof !0", sizes)] == ["profile"]
    targets = '!0 = !{!"VP", i32 0, i64 10, i64 1, i64 10}'
    assert [rule for rule, _ in in_loop("call void @g(), !prof !0", targets)] == ["profile"]
    assert [rule for rule, _ in in_loop("%v = load i32, ptr %p, !prof !0", targets)] == ["profile"]


# A node with an option that LLVM's passes follow.
ORDER = '!0 = distinct !{!0, !9}\n!9 = !{!"llvm.loop.unroll.disable"}'


def test_loop_metadata_belongs_to_latches() -> None:
    latch = FUNCTION.replace("PLACE", "").replace("label %end\nend", "label %end, !llvm.loop !0\nend") + ORDER
    assert found(latch) == []
    entry = FUNCTION.replace("PLACE", "").replace("br label %loop", "br label %loop, !llvm.loop !0") + ORDER
    assert [rule for rule, _ in found(entry)] == ["loop-latch"]
    # Without options, a person has written it; compilers mark loops that make progress.
    assert [rule for rule, _ in found(entry.replace("!0, !9", "!0"))] == ["loop-latch"]
    assert found(entry.replace("llvm.loop.unroll.disable", "llvm.loop.mustprogress")) == []


def test_a_loop_with_the_node_of_a_loop_in_it() -> None:
    text = """
define void @f(i1 %c) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %c, label %inner, label %latch, !llvm.loop !0
latch:
  br i1 %c, label %outer, label %end, !llvm.loop NODE
end:
  ret void
}
!0 = distinct !{!0, !9}\n!9 = !{!"llvm.loop.unroll.disable"}
!1 = distinct !{!1}
"""
    assert found(text.replace("NODE", "!1")) == []
    assert [rule for rule, _ in found(text.replace("NODE", "!0"))] == ["loop-shared"]


def test_copies_of_a_loop_have_its_node() -> None:
    text = """
define void @f(i1 %c) {
entry:
  br label %one
one:
  br i1 %c, label %one, label %two, !llvm.loop !0
two:
  br i1 %c, label %two, label %end, !llvm.loop !0
end:
  br i1 %c, label %exit, label %exit, !llvm.loop !0
exit:
  ret void
}
!0 = distinct !{!0, !9}\n!9 = !{!"llvm.loop.unroll.disable"}
"""
    assert found(text) == []


def test_a_loop_with_two_entries() -> None:
    text = """
define void @f(i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  br label %three
three:
  br i1 %c, label %one, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !9}\n!9 = !{!"llvm.loop.unroll.disable"}
"""
    assert found(text) == []
    assert [rule for rule, _ in found(text.replace("label %one, label %end,", "label %end, label %end,"))] == ["loop-latch"]


def test_two_latches_of_one_loop() -> None:
    text = """
define void @f(i1 %c) {
entry:
  br label %head
head:
  br i1 %c, label %head, label %more, !llvm.loop !0
more:
  br i1 %c, label %head, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !9}\n!9 = !{!"llvm.loop.unroll.disable"}
"""
    assert found(text) == []


def test_a_range_of_everything_or_nothing() -> None:
    """LLVM 8 with assertions ends here, so that the case is not in tests/language."""
    text = "define i8 @f(ptr %p) {\n  %v = load i8, ptr %p, !range !0\n  ret i8 %v\n}\n!0 = !{i8 3, i8 3}\n"
    module = parse_assembly(text.replace("ptr", "i8*").encode(), llvm_version=8)
    assert [finding.rule for finding in lint(module)] == ["range-constant"]
