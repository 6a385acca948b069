"""The hashes of LLVM's tables of names, and the order that they give."""

from __future__ import annotations

import pytest

from pyllvm.ir.string_map import djb_hash, name_hash, order_after, table_order, xxh3_64
from rows import each_row

# One for each way that XXH3 goes by length; from the reference implementation.
XXH3 = {
    0: 0x2D06800538D394C2,
    1: 0xC44BDFF4074EECDB,
    3: 0xC3489259E968AD9E,
    4: 0xD3D60C1519014E89,
    8: 0xB88DEE77F6BF6980,
    9: 0x03688DCAD730D826,
    16: 0x9DA23836ADF2BE1E,
    17: 0xF34C3C9CF5A112D1,
    32: 0x99CB9AD0F1A11FBE,
    33: 0xC077B45492D29CDE,
    64: 0x6EFB76FF16F37561,
    65: 0x2640848E9137156B,
    96: 0x764D2D5DB92942DF,
    97: 0x077ACB7E5F4FD940,
    128: 0x65F3C2C00FA93185,
    129: 0x28065C6EC25F5B25,
    144: 0x600E8D345FF9620D,
    239: 0x6CE0B13191E635EA,
    240: 0x4917A75C0EF8EED7,
    241: 0x541B19226F0052E8,
    256: 0xFF5A1CEFADE75BB9,
    512: 0xF6FE51471F2FA1EC,
    1024: 0xDC5ACF0B043C445B,
    1025: 0xE1D9CD946277AE26,
    2100: 0xB21BFAC9B2686B00,
}


@each_row("length", XXH3)
def test_xxh3_is_the_reference(length: int) -> None:
    assert xxh3_64(bytes(number * 7 & 0xFF for number in range(length))) == XXH3[length]


def test_djb_is_thirty_three_times_and_add() -> None:
    assert djb_hash(b"ab") == ord("a") * 33 + ord("b")
    assert djb_hash(b"a long name that overflows") < 1 << 32


def test_the_hash_changed_with_llvm_17() -> None:
    assert name_hash(b"x", 16) == djb_hash(b"x")
    assert name_hash(b"x", 17) == xxh3_64(b"x") & 0xFFFFFFFF


@pytest.mark.parametrize(("version", "expected"), [(16, "ax"), (19, "xa")])
def test_the_order_of_two_names_is_llvms(version: int, expected: str) -> None:
    names = ["a", "x"]
    order = table_order([name_hash(name.encode(), version) for name in names], version)
    assert "".join(names[index] for index in order) == expected


def test_names_of_one_bucket_stand_by_growing_distance() -> None:
    # buckets 3, 4 (one on), 6 (two more), 9 (three more)
    assert table_order([3, 3 + 16, 3 + 32, 3 + 48], 22) == [0, 1, 2, 3]
    # bucket 3 and 4 are taken, so the third goes two further, behind the fourth's own
    assert table_order([3, 19, 35, 5], 22) == [0, 1, 3, 2]


def test_since_llvm_23_the_next_bucket_is_tried() -> None:
    # buckets 3 and 4 are taken, and so is 5 before its own name comes
    assert table_order([3, 19, 35, 5], 23) == [0, 1, 2, 3]


def test_the_table_grows_at_three_quarters() -> None:
    # in 16 buckets 16 shares bucket 0; in 32 it has its own
    few = table_order([16, 0, *range(1, 11)], 22)
    many = table_order([16, 0, *range(1, 12)], 22)
    assert few[0] == 0
    assert many[0] == 1
    assert many[-1] == 0


def test_a_name_takes_the_place_of_one_that_went() -> None:
    hashes = {"a": 0, "b": 0, "c": 0}
    assert order_after([("a", True), ("b", True), ("a", False), ("c", True)], hashes, 22) == ["c", "b"]
    assert order_after([("b", True), ("c", True)], hashes, 22) == ["b", "c"]


def test_a_table_full_of_places_that_names_left_is_made_anew() -> None:
    # `a` stands behind the place that `x` left. Thirteen more names come and go, and the table is made anew without them.
    others = [f"o{number}" for number in range(2, 15)]
    hashes = {"x": 0, "a": 0, "z": 0} | {name: int(name[1:]) for name in others}
    changes = [("x", True), ("a", True), ("x", False)]
    for name in others:
        changes += [(name, True), (name, False)]
    assert order_after([*changes, ("z", True)], hashes, 22) == ["a", "z"]
    # Before that, `z` still comes first.
    assert order_after([*changes[:5], ("z", True)], hashes, 22) == ["z", "a"]


@pytest.mark.parametrize("version", [22, 23])
def test_without_names_that_go_the_order_is_that_of_the_table(version: int) -> None:
    names = [f"name{number}" for number in range(100)]
    hashes = {name: name_hash(name.encode(), version) for name in names}
    expected = [names[index] for index in table_order(list(hashes.values()), version)]
    assert order_after([(name, True) for name in names], hashes, version) == expected
