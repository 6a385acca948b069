"""The grammar for editors is as the tables are, and an engine of TextMate's finds the tokens that the lexer finds.

The engine is npm's: `npm install vscode-textmate vscode-oniguruma`, and PYLLVM_NODE_MODULES names the folder `node_modules`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pyllvm.lsp import semantic
from pyllvm.lsp.document import split
from pyllvm.lsp.textmate import PATH, grammar, text

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "examples" / "vscode"
LANGUAGE = sorted((ROOT / "tests" / "data" / "language").glob("*.ll"))
MODULES = os.environ.get("PYLLVM_NODE_MODULES", "")
SCOPES = {
    semantic.KEYWORD: r"keyword\.|storage\.|constant\.language|support\.type\.metadata|variable\.other\.property",
    semantic.VARIABLE: r"variable\.other\.local",
    semantic.FUNCTION: r"entity\.name\.function|variable\.other\.global",
    semantic.TYPE: r"storage\.type|entity\.name\.type|variable\.other\.local",
    semantic.LABEL: r"entity\.name\.label|variable\.other\.property",
    semantic.NUMBER: r"constant\.numeric",
    semantic.STRING_CLASS: r"string\.|constant\.character",
    semantic.PROPERTY: r"variable\.other\.metadata|support\.type\.metadata|entity\.other\.attribute-name|keyword\.other\.debug",
    semantic.COMMENT: r"comment\.",
    semantic.DECORATOR: r"entity\.|storage\.modifier|keyword\.|constant\.other\.debug|variable\.other\.(?:property|metadata)",
}


def test_the_grammar_is_up_to_date() -> None:
    written = (ROOT / PATH).read_text(encoding="utf-8")
    assert written == text(), "the tables have changed: run python -m pyllvm.lsp.textmate ."


def test_each_name_in_the_manifest_is_there() -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    contributes = manifest["contributes"]
    code = (EXTENSION / manifest["main"]).read_text(encoding="utf-8")
    for command in contributes["commands"]:
        assert f'registerCommand("{command["command"]}"' in code
    for names in ([one["path"] for one in contributes["grammars"]], [one["configuration"] for one in contributes["languages"]]):
        for name in names:
            json.loads((EXTENSION / name).read_text(encoding="utf-8"))
    assert [one["scopeName"] for one in contributes["grammars"]] == [grammar()["scopeName"]]
    for name in re.findall(r'\.get\("(\w+)"\)', code):
        assert any(key.startswith(f"pyllvm.{name}") for key in contributes["configuration"]["properties"])
    for menu in contributes["menus"].values():
        assert {one["command"] for one in menu} <= {one["command"] for one in contributes["commands"]}


@pytest.mark.skipif(not MODULES or shutil.which("node") is None, reason="PYLLVM_NODE_MODULES does not name the engine's folder")
def test_an_engine_finds_the_tokens_of_the_lexer() -> None:
    script = Path(__file__).with_name("textmate_tokens.mjs")
    words = ["node", str(script), MODULES, str(ROOT / PATH), *map(str, LANGUAGE)]
    process = subprocess.run(words, capture_output=True, text=True, check=True)
    wrong: list[str] = []
    for path, output in zip(LANGUAGE, process.stdout.splitlines(), strict=True):
        wrong += differences(path, json.loads(output))
    assert not wrong, "\n".join(wrong[:50])


def differences(path: Path, lines: list[list[tuple[int, int, str]]]) -> list[str]:
    """The tokens of a file that have another scope than the lexer's kind of token has."""
    found: list[str] = []
    data = path.read_bytes()
    begin = 0
    for chunk in split(data):
        for start, end, kind in semantic.classes_of(chunk):
            line = data.count(b"\n", 0, begin + start)
            column = begin + start - data.rfind(b"\n", 0, begin + start) - 1
            scope = next((scope for first, last, scope in lines[line] if first <= column < last), "")
            if re.match(SCOPES[kind], scope) is None:
                found.append(f"{path.name}:{line + 1}: {data[begin + start : begin + end]!r} {semantic.LEGEND[kind]}: {scope}")
        begin += len(chunk.data)
    return found
