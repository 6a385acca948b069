"""The integers of records and of text, and the kinds of fields in records."""

import pytest
from tests.schema.numbered import Numbered, Numbers

from pyllvm.schema import kinds
from pyllvm.schema.integers import rotated, unrotated
from pyllvm.schema.kinds import Kind, literal_width, unzigzag, zigzag
from pyllvm.schema.sides import NoRepresentation, RecordError
from rows import each_row


@pytest.mark.parametrize(("value", "operand"), [(0, 0), (5, 10), (-1, 1), (-7, 13), (-(1 << 63), (1 << 64) - 1)])
def test_zigzag(value: int, operand: int) -> None:
    assert zigzag(value) == operand
    assert unzigzag(operand) == value


@pytest.mark.parametrize(("value", "operand"), [(0, 0), (5, 10), (-1, 3), (-7, 15), (-(1 << 63), 1)])
def test_sign_in_the_lowest_bit(value: int, operand: int) -> None:
    assert rotated(value) == operand
    assert unrotated(operand) == value


@pytest.mark.parametrize(("value", "width"), [(0, 1), (1, 1), (5, 3), (-1, 1), (-2, 2), (-8, 4), (255, 8)])
def test_literal_width(value: int, width: int) -> None:
    assert literal_width(value) == width


class Source(Numbered):
    """There are nine."""

    def metadata(self, id_plus_one: int) -> object | None:
        return super().metadata(id_plus_one) if id_plus_one < 10 else None


BOTH_WAYS = [
    (kinds.Unsigned(255, 0xFF), 255, 255),
    (kinds.Signed(8), 127, 127),
    (kinds.Signed(8), (1 << 64) - 128, -128),
    (kinds.Rotated(), 7, -4),
    (kinds.TwosComplement(), (1 << 63) - 1, (1 << 63) - 1),
    (kinds.TwosComplement(), 1 << 63, -(1 << 63)),
    (kinds.Boolean(), 1, True),
    (kinds.Boolean(), 0, False),
    (kinds.MaybeUnsigned(255), 0, None),
    (kinds.MaybeUnsigned(255), 1, 0),
    (kinds.MaybeMarked(9, 77, "no"), 77, None),
    (kinds.MaybeMarked(9, 77, "no"), 9, 9),
    (kinds.Reference(True), 0, None),
    (kinds.Reference(True), 3, "2"),
    (kinds.PlainReference(), 3, "3"),
    (kinds.String(), 3, "2"),
    (kinds.PlainString(), 3, "3"),
    (kinds.Bound(-1, 8, 8), 3, "2"),
    (kinds.Bound(-1, 8, 8), 0, None),
    (kinds.TypeBound(), 3, "2"),
    (kinds.GenericBound(), 3, "2"),
    (kinds.Extent(), 64, 64),
    (kinds.ExtentReference(), 3, "2"),
    (kinds.ExtentReference(), 0, None),
]


@each_row(("kind", "operand", "value"), BOTH_WAYS)
def test_values_in_records(kind: Kind, operand: int, value: object) -> None:
    assert kind.decode(operand, Source()) == value
    assert kind.encode(value, Numbers()) == operand


def test_values_that_only_records_or_only_operands_have() -> None:
    assert kinds.Unsigned(255, 0xFF).decode(0x123, Source()) == 0x23
    assert [kind.encode(None, Numbers()) for kind in (kinds.Rotated(), kinds.TwosComplement())] == [0, 0]
    assert kinds.Boolean().decode(2, Source()) is True
    assert kinds.ExtentReference().encode(0, Numbers()) == 0
    for kind in (kinds.ExtentReference(), kinds.Bound(-1, 8, 8)):
        with pytest.raises(NoRepresentation):
            kind.encode(8, Numbers())


@each_row(
    ("kind", "last"), [(kinds.Unsigned(255, 0xFF, "no"), 255), (kinds.MaybeMarked(9, 77, "no"), 9), (kinds.PlainString(), 8)]
)
def test_operands_that_are_refused(kind: Kind, last: int) -> None:
    kind.decode(last, Source())
    with pytest.raises(RecordError):
        kind.decode(last + 1, Source())
