"""Checks that the parts of constants are constants: values of a function have names there that LLVM does not look up."""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.ir.constants import Constant
from pyllvm.ir.value import Value

# A local name where an operand ends. In a type, more of the type or a name follows.
_LAST_NAME: Final = rb'%(?:"([^"]*)"|([-$.\w]+))(?=\s*(?:[,)\]}>]|to\b))'


def check_constants(state: State, values: list[Value], start: int) -> None:
    """Check the operands of a constant; the text of the first one begins at byte `start`."""
    for value in values:
        if not isinstance(value, Constant):
            _refuse(state, value, start)


def check_constant(state: State, value: Value, start: int) -> Value:
    """Check one operand of a constant, whose text begins at byte `start`, and return it."""
    if not isinstance(value, Constant):
        _refuse(state, value, start)
    return value


def _refuse(state: State, value: Value, start: int) -> None:
    import re  # only for this error

    name = value.name
    place = start
    for match in re.finditer(_LAST_NAME, state.data[start:]):
        if not name or text_of_bytes(match.group(1) or match.group(2)) == name:
            place = start + match.start()
            break
    state.error(place, "invalid use of function-local name")
