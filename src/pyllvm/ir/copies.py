"""Why parts of a module are not copied or pickled alone."""

from __future__ import annotations

from typing import NoReturn


def no_copy(part: object) -> NoReturn:
    """Raise TypeError for a part of IR that is to be copied or pickled."""
    raise TypeError(
        f"{part!r} is a part of its module and cannot be copied or pickled alone. Copy or pickle the module; an instruction has "
        "clone(), and pyllvm.clone_function copies a function. A text, str(part), can be kept everywhere."
    )
