"""Errors of programs that give a bad name, or copy a part of a module alone."""

from __future__ import annotations

from typing import NoReturn


def check_name(name: object) -> None:
    """Raise TypeError if a name is not a string, and ValueError if LLVM allows no such name."""
    if not isinstance(name, str):
        raise TypeError(f"a name is a string, not {name!r}")
    if "\0" in name:
        raise ValueError(f"a name cannot contain a NUL character: {name!r}")


def no_copy(part: object) -> NoReturn:
    """Raise TypeError for a part of IR that is to be copied or pickled."""
    raise TypeError(
        f"{part!r} is a part of its module and cannot be copied or pickled alone. Copy or pickle the module; an instruction has "
        "clone(), and pyllvm.clone_function copies a function. A text, str(part), can be kept everywhere."
    )
