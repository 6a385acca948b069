"""Which types have a size: `alloca TYPE` by llvm-as says "Cannot allocate unsized type" of the others."""

from __future__ import annotations

import pytest

from pyllvm.ir.target.sized_types import is_scalable, is_sized
from pyllvm.ir.types import Context, PrimitiveType, Type

CONTEXT = Context()
WORD = CONTEXT.integer(32)
SCALABLE = CONTEXT.vector(WORD, 2, True)
COUNT = CONTEXT.target("aarch64.svcount")


def struct(*elements: Type) -> Type:
    return CONTEXT.literal_struct(elements)


@pytest.mark.parametrize(
    "type",
    [WORD, CONTEXT.floating_point("double"), CONTEXT.pointer(), CONTEXT.vector(WORD, 4), SCALABLE, CONTEXT.array(WORD, 0)],
    ids=str,
)
def test_plain_types_are_sized(type: Type) -> None:
    assert is_sized(type, 22)
    assert is_sized(CONTEXT.array(type, 3), 22)


@pytest.mark.parametrize("type", [CONTEXT.void, CONTEXT.label, CONTEXT.token, CONTEXT.function(CONTEXT.void, [])], ids=str)
def test_what_is_no_data_has_no_size(type: Type) -> None:
    assert not is_sized(type, 22)
    assert not Context().has_primitive(str(type))
    assert CONTEXT.has_primitive(str(type)) is isinstance(type, PrimitiveType)


def test_a_struct_without_a_body_or_that_contains_itself_has_no_size() -> None:
    opaque = CONTEXT.named_struct("opaque")
    assert not is_sized(opaque, 22)
    assert not is_sized(struct(WORD, CONTEXT.array(opaque, 2)), 22)
    endless = CONTEXT.named_struct("endless")
    endless.elements = [WORD, CONTEXT.array(endless, 2)]
    assert not is_sized(endless, 22)
    listed = CONTEXT.named_struct("list")
    listed.elements = [WORD, CONTEXT.pointer_to(listed)]
    assert is_sized(listed, 14)
    assert is_sized(struct(listed, listed), 14)
    assert is_sized(struct(struct(struct(WORD)), struct(struct(WORD), WORD)), 22)
    inner = struct(WORD)
    assert is_sized(struct(struct(inner), inner, CONTEXT.array(struct(inner), 2)), 22)


@pytest.mark.parametrize(
    ("type", "first"),
    [
        (struct(SCALABLE), 17),
        (struct(SCALABLE, SCALABLE), 17),
        (CONTEXT.array(struct(SCALABLE), 2), 17),
        (struct(SCALABLE, WORD), None),
        (struct(struct(SCALABLE)), None),
        (struct(CONTEXT.array(SCALABLE, 2)), None),
        (struct(COUNT), None),
    ],
    ids=str,
)
def test_a_struct_may_be_of_equal_scalable_vectors_alone(type: Type, first: int | None) -> None:
    assert not is_sized(type, 16)
    assert is_sized(type, 17) == (first == 17)
    assert is_sized(type, 22) == (first == 17)


def test_a_target_type_has_the_size_of_its_layout() -> None:
    assert not is_sized(COUNT, 16)
    assert is_sized(COUNT, 17)
    assert not is_sized(CONTEXT.target("other"), 22)
    assert not is_scalable(COUNT, 16)
    assert is_scalable(COUNT, 17)


def test_what_holds_a_scalable_vector_is_scalable() -> None:
    assert is_scalable(SCALABLE, 22)
    assert is_scalable(CONTEXT.array(struct(WORD, CONTEXT.array(SCALABLE, 2)), 2), 22)
    assert is_scalable(struct(WORD, COUNT), 22)
    assert not is_scalable(struct(WORD, CONTEXT.vector(WORD, 2)), 22)
