"""Templates of inline assembly that LLVM's AsmPrinter refuses."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.tables.inline_asm_constraints import OPERAND_MODIFIERS, REGISTER_KINDS, TEMPLATE_MODIFIERS
from pyllvm.verifier.lint import lint
from rows import each_row


def found(call: str, triple: str = "x86_64-linux", version: int = 19) -> list[tuple[str, str]]:
    """Rule and message of each finding for a call in a module for that target."""
    text = f'target triple = "{triple}"\ndefine void @f(i32 %x, ptr %p, double %d) {{\n  {call}\n  ret void\n}}\n'
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


@each_row(
    ("template", "rule", "message"),
    [
        ("mov $1", "asm-operand", "invalid operand in inline asm: '$1': the call has 1 operand"),
        ("${2:b}", "asm-operand", "invalid operand in inline asm: '${2:b}': the call has 1 operand"),
        ("${0:z}", "asm-modifier", "invalid operand in inline asm: '${0:z}': x86 has no modifier 'z'"),
        ("${0:H}", "asm-modifier", "invalid operand in inline asm: '${0:H}': x86 has no modifier 'H' for an integer register"),
        ("${0:bb}", "asm-template", "Bad ${} expression in inline asm string: '${0:bb}'"),
        ("${0b}", "asm-template", "Bad ${} expression in inline asm string: '${0b}'"),
        ("${0:}", "asm-template", "Bad ${} expression in inline asm string: '${0:}'"),
        ("${0:", "asm-template", "Bad ${:} expression in inline asm string: '${0:'"),
        ("${0", "asm-template", "Bad ${} expression in inline asm string: '${0'"),
        ("${b}", "asm-template", "Bad $ operand number in inline asm string: '${b}'"),
        ("${:id}", "asm-template", "Unknown special formatter 'id' in inline asm string: '${:id}'"),
        ("${:uid", "asm-template", "Unterminated ${:foo} operand in inline asm string: '${:uid'"),
        ("mov $x", "asm-template", "Bad $ operand number in inline asm string: '$x'"),
        ("mov $", "asm-template", "Bad $ operand number in inline asm string: '$'"),
        ("$(a$(b$)$)", "asm-template", "Nested variants found in inline asm string: '$(a$('"),
        ("$(a$|b", "asm-template", "'$(' is not closed in inline asm string: '$(a$|b'"),
    ],
)
def test_findings(template: str, rule: str, message: str) -> None:
    assert found(f'call void asm "{template}", "r"(i32 %x)') == [(rule, message)]


@pytest.mark.parametrize(
    "template",
    ["$0 ${0} ${0:b} ${0:k} $$1 ${:uid} ${:comment}${:private}", "$(a$|b$) $(c$) {x|y}", "a $| b $)", "", "$$$0"],
)
def test_sound(template: str) -> None:
    assert found(f'call void asm "{template}", "r"(i32 %x)') == []


def test_clobbers_have_numbers() -> None:
    """LLVM numbers the registers that are clobbered after the operands."""
    assert found('call void asm "# $0 $1", "r,~{ecx},~{memory}"(i32 %x)') == []
    for clobber in ("memory", "nothing"):
        rules = [rule for rule, _ in found(f'call void asm "# $1", "r,~{{{clobber}}}"(i32 %x)')]
        assert rules[-1] == "asm-operand"
    assert found('call void asm "# $0", "~{r1}"()', "avr") == []
    assert [rule for rule, _ in found('call void asm "# $1", "~{r1}"()', "avr")] == ["asm-operand"]


@each_row(
    ("constraint", "modifier", "is_taken"),
    [
        ("r(i32 %x)", "b", True), ("r(i32 %x)", "x", False), ("x(double %d)", "x", True), ("x(double %d)", "k", False),
        ("*m(ptr elementtype(i32) %p)", "H", True), ("*m(ptr elementtype(i32) %p)", "c", False),
        ("i(i32 7)", "c", True), ("i(i32 7)", "l", False), ("i(ptr @f)", "l", True),
        # LLVM can choose.
        ("rm(i32 %x)", "H", True), ("X(i32 %x)", "H", True),
    ],
)  # fmt: skip
def test_modifiers_by_operand(constraint: str, modifier: str, is_taken: bool) -> None:
    code, _, operand = constraint.partition("(")
    rules = [rule for rule, _ in found(f'call void asm "${{0:{modifier}}}", "{code}"({operand}')]
    assert rules == ([] if is_taken else ["asm-modifier"])


def test_modifiers_of_targets() -> None:
    for triple, good, bad in [
        ("aarch64-linux", "w", "b"), ("armv7-linux", "q", "B"), ("mipsel-linux", "z", "X"), ("powerpc64le-linux", "I", "U"),
        ("s390x", "N", "O"), ("riscv64", "z", "c"),
    ]:  # fmt: skip
        assert found(f'call void asm "${{0:{good}}}", "r"(i32 %x)', triple) == []
        assert [rule for rule, _ in found(f'call void asm "${{0:{bad}}}", "r"(i32 %x)', triple)] == ["asm-modifier"]


def test_operands_take_only_modifiers_of_their_family() -> None:
    for row in OPERAND_MODIFIERS:
        for family in row.families:
            letters = "".join(known.letters for known in TEMPLATE_MODIFIERS if known.family in ("", family))
            assert set(row.letters) <= set(letters), (family, row.kind)
            assert "register" not in row.kind or any(kind.kind == row.kind and family in kind.families for kind in REGISTER_KINDS)
