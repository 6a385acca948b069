"""Makes metadata nodes from Python values, by the rules of the text: the same fields, words and defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from pyllvm.ir.constants import Constant
from pyllvm.ir.field_metadata import FieldMetadata
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, Metadata, SpecializedNode, ValueAsMetadata
from pyllvm.ir.types import Context
from pyllvm.ir.words import nearest
from pyllvm.schema.kinds import References, String
from pyllvm.schema.node import Field, NodeSpec, parse_node
from pyllvm.schema.raw import BOOLEAN, INTEGER, LIST, NULL, REFERENCE, STRING, WORDS, FieldError, RawValue
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES


def specialized_node(context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool) -> SpecializedNode:
    """The node of this kind, such as "DILocation", with these fields.

    A field takes what its text is: a number, True or False, a string, a word such as "DW_TAG_member" or several joined by `|`,
    a node, a constant, None for null, or a sequence of these for a tuple. Fields that are not given have LLVM's defaults.
    Raises ValueError for a kind or field that the version does not have, or a value that the field does not take.
    """
    spec = SPECIALIZED_NODES.get(kind)
    if spec is None or version < spec.since:
        near = nearest(kind, SPECIALIZED_NODES) if spec is None else ""
        hint = f"; did you mean {near!r}?" if near else ""
        raise ValueError(f"LLVM {version} has no metadata node !{kind}{hint}")
    names = list(fields)
    values: list[RawValue] = []
    for name in names:
        label = spec.label(name, version)
        if label is None:
            _no_such_field(spec, name, version)
        values.append(_raw_value(context, label, fields[name], spec.name))
    try:
        operands = parse_node(spec, names, values, is_distinct, version, FieldMetadata(context))
    except FieldError as error:
        which = f" '{names[error.index]}'" if 0 <= error.index < len(names) else ""
        raise ValueError(f"!{kind}{which}: {error.message}") from None
    return SpecializedNode(spec, operands, True) if is_distinct else SpecializedNode.get(context, spec, operands)


def _no_such_field(spec: NodeSpec, name: str, version: int) -> NoReturn:
    labels = [label.name for label in spec.labels if label.since <= version <= label.until]
    near = nearest(name, labels)
    hint = f"; did you mean {near!r}?" if near else ""
    raise ValueError(f"!{spec.name} has no field {name!r} in LLVM {version}: it has {', '.join(labels)}{hint}")


def _raw_value(context: Context, label: Field, value: object, kind: str) -> RawValue:
    """A Python value, read as the text of the field would be."""
    if value is None:
        return RawValue(NULL)
    if isinstance(value, bool):
        return RawValue(BOOLEAN, integer=int(value))
    if isinstance(value, int):
        return RawValue(INTEGER, integer=value)
    if isinstance(value, str):
        if isinstance(label.kind, String):
            return RawValue(STRING, text=value)
        return RawValue(WORDS, words=[word.strip() for word in value.split("|")])
    if isinstance(label.kind, References) and isinstance(value, Sequence):
        elements: list[object | None] = []
        for element in value:
            elements.append(metadata_of(context, element))
        return RawValue(LIST, elements=elements)
    try:
        return RawValue(REFERENCE, reference=metadata_of(context, value))
    except TypeError as error:
        raise TypeError(f"!{kind} '{label.name}': {error}") from None


def tuple_node(context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
    """The tuple of these operands: metadata, strings, constants, None for null, or sequences of these for tuples in it."""
    made: list[object] = [metadata_of(context, operand) for operand in operands]
    return MDTuple(made, True) if is_distinct else MDTuple.get(context, made)


def metadata_of(context: Context, value: object) -> Metadata | None:
    """A Python value as metadata; TypeError if it cannot be metadata."""
    if value is None or isinstance(value, Metadata):
        return value
    if isinstance(value, str):
        return MDString.get(context, value)
    if isinstance(value, Constant):
        return ValueAsMetadata.get(context, value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return tuple_node(context, value, False)
    raise TypeError(f"expected metadata, a string, a constant, None or a sequence of these, not {value!r}")


def debug_location(
    context: Context, version: int, line: int, column: int, scope: MDNode, inlined_at: MDNode | None
) -> SpecializedNode:
    """The DILocation of a line and column in a scope."""
    fields: dict[str, object] = {"line": line, "column": column, "scope": scope, "inlinedAt": inlined_at}
    return specialized_node(context, version, "DILocation", fields, False)
