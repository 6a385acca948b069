"""GUIDs of local symbols in the summary of a module that goes to another version."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode
from pyllvm.bitcode import write_bitcode
from pyllvm.ir.guids import guid_of

FLAGS = (
    "flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), "
    "varFlags: (readonly: 0, writeonly: 0, constant: 0)"
)
TEXT = (
    'source_filename = "a.c"\n\n@x = internal global i32 0\n@y = global i32* @x\n\n'
    '^0 = module: (path: "m", hash: (0, 0, 0, 0, 0))\n'
    f"^1 = gv: (guid: {guid_of('a.c:x')}, summaries: (variable: (module: ^0, {FLAGS})))\n"
    f'^2 = gv: (name: "y", summaries: (variable: (module: ^0, {FLAGS.replace("internal", "external")}, refs: (^1))))\n'
)


@pytest.mark.parametrize(("version", "identifier"), [(14, "a.c:x"), (17, "a.c:x"), (18, "a.c;x"), (22, "a.c;x")])
def test_the_delimiter_is_that_of_the_version(version: int, identifier: str) -> None:
    module = parse_bitcode(write_bitcode(parse_assembly(TEXT, llvm_version=14)), llvm_version=version)
    assert module.summary is not None
    guids = {info.name: guid for guid, info in module.summary.values.items()}
    assert guids == {"x": guid_of(identifier), "y": guid_of("y")}
    assert [info.guid for info in module.summary.values.values() if info.name == "x"] == [guid_of(identifier)]
