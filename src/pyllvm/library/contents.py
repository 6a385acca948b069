"""The contents that the library's functions take and give: bytes of any kind, texts, paths, and open files."""

from __future__ import annotations

import os

from pyllvm.ir.misuse import check_path
from pyllvm.notation import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import IO, Any, TypeAlias

    from _typeshed import ReadableBuffer

    # A path, or an open file, of bytes or of text.
    Readable: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]
    Writable: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]
    # Bytes of any kind: bytes, bytearray, memoryview, mmap, array, and what other libraries have, such as Arrow's buffers.
    Data: TypeAlias = ReadableBuffer

_NAME: Final = "<file>"


def bytes_of(data: Data, doing: str) -> bytes:
    """The bytes of an argument; TypeError if it has none."""
    if isinstance(data, bytes):
        return data
    if isinstance(data, str):
        raise TypeError(f"{doing} takes bytes, not a str: parse_assembly takes text, and read the path of a file")
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"{doing} takes bytes, or what has some, not {_named(data)}") from None


def opened(path: Readable, doing: str) -> tuple[str, bytes | str | None]:
    """The name of a path or an open file, and the content of a file that is open already; TypeError if it is neither."""
    if isinstance(path, (str, os.PathLike)):
        return os.fspath(path), None
    check_path(path, doing)
    read = getattr(path, "read", None)
    if read is None:
        raise TypeError(f"{doing} takes a path or an open file, not {_named(path)}")
    content: Any = read()
    if not isinstance(content, str):
        content = bytes_of(content, doing)
    return name_of(path), content


def name_of(file: object) -> str:
    """The name of an open file; a general one if it has none."""
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else _NAME


def is_of_text(file: object) -> bool:
    """Whether an open file is for text, and not for bytes."""
    import io

    return isinstance(file, io.TextIOBase) or hasattr(file, "encoding")


def _named(thing: object) -> str:
    return "None" if thing is None else f"a {type(thing).__name__}"
