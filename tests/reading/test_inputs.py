"""Inputs and sources: kinds of files, names, packing, members, and the modules in containers that an input means."""

from __future__ import annotations

import gzip
import io
import lzma
from pathlib import Path

import pytest

from archives import gnu_archive
from pyllvm import parse_assembly, to_bitcode
from pyllvm.assembly import parse_assembly as parse_text
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module
from pyllvm.reading.inputs import (
    ARCHIVE,
    BITCODE,
    TEXT,
    Input,
    Source,
    are_choices,
    is_too_short,
    kind_of,
    modules_inside,
    shown,
    split_name,
    too_many,
)
from pyllvm.reading.modules import modules_of, named_modules
from pyllvm.wishes import Wishes


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (BITCODE_MAGIC, BITCODE),
        (wrap(BITCODE_MAGIC), BITCODE),
        (gnu_archive({}), ARCHIVE),
        (b"!<thin>\n", ARCHIVE),
        (b"<bigaf>\n", ARCHIVE),
        (b"define void @f()", TEXT),
        (b"!0 = !{}", TEXT),
        (b"", TEXT),
    ],
)
def test_the_first_bytes_tell(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


def test_in_so_little_bitcode_there_is_no_module() -> None:
    assert is_too_short(BITCODE_MAGIC + b"\0" * 8)
    assert not is_too_short(BITCODE_MAGIC + b"\0" * 9)
    assert not is_too_short(b"define")


def test_a_member_follows_the_path_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "lib.a").touch()
    (tmp_path / "file (1)").touch()
    lib = str(tmp_path / "lib.a")
    assert split_name(lib) == (lib, "")
    assert split_name(f"{lib}(x.o)") == (lib, "(x.o)")
    assert split_name(f"{lib}(arm64)(x (1).o)") == (lib, "(arm64)(x (1).o)")
    assert split_name("-(x.o)") == ("-", "(x.o)")
    # Files that are there, or not at all, are named whole.
    assert split_name(str(tmp_path / "file (1)")) == (str(tmp_path / "file (1)"), "")
    assert split_name(f"{tmp_path}/none.a(x.o)") == (f"{tmp_path}/none.a(x.o)", "")


def names(file: Path, member: str) -> list[str]:
    """The parts of a fixture that a member's name means."""
    return ["".join(f"({part})" for part in inside.path) for inside in modules_inside(file.read_bytes(), "x", member)]


def test_a_container_in_a_container_means_all_in_it(data: Path) -> None:
    nested = data / "containers" / "nested.a"
    assert names(nested, "(two.o)") == ["(two.o)(.llvmbc)(0)", "(two.o)(.llvmbc)(1)"]
    assert names(nested, "(two.o)(.llvmbc)(1)") == ["(two.o)(.llvmbc)(1)"]
    assert len(names(nested, "")) == 3
    # The first letters of a name are not enough.
    with pytest.raises(PyllvmError, match=r"there is no module \(two\) in x"):
        names(nested, "(two)")


def test_a_container_without_modules() -> None:
    with pytest.raises(PyllvmError, match=r"there are no modules in lib\.a"):
        modules_inside(b"!<arch>\n", "lib.a", "(x.o)")
    assert modules_inside(b"!<arch>\n", "lib.a", "") == []


def test_the_modules_are_listed(data: Path) -> None:
    modules = modules_inside((data / "containers" / "universal").read_bytes(), "fat", "")
    error = too_many("fat", modules, "to print it")
    assert error.diagnostic.message == "2 modules are in fat: name one to print it"
    assert [note.message for note in error.diagnostic.notes] == ["fat(x86_64)", "fat(arm64)"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("universal", True), ("bundle.bc", True), ("package-v2.bin", True), ("nested.a", False), ("library.metallib", False)],
)
def test_forms_of_one_program(data: Path, name: str, expected: bool) -> None:
    assert are_choices(modules_inside((data / "containers" / name).read_bytes(), name, "")) == expected


def test_control_characters_are_escaped() -> None:
    assert shown("a\x1b[2J\n\u00e9\udcff") == "a\\x1b[2J\\x0a\u00e9\udcff"


TEXT = b"@g = global i32 0\n"


@pytest.fixture
def bitcode() -> bytes:
    return to_bitcode(parse_assembly(TEXT, llvm_version=19))


DESCRIBED = """\
define void @f() !dbg !0 {
  ret void
}
!llvm.module.flags = !{!1}
!0 = distinct !DISubprogram(name: "f")
!1 = !{i32 2, !"Debug Info Version", i32 2}
"""


