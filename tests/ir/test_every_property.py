"""Every property of every object of the constructs: what is set is there, and setting it back leaves nothing changed."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import BasicBlock, BranchInst, Function, Module, User, Value
from pyllvm.ir.constants import UNDEF, SimpleConstant
from pyllvm.ir.types import LABEL, METADATA, TOKEN

from .test_constructs import assert_linked

# Names are unique, the uses belong to the users, and the version is changed by `bring`.
OTHERS_TEST = {"name", "uses", "known_pairs", "llvm_version"}
IS_REFUSED = (ValueError, TypeError)  # such as an operand of another type


def objects(module: Module) -> Iterator[object]:
    """The module, and what is in it: values, their types, and nodes."""
    waiting: list[object] = [module, *module.symbols.values(), *module.named_metadata, *module.metadata_nodes()]
    met = set()
    while waiting:
        one = waiting.pop()
        if id(one) in met:
            continue
        met.add(id(one))
        yield one
        if isinstance(one, Function):
            waiting += (*one.arguments, *one.blocks)
        if isinstance(one, BasicBlock):
            waiting += one.instructions
        if isinstance(one, User):
            waiting += one.operands
        if isinstance(one, Value):
            waiting.append(one.type)


def properties(of: type, *, can_be_set: bool) -> list[str]:
    found = [(name, inspect.getattr_static(of, name)) for name in dir(of) if not name.startswith("_")]
    return [name for name, one in found if isinstance(one, property) and (not can_be_set or one.fset)]


@pytest.mark.parametrize("version", [14, 22])
def test_what_is_set_is_there_and_goes_again(version: int) -> None:
    text = (Path(__file__).parents[1] / "data" / f"constructs.{version}.ll").read_text()
    module = pyllvm.parse_assembly(text, llvm_version=version)
    by_class: dict[type, list[object]] = {}
    for one in objects(module):
        by_class.setdefault(type(one), []).append(one)
    by_type: dict[object, list[object]] = {}
    for one in objects(module):
        if isinstance(one, Value):
            by_type.setdefault(one.type, []).append(one)
    for kind, members in by_class.items():
        for name in set(properties(kind, can_be_set=True)) - OTHERS_TEST:
            values = [getattr(one, name) for one in members]
            for one, own in zip(members, values, strict=True):
                alike: list[object] = [own[::-1]] if isinstance(own, list) else []
                if isinstance(own, Value):
                    alike = by_type[own.type][:2]
                    if own.type.is_first_class and own.type.kind not in (LABEL, METADATA, TOKEN):
                        alike.append(SimpleConstant.get(own.type, UNDEF))
                for value in [*alike, *values[:3], own]:
                    if isinstance(one, BranchInst) and name in ("condition", "false_block") and value is None:
                        continue  # it loses its other block as well
                    expected = getattr(one, name)
                    try:
                        setattr(one, name, value)
                        expected = value
                    except IS_REFUSED:
                        pass
                    assert getattr(one, name) == expected, (kind, name)
    assert_linked(module)
    # Edits change the order of the uses, which the comments follow.
    assert re.sub(";.*", "", str(module)) == re.sub(";.*", "", "; m\n" + text)
