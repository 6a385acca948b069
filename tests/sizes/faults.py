"""Texts with n faults: findings of the verifier, errors of syntax."""

from __future__ import annotations

from tests.sizes.text import function, joined


def findings(n: int) -> str:
    """Each function has a value that is used before it is defined."""
    return joined(
        [f"define i32 @f{at}(i32 %a) {{\n  %x = add i32 %y, {at}\n  %y = add i32 %a, 1\n  ret i32 %x\n}}" for at in range(n)]
    )


def findings_of_one_function(n: int) -> str:
    return function([f"  %x{at} = add i32 %y, {at}" for at in range(n)] + ["  %y = add i32 %a, 1"])


def findings_in_one_line(n: int) -> str:
    return function([" ".join([f"  %x{at} = add i32 %y, {at}" for at in range(n)]), "  %y = add i32 %a, 1"])


def findings_in_metadata(n: int) -> str:
    return (
        "!named = !{"
        + ", ".join([f"!{at}" for at in range(n)])
        + "}\n"
        + joined([f"!{at} = !DILocation(line: {at}, scope: !{{i32 {at}}})" for at in range(n)])
    )


def syntax_errors(n: int) -> str:
    return joined([f"@g{at} = global i32 %" for at in range(n)])


def syntax_errors_in_one_line(n: int) -> str:
    return " ".join([f"@g{at} = global i32 %" for at in range(n)])


def redefinitions_of_one(n: int) -> str:
    return joined(["@g = global i32 0"] * n)


def redefinitions_of_all(n: int) -> str:
    return joined([*[f"@g{at} = global i32 0" for at in range(n)], *[f"@g{at} = global i32 1" for at in range(n)]])


def undefined_values(n: int) -> str:
    """Each error is about a name that resembles very many."""
    return function([f"  %value{at} = add i32 %valve{at}, 1" for at in range(n)])
