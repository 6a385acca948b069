"""What older LLVMs lack and code can do without is dropped, counted, and reported; what asks for something is refused."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.migrations.loss import (
    BEHAVIOR,
    DEBUG_INFO,
    HINT,
    NO_RELEASE,
    Loss,
    Losses,
    left_out_error,
    left_out_warning,
    loss_summary,
    loss_warnings,
)
from pyllvm.migrations.loss import DROPPED as IS_DROPPED
from pyllvm.verifier import verify
from rows import each_row

# What is brought down, from and to which LLVM, a line that must come out, and what is lost.
DROPPED = [
    ("define i32 @f(i8 %a) {\n  %b = zext nneg i8 %a to i32\n  ret i32 %b\n}\n"
     "", 19, 17, "%b = zext i8 %a to i32", "'nneg' of zext"),
    ("define i8 @f(i8 %a) {\n  %b = or disjoint i8 %a, 1\n  ret i8 %b\n}\n", 19, 14, "%b = or i8 %a, 1", "'disjoint' of or"),
    ("define i8 @f(i16 %a) {\n  %b = trunc nuw i16 %a to i8\n  ret i8 %b\n}\n"
     "", 19, 18, "%b = trunc i16 %a to i8", "'nuw' of trunc"),
    (
        "define i1 @f(i8 %a) {\n  %b = icmp samesign ult i8 %a, 1\n  ret i1 %b\n}\n", 20, 19, "%b = icmp ult i8 %a, 1",
        "'samesign' of icmp",
    ),
    (
        "define ptr @f(ptr %a) {\n  %b = getelementptr inbounds nuw i8, ptr %a, i64 1\n  ret ptr %b\n}\n", 19, 18,
        "%b = getelementptr inbounds i8, ptr %a, i64 1", "'nuw' of getelementptr",
    ),
    ("declare void @f(ptr dead_on_unwind)\n", 18, 17, "declare void @f(ptr)", "attribute 'dead_on_unwind'"),
    ("declare void @f(ptr nofree)\n", 19, 9, "declare void @f(i8*)", "attribute 'nofree' of a parameter"),
    ("declare range(i32 0, 5) i32 @f()\n", 19, 14, "declare i32 @f()", "attribute 'range'"),
    ("declare void @f() mustprogress\n", 19, 11, "declare void @f()", "attribute 'mustprogress'"),
    (
        'declare void @f() "frame-pointer"="non-leaf-no-reserve"\n', 22, 21, '"frame-pointer"="non-leaf"',
        '"frame-pointer"="non-leaf-no-reserve"',
    ),
    ("declare void @f() memory(errnomem: write)\n", 22, 20, "memory(write, argmem: none, inaccessiblemem: none)",
     "'errnomem' of the attribute 'memory'"),
    ('target datalayout = "e-Fn32"\n', 19, 8, 'target datalayout = "e"', "'Fn32' of the data layout"),
    (
        "define i8 @f(ptr %p) {\n  %a = load i8, ptr %p, !annotation !0\n  ret i8 %a\n}\n"
        '!0 = !{!"kept", !1}\n!1 = !{!"a", !"b"}\n',
        22, 16, "%a = load i8, ptr %p, align 1\n", "tuples of '!annotation'",
    ),
    (
        '@g = global i32 0\n^0 = module: (path: "m", hash: (0, 0, 0, 0, 0))\n'
        '^1 = gv: (name: "g", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, '
        "notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), "
        "varFlags: (readonly: 0, writeonly: 0, constant: 0))))\n",
        22, 14, "@g = global i32 0", "module summary of version 12",
    ),
    ("@g = global i32 0, code_model \"large\"\n", 19, 17, "@g = global i32 0", "'code_model'"),
    ("@g = global i8 0, partition \"p\"\n", 14, 8, "@g = global i8 0\n", "'partition'"),
    ("@g = global i8 0, no_sanitize_address\n", 19, 14, "@g = global i8 0\n", "sanitizer flags of a global variable"),
    (
        "@g = ifunc void (), ptr @r, !x !0\ndefine ptr @r() {\n  ret ptr null\n}\n!0 = !{}\n", 22, 21,
        "@g = ifunc void (), ptr @r\n", "metadata of an ifunc",
    ),
    ("define void @f() prefalign(16) {\n  ret void\n}\n", 23, 22, "define void @f() {", "'prefalign'"),
    ('module asm (target_cpu: "x") "nop"\n', 23, 22, '\nmodule asm "nop"\n', "properties of 'module asm'"),
    (
        'declare !dbg !2 void @f()\n!2 = !DISubprogram(name: "f", spFlags: 0)\n!llvm.module.flags = !{!9}\n'
        '!9 = !{i32 2, !"Debug Info Version", i32 3}\n', 19, 8, "declare void @f()\n", "'!dbg' of a function declaration",
    ),
    ("declare void @f(ptr dead_on_return(4))\n", 24, 22, "declare void @f(ptr)\n", "attribute 'dead_on_return' with a size"),
    (
        "define void @f(ptr %p) {\n  store i8 0, ptr %p, !noalias.addrspace !0\n  ret void\n}\n!0 = !{i32 5, i32 6}\n", 22, 19,
        "  store i8 0, ptr %p, align 1\n", "'!noalias.addrspace'",
    ),
]  # fmt: skip


@each_row(("text", "version", "asked", "line", "construct"), DROPPED)
def test_what_is_dropped(text: str, version: int, asked: int, line: str, construct: str) -> None:
    module = parse_assembly(text, llvm_version=version)
    losses = bring(module, asked)
    assert [(loss.kind, loss.construct) for loss in losses] == [("dropped", construct)]
    assert line in to_assembly(module)
    assert verify(module) == []


@pytest.mark.parametrize(
    ("text", "version", "asked", "construct"),
    [
        ("define void @f(ptr swiftasync %p) {\n  ret void\n}\n", 19, 12, "the attribute 'swiftasync' (LLVM 13 and newer)"),
        ("declare void @f() hybrid_patchable\n", 19, 18, "the attribute 'hybrid_patchable' (LLVM 19 and newer)"),
        ("declare bfloat @f()\n", 19, 10, "'bfloat' (LLVM 11 and newer)"),
        (
            "declare i64 @llvm.aarch64.ldxr.p0(ptr)\ndefine i64 @f(ptr %p) {\n"
            "  %a = call i64 @llvm.aarch64.ldxr.p0(ptr %p)\n  ret i64 %a\n}\n",
            19,
            14,
            "'llvm.aarch64.ldxr.p0' without 'elementtype'",
        ),
    ],
)
def test_what_is_refused(text: str, version: int, asked: int, construct: str) -> None:
    module = parse_assembly(text, llvm_version=version)
    with pytest.raises(PyllvmError) as raised:
        bring(module, asked)
    assert construct in raised.value.diagnostic.message


def test_a_way_of_unwinding_is_no_loss() -> None:
    module = parse_assembly("declare void @f() uwtable(sync)\n", llvm_version=19)
    assert bring(module, 14) == []
    assert "attributes #0 = { uwtable }" in to_assembly(module)


def test_a_refusal_counts_what_it_does_not_name() -> None:
    text = "declare bfloat @f()\ndeclare x86_amx @g()\ndeclare void @h(<vscale x 1 x i8>)\n"
    text += 'declare void @i(target("aarch64.svcount"))\n'
    with pytest.raises(PyllvmError, match=r"LLVM 8 cannot hold '.*, and 1 more$"):
        bring(parse_assembly(text, llvm_version=19), 8)


def test_there_is_one_warning_for_each_construct() -> None:
    text = "define i32 @f(i8 %a) {\n  %b = zext nneg i8 %a to i32\n  %c = zext nneg i8 %a to i32\n  ret i32 %b\n}\n"
    module = parse_assembly(text, llvm_version=19)
    warnings = loss_warnings(bring(module, 14), 14)
    assert [warning.message for warning in warnings] == ["dropped 'nneg' of zext in 2 places (LLVM 18 has it, LLVM 14 does not)"]


@pytest.mark.parametrize(
    ("grades", "grave", "rest"),
    [
        ([HINT], [], ["'a'"]),
        ([BEHAVIOR, HINT], ["'a'"], ["'b'"]),
        ([HINT, HINT, BEHAVIOR, DEBUG_INFO], ["'c'"], ["2 kinds of hints and 1 of debug information"]),
        ([DEBUG_INFO] * 3, [], ["3 kinds of debug information"]),
        ([HINT] * 3, [], ["3 kinds of hints"]),
    ],
)
def test_many_harmless_losses_are_summed_up(grades: list[str], grave: list[str], rest: list[str]) -> None:
    losses = [Loss(f"'{'abcd'[at]}'", *NO_RELEASE, None, None, IS_DROPPED, grade) for at, grade in enumerate(grades)]
    messages = [one.message for one in loss_summary(losses, 14)]
    whats = [message.removeprefix("dropped ").partition(" in 1 ")[0].partition(" that ")[0] for message in messages]
    assert whats == [*grave, *rest]
    assert [message.endswith("; this may change what the program does") for message in messages] == [True] * len(grave) + [False]


@pytest.mark.parametrize("grade", [HINT, BEHAVIOR])
def test_what_a_reader_leaves_out_is_counted(grade: str) -> None:
    names = ("a", "b", "a")
    losses = [
        Loss(f"the record {name}", *NO_RELEASE, None, None, IS_DROPPED, one)
        for name, one in zip(names, (HINT, HINT, grade), strict=True)
    ]
    counted = "the record a in 2 places, the record b in 1 place"
    end = "; this may change what the program does" if grade == BEHAVIOR else ""
    assert left_out_warning(losses).message == f"left out what pyllvm does not know: {counted}{end}"
    refused = left_out_error(losses).diagnostic
    assert refused.message.endswith(f": {counted}")
    assert refused.hint.startswith("--losses=warn")


def test_the_first_loss_of_a_construct_in_a_function_keeps_its_place() -> None:
    """The instruction may change afterwards."""
    body = "(i8 %a) {\n  %b = zext nneg i8 %a to i32\n  %c = zext nneg i8 %a to i32\n  ret i32 %b\n}\n"
    module = parse_assembly(f"define i32 @f{body}define i32 @g{body}", llvm_version=19)
    losses = Losses(keeps_places=True)
    for function in module.functions:
        for instruction in function.blocks[0].instructions[:2]:
            losses.drop("'nneg' of zext", 18, function, instruction)
            instruction.name = "changed"
    first = [loss.place for loss in losses.all][::2]
    assert first == ["@f: %b = zext nneg i8 %a to i32", "@g: %b = zext nneg i8 %a to i32"]
    assert all("%changed" in loss.place for loss in losses.all[1::2])
