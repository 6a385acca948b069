"""``dis``, ``verify``, ``link`` and upgrades: text, messages and status do not depend on the size of the parts of a module."""

from __future__ import annotations

import os
from pathlib import Path
from types import FunctionType

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.reader.found import FoundModule
from pyllvm.bitcode.reader.module import ModuleReader
from pyllvm.bitcode.reader.read import FileReader
from pyllvm.cli import dis, verify
from pyllvm.cli.option_values import Switch
from pyllvm.diagnostics import PyllvmError
from sizes_of_parts import SIZES, AtEverySize, at_every_size

TESTS = Path(__file__).parents[1]
LATEST = 22

_ = at_every_size

BLOCK = "define void @f(ptr %p) {\n  indirectbr ptr %p, [label %b]\nb:\n  ret void\n}\n"
ADDRESS = "define ptr @g() {\n  ret ptr blockaddress(@f, %b)\n}\n"
SHARED = "define void @{}(ptr %p) {{\n  store i32 1, ptr %p, !tbaa !0\n  ret void\n}}\n"
TAGS = '!0 = !{!1, !1, i64 OFFSET}\n!1 = !{!"int", !2, i64 0}\n!2 = !{!"root"}\n'
DEBUG = """
define void @f(i32 %x) !dbg !5 {
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  ret void, !dbg !9
}
define void @g(i32 %x) !dbg !6 {
  ret void, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "g", file: !1, line: 2, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !{null})
!8 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1)
!9 = !DILocation(line: 2, scope: !5)
!10 = !DILocation(line: 3, scope: !6)
"""
LOST = (
    "define void @f() #0 {\n  ret void\n}\ndefine void @g() #1 {\n  ret void\n}\ndefine void @h() #2 {\n  ret void\n}\n"
    'attributes #0 = { nounwind }\nattributes #1 = { nounwind "amdgpu-unsafe-fp-atomics"="true" }\n'
    'attributes #2 = { cold "amdgpu-unsafe-fp-atomics"="true" }\n'
)
# What concerns several functions, or all of them, and what is to be reported.
CONSTRUCTS = {
    "nothing": (LATEST, ""),
    "declarations": (LATEST, "declare void @f()\ndeclare i32 @g(i32)\n"),
    "address of an earlier block": (LATEST, BLOCK + ADDRESS),
    "address of a later block": (LATEST, ADDRESS + BLOCK),
    "address of a block in an initializer": (LATEST, "@a = global ptr blockaddress(@f, %b)\n" + ADDRESS + BLOCK),
    "access tags": (LATEST, SHARED.format("f") + SHARED.format("g") + TAGS.replace("OFFSET", "0")),
    "broken access tags": (LATEST, "define void @e() {\n  ret void\n}\n" + SHARED.format("g") + TAGS.replace("OFFSET", "4")),
    "debug information": (LATEST, DEBUG),
    "debug information of another version": (LATEST, DEBUG.replace('Version", i32 3', 'Version", i32 2')),
    "unit that is not listed": (LATEST, DEBUG.replace("!{!0}", "!{}")),
    "subprogram of two functions": (LATEST, DEBUG.replace("@g(i32 %x) !dbg !6", "@g(i32 %x) !dbg !5")),
    "location of another function": (LATEST, DEBUG.replace("!dbg !10", "!dbg !9")),
    "structs without names": (
        LATEST,
        "%0 = type { i8 }\n%1 = type { i16 }\n@g = global %1 zeroinitializer\n"
        "define void @f() {\n  %a = alloca %0\n  ret void\n}\ndefine void @h() {\n  %a = alloca %1\n  ret void\n}\n",
    ),
    "exception pads": (
        LATEST,
        "define void @f() personality ptr @p {\n  invoke void @h() to label %a unwind label %b\na:\n  ret void\n"
        "b:\n  %c = cleanuppad within none []\n  cleanupret from %c unwind to caller\n}\n"
        "declare void @h()\ndeclare i32 @p(...)\n",
    ),
    "users of intrinsics": (
        LATEST,
        "declare void @llvm.assume(i1)\ndefine ptr @f() {\n  ret ptr @llvm.assume\n}\ndefine void @g() {\n  ret void\n}\n",
    ),
    "users of a reserved variable": (
        LATEST,
        '@llvm.used = appending global [1 x ptr] [ptr @f], section "llvm.metadata"\n'
        "define ptr @f() {\n  ret ptr @llvm.used\n}\ndefine void @g() {\n  ret void\n}\n",
    ),
    "alias of itself": (LATEST, "@a = alias i32, ptr @a\n" + BLOCK),
    "debug information of another version, upgraded": (
        14,
        "define void @f() !dbg !3 {\n  ret void, !dbg !4\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
        "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)\n"
        '!1 = !DIFile(filename: "a.c", directory: "/")\n!2 = !{i32 2, !"Debug Info Version", i32 2}\n'
        '!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, type: !5, spFlags: DISPFlagDefinition)\n'
        "!4 = !DILocation(line: 1, scope: !3)\n!5 = !DISubroutineType(types: !{null})\n",
    ),
    "typed pointers": (
        14,
        "%s = type { i32, %s* }\n@g = global %s zeroinitializer\n"
        "define i32* @f(%s* %p) {\n  %q = getelementptr %s, %s* %p, i64 0, i32 0\n  ret i32* %q\n}\n"
        "define i8* @h() {\n  ret i8* bitcast (%s* @g to i8*)\n}\n",
    ),
    "typed pointers of nameless functions": (14, "define i32* @0(i8* %p) {\n  %q = bitcast i8* %p to i32*\n  ret i32* %q\n}\n"),
    "metadata alone": (14, "!a = !{!0}\n!0 = !{i8* null, i32** null}\n"),
    "labels of a callbr": (
        14,
        'define void @f() {\n  callbr void asm "", "X"(i8* blockaddress(@f, %b)) to label %a [label %b]\n'
        "a:\n  ret void\nb:\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n",
    ),
    "exclusive access": (
        14,
        "define i64 @f(i32* %p) {\n  %x = call i64 @llvm.aarch64.ldxr.p0i32(i32* %p)\n  ret i64 %x\n}\n"
        "declare i64 @llvm.aarch64.ldxr.p0i32(i32*)\n",
    ),
    "two intrinsics that become one": (
        14,
        "declare i32* @llvm.ssa.copy.p0i32(i32* returned)\ndeclare i8* @llvm.ssa.copy.p0i8(i8* returned)\n"
        "define void @f(i8* %p) {\n  %x = call i8* @llvm.ssa.copy.p0i8(i8* %p)\n  ret void\n}\n",
    ),
    "intrinsics that are replaced": (
        19,
        "@v = global i32 0 #0\ndefine i32 @f(i32 %a) {\n  %x = call i32 @llvm.nvvm.rotate.b32(i32 %a, i32 3)\n  ret i32 %x\n}\n"
        "define void @g() {\n  %x = alloca i32\n  call void @llvm.lifetime.start.p0(i64 4, ptr %x)\n"
        "  call void @llvm.lifetime.end.p0(i64 4, ptr %x)\n  ret void\n}\n"
        "declare i32 @llvm.nvvm.rotate.b32(i32, i32)\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\n"
        'declare void @llvm.lifetime.end.p0(i64, ptr)\nattributes #0 = { "a"="b" }\n',
    ),
    "annotations of kernels": (
        19,
        "define void @k(i32 %a) {\n  ret void\n}\ndefine void @l(ptr %p) {\n  ret void\n}\n"
        '!nvvm.annotations = !{!0, !1}\n!0 = !{ptr @k, !"kernel", i32 1, !"maxntidx", i32 8}\n'
        '!1 = !{ptr @l, !"align", i32 65544}\n',
    ),
    "Objective-C": (
        7,
        "declare void @clang.arc.use(...)\ndeclare i8* @objc_retain(i8*)\ndefine void @f(i8* %p) {\n"
        "  %q = call i8* @objc_retain(i8* %p)\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n",
    ),
    "flags of older versions": (
        14,
        "define void @f() {\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n!llvm.module.flags = !{!0, !1, !2}\n"
        '!0 = !{i32 1, !"PIC Level", i32 2}\n!1 = !{i32 1, !"branch-target-enforcement", i32 1}\n'
        '!2 = !{i32 4, !"Objective-C Garbage Collection", i32 0}\n',
    ),
    "table of blocks, upgraded": (19, "@a = global ptr blockaddress(@f, %b)\n" + ADDRESS + BLOCK),
    "addresses of blocks, upgraded": (19, ADDRESS + BLOCK + ADDRESS.replace("@g", "@h")),
    "a struct without a number when it is printed": (
        14,
        "%0 = type { i8 }\n@g = global i8* bitcast (void (%0*)* @f to i8*)\ndefine void @first() {\n  ret void\n}\n"
        "declare void @f(%0*)\n",
    ),
    "elements behind pointers that assembly takes": (
        14,
        "%s = type { i8, %s* }\ndeclare i64 @llvm.aarch64.ldxr.p0p0s_ss(%s**)\ndefine void @g(%s** %p, %s* %q) {\n"
        '  call void asm sideeffect "", "=*m"(%s* elementtype(%s) %q)\n'
        "  %x = call i64 @llvm.aarch64.ldxr.p0p0s_ss(%s** %p)\n  ret void\n}\n",
    ),
    "attributes that do not fit types": (
        14,
        "declare void @d(i32 noalias)\ndeclare noalias i32 @e()\ndefine void @f(i32 noalias %a) {\n"
        "  call void @d(i32 noalias %a)\n  ret void\n}\ndefine noalias i32 @g() {\n  ret i32 0\n}\n",
    ),
    "an attribute that functions lose": (LATEST, LOST),
    "an attribute that functions lose, upgraded": (19, LOST),
    "a type that is gone": (19, "declare x86_mmx @m()\ndefine void @f() {\n  ret void\n}\n"),
}


