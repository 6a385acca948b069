"""Types, constants, metadata and attributes from text, in the terms of a module that exists.

The grammar knows only modules, so each text is read as a definition of a module of its own. That module shares the context of the
existing one, and knows the structs and symbols that the text names. The text of attributes is read as a part of a function's
declaration.
"""

from __future__ import annotations

import re
from typing import Final

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.assembly.reader.builder import Builder
from pyllvm.assembly.reader.driver import Driver
from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.text_error import TextError
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source, Span
from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.constants import Constant
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import ArrayType, Context, Type
from pyllvm.tables.attributes import KIND_OF_WORD

_NAME: Final = re.compile(rb'@(?:"([^"]*)"|([-a-zA-Z$._][-a-zA-Z$._0-9]*))')
_ESCAPE: Final = re.compile(rb"\\([0-9a-fA-F]{2}|\\)")
# A name that no symbol of a real module has.
_OWN: Final = b"pyllvm fragment"
_TYPE: Final = b'%"' + _OWN + b'" = type '
_VARIABLE: Final = b'@"' + _OWN + b'" = global '
# Widths that every version has.
_INTEGER: Final = re.compile(rb"i[1-9][0-9]{0,4}")
_OPAQUE: Final = re.compile(rb"\bptr\b")
_SHOWN: Final = 60
_NO_ENTITY: Final = "expected top-level entity"
_PRIMITIVES: Final = frozenset((b"void", b"label", b"metadata", b"token"))


def type_of_text(module: Module, text: str) -> Type:
    """The type of that text, such as `{ i32, [4 x ptr] }`; PyllvmError with the location if it is none."""
    if not isinstance(text, str):
        raise TypeError(f'a type is given as text, such as "i32", not as {text!r}')
    data = text.strip().encode("utf-8", "surrogateescape")
    # Most texts are these, and need no parser.
    if _INTEGER.fullmatch(data) is not None:
        return module.context.integer(int(data[1:]))
    if data == b"ptr" and not module.has_typed_pointers:
        return module.context.pointer()
    if data in _PRIMITIVES:
        return module.context.primitive(data.decode())
    if data.lstrip(b"< ")[:1] == b"{" and data[-1:] != b")":
        # The definition of a struct would be an identified struct.
        builder, _ = read_fragment(module, _TYPE + b"[1 x ", data, b"]", "type")
        wrapped = builder.types.named.get(_OWN)
        assert isinstance(wrapped, ArrayType)
        return wrapped.element
    builder, _ = read_fragment(module, _TYPE, data, b"", "type")
    return builder.types.named[_OWN]


def constant_of_text(module: Module, text: str) -> Constant:
    """The constant of that text with its type, such as `i32 5` or `ptr @f`; PyllvmError with the location if it is none."""
    data = text.strip().encode("utf-8", "surrogateescape")
    known = _NAME.fullmatch(data)
    if known is not None:
        symbol = module.symbols.get(_name(known).decode("utf-8", "surrogateescape"))
        if symbol is None:
            raise _error(TextError(0, f"use of undefined value '{text.strip()}'"), module, data, 0, "value")
        return symbol
    _, scratch = read_fragment(module, _VARIABLE, data, b"", "value")
    variable = scratch.global_variables[0]
    found = variable.initializer
    assert isinstance(found, Constant)
    variable.set_single_operand(None)
    return found


def metadata_of_text(module: Module, text: str) -> MDNode:
    """The metadata node of that text, such as `!{i32 1, !"x"}` or `!DIFile(filename: "a.c", directory: "/")`."""
    data = text.strip().encode("utf-8", "surrogateescape")
    _, scratch = read_fragment(module, b"!x = !{!0}\n!0 = ", data, b"", "metadata")
    return scratch.named_metadata[0].operands[0]


def _name(match: re.Match[bytes]) -> bytes:
    quoted: bytes | None = match.group(1)
    if quoted is None:
        return bytes(match.group(2))
    return _ESCAPE.sub(_character, quoted)


def _character(match: re.Match[bytes]) -> bytes:
    digits: bytes = match.group(1)
    return digits if digits == b"\\" else bytes((int(digits, 16),))


def read_fragment(module: Module, before: bytes, data: bytes, after: bytes, what: str) -> tuple[Builder, Module]:
    """Read a definition whose text is `data`."""
    tables = load_tables()
    version = module.llvm_version
    scratch = Module("", module.context, version)
    scratch.data_layout = module.data_layout
    text = before + data + after + b"\n"
    lexer = Lexer(text, tables.keywords)
    state = State(lexer.data, lexer, scratch, version, True)
    state.has_opaque_pointers = not module.has_typed_pointers
    builder = Builder(state)
    if module.data_layout:
        builder.header.set_data_layout(module.data_layout)
    for match in _NAME.finditer(data):
        name = _name(match)
        symbol = module.symbols.get(name.decode("utf-8", "surrogateescape"))
        if symbol is not None:
            state.globals[name] = symbol
    for struct_name, struct in module.context.struct_names.items():
        builder.types.named[struct_name.encode("utf-8", "surrogateescape")] = struct
    try:
        Driver(tables, lexer, builder).run()
        builder.finish()
    except TextError as error:
        raise _error(error, module, data, len(before), what) from None
    return builder, scratch


def _error(error: TextError, module: Module, data: bytes, before: int, what: str) -> PyllvmError:
    """The error, with its location in the text that the caller gave, and the text: a traceback shows nothing else."""
    start = min(max(error.start - before, 0), len(data))
    lexer = Lexer(data, load_tables().keywords, start)
    end = start
    try:
        lexer.next_token()
        end = lexer.end
    except TextError:
        pass
    where = Span(Source(f"<{what}>", data), start, min(max(end, start), len(data)))
    # Behind the text is the end of the definition into which it was put.
    message = f"expected the end of the {what}" if error.message == _NO_ENTITY else error.message
    text = data.decode("utf-8", "replace")
    if what != "attribute" and text not in message:  # an attribute is named by its caller
        message += f" in {text if len(text) <= _SHOWN else text[:_SHOWN] + '...'!r}"
    if module.has_typed_pointers and _OPAQUE.search(data) is not None:
        message += f": pointers of this module of LLVM {module.llvm_version} have types, as in 'i8*'"
    return PyllvmError(Diagnostic("error", message, where, suggestion=error.suggestion))


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
