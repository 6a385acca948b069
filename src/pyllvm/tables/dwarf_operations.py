"""The operations of DWARF expressions: names, numbers, values on the stack, and which operations a DIExpression may hold.

The numbers are from llvm/BinaryFormat/Dwarf.def; `N-` is the first LLVM that has a name, `-N` the last.

Source: Dwarf.def (HANDLE_DW_OP, HANDLE_DW_OP_LLVM_USEROP); DebugInfoMetadata.cpp (DIExpression); for the stack section 2.5 of the
DWARF standard, and for LLVM's own operations LangRef (DIExpression).
"""

from __future__ import annotations

from typing import Final

from pyllvm.schema import expression
from pyllvm.schema.names import NameTable
from pyllvm.tables.dwarf import ENCODINGS

#: The operations of DWARF expressions. From 0x1000 on they are LLVM's own, which never reach an object file.
OPERATIONS: Final = NameTable(
    "DW_OP_",
    f"""
0x03 addr
{expression.DEREF} deref
0x08 const1u
0x09 const1s
0x0a const2u
0x0b const2s
0x0c const4u
0x0d const4s
0x0e const8u
0x0f const8s
{expression.CONSTU} constu
{expression.CONSTS} consts
0x12 dup
0x13 drop
0x14 over
0x15 pick
{expression.SWAP} swap
0x17 rot
0x18 xderef
0x19 abs
0x1a and
{expression.DIV} div
{expression.MINUS} minus
0x1d mod
{expression.MUL} mul
0x1f neg
0x20 not
0x21 or
{expression.PLUS} plus
{expression.PLUS_UCONST} plus_uconst
{expression.SHL} shl
{expression.SHR} shr
0x26 shra
0x27 xor
0x28 bra
0x29 eq
0x2a ge
0x2b gt
0x2c le
0x2d lt
0x2e ne
0x2f skip
{expression.LIT0} lit0
0x31 lit1
0x32 lit2
0x33 lit3
0x34 lit4
0x35 lit5
0x36 lit6
0x37 lit7
0x38 lit8
0x39 lit9
0x3a lit10
0x3b lit11
0x3c lit12
0x3d lit13
0x3e lit14
0x3f lit15
0x40 lit16
0x41 lit17
0x42 lit18
0x43 lit19
0x44 lit20
0x45 lit21
0x46 lit22
0x47 lit23
0x48 lit24
0x49 lit25
0x4a lit26
0x4b lit27
0x4c lit28
0x4d lit29
0x4e lit30
{expression.LIT31} lit31
{expression.REG0} reg0
0x51 reg1
0x52 reg2
0x53 reg3
0x54 reg4
0x55 reg5
0x56 reg6
0x57 reg7
0x58 reg8
0x59 reg9
0x5a reg10
0x5b reg11
0x5c reg12
0x5d reg13
0x5e reg14
0x5f reg15
0x60 reg16
0x61 reg17
0x62 reg18
0x63 reg19
0x64 reg20
0x65 reg21
0x66 reg22
0x67 reg23
0x68 reg24
0x69 reg25
0x6a reg26
0x6b reg27
0x6c reg28
0x6d reg29
0x6e reg30
{expression.REG31} reg31
{expression.BREG0} breg0
0x71 breg1
0x72 breg2
0x73 breg3
0x74 breg4
0x75 breg5
0x76 breg6
0x77 breg7
0x78 breg8
0x79 breg9
0x7a breg10
0x7b breg11
0x7c breg12
0x7d breg13
0x7e breg14
0x7f breg15
0x80 breg16
0x81 breg17
0x82 breg18
0x83 breg19
0x84 breg20
0x85 breg21
0x86 breg22
0x87 breg23
0x88 breg24
0x89 breg25
0x8a breg26
0x8b breg27
0x8c breg28
0x8d breg29
0x8e breg30
{expression.BREG31} breg31
0x90 regx
0x91 fbreg
0x92 bregx
0x93 piece
0x94 deref_size
0x95 xderef_size
0x96 nop
0x97 push_object_address
0x98 call2
0x99 call4
0x9a call_ref
0x9b form_tls_address
0x9c call_frame_cfa
{expression.BIT_PIECE} bit_piece
0x9e implicit_value
{expression.STACK_VALUE} stack_value
0xa0 implicit_pointer
0xa1 addrx
0xa2 constx
{expression.OLD_ENTRY_VALUE} entry_value
0xa4 const_type
0xa5 regval_type
0xa6 deref_type
0xa7 xderef_type
0xa8 convert
0xa9 reinterpret
0xe0 GNU_push_tls_address
0xe1 HP_is_value
0xe2 HP_fltconst4
0xe3 HP_fltconst8
0xe4 HP_mod_range
0xe5 HP_unmod_range
0xe6 HP_tls
0xe8 INTEL_bit_piece
0xe9 LLVM_user 19-
0xed WASM_location
0xee WASM_location_int
0xf0 APPLE_uninit
0xf2 GNU_implicit_pointer 20-
0xf3 GNU_entry_value
0xf8 PGI_omp_thread_num
0xfb GNU_addr_index
0xfc GNU_const_index
{expression.FRAGMENT} LLVM_fragment
{expression.CONVERT} LLVM_convert 9-
0x1002 LLVM_tag_offset 9-
{expression.ENTRY_VALUE} LLVM_entry_value 10-
0x1004 LLVM_implicit_pointer 12-
{expression.ARG} LLVM_arg 13-
0x1006 LLVM_extract_bits_sext 19-
0x1007 LLVM_extract_bits_zext 19-
""",
)

