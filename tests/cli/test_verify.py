"""``pyllvm verify`` as a command: inputs, places, forms, exit statuses. The rules are tested with the verifier."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.cli import tool
from pyllvm.cli.verify import command
from pyllvm.tables.records import MODULE_BLOCK_ID, MODULE_CODE_DATALAYOUT

BROKEN = """define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %join

then:
  %x = add i32 1, 2
  br label %join

join:
  %y = add i32 %x, 1
  ret i32 %y
}

define void @g(ptr %p) {
  store atomic i24 0, ptr %p monotonic, align 4
  ret void
}
"""
DEBUG = """define void @f() !dbg !3 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, unit: !1, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
"""
VALID = "define void @f() {\n  ret void\n}\n"
UNREACHABLE = "define void @f() {\n  ret void\n\nnever:\n  ret void\n}\n"
NO_SYNTAX = "define void @f() {\n  rett void\n  ret void\n}\n\ndefine void @g() {\n  ret viod\n}\n"
PLAIN = """Instruction does not dominate all uses!
  %x = add i32 1, 2
  %y = add i32 %x, 1
bad.ll:10:16: note: in function @f, block %join, instruction 1
bad.ll: note: the use can be reached without it: %entry -> %join
bad.ll:6:3: note: %x is defined here
bad.ll:10:16: help: compute the value on every path that leads here, or merge the paths with a phi (or a stack slot)
atomic memory access' operand must have a power-of-two size
 i24  store atomic i24 0, ptr %p monotonic, align 4
bad.ll:15:16: note: in function @g, block %0, instruction 1
bad.ll:15:16: help: widen the value to 8, 16, 32, 64 or 128 bits
pyllvm-verify: bad.ll: error: input module is broken!
"""

Verify = Callable[..., tuple[int, str]]


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Verify:
    """Run the command in a folder with a few inputs; its exit status, and what it writes to standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYLLVM_LLVM_VERSION", raising=False)
    texts = {"bad": BROKEN, "debug": DEBUG, "good": VALID, "odd": UNREACHABLE}
    for name, text in texts.items():
        Path(f"{name}.ll").write_text(text)
        Path(f"{name}.bc").write_bytes(library.to_bitcode(library.parse_assembly(text, name, llvm_version=19)))
    Path("syntax.ll").write_text(NO_SYNTAX)

    def run(*words: str) -> tuple[int, str]:
        status = tool.invoke(command, words)
        outcome = capfd.readouterr()
        # The form of the diagnostics says to which of the two they go.
        assert "" in outcome
        return status, outcome.out or outcome.err

    return run


def test_a_valid_module_is_nothing_to_talk_about(verify: Verify) -> None:
    assert verify("good.ll", "good.bc") == (0, "")


def test_all_findings_with_llvms_lines_and_the_places_behind_them(verify: Verify) -> None:
    assert verify("bad.ll") == (1, PLAIN)


def test_bitcode_has_function_block_instruction_and_bit(verify: Verify) -> None:
    status, errors = verify("bad.bc")
    assert status == 1
    assert "\nbad.bc: note: in function @f, block %join, instruction 1 (bit " in errors
    assert "\nbad.bc: note: %x is instruction 1 of block %then (bit " in errors
    assert "\nbad.bc: note: in function @g, block %0, instruction 1 (bit " in errors
    unplaced = "".join(line for line in PLAIN.splitlines(keepends=True) if "note:" not in line and "help:" not in line)
    shown = "".join(line for line in errors.splitlines(keepends=True) if "note:" not in line and "help:" not in line)
    assert shown == unplaced.replace("bad.ll", "bad.bc")


def test_the_bit_is_that_of_the_instructions_record(verify: Verify) -> None:
    _, errors = verify("--diagnostics-format=json", "bad.bc")
    places = [one["bitcode"] for one in json.loads(errors)["diagnostics"]]
    assert [place["blocks"] for place in places] == [["MODULE_BLOCK", "FUNCTION_BLOCK"]] * 2
    # FUNC_CODE_INST_BINOP and FUNC_CODE_INST_STOREATOMIC.
    assert [place["record_code"] for place in places] == [2, 45]


