"""Intrinsics of the text's LLVM: their names, with the types of a call where these are known, and the declaration they need."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.printer.types import TypePrinter
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.written_types import NAME, closing, first_type, parts_of
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.intrinsics.overloaded_names import overloaded_name
from pyllvm.ir.intrinsics.signatures import RETURN_MISMATCH, IntrinsicSignature, signature
from pyllvm.ir.types import FunctionType, Type
from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.document import Document
from pyllvm.lsp.proposals import MOST, Proposal
from pyllvm.lsp.scope import Place, has_typed_pointers
from pyllvm.lsp.session import Session
from pyllvm.tables.intrinsics import intrinsic_names, intrinsic_signature_row, intrinsic_targets
from pyllvm.versions import NEWEST

PREFIX: Final = b"@llvm."
_CALLS: Final = frozenset((b"call", b"invoke", b"callbr"))
_ARGUMENTS: Final = re.compile(rb"[-a-zA-Z$._0-9]*\(")
_WORD: Final = re.compile(
    rb"\A[ \t]*(?:%" + NAME + rb"[ \t]*=[ \t]*)?(?:(?:tail|musttail|notail)[ ]+)?(call|invoke|callbr|declare)\b"
)
_NAMED: Final = re.compile(rb"%" + NAME)
_WORDS: Final = re.compile(r"[a-z]+\d[a-z0-9]*|[a-z]+(?:-[a-z]+)*\$\d+|\$\d+")
_PLAIN_TYPES: Final = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "f128": "fp128", "p0": "ptr"}


class _Call(NamedTuple):
    """The types of a call: what it returns, and the whole type if the arguments are there."""

    returned: Type | None
    type: FunctionType | None


class _Fit(NamedTuple):
    """The types that the name ends in, empty if they are not all known, and the intrinsic's type."""

    types: list[Type]
    type: FunctionType | None


def intrinsics(session: Session, number: int, at: int, line: bytes, place: Place | None, begun: bytes) -> list[Proposal]:
    """The intrinsics whose names begin like that, at an offset in the chunk with that number; `line` is what is before it."""
    version = session.version or NEWEST
    document = session.document
    beginning = begun[1:].decode("utf-8", "replace")
    is_call = place is not None and place.instruction in _CALLS and not place.bracket
    is_declared = line.startswith(b"declare")
    call = _Call(None, None)
    if is_call or is_declared:
        call = _types_of_call(line, document.chunks[number].data[at:], version)
    is_typed = has_typed_pointers(document, number, session.version)
    matching: list[Proposal] = []
    others: list[Proposal] = []
    present = session.index.definitions()
    for name in intrinsic_names(beginning, version):
        known = signature(name, version)
        fit = _Fit([], None) if known is None else _fit(known, call, is_typed=is_typed)
        proposals = others if known is None or fit is None else matching
        if len(proposals) > MOST:
            continue
        text = name
        edits: tuple[TextEdit, ...] = ()
        if known is not None and fit is not None:
            text = overloaded_name(known.name, fit.types) or name
            if is_call and fit.type is not None and b"@" + text.encode() not in present:
                edits = (_declaration(document, fit.type, text),)
        proposals.append(Proposal("@" + text, "function", _shown(name, version), edits=edits))
    targets = [Proposal("@" + prefix, "keyword", "intrinsics of a target") for prefix in intrinsic_targets(beginning)]
    return [*matching, *targets, *others] if call.returned is not None else [*others, *matching, *targets]


def _fit(known: IntrinsicSignature, call: _Call, *, is_typed: bool) -> _Fit | None:
    """The types that a call tells about the intrinsic in it; None if the intrinsic has another result."""
    if call.returned is None:
        return _Fit([], None)
    context = call.returned.context
    match = known.match(call.type or context.function(call.returned, [], known.is_variadic))
    if match.mismatch and call.type is not None:
        match = known.match(context.function(call.returned, [], known.is_variadic))
    if match.mismatch == RETURN_MISMATCH:
        return None
    # Too few arguments are a fault, too, but the types in the result have been found.
    if len(match.types) != known.overload_count:
        return _Fit([], None)
    try:
        type = known.function_type(context, match.types, is_typed)
    except TypeError:
        # An argument would have the type of the result: void.
        return None
    return _Fit(match.types, type)


def _types_of_call(line: bytes, behind: bytes, version: int) -> _Call:
    """The types that a line has before the name, and behind it."""
    word = _WORD.match(line)
    text = line[word.end() :] if word is not None else b""
    returned, _ = first_type(text, functions=False)
    whole, _ = first_type(text)
    if not returned:
        return _Call(None, None)
    arguments: list[bytes] | None = None
    opening = _ARGUMENTS.match(behind)
    if whole != returned and whole[-1:] == b")":
        arguments = parts_of(whole[whole.index(b"(", len(returned)) + 1 : -1])
    elif opening is not None:
        end = closing(behind, opening.end() - 1)
        inside = behind[opening.end() : end - 1] if end > 0 else b""
        if end > 0:
            arguments = [first_type(part)[0] for part in parts_of(inside)] if inside.strip() else []
    if arguments is not None and all(arguments):
        type = _function_type(returned, arguments, version)
        if type is not None:
            return _Call(type.return_type, type)
    type = _function_type(returned, [], version)
    return _Call(None if type is None else type.return_type, None)


def _function_type(returned: bytes, arguments: list[bytes], version: int) -> FunctionType | None:
    inside = b", ".join(arguments)
    names = sorted(set(_NAMED.findall(returned + b" " + inside)))
    if any(name[1:].isdigit() for name in names):
        return None
    text = b"".join([b"%s = type opaque\n" % name for name in names]) + b"declare %s @f(%s)\n" % (returned, inside)
    with COLLECTION_PAUSE:
        try:
            module = parse_text(text, TextReading("call"), version)
        except PyllvmError:
            return None
    return module.functions[0].function_type if module.functions else None


def _declaration(document: Document, type: FunctionType, name: str) -> TextEdit:
    """The edit that declares the intrinsic at the end of the text."""
    text_of = TypePrinter().text
    parameters = [text_of(parameter) for parameter in type.parameters] + (["..."] if type.is_variadic else [])
    size = len(document)
    last = document.chunks[-1].data if document.chunks else b"\n"
    start = "" if last.endswith(b"\n") else "\n"
    return TextEdit(size, size, f"{start}declare {text_of(type.return_type)} @{name}({', '.join(parameters)})\n")


def _shown(name: str, version: int) -> str:
    """The type of an intrinsic as the tables have it, with LLVM's names of types, and T for the types that the name ends in."""
    row = intrinsic_signature_row(name, version)
    if row is None or row[1].startswith("?"):
        return ""
    return _WORDS.sub(_shown_word, row[1]).replace("(", " (", 1).replace(",", ", ")


def _shown_word(match: re.Match[str]) -> str:
    word = match.group()
    kind, dollar, number = word.partition("$")
    if dollar:
        return f"{kind} T{number}" if kind else f"T{number}"
    return _PLAIN_TYPES.get(word, word)
