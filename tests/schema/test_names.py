"""Tables of names and their versions."""

import pytest

from pyllvm.schema.names import FlagTable, NameTable, versions_of
from pyllvm.versions import FOREVER


@pytest.mark.parametrize(
    ("words", "versions"),
    [([], (0, FOREVER)), (["9-"], (9, FOREVER)), (["-8"], (0, 8)), (["10-", "-11"], (10, 11))],
)
def test_versions_of_a_row(words: list[str], versions: tuple[int, int]) -> None:
    assert versions_of(words) == versions


TABLE = NameTable("X_", "1 one\n2 two 9-\n2 deux -8\n3 three 10- -11\n")


def test_a_name_belongs_to_versions() -> None:
    assert TABLE.text(2, 8) == "X_deux"
    assert TABLE.text(2, 9) == "X_two"
    assert TABLE.shown(3, 12) == "3"
    assert TABLE.number("X_three", 10) == 3
    assert TABLE.number("X_three", 9) == -1


def test_a_number_without_a_version() -> None:
    assert TABLE.number_in_any("X_three") == 3
    assert TABLE.number_in_any("X_four") == -1


def test_flags_are_split_by_field_then_whole_then_bit() -> None:
    table = FlagTable("F", "1 A\n2 B\n3 C\n4 D\n8 E\n12 DE\n16 G 9-\n", fields=[3], wholes=[12])
    assert table.shown(3, 9) == "FC"
    assert table.shown(2 | 12, 9) == "FB | FDE"
    assert table.shown(1 | 4 | 16, 9) == "FA | FD | FG"
    assert table.shown(0, 9) == "0"
