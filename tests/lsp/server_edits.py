"""Makes random edits through the protocol, and compares the diagnostics after each few with the same text opened anew.

    python -m tests.lsp.server_edits --count 1000 [--seed 1] [FILE.ll ...]

The edits follow each other quickly, so that checks in the background are outdated when they end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path
from typing import Final

from lsprotocol import types
from tests.lsp.client import Editor
from tests.lsp.edits import DATA, Difference, Writer

_PATIENCE: Final = 60.0


async def run(texts: list[str], count: int, seed: int, *, edits_each: int = 5) -> None:
    """Make edits; a Difference says after which edit the diagnostics stay different."""
    chance = random.Random(seed)
    editor = Editor()
    await editor.start_io(sys.executable, "-m", "pyllvm", "lsp")
    await editor.initialize_async(types.InitializeParams(types.ClientCapabilities(), process_id=None))
    editor.initialized(types.InitializedParams())
    done = 0
    while done < count:
        writer = Writer(chance.choice(texts), chance)
        document = editor.open(writer.text, f"edited{done}.ll")
        for _batch in range(3):
            for _ in range(edits_each):
                before = writer.text
                start, end, new = writer.edit()
                first, last = (_position(before, at) for at in (start, end))
                editor.change(document, types.Range(first, last), new)
                await asyncio.sleep(chance.choice((0, 0, 0.02)))
                done += 1
            fresh = editor.open(writer.text, f"fresh{done}.ll")
            if not await _become_equal(editor, document.uri, fresh.uri):
                Path(f"failed-{seed}-{done}.ll").write_text(writer.text, encoding="utf-8", errors="surrogateescape")
                raise Difference(
                    f"after {done} edits with seed {seed}: {_last(editor, document.uri)}, {_last(editor, fresh.uri)}"
                )
            editor.text_document_did_close(types.DidCloseTextDocumentParams(fresh))
        editor.text_document_did_close(types.DidCloseTextDocumentParams(document))
    await editor.shutdown_async(None)
    editor.exit(None)


def _position(text: str, at: int) -> types.Position:
    first = text.rfind("\n", 0, at) + 1
    return types.Position(text.count("\n", 0, first), len(text[first:at].encode("utf-16-le", "surrogatepass")) // 2)


def _last(editor: Editor, uri: str) -> list[tuple[str, str]] | None:
    """The diagnostics that were published last for a file."""
    for params in reversed(editor.diagnostics):
        if params.uri == uri:
            return sorted((str(one.range), one.message) for one in params.diagnostics)
    return None


async def _become_equal(editor: Editor, uri: str, fresh: str) -> bool:
    """Whether two files have the same diagnostics soon, and still have them after the pause of the server."""
    end = time.monotonic() + _PATIENCE
    equal_since = 0.0
    while time.monotonic() < end:
        if _last(editor, uri) is not None and _last(editor, uri) == _last(editor, fresh):
            equal_since = equal_since or time.monotonic()
            if time.monotonic() - equal_since > 1.5:
                del editor.diagnostics[:-200]
                return True
        else:
            equal_since = 0.0
        await asyncio.sleep(0.05)
    return False


def main() -> None:
    """Read the words of the command line, and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = options.files or sorted((DATA / "language").glob("*.ll"))
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    start = time.monotonic()
    asyncio.run(run(texts, options.count, options.seed))
    sys.stdout.write(f"{options.count} edits in {time.monotonic() - start:.0f} s\n")


if __name__ == "__main__":
    main()
