"""Makes the server with all its features. It needs pygls: `pip install 'pyllvm[lsp]'`."""

from __future__ import annotations

from pyllvm.lsp.protocol import actions, changing, contents, names, reading, texts
from pyllvm.lsp.protocol.server import Server


def make_server(version: int | None = None, *, lints: bool = True) -> Server:
    """A server with all its features; `version` is the LLVM in whose language texts are read, None to find it out."""
    server = Server(version, lints=lints)
    for features in (texts, names, reading, changing, actions, contents):
        features.add_to(server)
    return server
