"""What becomes of things in bitcode that pyllvm does not know."""

from __future__ import annotations

import pytest

import pyllvm
from newer_bitcode import NEWER, RELEASED, bitcode_of, with_numbers
from pyllvm.bitcode.reader.unknown import may_know_more

ATTRIBUTES = """declare void @g(i8 noundef)
define void @f(i8 noundef %a, ptr byval(i32) %p) cold {
  call void @g(i8 noundef %a)
  call void @g(i8 noundef %a) cold
  ret void
}
"""


@pytest.mark.parametrize(
    ("producer", "knows_more"),
    [
        (NEWER, True),
        ("LLVM99.0.0git", True),
        ("APPLE_1_1700.0.13.3_0", True),
        ("Intel.oneAPI.2026", True),
        ("zig 0.16.0", True),
        ("LLVM22.1.8", False),
        ("LLVM23.1.4", False),
        ("LLVM22.1.2-rust-1.95.0-stable", False),
        ("LLVM20.0.0git", False),
        ("LLVM24.0.0git", False),
        ("", False),
    ],
)
def test_writers_that_may_know_more(producer: str, knows_more: bool) -> None:
    """A released LLVM is known; AMD's compilers and Rust's name the LLVM that they contain."""
    assert may_know_more(producer) == knows_more


def test_attributes_that_only_promise_are_left_out() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200, "cold": 201}))
    warnings: list[pyllvm.Diagnostic] = []
    module = pyllvm.parse_bitcode(data, warn=warnings.append)
    assert warnings[-1].message == (
        "left out what pyllvm does not know: unknown attribute 200 in 4 places, unknown attribute 201 in 2 places"
    )
    assert "call void @g(i8 %a)\n" in str(module)
    assert "define void @f(i8 %a, ptr byval(i32) %p) {" in str(module)
    assert [str(loss.construct) for loss in module.left_out].count("unknown attribute 200") == 4
    again = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), warn=lambda warning: pytest.fail(warning.message))
    assert again.left_out == []


@pytest.mark.parametrize("producer", [RELEASED, "LLVM22.1.2-rust-1.95.0-stable", "LLVM20.0.0git"])
def test_a_released_llvm_has_no_unknown_attributes(producer: str) -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200}), producer)
    with pytest.raises(pyllvm.PyllvmError, match=r"^Unknown attribute kind \(200\)$") as raised:
        pyllvm.parse_bitcode(data)
    assert "--allow-unknown-attributes" in raised.value.diagnostic.hint
    assert "i8 %a" in str(pyllvm.parse_bitcode(data, allow_unknown_attributes=True))


@pytest.mark.parametrize("version", [21, 22])
def test_a_released_llvm_has_no_attributes_of_later_releases(version: int) -> None:
    text = "define void @f() noipa {\n  ret void\n}\n"
    data = bitcode_of(text, with_numbers({}), f"LLVM{version}.1.0", 23)
    with pytest.raises(pyllvm.PyllvmError, match=r"^Unknown attribute kind \(109\)$"):
        pyllvm.parse_bitcode(data)
    assert "noipa" in str(pyllvm.parse_bitcode(data, llvm_version=23))
    assert "noipa" in str(pyllvm.parse_bitcode(bitcode_of(text, with_numbers({}), "APPLE_1_1700.0.13.3_0", 23)))


def test_a_user_who_names_the_version_says_that_all_is_known() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200}))
    with pytest.raises(pyllvm.PyllvmError, match=r"^Unknown attribute kind \(200\)$"):
        pyllvm.parse_bitcode(data, input_llvm_version=22)


def test_an_attribute_that_may_say_how_a_value_is_passed_is_refused() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"byval": 202}))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown attribute 202 on parameter 2 of '@f' names a type") as raised:
        pyllvm.parse_bitcode(data)
    assert isinstance(raised.value.diagnostic.where, pyllvm.BitcodeLocation)
    assert "--allow-unknown-attributes" in raised.value.diagnostic.hint
    module = pyllvm.parse_bitcode(data, allow_unknown_attributes=True)
    assert "ptr %p" in str(module)
    assert [loss.construct for loss in module.left_out] == ["unknown attribute 202"]


def test_such_an_attribute_of_a_call() -> None:
    text = "declare void @g(...)\ndefine void @f(ptr %p) {\n  call void (...) @g(ptr byval(i32) %p)\n  ret void\n}\n"
    data = bitcode_of(text, with_numbers({"byval": 202}))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown attribute 202 on parameter 1 of a call in '@f' names a type"):
        pyllvm.parse_bitcode(data)
    module = pyllvm.parse_bitcode(data, lazy=True)
    with pytest.raises(pyllvm.PyllvmError, match="of a call in '@f'"):
        module.materialize()


def test_losses_that_are_errors_or_ignored() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"cold": 201}))
    with pytest.raises(pyllvm.PyllvmError, match="does not know: unknown attribute 201 in 2 places"):
        pyllvm.parse_bitcode(data, losses="error")
    warnings: list[pyllvm.Diagnostic] = []
    assert len(pyllvm.parse_bitcode(data, losses="ignore", warn=warnings.append).left_out) == 2
    assert len(warnings) == 1  # about the version
    with pytest.raises(ValueError, match="'all' is not one of warn, error, ignore"):
        pyllvm.parse_bitcode(data, losses="all")


def test_bodies_that_are_read_later_are_reported_then() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200, "cold": 201}))
    warnings: list[str] = []
    module = pyllvm.parse_bitcode(data, lazy=True, warn=lambda warning: warnings.append(warning.message))
    assert len(module.left_out) == 3
    module.materialize()
    assert len(module.left_out) == 6
