"""What the parts of a move ask of each other."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from pyllvm.ir.value import Value


@mypyc_attr(allow_interpreted_subclasses=True)
class Materializer:
    """Makes global values of the result for those of the source, when something first mentions them."""

    def materialize(self, value: Value, is_indirect: bool) -> Value | None:
        """What stands in the result for a global value; `is_indirect`: an alias or ifunc leads to it. None: nothing."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Mapping:
    """Knows what each value of the source is in the result."""

    def map_value(self, value: Value) -> Value | None:
        """The value of the result; None for a local value, and for a global one that is not there."""
        raise NotImplementedError
