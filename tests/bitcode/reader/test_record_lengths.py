"""Records of instructions and symbols with an operand too many, or too few: refused or read as LLVM 19's llvm-dis does."""

from __future__ import annotations

from collections.abc import Iterator

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.tables import records as r
from rewriting import Record, rewritten

VERSION = 19
TEXT = """
$c = comdat any
@g = global i32 1, comdat($c)
@a = alias i32, ptr @g
@i = ifunc void (), ptr @resolver
declare ptr @resolver()
define i32 @f(i32 %n, float %x, ptr %p, <2 x i32> %v, i1 %c) personality ptr @resolver {
  %a = add i32 %n, %n
  %b = bitcast i32 %n to float
  %d = fneg float %x
  %e = icmp eq i32 %n, 1
  %s = select i1 %c, i32 %n, i32 %a
  %f = freeze i32 %n
  %h = extractelement <2 x i32> %v, i32 %n
  %i = insertelement <2 x i32> %v, i32 %n, i32 %a
  %j = shufflevector <2 x i32> %v, <2 x i32> %i, <2 x i32> <i32 0, i32 1>
  %k = insertvalue { i32, i32 } poison, i32 %n, 1
  %l = extractvalue { i32, i32 } %k, 1
  %m = alloca i32, align 4
  %o = load i32, ptr %p, align 4
  %q = load atomic i32, ptr %p acquire, align 4
  store i32 %n, ptr %p, align 4
  store atomic i32 %n, ptr %p release, align 4
  fence acquire
  %r = cmpxchg ptr %p, i32 %n, i32 %a monotonic monotonic, align 4
  %t = atomicrmw add ptr %p, i32 %n monotonic, align 4
  %u = getelementptr i8, ptr %p, i32 %n
  %w = va_arg ptr %p, i32
  call void %p(i32 %n)
  switch i32 %n, label %one [
    i32 1, label %two
  ]
one:
  indirectbr ptr %p, [label %two]
two:
  %y = phi i32 [ 0, %0 ], [ 1, %one ]
  invoke void %p()
          to label %three unwind label %pad
pad:
  %z = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %z
three:
  br i1 %c, label %four, label %five
four:
  ret i32 %n
five:
  unreachable
}
"""
FUNCTION_CODES = {name: value for name, value in vars(r).items() if name.startswith("FUNC_CODE_INST_")}
MODULE_CODES = {name: getattr(r, f"MODULE_CODE_{name}") for name in ("GLOBALVAR", "FUNCTION", "ALIAS", "IFUNC", "COMDAT")}
# LLVM crashes, or reads what is behind the record.
UNDEFINED = {"GEP longer", "ALIAS shortest", "IFUNC shortest"}
READ = {
    "longer": "ALIAS ALLOCA BINOP CAST COMDAT EXTRACTELT GLOBALVAR FUNCTION IFUNC INDIRECTBR INSERTELT LANDINGPAD RESUME "
    "SHUFFLEVEC UNOP UNREACHABLE VAARG VSELECT "
    "CMP2",  # since LLVM 20, whose flag of a comparison it is
    "shorter": "ALIAS ATOMICRMW CMPXCHG FUNCTION GEP GLOBALVAR IFUNC INDIRECTBR RET UNREACHABLE",
    "shortest": "BR FREEZE PHI RESUME RET UNREACHABLE",
}


class Lengths:
    """The edit that makes the records of one kind longer or shorter."""

    def __init__(self, block: int, code: int, change: str) -> None:
        self._block = block
        self._code = code
        self._change = change
        self.is_met = False

    def __call__(self, path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if path[-1] != self._block or code != self._code:
            return [(code, operands)]
        self.is_met = True
        lengths = {"longer": [*operands, 1], "shorter": operands[:-1], "shortest": operands[:1]}
        return [(code, lengths[self._change])]


def changed() -> Iterator[tuple[str, bytes]]:
    """Each change to the records of one kind, and the file with it."""
    data = to_bitcode(parse_assembly(TEXT, llvm_version=VERSION))
    for block, codes in ((r.FUNCTION_BLOCK_ID, FUNCTION_CODES), (r.MODULE_BLOCK_ID, MODULE_CODES)):
        for name, number in codes.items():
            for change in READ:
                edit = Lengths(block, number, change)
                file = rewritten(data, edit)
                if edit.is_met:
                    yield f"{name.removeprefix('FUNC_CODE_INST_')} {change}", file


def is_read(file: bytes) -> bool:
    try:
        parse_bitcode(file)
    except PyllvmError:
        return False
    return True


def test_lengths_of_records() -> None:
    found = {name: is_read(file) for name, file in changed() if name not in UNDEFINED}
    expected = {f"{name} {change}" for change, names in READ.items() for name in names.split()}
    assert {name for name, accepted in found.items() if accepted} == expected
    assert len(found) > 100
