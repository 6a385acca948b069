"""The four interfaces through which a NodeSpec talks to the reader, writer, printer and parser.

A NodeSpec knows no class of the IR: metadata is `object | None` here, and these methods are all it can ask about it.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from pyllvm.versions import NEWEST

#: How the message ends about a record that is longer than any that is known.
LONGER: Final = ", more than this LLVM has"


class RecordError(ValueError):
    """A record that no layout of its node accepts; the message is a sentence."""


class NoRepresentation(ValueError):
    """A value that the record of a version cannot hold; the message is a sentence."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MetadataSource:
    """The bitcode reader: turns the numbers of a record into metadata.

    `llvm_version` is the version of the reader; a few records have a different meaning in different versions.
    """

    llvm_version: int = NEWEST

    def metadata(self, id_plus_one: int) -> object | None:
        """The metadata with number `id_plus_one` - 1, None for 0."""
        raise NotImplementedError

    def metadata_not_null(self, id: int) -> object:
        """The metadata with number `id`."""
        raise NotImplementedError

    def string(self, id_plus_one: int) -> object | None:
        """The string with number `id_plus_one` - 1; None for 0, and if that metadata is not a string."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class MetadataNumbers:
    """The bitcode writer: knows the number of each metadata."""

    def id_or_null(self, metadata: object | None) -> int:
        """The number of `metadata` plus one, 0 for None."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class MetadataText:
    """The printer: spells metadata."""

    def metadata(self, metadata: object | None) -> str:
        """`metadata` as an operand: `!7`, `null`, `i32 3`, an expression in full."""
        raise NotImplementedError

    def string_text(self, metadata: object) -> str:
        """The text of a metadata string."""
        raise NotImplementedError

    def integer(self, metadata: object, signed: bool) -> int | None:
        """The integer, if `metadata` is a constant integer as metadata."""
        raise NotImplementedError

    def expression_integer(self, metadata: object) -> int | None:
        """The signed integer, if `metadata` is an expression that is a signed constant."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class MetadataBuilder:
    """The text parser: makes the metadata that a field's text describes."""

    def string(self, text: str) -> object:
        """The metadata string of that text."""
        raise NotImplementedError

    def integer(self, value: int) -> object:
        """The constant `i64 value` as metadata."""
        raise NotImplementedError

    def expression_integer(self, value: int) -> object:
        """`!DIExpression(DW_OP_consts, value)`."""
        raise NotImplementedError
