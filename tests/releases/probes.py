"""Small texts that ask an LLVM for one construct each: `forms` with a place for a word, and modules for what it writes."""

from __future__ import annotations

from collections.abc import Iterator

from tests.releases.words import WORDS

from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.calling_conventions import CALLING_CONVENTIONS
from pyllvm.tables.opcodes import CASTS, FLOATING_POINT_BINARY, INTEGER_BINARY

_HEAD = (
    "define void @f(i32 %i, i64 %l, float %x, ptr %p, ptr addrspace(3) %q, <2 x i32> %v, <2 x float> %w, i1 %c, "
    "{i32, i32} %s) {\n  "
)
_END = "\n  ret void\n}\ndeclare void @g(ptr)\ndeclare i32 @h(i32)\n"

# WORD is the word that is asked for.
_INSTRUCTIONS = (
    *[f"%a = {row.name} WORD i32 %i, 1" for row in INTEGER_BINARY],
    *[f"%a = {row.name} WORD float %x, %x" for row in FLOATING_POINT_BINARY],
    *[f"%a = {row.name} WORD {operands}" for row in CASTS for operands in ("i64 %l to i32", "float %x to i32", "ptr %p to i64")],
    "%a = addrspacecast WORD ptr addrspace(3) %q to ptr",
    "%a = zext WORD i32 %i to i64",
    "%a = uitofp WORD i32 %i to float",
    "%a = sitofp WORD i32 %i to float",
    "%a = fpext WORD float %x to double",
    "%a = fneg WORD float %x",
    "%a = icmp WORD eq i32 %i, 0",
    "%a = icmp WORD i32 %i, 0",
    "%a = fcmp WORD oeq float %x, %x",
    "%a = fcmp WORD float %x, %x",
    "%a = select WORD i1 %c, float %x, float %x",
    "%a = freeze WORD i32 %i",
    "%a = extractelement WORD <2 x i32> %v, i32 0",
    "%a = shufflevector WORD <2 x i32> %v, <2 x i32> %v, <2 x i32> zeroinitializer",
    "%a = extractvalue WORD {i32, i32} %s, 0",
    "%a = alloca WORD i32",
    "%a = load WORD i32, ptr %p",
    "%a = load WORD i32, ptr %p seq_cst, align 4",
    "store WORD i32 %i, ptr %p",
    "fence WORD",
    "%a = cmpxchg WORD ptr %p, i32 %i, i32 %i seq_cst seq_cst",
    "%a = atomicrmw WORD ptr %p, i32 %i seq_cst",
    "%a = atomicrmw WORD ptr %p, float %x seq_cst",
    "%a = atomicrmw WORD ptr %p, <2 x i32> %v seq_cst, align 8",
    "%a = atomicrmw WORD xchg ptr %p, i32 %i seq_cst",
    "%a = getelementptr WORD i8, ptr %p, i64 1",
    "%a = WORD call i32 @h(i32 %i)",
    "%a = call WORD i32 @h(i32 %i)",
    "%a = call i32 @h(i32 WORD %i)",
    "%a = call i32 @h(i32 %i) WORD",
    "call void @g(ptr WORD %p)",
    'call void asm WORD "", ""()',
    "%a = WORD i32 %i, 1",
    "%a = WORD i32 %i",
    "%a = WORD float %x, %x",
    "%a = WORD ptr %p",
    "WORD ptr %p",
    "WORD i32 %i, ptr %p",
    "WORD",
    "%a = WORD i32, ptr %p",
    "%a = WORD i32 %i to i64",
)
_OUTSIDE = (
    "@x = WORD global i32 0",
    "@x = global WORD zeroinitializer",
    "@x = global i32 0, WORD",
    "@x = global i32 WORD",
    "@x = global i64 ptrtoint WORD (ptr @x to i64)",
    "declare WORD void @f()",
    "declare WORD ptr @f()",
    "declare void @f() WORD",
    "declare void @f() WORD(1)",
    "declare void @f() WORD(none)",
    "declare void @f() memory(WORD)",
    "declare void @f() memory(WORD: read)",
    "declare void @f(ptr WORD)",
    "declare void @f(i32 WORD)",
    "declare void @f(float WORD)",
    "declare void @f(ptr WORD(4))",
    "declare void @f(ptr WORD(i32))",
    "declare void @f(ptr captures(WORD))",
    "declare void @f(float nofpclass(WORD))",
    'declare void @f() allockind("WORD")',
    "$c = comdat WORD",
    "!0 = !WORD()",
    "WORD",
)


def forms() -> Iterator[tuple[str, str]]:
    """Each form as a user reads it, and the module with WORD in its place."""
    for form in dict.fromkeys(_INSTRUCTIONS):
        yield form, _HEAD + form + _END
    for form in _OUTSIDE:
        yield form, form + "\n"


def words() -> set[str]:
    """The words of the language, as far as pyllvm's tables have them."""
    return {*WORDS, *[kind.word for kind in ATTRIBUTE_KINDS], *[row.word.partition("(")[0] for row in CALLING_CONVENTIONS]}
