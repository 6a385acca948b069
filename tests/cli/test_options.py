"""Options and the groups of the help that they are in."""

from __future__ import annotations

from typing import Optional, get_type_hints

from pyllvm.cli.command import COMMANDS, LLVMCommand, command_named
from pyllvm.cli.option_values import Number, Switch
from pyllvm.cli.options import DIAGNOSTICS_GROUP, LLVMS_GROUP, OUTPUT_GROUP, VERSIONS_GROUP, flag, value
from pyllvm.cli.shared_options import Options, OutputOptions
from rows import each_row


class Table(OutputOptions, Options):
    order: bool = flag("order", "Keep the order", hidden=True, group=LLVMS_GROUP)
    dump: bool = flag("dump", "Dump", group=LLVMS_GROUP)
    passes: str | None = value("pass", "name", "Passes")
    force: bool = flag("f", "Another row for the same", group=OUTPUT_GROUP)


def test_groups() -> None:
    command = LLVMCommand("tool", Table, lambda options: 0, "a tool")
    shown = [(group, [option.names[0] for option in of]) for group, of in command.grouped()]
    assert shown == [
        ("", ["pass"]),
        (OUTPUT_GROUP, ["f", "o", "color", "theme"]),
        (VERSIONS_GROUP, ["llvm-version"]),
        (DIAGNOSTICS_GROUP, ["diagnostics-format"]),
        (LLVMS_GROUP, ["dump"]),
    ]
    hidden = [(group, [option.names[0] for option in of]) for group, of in command.grouped(hidden=True)]
    assert hidden == [(LLVMS_GROUP, ["order"])]


@each_row("name", sorted(COMMANDS))
def test_every_attribute_has_the_type_of_its_row(name: str) -> None:
    command = command_named(name)
    types = get_type_hints(command.table)
    for option in command.options:
        base: object = bool if option.is_flag else int if isinstance(option.value, Number) else str
        is_always_there = isinstance(option.value, Switch) or option.default is not None
        expected = list[str] if option.value.is_multiple else base if is_always_there else Optional[base]  # noqa: UP045
        assert types[option.name] == expected, option.name
    positional = command.positional
    assert positional is None or types[positional.name] == (list[str] if positional.several else str)


@each_row("name", sorted(COMMANDS))
def test_every_option_is_in_a_group(name: str) -> None:
    command = command_named(name)
    assert {option.group for option in command.options} <= {"", OUTPUT_GROUP, VERSIONS_GROUP, DIAGNOSTICS_GROUP, LLVMS_GROUP}
    assert {option.group for option in command.options if option.hidden} <= {LLVMS_GROUP}
    assert {"diagnostics-format"} <= {option.names[0] for option in command.options if option.group == DIAGNOSTICS_GROUP}
    names = {name for option in command.options for name in option.names}
    assert command.manual.common
    assert set(command.manual.common) <= names
