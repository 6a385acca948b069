"""The rules of QIR's base and adaptive profile, each with a change to a program that keeps them all, and what reports it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint
from rows import each_row

INPUTS = Path(__file__).parents[2] / "consumers" / "inputs"
BASE = (INPUTS / "base.ll").read_text(encoding="utf-8")
ADAPTIVE = (INPUTS / "adaptive.ll").read_text(encoding="utf-8")
H = "  call void @__quantum__qis__h__body(ptr null)\n"
MZ = "  call void @__quantum__qis__mz__body(ptr null, ptr writeonly null)\n"
RECORD = "  call void @__quantum__rt__result_record_output(ptr null, ptr @0)\n"


def found(text: str, version: int = 22) -> list[tuple[str, str]]:
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


@pytest.mark.parametrize("text", [BASE, ADAPTIVE], ids=["base", "adaptive"])
def test_a_program_that_keeps_the_rules(text: str) -> None:
    assert found(text) == []


@each_row(
    ("old", "new", "expected"),
    [
        ("i64 @main()", "i64 @main(i64 %x)", ["qir-signature"]),
        (' "output_labeling_schema"="labels"', "", ["qir-attribute"]),
        (' "required_num_qubits"="2"', "", ["qir-attribute"]),
        ('"required_num_qubits"="2"', '"required_num_qubits"="1"', ["qir-number", "qir-number"]),
        ('"required_num_results"="2"', '"required_num_results"="x"', ["qir-attribute"]),
        ("!{!0, !1, !2, !3}", "!{!0, !1, !2}", ["qir-flag"]),
        ('!{i32 7, !"qir_minor', '!{i32 1, !"qir_minor', ["qir-flag"]),
        ('"dynamic_qubit_management", i1 false', '"dynamic_qubit_management", i1 true', ["qir-flag"]),
        (H, H + "  %x = add i64 1, 2\n", ["qir-instruction"]),
        ("br label %output", "br i1 true, label %output, label %output", ["qir-instruction", "qir-blocks"]),
        ("  br label %body\nbody:\n", "", ["qir-blocks"]),
        (H, H + RECORD, ["qir-order", "qir-order", "qir-order"]),
        (H, MZ + H, ["qir-order", "qir-measured", "qir-order", "qir-measured", "qir-measured"]),
        (RECORD, "  call void @__quantum__rt__result_record_output(ptr null, ptr null)\n", ["qir-label"]),
        ('c"r0\\00"', 'c"r00"', ["qir-label"]),
        ("(ptr, ptr writeonly) #1", "(ptr, ptr) #1", ["qir-writeonly"]),
        ("(ptr, ptr writeonly) #1", "(ptr, ptr writeonly)", ["qir-irreversible"]),
        (RECORD, RECORD + "  %i = call i1 @__quantum__rt__read_result(ptr null)\n", ["qir-runtime", "qir-call", "qir-order"]),
        (H, H + "  call void @helper()\n", ["qir-call"]),
    ],
)
def test_a_rule_of_the_base_profile(old: str, new: str, expected: list[str]) -> None:
    assert old in BASE
    text = BASE.replace(old, new, 1) + "declare i1 @__quantum__rt__read_result(ptr)\n"
    if "@helper" in new:
        text += "define void @helper() {\n  ret void\n}\n"
    assert [rule for rule, _ in found(text)] == expected


@each_row(
    ("old", "new", "expected"),
    [
        ("!{!0, !1, !2, !3, !4}", "!{!0, !1, !2, !3}", ["qir-type", "qir-instruction", "qir-runtime"]),
        ('!{!"i64"}', '!{!"i32"}', ["qir-type"]),
        ("br label %continue\ncontinue", "br label %then\ncontinue", ["qir-loop"]),
        ("ret i64 0", "ret i64 64", ["qir-return"]),
        ("  br label %continue\ncontinue", "  ret i64 1\ncontinue", ["qir-return"]),
        ("  ret i64 0", H + "  ret i64 0", ["qir-order"]),
        (H, H + "  %q = call ptr @__quantum__rt__qubit_allocate(ptr null)\n", ["qir-runtime"]),
        (H, H + "  call void @helper()\n", ["qir-function", "qir-function", "qir-function"]),
        (H, H + "  %a = alloca ptr\n", ["qir-instruction"]),
        (H, H + "  fence seq_cst\n", ["qir-instruction"]),
        (H, H + "  call void null()\n", ["qir-call"]),
    ],
)
def test_a_rule_of_the_adaptive_profile(old: str, new: str, expected: list[str]) -> None:
    assert old in ADAPTIVE
    text = ADAPTIVE.replace(old, new, 1) + "declare ptr @__quantum__rt__qubit_allocate(ptr)\n"
    if "@helper" in new:
        body = "  call void @helper()\n  call void @__quantum__rt__int_record_output(i64 1, ptr @0)\n  ret void\n"
        text += f"define internal void @helper() {{\n{body}}}\n"
    if "ret i64 1" in new:
        text = text.replace("[ 0, %entry ], [ 1, %then ]", "[ 0, %entry ]")
    if "%then\ncontinue" in new:
        text = text.replace("[ 0, %entry ], [ 1, %then ]", "[ 0, %entry ]")
    assert [rule for rule, _ in found(text) if rule.startswith("qir-")] == expected


def test_typed_pointers() -> None:
    module = parse_assembly(BASE.encode(), llvm_version=22)
    module.downgraded(14, target_profile="qir")
    assert [finding.rule for finding in lint(module)] == []


def test_another_profile_is_not_checked() -> None:
    assert found(BASE.replace("base_profile", "custom").replace("!{!0, !1, !2, !3}", "!{!0}")) == []
