"""The server in real editors, without a screen: diagnostics, definition, rename, and bitcode as text."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from pyllvm.library.files import parse_assembly, write

MAIN = "declare i32 @twice(i32)\n\ndefine i32 @main() {\n  %x = call i32 @twice(i32 4)\n  %y = add i64 %x, 1\n  ret i32 %x\n}\n"
TWICE = "define i32 @twice(i32 %a) {\n  %x = add i32 %a, %a\n  ret i32 %x\n}\n"
SCRIPTS = {
    "nvim": ["nvim", "--headless", "--clean", "-u", "NONE", "-l", "neovim.lua"],
    "emacs": ["emacs", "-q", "--batch", "-l", "emacs.el"],
}


def found_in(editor: str, folder: Path) -> dict[str, Any]:
    """The reports of an editor's script; the test is skipped if the editor is missing."""
    if shutil.which(editor) is None:
        pytest.skip(f"{editor} is not installed")
    words = [*SCRIPTS[editor][:-1], str(Path(__file__).with_name(SCRIPTS[editor][-1]))]
    if editor == "nvim":
        # Neovim before 0.9 has no option -l.
        words = ["nvim", "--headless", "--clean", "-u", "NONE", "-c", f"luafile {words[-1]}", "-c", "qall!"]
    server = json.dumps([sys.executable, "-m", "pyllvm", "lsp"])
    environment = {**os.environ, "PYLLVM_LSP": server, "PYLLVM_FOLDER": str(folder), "HOME": str(folder)}
    process = subprocess.run(words, capture_output=True, text=True, timeout=300, env=environment, check=False)
    if "Cannot open load file" in process.stderr and "eglot" in process.stderr:
        pytest.skip("eglot is not installed")
    lines = [json.loads(line) for line in process.stdout.splitlines() if line.startswith('["')]
    assert lines, process.stdout + process.stderr
    return dict(lines)


@pytest.mark.slow
@pytest.mark.parametrize("editor", ["nvim", "emacs"])
def test_an_editor(editor: str, tmp_path: Path) -> None:
    (tmp_path / "main.ll").write_text(MAIN)
    (tmp_path / "twice.ll").write_text(TWICE)
    # Emacs takes the folder of a version control system as the workspace.
    (tmp_path / ".git").mkdir()
    write(parse_assembly("@x = global i32 7\n"), tmp_path / "some.bc")
    found = found_in(editor, tmp_path)
    (message,) = found["diagnostics"]
    assert "'%x' defined with type 'i32' but expected 'i64'" in message
    assert found["definition"] == [["twice.ll", 0]]
    assert found["rename"] == "  %x = call i32 @double(i32 4)"
    assert found["rename there"] == "define i32 @double(i32 %a) {"
    if editor == "nvim":
        assert "@x = global i32 7" in found["bitcode"]
