"""Names of C++ and Rust are demangled as LLVM's tools do; without the package, a message says what to install."""

from __future__ import annotations

import sys

import pytest

import pyllvm
from pyllvm.library import demangling

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


@pytest.mark.parametrize("name", MANGLED)
def test_a_mangled_name_is_as_in_the_source(name: str) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    assert pyllvm.demangle(name) == MANGLED[name]


@pytest.mark.parametrize("name", OTHER)
def test_any_other_name_is_unchanged(name: str) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    assert pyllvm.demangle(name) == name


def test_without_the_package_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycxxfilt", None)
    demangling._demanglers.cache_clear()
    try:
        with pytest.raises(pyllvm.PyllvmError) as caught:
            pyllvm.demangle("_Z3fooi")
    finally:
        demangling._demanglers.cache_clear()
    assert "pyllvm[demangle]" in (caught.value.diagnostic.hint or "")
