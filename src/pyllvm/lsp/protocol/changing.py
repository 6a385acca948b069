"""Completion and formatting."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from pyllvm.diagnostics import PyllvmError
from pyllvm.lsp import completion
from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.formatting import edits_between, formatted
from pyllvm.lsp.proposals import Proposal
from pyllvm.lsp.protocol.server import Server, edits_of, position_of, range_of
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
    "field": types.CompletionItemKind.Field,
}

_TRIGGERS: Final = ["%", "@", "!", "#", "$", ".", "("]
_IN_METADATA: Final = frozenset(("field", "constant"))


def add_to(server: Server) -> None:
    """Add the features."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    def complete(params: types.CompletionParams) -> list[types.CompletionItem] | types.CompletionList:
        session = server.session(params.text_document.uri)
        offset = session.document.offset(position_of(params.position))
        found = completion.completions(session, offset)
        # Behind a parenthesis, an editor asks by itself: only what metadata can have there is worth showing.
        if params.context is not None and params.context.trigger_character == "(":
            if not all(one.kind in _IN_METADATA for one in found.proposals):
                return []
        place = range_of(session.document, found.start, offset)
        items = [_item(session, place, one, number) for number, one in enumerate(found.proposals)]
        return items if found.is_whole else types.CompletionList(is_incomplete=True, items=items)

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


def _item(session: Session, place: types.Range, one: Proposal, number: int) -> types.CompletionItem:
    """A proposal in the protocol's terms; `number` is its place in the order."""
    return types.CompletionItem(
        one.text.rstrip(),
        kind=_COMPLETION_KINDS[one.kind],
        detail=one.detail or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
        sort_text=f"{number:04}",
        filter_text=one.text,
        text_edit=types.TextEdit(place, one.text),
        additional_text_edits=edits_of(session.document, list(one.edits)) or None,
    )
