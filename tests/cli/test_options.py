"""Options and the groups of the help that they are in."""

from __future__ import annotations

import pytest

from pyllvm.cli.commands import COMMANDS, command_named
from pyllvm.cli.options import (
    DIAGNOSTICS_GROUP,
    LLVMS_GROUP,
    OUTPUT_GROUP,
    VERSIONS_GROUP,
    LLVMCommand,
    flag,
    llvms_own,
    output_options,
    value,
)
from pyllvm.cli.version_options import version_option


def test_groups() -> None:
    options = [
        flag("order", "order", "Keep the order", hidden=True, group=LLVMS_GROUP),
        *llvms_own(flag("dump", "dump", "Dump")),
        version_option(),
        *output_options(),
        value("pass", "passes", "name", "Passes"),
    ]
    command = LLVMCommand("tool", lambda **values: 0, "a tool", options)
    shown = [(group, [option.names[0] for option in of]) for group, of in command.grouped()]
    assert shown == [("", ["pass"]), (OUTPUT_GROUP, ["o", "f"]), (VERSIONS_GROUP, ["llvm-version"]), (LLVMS_GROUP, ["dump"])]
    hidden = [(group, [option.names[0] for option in of]) for group, of in command.grouped(hidden=True)]
    assert hidden == [(LLVMS_GROUP, ["order"])]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_in_a_group(name: str) -> None:
    command = command_named(name)
    assert {option.group for option in command.options} <= {"", OUTPUT_GROUP, VERSIONS_GROUP, DIAGNOSTICS_GROUP, LLVMS_GROUP}
    assert {option.group for option in command.options if option.hidden} <= {LLVMS_GROUP}
    assert {"diagnostics-format"} <= {option.names[0] for option in command.options if option.group == DIAGNOSTICS_GROUP}
    names = {name for option in command.options for name in option.names}
    assert command.manual.common
    assert set(command.manual.common) <= names
