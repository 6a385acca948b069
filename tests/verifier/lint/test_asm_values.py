"""Operands of inline assembly that are no constants that their constraint takes, or do not fit into its registers."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint
from rows import each_row


def found(call: str, triple: str = "x86_64-linux", version: int = 19, attributes: str = "") -> list[str]:
    """The message of each finding for a call in a module for that target."""
    text = f"""target triple = "{triple}"
@g = global [4 x i32] zeroinitializer
@c = constant i32 7
declare i32 @other()
define void @f(i32 %x, ptr %p, float %s, double %d, <4 x i32> %v) {attributes} {{
  {call}
  ret void
}}
"""
    return [finding.message for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


@each_row(
    ("call", "message"),
    [
        ('call void asm "", "I"(i32 32)', "value out of range for constraint 'I': 32 is not 0 to 31"),
        ('call void asm "", "e"(i64 2147483648)', "invalid operand for inline asm constraint 'e': 2147483648 is not"),
        ('call void asm "", "I"(ptr @g)', "constraint 'I' expects an integer constant expression: it is an address"),
        ('call void asm "", "n"(i32 %x)', "constraint 'n' expects an integer constant expression: it is no constant"),
        ('call void asm "", "n"(ptr @g)', "constraint 'n' expects an integer constant expression: it is an address"),
        (
            'call void asm "", "n"(ptr getelementptr (i8, ptr @g, i64 4))',
            "constraint 'n' expects an integer constant expression: it is an address",
        ),
        ('call void asm "", "i"(i32 %x)', "invalid operand for inline asm constraint 'i': it is no constant"),
        ('call void asm "", "i"(float 1.0)', "invalid operand for inline asm constraint 'i': it is a floating-point number"),
        ('call void asm "", "s"(i32 1)', "invalid operand for inline asm constraint 's': it is a number"),
        ('call void asm "", "s"(ptr null)', "invalid operand for inline asm constraint 's': it is a number"),
        ('call void asm "", "=r"()', "couldn't allocate output register for constraint 'r': the call returns void"),
        (
            'call void asm "", "r"(<4 x i32> %v)',
            "couldn't allocate input reg for constraint 'r': no such register holds <4 x i32>",
        ),
        ('call i32 asm "", "=f"()', "couldn't allocate output register for constraint 'f': no such register holds i32"),
        ('call i32 asm "", "=a"()', "couldn't allocate output register for constraint 'a': no such register holds i32"),
        (
            'call void asm "", "=*x"(ptr elementtype(i8) %p)',
            "couldn't allocate output register for constraint 'x': no such register holds i8",
        ),
        (
            'call i32 asm "", "={st}"()',
            "couldn't allocate output register for constraint '{st}': no such register holds i32",
        ),
        (
            'call void asm "", "{XMM3}"(i8 0)',
            "couldn't allocate input reg for constraint '{XMM3}': no such register holds i8",
        ),
        (
            'call { i32, i8 } asm "", "=r,=x"()',
            "couldn't allocate output register for constraint 'x': no such register holds i8",
        ),
    ],
)
def test_findings(call: str, message: str) -> None:
    (only,) = found(call)
    assert only.startswith(message)


@each_row(
    "call",
    [
        'call void asm "", "I"(i32 31)',
        'call void asm "", "N"(i8 -1)',
        'call void asm "", "I"(ptr null)',
        'call void asm "", "i"(ptr @g)',
        'call void asm "", "i"(ptr getelementptr (i8, ptr @g, i64 4))',
        'call void asm "", "i"(ptr blockaddress(@f, %b))\n  br label %b\nb:',
        'call void asm "", "s"(ptr @g)',
        'call void asm "", "n"(ptr null)',
        'call void asm "", "n"(i64 -9223372036854775808)',
        'call void asm "", "F"(float 1.0)',
        'call void asm "", "ri"(i32 %x)',
        # LLVM can fold these.
        '%a = add i32 3, 4\n  call void asm "", "i"(i32 %a)',
        '%a = load i32, ptr @c\n  call void asm "", "i"(i32 %a)',
        'call void asm "", "r"(float %s)',
        'call void asm "", "x"(<4 x i32> %v)',
        'call void asm "", "f"(double %d)',
        'call double asm "", "={st}"()',
        'call i64 asm "", "={xmm0}"()',
        'call float asm "", "={eax}"()',
        'call { i32, double } asm "", "=r,=x"()',
        'call void asm "", "=*m"(ptr elementtype(void ()) %p)',
    ],
)
def test_sound(call: str) -> None:
    assert found(call) == []


@pytest.mark.parametrize(
    ("operand", "is_variable"),
    [
        ("load i32, ptr @g", True), ("load i32, ptr %p", True), ("call i32 @other()", True), ("add i32 %x, 1", True),
        ("xor i32 7, 1", False), ("call i32 @llvm.ctpop.i32(i32 7)", False),
    ],
)  # fmt: skip
def test_what_is_no_constant(operand: str, is_variable: bool) -> None:
    messages = found(f'%a = {operand}\n  call void asm "", "i"(i32 %a)')
    assert messages == (["invalid operand for inline asm constraint 'i': it is no constant"] if is_variable else [])
    assert found(f'%a = {operand}\n  call void asm "", "i"(i32 %a)', attributes="alwaysinline") == []


@each_row(
    ("triple", "code", "taken", "refused"),
    [
        ("aarch64-linux", "I", "0 1 4095 4096 8192 16773120", "-1 4097 16777216"),
        ("aarch64-linux", "J", "0 -1 -4095 -4096 -16773120", "1 -4097"),
        ("aarch64-linux", "K", "1 255 65280 2863311530 4278255360", "0 5 4294967295 4660"),
        ("aarch64-linux", "L", "1 4294967295 -6148914691236517206", "0 -1 4660"),
        ("aarch64-linux", "M", "0 4660 305397760 4294962635 255", "305419896 4294967296"),
        ("aarch64-linux", "N", "4660 20014547599360 -4661", "305419896"),
        ("armv7-linux", "I", "0 255 1020 -16777216 1069547520", "257 511 65535 4294967296"),
        ("armv7-linux", "K", "-1 -256", "257 65535"),
        ("armv7-linux", "L", "0 -255 -1020", "-257"),
        ("armv7-linux", "M", "0 5 32 64 1073741824", "33 96"),
        ("thumbv7-linux", "I", "255 522240 16711935 -16711936 -1414812757", "257 65535 305419896"),
        ("thumbv6m-none", "K", "255 1020 -16777216", "257"),
        ("thumbv6m-none", "M", "0 4 1020", "2 1024 -4"),
        ("thumbv6m-none", "O", "-508 508 0", "-510 6"),
        ("mipsel-linux", "L", "65536 -2147418112", "1 65537"),
        ("mipsel-linux", "K", "0 65535", "-1 65536"),
        ("powerpc64le-linux", "J", "65536 4294901760", "1 -65536"),
        ("powerpc64le-linux", "L", "65536 -65536", "1 4294901760"),
        ("powerpc64le-linux", "N", "1 64 4611686018427387904", "0 3 -1"),
        ("powerpc64le-linux", "P", "32768 -32767", "-32768"),
        ("s390x", "J", "0 4095", "-1 4096"),
        ("s390x", "M", "2147483647", "0"),
        ("x86_64-linux", "L", "255 65535 4294967295", "256 0"),
        ("i386-linux", "L", "255 65535", "4294967295"),
        ("x86_64-linux", "Z", "0 4294967295", "-1 4294967296"),
    ],
)
def test_numbers_of_targets(triple: str, code: str, taken: str, refused: str) -> None:
    for number in taken.split():
        assert found(f'call void asm "", "{code}"(i64 {number})', triple) == [], number
    for number in refused.split():
        (message,) = found(f'call void asm "", "{code}"(i64 {number})', triple)
        assert f"for constraint '{code}'" in message or f"asm constraint '{code}'" in message
        assert f": {number} is not " in message


@pytest.mark.parametrize(
    ("triple", "code", "taken", "refused"),
    [
        ("aarch64-linux", "w", ["double %d", "<4 x i32> %v"], ["i8 0", "i1 0"]),
        ("aarch64-linux", "x", ["<4 x i32> %v", "i128 0"], ["i32 %x", "double %d"]),
        ("armv7-linux", "w", ["double %d", "float %s", "i64 0"], ["i32 %x", "i8 0"]),
        ("mipsel-linux", "f", ["float %s", "double %d", "<4 x i32> %v"], ["i32 %x", "ptr %p"]),
        ("mipsel-linux", "r", ["i32 %x", "float %s"], ["<4 x i32> %v"]),
        ("powerpc64le-linux", "f", ["double %d", "i32 %x"], ["i8 0", "<4 x i32> %v"]),
        ("riscv64", "f", ["double %d"], ["i32 %x"]),
        ("sparcv9", "f", ["double %d", "i32 %x"], ["i8 0"]),
        ("s390x", "f", ["double %d", "i32 %x"], []),
    ],
)
def test_types_of_targets(triple: str, code: str, taken: list[str], refused: list[str]) -> None:
    for operand in taken:
        assert found(f'call void asm "", "{code}"({operand})', triple) == [], operand
    for operand in refused:
        (message,) = found(f'call void asm "", "{code}"({operand})', triple)
        assert message.startswith(f"couldn't allocate input reg for constraint '{code}': no such register holds "), operand


@pytest.mark.parametrize("code", ["x", "Y", "v"])
def test_registers_for_scalars_and_vectors_hold_no_pointers(code: str) -> None:
    (message,) = found(f'call void asm "", "{code}"(ptr %p)')
    assert message == f"constraint '{code}' is for scalars and vectors, not for pointers"
    assert not found(f'call void asm "", "{code}"(double %d)')


def test_quad_vectors_of_powerpc() -> None:
    text = """target triple = "powerpc64-linux"
define void @f(<4 x double> %v) {
  call void asm "", "f"(<4 x double> %v)
  ret void
}
"""
    assert lint(parse_assembly(text.encode(), llvm_version=11)) == []
    assert [finding.rule for finding in lint(parse_assembly(text.encode(), llvm_version=12))] == ["asm-type"]