#: The operations that an expression may hold, with the count of their arguments. (The registers' own, reg0 to reg31 and
#: breg0 to breg31, which end an expression, are not here.)
EXPRESSION: Final = expression.ExpressionSpec(
    OPERATIONS,
    ENCODINGS,
    """
deref 0
constu 1
consts 1 12-
dup 0
over 0 12-
swap 0
xderef 0
and 0
div 0
minus 0
mod 0
mul 0
neg 0 22-
abs 0 22-
not 0
or 0
plus 0
plus_uconst 1
shl 0
shr 0
shra 0
xor 0
eq 0 17-
ge 0 17-
gt 0 17-
le 0 17-
lt 0 17-
ne 0 17-
lit0 0
regx 1 10-
bregx 2 10-
deref_size 1 9-
push_object_address 0 11-
stack_value 0
rot 0 22-
entry_value 1 9- -9
LLVM_fragment 2
LLVM_convert 2 9-
LLVM_tag_offset 1 9-
LLVM_entry_value 1 10-
LLVM_implicit_pointer 0 12-
LLVM_arg 1 13-
LLVM_extract_bits_sext 2 19-
LLVM_extract_bits_zext 2 19-
""",
)

#: The operation that computes the result of an instruction, by the word of its opcode or predicate.
OPERATION_OF_INSTRUCTION: Final[dict[str, str]] = {
    "add": "plus", "sub": "minus", "mul": "mul", "sdiv": "div", "srem": "mod",
    "and": "and", "or": "or", "xor": "xor", "shl": "shl", "lshr": "shr", "ashr": "shra",
    "eq": "eq", "ne": "ne", "ugt": "gt", "uge": "ge", "ult": "lt", "ule": "le",
    "sgt": "gt", "sge": "ge", "slt": "lt", "sle": "le",
}  # fmt: skip


_BINARY: Final = (2, 1)
_UNARY: Final = (1, 1)
_PUSH: Final = (0, 1)

STACK_EFFECTS: Final[dict[str, tuple[int, int]]] = {
    "plus": _BINARY, "minus": _BINARY, "mul": _BINARY, "div": _BINARY, "mod": _BINARY, "and": _BINARY, "or": _BINARY,
    "xor": _BINARY, "shl": _BINARY, "shr": _BINARY, "shra": _BINARY, "eq": _BINARY, "ge": _BINARY, "gt": _BINARY, "le": _BINARY,
    "lt": _BINARY, "ne": _BINARY, "xderef": _BINARY,
    "deref": _UNARY, "deref_size": _UNARY, "not": _UNARY, "neg": _UNARY, "abs": _UNARY, "plus_uconst": _UNARY,
    "dup": (1, 2), "swap": (2, 2), "over": (2, 3), "rot": (3, 3),
    "constu": _PUSH, "consts": _PUSH, "lit0": _PUSH, "regx": _PUSH, "bregx": _PUSH, "push_object_address": _PUSH,
    "LLVM_arg": _PUSH,
}  # fmt: skip
