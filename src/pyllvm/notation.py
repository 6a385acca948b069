"""What annotations are written with, for modules that the start of a command needs and the build does not compile.

For a type checker these are the names of `typing`. When the code runs they stand for nothing: annotations are not evaluated, and
to import `typing` takes a third as long as the start of the interpreter.
"""

from __future__ import annotations

# Type checkers take this name for true.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Final as Final
    from typing import NoReturn as NoReturn
    from typing import SupportsIndex as SupportsIndex
    from typing import final as final
else:
    Any = Final = NoReturn = SupportsIndex = None

    def final(definition: object) -> object:
        """Mark a class that has no subclasses, or a method that none overrides."""
        return definition
