"""The texts that the editor opens, changes and closes, and the settings."""

from __future__ import annotations

from lsprotocol import types

from pyllvm.lsp.protocol.server import Server


def add_to(server: Server) -> None:
    """Add the features."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)
        roots = [folder.uri for folder in params.workspace_folders or []]
        if not roots and params.root_uri:
            roots = [params.root_uri]
        server.add_folders(roots)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)
        server.check_all()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.remove_folders([folder.uri for folder in params.event.removed])
        server.add_folders([folder.uri for folder in params.event.added])

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def open_file(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document.uri, params.text_document.text, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def change(params: types.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, list(params.content_changes), params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)
