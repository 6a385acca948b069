"""The numbers of values and types in the module that is being written: attributes of theirs, which are faster than a dictionary.

`ValueEnumerator` assigns them, and resets them when the module is written.
"""

from __future__ import annotations

from pyllvm.ir.types import Type
from pyllvm.ir.value import Value


def value_id(value: Value) -> int:
    """The number of a value. Raises KeyError if it has none, because it is not in what is being written."""
    order = value.order
    if order == 0:
        raise KeyError(value)
    return order - 1


def type_id(type: Type) -> int:
    """The number of a type. Raises KeyError if it has none."""
    order = type.order
    if order == 0:
        raise KeyError(type)
    return order - 1
