"""LLVM 21: calling conventions and attributes say what `nvvm.annotations` said of functions.

Source: AutoUpgrade's UpgradeNVVMAnnotations. A node is a function, and then pairs of a key and a value; pairs that are not
known stay, and so do their nodes.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
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
# The place of the function's own attributes, beside the places of the result (0) and of parameters (from 1 on).
_OWN: Final = -1


@final
class _Changes:
    """The attributes that functions get. Each function gets its new list once, after the last annotation."""

    def __init__(self) -> None:
        self._places: dict[Function, dict[int, AttributeSet]] = {}

    def attributes(self, function: Function, place: int) -> AttributeSet:
        """The attributes of the function itself, the result (0) or a parameter (from 1 on)."""
        found = self._places.get(function, {}).get(place)
        if found is not None:
            return found
        attributes = function.attributes or AttributeList()
        if place == _OWN:
            return attributes.function
        return attributes.parameter(place - 1) if place else attributes.returned

    def add(self, function: Function, place: int, attribute: Attribute) -> None:
        """Give the function itself, the result (0) or a parameter (from 1 on) an attribute."""
        self._places.setdefault(function, {})[place] = self.attributes(function, place).adding(attribute)

    def apply(self) -> None:
        """Let the functions have the attributes."""
        for function, places in self._places.items():
            attributes = function.attributes or AttributeList()
            parameters = dict(attributes.parameters)
            parameters.update({place - 1: found for place, found in places.items() if place > 0})
            own = places.get(_OWN, attributes.function)
            function.attributes = AttributeList(own, places.get(0, attributes.returned), parameters)


def upgrade_annotations(module: Module, version: int) -> None:
    """Make calling conventions and attributes of the annotations that LLVM `version` knows, and drop those."""
    named = module.named_metadata_of(_ANNOTATIONS)
    if named is None or version < ANNOTATIONS_SINCE:
        return
    kept: list[MDNode] = []
    seen: set[MDNode] = set()
    changes = _Changes()
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
            if not isinstance(key, MDString) or not _upgrade_one(changes, target, key.text, operands[at + 1], version):
                rest += [key, operands[at + 1]]
        if len(rest) > 1:
            kept.append(node if len(rest) == len(operands) else MDTuple.get(module.context, rest))
    named.operands = kept
    changes.apply()


def _upgrade_one(changes: _Changes, function: Function, key: str, value: object, version: int) -> bool:
    """Whether an attribute or the calling convention says it now."""
    if key == "grid_constant":
        if version < _GRID_CONSTANTS_SINCE or not isinstance(value, MDNode):
            return False
        for operand in value.operands:
            changes.add(function, _number(operand), Attribute.of_string("nvvm.grid_constant"))
        return True
    number = _number(value)
    if key == "kernel":
        if number:
            function.calling_convention_number = NUMBER_OF_WORD["ptx_kernel"]
        return True
    if key == "align":
        alignment = Attribute.of_integer("alignstack", number & ((1 << _ALIGNMENT_BITS) - 1))
        changes.add(function, number >> _ALIGNMENT_BITS, alignment)
        return True
    if key in _NUMBERS:
        changes.add(function, _OWN, Attribute.of_string(_NUMBERS[key], str(number)))
        return True
    name = _DIMENSIONS.get(key[:-1])
    if name is None or key[-1] not in _AXES:
        return False
    known = changes.attributes(function, _OWN).find(name)
    parts = [] if known is None else [part.strip() for part in known.value.split(",")]
    axis = _AXES.index(key[-1])
    parts += ["1"] * (axis + 1 - len(parts))
    parts[axis] = str(number)
    changes.add(function, _OWN, Attribute.of_string(name, ",".join(parts)))
    return True


def _number(value: object) -> int:
    constant = value.value if isinstance(value, ValueAsMetadata) else None
    return constant.unsigned if isinstance(constant, ConstantInt) else 0