@pytest.mark.parametrize("name", ["debug.ll", "debug.bc"])
def test_broken_debug_information_is_a_warning(verify: Verify, name: str) -> None:
    status, errors = verify(name)
    assert status == 0
    assert errors.startswith("invalid unit type\n!3 = distinct !DISubprogram")
    assert errors.endswith(f"\nwarning: ignoring invalid debug info in {name}\n")


def test_warnings_as_errors(verify: Verify) -> None:
    status, errors = verify("--werror", "debug.ll")
    assert status == 1
    assert errors.endswith("\npyllvm-verify: debug.ll: error: input module is broken!\n")


def test_the_field_at_fault_is_marked(verify: Verify) -> None:
    _, errors = verify("--diagnostics-format=json", "debug.ll")
    (one,) = json.loads(errors)["diagnostics"]
    assert one["severity"] == "warning"
    assert DEBUG.encode()[one["start"]["offset"] : one["end"]["offset"]] == b"unit: !1"


def test_text_that_cannot_be_read(verify: Verify) -> None:
    status, errors = verify("syntax.ll")
    assert status == 2
    assert "syntax.ll:2:3: error: expected instruction opcode\n" in errors
    assert "syntax.ll:7:7: error: expected type\n" in errors
    Path("one.ll").write_text("define void @f() {\n  rett void\n}\n")
    assert verify("one.ll")[1].count("error: ") == 1


def test_the_worst_file_gives_the_status_and_all_are_looked_at(verify: Verify) -> None:
    status, errors = verify("no such file", "bad.ll", "good.ll")
    assert status == 2
    first, _, rest = errors.partition("\n")
    assert first == "pyllvm-verify: no such file: error: Could not open input file: No such file or directory"
    assert rest == PLAIN


