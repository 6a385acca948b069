"""Diagnostics as JSON and as SARIF."""

from __future__ import annotations

import json

from pyllvm.diagnostics import BitcodeLocation, Diagnostic, Scope, Source, Span
from pyllvm.diagnostics.machine import machine_text

TEXT = "; größe\n%é = add i32 %cuont, 1\n".encode()
START = TEXT.index(b"%cuont")
SPAN = Span(Source("dir/a b.ll", TEXT), START, START + 6)


def test_json() -> None:
    note = Diagnostic("note", "here", Span(Source("dir/a b.ll", TEXT), 0, 1))
    diagnostic = Diagnostic("error", "undefined \udcff", SPAN, [note], suggestion="%count")
    document = json.loads(machine_text("json", [(diagnostic, "x"), (Diagnostic("warning", "odd"), "b.bc")], "pyllvm-as"))
    assert document["tool"] == "pyllvm-as"
    first, second = document["diagnostics"]
    assert first["message"] == "undefined \\xff"
    assert first["file"] == "dir/a b.ll"
    assert first["start"] == {"line": 2, "column": 15, "offset": START}
    assert first["end"] == {"line": 2, "column": 21, "offset": START + 6}
    assert first["suggestion"] == "%count"
    assert first["notes"][0]["message"] == "here"
    assert second == {"severity": "warning", "message": "odd", "file": "b.bc", "rule": "input/odd"}


def test_json_of_bitcode() -> None:
    where = BitcodeLocation(96, ["MODULE_BLOCK"], 3, "LLVM14")
    document = json.loads(machine_text("json", [(Diagnostic("error", "bad", where), "b.bc")], "pyllvm-dis"))
    assert document["diagnostics"][0]["bitcode"] == {
        "bit_offset": 96,
        "blocks": ["MODULE_BLOCK"],
        "record_code": 3,
        "producer": "LLVM14",
    }


def test_the_annotations_of_github() -> None:
    where = BitcodeLocation(96, ["MODULE_BLOCK"], 3, "LLVM14")
    error = Diagnostic("error", "50 % bad:\nworse", SPAN)
    error.hint = "say it"
    reports = [(error, ""), (Diagnostic("note", "bad", where), "a,b.bc")]
    first, second = machine_text("github", reports, "pyllvm-as").splitlines()
    assert first == (
        "::error file=dir/a b.ll,title=syntax/other,line=2,col=14,endLine=2,endColumn=20::50 %25 bad:%0Aworse%0Asay it"
    )
    assert second.startswith("::notice file=a%2Cb.bc,title=bitcode/bad::bad (")


def test_sarif() -> None:
    note = Diagnostic("note", "here", Span(Source("dir/a b.ll", TEXT), 0, 1))
    reports = [(Diagnostic("error", "undefined", SPAN, [note]), "")]
    reports.append((Diagnostic("remark", "bits", BitcodeLocation(96, [], None, "")), "b.bc"))
    run = json.loads(machine_text("sarif", reports, "pyllvm-as"))["runs"][0]
    assert run["tool"]["driver"]["name"] == "pyllvm-as"
    error, remark = run["results"]
    assert error["level"] == "error"
    location = error["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "dir/a%20b.ll"
    # SARIF counts characters, and a two-byte one stands before.
    assert (location["region"]["startLine"], location["region"]["startColumn"]) == (2, 14)
    assert (location["region"]["byteOffset"], location["region"]["byteLength"]) == (START, 6)
    assert error["relatedLocations"][0]["message"]["text"] == "here"
    assert remark["level"] == "note"
    assert remark["locations"][0]["physicalLocation"]["region"]["byteOffset"] == 12


def test_rules_of_sarif() -> None:
    lint = Diagnostic("warning", "Undefined behavior: Division by zero", SPAN)
    lint.is_finding, lint.rule = True, "division"
    verifier = Diagnostic("error", "Instruction does not dominate all uses!", SPAN)
    verifier.is_finding, verifier.hint = True, "merge the paths"
    one, other = (Diagnostic("error", f"use of undefined value '%{name}'", SPAN) for name in "ab")
    one.rule = other.rule = "syntax/undefined-value"
    bitcode = Diagnostic("error", "Invalid record 7", BitcodeLocation(96, [], None, ""))
    missing = Diagnostic("error", "No such file or directory")
    reports = [(diagnostic, "x") for diagnostic in (lint, verifier, one, other, bitcode, missing)]
    run = json.loads(machine_text("sarif", reports, "pyllvm-verify", {"division": "A division by zero."}))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [
        "division",
        "verifier/instruction-does-not-dominate-all-uses",
        "syntax/undefined-value",
        "bitcode/invalid-record",
        "input/no-such-file-or-directory",
    ]
    assert rules[0]["shortDescription"] == {"text": "A division by zero."}
    assert rules[1]["help"] == {"text": "merge the paths"}
    assert rules[2]["shortDescription"] == {"text": "use of undefined value ..."}
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 2, 2, 3, 4]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_the_place_in_the_module() -> None:
    inside = Diagnostic("error", "bad", SPAN)
    inside.scope = Scope("@f", "%entry", 3)
    whole = Diagnostic("error", "bad", SPAN)
    whole.scope = Scope("@f")
    reports = [(inside, ""), (whole, "")]
    document = json.loads(machine_text("json", reports, "pyllvm-verify"))
    assert [each["in"] for each in document["diagnostics"]] == [
        {"function": "@f", "block": "%entry", "instruction": 3},
        {"function": "@f"},
    ]
    results = json.loads(machine_text("sarif", reports, "pyllvm-verify"))["runs"][0]["results"]
    names = [each["locations"][0]["logicalLocations"][-1]["fullyQualifiedName"] for each in results]
    assert names == [inside.scope.describe(), whole.scope.describe()]
