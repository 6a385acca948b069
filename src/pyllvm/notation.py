"""Stand-ins for `typing` names, used by uncompiled modules that every command loads at start-up.

For a type checker these are the names of `typing`, `types` and `collections.abc`. When the code runs they have no meaning:
annotations are not evaluated, and importing these modules takes as long as the start of the interpreter. Compiled modules import
the names from where they are: the build leaves out what only annotations read (`compiling/start.py`).
"""

from __future__ import annotations

# Type checkers take this name for true.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable as Callable
    from collections.abc import Collection as Collection
    from collections.abc import Hashable as Hashable
    from collections.abc import Iterable as Iterable
    from collections.abc import Iterator as Iterator
    from collections.abc import Mapping as Mapping
    from collections.abc import Sequence as Sequence
    from types import TracebackType as TracebackType
    from typing import IO as IO
    from typing import Any as Any
    from typing import Final as Final
    from typing import NoReturn as NoReturn
    from typing import SupportsIndex as SupportsIndex
    from typing import final as final
else:
    Callable = Collection = Hashable = Iterable = Iterator = Mapping = Sequence = None
    TracebackType = None
    IO = Any = Final = NoReturn = SupportsIndex = None

    def final(definition: object) -> object:
        """Mark a class that has no subclasses, or a method that none overrides."""
        return definition
