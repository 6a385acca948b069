"""Generates the grammar by which editors color a text before the server has started, from the words in the tables.

    python -m pyllvm.lsp.textmate FOLDER      rewrites the grammar in FOLDER/examples/vscode

The file is kept in the repository; a test fails when it is out of date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.tables.opcodes import INSTRUCTIONS
from pyllvm.tables.predicates import FCMP_PREDICATES, ICMP_PREDICATES

PATH: Final = "examples/vscode/syntaxes/llvm.tmLanguage.json"
"""The place of the grammar in the repository."""
_TERMINATORS: Final = "ret br switch indirectbr invoke callbr resume unreachable catchswitch catchret cleanupret"
_TYPES: Final = "void half bfloat float double fp128 x86_fp80 ppc_fp128 x86_amx x86_mmx ptr label token metadata opaque"
_CONSTANTS: Final = "true false null none undef poison zeroinitializer"
_ENTITIES: Final = (
    "define declare target source_filename datalayout triple module asm attributes type global constant alias ifunc comdat "
    "uselistorder uselistorder_bb deplibs"
)
_NODES: Final = (*SPECIALIZED_NODES, "DIExpression", "DIArgList")
_NAME: Final = r'(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|[0-9]+|"[^"]*")'
_BEFORE: Final = r"(?<![-a-zA-Z$._0-9@%!#^])"
_BEHIND: Final = r"(?![-a-zA-Z$._0-9])"
_Rules: TypeAlias = dict[str, object]


def grammar() -> _Rules:
    """The grammar, as TextMate and its followers read it."""
    return {
        "name": "LLVM IR",
        "scopeName": "source.llvm",
        "fileTypes": ["ll"],
        "patterns": [{"include": f"#{name}"} for name in _repository()],
        "repository": _repository(),
    }


def text() -> str:
    """The text of the file."""
    return json.dumps(grammar(), indent=2) + "\n"


def _repository() -> _Rules:
    """The patterns by name. An earlier one is preferred."""
    return {
        "comments": _patterns(
            {"name": "comment.line.semicolon.llvm", "match": r";.*$"},
            {"name": "comment.block.llvm", "begin": r"/\*", "end": r"\*/"},
        ),
        "labels": _patterns({
            "match": rf"^\s*({_NAME})(:)(?!:)",
            "captures": {"1": {"name": "entity.name.label.llvm"}, "2": {"name": "punctuation.separator.label.llvm"}},
        }),
        "headers": _patterns({
            "match": rf"^\s*(define|declare)\b([^@\"]*)(@{_NAME})(?=\s*\()",
            "captures": {
                "1": {"name": "keyword.other.llvm"},
                "2": {"patterns": [{"include": "$self"}]},
                "3": {"name": "entity.name.function.llvm"},
            },
        }),
        "names": _patterns(
            {"match": rf"@{_NAME}(?=\s*\()", "name": "entity.name.function.llvm"},
            {"match": rf"@{_NAME}", "name": "variable.other.global.llvm"},
            {"match": rf"^\s*(%{_NAME})(?=\s*=\s*type\b)", "captures": {"1": {"name": "entity.name.type.llvm"}}},
            {"match": rf"%{_NAME}", "name": "variable.other.local.llvm"},
            {"match": rf"\${_NAME}", "name": "entity.name.tag.comdat.llvm"},
            {"match": r"#(?:[0-9]+)\b|\^[0-9]+\b", "name": "entity.other.attribute-name.llvm"},
            {"match": r"#dbg_[a-z]+\b", "name": "keyword.other.debug.llvm"},
            {"match": rf"!(?:{_words(_NODES)})(?=\s*\()", "name": "support.type.metadata.llvm"},
            {"match": r"!(?:[0-9]+\b|[-a-zA-Z$._][-a-zA-Z$._0-9\\]*)", "name": "variable.other.metadata.llvm"},
            {"match": r"\bDW_[A-Z]+_\w+\b|\bDI?Flag\w+\b|\bDISPFlag\w+\b|\bCSK_\w+\b", "name": "constant.other.debug.llvm"},
            {"match": r"\b[a-zA-Z_][a-zA-Z_0-9]*(?=:)", "name": "variable.other.property.llvm"},
        ),
        "strings": _patterns({
            "name": "string.quoted.double.llvm",
            "begin": r'(?:\b(c))?!?"',
            "beginCaptures": {"1": {"name": "keyword.other.llvm"}},
            "end": '"',
            "patterns": [{"name": "constant.character.escape.llvm", "match": r"\\(?:\\|[0-9A-Fa-f]{2})"}],
        }),
        "numbers": _patterns(
            {"match": rf"{_BEFORE}i[0-9]+{_BEHIND}", "name": "storage.type.llvm"},
            {"match": rf"{_BEFORE}[us]?0x[HKLMR]?[0-9A-Fa-f]+{_BEHIND}", "name": "constant.numeric.hexadecimal.llvm"},
            {"match": rf"{_BEFORE}[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?{_BEHIND}", "name": "constant.numeric.float.llvm"},
            {"match": rf"{_BEFORE}-?[0-9]+{_BEHIND}", "name": "constant.numeric.integer.llvm"},
        ),
        "words": _patterns(
            *({"match": rf"{_BEFORE}(?:{_words(words)}){_BEHIND}", "name": name} for name, words in _classes().items())
        ),
    }  # fmt: skip


def _classes() -> dict[str, list[str]]:
    """The words of the language by the names that themes know. A word is in the first class that has it."""
    attributes = [row.word for row in ATTRIBUTE_KINDS if row.word]
    predicates = [*(row.word for row in ICMP_PREDICATES), *FCMP_PREDICATES]
    all_words = [word.decode() for word in load_tables().keywords.kinds]
    classes = {
        "keyword.control.llvm": _TERMINATORS.split(),
        "keyword.operator.word.llvm": sorted(INSTRUCTIONS),
        "storage.type.llvm": _TYPES.split(),
        "constant.language.llvm": _CONSTANTS.split(),
        "keyword.other.llvm": _ENTITIES.split(),
        "keyword.other.predicate.llvm": predicates,
        "storage.modifier.attribute.llvm": attributes,
        "storage.modifier.llvm": all_words,
    }
    found: set[str] = set()
    result: dict[str, list[str]] = {}
    for name, words in classes.items():
        result[name] = [word for word in dict.fromkeys(words) if word not in found]
        found.update(words)
    return result


def _words(words: Iterable[str]) -> str:
    """An expression for words: a longer one first, so that it is not taken for its beginning."""
    return "|".join(sorted((word.replace(".", r"\.") for word in words), key=lambda word: (-len(word), word)))


def _patterns(*patterns: Mapping[str, object]) -> _Rules:
    return {"patterns": list(patterns)}


def main() -> None:
    """Write the grammar into the checkout that the command line names."""
    target = Path(sys.argv[1], PATH)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
