"""The interfaces through which the parts of a move call each other."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from pyllvm.ir.value import Value


@mypyc_attr(allow_interpreted_subclasses=True)
class Materializer:
    """Makes a global value of the result for one of the source when something first mentions it."""

    def materialize(self, value: Value) -> Value | None:
        """Return the value of the result for a global value, or None."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Mapping:
    """Knows the value of the result for each value of the source."""

    def map_value(self, value: Value) -> Value | None:
        """Return the value of the result; None for a local value, and for a global value that the result does not have."""
        raise NotImplementedError
