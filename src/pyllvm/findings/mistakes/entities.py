"""Functions, variables, aliases, types and properties of the module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyllvm.findings.mistakes.control_flow import _default
from pyllvm.findings.mistakes.text import GLOBAL, LABEL, LOCAL, STRING, WORD, Text, Word, behind_type, behind_value, closing, items, words_of
from pyllvm.findings.mistakes.trial import Edit, Repair
from pyllvm.tables.linkages import LINKAGES

_FUNCTION_WORDS: Final = ("func", "fn", "function", "def", "fun", "proc", "method", "sub", "procedure")
_LINKAGE_WORDS: Final = frozenset(row.word for row in LINKAGES) | {"hidden", "protected", "default", "dso_local", "unnamed_addr"}
_OTHER_LINKAGES: Final = {"static": "internal", "extern": "external", "local": "internal", "inline": "linkonce_odr"}
_OTHER_VISIBILITIES: Final = ("public", "pub", "export", "global", "exported")


def no_initializer(t: Text) -> Iterator[Repair]:
    """`@g = global i32`, and nothing behind the type."""
    for words in t.lines:
        kind = next((index for index, word in enumerate(words) if word.text in ("global", "constant")), None)
        if kind is None or words[0].kind != GLOBAL or len(words) < 3 or words[1].text != "=":
            continue
        behind = behind_type(words, kind + 1)
        if kind + 1 < behind and (behind == len(words) or words[behind].text == ","):
            type = t.source(words, kind + 1, behind)
            value = _default(type)
            sentence = f"{words[0].text} has no initial value: give it one, or write 'external {words[kind].text}' to declare it"
            yield Repair(sentence, (words[behind - 1].end, words[behind - 1].end, f" {value}"))
        if behind < len(words) and words[behind].text == "=":
            yield Repair("the initial value follows the type, without '='", (words[behind].start, words[behind + 1].start, ""))
        linkage = next((word for word in words[:kind] if word.text in ("external", "extern_weak")), None)
        if linkage is not None and behind < len(words):
            sentence = f"an {linkage.text} variable is a declaration, and has no initial value"
            yield Repair(sentence, (linkage.start, words[words.index(linkage) + 1].start, ""))


def no_global_word(t: Text) -> Iterator[Repair]:
    """`@g = i32 5`, `@g = const i32 5`, `@g = var i32 5`, `%g = global i32 5`, `g = global i32 5`."""
    words = t.words
    if t.is_in_body or len(words) < 3 or words[1].text != "=":
        return
    first = words[0]
    is_variable = any(word.text in ("global", "constant") for word in words)
    if first.kind in (LOCAL, WORD) and is_variable:
        name = first.text.lstrip("%")
        reason = "% is for types and for values in functions" if first.kind == LOCAL else "a name has a sigil"
        yield Repair(f"{reason}: names of globals begin with @", (first.start, first.end, f"@{name}"))
    if first.kind != GLOBAL:
        return
    for at, word in enumerate(words[2:], 2):
        if word.text in ("const", "var", "variable", "let", "static", "mutable"):
            new = "constant" if word.text == "const" else "global"
            yield Repair(f"did you mean '{new}'?", (word.start, word.end, new))
        if behind_type(words, at) > at and not is_variable and words[2].text != "type":
            sentence = "a variable is 'global', or 'constant' if it is never written"
            yield Repair(sentence, (word.start, word.start, "global "))
            return
        if word.text == "alias" and at + 1 < len(words):
            return


def type_definition(t: Text) -> Iterator[Repair]:
    """`%pair = { i32, i32 }`, `@pair = type ...`, `%S = struct { ... }`, `typedef`."""
    words = t.words
    if t.is_in_body or len(words) < 3:
        return
    if words[1].text == "=":
        first = words[0]
        if words[2].text in ("struct", "typedef", "union", "class", "record", "types"):
            yield Repair("a type is defined with '%name = type'", (words[2].start, words[2].end, "type"))
        if words[2].text == "type" and first.kind in (GLOBAL, WORD, "group"):
            name = first.text.lstrip("@$#")
            yield Repair("names of types begin with %", (first.start, first.end, f"%{name}"))
        if first.kind == LOCAL and words[2].text != "type":
            behind = behind_type(words, 2)
            if behind == len(words):
                sentence = "a type is defined with the word 'type' before it"
                yield Repair(sentence, (words[2].start, words[2].start, "type "))
    if words[0].text in ("typedef", "struct", "type", "class"):
        name = next((word for word in words[1:] if word.kind in (LOCAL, WORD) and not behind_type(words, words.index(word)) > words.index(word)), None)
        name = name or next((word for word in words[1:] if word.kind == LOCAL), None)
        opens = next((index for index, word in enumerate(words) if word.text in ("{", "[")), None)
        if name is not None and opens is not None:
            type = t.source(words, opens, closing(words, opens))
            new = f"%{name.text.lstrip('%')} = type {type}"
            yield Repair("a type is defined with '%name = type'", (words[0].start, words[-1].end, new))
    opens = next((index for index, word in enumerate(words) if word.text == "{"), None)
    if opens is not None and "type" in [word.text for word in words[:opens]]:
        yield from _fields(t, words, opens)


def _fields(t: Text, words: list[Word], opens: int) -> Iterator[Repair]:
    """Names and semicolons between the fields of a structure."""
    edits: list[Edit] = []
    for start, end in items(words, opens):
        behind = behind_type(words, start)
        if start < behind < end and words[behind].kind in (WORD, LOCAL):
            edits.append((words[behind - 1].end, words[end - 1].end, ""))
    if edits:
        yield Repair("the fields of a structure have types only, and no names", *edits)
    line = t.text[t.line_start : t.line_end]
    if ";" in line:
        new = re.sub(r"\s*;\s*", ", ", re.sub(r";\s*\}", " }", line))
        yield Repair("the fields of a structure are separated by commas; ';' begins a comment", (t.line_start, t.line_end, new))


def struct_semicolons(t: Text) -> Iterator[Repair]:
    """`%pair = type { i32; i32 }`: the rest of the line is a comment."""
    if not t.last or t.is_in_body:
        return
    start = t.text.rfind("\n", 0, t.last[0].start) + 1
    end = t.text.find("\n", start)
    line = t.text[start : end if end >= 0 else len(t.text)]
    if ";" in line and "{" in line.split(";")[0] and "}" in line.split(";", 1)[1]:
        new = re.sub(r"\s*;\s*", ", ", re.sub(r";\s*\}", " }", line))
        sentence = "the fields of a structure are separated by commas: ';' begins a comment"
        yield Repair(sentence, (start, start + len(line), new))


def declaration_or_definition(t: Text) -> Iterator[Repair]:
    """`declare` with a body, `define` without one, a missing `{`."""
    for words in t.lines:
        if not words or words[0].text not in ("declare", "define"):
            continue
        first = words[0]
        is_first = words is t.words
        if first.text == "declare" and (t.token == "{" or "{" in [word.text for word in words[-1:]]):
            yield Repair("a function with a body is defined: 'declare' is for functions of other modules", (first.start, first.end, "define"))
        if first.text == "define" and (not is_first or t.at >= len(words)) and words[-1].text != "{":
            sentence = "the body of a function begins with '{' behind its header"
            if t.is_in_body or t.function_start >= 0 or t.token in ("ret", "br") or (t.words and t.words[0].kind in (LOCAL, LABEL)):
                yield Repair(sentence, (words[-1].end, words[-1].end, " {"))
            yield Repair("a function without a body is declared", (first.start, first.end, "declare"))


def function_header(t: Text) -> Iterator[Repair]:
    """`define @f()`, `define i32 f()`, `fn f() -> i32`, `(i32 x)`, `(%x: i32)`, `(void)`."""
    words = t.words
    if len(words) < 3 or t.is_in_body:
        return
    opens = next((index for index, word in enumerate(words) if word.text == "(" and index), None)
    first = words[0]
    edits: list[Edit] = []
    sentences: list[str] = []
    if first.text in _FUNCTION_WORDS or first.text in ("extern", "import", "external", "prototype"):
        new = "define" if words[-1].text == "{" and first.text in _FUNCTION_WORDS else "declare"
        edits.append((first.start, first.end, new))
        sentences.append(f"a function {'is defined with' if new == 'define' else 'of another module is declared with'} '{new}'")
    elif first.text not in ("define", "declare"):
        return
    if opens is None:
        return
    edits += _name_and_type(t, words, opens, sentences)
    edits += _parameters(t, words, opens, sentences)
    if edits:
        yield Repair(sentences[0], *edits)


def _name_and_type(t: Text, words: list[Word], opens: int, sentences: list[str]) -> list[Edit]:
    """Edits for the name of a function and for its result type."""
    edits: list[Edit] = []
    name = words[opens - 1]
    if name.kind in (WORD, LOCAL) and opens > 1:
        edits.append((name.start, name.end, f"@{name.text.lstrip('%')}"))
        sentences.append(f"names of functions begin with @: write @{name.text.lstrip('%')}")
    behind = closing(words, opens)
    arrow = next((index for index in range(behind, len(words)) if words[index].text in ("->", ":") or words[index].kind == LABEL), None)
    if arrow is not None:
        end = behind_type(words, arrow + 1)
        type = t.source(words, arrow + 1, end)
        edits.append((words[behind - 1].end, words[end - 1].end, ""))
        edits.append((name.start, name.start, f"{type} "))
        sentences.append("the result type comes before the name")
    elif behind_type(words, opens - 2) != opens - 1 and not any(behind_type(words, index) == opens - 1 for index in range(1, opens - 1)):
        type = _returned_type(t) if words[-1].text == "{" else "void"
        edits.append((name.start, name.start, f"{type} "))
        sentences.append(f"a function has its result type before its name, such as {type}")
    return edits


def _returned_type(t: Text) -> str:
    """The type that the body of the function on this line returns."""
    end = t.text.find("\n}", t.line_end)
    found = re.compile(r"\n\s*ret\s+([^%@\n]+?)(?=\s+[%@\d]|\s*\n)").search(t.text, t.line_end, end if end >= 0 else len(t.text))
    return found[1].strip() if found is not None else "void"


def _parameters(t: Text, words: list[Word], opens: int, sentences: list[str]) -> list[Edit]:
    """Edits for the parameters of a function."""
    edits: list[Edit] = []
    parameters = items(words, opens)
    if len(parameters) == 1 and t.source(words, *parameters[0]) == "void":
        sentences.append("a function without parameters has empty parentheses")
        return [(words[opens].end, words[parameters[0][1] - 1].end, "")]
    for start, end in parameters:
        behind = behind_type(words, start)
        last = words[end - 1]
        if behind > start and end - behind == 1 and last.kind in (WORD, GLOBAL, "group") and words[0].text != "declare":
            edits.append((last.start, last.end, f"%{last.text.lstrip('@$')}"))
            sentences.append("names of parameters begin with %")
        elif start + 2 < end and words[start].kind in (LOCAL, LABEL, WORD) and behind_type(words, start + 2) == end and words[start + 1].text == ":":
            edits.append((words[start].start, last.end, f"{t.source(words, start + 2, end)} %{words[start].text.lstrip('%').rstrip(':')}"))
            sentences.append("the type of a parameter comes before its name")
        elif words[start].kind == LABEL and behind_type(words, start + 1) == end:
            edits.append((words[start].start, last.end, f"{t.source(words, start + 1, end)} %{words[start].text.rstrip(':')}"))
            sentences.append("the type of a parameter comes before its name")
        elif words[start].kind == LOCAL and end - start == 1 and f"{words[start].text} = type" not in t.text:
            type = _used_below(t, words[start].text) or "i32"
            edits.append((words[start].start, words[start].start, f"{type} "))
            sentences.append("each parameter has its type before its name")
        elif behind > start and end > behind + 1 and words[behind].kind == LOCAL:
            rest = t.source(words, behind + 1, end)
            edits.append((words[behind].start, last.end, f"{rest} {words[behind].text}"))
            sentences.append("the attributes of a parameter come before its name")
    return edits


def _used_below(t: Text, name: str) -> str:
    """The type with which the lines below use a name."""
    end = t.text.find("\n}", t.line_end)
    words = words_of(t.text, t.line_end, end if end >= 0 else len(t.text))
    for at, word in enumerate(words):
        if word.text == name:
            for start in range(at - 1, max(at - 12, -1), -1):
                if behind_type(words, start) == at:
                    return t.source(words, start, at)
    return ""


def linkage(t: Text) -> Iterator[Repair]:
    """`define static i32`, `define i32 internal @f()`, `@g = global internal i32 0`."""
    words = t.words
    for at, word in enumerate(words):
        if word.kind != WORD or not at or at + 1 >= len(words):
            continue
        if word.text in _OTHER_LINKAGES:
            new = _OTHER_LINKAGES[word.text]
            yield Repair(f"the linkage '{word.text}' is '{new}' in LLVM", (word.start, word.end, new))
        if word.text in _OTHER_VISIBILITIES:
            yield Repair(f"symbols are visible unless they are internal: remove '{word.text}'", (word.start, words[at + 1].start, ""))
        if word.text in _LINKAGE_WORDS and words[0].text in ("define", "declare") and at > 1:
            edit = (words[1].start, words[1].start, f"{word.text} ")
            yield Repair(f"'{word.text}' comes before the result type", edit, (word.start, words[at + 1].start, ""))
        if word.text in _LINKAGE_WORDS and words[0].kind == GLOBAL and words[at - 1].text in ("global", "constant"):
            edit = (words[at - 1].start, words[at - 1].start, f"{word.text} ")
            yield Repair(f"'{word.text}' comes before '{words[at - 1].text}'", edit, (word.start, words[at + 1].start, ""))


def alias(t: Text) -> Iterator[Repair]:
    """An alias of nothing, or without its type."""
    words = t.words
    at = next((index for index, word in enumerate(words) if word.text in ("alias", "ifunc")), None)
    if at is None or words[0].kind != GLOBAL:
        return
    behind = behind_type(words, at + 1)
    last = words[-1]
    if t.message.startswith("use of undefined value") and last.kind == GLOBAL and words[at].text == "alias":
        from pyllvm.assembly.reader.near_miss import near_miss

        nearest = near_miss(last.text.encode("latin-1"), [one.encode("latin-1") for one in t.globals if one != words[0].text])
        if nearest is not None:
            yield Repair(f"did you mean '{nearest.decode('latin-1')}'?", (last.start, last.end, nearest.decode("latin-1")))
        type = t.source(words, at + 1, behind)
        sentence = f"an alias is a second name for something that this module defines: define {last.text}"
        definition = f"{last.text} = global {type} {_default(type)}\n"
        yield Repair(sentence, (t.line_start, t.line_start, definition))
    known = t.globals.get(last.text)
    if known is not None and at + 1 < len(words):
        type = known.type if not known.is_function else f"{known.type} ({', '.join(known.parameters)})"
        pointer = f"{type}*" if t.has_typed_pointers else "ptr"
        sentence = "an alias names its type, and the type of the pointer to it"
        yield Repair(sentence, (words[at + 1].start, last.end, f"{type}, {pointer} {last.text}"))


def nested_function(t: Text) -> Iterator[Repair]:
    """A function, declaration or variable in the body of a function."""
    words = t.words
    if not t.is_in_body or not words or not t.text[t.line_start : t.start].strip() == "":
        return
    is_variable = words[0].kind == GLOBAL and len(words) > 2 and any(word.text in ("global", "constant") for word in words)
    if words[0].text not in ("define", "declare") and not is_variable:
        return
    if words[0].text == "define":
        indent = t.indent(t.start)
        end = t.text.find(f"\n{indent}}}", t.start)
        if end < 0 or not indent:
            return
        end += len(indent) + 2
    else:
        end = t.line_end
    moved = "\n".join(line.removeprefix(t.indent(t.start)) for line in t.text[t.line_start : end].split("\n"))
    what = {"define": "functions are not nested", "declare": "a declaration is outside of functions"}.get(words[0].text, "a global is outside of functions")
    sentence = f"{what}: move this above the function"
    at = t.function_start
    yield Repair(sentence, (at, at, moved + "\n\n"), (t.line_start, min(end + 1, len(t.text)), ""))


def module_property(t: Text) -> Iterator[Repair]:
    """`target triple = x86_64-...`, `triple = "..."`, `source_filename = a.c`, `module asm nop`."""
    words = t.words
    if len(words) < 2 or t.is_in_body:
        return
    first = words[0].text
    line = t.text[t.line_start : t.line_end].rstrip()
    if first in ("triple", "datalayout"):
        yield Repair(f"write 'target {first}'", (words[0].start, words[0].start, "target "))
    if first in ("target", "source_filename", "module") and STRING not in [word.kind for word in words]:
        at = 1 if first == "source_filename" else 2
        if at < len(words):
            behind = at + 1 if at < len(words) and words[at].text == "=" else at
            if behind < len(words):
                value = line[words[behind].start - t.line_start :].strip("'")
                sentence = "the value is a string, in double quotes"
                start = words[behind].start
                yield Repair(sentence, (start, t.line_start + len(line), f'"{value}"'))
    string = next((index for index, word in enumerate(words) if word.kind == STRING), None)
    if string is not None and first in ("target", "source_filename") and "=" not in [word.text for word in words]:
        yield Repair("a '=' is missing", (words[string].start, words[string].start, "= "))
    if first == "module" and string is not None and words[string - 1].text == "=":
        yield Repair("module asm has no '='", (words[string - 1].start, words[string].start, ""))
    if first in ("triple", "datalayout", "target_triple", "target_datalayout") and "_" in first:
        yield Repair(f"write '{first.replace('_', ' ')}'", (words[0].start, words[0].end, first.replace("_", " ")))
    if first == "attributes" and len(words) > 2 and words[2].text == "{":
        yield Repair("a '=' is missing", (words[2].start, words[2].start, "= "))


def undefined_type(t: Text) -> Iterator[Repair]:
    """A type that nothing defines."""
    from pyllvm.assembly.reader.near_miss import near_miss

    words = t.words
    known = re.findall(r"^%([\w.$-]+)\s*=\s*type\b", t.text, re.MULTILINE)
    for word in words:
        if word.kind == LOCAL and word.text[1:] not in known and word.text not in t.types and word.text[1:] not in t.blocks():
            nearest = near_miss(word.text[1:].encode("latin-1"), [one.encode("latin-1") for one in known])
            if nearest is not None:
                name = "%" + nearest.decode("latin-1")
                yield Repair(f"did you mean '{name}'?", (word.start, word.end, name))
            if not t.is_in_body and ("type" in t.message or "sized" in t.message):
                start = t.line_start
                sentence = f"the type {word.text} is never defined: add '{word.text} = type {{ ... }}' with its fields"
                yield Repair(sentence, (start, start, f"{word.text} = type {{ i32 }}\n"))


