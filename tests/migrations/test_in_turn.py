"""Upgrades of bodies in turn make of a module what upgrades of the whole module make."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode
from sizes_of_parts import VARIABLE, AtEverySize, at_every_size

from .examples import examples, whole

_ = at_every_size
BODY = "define void @f() {\n  ret void\n}\n"
# Module, its version, a newer one: the changes that begin outside of bodies.
BEGUN = (":begin_", ":expand_expressions", ":make_opaque")
UPGRADES = [
    (whole(one.text), one.before, one.after)
    for one in examples()
    if one.before < one.after and any(word in one.place for word in BEGUN)
]
UPGRADES += [
    (BODY + '!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n', 8, 22),
    (
        BODY.replace("ret", "call void @objc_release(i8* null)\n  ret")
        + 'declare void @objc_release(i8*)\n!clang.arc.retainAutoreleasedReturnValueMarker = !{!0}\n!0 = !{!"mov"}\n',
        8,
        22,
    ),
]


def test_upgrades(at_every_size: AtEverySize, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    path = tmp_path / "older.bc"
    for text, before, after in UPGRADES:
        data = to_bitcode(parse_assembly(text, llvm_version=before))
        path.write_bytes(data)
        found = at_every_size.run("dis", f"--llvm-version={after}", "-o", "-", path)
        expected = to_assembly(parse_bitcode(data, str(path), llvm_version=after))
        assert (found.messages, found.output.decode()) == (b"", expected)
