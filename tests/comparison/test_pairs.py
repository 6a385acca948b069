"""The modules of two inputs in pairs, in one version."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.comparison.pairs import Unfit, missing, of_one_version, pairs_of
from pyllvm.reading.inputs import Source
from pyllvm.reading.modules import NamedModule, modules_of
from pyllvm.versions import NEWEST
from pyllvm.wishes import Wishes
from rows import each_row

PLAIN = b"@x = global i32 1\n"
BITCODE = {version: pyllvm.to_bitcode(pyllvm.parse_assembly(PLAIN, llvm_version=version)) for version in (14, 19, 22)}
# Only LLVM up to 14 reads it, and only LLVM 22.
TYPED, NEW = b"@x = global i32* null\n", b"declare void @f(ptr captures(none))\n"


def named(data: bytes, member: str = "", wishes: Wishes | None = None) -> NamedModule:
    source = Source(data, f"in{member}")
    return NamedModule("in", member, modules_of(source, wishes or Wishes(None))[0], source)


def test_modules_at_the_same_places_are_pairs() -> None:
    a, b, c = (named(PLAIN, member) for member in ("(a)", "(b)", "(c)"))
    other_a, other_c, d = (named(PLAIN, member) for member in ("(a)", "(c)", "(d)"))
    assert pairs_of([a, b, c], [d, other_c, other_a]) == [(a, other_a), (b, None), (c, other_c), (None, d)]
    assert pairs_of([a], [d]) == [(a, d)]
    assert pairs_of([a], [d, other_a]) == [(a, other_a), (None, d)]


def test_a_module_without_partner_is_one_change() -> None:
    for before, after, action in ((named(PLAIN, "(a)"), None, "removed"), (None, named(PLAIN, "(a)"), "added")):
        (change,) = missing(before, after).changes
        assert (change.action, change.kind, change.name) == (action, "module", "(a)")
        assert (change.before, change.after) == (("(a)", "") if before else ("", "(a)"))


# The inputs, the wished version, the stated version of the inputs, and the versions of the two modules that are compared.
@each_row(
    ("first", "second", "version", "input_version", "expected"),
    [
        (BITCODE[14], BITCODE[19], None, None, (19, 19)),
        (BITCODE[22], BITCODE[14], None, None, (22, 22)),
        (BITCODE[22], BITCODE[14], 19, None, (19, 19)),
        (PLAIN, BITCODE[14], None, None, (14, 14)),
        (BITCODE[14], PLAIN, None, None, (14, 14)),
        (NEW, BITCODE[14], None, None, (NEWEST, NEWEST)),
        (TYPED, BITCODE[14], None, None, (14, 14)),
        (TYPED, BITCODE[19], None, None, (19, 19)),
        (PLAIN, BITCODE[14], None, 22, (22, 22)),
        (PLAIN, PLAIN, None, None, (NEWEST, NEWEST)),
    ],
)
def test_versions(first: bytes, second: bytes, version: int | None, input_version: int | None, expected: tuple[int, int]) -> None:
    wishes = Wishes(version, input_version)
    found = of_one_version([named(first, wishes=wishes), named(second, wishes=wishes)], wishes)
    assert tuple(one.module.llvm_version for one in found) == expected


def test_the_input_that_does_not_fit_is_named() -> None:
    unfit = b'declare void @f(target("x"))\n'
    for inputs, number in (((unfit, PLAIN), 0), ((PLAIN, unfit), 1)):
        with pytest.raises(Unfit) as caught:
            of_one_version([named(data) for data in inputs], Wishes(7))
        assert caught.value.number == number
