"""Recognizes files that are given by mistake: what a file is that is neither bitcode nor LLVM's text, and what to do about it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.bitcode.reader.found import BitcodeFile
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, WRAPPER_MAGIC
from pyllvm.containers import archives, coff, elf, macho, offloading, shaders, wasm
from pyllvm.containers.modules import find_modules, is_container
from pyllvm.containers.streams import read_streams
from pyllvm.diagnostics import BitcodeLocation, PyllvmError


class FileKind(NamedTuple):
    """A kind of file that a command does not read: its name, and what the user can do."""

    name: str
    advice: str

    def __str__(self) -> str:
        return f"this is {self.name}: {self.advice}" if self.advice else f"this is {self.name}"


_EMIT: Final = "compile with 'clang -emit-llvm -c' to get bitcode"
_OBJECT: Final = f"machine code, not bitcode; {_EMIT}"
_INSIDE: Final = "bitcode is inside, which pyllvm-dis prints"
_NOTHING_INSIDE: Final = "there is no bitcode inside"
_HEADER_OF_CLANG: Final = b"CPCH"
_UNPACK: Final = "unpack it first"

_PROFILE: Final = "llvm-profdata show prints it"
_RAW_PROFILE: Final = FileKind("a raw profile of LLVM", "llvm-profdata merge makes a profile of it")
_GCOV: Final = FileKind("a file of gcov", "llvm-cov gcov prints it")
DAMAGED: Final = "damaged bitcode"
_PLIST: Final = FileKind("a property list of Apple", "")
_RECODED: Final = "its bytes were changed as if they were text: get it again as a binary file"

# The magic number, and the kind.
_MAGIC: Final[tuple[tuple[bytes, FileKind], ...]] = (
    (BITCODE_MAGIC, FileKind("bitcode", "use pyllvm-dis to print it")),
    (WRAPPER_MAGIC, FileKind("bitcode in a wrapper", "use pyllvm-dis to print it")),
    (elf.MAGIC, FileKind("an ELF object", _OBJECT)),
    (macho.MAGIC_64, FileKind("a Mach-O object", _OBJECT)),
    (macho.MAGIC_32, FileKind("a Mach-O object", _OBJECT)),
    (macho.BIG_MAGIC_64, FileKind("a Mach-O object", _OBJECT)),
    (macho.BIG_MAGIC_32, FileKind("a Mach-O object", _OBJECT)),
    (macho.FAT_MAGIC, FileKind("a universal Mach-O file", _OBJECT)),
    (macho.FAT_MAGIC_64, FileKind("a universal Mach-O file", _OBJECT)),
    (wasm.MAGIC, FileKind("a WebAssembly module", _OBJECT)),
    (coff.PROGRAM_MAGIC, FileKind("a Windows program", _OBJECT)),
    (archives.MAGIC, FileKind("an archive", _NOTHING_INSIDE)),
    (archives.THIN_MAGIC, FileKind("a thin archive", _NOTHING_INSIDE)),
    (archives.BIG_MAGIC, FileKind("an archive", _NOTHING_INSIDE)),
    (b"\x1f\x8b", FileKind("a gzip file", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", FileKind("a zstd file", _UNPACK)),
    (b"\xfd7zXZ\0", FileKind("an xz file", _UNPACK)),
    (b"BZh", FileKind("a bzip2 file", _UNPACK)),
    (b"\x04\x22\x4d\x18", FileKind("an lz4 file", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", FileKind("a 7-Zip file", _UNPACK)),
    (b"PK\x03\x04", FileKind("a zip file", _UNPACK)),
    (b"xar!", FileKind("a xar archive of Apple", "'xar -x -f FILE' unpacks the bitcode in it")),
    (offloading.BUNDLE_MAGIC, FileKind("an offload bundle", _NOTHING_INSIDE)),
    (offloading.COMPRESSED_MAGIC, FileKind("a compressed offload bundle", _NOTHING_INSIDE)),
    (offloading.PACKAGE_MAGIC, FileKind("an offload package", _NOTHING_INSIDE)),
    (shaders.DIRECTX_MAGIC, FileKind("a DirectX container", _NOTHING_INSIDE)),
    (shaders.METAL_MAGIC, FileKind("a Metal library", _NOTHING_INSIDE)),
    (b"\x50\xed\x55\xba", FileKind("a fat binary of CUDA", "machine code and PTX, not bitcode; cuobjdump prints it")),
    (b"\x03\x02\x23\x07", FileKind("a SPIR-V module", "llvm-spirv -r converts it to bitcode")),
    (b"\x07\x23\x02\x03", FileKind("a SPIR-V module", "llvm-spirv -r converts it to bitcode")),
    (b"ML\xefR", FileKind("MLIR bytecode", "mlir-opt prints it, and mlir-translate --mlir-to-llvmir turns it into LLVM's text")),
    (_HEADER_OF_CLANG, FileKind("a precompiled header of clang", "")),
    (b"rust\0\0\0", FileKind("metadata of rustc", "")),
    (b"\xe2\x9c\xa8\x0e", FileKind("a module of Swift", "")),
    (b"REMARKS\0", FileKind("optimization remarks of LLVM", "opt-viewer shows them")),
    (b"\xfflprofi\x81", FileKind("an indexed profile of LLVM", _PROFILE)),
    (b"\x81rforpl\xff", _RAW_PROFILE),
    (b"\x81Rforpl\xff", _RAW_PROFILE),
    (b"\xfflprofr\x81", _RAW_PROFILE),
    (b"\xfflprofR\x81", _RAW_PROFILE),
    (b"\x81rforpm\xff", FileKind("a raw memory profile of LLVM", "llvm-profdata merge makes a profile of it")),
    (b"oncg", _GCOV),
    (b"gcno", _GCOV),
    (b"adcg", _GCOV),
    (b"gcda", _GCOV),
    (b"dex\n", FileKind("a DEX file of Android", "")),
    (b"Microsoft C/C++ MSF", FileKind("a program database of Windows", "")),
    (b"bplist", _PLIST),
    (b"\x89PNG", FileKind("a picture", "")),
    (b"%PDF", FileKind("a PDF document", "")),
    (b"SQLite format 3\0", FileKind("a database of SQLite", "")),
    (b"version https://git-lfs.github.com/", FileKind("a pointer of Git LFS", "'git lfs pull' gets the file")),
    (b"BC\xc3\x80\xc3\x9e", FileKind(DAMAGED, _RECODED)),
    (b"BC\xef\xbf\xbd", FileKind(DAMAGED, _RECODED)),
    (b"QkPA3", FileKind("bitcode in Base64", "'base64 -d' decodes it")),
    (b"4243c0de", FileKind("bitcode as hexadecimal digits", "'xxd -r -p' decodes it")),
    (b"\xff\xfe", FileKind("text in UTF-16", "convert it: 'iconv -f UTF-16 -t UTF-8'")),
    (b"\xfe\xff", FileKind("text in UTF-16", "convert it: 'iconv -f UTF-16 -t UTF-8'")),
)

_C_COMMENTS: Final = rb"(?:\s|//[^\n]*\n|/\*.*?\*/)*"
_MLIR: Final = FileKind("MLIR", "mlir-translate --mlir-to-llvmir turns it into LLVM's text")
_EMIT_TEXT: Final = "-S -emit-llvm' turns it into LLVM's text"


def _pattern(*parts: bytes) -> re.Pattern[bytes]:
    return re.compile(b"".join(parts), re.DOTALL)


# The patterns of files with the magic number of another kind, or with theirs further on.
_HEADS: Final[tuple[tuple[re.Pattern[bytes], FileKind], ...]] = (
    (_pattern(re.escape(macho.FAT_MAGIC), rb"..\0[\x2b-\xff]"), FileKind("a class file of Java", "")),
    (
        _pattern(re.escape(wasm.MAGIC), rb"..\x01\0"),
        FileKind("a WebAssembly component", "'wasm-tools component unbundle' takes it apart"),
    ),
    (_pattern(rb".[\xe4\xe5]\xd0\xb1\xf4\xc9\x94\xa8\x53"), FileKind("a sample profile of LLVM", _PROFILE)),
    (_pattern(rb".{257}ustar"), FileKind("a tar archive", _UNPACK)),
)
# The patterns that the first lines of a text match, and the kind.
_TEXTS: Final[tuple[tuple[re.Pattern[bytes], FileKind], ...]] = (
    (_pattern(rb"--- !(?:Passed|Missed|Analysis|Failure)"), FileKind("optimization remarks of LLVM", "opt-viewer shows them")),
    (_pattern(rb"--- \|\n"), FileKind("machine code of LLVM as text (MIR)", "llc -run-pass=none prints it")),
    (_pattern(rb"--- !tapi-tbd"), FileKind("a text stub of a library of Apple", "")),
    (
        _pattern(rb"(?::(?:ir|fe|csir)\b|# (?:IR|CSIR) level Instr|[^\n]+\n# Func Hash:|[^\s:]+:\d+:\d+\n \d)"),
        FileKind("a profile of LLVM as text", _PROFILE),
    ),
    (_pattern(rb"sil_stage "), FileKind("intermediate language of Swift", "'swiftc -emit-ir' writes LLVM's text")),
    (_pattern(rb"(?:\s|;;[^\n]*\n)*\(module\b"), FileKind("WebAssembly as text", "")),
    (_pattern(rb"(?:\s|//[^\n]*\n)*\.version\s+\d"), FileKind("PTX, the assembly of NVIDIA", "")),
    (_pattern(rb"(?:diff --git |--- a/)"), FileKind("a patch", "")),
    (_pattern(rb"\s*<(?:!DOCTYPE|html|HTML|\?xml)"), FileKind("HTML or XML", "")),
    (_pattern(rb"\s*[\[{]\s*\""), FileKind("JSON", "")),
    (_pattern(rb"\s*(?:builtin\.)?module\s*(?:@\w+\s*)?(?:attributes\s*\{[^}]*\}\s*)?\{"), _MLIR),
    (_pattern(rb"\s*(?:func\.func\s|[#!]\w+ = (?:affine_map|loc|#|!)|#loc)"), _MLIR),
    (
        _pattern(_C_COMMENTS, rb"#\s*include\s*<(?:iostream|string|vector|map|memory|algorithm|c\w+)>"),
        FileKind("C++", f"'clang++ {_EMIT_TEXT}"),
    ),
    (
        _pattern(
            _C_COMMENTS,
            rb"(?:#\s*(?:include|define|ifn?def|if|pragma)\b",
            rb"|(?:static |extern |unsigned |const )*(?:int|void|char|long|typedef|struct)\s+[\w*]+\s*[({;=])",
        ),
        FileKind("C or C++", f"'clang {_EMIT_TEXT}"),
    ),
    (
        _pattern(_C_COMMENTS, rb"(?:#!?\[\w|(?:pub(?:\([a-z]+\))? )?(?:fn|use|mod|struct|enum|impl)\s+\w)"),
        FileKind("Rust", "'rustc --emit=llvm-ir' turns it into LLVM's text"),
    ),
    (_pattern(rb"#!.*python|\s*(?:import|from|def|class)\s+\w+"), FileKind("Python", "")),
    (
        _pattern(
            rb"(?:\s|#[^\n]*\n|//[^\n]*\n)*",
            rb"\.(?:text|file|section|globl|global|type|arch|cpu|syntax|version|def|intel_syntax|build_version)\b",
        ),
        FileKind("assembly of a machine", "compile with 'clang -S -emit-llvm' to get LLVM's text"),
    ),
)
# As much of a text is looked at.
_LOOKED_AT: Final = 4096


def kind_of_file(data: bytes) -> FileKind | None:
    """The kind of a file that is not LLVM text, from its first bytes; None if it is not recognized."""
    head = data[:_LOOKED_AT]
    for pattern, kind in _HEADS:
        if pattern.match(head):
            return kind
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind if kind.advice not in (_OBJECT, _NOTHING_INSIDE) else kind._replace(advice=_advice(data, kind))
    if is_container(data):
        # COFF objects have no magic number.
        return FileKind("a COFF object", _advice(data, FileKind("", _OBJECT)))
    for pattern, kind in _TEXTS:
        if pattern.match(head):
            return kind
    return FileKind("a binary file", "") if b"\0" in head else None


def kind_words(data: bytes) -> str:
    """The name of a kind of file, with the machine of an object; "" if it is not recognized."""
    if elf.is_elf(data):
        return elf.elf_words(data)
    if macho.is_macho(data):
        return macho.macho_words(data)
    if coff.is_coff(data):
        return coff.coff_words(data)
    kind = kind_of_file(data)
    return "" if kind is None else kind.name


def _advice(data: bytes, kind: FileKind) -> str:
    """The advice about a file that may have bitcode inside."""
    try:
        # The name serves only to find the members of a thin archive, which are not needed here.
        return _INSIDE if find_modules(data, "") else kind.advice
    except PyllvmError as error:
        return error.diagnostic.message


_NO_BITCODE: Final = (
    "file doesn't start with bitcode header",
    "Invalid bitcode signature",
    "Invalid bitcode wrapper header",
    "file too small to contain bitcode header",
)
# LLVM's errors if another bitcode file follows.
_BEHIND_A_MODULE: Final = ("Malformed block", "Invalid encoding")
# The beginnings of messages about files that end too soon.
_CUT_SHORT: Final = (
    "Bitcode stream should be a multiple of 4 bytes",
    "Blob ends too soon",
    "Unexpected end of file",
    "can't skip to bit",
)
# How the streams begin that LLVM and clang write: bitcode, precompiled headers, remarks, diagnostics, symbol tables.
_STREAMS: Final = (BITCODE_MAGIC, WRAPPER_MAGIC, _HEADER_OF_CLANG, b"RMRK", b"DIAG", b"IND8")
_SKIPS_TO: Final = re.compile(r"can't skip to bit ([0-9]+) ")
_WORD_BYTES: Final = 4
_LINES_CHANGED: Final = "its line feeds became CRLF, as Git's autocrlf does: get it again as a binary file"

_LLVM_TEXT: Final = _pattern(
    rb"(?:\xef\xbb\xbf)?(?:\s|/\*.*?\*/|;[^\n]*\n)*",
    rb"(?:;|source_filename\s*=|target \w+\s*=|define\s|declare\s|attributes\s*#|[@%!$][\w.$-]*\s*=|module asm)",
)


def is_llvm_text(data: bytes) -> bool:
    """Whether a file begins as LLVM's text does."""
    return _LLVM_TEXT.match(data[:_LOOKED_AT]) is not None


