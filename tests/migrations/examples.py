"""The examples in docstrings of migrations: IR of one LLVM, and what becomes of it in another.

    LLVM 9: %b = fsub float -0.0, %a
    LLVM 10:
        %b = fneg float %a

A block may be lines of a function's body; its parameters are the names that are not defined there, the functions that it calls
are declared, and it ends with `ret void` if it has no terminator. Lines that begin with `define`, `@`, `!` and the like are the
module's. The blocks of a docstring are pairs: the first of a pair is brought to the LLVM of the second.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pyllvm
from pyllvm import Module, parse_assembly, to_assembly
from pyllvm.ir.metadata import MDNode
from pyllvm.migrations import bring

FOLDER: Final = Path(pyllvm.__file__).parent / "migrations"
_HEAD: Final = re.compile(r"^( *)LLVM (\d+):(?: (.*))?$")
_OF_MODULE: Final = re.compile(r"[@!$^]|(define|declare|target|source_filename|attributes|module asm|%[\w.]+ = type)\b")
_TERMINATOR: Final = re.compile(r"(ret|br|switch|indirectbr|invoke|callbr|resume|unreachable|cleanupret|catchret|catchswitch)\b")
_NAME: Final = re.compile(r'%([\w.]+|"[^"]*")')
_TYPE: Final = re.compile(
    r"(?:\{.*\}|<.*>|\[.*\]|target\(.*\)|ptr|[ib]\d+|half|bfloat|float|double|x86_mmx|token|metadata|label)\**"
)
# LLVM prints these fields of every unit.
_DEFAULTS: Final = ", isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug"
_ADDED: Final = "ret void"
_KEPT: Final = "location"
_LOCATION: Final = f"""
!{_KEPT} = !{{!99999}}
!99999 = !DILocation(line: 1, scope: !99998)
!99998 = distinct !DISubprogram(name: "f", type: !99997)
!99997 = !DISubroutineType(types: !99996)
!99996 = !{{}}
"""
# These examples make instructions without a location, as LLVM does, or casts of typed pointers.
_WITHOUT_LOCATIONS: Final = ("expand_expressions", "downgrade_debug_records", "type_pointers", "make_typed")


class Example(NamedTuple):
    """The text of one LLVM, and of the other."""

    place: str
    before: int
    text: str
    after: int
    expected: str


def examples() -> Iterator[Example]:
    """All examples of the room."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                place = f"{path.relative_to(FOLDER).with_suffix('')}:{getattr(node, 'name', '')}"
                blocks = list(_blocks(ast.get_docstring(node) or ""))
                assert len(blocks) % 2 == 0, f"{place}: a block without another"
                for (before, text), (after, expected) in zip(blocks[::2], blocks[1::2], strict=True):
                    yield Example(place, before, text, after, expected)


def _blocks(docstring: str) -> Iterator[tuple[int, str]]:
    version, margin, lines = 0, 0, list[str]()
    # The first line may begin with the release of the change.
    for line in [*docstring.split("\n")[1:], ""]:
        head = _HEAD.match(line)
        is_inside = version and line.startswith(" " * (margin + 1))
        if is_inside and not head:
            lines.append(line.strip())
            continue
        if version:
            yield version, "\n".join(lines)
            version = 0
        if head:
            version, margin, lines = int(head[2]), len(head[1]), [head[3].strip()] if head[3] else []


def changed(example: Example) -> str:
    """The lines that become of an example, as the docstring would have them. Instructions keep their location."""
    module = parse_assembly(whole(example.text) + _LOCATION, llvm_version=example.before)
    (kept,) = [named for named in module.named_metadata if named.name == _KEPT]
    _locate(module, None, kept.operands[0])
    bring(module, example.after)
    lost = _locate(module, None, None)
    assert not lost or example.place.endswith(_WITHOUT_LOCATIONS), f"no location: {lost}"
    module.named_metadata.remove(kept)
    _locate(module, kept.operands[0], None)
    return "\n".join(_lines(to_assembly(module), has_function=not _is_of_module(example.text)))


def _locate(module: Module, before: MDNode | None, after: MDNode | None) -> list[str]:
    """Give the instructions that have one location another instead; these instructions."""
    found = [one for function in module.functions for one in function.instructions if one.debug_location is before]
    for one in found:
        one.debug_location = after
    return [str(one) for one in found]


