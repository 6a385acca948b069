"""Who uses a value, in words for messages."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.value import Value

# How many users a message names.
_NAMED: Final = 3


def short_text(value: Value) -> str:
    """The text of a value in a message: of a global value and a block only the name."""
    parent = getattr(value, "parent", None)
    if hasattr(value, "linkage"):
        return f"@{value.name}" if value.name else "a symbol without a name"
    if hasattr(value, "instructions"):
        return f"label %{value.name}" if value.name else "a block without a name"
    try:
        text = " ".join(str(value).split())
    except (PyllvmError, LookupError, ValueError, TypeError, AttributeError, AssertionError):
        text = type(value).__name__  # a value that cannot be printed yet
    function = getattr(parent, "parent", None)
    return f"{text} in @{function.name}" if function is not None and function.name else text


def users_text(value: Value) -> str:
    """The newest users of a value: `: by A, B and 5 more`."""
    users = value.users
    met = dict.fromkeys(users[: _NAMED * 4])
    named = [f"'{short_text(user)}'" for user in list(met)[:_NAMED]]
    rest = len(users) - len(named)
    return f": by {', '.join(named)}" + (f" and {rest} more" if rest > 0 and len(users) > _NAMED else "")