def add_file_help(error: PyllvmError, data: bytes) -> None:
    """Add to an error in what should be bitcode what the file is instead, or that its end is missing."""
    diagnostic = error.diagnostic
    if diagnostic.hint or diagnostic.is_finding:
        return
    if data.startswith(_STREAMS) and _has_changed_lines(data):
        diagnostic.hint = _LINES_CHANGED
        return
    if diagnostic.message in _NO_BITCODE:
        diagnostic.hint = _instead_of_bitcode(data)
        return
    if diagnostic.message in _BEHIND_A_MODULE:
        count = len(read_streams(data))
        if count > 1:
            diagnostic.hint = f"the file consists of {count} bitcode files: name one by FILE(0) to FILE({count - 1})"
        return
    is_about_stream = isinstance(diagnostic.where, BitcodeLocation) or diagnostic.message.startswith(_CUT_SHORT)
    if is_about_stream and not data.startswith(_STREAMS):
        diagnostic.hint = _instead_of_bitcode(data)
        return
    skips = _SKIPS_TO.match(diagnostic.message)
    if skips is not None and int(skips.group(1)) > 8 * len(data) and not _is_whole(data):
        diagnostic.hint = f"the file is cut short: it has {len(data)} bytes and needs at least {int(skips.group(1)) // 8}"
    elif diagnostic.message.startswith(_CUT_SHORT) and len(data) % _WORD_BYTES:
        diagnostic.hint = "the file is cut short: bitcode consists of words of 4 bytes"


def _has_changed_lines(data: bytes) -> bool:
    """Whether there is a carriage return before every line feed, which is chance where there is one."""
    line_feeds = data.count(b"\n")
    return line_feeds > 1 and data.count(b"\r\n") == line_feeds


def _is_whole(data: bytes) -> bool:
    """Whether the outermost blocks fit into the file; then a block within them that is too long says nothing about the file."""
    try:
        BitcodeFile(data)
    except PyllvmError:
        return False
    return True


def _instead_of_bitcode(data: bytes) -> str:
    if not data:
        return "the file is empty"
    if data.startswith((BITCODE_MAGIC, WRAPPER_MAGIC)):
        return "the file is cut short: bitcode consists of words of 4 bytes" if len(data) % _WORD_BYTES else ""
    if is_llvm_text(data):
        return "this is LLVM's text: pyllvm-as turns it into bitcode"
    return str(kind_of_file(data) or "")
