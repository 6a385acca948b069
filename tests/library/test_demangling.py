"""Names of C++ and Rust are demangled as LLVM's tools do; without the package, a message says what to install."""

from __future__ import annotations

import sys

import pytest

import pyllvm
from pyllvm.library import demangling
from rows import each_row

MANGLED = {
    "_Z3fooi": "foo(int)",
    "__Z3fooi": "foo(int)",  # Mach-O
    "\1_Z3fooi": "foo(int)",
    "._Z3fooi": ".foo(int)",
    "_Z3fooi.isra.0": "foo(int) (.isra.0)",
    "___Z3foov_block_invoke": "invocation function for block in foo()",
    "_ZN4core3fmt9Formatter3pad17h9b2b3a0e5b4d1b31E": "core::fmt::Formatter::pad::h9b2b3a0e5b4d1b31",
    "_RNvCs_7mycrate3foo": "mycrate::foo",
    "__RNvCs_7mycrate3foo": "mycrate::foo",
    "?f@@YAXH@Z": "void __cdecl f(int)",
}
OTHER = ("", "main", "i", "_Z", "_Zzz", "?", "_R", "_RNv", ".Z3fooi", "Z3fooi", "_____Z3fooi", "_Z3foo\ud800", "_Z3f\0", "\1")


@each_row("name", MANGLED)
def test_a_mangled_name_is_as_in_the_source(name: str) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    assert pyllvm.demangle(name) == MANGLED[name]


@each_row("name", OTHER)
def test_any_other_name_is_unchanged(name: str) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    assert pyllvm.demangle(name) == name


def test_names_in_a_text() -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    text = "Linking '_Z3fooi': @_Z3bari.1 is not x_Z3fooi, nor a.?f@@YAXH@Z; but ?f@@YAXH@Z is. Why?\n"
    shown = "Linking 'foo(int)': @bar(int) (.1) is not x_Z3fooi, nor a.?f@@YAXH@Z; but void __cdecl f(int) is. Why?\n"
    assert demangling.demangle_text(text) == shown


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (13, ["f(std::vector<A<int> >)", "__Z1gv", "_RNvCs_7mycrate3foo", "?f@@YAXH@Z"]),
        (14, ["f(std::vector<A<int> >)", "__Z1gv", "mycrate::foo", "?f@@YAXH@Z"]),
        (17, ["f(std::vector<A<int>>)", "__Z1gv", "mycrate::foo", "?f@@YAXH@Z"]),
        (18, ["f(std::vector<A<int>>)", "g()", "mycrate::foo", "void __cdecl f(int)"]),
    ],
)
def test_older_versions_of_nm_demangle_less(version: int, expected: list[str]) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    demangle = demangling.demangler_of(version)
    names = ["_Z1fSt6vectorI1AIiEE", "__Z1gv", "_RNvCs_7mycrate3foo", "?f@@YAXH@Z"]
    assert [demangle(name) for name in names] == expected


def test_without_the_package_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycxxfilt", None)
    demangling._demanglers.cache_clear()
    try:
        with pytest.raises(pyllvm.PyllvmError) as caught:
            pyllvm.demangle("_Z3fooi")
    finally:
        demangling._demanglers.cache_clear()
    assert "pyllvm[demangle]" in (caught.value.diagnostic.hint or "")
