"""Texts that the server makes, for editors that show them as files: of bitcode, and of other versions.

The text of the bitcode in `/home/x.bc` has the address `pyllvm:/home/x.bc.ll`; `pyllvm:/home/lib.a(x.o).ll` is a member of an
archive. `pyllvm:/home/x.ll?llvm=14` is a text as LLVM 14 prints it.
"""

from __future__ import annotations

from urllib.parse import parse_qs, quote, unquote, urlsplit

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import from_fs_path, to_fs_path

from pyllvm.diagnostics import PyllvmError
from pyllvm.lsp.made_texts import members_of_file, text_in_version, text_of_file
from pyllvm.lsp.protocol.server import SCHEME, Server
from pyllvm.versions import SUPPORTED


def add_to(server: Server) -> None:
    """Add the features."""

    @server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
    async def content(params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
        return types.TextDocumentContentResult(await _content(server, params.uri))

    @server.command("pyllvm.text")
    async def text(uri: str) -> dict[str, object]:
        """The text of a file, by its address or the address of its text; `uri` is then the address of the text."""
        made = uri if uri.startswith(SCHEME + ":") else address_of_text(_path(uri))
        content = await _content(server, made)
        # The editor may show the text under the address of the file itself.
        server.made_versions[uri] = server.made_versions[made]
        session = server.sessions.get(uri)
        if session is not None:
            session.setting = server.made_versions[uri]
        return {"uri": made, "text": content}

    @server.command("pyllvm.members")
    async def members(uri: str) -> list[dict[str, str]]:
        """The modules in a file, each with its name and the address of its text."""
        try:
            found = await server.in_process(members_of_file, _path(uri))
        except (PyllvmError, OSError) as error:
            raise JsonRpcInvalidParams(str(error)) from None
        return [{"name": name, "uri": address_of_text(name)} for name in found]


def address_of_text(name: str) -> str:
    """The address of the text of a file of bitcode, or of a module in a container."""
    return f"{SCHEME}:{quote(name)}.ll"


def address_of_version(uri: str, version: int) -> str:
    """The address of a text as another LLVM prints it."""
    return f"{SCHEME}:{quote(_path(uri))}?llvm={version}"


def _path(uri: str) -> str:
    """The path of a file, which may name a member of a container."""
    if uri.startswith(SCHEME + ":"):
        return unquote(urlsplit(uri).path)
    return to_fs_path(uri) or uri


async def _content(server: Server, uri: str) -> str:
    parts = urlsplit(uri)
    asked = parse_qs(parts.query).get("llvm", [""])[0]
    name = unquote(parts.path)
    try:
        if not asked:
            text, version, warnings = await server.in_process(text_of_file, name.removesuffix(".ll"))
            for warning in warnings:
                server.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"{name}: {warning}"))
        else:
            version = int(asked) if asked.isdigit() else 0
            if version not in SUPPORTED:
                raise JsonRpcInvalidParams(f"there is no LLVM {asked}")
            session = server.sessions.get(from_fs_path(name) or "")
            if session is not None:
                text, losses = await server.done(
                    session, text_in_version, session.document.data, session.name, session.version, version
                )
            else:
                text, version, losses = await server.in_process(text_of_file, name, version)
            if losses:
                text = "".join([f"; LLVM {version} cannot hold: {loss}\n" for loss in losses]) + text
    except (PyllvmError, OSError) as error:
        raise JsonRpcInvalidParams(str(error)) from None
    server.made_versions[uri] = version
    return text