def bitcode(folder: Path, text: bytes, version: int) -> Path:
    """Bitcode of a text that need not be valid."""
    path = folder / "m.bc"
    try:
        path.write_bytes(write_bitcode(parse_assembly(text, "", version)))
    except PyllvmError:
        pytest.skip("the parser or the writer refuses it")
    return path


def check(run: AtEverySize, path: Path, version: int) -> None:
    """Compare all commands for a module of an LLVM version."""
    run("dis", "-o", "-", path)
    run("dis", "--disable-output", path)
    run("verify", path)
    for newer in (18, LATEST, 23):
        if newer > version:
            run("dis", "-o", "-", f"--llvm-version={newer}", path)
            run("verify", f"--llvm-version={newer}", path)


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, tmp_path: Path, at_every_size: AtEverySize) -> None:
    version, text = CONSTRUCTS[name]
    path = bitcode(tmp_path, text.encode(), version)
    check(at_every_size, path, version)
    at_every_size("link", "-o", "-", "--llvm-version=23", path)


def samples() -> list[Path]:
    """Every third of the texts that are data, and every sixth of those that break rules of the verifier."""
    return [*sorted((TESTS / "data").rglob("*.ll"))[::3], *sorted((TESTS / "verifier" / "rules").glob("*.ll"))[::6]]


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.stem)
def test_samples(path: Path, tmp_path: Path, at_every_size: AtEverySize) -> None:
    text = path.read_bytes()
    last = text.partition(b"\n")[0].split()[-1:]
    version = int(last[0]) if path.parent.name == "rules" and last else LATEST
    written = bitcode(tmp_path, text, version)
    sizes = SIZES[:2]  # each file fits into a part of the default size
    at_every_size("dis", "-o", "-", written, sizes=sizes)
    at_every_size("verify", f"--llvm-version={version}", written, sizes=sizes)
    if version < LATEST:
        at_every_size("dis", "-o", "-", f"--llvm-version={LATEST}", written, sizes=sizes)


