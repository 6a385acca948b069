"""Writes diagnostics for other programs: a JSON document, a SARIF 2.1.0 log, or the lines that GitHub shows beside the text."""

from __future__ import annotations

import json

from pyllvm.diagnostics.diagnostic import Diagnostic
from pyllvm.diagnostics.documents import document
from pyllvm.diagnostics.plain import advice
from pyllvm.diagnostics.rule_names import VALUES, rule_of
from pyllvm.diagnostics.source import BitcodeLocation, Span
from pyllvm.notation import TYPE_CHECKING, Any, Final, Mapping
from pyllvm.versions import __version__

if TYPE_CHECKING:
    from typing import TypeAlias

    _Object: TypeAlias = dict[str, Any]

_SARIF_LEVELS: Final = {"error": "error", "warning": "warning", "note": "note", "remark": "note"}
_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"

# The characters that end a value in a workflow command of GitHub.
_IN_MESSAGES: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTIES: Final = _IN_MESSAGES | {":": "%3A", ",": "%2C"}


def machine_text(
    form: str, reports: list[tuple[Diagnostic, str]], program: str, descriptions: Mapping[str, str] | None = None
) -> str:
    """Return all diagnostics of a run in the form "json", "sarif" or "github". Each report is a diagnostic with its input's name.

    `descriptions`: a sentence for each rule that has a name. Other rules are described by their message.
    """
    if form == "github":
        return "".join(_annotation(*report) for report in reports)
    if form == "sarif":
        return json.dumps(_sarif(reports, program, descriptions or {}), indent=2) + "\n"
    return document(program, {"diagnostics": [_as_json(*report) for report in reports]})


def _annotation(diagnostic: Diagnostic, filename: str) -> str:
    """A workflow command of GitHub: an error, a warning or a notice, with its place and its help."""
    level = diagnostic.severity if diagnostic.severity in ("error", "warning") else "notice"
    properties = {"file": filename, "title": rule_of(diagnostic)}
    message = _clean(diagnostic.message)
    where = diagnostic.where
    if isinstance(where, Span):
        line, column, end_line, end_column = _lines_of(where)
        properties |= {"file": where.source.name, "line": str(line), "col": str(column)}
        properties |= {"endLine": str(end_line), "endColumn": str(end_column)}
    elif isinstance(where, BitcodeLocation):
        message += f" ({where.describe()})"
    elif diagnostic.excerpt:
        message += "\n" + _clean(diagnostic.excerpt).rstrip("\n")
    lines = "\n".join([message, *advice(diagnostic)])
    places = ",".join(f"{name}={_escaped(_clean(value), _IN_PROPERTIES)}" for name, value in properties.items() if value)
    return f"::{level} {places}::{_escaped(lines, _IN_MESSAGES)}\n"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)


def _as_json(diagnostic: Diagnostic, filename: str) -> _Object:
    result: _Object = {"severity": diagnostic.severity, "message": _clean(diagnostic.message)}
    where = diagnostic.where
    if isinstance(where, Span):
        end_line, end_column = where.source.line_and_column(max(where.start, where.end))
        result["file"] = _clean(where.source.name)
        result["start"] = {"line": where.line, "column": where.column, "offset": where.start}
        result["end"] = {"line": end_line, "column": end_column, "offset": max(where.start, where.end)}
    elif filename:
        result["file"] = _clean(filename)
    if isinstance(where, BitcodeLocation):
        result["bitcode"] = {
            "bit_offset": where.bit_offset,
            "blocks": where.block_path,
            "record_code": where.record_code,
            "producer": _clean(where.producer),
        }
        if where.record_name:
            result["bitcode"]["record_name"] = where.record_name
        if where.function:
            result["bitcode"]["function"] = _clean(where.function)
    scope = diagnostic.scope
    if scope is not None:
        result["in"] = {"function": _clean(scope.function)}
        if scope.block:
            result["in"]["block"] = _clean(scope.block)
        if scope.instruction:
            result["in"]["instruction"] = scope.instruction
    if diagnostic.excerpt:
        result["excerpt"] = _clean(diagnostic.excerpt).splitlines()
    if diagnostic.severity != "note":
        result["rule"] = rule_of(diagnostic)
    if diagnostic.suggestion is not None:
        result["suggestion"] = _clean(diagnostic.suggestion)
    if diagnostic.hint:
        result["hint"] = diagnostic.hint
    if diagnostic.fix is not None:
        result["fix"] = [
            {"start": edit.start, "end": edit.end, "text": _clean(edit.text.decode("utf-8", "surrogateescape"))}
            for edit in diagnostic.fix.edits
        ]
    if diagnostic.notes:
        result["notes"] = [_as_json(note, filename) for note in diagnostic.notes]
    return result


