"""Texts lose what they tell, and keep their form."""

from __future__ import annotations

import pytest

from pyllvm.library import anonymizing as texts


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (b"hello, world 42\n\0", b"xxxxx, xxxxx xx\n\0"),
        (b"%s: %-5ld of %08.3f%%\0", b"%s: %-5ld xx %08.3f%%\0"),
        (b"one\0two\0\0", b"xxx\0xxx\0\0"),
        ("né".encode(), b"xxx"),
        (b"\x01\x02abc", b"\x01\x02abc"),
        (b"12\0\0", b"12\0\0"),
        (b"", b""),
    ],
)
def test_masked(text: bytes, result: bytes) -> None:
    assert texts.masked(text) == result
    assert len(result) == len(text)


def test_masked_wide() -> None:
    hello = "Hi!\0".encode("utf-16-le")
    assert texts.masked_wide(hello, 2) == "xx!\0".encode("utf-16-le")
    numbers = b"\x07\x00\x41\x00\x00\x00"
    assert texts.masked_wide(numbers, 2) == numbers
    assert texts.masked_wide(hello[:-2], 2) == hello[:-2]


def test_names_in_assembly() -> None:
    assert texts.renamed_in("call foo@PLT; mov foo, foobar", {"foo": "f1"}) == "call foo@PLT; mov f1, foobar"


@pytest.mark.parametrize(
    ("name", "is_known"),
    [
        (".init_array", True),
        (".text", True),
        (".text.secret", False),
        ("secret", False),
        ("llvm.metadata", True),
        ("__llvm_prf_cnts", True),
        ("__DATA,__const", True),
        ("__TEXT,__secret", False),
        ("__SECRET,__data", False),
    ],
)
def test_sections(name: str, is_known: bool) -> None:
    assert texts.is_known_section(name) == is_known
    new = texts.section_like(name, 3)
    assert "secret" not in new.lower()
    assert new.count(",") == name.count(",")


def test_sections_of_apple_keep_their_attributes() -> None:
    assert texts.section_like("__TEXT,__secret,regular,pure_instructions", 1) == "__TEXT,section1,regular,pure_instructions"
    assert texts.section_like(".text.secret", 2) == ".text.section2"


def test_files_and_producers() -> None:
    assert texts.file_like("secret.cpp", 4) == "file4.cpp"
    assert texts.file_like("secret", 4) == "file4"
    assert texts.producer_like("Vendor clang version 19.1.7 (secret)") == "clang version 19.0.0"
    assert texts.producer_like("secretcc") == "unknown compiler"


def test_variants() -> None:
    assert texts.renamed_variants("_ZGVbN2v_sin(vsin),nonsense", lambda name: name.upper()) == "_ZGVbN2v_SIN(VSIN)"