def test_damaged_files(tmp_path: Path, at_every_size: AtEverySize) -> None:
    """Words changed here and there: some part has an error, or all of them."""
    path = bitcode(tmp_path, (SHARED.format("f") + SHARED.format("g") + TAGS.replace("OFFSET", "0")).encode(), LATEST)
    sound = path.read_bytes()
    for place in range(24, len(sound), len(sound) // 20):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 0x15]) + sound[place + 1 :])
        at_every_size("dis", "-o", "-", path)
        at_every_size("dis", "-o", "-", "--llvm-version=23", path)
        at_every_size("verify", path)
    for data in (b"", sound[:100], sound[: len(sound) // 8 * 4], b"no bitcode at all", sound + sound):
        path.write_bytes(data)
        at_every_size("dis", "-o", "-", path)
        at_every_size("verify", path)


def test_damaged_bodies_of_an_old_module(tmp_path: Path, at_every_size: AtEverySize) -> None:
    """A link finds the error of a body when it links the body, also if an upgrade has read all of them before."""
    text = "define i32 @NAME(i32 %a) {\n  %x = add i32 %a, 7\n  %y = mul i32 %x, %a\n  ret i32 %y\n}\n"
    path = bitcode(tmp_path, (text.replace("NAME", "f") + text.replace("NAME", "g")).encode(), 16)
    sound = path.read_bytes()
    for place in range(24, len(sound), len(sound) // 20):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 0x15]) + sound[place + 1 :])
        at_every_size("link", "-v", "-S", "-o", "-", "--llvm-version=22", path)


def test_old_intrinsic(tmp_path: Path, at_every_size: AtEverySize) -> None:
    """Its calls are upgraded when all bodies are known."""
    text = b"declare i32 @LLVM.ctlz.i32(i32)\ndefine i32 @f(i32 %a) {\n  %b = call i32 @LLVM.ctlz.i32(i32 %a)\n  ret i32 %b\n}\n"
    path = bitcode(tmp_path, text + b"define void @g() {\n  ret void\n}\n", LATEST)
    path.write_bytes(path.read_bytes().replace(b"LLVM.", b"llvm."))
    assert b"i1 false" in at_every_size("dis", "-o", "-", path).output
    at_every_size("verify", path)


# A value for each option that takes one; the others are switched on, or off if they are on.
VALUES = {
    "output": "-",
    "llvm_version": "19",
    "input_llvm_version": "21",
    "losses": "ignore",
    "target_profile": "air",
    "target_arch": "compute_90",
    "pointee_types": "inferred",
    "report_losses": os.devnull,
    "color": "always",
    "theme": "light",
    "diagnostics_format": "json",
    "jobs": "2",
    "max_errors": "1",
    "producer": "me",
    "passes": "verify",
    "fix_only": "syntax/expected-type",
}
COMMANDS = {"dis": ("dis", "-o", "-"), "verify": ("verify",)}


def option_words() -> list[tuple[str, str]]:
    """Each option of the commands that work on parts, with a value that is not its default."""
    words: list[tuple[str, str]] = []
    for command in (dis.command, verify.command):
        for option in command.options:
            if isinstance(option.value, Switch) and option.value.refusal:
                continue
            if option.name == "shows_ways":
                continue
            end = f"={VALUES[option.name]}" if not option.is_flag else "=false" if option.default else ""
            words.append((command.name, option.spelled[0] + end))
    return words


@pytest.mark.parametrize(("command", "word"), option_words())
def test_options(command: str, word: str, tmp_path: Path, at_every_size: AtEverySize) -> None:
    """An option that does not say where it acts needs the whole module; whatever it says must be right."""
    for text in (DEBUG, DEBUG.replace("!{!0}", "!{}"), CONSTRUCTS["users of intrinsics"][1]):
        at_every_size(*COMMANDS[command], word, bitcode(tmp_path, text.encode(), LATEST))


IDENTIFIED = DEBUG.replace("!{null})", '!{!11})\n!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", identifier: "S")')
SCOPES = """
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @f() {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  ret void
}
define void @g() {
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (IDENTIFIED, ("dis", "-o", "-", "--set-importing")),
        (IDENTIFIED, ("dis", "-o", "-", "--set-importing", "--llvm-version=23")),
        (DEBUG, ("dis", "--disable-output")),
        (DEBUG.replace("!{!0}", "!{}"), ("dis", "--disable-output")),
        (SCOPES, ("verify", "--verify-noalias-scope-decl-dom")),
        (SCOPES, ("verify",)),
        (DEBUG, ("verify", "--verify-noalias-scope-decl-dom")),
    ],
)
def test_options_of_parts(text: str, words: tuple[str, ...], tmp_path: Path, at_every_size: AtEverySize) -> None:
    """Each body is read, or verified, as the option says; nothing begins again unless there is something to report."""
    path = bitcode(tmp_path, text.encode(), LATEST)
    found = at_every_size(*words, path)
    assert not path.with_suffix(".ll").exists()
    if not found.messages or (words[0] == "verify" and found.status == 0):
        assert "2 parts " in at_every_size.way("1", *words, path)


def test_scopes_are_checked(tmp_path: Path, at_every_size: AtEverySize) -> None:
    path = bitcode(tmp_path, SCOPES.encode(), LATEST)
    assert at_every_size("verify", path).status == 0
    assert at_every_size("verify", "--verify-noalias-scope-decl-dom", path).status == 1


def test_loops_of_several_functions_lose_their_locations(tmp_path: Path, at_every_size: AtEverySize) -> None:
    text = DEBUG.replace('Version", i32 3', 'Version", i32 2')
    text += '!20 = distinct !{!20, !9, !21}\n!21 = !{!"llvm.loop.vectorize.enable"}\n'
    for number in ("9", "10"):
        text = text.replace(f"ret void, !dbg !{number}", "br label %l, !llvm.loop !20\nl:\n  ret void")
    path = bitcode(tmp_path, text.encode(), LATEST)
    found = at_every_size("dis", "-o", "-", path)
    assert b"DILocation" not in found.output
    assert found.output.count(b"llvm.loop.vectorize.enable") == 1
    assert found.messages.count(b"ignoring debug info with an invalid version (2)") == 1


# What began again, as a whole, before.
DONE_IN_PARTS = (
    "annotations of kernels",
    "flags of older versions",
    "address of a later block",
    "debug information of another version",
    "debug information of another version, upgraded",
    "exclusive access",
    "labels of a callbr",
    "metadata alone",
    "typed pointers of nameless functions",
)


# What several parts cannot do, and one part can.
DONE_IN_ONE_PART = ("a struct without a number when it is printed", "intrinsics that are replaced")


# What can begin again: a second walk over the file's bytes has a reason that is shown.
WALKED = ("nothing", "debug information", "broken access tags", "users of intrinsics", "location of another function",
          "typed pointers", "address of an earlier block", "intrinsics that are replaced", "a type that is gone",
          "attributes that do not fit types")  # fmt: skip


@pytest.mark.parametrize("name", WALKED)
def test_readings_are_counted(name: str, tmp_path: Path, at_every_size: AtEverySize, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module is read once, or twice with a reason."""
    if not isinstance(FileReader._reader, FunctionType):
        pytest.skip("methods that were compiled cannot be counted")
    readings: list[str] = []
    reader = FileReader._reader

    def count(self: FileReader, found: FoundModule) -> ModuleReader:
        readings.append(name)
        return reader(self, found)

    monkeypatch.setattr(FileReader, "_reader", count)
    monkeypatch.setenv("PYLLVM_VERBOSE", "1")
    version, text = CONSTRUCTS[name]
    path = bitcode(tmp_path, text.encode(), version)
    for size in ("", *SIZES):
        monkeypatch.setenv("PYLLVM_PART_BYTES", size)
        for newer in sorted({version, LATEST, 23}):
            for words in (("dis", "-o", "-"), ("dis", "--disable-output"), ("verify",), ("link", "-o", "-")):
                readings.clear()
                messages = at_every_size.run(*words, f"--llvm-version={newer}", path).messages.decode()
                again = sum(line.count("begun again because of ") for line in messages.splitlines())
                has_report = words == ("verify",) and ": note: " in messages
                assert len(readings) <= 1 + (1 if again or has_report else 0), (words, size, newer, messages)


@pytest.mark.parametrize("name", DONE_IN_ONE_PART)
def test_done_in_one_part(name: str, tmp_path: Path, at_every_size: AtEverySize) -> None:
    version, text = CONSTRUCTS[name]
    path = bitcode(tmp_path, text.encode(), version)
    assert at_every_size.way("0", "dis", "-o", "-", path).endswith("1 part in turn")
    assert at_every_size.way("0", "dis", "-o", "-", f"--llvm-version={LATEST}", path).endswith("1 part upgraded in turn")


@pytest.mark.parametrize("name", DONE_IN_PARTS)
def test_done_in_parts(name: str, tmp_path: Path, at_every_size: AtEverySize) -> None:
    version, text = CONSTRUCTS[name]
    path = bitcode(tmp_path, text.encode(), version)
    for size in SIZES:
        way = at_every_size.way(size, "dis", "-o", "-", f"--llvm-version={LATEST}", path)
        assert way.endswith(" in turn")


@pytest.mark.parametrize(
    ("name", "second"),
    [
        ("broken access tags", "whole with places"),
        ("users of intrinsics", "whole with places"),
        ("location of another function", "1 function with places, and all for their numbers"),
        ("subprogram of two functions", "whole with places"),
        ("alias of itself", "0 functions with places"),
        ("users of a reserved variable", "whole with places"),
    ],
)
def test_faults_are_located_by_the_second_reading(name: str, second: str, tmp_path: Path, at_every_size: AtEverySize) -> None:
    version, text = CONSTRUCTS[name]
    path = bitcode(tmp_path, text.encode(), version)
    found = at_every_size("verify", path)
    assert found.messages
    assert at_every_size("verify", "-q", path).status == found.status
    way = at_every_size.way("1", "verify", path)
    assert " in turn, begun again because of " in way
    assert way.endswith(second)


OLD = "define i32* @NAME(i8** %p) {\n  %q = bitcast i8** %p to i32*\n  ret i32* %q\n}\n"
# The first two need all bodies, as is found when they are loaded, and when the body is linked.
INPUTS = {
    "gone": "define x86_mmx @gone() {\n  ret x86_mmx undef\n}\n",
    "folded": "define i64 @folded() {\n  ret i64 bitcast (<2 x i32> <i32 -1, i32 -1> to i64)\n}\n",
    "old": OLD.replace("NAME", "old"),
    "twice": OLD.replace("NAME", "twice"),
}


def test_a_link_upgrades_attributes_before_bodies(tmp_path: Path, at_every_size: AtEverySize) -> None:
    """LLVM verifies functions whose bodies it has not read, after it has removed attributes that do not fit."""
    version, text = CONSTRUCTS["attributes that do not fit types"]
    found = at_every_size("link", "-S", "-o", "-", "--llvm-version=23", bitcode(tmp_path, text.encode(), version))
    assert (found.status, found.messages) == (0, b"")
    assert b"noalias" not in found.output


def test_old_inline_assembly_of_a_later_llvm(tmp_path: Path, at_every_size: AtEverySize) -> None:
    """Only the typed pointer of the file has the function type, as in files of LLVM 14 before its release."""
    text = b'define i32 @f(i32 %x) {\n  %r = call i32 asm "nop", "=r,r"(i32 %x)\n  ret i32 %r\n}\n'
    path = tmp_path / "m.bc"
    path.write_bytes(write_bitcode(parse_assembly(text, "", 13), producer="LLVM14.0.0git"))
    found = at_every_size("link", "-S", "-o", "-", "--llvm-version=23", path)
    assert (found.status, found.messages) == (0, b"")
    assert b'call i32 asm "nop", "=r,r"(i32 %x)' in found.output


@pytest.mark.parametrize("names", [("gone", "old"), ("old", "folded"), ("folded", "gone", "old"), ("old", "twice")])
def test_links_of_old_modules(names: tuple[str, ...], tmp_path: Path, at_every_size: AtEverySize) -> None:
    paths = []
    for name in names:
        (tmp_path / name).mkdir()
        paths.append(bitcode(tmp_path / name, INPUTS[name].encode(), 14))
    found = at_every_size("link", "-S", "-o", "-", "--llvm-version=22", *paths)
    assert all(f"@{name}(".encode() in found.output for name in names)


def test_a_link_begins_again_for_one_input(tmp_path: Path, at_every_size: AtEverySize, monkeypatch: pytest.MonkeyPatch) -> None:
    path = bitcode(tmp_path, INPUTS["gone"].encode(), 14)
    monkeypatch.setenv("PYLLVM_VERBOSE", "1")
    messages = at_every_size.run("link", "-o", "-", "--llvm-version=22", path).messages.decode()
    assert messages.count("needs all bodies at once: x86_mmx)") == 1
