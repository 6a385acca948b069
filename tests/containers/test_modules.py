"""Finds modules in files of every format: small ones in tests/data/containers, and those that the real tools make.

No input escapes its bounds.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import struct
import subprocess
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from archives import gnu_archive, header, thin_archive
from pyllvm.containers.modules import find_modules, is_container
from pyllvm.containers.shaders import read_metal
from pyllvm.containers.streams import read_streams
from pyllvm.containers.wasm import read_wasm
from pyllvm.diagnostics import PyllvmError
from pyllvm.library.bitcode_sizes import bitcode_sizes
from pyllvm.library.symbols import symbol_table
from pyllvm.wishes import Wishes
from rows import each_row

# The magic number and one block, of one word and of none.
BITCODE: Final = b"BC\xc0\xde" + struct.pack("<III", 1 | 13 << 2 | 5 << 10, 1, 0)
OTHER: Final = b"BC\xc0\xde" + struct.pack("<II", 1 | 13 << 2 | 5 << 10, 0)
HOST: Final = "host-x86_64-unknown-linux-gnu-"
DEVICE: Final = "openmp-nvptx64-nvidia-cuda--"

DATA: Final = Path(__file__).parents[1] / "data" / "containers"
# Each file in tests/data/containers, and the modules in it.
FIXTURES: Final = {
    "elf32-big-endian.o": ["(.llvmbc)"],
    "fat-lto.o": ["(.llvm.lto)"],
    "coff.obj": ["(.llvmbc)"],
    "coff-big.obj": ["(.llvmbc)"],
    "macho.o": ["(__LLVM,__bitcode)"],
    "universal": ["(x86_64)(__LLVM,__bitcode)", "(arm64)"],
    "wasm.o": ["(.llvmbc)"],
    "bundle.bc": [f"({HOST})", f"({DEVICE})"],
    "package-v1.bin": ["(nvptx64-nvidia-cuda:sm_70)", "(amdgcn-amd-amdhsa:gfx90a)"],
    "package-v2.bin": ["(nvptx64-nvidia-cuda:sm_70)", "(amdgcn-amd-amdhsa:gfx90a)"],
    "shader.dxbc": ["(DXIL)"],
    "library.metallib": ["(vertexMain)", "(fragmentMain)"],
    "nested.a": ["(one.o)(.llvmbc)", "(two.o)(.llvmbc)(0)", "(two.o)(.llvmbc)(1)"],
}


def paths(data: bytes, name: str = "x") -> list[str]:
    """The whole names of the modules in a file."""
    return ["".join(f"({part})" for part in inside.path) for inside in find_modules(data, name)]


@each_row("name", FIXTURES)
def test_fixtures(name: str) -> None:
    data = (DATA / name).read_bytes()
    assert is_container(data)
    assert paths(data) == FIXTURES[name]
    assert all(inside.read() in (BITCODE, OTHER) for inside in find_modules(data, name))


@each_row("name", FIXTURES)
def test_a_file_cut_anywhere(name: str) -> None:
    data = (DATA / name).read_bytes()
    for length in range(len(data)):
        try:
            found = find_modules(data[:length], name)
        except PyllvmError:
            continue
        assert sum(len(inside.read()) for inside in found) <= length


@each_row("name", FIXTURES)
def test_a_file_with_wrong_bytes(name: str) -> None:
    data = (DATA / name).read_bytes()
    chance = random.Random(14)
    for _ in range(1500):
        wrong = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            wrong[chance.randrange(len(wrong))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        try:
            found = find_modules(bytes(wrong), name)
        except PyllvmError:
            continue
        assert sum(len(inside.read()) for inside in found) <= len(wrong)


@pytest.mark.parametrize("data", [b"", b"define void @f()", BITCODE, b"\xca\xfe\xba\xbe\0\0\0\x34" + bytes(60), b"MZ", b"L\x01"])
def test_files_that_contain_no_others(data: bytes) -> None:
    assert not is_container(data)
    assert find_modules(data, "x") == []


def test_names_are_as_short_as_can_be() -> None:
    assert [inside.name for inside in find_modules((DATA / "macho.o").read_bytes(), "x")] == [""]
    names = [inside.name for inside in find_modules((DATA / "nested.a").read_bytes(), "x")]
    assert names == ["(one.o)", "(two.o)(.llvmbc)(0)", "(two.o)(.llvmbc)(1)"]


def test_members_with_one_name_are_numbered() -> None:
    member = gnu_archive({"x.o": BITCODE})[8:]
    assert paths(b"!<arch>\n" + member * 3) == ["(x.o)", "(x.o#2)", "(x.o#3)"]


def test_a_thin_archive_names_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.bc").write_bytes(BITCODE)
    (inside,) = find_modules(thin_archive({"a.bc": len(BITCODE)}), str(tmp_path / "lib.a"))
    assert inside.read() == BITCODE
    (tmp_path / "a.bc").unlink()
    with pytest.raises(PyllvmError, match=r"a\.bc: No such file or directory"):
        inside.read()


def test_files_of_a_thin_archive_without_modules_are_not_read(tmp_path: Path) -> None:
    size = 64 << 20
    with (tmp_path / "large.o").open("wb") as file:
        file.truncate(size)
    tracemalloc.start()
    try:
        assert find_modules(thin_archive({"large.o": size}), str(tmp_path / "lib.a")) == []
        assert tracemalloc.get_traced_memory()[1] < size // 8
    finally:
        tracemalloc.stop()


def test_a_file_that_a_thin_archive_names_often_is_in_memory_once(tmp_path: Path) -> None:
    size = 16 << 20
    with (tmp_path / "large.bc").open("wb") as file:
        file.write(BITCODE)
        file.truncate(size)
    archive = thin_archive({"large.bc": size})
    header = archive[-60:]

    def work(read: Callable[[], bytes]) -> None:
        # `pytest.raises` would keep the bytes.
        with contextlib.suppress(PyllvmError):
            symbol_table(read(), Wishes())
        with contextlib.suppress(PyllvmError):
            bitcode_sizes(read())

    work(lambda: BITCODE)  # what it imports takes memory as well
    tracemalloc.start()
    try:
        found = find_modules(archive + header * 3, str(tmp_path / "lib.a"))
        assert len(found) == 4
        for inside in found:
            work(inside.read)
        assert tracemalloc.get_traced_memory()[1] < size * 5 // 4
    finally:
        tracemalloc.stop()


def large_bitcode(size: int) -> bytes:
    """A file of bitcode with one block of zeros."""
    return b"BC\xc0\xde" + struct.pack("<II", 1 | 8 << 2 | 3 << 10, size // 4) + bytes(size)


def test_a_container_that_a_thin_archive_names_often_is_in_memory_once(tmp_path: Path) -> None:
    size = 16 << 20
    large = large_bitcode(size)
    (tmp_path / "large.a").write_bytes(gnu_archive({"a.bc": large, "b.bc": BITCODE}))
    (tmp_path / "other.a").hardlink_to(tmp_path / "large.a")
    archive = thin_archive({"large.a": size, "other.a": size}) + thin_archive({"large.a": size})[-60:] * 2
    tracemalloc.start()
    try:
        found = find_modules(archive, str(tmp_path / "lib.a"))
        # The file, and the member that is taken out of it.
        assert tracemalloc.get_traced_memory()[1] < size * 9 // 4
    finally:
        tracemalloc.stop()
    files = ("large.a", "other.a", "large.a#2", "large.a#3")
    assert [inside.name for inside in found] == [f"({file})({member})" for file in files for member in ("a.bc", "b.bc")]
    assert [inside.read() for inside in found] == [large, BITCODE] * 4


def test_thin_archives_that_name_one_another_do_not_multiply_without_bound(tmp_path: Path) -> None:
    (tmp_path / "a.bc").write_bytes(BITCODE)
    again = header(b"/0", 0)
    for name, named in (("inner.a", "a.bc"), ("middle.a", "inner.a")):
        (tmp_path / name).write_bytes(thin_archive({named: 0}) + again * 999)
    whole = thin_archive({"middle.a": 0}) + again * 999
    with pytest.raises(PyllvmError, match=r"\(middle\.a\)\(inner\.a#\d+\): containers with more than 100000 modules are"):
        find_modules(whole, str(tmp_path / "lib.a"))


def test_forms_of_a_program_are_choices_in_each_file_of_a_thin_archive(tmp_path: Path) -> None:
    content = (DATA / "universal").read_bytes()
    (tmp_path / "u").write_bytes(content)
    alone = find_modules(content, "u")
    archive = thin_archive({"u": len(content)})
    found = find_modules(archive + archive[-60:], str(tmp_path / "lib.a"))
    expected = [((name, *inside.path), tuple(place + 1 for place in inside.choices)) for name in ("u", "u#2") for inside in alone]
    assert [(inside.path, inside.choices) for inside in found] == expected


def test_bitcode_of_a_thin_archive_is_read_only_when_it_is_used(tmp_path: Path) -> None:
    size = 16 << 20
    large = large_bitcode(size)
    (tmp_path / "large.bc").write_bytes(large)
    tracemalloc.start()
    try:
        (inside,) = find_modules(thin_archive({"large.bc": size}), str(tmp_path / "lib.a"))
        assert tracemalloc.get_traced_memory()[1] < size // 8
    finally:
        tracemalloc.stop()
    assert inside.read() == large


@pytest.mark.parametrize("name", ["coff.obj", "coff-big.obj", "macho.o", "universal", "wasm.o"])
def test_a_large_file_of_a_thin_archive_is_read_if_it_may_have_modules(name: str, tmp_path: Path) -> None:
    content = (DATA / name).read_bytes()
    if name != "wasm.o":
        content += bytes(1 << 16)
    (tmp_path / "a.obj").write_bytes(content)
    found = find_modules(thin_archive({"a.obj": len(content)}), str(tmp_path / "lib.a"))
    assert [inside.read() for inside in found] == [inside.read() for inside in find_modules(content, "a.obj")]


@pytest.mark.parametrize("padding", [4, 60, 64, 68, 1 << 16, (1 << 16) + 68, 1 << 20])
def test_zeros_between_streams_are_padding(padding: int) -> None:
    first, second = read_streams(BITCODE + bytes(padding) + BITCODE)
    assert first.read() == second.read() == BITCODE
    (alone,) = read_streams(BITCODE + bytes(padding))
    assert alone.read() == BITCODE


def universal(parts: list[tuple[int, int]], size: int) -> bytes:
    """A universal Mach-O file with entries that name any offset and size."""
    entries = b"".join(struct.pack(">5I", 0x01000007, 3, offset, length, 0) for offset, length in parts)
    return (b"\xca\xfe\xba\xbe" + struct.pack(">I", len(parts)) + entries).ljust(size, b"\0")


def test_parts_that_overlap_are_refused() -> None:
    """Otherwise a small file could name the same bytes thousands of times."""
    with pytest.raises(PyllvmError, match="its parts overlap"):
        find_modules(universal([(0, 200)] * 2, 300), "x")


def test_a_file_that_contains_itself_is_refused() -> None:
    with pytest.raises(PyllvmError, match="containers are nested more than 8 deep"):
        find_modules(universal([(0, 100)], 100), "x")


def test_images_that_share_their_strings_are_refused() -> None:
    """Otherwise each of many images could have all strings of the file to read."""
    table = 32 + 40 * 100
    image = struct.pack("<HHIQQQQ", 2, 1, 0, table, 100, 0, 0)
    strings = bytes(24 * 100)
    header = b"\x10\xff\x10\xad" + struct.pack("<IQQQ", 2, table + len(strings), 32, 100)
    package = header + image * 100 + strings
    with pytest.raises(PyllvmError, match="the images have more strings than there is room for"):
        find_modules(package, "x")


def test_a_fault_in_a_part_names_the_part() -> None:
    with pytest.raises(PyllvmError, match=r"\(bad\.o\): truncated or malformed ELF object"):
        find_modules(gnu_archive({"bad.o": b"\x7fELF\x02\x01"}), "x")


def run(*words: str | Path) -> None:
    subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=120)


@pytest.fixture
def sources(tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> tuple[Path, bytes]:
    """A folder with a.c, a.ll, and a.bc; and the bitcode."""
    (tmp_path / "a.c").write_text("int f(int x) { return x + 1; }\n")
    clang = llvm_tool(19, "clang")
    run(clang, "-O1", "-emit-llvm", "-c", tmp_path / "a.c", "-o", tmp_path / "a.bc")
    run(clang, "-O1", "-emit-llvm", "-S", tmp_path / "a.c", "-o", tmp_path / "a.ll")
    return tmp_path, (tmp_path / "a.bc").read_bytes()


TARGETS: Final = [
    ("x86_64-linux-gnu", "-fembed-bitcode", "(.llvmbc)"),
    ("x86_64-linux-gnu", "-fembed-bitcode=all", "(.llvmbc)"),
    ("i686-linux-gnu", "-fembed-bitcode", "(.llvmbc)"),
    ("powerpc-linux-gnu", "-fembed-bitcode", "(.llvmbc)"),
    ("x86_64-windows-msvc", "-fembed-bitcode=all", "(.llvmbc)"),
    ("arm64-apple-macos11", "-fembed-bitcode", "(__LLVM,__bitcode)"),
    ("wasm32", "-fembed-bitcode=all", "(.llvmbc)"),
]


@pytest.mark.oracle
@pytest.mark.parametrize(("target", "option", "path"), TARGETS)
def test_objects_of_clang(
    sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str], target: str, option: str, path: str
) -> None:
    folder, _ = sources
    run(llvm_tool(19, "clang"), f"--target={target}", option, "-c", folder / "a.c", "-o", folder / "a.o")
    data = (folder / "a.o").read_bytes()
    assert paths(data) == [path]
    (inside,) = find_modules(data, "a.o")
    section = path[1:-1]
    run(llvm_tool(19, "llvm-objcopy"), f"--dump-section={section}={folder / 'section'}", folder / "a.o", folder / "copy.o")
    assert inside.read() == (folder / "section").read_bytes()


@pytest.mark.oracle
def test_fat_lto_objects_of_clang(sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str]) -> None:
    folder, _ = sources
    run(llvm_tool(19, "clang"), "-flto", "-ffat-lto-objects", "-c", folder / "a.c", "-o", folder / "a.o")
    assert paths((folder / "a.o").read_bytes()) == ["(.llvm.lto)"]


@pytest.mark.oracle
def test_a_linked_object_has_several_modules_in_a_section(
    sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str]
) -> None:
    """llvm-objcopy writes into one section what a linker joins there, with padding between."""
    folder, bitcode = sources
    run(llvm_tool(19, "clang"), "--target=x86_64-linux-gnu", "-c", folder / "a.c", "-o", folder / "a.o")
    (folder / "joined").write_bytes(bitcode + bytes(8) + bitcode)
    run(llvm_tool(19, "llvm-objcopy"), f"--add-section=.llvmbc={folder / 'joined'}", folder / "a.o")
    assert [inside.read() for inside in find_modules((folder / "a.o").read_bytes(), "a.o")] == [bitcode, bitcode]


@pytest.mark.oracle
def test_archives_of_llvm_ar(sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str]) -> None:
    folder, bitcode = sources
    run(llvm_tool(19, "clang"), "--target=x86_64-linux-gnu", "-fembed-bitcode", "-c", folder / "a.c", "-o", folder / "b.o")
    run(llvm_tool(19, "llvm-ar"), "rc", folder / "lib.a", folder / "a.bc", folder / "b.o")
    found = find_modules((folder / "lib.a").read_bytes(), "lib.a")
    assert [inside.name for inside in found] == ["(a.bc)", "(b.o)"]
    assert found[0].read() == bitcode


@pytest.mark.oracle
def test_universal_files_of_llvm_lipo(sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str]) -> None:
    folder, _ = sources
    for target in ("arm64", "x86_64"):
        name = folder / f"{target}.o"
        run(llvm_tool(19, "clang"), f"--target={target}-apple-macos11", "-fembed-bitcode", "-c", folder / "a.c", "-o", name)
    fat = folder / "fat"
    run(llvm_tool(19, "llvm-lipo"), "-create", folder / "arm64.o", folder / "x86_64.o", "-output", fat)
    assert [inside.name for inside in find_modules(fat.read_bytes(), "fat")] == ["(x86_64)", "(arm64)"]


@pytest.mark.oracle
@pytest.mark.parametrize("form", ["bc", "ll", "o"])
def test_bundles_of_clang(sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str], form: str) -> None:
    folder, _ = sources
    host = folder / f"a.{form}"
    if form == "o":
        run(llvm_tool(19, "clang"), "--target=x86_64-linux-gnu", "-c", folder / "a.c", "-o", host)
    bundle = folder / "bundle"
    device = folder / ("a.ll" if form == "ll" else "a.bc")
    targets = f"-targets={HOST.rstrip('-')},{DEVICE.rstrip('-')}"
    bundler = llvm_tool(19, "clang-offload-bundler")
    run(bundler, f"-type={form}", targets, f"-input={host}", f"-input={device}", f"-output={bundle}")
    found = find_modules(bundle.read_bytes(), "bundle")
    expected = device.read_bytes()
    if form == "o":
        assert [inside.path for inside in found] == [(f"__CLANG_OFFLOAD_BUNDLE__{DEVICE}",)]
    else:
        assert [inside.name for inside in found] == [f"({HOST})", f"({DEVICE})"]
    assert all(inside.read().strip() == expected.strip() for inside in found)
    assert [inside.is_text for inside in found] == [form == "ll"] * len(found)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
def test_packages_of_clang(sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str], version: int) -> None:
    folder, bitcode = sources
    images = [
        f"--image=file={folder / 'a.bc'},triple={triple},arch={arch},kind=openmp"
        for triple, arch in (("nvptx64-nvidia-cuda", "sm_70"), ("amdgcn-amd-amdhsa", "gfx90a"))
    ]
    package = folder / "package"
    run(llvm_tool(version, "clang-offload-packager"), "-o", package, *images)
    found = find_modules(package.read_bytes(), "package")
    assert [inside.name for inside in found] == ["(nvptx64-nvidia-cuda:sm_70)", "(amdgcn-amd-amdhsa:gfx90a)"]
    assert all(inside.read().rstrip(b"\0") == bitcode.rstrip(b"\0") for inside in found)
    # clang puts the package into a section of the host's object.
    run(llvm_tool(19, "clang"), "--target=x86_64-linux-gnu", "-c", folder / "a.c", "-o", folder / "a.o")
    run(llvm_tool(19, "llvm-objcopy"), f"--add-section=.llvm.offloading={package}", folder / "a.o")
    names = [inside.path[1] for inside in find_modules((folder / "a.o").read_bytes(), "a.o")]
    assert names == ["nvptx64-nvidia-cuda:sm_70", "amdgcn-amd-amdhsa:gfx90a"]


@pytest.mark.oracle
def test_directx_containers_of_yaml2obj(sources: tuple[Path, bytes], llvm_tool: Callable[[int, str], str]) -> None:
    folder, _ = sources
    (folder / "a.yaml").write_text(
        "--- !dxcontainer\nHeader:\n  Hash: [" + ", ".join(["0x0"] * 16) + "]\n"
        "  Version: {Major: 1, Minor: 0}\n  PartCount: 1\nParts:\n  - Name: DXIL\n    Size: 40\n    Program:\n"
        "      MajorVersion: 6\n      MinorVersion: 5\n      ShaderKind: 5\n      Size: 10\n      DXILMajorVersion: 1\n"
        "      DXILMinorVersion: 5\n      DXILSize: 16\n      DXIL: [" + ", ".join(map(hex, BITCODE)) + "]\n"
    )
    run(llvm_tool(19, "yaml2obj"), folder / "a.yaml", "-o", folder / "a.dxbc")
    (inside,) = find_modules((folder / "a.dxbc").read_bytes(), "a.dxbc")
    assert (inside.path, inside.read()) == (("DXIL",), BITCODE)


def test_libraries_of_rustc(tmp_path: Path) -> None:
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("rustc is not installed")
    (tmp_path / "a.rs").write_text("pub fn add(a: u32) -> u32 { a + 1 }\n")
    for option in ("-Cembed-bitcode=yes", "-Clinker-plugin-lto"):
        subprocess.run([rustc, "--crate-type=rlib", option, "-O", "a.rs", "-o", "liba.rlib"], cwd=tmp_path, check=True)
        (inside,) = find_modules((tmp_path / "liba.rlib").read_bytes(), "liba.rlib")
        assert inside.path[0].endswith(".o")
        assert inside.read().startswith(b"BC\xc0\xde")


WASM = b"\0asm\1\0\0\0"


@each_row(
    ("data", "message"),
    [
        (b"\0\6\4nameX\1\2ab", ""),
        (b"\1\3ab", "a section is outside the file"),
        (b"\1\x80\x80\x80\x80\x80\0", "a number has more than 5 bytes"),
        (b"\0\2\4name", "the name of a section is outside it"),
        (b"\0", "a section is outside the file"),
    ],
)
def test_sections_of_webassembly(data: bytes, message: str) -> None:
    if not message:
        assert [(part.name, part.read()) for part in read_wasm(WASM + data, "x", lambda name: True)] == [("name", b"X")]
        return
    with pytest.raises(PyllvmError, match=message):
        read_wasm(WASM + data, "x")


def test_functions_of_a_metal_library_share_their_module() -> None:
    def group(name: bytes, offset: int, size: int) -> bytes:
        tags = {b"NAME": name + b"\0", b"OFFT": struct.pack("<QQQ", 0, 0, offset), b"MDSZ": struct.pack("<Q", size)}
        body = b"".join([tag + struct.pack("<H", len(value)) + value for tag, value in tags.items()]) + b"ENDT"
        return struct.pack("<I", len(body) + 4) + body

    groups = struct.pack("<I", 3) + group(b"f", 0, 4) + group(b"g", 0, 4) + group(b"h", 4, 4)
    head = bytearray(88)
    struct.pack_into("<Q", head, 24, len(head))
    struct.pack_into("<Q", head, 72, len(head) + len(groups))
    parts = read_metal(bytes(head) + groups + b"onestwos", "x")
    assert [(part.name, part.read()) for part in parts] == [("f", b"ones"), ("h", b"twos")]