def test_malformed_bitcode(verify: Verify) -> None:
    data = Path("bad.bc").read_bytes()
    Path("short.bc").write_bytes(data[: len(data) // 2])
    status, errors = verify("short.bc")
    assert status == 2
    assert errors.startswith("pyllvm-verify: short.bc: error: ")


def test_a_wrong_command_line(verify: Verify) -> None:
    status, errors = verify("--nothing")
    assert status == 2
    assert errors.startswith("pyllvm-verify: Unknown command line argument '--nothing'.")


@pytest.mark.parametrize(("name", "status"), [("good.ll", 0), ("bad.bc", 1), ("syntax.ll", 2)])
def test_quiet(verify: Verify, name: str, status: int) -> None:
    assert verify("-q", name) == (status, "")
    assert verify("-q", "--diagnostics-format=json", name) == (status, "")


def test_no_more_errors_than_wanted(verify: Verify) -> None:
    status, errors = verify("--max-errors=1", "bad.ll", "syntax.ll")
    assert status == 2
    assert "does not dominate" in errors
    assert "power-of-two" not in errors
    assert errors.count("syntax.ll:2:3: error: ") == 1
    assert "error: " not in errors.partition("syntax.ll:2:3: error: ")[2]


def test_lint(verify: Verify) -> None:
    assert verify("odd.ll") == (0, "")
    status, errors = verify("--lint", "odd.ll")
    assert status == 0
    assert "odd.ll:4:1: note: in function @f, block %never\n" in errors


@pytest.mark.parametrize("name", ["odd.ll", "odd.bc"])
def test_what_lint_finds_is_shown_as_errors_where_warnings_are(verify: Verify, name: str) -> None:
    found = verify("--lint", name)[1]
    assert found
    status, errors = verify("--lint", "--werror", name)
    assert status == 1
    assert errors == f"{found}pyllvm-verify: {name}: error: input module is broken!\n"
    (shown,) = json.loads(verify("--lint", "--werror", "--diagnostics-format=json", name)[1])["diagnostics"]
    assert (shown["severity"], shown["message"]) == ("error", found.splitlines()[0])
    (result,) = json.loads(verify("--lint", "--werror", "--diagnostics-format=sarif", name)[1])["runs"][0]["results"]
    assert (result["level"], result["ruleId"]) == ("error", "unreachable-block")
    drawn = plain(verify("--lint", "--werror", "--diagnostics-format=drawn", name)[1])
    assert f"error: {found.splitlines()[0]} [unreachable-block]\n" in drawn


def test_the_rules_of_a_version(verify: Verify) -> None:
    Path("new.ll").write_text("define void @f(ptr captures(none) %p) {\n  ret void\n}\n")
    assert verify("--llvm-version=22", "new.ll") == (0, "")
    assert verify("--input-llvm-version=19", "new.ll")[0] == 2
    assert verify("--llvm-version=19", "new.ll")[0] == 0
    assert verify("new.ll") == (0, "")


def test_on_a_terminal(verify: Verify) -> None:
    status, errors = verify("--diagnostics-format=drawn", "--color", "bad.ll", "good.ll")
    assert status == 1
    text = plain(errors)
    assert "    6 |   %x = add i32 1, 2\n      |   ^~\n" in text
    assert "   10 |   %y = add i32 %x, 1\n      |                ^~\n" in text
    assert "note: the use can be reached without it: %entry -> %join\n" in text
    assert "  help: " in text
    assert text.endswith("\n2 files: 1 valid, 1 not valid (2 errors)\n")


def plain(text: str) -> str:
    """Without the colours."""
    pieces = text.split("\x1b[")
    return pieces[0] + "".join(piece.partition("m")[2] for piece in pieces[1:])


def test_json(verify: Verify) -> None:
    status, errors = verify("--diagnostics-format=json", "bad.ll", "good.ll", "syntax.ll")
    assert status == 2
    found = json.loads(errors)["diagnostics"]
    assert [one["file"] for one in found][:3] == ["bad.ll", "bad.ll", "syntax.ll"]
    assert found[0]["in"] == {"function": "@f", "block": "%join", "instruction": 1}
    assert found[0]["excerpt"] == ["  %x = add i32 1, 2", "  %y = add i32 %x, 1"]
    assert found[0]["start"] == {"line": 10, "column": 16, "offset": BROKEN.index("%x, 1")}
    assert [note["message"] for note in found[0]["notes"]][-1] == "%x is defined here"
    assert "phi" in found[0]["hint"]


def test_sarif(verify: Verify) -> None:
    _, errors = verify("--diagnostics-format=sarif", "--lint", "bad.bc", "odd.ll")
    results = json.loads(errors)["runs"][0]["results"]
    assert [one["level"] for one in results[:3]] == ["error", "error", "warning"]
    words = [place["fullyQualifiedName"] for place in results[0]["locations"][0]["logicalLocations"]]
    assert words[-1] == "function @f, block %join, instruction 1"
    assert results[2]["ruleId"] == "unreachable-block"


def test_nothing_to_say_is_a_document_too(verify: Verify) -> None:
    status, errors = verify("--diagnostics-format=sarif", "good.ll")
    assert status == 0
    assert json.loads(errors)["runs"][0]["results"] == []


def test_standard_input(pyllvm: Callable[..., Any]) -> None:
    outcome = pyllvm("verify", stdin=BROKEN.encode())
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors == PLAIN.replace("bad.ll", "<stdin>")
    assert pyllvm("verify", "-q", "-", stdin=VALID.encode()).status == 0


@pytest.mark.parametrize("version", [14, 19])
def test_what_opt_says(verify: Verify, llvm_tool: Callable[[int, str], str], version: int) -> None:
    for name in ("bad.ll", "debug.ll", "good.ll"):
        text = Path(name).read_text()
        Path(name).write_text(text.replace("ptr %p", "i24* %p"))
        real = subprocess.run(
            [llvm_tool(version, "opt"), "-passes=verify", "-disable-output", name], capture_output=True, text=True, check=False
        )
        expected = [line for line in real.stderr.splitlines() if "error: input module is broken" not in line]
        status, errors = verify(f"--llvm-version={version}", "--diagnostics-format=llvm", name)
        assert status == real.returncode
        shown = [line for line in errors.splitlines() if "input module is broken" not in line]
        assert shown == expected
        Path(name).write_text(text)


def test_as_shows_places_behind_llvms_lines(verify: Verify, pyllvm: Callable[..., Any]) -> None:
    shown = pyllvm("as", "--diagnostics-format=drawn", "-o", "-", "bad.ll").errors
    assert (
        "bad.ll:10:16: error: Instruction does not dominate all uses! [verifier/instruction-does-not-dominate-all-uses]\n   10 | "
        in shown
    )
    assert shown.endswith("pyllvm-as: assembly parsed, but does not verify as correct!\n")
    lines = [line for line in PLAIN.splitlines(keepends=True) if ": note: " not in line and ": help: " not in line]
    of_llvm = "pyllvm-as: assembly parsed, but does not verify as correct!\n" + "".join(lines[:-1])
    assert pyllvm("as", "--diagnostics-format=llvm", "-o", "-", "bad.ll").errors == of_llvm
    in_a_pipe = pyllvm("as", "-o", "-", "bad.ll").errors
    assert in_a_pipe.startswith(of_llvm)
    assert "bad.ll:10:16: note: failure 1: in function @f, block %join, instruction 1\n" in in_a_pipe
    assert in_a_pipe.count("does not dominate") == 1
    assert "bad.ll:6:3: note: %x is defined here\nbad.ll:10:16: help: compute the value" in in_a_pipe


TAGS = """define void @f(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0
  store i32 1, ptr %p, align 4, !tbaa !1
  ret void
}

!0 = !{!2, !2, i64 0}
!1 = !{!2, !2, !"no number"}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
"""


def test_broken_access_tags_are_dropped_from_bitcode_only(verify: Verify, pyllvm: Callable[..., Any]) -> None:
    Path("tags.ll").write_text(TAGS)
    Path("tags.bc").write_bytes(library.to_bitcode(library.parse_assembly(TAGS, llvm_version=19)))
    status, errors = verify("tags.ll")
    assert status == 1
    assert errors.startswith("Offset must be constant integer\n")
    assert "\ntags.ll:3:39: note: in function @f, block %0, instruction 2\n" in errors
    status, errors = verify("tags.bc")
    assert status == 0
    assert errors.startswith("Offset must be constant integer\n")
    assert errors.endswith("\nwarning: ignoring all !tbaa in tags.bc\n")
    assert verify("--werror", "tags.bc")[0] == 1
    assert b"tbaa" not in pyllvm("dis", "-o", "-", "tags.bc").output


def test_domination_of_scope_declarations_is_looked_at_where_asked_for(verify: Verify) -> None:
    declaration = "  call void @llvm.experimental.noalias.scope.decl(metadata !0)\n"
    Path("scopes.ll").write_text(
        "declare void @llvm.experimental.noalias.scope.decl(metadata)\n\n"
        f"define void @f() {{\n{declaration}{declaration}  ret void\n}}\n\n"
        "!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = distinct !{!2}\n"
    )
    assert verify("scopes.ll") == (0, "")
    status, errors = verify("-verify-noalias-scope-decl-dom", "scopes.ll")
    assert status == 1
    assert errors.startswith("llvm.experimental.noalias.scope.decl dominates another one with the same scope\n")


@pytest.mark.parametrize("kind", ["ll", "bc"])
def test_types_are_shared_by_their_identifiers_as_in_opt(verify: Verify, kind: str) -> None:
    """So the definition of a member function needs a declaration, and a type may lead to a unit that the module does not list."""
    text = (Path(__file__).parents[1] / "data/command_lines/twins.ll").read_text()
    texts = {"twins": text, "units": text.replace("!llvm.dbg.cu = !{!1}\n", "").replace("scope: !2", "scope: null")}
    for name, content in texts.items():
        Path(f"{name}.ll").write_text(content)
        Path(f"{name}.bc").write_bytes(library.to_bitcode(library.parse_assembly(content, name, llvm_version=19)))
    nested = "definition subprograms cannot be nested within DICompositeType when enabling ODR\n"
    status, errors = verify("--llvm-version=19", f"twins.{kind}")
    assert status == 0
    assert errors.startswith(nested)
    assert verify("--llvm-version=17", f"twins.{kind}") == (0, "")
    assert verify("--llvm-version=19", "--disable-debug-info-type-map", f"twins.{kind}") == (0, "")
    assert verify(f"units.{kind}") == (0, "")
    errors = verify("--disable-debug-info-type-map", f"units.{kind}")[1]
    assert errors.startswith("DICompileUnit not listed in llvm.dbg.cu\n")


def test_memory_is_given_back_between_files(verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    import gc

    import pyllvm.cli.verify as module

    collected: list[None] = []
    monkeypatch.setattr(module, "_COLLECT_AFTER", 2 * Path("good.ll").stat().st_size)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(None))
    assert verify(*["good.ll"] * 5) == (0, "")
    assert len(collected) == 2


def test_command_lines_of_opt(verify: Verify) -> None:
    assert verify("-passes=verify", "-disable-output", "good.ll") == (0, "")
    assert verify("-verify", "-passes", "verify", "-S", "-o", "copy.ll", "good.ll") == (0, "")
    assert Path("copy.ll").read_text().endswith(VALID)
    assert verify("-p", "verify", "-S", "-o", "again.ll", "good.ll") == (0, "")
    assert Path("again.ll").read_text().endswith(VALID)
    assert verify("-o", "copy.bc", "good.ll") == (0, "")
    assert Path("copy.bc").read_bytes().startswith(b"BC")
    status, errors = verify("-passes=instcombine", "good.ll")
    assert (status, errors) == (2, "pyllvm-verify: unknown pass name 'instcombine': this command runs only 'verify'\n")


@pytest.mark.parametrize("word", ["-passes=verify", "-verify"])
def test_the_pass_writes_the_module_on(pyllvm: Callable[..., Any], word: str) -> None:
    outcome = pyllvm("verify", word, "--llvm-version=19", "--producer=LLVM19.1.7", "-", stdin=VALID.encode())
    assert outcome.status == 0
    assert b"producer LLVM19.1.7," in pyllvm("bcanalyzer", "--identify", "-", stdin=outcome.output).output


def test_a_module_that_is_not_valid_is_not_written(verify: Verify) -> None:
    assert verify("-o", "copy.ll", "bad.ll")[0] == 1
    assert not Path("copy.ll").exists()


def test_the_modules_of_a_file_are_verified_one_at_a_time(verify: Verify) -> None:
    """Findings in those before a malformed one are reported, but nothing is written."""
    writer = BitstreamWriter()
    writer.enter_block(MODULE_BLOCK_ID, 3)
    writer.emit_record(MODULE_CODE_DATALAYOUT, list(b"e-i64:32:31"))
    writer.end_block()
    broken, good = (library.to_bitcode(library.parse_assembly(text, llvm_version=19)) for text in (BROKEN, VALID))
    Path("two.bc").write_bytes(broken + good[4:])
    status, errors = verify("two.bc")
    assert status == 1
    assert errors.count("input module is broken!") == 1
    Path("two.bc").write_bytes(broken + writer.getvalue())
    status, errors = verify("two.bc")
    assert status == 2
    assert errors.index("Instruction does not dominate all uses!") < errors.index("byte width")
    Path("two.bc").write_bytes(good + writer.getvalue())
    assert verify("-o", "copy.bc", "two.bc")[0] == 2
    assert not Path("copy.bc").exists()


def test_one_output_for_one_input(verify: Verify) -> None:
    status, errors = verify("-o", "copy.ll", "good.ll", "odd.ll")
    assert (status, errors) == (2, "error: output file name cannot be set for multiple input files\n")


def test_every_finding_in_sarif_has_a_rule(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    texts = {
        "lint": "define i32 @f() {\n  %w = sdiv i32 1, 0\n  ret i32 %w\n}\n",
        "verifier": "define void @f(i1 %c) {\na:\n  br label %a\n}\n",
        "syntax": "define i32 @f() {\n  ret i32 %z\n}\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.ll").write_text(text)
    outcome = pyllvm("verify", "--lint", "--werror", "--diagnostics-format=sarif", *(tmp_path / f"{name}.ll" for name in texts))
    assert outcome.status == 2
    run = json.loads(outcome.output)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [
        "division",
        "verifier/entry-block-to-function-must-not-have-predecessors",
        "syntax/undefined-value",
    ]
    assert all(rule["shortDescription"]["text"] for rule in rules)
    assert [(result["level"], rules[result["ruleIndex"]]["id"]) for result in run["results"]] == [
        ("error", rule["id"]) for rule in rules
    ]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_lint_as_errors_prints_what_it_found(pyllvm: Callable[..., Any], tmp_path: Path, form: str) -> None:
    (tmp_path / "a.ll").write_text("define i32 @f() {\n  %w = sdiv i32 1, 0\n  ret i32 %w\n}\n")
    outcome = pyllvm("verify", "--lint", "--werror", f"--diagnostics-format={form}", tmp_path / "a.ll")
    assert outcome.status == 1
    assert "Undefined behavior: Division by zero" in outcome.errors + outcome.output.decode()


def test_demangled_names(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    path = tmp_path / "twice.ll"
    path.write_text("declare void @_Z1fv()\ndeclare void @_Z1fv()\n")
    plain = pyllvm("verify", path).errors
    assert "redefinition of function '_Z1fv'" in plain
    shown = pyllvm("verify", "--demangle", path).errors
    assert "redefinition of function 'f()'" in shown
    assert "declare void @_Z1fv()" in shown  # the excerpt stays as it is


def test_a_nul_in_the_target_triple_is_printed(verify: Verify, tmp_path: Path) -> None:
    (tmp_path / "nul.ll").write_text('target triple = "x86_64-linux\\00-gnu"\n')
    status, _ = verify("-S", "-o", "out.ll", str(tmp_path / "nul.ll"))
    assert status == 0
    assert 'target triple = "x86_64-linux\0-gnu"\n' in (tmp_path / "out.ll").read_text()


@pytest.mark.parametrize("command", ["verify", "opt"])
@pytest.mark.parametrize(
    ("version", "architecture"),
    [(22, "x86_64\\00"), (22, "foo"), (14, "X86_64"), (19, "riscv"), (19, "s390"), (13, "loongarch64"), (15, "xtensa")],
)
def test_unknown_architecture_is_refused_as_opt_refuses_it(
    command: str, version: int, architecture: str, pyllvm: Callable[..., Any], tmp_path: Path
) -> None:
    """opt looks the architecture up; its neighbours do not."""
    path, made = tmp_path / "a.ll", tmp_path / "out.ll"
    path.write_text(f'target triple = "{architecture}-linux"\n')
    ended = pyllvm(command, f"--llvm-version={version}", "-S", "-o", made, path)
    assert ended.status != 0
    assert f"unrecognized architecture '{architecture}' provided." in ended.errors
    assert not made.exists()
    assert pyllvm("verify", f"--llvm-version={version}", path).status == 0


@pytest.mark.parametrize(
    "triple", ["", "-linux", "unknown-unknown", "i986-linux", "kalimba4", "armv9z", "aarch64x", "spirv-unknown"]
)
def test_triple_without_an_architecture_or_with_a_known_one_is_written(
    triple: str, pyllvm: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.ll"
    path.write_text(f'target triple = "{triple}"\n')
    assert pyllvm("opt", "--llvm-version=22", "-S", "-o", tmp_path / "out.ll", path).status == 0


def test_strip_debug(pyllvm: Callable[..., Any]) -> None:
    text = (
        b"define void @f() !dbg !4 {\n  ret void, !dbg !7\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!8}\n"
        b'!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: "a.c", directory: "/")\n'
        b'!4 = distinct !DISubprogram(name: "f", file: !1, unit: !0, type: !5)\n!5 = !DISubroutineType(types: !{})\n'
        b'!7 = !DILocation(line: 1, scope: !4)\n!8 = !{i32 2, !"Debug Info Version", i32 3}\n'
    )
    outcome = pyllvm("verify", "-S", "-strip-debug", "-o", "-", "-", stdin=text)
    assert outcome.status == 0
    assert b"define void @f() {\n  ret void\n}\n" in outcome.output
    assert b"DI" not in outcome.output
