"""Options and the help that lists them."""

from __future__ import annotations

from pyllvm.cli.options import LLVMCommand, choice, color_option, flag, inputs, number, output_options, value


def test_help_is_complete() -> None:
    command = LLVMCommand(
        "tool",
        lambda **values: 0,
        "a tool",
        [
            *output_options(),
            flag("order", "order", "Keep the order", default=True, hidden=True),
            value("pass", "passes", "name", "Passes", multiple=True),
            number("limit", "limit", "N", "Limit", default=20),
            choice("form", "form", ("text", "json"), "Form", default="text"),
            color_option(),
        ],
        inputs("files", "input", several=True),
    )
    text = command.help_text()
    for option in command.options:
        assert option.usage() in text
    assert "EXIT STATUS" in text
