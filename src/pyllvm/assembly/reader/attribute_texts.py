"""Attributes from text: each text is read as a part of the declaration of a function."""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.reader.fragments import read_fragment
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.tables.attributes import KIND_OF_WORD

# The text before and behind attributes at each place. An attribute group has no function whose alignment could be meant.
_FRAMES: Final[dict[str, tuple[bytes, bytes]]] = {
    "function": (b"declare void @x() ", b""),
    "parameter": (b"declare void @x(ptr ", b")"),
    "returned": (b"declare ", b" ptr @x()"),
}
_POINTER: Final = b"ptr "
_TYPED_POINTER: Final = b"i8* "


def attributes_of_text(context: Context, version: int, text: str, place: str) -> list[Attribute]:
    """The attributes of a text in the order of sets; ValueError if it has none, or something else.

    The text may have attributes that belong to another place: only the verifier refuses them there.
    """
    data = text.strip().encode("utf-8", "surrogateescape")
    reason = ""
    for one in (place, *_FRAMES):
        try:
            found = _read(context, version, data, one)
        except PyllvmError as error:
            reason = reason or error.diagnostic.message
            continue
        if found:
            return list(found.attributes)
    if text.strip() in KIND_OF_WORD:
        raise ValueError(f"the attribute '{text.strip()}' has a value: write it as LLVM's text does, such as 'align 8'")
    hint = "" if b'"' in data else ": a string attribute is written with quotes"
    raise ValueError(f"{text!r} is not an attribute of LLVM {version}: {reason or 'nothing was found'}{hint}")


def _read(context: Context, version: int, data: bytes, place: str) -> AttributeSet:
    module = Module("", context, version)
    before, after = _FRAMES[place]
    if module.has_typed_pointers:
        before, after = before.replace(_POINTER, _TYPED_POINTER), after.replace(_POINTER, _TYPED_POINTER)
    _, scratch = read_fragment(module, before, data, after, "attribute")
    attributes = scratch.functions[0].attributes
    if attributes is None:
        return AttributeSet()
    return attributes.function if place == "function" else attributes.returned if place == "returned" else attributes.parameter(0)