def parts_of(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text that are the module's, and those of functions or of a body."""
    module: list[str] = []
    body: list[str] = []
    is_inside = False
    for line in filter(None, text.split("\n")):
        is_inside = is_inside or (line.startswith("define") and line.endswith("{"))
        (module if _OF_MODULE.match(line) and not is_inside else body).append(line)
        is_inside = is_inside and line != "}"
    return module, body


def _is_of_module(text: str) -> bool:
    """Whether a text is all of a module, and no part of a body."""
    return not _body(text)


def _body(text: str) -> list[str]:
    """The lines outside of functions that are not the module's: the body of the function that the example leaves out."""
    found: list[str] = []
    is_inside = False
    for line in text.split("\n"):
        if not is_inside and not _OF_MODULE.match(line):
            found.append(line)
        is_inside = (is_inside or (line.startswith("define") and line.endswith("{"))) and line != "}"
    return [line for line in found if line != "}"]


def whole(text: str) -> str:
    """The module of an example: with the function and the declarations that it leaves out."""
    body = _body(text)
    rest = [line for line in text.split("\n") if line not in body]
    if not body:
        return "\n".join([*rest, *_declarations(rest, rest)]) + "\n"
    defined = {match[1] for line in body if (match := re.match(r'%([\w.]+|"[^"]*") = ', line))}
    labels = {match[1] for line in body if (match := re.match(r"([\w.]+):", line))}
    parameters: dict[str, str] = {}
    missing: list[str] = []
    for line in body:
        for match in _NAME.finditer(line):
            name = match[1]
            before = line[: match.start()].rstrip()
            if name in defined or name in parameters or name in labels or _is_type(name, rest):
                continue
            if before.endswith("label"):
                missing.append(name)
            else:
                parameters[name] = _type_before(before)
    if not _TERMINATOR.match(body[-1]):
        body = [*body, _ADDED]
    for label in dict.fromkeys(missing):
        body += [f"{label}:", _ADDED]
    returned = next((_first_type(line[4:])[0] for line in body if line.startswith("ret ")), "void")
    listed = ", ".join(f"{type} %{name}" for name, type in parameters.items())
    return "\n".join([*rest, *_declarations(body, rest), f"define {returned} @f({listed}) {{", *body, "}"]) + "\n"


def _is_type(name: str, lines: list[str]) -> bool:
    return any(line.startswith(f"%{name} = type") for line in lines)


def _type_before(text: str) -> str:
    """The type in front of a name; attributes may be between, and operands of the same type, which a comma ends."""
    found = re.search(r"ptr addrspace\(\d+\)(?=( \w+)*$)", text)
    if found:
        return found[0]
    words = _split(text, " (")
    for at in range(len(words) - 1, -1, -1):
        word = words[at].strip(",")
        if _TYPE.fullmatch(word):
            return word
    return "i32"


def _split(text: str, separators: str) -> list[str]:
    """The parts of a text outside of brackets. A bracket that nothing closes is not one."""
    parts = [""]
    depth = 0
    for at, letter in enumerate(text):
        if depth == 0 and letter in separators and (letter == " " or ")" not in text[at:]):
            parts.append("")
            continue
        if letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            depth -= 1
        parts[-1] += letter
    return [part for part in parts if part]


def _first_type(text: str) -> tuple[str, str]:
    """The type with which a text begins, and what follows it."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "([{<") - (letter in ")]}>")
        if depth == 0 and letter in " ,":
            if text[at:].startswith((" addrspace(", " (")):
                continue
            return text[:at], text[at + 1 :]
        if depth < 0:
            return text[:at], text[at:]
    return text, ""


def _declarations(body: list[str], rest: list[str]) -> list[str]:
    """Declarations of the functions that calls name, if the module has none."""
    found: dict[str, str] = {}
    for line in body:
        match = re.search(r"\b(?:call|invoke|callbr)\b (.*?)(@[\w.$]+)\((.*)", line)
        if match is None or any(re.match(rf"(declare|define)\b.*{re.escape(match[2])}\(", one) for one in rest):
            continue
        before = re.sub(r"^((fast|nnan|nsz|\w*cc|zeroext|signext|noundef|range\([^)]*\)) )*", "", match[1]).strip()
        arguments, depth, part = list[str](), 0, ""
        for letter in match[3]:
            if depth == 0 and letter in ",)":
                arguments.append(part.strip())
                part = ""
                if letter == ")":
                    break
                continue
            depth += (letter in "([{<") - (letter in ")]}>")
            part += letter
        types = [_first_type(one)[0] for one in arguments if one]
        signature = before if before.endswith(")") else f"{before} ({', '.join(types)})"
        returned, _, listed = signature.partition(" (")
        found[match[2]] = f"declare {returned} {match[2]}({listed}"
    return list(found.values())


def _lines(text: str, has_function: bool) -> list[str]:
    """The lines of a printed module, without its head and the declarations; attributes are where their numbers were."""
    groups = dict(re.findall(r"^attributes (#\d+) = \{ (.*) \}$", text, re.MULTILINE))
    found: list[str] = []
    for line in text.split("\n"):
        line = re.sub(r" (#\d+)(?=( |,|$))", lambda match: " " + groups[match[1]], line).strip()
        if not line or line.startswith(("; ", "source_filename", "attributes ")):
            continue
        line = re.sub(r" +;.*$", "", line).replace(_DEFAULTS, "")
        if line.startswith("to label "):
            found[-1] += f" {line}"
        else:
            found.append(line)
    if not has_function:
        return found
    start = next(at for at, line in enumerate(found) if re.match(r"define .*@f\(", line))
    end = found.index("}", start)
    body = found[start + 1 : end]
    while body and (body[-1] == _ADDED or (len(body) > 1 and re.fullmatch(r"[\w.]+:", body[-1]))):
        body.pop()
    return [*[line for line in found[:start] + found[end + 1 :] if not line.startswith("declare")], *body]
