"""The blocks and records of LLVM's bitcode: ids, codes, and the names that llvm-bcanalyzer gives them.

The names were read off llvm-bcanalyzer 13 to 16, 19 and 22, given every block id and code; where a name came in
between, its version is the release that brought the code. Remarks, diagnostics and precompiled headers carry their
names with them, in a BLOCKINFO block.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER

_ALWAYS: Final = 0

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
# Ids that have a newer meaning: the type table and its names before LLVM 3.0.
TYPE_BLOCK_ID_OLD: Final = 10
TYPE_SYMTAB_BLOCK_ID_OLD: Final = 13
TST_CODE_ENTRY: Final = 1

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
TYPE_CODE_STRUCT_OLD: Final = 10  # in TYPE_BLOCK_ID_OLD
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
    """A kind of record: its code, LLVM's enumerator for it, and what llvm-bcanalyzer calls it.

    `dumped` is "" where llvm-bcanalyzer prints UnknownCode; it knows the name in the versions `since` to `until`.
    """

    __slots__ = ("code", "dumped", "name", "since", "until")

    def __init__(
        self, code: int, name: str, *, dumped: str | None = None, since: int = _ALWAYS, until: int = FOREVER
    ) -> None:
        self.code = code
        self.name = name
        self.dumped: str = name if dumped is None else dumped
        self.since = since
        self.until = until

    def dumped_by(self, llvm_version: int) -> str:
        """What llvm-bcanalyzer of that version calls the record, "" where it has no name for it."""
        return self.dumped if self.since <= llvm_version <= self.until else ""


@final
class Block:
    """A kind of block: its id, its name, whether llvm-bcanalyzer knows the name, and its records by code."""

    __slots__ = ("block_id", "name", "named", "records")

    def __init__(self, block_id: int, name: str, *, records: list[Record], named: bool = True) -> None:
        self.block_id = block_id
        self.name = name
        self.named = named
        self.records: dict[int, Record] = {record.code: record for record in records}

    def record_name(self, code: int) -> str:
        """LLVM's enumerator for a code, "" where it has none."""
        record = self.records.get(code)
        return record.name if record is not None else ""


_SUMMARY_RECORDS: Final[list[Record]] = [
    Record(FS_PERMODULE, "PERMODULE"),
    Record(FS_PERMODULE_PROFILE, "PERMODULE_PROFILE"),
    Record(FS_PERMODULE_GLOBALVAR_INIT_REFS, "PERMODULE_GLOBALVAR_INIT_REFS"),
    Record(FS_COMBINED, "COMBINED"),
    Record(FS_COMBINED_PROFILE, "COMBINED_PROFILE"),
    Record(FS_COMBINED_GLOBALVAR_INIT_REFS, "COMBINED_GLOBALVAR_INIT_REFS"),
    Record(FS_ALIAS, "ALIAS"),
    Record(FS_COMBINED_ALIAS, "COMBINED_ALIAS"),
    Record(FS_COMBINED_ORIGINAL_NAME, "COMBINED_ORIGINAL_NAME"),
    Record(FS_VERSION, "VERSION"),
    Record(FS_TYPE_TESTS, "TYPE_TESTS"),
    Record(FS_TYPE_TEST_ASSUME_VCALLS, "TYPE_TEST_ASSUME_VCALLS"),
    Record(FS_TYPE_CHECKED_LOAD_VCALLS, "TYPE_CHECKED_LOAD_VCALLS"),
    Record(FS_TYPE_TEST_ASSUME_CONST_VCALL, "TYPE_TEST_ASSUME_CONST_VCALL"),
    Record(FS_TYPE_CHECKED_LOAD_CONST_VCALL, "TYPE_CHECKED_LOAD_CONST_VCALL"),
    Record(FS_VALUE_GUID, "VALUE_GUID"),
    Record(FS_CFI_FUNCTION_DEFS, "CFI_FUNCTION_DEFS"),
    Record(FS_CFI_FUNCTION_DECLS, "CFI_FUNCTION_DECLS"),
    Record(FS_PERMODULE_RELBF, "PERMODULE_RELBF"),
    Record(FS_FLAGS, "FLAGS"),
    Record(FS_TYPE_ID, "TYPE_ID"),
    Record(FS_TYPE_ID_METADATA, "TYPE_ID_METADATA"),
    Record(FS_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, "PERMODULE_VTABLE_GLOBALVAR_INIT_REFS"),
    Record(FS_BLOCK_COUNT, "BLOCK_COUNT"),
    Record(FS_PARAM_ACCESS, "PARAM_ACCESS"),
    Record(FS_PERMODULE_CALLSITE_INFO, "PERMODULE_CALLSITE_INFO", since=16),
    Record(FS_PERMODULE_ALLOC_INFO, "PERMODULE_ALLOC_INFO", since=16),
    Record(FS_COMBINED_CALLSITE_INFO, "COMBINED_CALLSITE_INFO", since=16),
    Record(FS_COMBINED_ALLOC_INFO, "COMBINED_ALLOC_INFO", since=16),
    Record(FS_STACK_IDS, "STACK_IDS", since=16),
    Record(FS_ALLOC_CONTEXT_IDS, "ALLOC_CONTEXT_IDS", since=20),
    Record(FS_CONTEXT_RADIX_TREE_ARRAY, "CONTEXT_RADIX_TREE_ARRAY", since=20),
    Record(FS_COMBINED_ALLOC_INFO_NO_CONTEXT, "COMBINED_ALLOC_INFO_NO_CONTEXT", since=21),
]

