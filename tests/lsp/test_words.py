"""The words that fit a place, and the sentences on words. `|` in a line is the place."""

from __future__ import annotations

from typing import Final

from pyllvm.lsp.completion import completions
from pyllvm.lsp.hover import hover
from pyllvm.lsp.session import Session
from rows import each_row

TEXT: Final = """\
LINE
"""
BODY: Final = """\
declare i32 @llvm.abs.i32(i32, i1)
define i32 @f(i32 %a, ptr %p, float %x) {
entry:
  LINE
  ret i32 %a
}
"""


def offered(line: str, version: int = 22) -> list[str]:
    text = (TEXT if line.startswith(("@", "$", "target", "module", "define", "declare")) else BODY).replace("LINE", line)
    session = Session("x", text.replace("|", "", 1), version)
    return [one.text for one in completions(session, text.index("|")).proposals]


@each_row(
    ("line", "wanted"),
    [
        ("%c = icmp s|", {"sgt", "sge", "slt", "sle", "samesign"}),
        ("%c = icmp |", {"eq", "ne", "ult", "sgt"}),
        ("%c = fcmp o|", {"oeq", "ogt", "oge", "olt", "ole", "one", "ord"}),
        ("%c = fcmp nnan |", {"oeq", "ninf"}),
        ("%c = add n|", {"nuw", "nsw"}),
        ("%c = add nuw |", {"nsw", "i32"}),
        ("%c = sdiv e|", {"exact"}),
        ("%c = fadd n|", {"nnan", "ninf", "nsz"}),
        ("%c = getelementptr in|", {"inbounds"}),
        ("%c = zext n|", {"nneg"}),
        ("%c = zext i32 %a t|", {"to"}),
        ("%c = zext i32 %a to i|", {"i64"}),
        ("%c = or d|", {"disjoint"}),
        ("fence s|", {"seq_cst", "syncscope("}),
        ("fence |", {"acquire", "release", "acq_rel", "seq_cst", "syncscope("}),
        ("%c = atomicrmw a|", {"add", "and"}),
        ("%c = atomicrmw add ptr %p, i32 1 s|", {"seq_cst"}),
        ("%c = cmpxchg w|", {"weak"}),
        ("%c = cmpxchg ptr %p, i32 0, i32 1 acq|", {"acquire", "acq_rel"}),
        ("%c = load a|", {"atomic"}),
        ("%c = load v|", {"volatile"}),
        ("%c = load atomic i32, ptr %p ac|", {"acquire", "acq_rel"}),
        ("%c = load i32, ptr %p, a|", {"align"}),
        ("%c = alloca s|", {"swifterror"}),
        ("%c = tail c|", {"call"}),
        ("br l|", {"label"}),
        ("br i1 true, l|", {"label"}),
        ("@g = p|", {"private", "protected"}),
        ("@g = private g|", {"global"}),
        ("@g = internal unnamed_addr c|", {"constant"}),
        ("$c = comdat |", {"any", "exactmatch", "largest", "nodeduplicate", "samesize"}),
        ("target t|", {"triple"}),
        ("target d|", {"datalayout"}),
        ("module a|", {"asm"}),
        ("define int|", {"internal"}),
        ("define fast|", {"fastcc"}),
        ("declare dso_local v|", {"void"}),
    ],
)
def test_words_fit_the_place(line: str, wanted: set[str]) -> None:
    """All that is wanted is offered, and what begins otherwise is not."""
    found = offered(line)
    begun = line[: line.index("|")].split(" ")[-1]
    assert wanted <= set(found)
    assert all(one.startswith(begun) for one in found)
    assert not {"signext", "ssp", "optsize", "naked", "inreg", "nest"} & set(found)


def test_words_of_the_version() -> None:
    assert "nuw" not in offered("%c = getelementptr n|", 17)
    assert "samesign" not in offered("%c = icmp s|", 17)
    assert "ptr" not in offered("%c = load p|", 13)


def sentence(line: str, word: str, version: int = 22) -> str:
    text = BODY.replace("LINE", line)
    found = hover(Session("x", text, version), text.index(word, text.index(line) if word in line else 0) + 1)
    return "" if found is None else found[0]


@each_row(
    ("line", "word"),
    [
        ("%c = icmp sgt i32 %a, 0", "sgt"),
        ("%c = icmp samesign ult i32 %a, 0", "samesign"),
        ("%c = fcmp oeq float %x, 0.0", "oeq"),
        ("%c = fcmp uno float %x, 0.0", "uno"),
        ("%c = add nuw i32 %a, 1", "nuw"),
        ("%c = add nsw i32 %a, 1", "nsw"),
        ("%c = sdiv exact i32 %a, 1", "exact"),
        ("%c = fadd fast float %x, %x", "fast"),
        ("%c = fadd reassoc nnan float %x, %x", "reassoc"),
        ("%c = getelementptr inbounds i8, ptr %p, i64 1", "inbounds"),
        ("%c = zext nneg i32 %a to i64", "nneg"),
        ("%c = zext i32 %a to i64", "to"),
        ("fence seq_cst", "seq_cst"),
        ("%c = atomicrmw xchg ptr %p, i32 1 monotonic", "xchg"),
        ("%c = atomicrmw umax ptr %p, i32 1 acquire", "umax"),
        ("%c = load volatile i32, ptr %p", "volatile"),
        ("%c = load atomic i32, ptr %p acquire, align 4", "atomic"),
        ("%c = load i32, ptr %p, align 4", "align"),
        ("%c = load i32, ptr %p, !range !0", "!range"),
        ("%c = load i32, ptr %p, !tbaa !0", "!tbaa"),
        ("%c = tail call i32 @f(i32 0, ptr null, float 0.0)", "tail"),
        ("%c = tail call i32 @f(i32 0, ptr null, float 0.0)", "null"),
        ("br label %next", "label"),
        ("store i32 poison, ptr %p", "poison"),
        ("store i32 undef, ptr %p", "undef"),
        ('call void @g() "frame-pointer"="all"', '"frame-pointer"'),
        ("call void @g() nounwind", "nounwind"),
        ("call fastcc void @g()", "fastcc"),
        ("%c = freeze i32 %a", "freeze"),
        ("", "define"),
        ("", "declare"),
        ("", "ptr"),
        ("", "float"),
    ],
)
def test_a_sentence_on_each_word(line: str, word: str) -> None:
    text = sentence(line, word)
    assert text.startswith(f"**{word}**")
    assert len(text) > len(word) + 18


def test_a_word_belongs_to_its_place() -> None:
    """`range` and `align` are attributes, and `!range` is metadata; `add` is an instruction and an operation of atomicrmw."""
    assert "(metadata)" in sentence("%c = load i32, ptr %p, !range !0", "!range")
    assert "operation of atomicrmw" in sentence("%c = atomicrmw add ptr %p, i32 1 monotonic", "add")
    assert "operation of atomicrmw" not in sentence("%c = add i32 %a, 1", "add")


def test_versions_are_the_files() -> None:
    assert sentence("%c = getelementptr nuw i8, ptr %p, i64 1", "nuw", 22).endswith("Since LLVM 19.")
    assert sentence("%c = getelementptr nuw i8, ptr %p, i64 1", "nuw", 14).endswith("Since LLVM 19; this file is LLVM 14's.")


def test_arguments_and_intrinsics() -> None:
    line = "%c = call i32 @llvm.abs.i32(i32 %a, i1 false)"
    assert "type `i32`" in sentence(line, "%a")
    assert "intrinsic" in sentence(line, "@llvm.abs.i32")
