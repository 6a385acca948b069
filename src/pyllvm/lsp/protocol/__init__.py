"""The requests of the Language Server Protocol, answered from the sessions of the open files.

It needs pygls: `pip install 'pyllvm[lsp]'`.
"""

from __future__ import annotations

from pyllvm.lsp.checking import LINTED
from pyllvm.lsp.protocol import changing, contents, names, reading
from pyllvm.lsp.protocol.server import Server, add_texts_to


def make_server(version: int | None = None, rules: str = LINTED) -> Server:
    """A server with all its features; `version` is the LLVM in whose language texts are read, None to find it out.

    `rules` is VERIFIED or LINTED.
    """
    server = Server(version, rules)
    add_texts_to(server)
    for features in (names, reading, changing, contents):
        features.add_to(server)
    return server