_BLOCKS: Final[list[Block]] = [
    Block(
        MODULE_BLOCK_ID,
        "MODULE_BLOCK",
        records=[
            Record(MODULE_CODE_VERSION, "VERSION"),
            Record(MODULE_CODE_TRIPLE, "TRIPLE"),
            Record(MODULE_CODE_DATALAYOUT, "DATALAYOUT"),
            Record(MODULE_CODE_ASM, "ASM"),
            Record(MODULE_CODE_SECTIONNAME, "SECTIONNAME"),
            Record(MODULE_CODE_DEPLIB, "DEPLIB"),
            Record(MODULE_CODE_GLOBALVAR, "GLOBALVAR"),
            Record(MODULE_CODE_FUNCTION, "FUNCTION"),
            Record(MODULE_CODE_ALIAS_OLD, "ALIAS_OLD", dumped=""),
            Record(MODULE_CODE_PURGEVALS, "PURGEVALS", dumped=""),
            Record(MODULE_CODE_GCNAME, "GCNAME"),
            Record(MODULE_CODE_COMDAT, "COMDAT"),
            Record(MODULE_CODE_VSTOFFSET, "VSTOFFSET"),
            Record(MODULE_CODE_ALIAS, "ALIAS"),
            Record(MODULE_CODE_METADATA_VALUES_UNUSED, "METADATA_VALUES_UNUSED"),
            Record(MODULE_CODE_SOURCE_FILENAME, "SOURCE_FILENAME"),
            Record(MODULE_CODE_HASH, "HASH"),
            Record(MODULE_CODE_IFUNC, "IFUNC", dumped=""),
        ],
    ),
    Block(
        PARAMATTR_BLOCK_ID,
        "PARAMATTR_BLOCK",
        records=[
            Record(PARAMATTR_CODE_ENTRY_OLD, "ENTRY_OLD", dumped="ENTRY"),
            Record(PARAMATTR_CODE_ENTRY, "ENTRY"),
        ],
    ),
    Block(
        PARAMATTR_GROUP_BLOCK_ID,
        "PARAMATTR_GROUP_BLOCK_ID",
        records=[
            Record(PARAMATTR_GRP_CODE_ENTRY, "ENTRY"),
        ],
    ),
    Block(
        CONSTANTS_BLOCK_ID,
        "CONSTANTS_BLOCK",
        records=[
            Record(CST_CODE_SETTYPE, "SETTYPE"),
            Record(CST_CODE_NULL, "NULL"),
            Record(CST_CODE_UNDEF, "UNDEF"),
            Record(CST_CODE_INTEGER, "INTEGER"),
            Record(CST_CODE_WIDE_INTEGER, "WIDE_INTEGER"),
            Record(CST_CODE_FLOAT, "FLOAT"),
            Record(CST_CODE_AGGREGATE, "AGGREGATE"),
            Record(CST_CODE_STRING, "STRING"),
            Record(CST_CODE_CSTRING, "CSTRING"),
            Record(CST_CODE_CE_BINOP, "CE_BINOP"),
            Record(CST_CODE_CE_CAST, "CE_CAST"),
            Record(CST_CODE_CE_GEP_OLD, "CE_GEP_OLD", dumped="CE_GEP", until=18),
            Record(CST_CODE_CE_SELECT, "CE_SELECT"),
            Record(CST_CODE_CE_EXTRACTELT, "CE_EXTRACTELT"),
            Record(CST_CODE_CE_INSERTELT, "CE_INSERTELT"),
            Record(CST_CODE_CE_SHUFFLEVEC, "CE_SHUFFLEVEC"),
            Record(CST_CODE_CE_CMP, "CE_CMP"),
            Record(CST_CODE_INLINEASM_OLD, "INLINEASM_OLD", dumped=""),
            Record(CST_CODE_CE_SHUFVEC_EX, "CE_SHUFVEC_EX"),
            Record(CST_CODE_CE_INBOUNDS_GEP, "CE_INBOUNDS_GEP"),
            Record(CST_CODE_BLOCKADDRESS, "BLOCKADDRESS", dumped="CST_CODE_BLOCKADDRESS"),
            Record(CST_CODE_DATA, "DATA"),
            Record(CST_CODE_INLINEASM_OLD2, "INLINEASM_OLD2", dumped="INLINEASM", until=12),
            Record(CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD, "CE_GEP_WITH_INRANGE_INDEX_OLD", dumped=""),
            Record(CST_CODE_CE_UNOP, "CE_UNOP"),
            Record(CST_CODE_POISON, "POISON", dumped=""),
            Record(CST_CODE_DSO_LOCAL_EQUIVALENT, "DSO_LOCAL_EQUIVALENT"),
            Record(CST_CODE_INLINEASM_OLD3, "INLINEASM_OLD3", dumped="INLINEASM", since=13, until=13),
            Record(CST_CODE_NO_CFI_VALUE, "NO_CFI_VALUE", since=14),
            Record(CST_CODE_INLINEASM, "INLINEASM", since=14),
            Record(CST_CODE_CE_GEP_WITH_INRANGE, "CE_GEP_WITH_INRANGE", dumped=""),
            Record(CST_CODE_CE_GEP, "CE_GEP", since=19),
            Record(CST_CODE_PTRAUTH, "PTRAUTH", since=19),
        ],
    ),
    Block(
        FUNCTION_BLOCK_ID,
        "FUNCTION_BLOCK",
        records=[
            Record(FUNC_CODE_DECLAREBLOCKS, "DECLAREBLOCKS"),
            Record(FUNC_CODE_INST_BINOP, "INST_BINOP"),
            Record(FUNC_CODE_INST_CAST, "INST_CAST"),
            Record(FUNC_CODE_INST_GEP_OLD, "INST_GEP_OLD"),
            Record(FUNC_CODE_INST_SELECT, "INST_SELECT"),
            Record(FUNC_CODE_INST_EXTRACTELT, "INST_EXTRACTELT"),
            Record(FUNC_CODE_INST_INSERTELT, "INST_INSERTELT"),
            Record(FUNC_CODE_INST_SHUFFLEVEC, "INST_SHUFFLEVEC"),
            Record(FUNC_CODE_INST_CMP, "INST_CMP"),
            Record(FUNC_CODE_INST_RET, "INST_RET"),
            Record(FUNC_CODE_INST_BR, "INST_BR"),
            Record(FUNC_CODE_INST_SWITCH, "INST_SWITCH"),
            Record(FUNC_CODE_INST_INVOKE, "INST_INVOKE"),
            Record(FUNC_CODE_INST_UNREACHABLE, "INST_UNREACHABLE"),
            Record(FUNC_CODE_INST_PHI, "INST_PHI"),
            Record(FUNC_CODE_INST_ALLOCA, "INST_ALLOCA"),
            Record(FUNC_CODE_INST_LOAD, "INST_LOAD"),
            Record(FUNC_CODE_INST_VAARG, "INST_VAARG"),
            Record(FUNC_CODE_INST_STORE_OLD, "INST_STORE_OLD", dumped=""),
            Record(FUNC_CODE_INST_EXTRACTVAL, "INST_EXTRACTVAL"),
            Record(FUNC_CODE_INST_INSERTVAL, "INST_INSERTVAL"),
            Record(FUNC_CODE_INST_CMP2, "INST_CMP2"),
            Record(FUNC_CODE_INST_VSELECT, "INST_VSELECT"),
            Record(FUNC_CODE_INST_INBOUNDS_GEP_OLD, "INST_INBOUNDS_GEP_OLD"),
            Record(FUNC_CODE_INST_INDIRECTBR, "INST_INDIRECTBR", dumped=""),
            Record(FUNC_CODE_DEBUG_LOC_AGAIN, "DEBUG_LOC_AGAIN"),
            Record(FUNC_CODE_INST_CALL, "INST_CALL"),
            Record(FUNC_CODE_DEBUG_LOC, "DEBUG_LOC"),
            Record(FUNC_CODE_INST_FENCE, "INST_FENCE"),
            Record(FUNC_CODE_INST_CMPXCHG_OLD, "INST_CMPXCHG_OLD", dumped=""),
            Record(FUNC_CODE_INST_ATOMICRMW_OLD, "INST_ATOMICRMW_OLD", dumped=""),
            Record(FUNC_CODE_INST_RESUME, "INST_RESUME", dumped=""),
            Record(FUNC_CODE_INST_LANDINGPAD_OLD, "INST_LANDINGPAD_OLD", dumped=""),
            Record(FUNC_CODE_INST_LOADATOMIC, "INST_LOADATOMIC"),
            Record(FUNC_CODE_INST_STOREATOMIC_OLD, "INST_STOREATOMIC_OLD", dumped=""),
            Record(FUNC_CODE_INST_GEP, "INST_GEP"),
            Record(FUNC_CODE_INST_STORE, "INST_STORE"),
            Record(FUNC_CODE_INST_STOREATOMIC, "INST_STOREATOMIC"),
            Record(FUNC_CODE_INST_CMPXCHG, "INST_CMPXCHG"),
            Record(FUNC_CODE_INST_LANDINGPAD, "INST_LANDINGPAD", dumped=""),
            Record(FUNC_CODE_INST_CLEANUPRET, "INST_CLEANUPRET"),
            Record(FUNC_CODE_INST_CATCHRET, "INST_CATCHRET"),
            Record(FUNC_CODE_INST_CATCHPAD, "INST_CATCHPAD"),
            Record(FUNC_CODE_INST_CLEANUPPAD, "INST_CLEANUPPAD", dumped=""),
            Record(FUNC_CODE_INST_CATCHSWITCH, "INST_CATCHSWITCH", dumped=""),
            Record(FUNC_CODE_OPERAND_BUNDLE, "OPERAND_BUNDLE"),
            Record(FUNC_CODE_INST_UNOP, "INST_UNOP"),
            Record(FUNC_CODE_INST_CALLBR, "INST_CALLBR"),
            Record(FUNC_CODE_INST_FREEZE, "INST_FREEZE", dumped=""),
            Record(FUNC_CODE_INST_ATOMICRMW, "INST_ATOMICRMW"),
            Record(FUNC_CODE_BLOCKADDR_USERS, "BLOCKADDR_USERS", since=15),
            Record(FUNC_CODE_DEBUG_RECORD_VALUE, "DEBUG_RECORD_VALUE", since=19),
            Record(FUNC_CODE_DEBUG_RECORD_DECLARE, "DEBUG_RECORD_DECLARE", since=19),
            Record(FUNC_CODE_DEBUG_RECORD_ASSIGN, "DEBUG_RECORD_ASSIGN", since=19),
            Record(FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE, "DEBUG_RECORD_VALUE_SIMPLE", since=19),
            Record(FUNC_CODE_DEBUG_RECORD_LABEL, "DEBUG_RECORD_LABEL", since=19),
            Record(FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE, "DEBUG_RECORD_DECLARE_VALUE", since=22),
        ],
    ),
    Block(
        IDENTIFICATION_BLOCK_ID,
        "IDENTIFICATION_BLOCK_ID",
        records=[
            Record(IDENTIFICATION_CODE_STRING, "STRING"),
            Record(IDENTIFICATION_CODE_EPOCH, "EPOCH"),
        ],
    ),
    Block(
        VALUE_SYMTAB_BLOCK_ID,
        "VALUE_SYMTAB",
        records=[
            Record(VST_CODE_ENTRY, "ENTRY"),
            Record(VST_CODE_BBENTRY, "BBENTRY"),
            Record(VST_CODE_FNENTRY, "FNENTRY"),
            Record(VST_CODE_COMBINED_ENTRY, "COMBINED_ENTRY"),
        ],
    ),
    Block(
        METADATA_BLOCK_ID,
        "METADATA_BLOCK",
        records=[
            Record(METADATA_STRING_OLD, "STRING_OLD"),
            Record(METADATA_VALUE, "VALUE"),
            Record(METADATA_NODE, "NODE"),
            Record(METADATA_NAME, "NAME"),
            Record(METADATA_DISTINCT_NODE, "DISTINCT_NODE"),
            Record(METADATA_KIND, "KIND"),
            Record(METADATA_LOCATION, "LOCATION"),
            Record(METADATA_OLD_NODE, "OLD_NODE"),
            Record(METADATA_OLD_FN_NODE, "OLD_FN_NODE"),
            Record(METADATA_NAMED_NODE, "NAMED_NODE"),
            Record(METADATA_ATTACHMENT, "ATTACHMENT", dumped=""),
            Record(METADATA_GENERIC_DEBUG, "GENERIC_DEBUG"),
            Record(METADATA_SUBRANGE, "SUBRANGE"),
            Record(METADATA_ENUMERATOR, "ENUMERATOR"),
            Record(METADATA_BASIC_TYPE, "BASIC_TYPE"),
            Record(METADATA_FILE, "FILE"),
            Record(METADATA_DERIVED_TYPE, "DERIVED_TYPE"),
            Record(METADATA_COMPOSITE_TYPE, "COMPOSITE_TYPE"),
            Record(METADATA_SUBROUTINE_TYPE, "SUBROUTINE_TYPE"),
            Record(METADATA_COMPILE_UNIT, "COMPILE_UNIT"),
            Record(METADATA_SUBPROGRAM, "SUBPROGRAM"),
            Record(METADATA_LEXICAL_BLOCK, "LEXICAL_BLOCK"),
            Record(METADATA_LEXICAL_BLOCK_FILE, "LEXICAL_BLOCK_FILE"),
            Record(METADATA_NAMESPACE, "NAMESPACE"),
            Record(METADATA_TEMPLATE_TYPE, "TEMPLATE_TYPE"),
            Record(METADATA_TEMPLATE_VALUE, "TEMPLATE_VALUE"),
            Record(METADATA_GLOBAL_VAR, "GLOBAL_VAR"),
            Record(METADATA_LOCAL_VAR, "LOCAL_VAR"),
            Record(METADATA_EXPRESSION, "EXPRESSION"),
            Record(METADATA_OBJC_PROPERTY, "OBJC_PROPERTY"),
            Record(METADATA_IMPORTED_ENTITY, "IMPORTED_ENTITY"),
            Record(METADATA_MODULE, "MODULE"),
            Record(METADATA_MACRO, "MACRO"),
            Record(METADATA_MACRO_FILE, "MACRO_FILE"),
            Record(METADATA_STRINGS, "STRINGS"),
            Record(METADATA_GLOBAL_DECL_ATTACHMENT, "GLOBAL_DECL_ATTACHMENT"),
            Record(METADATA_GLOBAL_VAR_EXPR, "GLOBAL_VAR_EXPR"),
            Record(METADATA_INDEX_OFFSET, "INDEX_OFFSET"),
            Record(METADATA_INDEX, "INDEX"),
            Record(METADATA_LABEL, "LABEL", dumped=""),
            Record(METADATA_STRING_TYPE, "STRING_TYPE", dumped=""),
            Record(METADATA_COMMON_BLOCK, "COMMON_BLOCK", dumped=""),
            Record(METADATA_GENERIC_SUBRANGE, "GENERIC_SUBRANGE", dumped=""),
            Record(METADATA_ARG_LIST, "ARG_LIST"),
            Record(METADATA_ASSIGN_ID, "ASSIGN_ID", dumped=""),
            Record(METADATA_SUBRANGE_TYPE, "SUBRANGE_TYPE", dumped=""),
            Record(METADATA_FIXED_POINT_TYPE, "FIXED_POINT_TYPE", dumped=""),
        ],
    ),
    Block(
        METADATA_ATTACHMENT_ID,
        "METADATA_ATTACHMENT_BLOCK",
        records=[
            Record(METADATA_ATTACHMENT, "ATTACHMENT"),
        ],
    ),
    Block(
        TYPE_BLOCK_ID_NEW,
        "TYPE_BLOCK_ID",
        records=[
            Record(TYPE_CODE_NUMENTRY, "NUMENTRY"),
            Record(TYPE_CODE_VOID, "VOID"),
            Record(TYPE_CODE_FLOAT, "FLOAT"),
            Record(TYPE_CODE_DOUBLE, "DOUBLE"),
            Record(TYPE_CODE_LABEL, "LABEL"),
            Record(TYPE_CODE_OPAQUE, "OPAQUE"),
            Record(TYPE_CODE_INTEGER, "INTEGER"),
            Record(TYPE_CODE_POINTER, "POINTER"),
            Record(TYPE_CODE_FUNCTION_OLD, "FUNCTION_OLD", dumped=""),
            Record(TYPE_CODE_HALF, "HALF"),
            Record(TYPE_CODE_ARRAY, "ARRAY"),
            Record(TYPE_CODE_VECTOR, "VECTOR"),
            Record(TYPE_CODE_X86_FP80, "X86_FP80"),
            Record(TYPE_CODE_FP128, "FP128"),
            Record(TYPE_CODE_PPC_FP128, "PPC_FP128"),
            Record(TYPE_CODE_METADATA, "METADATA"),
            Record(TYPE_CODE_X86_MMX, "X86_MMX"),
            Record(TYPE_CODE_STRUCT_ANON, "STRUCT_ANON"),
            Record(TYPE_CODE_STRUCT_NAME, "STRUCT_NAME"),
            Record(TYPE_CODE_STRUCT_NAMED, "STRUCT_NAMED"),
            Record(TYPE_CODE_FUNCTION, "FUNCTION"),
            Record(TYPE_CODE_TOKEN, "TOKEN"),
            Record(TYPE_CODE_BFLOAT, "BFLOAT"),
            Record(TYPE_CODE_X86_AMX, "X86_AMX", dumped=""),
            Record(TYPE_CODE_OPAQUE_POINTER, "OPAQUE_POINTER", dumped=""),
            Record(TYPE_CODE_TARGET_TYPE, "TARGET_TYPE", dumped=""),
        ],
    ),
    Block(
        USELIST_BLOCK_ID,
        "USELIST_BLOCK_ID",
        records=[
            Record(USELIST_CODE_DEFAULT, "DEFAULT", dumped="USELIST_CODE_DEFAULT"),
            Record(USELIST_CODE_BB, "BB", dumped="USELIST_CODE_BB"),
        ],
    ),
    Block(
        MODULE_STRTAB_BLOCK_ID,
        "MODULE_STRTAB_BLOCK",
        records=[
            Record(MST_CODE_ENTRY, "ENTRY"),
            Record(MST_CODE_HASH, "HASH"),
        ],
    ),
    Block(
        GLOBALVAL_SUMMARY_BLOCK_ID,
        "GLOBALVAL_SUMMARY_BLOCK",
        records=_SUMMARY_RECORDS,
    ),
    Block(
        OPERAND_BUNDLE_TAGS_BLOCK_ID,
        "OPERAND_BUNDLE_TAGS_BLOCK",
        records=[
            Record(OPERAND_BUNDLE_TAG, "TAG", dumped="OPERAND_BUNDLE_TAG"),
        ],
    ),
    Block(
        METADATA_KIND_BLOCK_ID,
        "METADATA_KIND_BLOCK",
        records=[
            Record(METADATA_KIND, "KIND"),
        ],
    ),
    Block(
        STRTAB_BLOCK_ID,
        "STRTAB_BLOCK",
        records=[
            Record(STRTAB_BLOB, "BLOB"),
        ],
    ),
    Block(
        FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID,
        "FULL_LTO_GLOBALVAL_SUMMARY_BLOCK",
        records=_SUMMARY_RECORDS,
    ),
    Block(
        SYMTAB_BLOCK_ID,
        "SYMTAB_BLOCK",
        records=[
            Record(SYMTAB_BLOB, "BLOB"),
        ],
    ),
    Block(
        SYNC_SCOPE_NAMES_BLOCK_ID,
        "SYNC_SCOPE_NAMES_BLOCK",
        named=False,
        records=[
            Record(SYNC_SCOPE_NAME, "NAME", dumped=""),
        ],
    ),
]


BLOCKS: Final[dict[int, Block]] = {block.block_id: block for block in _BLOCKS}
"""Every block of LLVM IR bitcode by id."""

BLOCK_NAMES: Final[dict[int, str]] = {block.block_id: block.name for block in _BLOCKS}
"""The blocks' names, as a cursor wants them for its error messages."""

BLOCKINFO_RECORDS: Final[dict[int, str]] = {1: "SETBID", 2: "BLOCKNAME", 3: "SETRECORDNAME"}
"""The records of the BLOCKINFO block, which every bitstream may have."""
