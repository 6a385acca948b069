"""Which of several modules defines and uses a symbol."""

from __future__ import annotations

import pyllvm
from pyllvm.library.cross_reference import cross_reference

BODY = "() {\n  ret void\n}\n"
TEXTS = {
    "a": f"define void @f{BODY}declare void @g()\ndeclare void @nowhere()\ndeclare extern_weak void @perhaps()\n",
    "b": f"define void @f{BODY}define void @g{BODY}define linkonce void @w{BODY}",
    "c": f"define linkonce void @w{BODY}define void @alone{BODY}define internal void @g{BODY}",
}


def test_states() -> None:
    modules = [(name, pyllvm.symbols(text.encode())) for name, text in TEXTS.items()]
    entries = {entry.name: entry for entry in cross_reference(modules)}
    assert {name: entry.state for name, entry in entries.items()} == {
        "alone": "unused",
        "f": "duplicate",
        "g": "resolved",
        "nowhere": "undefined",
        "perhaps": "undefined",
        "w": "unused",
    }
    assert (entries["f"].defined, entries["f"].used) == (["a", "b"], [])
    assert (entries["g"].defined, entries["g"].used) == (["b"], ["a"])
    assert entries["w"].weakly == ["b", "c"]
    assert entries["nowhere"].must_exist
    assert not entries["perhaps"].must_exist
    # A file of several modules may use what it defines.
    again = cross_reference([*modules, ("b", pyllvm.symbols(b"declare void @g()\n"))])
    assert [(entry.defined, entry.used) for entry in again if entry.name == "g"] == [(["b"], ["a"])]