@pytest.mark.parametrize("is_text", [True, False])
def test_modules_lose_debug_information_of_another_version_with_a_warning(is_text: bool) -> None:
    data = DESCRIBED.encode() if is_text else write_bitcode(parse_text(DESCRIBED.encode(), llvm_version=19))
    said: list[tuple[str, str]] = []
    wishes = Wishes(19)
    for warns in (False, True):
        wishes.warn = (lambda diagnostic, name: said.append((diagnostic.message, name))) if warns else None
        (module,) = modules_of(Source(data, "x"), wishes)
        assert "!dbg" not in str(module)
    assert said == [("ignoring debug info with an invalid version (2) in x", "x")]


def test_a_file_that_is_too_short_has_no_module(bitcode: bytes) -> None:
    assert modules_of(Source(bitcode[:12], "x"), Wishes()) == []
    with pytest.raises(PyllvmError):
        modules_of(Source(bitcode[:100], "x"), Wishes())


def test_names_in_messages_and_of_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (Source(TEXT, "-").identifier, Source(TEXT, "a.ll").identifier) == ("<stdin>", "a.ll")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT)))
    read = Input("-")
    assert (read.name, read.shown, read.data, read.packing) == ("-", "<stdin>", TEXT, "")


def test_a_source_is_text_or_bitcode(bitcode: bytes) -> None:
    assert Source(TEXT, "a").is_text
    assert not Source(bitcode, "a").is_text
    assert Source(bitcode, "a").file is not None


def test_files_are_unpacked(tmp_path: Path, bitcode: bytes) -> None:
    for name, content, packing in (
        ("a.bc", bitcode, ""),
        ("a.bc.gz", gzip.compress(bitcode), "gzip"),
        ("a.bc.xz", lzma.compress(bitcode), "xz"),
    ):
        (tmp_path / name).write_bytes(content)
        read = Input(str(tmp_path / name))
        assert (read.data, read.packing, read.member, read.shown) == (bitcode, packing, "", str(tmp_path / name))
        assert read.inside() == []
        assert read.only([], "to read it") == bitcode
    with pytest.raises(PyllvmError, match="No such file or directory"):
        Input(str(tmp_path / "missing"))


def test_modules_have_the_names_of_their_places(tmp_path: Path, bitcode: bytes) -> None:
    (tmp_path / "m.bc").write_bytes(bitcode)
    (tmp_path / "one.a").write_bytes(gnu_archive({"a.o": bitcode}))
    (tmp_path / "two.a").write_bytes(gnu_archive({"a.o": bitcode, "c.o": TEXT, "b.o": bitcode}))
    known: dict[tuple[str, bytes], list[Module]] = {}
    for name, places in (("m.bc", [""]), ("one.a", [""]), ("two.a", ["(a.o)", "(b.o)"])):
        path = str(tmp_path / name)
        found = named_modules(Input(path), Wishes(), known)
        assert [one.name for one in found] == [path + place for place in places]
        again = named_modules(Input(path), Wishes(), known)
        assert all(one.module is other.module for one, other in zip(found, again, strict=True))
        fresh = named_modules(Input(path), Wishes())
        assert not any(one.module is other.module for one, other in zip(found, fresh, strict=True))


def test_members(tmp_path: Path, bitcode: bytes) -> None:
    path = str(tmp_path / "lib.a")
    Path(path).write_bytes(gnu_archive({"a.o": bitcode, "b.o": TEXT, "c.o": bitcode}))
    whole = Input(path)
    inside = whole.inside()
    assert [whole.label(one, inside) for one in inside] == [f"{path}(a.o)", f"{path}(c.o)"]
    with pytest.raises(PyllvmError) as caught:
        whole.only(inside, "to read it")
    assert "a.o" in str(caught.value) + str([note.message for note in caught.value.diagnostic.notes])
    one = Input(f"{path}(c.o)")
    assert (one.path, one.member) == (path, "(c.o)")
    (module,) = one.inside()
    assert one.label(module, [module]) == f"{path}(c.o)"
    assert one.only([module], "to read it") == bitcode


def test_modules_of_a_text_with_a_byte_order_mark() -> None:
    said: list[str] = []
    wishes = Wishes()
    wishes.warn = lambda diagnostic, name: said.append(f"{name}: {diagnostic.message}")
    assert len(modules_of(Source(b"\xef\xbb\xbf" + TEXT, "x"), wishes)) == 1
    assert said == ["x: the text begins with a byte order mark, which LLVM's own tools refuse"]
