"""Forward references to globals: a definition replaces the placeholder, also inside constants."""

from __future__ import annotations

from pyllvm.assembly.reader.state import State
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.value import Value


def replace_placeholder(placeholder: Value, replacement: Value, state: State) -> None:
    """Make every user of a placeholder use `replacement`, newest use first as in LLVM; constants stay unique."""
    wrapped = state.wrapped.pop(placeholder, None)
    if isinstance(wrapped, ValueAsMetadata):
        wrapped.value = replacement
        state.context.metadata.pop(placeholder, None)
        state.context.metadata.setdefault(replacement, wrapped)
    replace_everywhere(placeholder, replacement)
