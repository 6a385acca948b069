"""``pyllvm explain RULE``: what a rule says, whichever part of pyllvm found that it is broken."""

from __future__ import annotations

from textwrap import fill

from pyllvm.cli.arguments import edit_distance
from pyllvm.cli.option_values import UsageError
from pyllvm.findings.explanations import SYNTAX, list_of_rules, texts_about_message, texts_of_rules
from pyllvm.notation import Final

_MOST_NEAR: Final = 5


def explanation(name: str) -> str:
    """The text about a rule or a mistake; UsageError with the nearest names if there is none with this name."""
    found = [text for rule, text in texts_of_rules() if name in (rule, rule.removeprefix(SYNTAX))] or texts_about_message(name)
    if not found:
        names = list(dict.fromkeys(rule for rule, _ in texts_of_rules()))
        nearest = sorted(names, key=lambda one: (name not in one, edit_distance(name, one.removeprefix(SYNTAX))))[:_MOST_NEAR]
        raise UsageError(
            f"There is no rule named '{name}'", f"The nearest names are {', '.join(nearest)}", "'pyllvm explain' lists all rules"
        )
    return _wrapped("\n".join(found))


def _wrapped(text: str) -> str:
    """The text in lines of at most 80 columns; what a line of a list goes on with is indented."""
    return "\n".join(
        fill(line, 80, subsequent_indent="    " * line.startswith(" "), break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def all_rules() -> str:
    """Every rule in a line, in groups."""
    return _wrapped(list_of_rules())
