"""The numbers of values, types and metadata in the module that is being written: their attributes, faster than a dictionary.

`ValueEnumerator` assigns them, and resets them when the module is written.
"""

from __future__ import annotations

from pyllvm.ir.metadata import Metadata
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


def metadata_id(metadata: Metadata) -> int:
    """The number of metadata. Raises KeyError if it has none."""
    order = metadata.order
    if order == 0:
        raise KeyError(metadata)
    return order - 1


def metadata_id_plus_one(metadata: Metadata | None) -> int:
    """The number of metadata plus one; 0 for None. Raises KeyError if the metadata has no number."""
    return 0 if metadata is None else metadata_id(metadata) + 1
