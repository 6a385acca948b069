"""Functions, variables, aliases, types and properties of the module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pyllvm.findings.mistakes.control_flow import _default
from pyllvm.findings.mistakes.text import (
    GLOBAL,
    LABEL,
    LOCAL,
    STRING,
    WORD,
    Text,
    Word,
    behind_type,
    closing,
    items,
    words_of,
)
from pyllvm.findings.mistakes.trial import Edit, Repair
from pyllvm.tables.linkages import LINKAGES
from pyllvm.tables.opcodes import INSTRUCTIONS

_FUNCTION_WORDS: Final = ("func", "fn", "function", "def", "fun", "proc", "method", "sub", "procedure")
_LINKAGE_WORDS: Final = frozenset(row.word for row in LINKAGES) | {"hidden", "protected", "default", "dso_local", "unnamed_addr"}
_OTHER_LINKAGES: Final = {"static": "internal", "extern": "external", "local": "internal", "inline": "linkonce_odr"}
_TERMINATORS: Final = ("ret", "br", "switch", "unreachable", "resume", "indirectbr")
_OTHER_VISIBILITIES: Final = ("public", "pub", "export", "global", "exported")


def no_initializer(t: Text) -> Iterator[Repair]:
    """`@g = global i32`, and nothing behind the type."""
    for words in (t.above, t.words):
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
    for word in words:
        if word.kind == WORD and word.text.startswith(("struct.", "class.", "union.")):
            yield Repair("names of types begin with %", (word.start, word.start, "%"))
            yield Repair(f"names of types begin with %: {word.text} is %{word.text}")
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
        names = [
            word
            for index, word in enumerate(words)
            if index and word.kind in (LOCAL, WORD) and behind_type(words, index) == index
        ]
        names = names or [word for word in words if word.kind == LOCAL]
        opens = next((index for index, word in enumerate(words) if word.text in ("{", "[")), None)
        if names and opens is not None:
            type = t.source(words, opens, closing(words, opens))
            new = f"%{names[0].text.lstrip('%')} = type {type}"
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
            yield Repair(
                "a function with a body is defined: 'declare' is for functions of other modules",
                (first.start, first.end, "define"),
            )
        if first.text == "define" and (not is_first or t.at >= len(words)) and words[-1].text != "{":
            sentence = "the body of a function begins with '{' behind its header"
            if (
                t.is_in_body
                or t.function_start >= 0
                or t.token in ("ret", "br")
                or (t.words and t.words[0].kind in (LOCAL, LABEL))
            ):
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
        sentences.append("names of functions begin with @")
    behind = closing(words, opens)
    arrow = next(
        (index for index in range(behind, len(words)) if words[index].text in ("->", ":") or words[index].kind == LABEL), None
    )
    if arrow is not None:
        end = behind_type(words, arrow + 1)
        type = t.source(words, arrow + 1, end)
        edits.append((words[behind - 1].end, words[end - 1].end, ""))
        edits.append((name.start, name.start, f"{type} "))
        sentences.append("the result type comes before the name")
    elif behind_type(words, opens - 2) != opens - 1 and not any(
        behind_type(words, index) == opens - 1 for index in range(1, opens - 1)
    ):
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
        elif (
            start + 2 < end
            and words[start].kind in (LOCAL, LABEL, WORD)
            and behind_type(words, start + 2) == end
            and words[start + 1].text == ":"
        ):
            edits.append(
                (words[start].start, last.end, f"{t.source(words, start + 2, end)} %{words[start].text.lstrip('%').rstrip(':')}")
            )
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
            yield Repair(
                f"symbols are visible unless they are internal: remove '{word.text}'", (word.start, words[at + 1].start, "")
            )
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
    if not t.is_in_body or not words or t.text[t.line_start : t.start].strip() != "":
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
    what = {"define": "functions are not nested", "declare": "a declaration is outside of functions"}.get(
        words[0].text, "a global is outside of functions"
    )
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
        yield Repair(f"{first} is a property of the target", (words[0].start, words[0].start, "target "))
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
        yield Repair(f"{first} is two words", (words[0].start, words[0].end, first.replace("_", " ")))
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


def attribute_place(t: Text) -> Iterator[Repair]:
    """An attribute of functions at a parameter, or an attribute of parameters at a function."""
    words = t.words
    if not words or words[0].text not in ("define", "declare") or t.at >= len(words):
        return
    needs_type = t.message == "expected '('" and words[t.at - 1].text in (
        "byval",
        "sret",
        "byref",
        "preallocated",
        "inalloca",
        "elementtype",
    )
    if needs_type:
        name = words[t.at - 1]
        removed = (name.start, words[t.at].start, "")
        is_parameter = t.at - 1 < closing(
            words, next((index for index, word in enumerate(words) if word.text == "(" and index), 0)
        )
        if is_parameter:
            yield Repair(f"{name.text} names the type in memory", (name.end, name.end, "(i32)"))
        yield Repair(f"'{name.text}' is for parameters: it comes behind the type of one", removed)
    if "attribute" not in t.message:
        return
    opens = next((index for index, word in enumerate(words) if word.text == "(" and index), len(words))
    behind = closing(words, opens) if opens < len(words) else opens
    word = words[t.at]
    end = t.at + 1 if t.at + 1 >= len(words) or words[t.at + 1].text != "(" else closing(words, t.at + 1)
    text = t.source(words, t.at, end)
    removed = (word.start, words[end].start if end < len(words) else words[end - 1].end, "")
    if opens < t.at < behind:
        place = words[behind - 1].end
        yield Repair(f"'{text}' is for functions: it comes behind the parameters", removed, (place, place, f" {text}"))
    elif t.at >= behind and words[t.at].kind == WORD:
        yield Repair(f"'{text}' is for parameters: it comes behind the type of one", removed)


def redefinition(t: Text) -> Iterator[Repair]:
    """A name that is defined twice."""
    words = t.words
    is_local = t.message.startswith(("multiple definition of local value", "redefinition of argument"))
    is_local = is_local or "multiple definition" in t.message
    if not (is_local or "redefinition" in t.message) or t.at >= len(words):
        return
    at = t.at
    if t.message.startswith("redefinition of argument"):
        at = next((index for index in range(at, len(words)) if words[index].kind == LOCAL), at)
    word = words[at]
    name = t.new_name(word.text[1:]) if word.kind == LOCAL else ""
    if word.kind == LOCAL and re.fullmatch(r"%\d+", word.text) is None:
        is_definition = words[0] is word
        later = t.uses(word.text, t.line_end) if is_definition else []
        if not is_definition:
            name = f"{word.text}1"
        sentence = "a name is defined once, and its value never changes: give this value a name of its own"
        if t.message.startswith("redefinition of argument"):
            sentence = "each parameter has a name of its own"
        yield Repair(sentence, (word.start, word.end, name), *((one.start, one.end, name) for one in later))
    elif word.kind == GLOBAL:
        number = 1
        while f"{word.text}{number}" in t.globals:
            number += 1
        sentence = f"{word.text} is defined once in a module: rename this one, or remove it"
        yield Repair(sentence, (word.start, word.end, f"{word.text}{number}"))


def undeclared(t: Text) -> Iterator[Repair]:
    """A function or a variable that nothing declares."""
    if not t.message.startswith("use of undefined value") or t.at >= len(t.words):
        return
    words = t.words
    word = words[t.at]
    end = len(t.text)
    new_line = "" if t.text.endswith("\n") else "\n"
    if word.kind == LOCAL:
        others = re.findall(rf"^define[^\n]*?@([\w.$-]+)\([^\n]*{re.escape(word.text)}\b", t.text, re.MULTILINE)
        header = t.text.find("\n", t.function_start)
        bare = re.search(rf"[(,]\s*({re.escape(word.text)})\s*[,)]", t.text[max(t.function_start, 0) : header])
        if bare is not None and t.function_start >= 0:
            place = t.function_start + bare.start(1)
            type = t.used_type(word.text) or "i32"
            yield Repair("each parameter has its type before its name", (place, place, f"{type} "))
        elif others:
            yield Repair(f"{word.text} belongs to @{others[0]}: the values of one function are not known in another")
        return
    if word.kind != GLOBAL:
        return
    if t.at + 1 < len(words) and words[t.at + 1].text == "(":
        start = t.at - 1
        while start > 0 and behind_type(words, start) != t.at:
            start -= 1
        type = t.source(words, start, t.at) or "void"
        parameters: list[str] = []
        for first, _last in items(words, t.at + 1):
            parameters.append(t.source(words, first, behind_type(words, first)))
        declaration = f"declare {type} {word.text}({', '.join(parameters)})"
        what = "a function of another module is declared"
    else:
        type = t.used_type(word.text) or "i32"
        declaration = f"{word.text} = external global i32"
        what = "a variable of another module is declared"
    yield Repair(f"nothing defines {word.text}: {what}", (end, end, f"{new_line}{declaration}\n"))


def numbering(t: Text) -> Iterator[Repair]:
    """`%1` where the unnamed first block took the number."""
    words = t.words
    if "expected to be numbered" not in t.message or t.function_start < 0:
        return
    name = "entry"
    for line in t.body():
        if line and line[0].start > t.start:
            break
        if line and name and line[0].kind != LABEL:
            # The sentence is in `syntax_help`, which counts the blocks.
            place = t.text.rfind("\n", 0, line[0].start) + 1
            yield Repair("", (place, place, f"{name}:\n"))
        if line:
            name = t.new_name("next")[1:] if line[0].text in _TERMINATORS else ""
    expected = re.search(r"numbered '%?([0-9]+)'", t.message)
    if expected is not None and t.at < len(words) and words[t.at].kind == LOCAL:
        word = words[t.at]
        new = f"%{expected[1]}"
        edits = [(one.start, one.end, new) for one in t.uses(word.text, t.line_end)]
        yield Repair(f"the next number is {new}", (word.start, word.end, new), *edits)


def not_closed(t: Text) -> Iterator[Repair]:
    """A function without its closing brace."""
    if t.message in ("expected instruction opcode", "found end of file when expecting more instructions"):
        place = t.line_start if t.line_start < len(t.text) else len(t.text)
        new_line = "" if place == 0 or t.text[place - 1] == "\n" else "\n"
        at = t.text.rfind("\ndefine", 0, place) + 1
        name = re.compile(r"define[^@\n]*(@[\w.$-]+)").match(t.text, at)
        sentence = f"the function {name[1]} is not closed: end it with '}}'" if name is not None else "end the function with '}'"
        yield Repair(sentence, (place, place, f"{new_line}}}\n"))


def empty_body(t: Text) -> Iterator[Repair]:
    """`define void @f() { }`."""
    if not t.message.startswith("function body requires at least one basic block"):
        return
    at = t.text.rfind("define", 0, t.start + 1)
    header = words_of(t.text, at, t.text.find("{", at))
    name = next((index for index, word in enumerate(header) if word.kind == GLOBAL), 0)
    start = next((index for index in range(1, name) if behind_type(header, index) == name), name)
    type = t.source(header, start, name)
    value = "" if type == "void" else f" {_default(type)}"
    new_line = "" if t.text[t.start - 1] == "\n" else "\n"
    sentence = "a function that is defined has instructions, at least a terminator; one without a body is declared"
    yield Repair(sentence, (t.start, t.start, f"{new_line}  ret {type}{value}\n"))


def other_language(t: Text) -> Iterator[Repair]:
    """`if`, `while`, `print`, `import`, `(i32) %a`, `..`."""
    words = t.words
    if t.at >= len(words):
        return
    word = words[t.at]
    for one, other in pairwise(words):
        if one.text == "." and other.text == "." and one.end == other.start:
            yield Repair("variable arguments are written '...'", (one.start, other.end, "..."))
    if word.text == ".." or word.text.startswith(".."):
        yield Repair("variable arguments are written '...'", (word.start, word.end, "..."))
    if t.is_in_body and t.at == 2 and word.text == "(":
        close = closing(words, 2)
        type = t.source(words, 3, close - 1)
        if t.type_of(words[close]) == type:
            yield Repair(
                f"{words[close].text} is {type}: no conversion is needed",
                (word.start, words[-1].end, f"add {type} {words[close].text}, 0"),
            )
        if behind_type(words, 3) == close - 1 and close < len(words):
            given = t.type_of(words[close])
            from pyllvm.findings.mistakes.types import conversions

            for new in conversions(given, type):
                instruction = f"{new} {given} {words[close].text} to {type}"
                yield Repair(f"a conversion is an instruction, here {new}", (word.start, words[-1].end, instruction))
    if word.text == "if" and t.is_in_body and len(words) >= 4 and words[-2].text == "goto":
        yield Repair("a conditional branch is written 'br i1 %condition, label %then, label %else'")
    if word.text in ("import", "include", "using", "package", "extern", "from", "require"):
        yield Repair("a module imports nothing by name: declare what other modules define, and link them")
    if t.message == "expected top-level entity" and word.text in INSTRUCTIONS:
        yield Repair("an instruction must be inside the braces of a function: 'define void @f() {'")
    if t.message == "expected instruction opcode" and word.text.isidentifier() and word.text not in INSTRUCTIONS:
        yield Repair(f"there is no instruction '{word.text}'; a function is called with 'call'")
