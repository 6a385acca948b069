"""LLVM 21: calling conventions and attributes say what `nvvm.annotations` said of functions.

Source: AutoUpgrade's UpgradeNVVMAnnotations. A node is a function, and then pairs of a key and a value; pairs that are not
known stay, and so do their nodes.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.tables.calling_conventions import NUMBER_OF_WORD

ANNOTATIONS_SINCE: Final = 21
_ANNOTATIONS: Final = "nvvm.annotations"
_GRID_CONSTANTS_SINCE: Final = 22

# key: the attribute of the function with the number as its value
_NUMBERS: Final[dict[str, str]] = {
    "maxclusterrank": "nvvm.maxclusterrank",
    "cluster_max_blocks": "nvvm.maxclusterrank",
    "minctasm": "nvvm.minctasm",
    "maxnreg": "nvvm.maxnreg",
}
# what keys begin with, and `x`, `y` or `z` follows: the attribute with up to three numbers
_DIMENSIONS: Final[dict[str, str]] = {
    "maxntid": "nvvm.maxntid",
    "reqntid": "nvvm.reqntid",
    "cluster_dim_": "nvvm.cluster_dim",
}
_AXES: Final = "xyz"
# `align` has the number of the parameter, from 1 on, above the alignment.
_ALIGNMENT_BITS: Final = 16


def upgrade_annotations(module: Module, version: int) -> None:
    """Make calling conventions and attributes of the annotations that LLVM `version` knows, and drop those."""
    named = module.named_metadata_of(_ANNOTATIONS)
    if named is None or version < ANNOTATIONS_SINCE:
        return
    kept: list[MDNode] = []
    seen: set[MDNode] = set()
    for node in named.operands:
        operands = node.operands
        if node in seen or not operands:
            continue
        seen.add(node)
        holder = operands[0]
        target = holder.value if isinstance(holder, ValueAsMetadata) else None
        if not isinstance(target, Function):
            # LLVM drops an annotation that names no global.
            if isinstance(target, GlobalValue) and len(operands) > 1:
                kept.append(node)
            continue
        rest: list[object] = [holder]
        for at in range(1, len(operands) - 1, 2):
            key = operands[at]
            if not isinstance(key, MDString) or not _upgrade_one(target, key.text, operands[at + 1], version):
                rest += [key, operands[at + 1]]
        if len(rest) > 1:
            kept.append(node if len(rest) == len(operands) else MDTuple.get(module.context, rest))
    named.operands = kept


def _upgrade_one(function: Function, key: str, value: object, version: int) -> bool:
    """Whether an attribute or the calling convention says it now."""
    if key == "grid_constant":
        if version < _GRID_CONSTANTS_SINCE or not isinstance(value, MDNode):
            return False
        for operand in value.operands:
            _add(function, _number(operand), Attribute.of_string("nvvm.grid_constant"))
        return True
    number = _number(value)
    if key == "kernel":
        if number:
            function.calling_convention_number = NUMBER_OF_WORD["ptx_kernel"]
        return True
    if key == "align":
        alignment = Attribute.of_integer("alignstack", number & ((1 << _ALIGNMENT_BITS) - 1))
        _add(function, number >> _ALIGNMENT_BITS, alignment)
        return True
    if key in _NUMBERS:
        _set(function, Attribute.of_string(_NUMBERS[key], str(number)))
        return True
    name = _DIMENSIONS.get(key[:-1])
    if name is None or key[-1] not in _AXES:
        return False
    known = None if function.attributes is None else function.attributes.function.find(name)
    parts = [] if known is None else [part.strip() for part in known.value.split(",")]
    axis = _AXES.index(key[-1])
    parts += ["1"] * (axis + 1 - len(parts))
    parts[axis] = str(number)
    _set(function, Attribute.of_string(name, ",".join(parts)))
    return True


def _number(value: object) -> int:
    constant = value.value if isinstance(value, ValueAsMetadata) else None
    return constant.unsigned if isinstance(constant, ConstantInt) else 0


def _set(function: Function, attribute: Attribute) -> None:
    """Give the function itself an attribute."""
    attributes = function.attributes or AttributeList()
    function.attributes = AttributeList(attributes.function.adding(attribute), attributes.returned, attributes.parameters)


def _add(function: Function, place: int, attribute: Attribute) -> None:
    """Give the result (0) or a parameter (from 1 on) an attribute."""
    attributes = function.attributes or AttributeList()
    parameters = dict(attributes.parameters)
    returned = attributes.returned
    if place == 0:
        returned = returned.adding(attribute)
    else:
        parameters[place - 1] = attributes.parameter(place - 1).adding(attribute)
    function.attributes = AttributeList(attributes.function, returned, parameters)
