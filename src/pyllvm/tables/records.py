"""The blocks and records of LLVM's bitcode: ids, codes, and the names that llvm-bcanalyzer prints.

A record has the name of its constant without the prefix of its block; a new record is one more constant.

The names were read off llvm-bcanalyzer 13 to 16, 19 and 22, given every block id and code; where a name came in
between, its version is the release that brought the code. LLVM 23's llvm-bcanalyzer was not at hand: the codes that it brought
have the names that LLVM 22's prints, which is none. Remarks, diagnostics and precompiled headers carry their
names with them, in a BLOCKINFO block.

Source: LLVMBitCodes.h; BitcodeAnalyzer.cpp (GetCodeName). `tests/tables/test_records.py` compares it with the newest header.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER

# Block ids
MODULE_BLOCK_ID: Final = 8
PARAMATTR_BLOCK_ID: Final = 9
PARAMATTR_GROUP_BLOCK_ID: Final = 10
CONSTANTS_BLOCK_ID: Final = 11
FUNCTION_BLOCK_ID: Final = 12
IDENTIFICATION_BLOCK_ID: Final = 13
VALUE_SYMTAB_BLOCK_ID: Final = 14
METADATA_BLOCK_ID: Final = 15
METADATA_ATTACHMENT_ID: Final = 16
TYPE_BLOCK_ID_NEW: Final = 17
USELIST_BLOCK_ID: Final = 18
MODULE_STRTAB_BLOCK_ID: Final = 19
GLOBALVAL_SUMMARY_BLOCK_ID: Final = 20
OPERAND_BUNDLE_TAGS_BLOCK_ID: Final = 21
METADATA_KIND_BLOCK_ID: Final = 22
STRTAB_BLOCK_ID: Final = 23
FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID: Final = 24
SYMTAB_BLOCK_ID: Final = 25
SYNC_SCOPE_NAMES_BLOCK_ID: Final = 26
# Ids and codes whose meaning has changed: the type table and its names before LLVM 3.0.

# Every integer constant that follows is the code of a record.
_OTHER_CONSTANTS: Final = frozenset(globals())

# IDENTIFICATION_BLOCK
IDENTIFICATION_CODE_STRING: Final = 1
IDENTIFICATION_CODE_EPOCH: Final = 2

# MODULE_BLOCK
MODULE_CODE_VERSION: Final = 1
MODULE_CODE_TRIPLE: Final = 2
MODULE_CODE_DATALAYOUT: Final = 3
MODULE_CODE_ASM: Final = 4
MODULE_CODE_SECTIONNAME: Final = 5
MODULE_CODE_DEPLIB: Final = 6
MODULE_CODE_GLOBALVAR: Final = 7
MODULE_CODE_FUNCTION: Final = 8
MODULE_CODE_ALIAS_OLD: Final = 9
MODULE_CODE_PURGEVALS: Final = 10
MODULE_CODE_GCNAME: Final = 11
MODULE_CODE_COMDAT: Final = 12
MODULE_CODE_VSTOFFSET: Final = 13
MODULE_CODE_ALIAS: Final = 14
MODULE_CODE_METADATA_VALUES_UNUSED: Final = 15
MODULE_CODE_SOURCE_FILENAME: Final = 16
MODULE_CODE_HASH: Final = 17
MODULE_CODE_IFUNC: Final = 18
MODULE_CODE_ASM_PROPERTY: Final = 19
MODULE_CODE_GUIDLIST: Final = 20

# PARAMATTR_BLOCK and PARAMATTR_GROUP_BLOCK
PARAMATTR_CODE_ENTRY_OLD: Final = 1
PARAMATTR_CODE_ENTRY: Final = 2
PARAMATTR_GRP_CODE_ENTRY: Final = 3

# TYPE_BLOCK
TYPE_CODE_NUMENTRY: Final = 1
TYPE_CODE_VOID: Final = 2
TYPE_CODE_FLOAT: Final = 3
TYPE_CODE_DOUBLE: Final = 4
TYPE_CODE_LABEL: Final = 5
TYPE_CODE_OPAQUE: Final = 6
TYPE_CODE_INTEGER: Final = 7
TYPE_CODE_POINTER: Final = 8
TYPE_CODE_FUNCTION_OLD: Final = 9
TYPE_CODE_HALF: Final = 10
TYPE_CODE_ARRAY: Final = 11
TYPE_CODE_VECTOR: Final = 12
TYPE_CODE_X86_FP80: Final = 13
TYPE_CODE_FP128: Final = 14
TYPE_CODE_PPC_FP128: Final = 15
TYPE_CODE_METADATA: Final = 16
TYPE_CODE_X86_MMX: Final = 17
TYPE_CODE_STRUCT_ANON: Final = 18
TYPE_CODE_STRUCT_NAME: Final = 19
TYPE_CODE_STRUCT_NAMED: Final = 20
TYPE_CODE_FUNCTION: Final = 21
TYPE_CODE_TOKEN: Final = 22
TYPE_CODE_BFLOAT: Final = 23
TYPE_CODE_X86_AMX: Final = 24
TYPE_CODE_OPAQUE_POINTER: Final = 25
TYPE_CODE_TARGET_TYPE: Final = 26
TYPE_CODE_BYTE: Final = 27

# CONSTANTS_BLOCK
CST_CODE_SETTYPE: Final = 1
CST_CODE_NULL: Final = 2
CST_CODE_UNDEF: Final = 3
CST_CODE_INTEGER: Final = 4
CST_CODE_WIDE_INTEGER: Final = 5
CST_CODE_FLOAT: Final = 6
CST_CODE_AGGREGATE: Final = 7
CST_CODE_STRING: Final = 8
CST_CODE_CSTRING: Final = 9
CST_CODE_CE_BINOP: Final = 10
CST_CODE_CE_CAST: Final = 11
CST_CODE_CE_GEP_OLD: Final = 12
CST_CODE_CE_SELECT: Final = 13
CST_CODE_CE_EXTRACTELT: Final = 14
CST_CODE_CE_INSERTELT: Final = 15
CST_CODE_CE_SHUFFLEVEC: Final = 16
CST_CODE_CE_CMP: Final = 17
CST_CODE_INLINEASM_OLD: Final = 18
CST_CODE_CE_SHUFVEC_EX: Final = 19
CST_CODE_CE_INBOUNDS_GEP: Final = 20
CST_CODE_BLOCKADDRESS: Final = 21
CST_CODE_DATA: Final = 22
CST_CODE_INLINEASM_OLD2: Final = 23
CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD: Final = 24
CST_CODE_CE_UNOP: Final = 25
CST_CODE_POISON: Final = 26
CST_CODE_DSO_LOCAL_EQUIVALENT: Final = 27
CST_CODE_INLINEASM_OLD3: Final = 28
CST_CODE_NO_CFI_VALUE: Final = 29
CST_CODE_INLINEASM: Final = 30
CST_CODE_CE_GEP_WITH_INRANGE: Final = 31
CST_CODE_CE_GEP: Final = 32
CST_CODE_PTRAUTH: Final = 33
CST_CODE_PTRAUTH2: Final = 34
CST_CODE_BYTE: Final = 35
CST_CODE_WIDE_BYTE: Final = 36

# FUNCTION_BLOCK
FUNC_CODE_DECLAREBLOCKS: Final = 1
FUNC_CODE_INST_BINOP: Final = 2
FUNC_CODE_INST_CAST: Final = 3
FUNC_CODE_INST_GEP_OLD: Final = 4
FUNC_CODE_INST_SELECT: Final = 5
FUNC_CODE_INST_EXTRACTELT: Final = 6
FUNC_CODE_INST_INSERTELT: Final = 7
FUNC_CODE_INST_SHUFFLEVEC: Final = 8
FUNC_CODE_INST_CMP: Final = 9
FUNC_CODE_INST_RET: Final = 10
FUNC_CODE_INST_BR: Final = 11
FUNC_CODE_INST_SWITCH: Final = 12
FUNC_CODE_INST_INVOKE: Final = 13
FUNC_CODE_INST_UNREACHABLE: Final = 15
FUNC_CODE_INST_PHI: Final = 16
FUNC_CODE_INST_ALLOCA: Final = 19
FUNC_CODE_INST_LOAD: Final = 20
FUNC_CODE_INST_VAARG: Final = 23
FUNC_CODE_INST_STORE_OLD: Final = 24
FUNC_CODE_INST_EXTRACTVAL: Final = 26
FUNC_CODE_INST_INSERTVAL: Final = 27
FUNC_CODE_INST_CMP2: Final = 28
FUNC_CODE_INST_VSELECT: Final = 29
FUNC_CODE_INST_INBOUNDS_GEP_OLD: Final = 30
FUNC_CODE_INST_INDIRECTBR: Final = 31
FUNC_CODE_DEBUG_LOC_AGAIN: Final = 33
FUNC_CODE_INST_CALL: Final = 34
FUNC_CODE_DEBUG_LOC: Final = 35
FUNC_CODE_INST_FENCE: Final = 36
FUNC_CODE_INST_CMPXCHG_OLD: Final = 37
FUNC_CODE_INST_ATOMICRMW_OLD: Final = 38
FUNC_CODE_INST_RESUME: Final = 39
FUNC_CODE_INST_LANDINGPAD_OLD: Final = 40
FUNC_CODE_INST_LOADATOMIC: Final = 41
FUNC_CODE_INST_STOREATOMIC_OLD: Final = 42
FUNC_CODE_INST_GEP: Final = 43
FUNC_CODE_INST_STORE: Final = 44
FUNC_CODE_INST_STOREATOMIC: Final = 45
FUNC_CODE_INST_CMPXCHG: Final = 46
FUNC_CODE_INST_LANDINGPAD: Final = 47
FUNC_CODE_INST_CLEANUPRET: Final = 48
FUNC_CODE_INST_CATCHRET: Final = 49
FUNC_CODE_INST_CATCHPAD: Final = 50
FUNC_CODE_INST_CLEANUPPAD: Final = 51
FUNC_CODE_INST_CATCHSWITCH: Final = 52
FUNC_CODE_OPERAND_BUNDLE: Final = 55
FUNC_CODE_INST_UNOP: Final = 56
FUNC_CODE_INST_CALLBR: Final = 57
FUNC_CODE_INST_FREEZE: Final = 58
FUNC_CODE_INST_ATOMICRMW: Final = 59
FUNC_CODE_BLOCKADDR_USERS: Final = 60
FUNC_CODE_DEBUG_RECORD_VALUE: Final = 61
FUNC_CODE_DEBUG_RECORD_DECLARE: Final = 62
FUNC_CODE_DEBUG_RECORD_ASSIGN: Final = 63
FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE: Final = 64
FUNC_CODE_DEBUG_RECORD_LABEL: Final = 65
FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE: Final = 66
FUNC_CODE_INST_BITINSERT: Final = 67
FUNC_CODE_INST_BITEXTRACT: Final = 68

# VALUE_SYMTAB_BLOCK
VST_CODE_ENTRY: Final = 1
VST_CODE_BBENTRY: Final = 2
VST_CODE_FNENTRY: Final = 3
VST_CODE_COMBINED_ENTRY: Final = 5

# METADATA_BLOCK, METADATA_KIND_BLOCK and METADATA_ATTACHMENT
METADATA_STRING_OLD: Final = 1
METADATA_VALUE: Final = 2
METADATA_NODE: Final = 3
METADATA_NAME: Final = 4
METADATA_DISTINCT_NODE: Final = 5
METADATA_KIND: Final = 6
METADATA_LOCATION: Final = 7
METADATA_OLD_NODE: Final = 8
METADATA_OLD_FN_NODE: Final = 9
METADATA_NAMED_NODE: Final = 10
METADATA_ATTACHMENT: Final = 11
METADATA_GENERIC_DEBUG: Final = 12
METADATA_SUBRANGE: Final = 13
METADATA_ENUMERATOR: Final = 14
METADATA_BASIC_TYPE: Final = 15
METADATA_FILE: Final = 16
METADATA_DERIVED_TYPE: Final = 17
METADATA_COMPOSITE_TYPE: Final = 18
METADATA_SUBROUTINE_TYPE: Final = 19
METADATA_COMPILE_UNIT: Final = 20
METADATA_SUBPROGRAM: Final = 21
METADATA_LEXICAL_BLOCK: Final = 22
METADATA_LEXICAL_BLOCK_FILE: Final = 23
METADATA_NAMESPACE: Final = 24
METADATA_TEMPLATE_TYPE: Final = 25
METADATA_TEMPLATE_VALUE: Final = 26
METADATA_GLOBAL_VAR: Final = 27
METADATA_LOCAL_VAR: Final = 28
METADATA_EXPRESSION: Final = 29
METADATA_OBJC_PROPERTY: Final = 30
METADATA_IMPORTED_ENTITY: Final = 31
METADATA_MODULE: Final = 32
METADATA_MACRO: Final = 33
METADATA_MACRO_FILE: Final = 34
METADATA_STRINGS: Final = 35
METADATA_GLOBAL_DECL_ATTACHMENT: Final = 36
METADATA_GLOBAL_VAR_EXPR: Final = 37
METADATA_INDEX_OFFSET: Final = 38
METADATA_INDEX: Final = 39
METADATA_LABEL: Final = 40
METADATA_STRING_TYPE: Final = 41
METADATA_COMMON_BLOCK: Final = 44
METADATA_GENERIC_SUBRANGE: Final = 45
METADATA_ARG_LIST: Final = 46
METADATA_ASSIGN_ID: Final = 47
METADATA_SUBRANGE_TYPE: Final = 48
METADATA_FIXED_POINT_TYPE: Final = 49
METADATA_LAYER_LOC: Final = 51
METADATA_LAYER_LOC_LIST: Final = 52

# USELIST_BLOCK
USELIST_CODE_DEFAULT: Final = 1
USELIST_CODE_BB: Final = 2

# MODULE_STRTAB_BLOCK
MST_CODE_ENTRY: Final = 1
MST_CODE_HASH: Final = 2

# GLOBALVAL_SUMMARY_BLOCK and FULL_LTO_GLOBALVAL_SUMMARY_BLOCK
FS_PERMODULE: Final = 1
FS_PERMODULE_PROFILE: Final = 2
FS_PERMODULE_GLOBALVAR_INIT_REFS: Final = 3
FS_COMBINED: Final = 4
FS_COMBINED_PROFILE: Final = 5
FS_COMBINED_GLOBALVAR_INIT_REFS: Final = 6
FS_ALIAS: Final = 7
FS_COMBINED_ALIAS: Final = 8
FS_COMBINED_ORIGINAL_NAME: Final = 9
FS_VERSION: Final = 10
FS_TYPE_TESTS: Final = 11
FS_TYPE_TEST_ASSUME_VCALLS: Final = 12
FS_TYPE_CHECKED_LOAD_VCALLS: Final = 13
FS_TYPE_TEST_ASSUME_CONST_VCALL: Final = 14
FS_TYPE_CHECKED_LOAD_CONST_VCALL: Final = 15
FS_VALUE_GUID: Final = 16
FS_CFI_FUNCTION_DEFS: Final = 17
FS_CFI_FUNCTION_DECLS: Final = 18
FS_PERMODULE_RELBF: Final = 19
FS_FLAGS: Final = 20
FS_TYPE_ID: Final = 21
FS_TYPE_ID_METADATA: Final = 22
FS_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS: Final = 23
FS_BLOCK_COUNT: Final = 24
FS_PARAM_ACCESS: Final = 25
FS_PERMODULE_CALLSITE_INFO: Final = 26
FS_PERMODULE_ALLOC_INFO: Final = 27
FS_COMBINED_CALLSITE_INFO: Final = 28
FS_COMBINED_ALLOC_INFO: Final = 29
FS_STACK_IDS: Final = 30
FS_ALLOC_CONTEXT_IDS: Final = 31
FS_CONTEXT_RADIX_TREE_ARRAY: Final = 32
FS_COMBINED_ALLOC_INFO_NO_CONTEXT: Final = 33

# OPERAND_BUNDLE_TAGS_BLOCK
OPERAND_BUNDLE_TAG: Final = 1

# SYNC_SCOPE_NAMES_BLOCK
SYNC_SCOPE_NAME: Final = 1

# STRTAB_BLOCK
STRTAB_BLOB: Final = 1

# SYMTAB_BLOCK
SYMTAB_BLOB: Final = 1


@final
class Record:
    """A kind of record: its code, and the versions `since` to `until` of llvm-bcanalyzer that have a name for it.

    `name` is LLVM's enumerator without the prefix. `dumped` is what llvm-bcanalyzer prints instead; if it is empty,
    llvm-bcanalyzer prints UnknownCode.
    """

    __slots__ = ("code", "dumped", "name", "since", "until")

    def __init__(self, code: int, *, dumped: str | None = None, since: int = 0, until: int = FOREVER) -> None:
        self.code = code
        self.name = ""
        self.dumped: str | None = dumped
        self.since = since
        self.until = until

    def dumped_by(self, llvm_version: int) -> str:
        """The name that llvm-bcanalyzer of this version prints for the record; "" if it has none."""
        if not self.since <= llvm_version <= self.until:
            return ""
        return self.name if self.dumped is None else self.dumped


@final
class Block:
    """A kind of block: its id, the name that llvm-bcanalyzer prints for it if it is `named`, and its records by code.

    Its records are those whose constants begin with `prefix`; if `codes` are given, only these. `special` has a row
    for each that llvm-bcanalyzer does not print by its name in every version.
    """

    __slots__ = ("_codes", "_prefix", "_records", "_special", "block_id", "name", "named")

    def __init__(
        self,
        block_id: int,
        name: str,
        prefix: str,
        special: list[Record],
        *,
        codes: list[int] | None = None,
        named: bool = True,
    ) -> None:
        self.block_id = block_id
        self.name = name
        self.named = named
        self._prefix = prefix
        self._special = special
        self._codes = codes
        self._records: dict[int, Record] = {}

    @property
    def records(self) -> dict[int, Record]:
        """The records by code, computed on first use, because only bcanalyzer needs them."""
        if not self._records:
            rows = {record.code: record for record in self._special}
            for constant, code in globals().items():
                if not constant.startswith(self._prefix) or constant in _OTHER_CONSTANTS:
                    continue
                if self._codes is None or code in self._codes:
                    record = rows[code] if code in rows else Record(code)
                    record.name = constant.removeprefix(self._prefix)
                    self._records[code] = record
        return self._records


def _summary_records() -> list[Record]:
    return [
        Record(FS_PERMODULE_CALLSITE_INFO, since=16),
        Record(FS_PERMODULE_ALLOC_INFO, since=16),
        Record(FS_COMBINED_CALLSITE_INFO, since=16),
        Record(FS_COMBINED_ALLOC_INFO, since=16),
        Record(FS_STACK_IDS, since=16),
        Record(FS_ALLOC_CONTEXT_IDS, since=20),
        Record(FS_CONTEXT_RADIX_TREE_ARRAY, since=20),
        Record(FS_COMBINED_ALLOC_INFO_NO_CONTEXT, since=21),
    ]


_BLOCKS: Final[list[Block]] = [
    Block(
        MODULE_BLOCK_ID,
        "MODULE_BLOCK",
        "MODULE_CODE_",
        [
            Record(MODULE_CODE_ALIAS_OLD, dumped=""),
            Record(MODULE_CODE_PURGEVALS, dumped=""),
            Record(MODULE_CODE_IFUNC, dumped=""),
            Record(MODULE_CODE_ASM_PROPERTY, dumped=""),
            Record(MODULE_CODE_GUIDLIST, dumped=""),
        ],
    ),
    Block(
        PARAMATTR_BLOCK_ID,
        "PARAMATTR_BLOCK",
        "PARAMATTR_CODE_",
        [
            Record(PARAMATTR_CODE_ENTRY_OLD, dumped="ENTRY"),
        ],
    ),
    Block(PARAMATTR_GROUP_BLOCK_ID, "PARAMATTR_GROUP_BLOCK_ID", "PARAMATTR_GRP_CODE_", []),
    Block(
        CONSTANTS_BLOCK_ID,
        "CONSTANTS_BLOCK",
        "CST_CODE_",
        [
            Record(CST_CODE_CE_GEP_OLD, dumped="CE_GEP", until=18),
            Record(CST_CODE_INLINEASM_OLD, dumped=""),
            Record(CST_CODE_BLOCKADDRESS, dumped="CST_CODE_BLOCKADDRESS"),
            Record(CST_CODE_INLINEASM_OLD2, dumped="INLINEASM", until=12),
            Record(CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD, dumped=""),
            Record(CST_CODE_POISON, dumped=""),
            Record(CST_CODE_INLINEASM_OLD3, dumped="INLINEASM", since=13, until=13),
            Record(CST_CODE_NO_CFI_VALUE, since=14),
            Record(CST_CODE_INLINEASM, since=14),
            Record(CST_CODE_CE_GEP_WITH_INRANGE, dumped=""),
            Record(CST_CODE_CE_GEP, since=19),
            Record(CST_CODE_PTRAUTH, since=19),
            Record(CST_CODE_PTRAUTH2, dumped=""),
            Record(CST_CODE_BYTE, dumped=""),
            Record(CST_CODE_WIDE_BYTE, dumped=""),
        ],
    ),
    Block(
        FUNCTION_BLOCK_ID,
        "FUNCTION_BLOCK",
        "FUNC_CODE_",
        [
            Record(FUNC_CODE_INST_STORE_OLD, dumped=""),
            Record(FUNC_CODE_INST_INDIRECTBR, dumped=""),
            Record(FUNC_CODE_INST_CMPXCHG_OLD, dumped=""),
            Record(FUNC_CODE_INST_ATOMICRMW_OLD, dumped=""),
            Record(FUNC_CODE_INST_RESUME, dumped=""),
            Record(FUNC_CODE_INST_LANDINGPAD_OLD, dumped=""),
            Record(FUNC_CODE_INST_STOREATOMIC_OLD, dumped=""),
            Record(FUNC_CODE_INST_LANDINGPAD, dumped=""),
            Record(FUNC_CODE_INST_CLEANUPPAD, dumped=""),
            Record(FUNC_CODE_INST_CATCHSWITCH, dumped=""),
            Record(FUNC_CODE_INST_FREEZE, dumped=""),
            Record(FUNC_CODE_BLOCKADDR_USERS, since=15),
            Record(FUNC_CODE_DEBUG_RECORD_VALUE, since=19),
            Record(FUNC_CODE_DEBUG_RECORD_DECLARE, since=19),
            Record(FUNC_CODE_DEBUG_RECORD_ASSIGN, since=19),
            Record(FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE, since=19),
            Record(FUNC_CODE_DEBUG_RECORD_LABEL, since=19),
            Record(FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE, since=22),
            Record(FUNC_CODE_INST_BITINSERT, dumped=""),
            Record(FUNC_CODE_INST_BITEXTRACT, dumped=""),
        ],
    ),
    Block(IDENTIFICATION_BLOCK_ID, "IDENTIFICATION_BLOCK_ID", "IDENTIFICATION_CODE_", []),
    Block(VALUE_SYMTAB_BLOCK_ID, "VALUE_SYMTAB", "VST_CODE_", []),
    Block(
        METADATA_BLOCK_ID,
        "METADATA_BLOCK",
        "METADATA_",
        [
            Record(METADATA_ATTACHMENT, dumped=""),
            Record(METADATA_LABEL, dumped=""),
            Record(METADATA_STRING_TYPE, dumped=""),
            Record(METADATA_COMMON_BLOCK, dumped=""),
            Record(METADATA_GENERIC_SUBRANGE, dumped=""),
            Record(METADATA_ASSIGN_ID, dumped=""),
            Record(METADATA_SUBRANGE_TYPE, dumped=""),
            Record(METADATA_FIXED_POINT_TYPE, dumped=""),
            Record(METADATA_LAYER_LOC, dumped=""),
            Record(METADATA_LAYER_LOC_LIST, dumped=""),
        ],
    ),
    Block(
        METADATA_ATTACHMENT_ID,
        "METADATA_ATTACHMENT_BLOCK",
        "METADATA_",
        [],
        codes=[METADATA_ATTACHMENT],
    ),
    Block(
        TYPE_BLOCK_ID_NEW,
        "TYPE_BLOCK_ID",
        "TYPE_CODE_",
        [
            Record(TYPE_CODE_FUNCTION_OLD, dumped=""),
            Record(TYPE_CODE_X86_AMX, dumped=""),
            Record(TYPE_CODE_OPAQUE_POINTER, dumped=""),
            Record(TYPE_CODE_TARGET_TYPE, dumped=""),
            Record(TYPE_CODE_BYTE, dumped=""),
        ],
    ),
    Block(
        USELIST_BLOCK_ID,
        "USELIST_BLOCK_ID",
        "USELIST_CODE_",
        [
            Record(USELIST_CODE_DEFAULT, dumped="USELIST_CODE_DEFAULT"),
            Record(USELIST_CODE_BB, dumped="USELIST_CODE_BB"),
        ],
    ),
    Block(MODULE_STRTAB_BLOCK_ID, "MODULE_STRTAB_BLOCK", "MST_CODE_", []),
    Block(GLOBALVAL_SUMMARY_BLOCK_ID, "GLOBALVAL_SUMMARY_BLOCK", "FS_", _summary_records()),
    Block(
        OPERAND_BUNDLE_TAGS_BLOCK_ID,
        "OPERAND_BUNDLE_TAGS_BLOCK",
        "OPERAND_BUNDLE_",
        [
            Record(OPERAND_BUNDLE_TAG, dumped="OPERAND_BUNDLE_TAG"),
        ],
    ),
    Block(
        METADATA_KIND_BLOCK_ID,
        "METADATA_KIND_BLOCK",
        "METADATA_",
        [],
        codes=[METADATA_KIND],
    ),
    Block(STRTAB_BLOCK_ID, "STRTAB_BLOCK", "STRTAB_", []),
    Block(FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID, "FULL_LTO_GLOBALVAL_SUMMARY_BLOCK", "FS_", _summary_records()),
    Block(SYMTAB_BLOCK_ID, "SYMTAB_BLOCK", "SYMTAB_", []),
    Block(
        SYNC_SCOPE_NAMES_BLOCK_ID,
        "SYNC_SCOPE_NAMES_BLOCK",
        "SYNC_SCOPE_",
        [
            Record(SYNC_SCOPE_NAME, dumped=""),
        ],
        named=False,
    ),
]


BLOCKS: Final[dict[int, Block]] = {block.block_id: block for block in _BLOCKS}
"""Every block of LLVM IR bitcode by id."""

BLOCK_NAMES: Final[dict[int, str]] = {block.block_id: block.name for block in _BLOCKS}
"""The names of the blocks, for a cursor's error messages."""

BLOCKINFO_RECORDS: Final[dict[int, str]] = {1: "SETBID", 2: "BLOCKNAME", 3: "SETRECORDNAME"}
"""The records of the BLOCKINFO block, which every bitstream may have."""

# The words of types whose records have no operands.
PRIMITIVE_TYPES: Final[dict[int, str]] = {
    TYPE_CODE_VOID: "void",
    TYPE_CODE_LABEL: "label",
    TYPE_CODE_METADATA: "metadata",
    TYPE_CODE_TOKEN: "token",
    TYPE_CODE_X86_MMX: "x86_mmx",
    TYPE_CODE_X86_AMX: "x86_amx",
}
FLOATING_POINT_TYPES: Final[dict[int, str]] = {
    TYPE_CODE_HALF: "half",
    TYPE_CODE_BFLOAT: "bfloat",
    TYPE_CODE_FLOAT: "float",
    TYPE_CODE_DOUBLE: "double",
    TYPE_CODE_X86_FP80: "x86_fp80",
    TYPE_CODE_FP128: "fp128",
    TYPE_CODE_PPC_FP128: "ppc_fp128",
}
