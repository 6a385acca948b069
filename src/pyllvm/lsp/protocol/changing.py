"""Completion and formatting."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from pyllvm.diagnostics import PyllvmError
from pyllvm.lsp import completion
from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.formatting import edits_between, formatted
from pyllvm.lsp.protocol.ranges import edits_of, position_of, range_of
from pyllvm.lsp.protocol.server import Server
from pyllvm.lsp.session import Session

_COMPLETION_KINDS: Final = {
    "value": types.CompletionItemKind.Variable,
    "label": types.CompletionItemKind.Reference,
    "function": types.CompletionItemKind.Function,
    "global": types.CompletionItemKind.Variable,
    "type": types.CompletionItemKind.Struct,
    "constant": types.CompletionItemKind.Constant,
    "instruction": types.CompletionItemKind.Keyword,
    "keyword": types.CompletionItemKind.Keyword,
    "attribute": types.CompletionItemKind.Property,
}


def add_to(server: Server) -> None:
    """Add the features."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["%", "@", "!", "#", "$"]))
    def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        session = server.session(params.text_document.uri)
        offset = session.document.offset(position_of(params.position))
        proposals, start = completion.completions(session, offset)
        place = range_of(session.document, start, offset)
        return [
            types.CompletionItem(
                one.text,
                kind=_COMPLETION_KINDS[one.kind],
                detail=one.detail or None,
                documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
                filter_text=one.text,
                text_edit=types.TextEdit(place, one.text),
            )
            for one in proposals
        ]

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def format_file(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        session = server.session(params.text_document.uri)
        edits = await _formatting(server, session)
        return None if edits is None else edits_of(session.document, edits)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def format_range(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit] | None:
        session = server.session(params.text_document.uri)
        edits = await _formatting(server, session)
        document = session.document
        first, last = document.offset(position_of(params.range.start)), document.offset(position_of(params.range.end))
        return None if edits is None else edits_of(document, [one for one in edits if first <= one.end and one.start <= last])


async def _formatting(server: Server, session: Session) -> list[TextEdit] | None:
    """The edits that format a file; None, after a message, if it cannot be read."""
    revision = session.revision
    data = session.document.data
    try:
        made = await server.done(session, formatted, data, session.name, session.requested_version)
    except PyllvmError as error:
        server.tell(types.MessageType.Warning, f"{session.name} was not formatted: {error}")
        return None
    # The editor drops the edits if the text has changed since it asked, and so does the server.
    return edits_between(data, made) if session.revision == revision else None
