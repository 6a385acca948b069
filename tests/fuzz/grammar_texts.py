"""Random texts of the grammar, `llvm.lark`. Each rule is expanded at random, and by its shortest expansion in the end."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from pathlib import Path

from lark import Lark, Token
from lark.lexer import Lexer

from pyllvm.assembly.reader.automaton_format import GRAMMAR_FILE
from pyllvm.assembly.reader.children_build import without_labels
from pyllvm.assembly.reader.words import TERMINAL_WORDS

#: What stands for the tokens that have no fixed words. Few names, so that uses meet definitions.
_SHAPES: dict[str, tuple[str, ...]] = {
    "LOCAL_VAR": ("%x", "%y", "%entry", '%"a b"'),
    "LOCAL_ID": ("%0", "%1", "%2"),
    "GLOBAL_VAR": ("@f", "@g", "@h", "@llvm.used", "@llvm.memcpy.p0.p0.i64"),
    "GLOBAL_ID": ("@0", "@1"),
    "COMDAT_VAR": ("$f", "$g"),
    "LABEL_STR": ("entry:", "next:", "name:", "line:", "scope:"),
    "LABEL_ID": ("0:", "1:"),
    "INTEGER": ("0", "1", "-1", "8", "32", "4294967296", "18446744073709551616"),
    "FLOAT": ("1.0", "0.5", "0x7FF8000000000000", "0xH3C00", "0xK3FFF8000000000000000"),
    "STRING": ('""', '"a"', '"e-i64:64"', '"\\00\\FF"'),
    "INTEGER_TYPE": ("i1", "i8", "i32", "i64", "i128", "i8388608"),
    "WORD": ("DIFlagPublic", "DW_TAG_member", "FullDebug", "frob"),
    "METADATA_VAR": ("!dbg", "!tbaa", "!prof", "!range"),
    "NAMED_METADATA": ("!llvm.module.flags", "!llvm.dbg.cu", "!a"),
    "SPECIALIZED_NODE": ("!DILocation", "!DISubprogram", "!DIExpression", "!DIBasicType", "!DICompileUnit", "!DIFile"),
    "METADATA_ID": ("!0", "!1", "!2"),
    "METADATA_STRING": ('!"a"', '!"Debug Info Version"'),
    "SUMMARY_ID": ("^0", "^1"),
    "ATTRIBUTE_GROUP_ID": ("#0", "#1"),
    "DEBUG_RECORD": ("#dbg_value", "#dbg_declare", "#dbg_label"),
    "COMMA_ATTACHMENT": (", !dbg", ", !tbaa"),
}


class _NoLexer(Lexer):
    """Lark requires a lexer; only its rules are used here."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        raise NotImplementedError


@functools.cache
def _grammar() -> tuple[dict[str, list[list[str]]], dict[str, tuple[str, ...]], dict[str, int]]:
    """The expansions of each rule, the words of each terminal, and the depth of the shortest text of each rule."""
    lark = Lark(
        without_labels(Path(GRAMMAR_FILE).read_text(encoding="utf-8")),
        parser="lalr",
        lexer=_NoLexer,
        keep_all_tokens=True,
        start="module",
    )
    rules: dict[str, list[list[str]]] = {}
    for rule in lark.rules:
        rules.setdefault(rule.origin.name, []).append([symbol.name for symbol in rule.expansion])
    words: dict[str, tuple[str, ...]] = {name: tuple(found) for name, found in TERMINAL_WORDS.items()}
    for definition in lark.terminals:
        if definition.name not in words:
            words[definition.name] = _words_of(definition.pattern.value)
    words |= _SHAPES
    depths: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for name, expansions in rules.items():
            known = [
                1 + max((depths[symbol] if symbol in rules else 0 for symbol in expansion), default=0)
                for expansion in expansions
                if all(symbol in depths or symbol not in rules for symbol in expansion)
            ]
            if known and min(known) < depths.get(name, 1 << 30):
                depths[name] = min(known)
                changed = True
    return rules, words, depths


def random_text(rule: str, chance: random.Random, budget: int = 150) -> str:
    """A text of a rule. After about `budget` tokens, each rule takes its shortest expansion."""
    rules, words, depths = _grammar()
    tokens: list[str] = []
    pending = [rule]
    while pending:
        symbol = pending.pop()
        expansions = rules.get(symbol)
        if expansions is None:
            tokens.append(chance.choice(words.get(symbol, (symbol,))))
            continue
        if len(tokens) + len(pending) > budget:
            depth = min(_depth(one, depths) for one in expansions)
            expansions = [one for one in expansions if _depth(one, depths) == depth]
        pending += reversed(chance.choice(expansions))
    return " ".join(tokens)


def _words_of(pattern: str) -> tuple[str, ...]:
    """The words that a terminal stands for, from its pattern: `(?:a|b)`, or a punctuation mark with a backslash."""
    if pattern.startswith("(?:") and pattern.endswith(")"):
        return tuple(pattern[3:-1].split("|"))
    return (re.sub(r"\\(.)", r"\1", pattern),)


def _depth(expansion: list[str], depths: dict[str, int]) -> int:
    return max((depths.get(symbol, 0) for symbol in expansion), default=0)


def random_module(chance: random.Random) -> str:
    """Some entities of the language, and a function with some of its instructions."""
    rules, _, _ = _grammar()
    parts = [random_text("entity", chance, 60) for _ in range(chance.randrange(4))]
    body = [random_text("instruction", chance, 40) for _ in range(chance.randrange(1, 5))] if "instruction" in rules else []
    parts.append("define i32 @f(i32 %x, ptr %y) {\nentry:\n  " + "\n  ".join(body) + "\n  ret i32 %x\n}")
    chance.shuffle(parts)
    return "\n".join(parts) + "\n"