def _sarif_rules(reports: list[tuple[Diagnostic, str]], descriptions: Mapping[str, str]) -> list[_Object]:
    """The rules of all reports, in the order of their first report."""
    rules: dict[str, _Object] = {}
    for diagnostic, _ in reports:
        name = rule_of(diagnostic)
        if name in rules:
            continue
        text = descriptions.get(diagnostic.rule) or VALUES.sub("...", _clean(diagnostic.message))
        rules[name] = {"id": name, "shortDescription": {"text": text}}
        if diagnostic.hint:
            rules[name]["help"] = {"text": _clean(diagnostic.hint)}
    return list(rules.values())


def _sarif(reports: list[tuple[Diagnostic, str]], program: str, descriptions: Mapping[str, str]) -> _Object:
    rules = _sarif_rules(reports, descriptions)
    driver = {"name": program, "version": __version__, "rules": rules}
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    return {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": _sarif_results(reports, numbers)}],
    }


def _sarif_results(reports: list[tuple[Diagnostic, str]], rules: dict[str, int]) -> list[_Object]:
    results: list[_Object] = []
    for diagnostic, filename in reports:
        rule = rule_of(diagnostic)
        result: _Object = {
            "ruleId": rule,
            "ruleIndex": rules[rule],
            "level": _SARIF_LEVELS[diagnostic.severity],
            "message": {"text": _clean(diagnostic.message)},
        }
        if diagnostic.excerpt:
            result["message"]["text"] += "\n" + _clean(diagnostic.excerpt).rstrip("\n")
        location = _sarif_location(diagnostic, filename)
        if location:
            result["locations"] = [location]
        related = [{**_sarif_location(note, filename), "message": {"text": _clean(note.message)}} for note in diagnostic.notes]
        if related:
            result["relatedLocations"] = related
        if diagnostic.fix is not None:
            result["fixes"] = [_sarif_fix(diagnostic)]
        properties = {"suggestion": _clean(diagnostic.suggestion or ""), "hint": diagnostic.hint}
        if any(properties.values()):
            result["properties"] = {name: text for name, text in properties.items() if text}
        results.append(result)
    return results


def _sarif_fix(diagnostic: Diagnostic) -> _Object:
    """The edits that correct an error, as other tools can apply them."""
    fix = diagnostic.fix
    assert fix is not None
    replacements: list[_Object] = []
    for edit in fix.edits:
        replacement: _Object = {"deletedRegion": {"byteOffset": edit.start, "byteLength": edit.end - edit.start}}
        if edit.text:
            replacement["insertedContent"] = {"text": _clean(edit.text.decode("utf-8", "surrogateescape"))}
        replacements.append(replacement)
    changes = [{"artifactLocation": {"uri": _uri(fix.source.name)}, "replacements": replacements}]
    return {"description": {"text": _clean(" ".join(advice(diagnostic)))}, "artifactChanges": changes}


def _sarif_location(diagnostic: Diagnostic, filename: str) -> _Object:
    """Return the location in the file and the location in the module."""
    location = _physical_location(diagnostic, filename)
    if diagnostic.scope is not None:
        scope = {"fullyQualifiedName": _clean(diagnostic.scope.describe()), "kind": "function"}
        location["logicalLocations"] = [*location.get("logicalLocations", []), scope]
    return location


def _physical_location(diagnostic: Diagnostic, filename: str) -> _Object:
    where = diagnostic.where
    if isinstance(where, Span):
        region: _Object = dict(zip(("startLine", "startColumn", "endLine", "endColumn"), _lines_of(where), strict=True))
        region |= {"byteOffset": where.start, "byteLength": max(where.start, where.end) - where.start}
        return _physical(where.source.name, region)
    if isinstance(where, BitcodeLocation):
        location = _physical(filename, {"byteOffset": where.bit_offset // 8})
        location["logicalLocations"] = [{"fullyQualifiedName": where.describe()}]
        return location
    return _physical(filename, None) if filename else {}


def _lines_of(where: Span) -> tuple[int, int, int, int]:
    """The line and the column of the start of a span, and of its end."""
    return *_character_position(where, where.start), *_character_position(where, max(where.start, where.end))


def _character_position(where: Span, offset: int) -> tuple[int, int]:
    # SARIF and GitHub count characters where LLVM counts bytes.
    line, column = where.source.line_and_column(offset)
    start = offset - (column - 1)
    return line, len(where.source.data[start:offset].decode("utf-8", "replace")) + 1


def _physical(name: str, region: _Object | None) -> _Object:
    physical: _Object = {"artifactLocation": {"uri": _uri(name)}}
    if region is not None:
        physical["region"] = region
    return {"physicalLocation": physical}


def _uri(name: str) -> str:
    from urllib.parse import quote  # only SARIF has addresses

    return "stdin:" if name in ("-", "<stdin>") else quote(name.encode("utf-8", "surrogateescape"))


def _clean(text: str) -> str:
    # JSON holds Unicode only: bytes that are not valid UTF-8 appear as escapes.
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
