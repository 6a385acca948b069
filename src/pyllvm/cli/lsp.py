"""``pyllvm lsp``: the language server, which an editor starts."""

from __future__ import annotations

import os
import sys

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import flag, number
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import Tool
from pyllvm.cli.requested_wishes import requested_version
from pyllvm.cli.shared_options import Options
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final, final

_LARGEST_PORT: Final = 0xFFFF


def serve(options: LspOptions) -> int:
    """Serve one editor until it ends, and return the exit status."""
    port: int = options.tcp
    if port and options.stdio:
        raise UsageError("--tcp and --stdio are two ways to reach the server; give one")
    if not 0 <= port <= _LARGEST_PORT:
        raise UsageError(f"--tcp must be a port from 1 to {_LARGEST_PORT}")
    version = requested_version(options.llvm_version)
    try:
        from pyllvm.lsp.checking import LINTED, VERIFIED
        from pyllvm.lsp.protocol import make_server
    except ModuleNotFoundError as missing:
        needed = PyllvmError(f"the language server needs the package {missing.name}: pip install 'pyllvm[lsp]'")
        Tool(command, options.color, options.diagnostics_format).report_error(needed)
        return 1
    server = make_server(version, VERIFIED if options.no_lint else LINTED)
    if port:
        server.start_tcp("127.0.0.1", port)
    else:
        # The server closes its output in the end, and what ends the program flushes the program's own.
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
            server.start_io(sys.stdin.buffer, output)
    return 0


_MANUAL: Final = Manual(
    description=(
        "Serves an editor that speaks the Language Server Protocol: errors, findings of the verifier and of lint while you type, "
        "corrections, definitions and uses, hover texts, completion, outline, calls, renaming and formatting, for the text of "
        "every LLVM version. It also has the text of bitcode. The editor starts it; docs/editors.md shows how."
        "\n\n"
        "A text is read as the LLVM that it names or needs, or as the one of --llvm-version, or of a comment "
        "'; llvm-version: 14' in its first lines. It needs the packages of pip install 'pyllvm[lsp]'."
    ),
    examples=[
        ("pyllvm-lsp", "serve the editor that started it, over standard input and output"),
        ("pyllvm-lsp --tcp=2087", "serve an editor that connects to this port"),
        ("pyllvm-lsp --llvm-version=14", "read texts as LLVM 14 does"),
    ],
    common=("tcp", "llvm-version", "no-lint"),
)


@final
class LspOptions(Options):
    """The options of the command."""

    stdio: bool = flag("stdio", "Use standard input and output, as without an option")
    tcp: int = number("tcp", "port", "Wait for an editor at this port of 127.0.0.1", default=0)
    no_lint: bool = flag("no-lint", "Do not warn of what LLVM accepts but is probably a mistake")


command = LLVMCommand("lsp", LspOptions, serve, "language server for LLVM IR", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()
