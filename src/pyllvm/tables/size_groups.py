"""The purpose of the blocks and records of bitcode, by the names under which `stat` counts their bits.

Source: LLVMBitCodes.h. A record of a function block that is not here is an instruction, with the name of the record.
"""

from __future__ import annotations

from typing import Final

from pyllvm.tables import records

INSTRUCTIONS: Final = "instructions"
DEBUG_LOCATIONS: Final = "debug locations"
DEBUG_RECORDS: Final = "debug records"
CONSTANTS: Final = "constants"
FUNCTION_RECORDS: Final = "function records"
VARIABLES: Final = "variables"
ALIASES: Final = "aliases and ifuncs"
TYPES: Final = "types"
ATTRIBUTES: Final = "attributes"
DEBUG_INFO: Final = "debug info"
METADATA: Final = "other metadata"
METADATA_STRINGS: Final = "metadata strings"
ATTACHMENTS: Final = "metadata attachments"
LOCAL_NAMES: Final = "names of values"
GLOBAL_NAMES: Final = "names of globals"
STRINGS: Final = "other strings"
SYMBOL_TABLE: Final = "symbol table"
USE_LISTS: Final = "use-list orders"
SUMMARY: Final = "summary"
ASSEMBLY: Final = "module assembly"
GUIDS: Final = "GUIDs"
HEADER: Final = "module header"
ABBREVIATIONS: Final = "abbreviations"
STRUCTURE: Final = "block structure"
IDENTIFICATION: Final = "identification"
OTHER: Final = "other blocks"
OUTSIDE: Final = "signature, wrapper and padding"

# By the id of a block, in a module or in a function, the group of its records; the records of others are told apart.
GROUP_OF_BLOCK: Final[dict[int, str]] = {
    records.PARAMATTR_BLOCK_ID: ATTRIBUTES,
    records.PARAMATTR_GROUP_BLOCK_ID: ATTRIBUTES,
    records.CONSTANTS_BLOCK_ID: CONSTANTS,
    records.IDENTIFICATION_BLOCK_ID: IDENTIFICATION,
    records.VALUE_SYMTAB_BLOCK_ID: LOCAL_NAMES,
    records.METADATA_ATTACHMENT_ID: ATTACHMENTS,
    records.TYPE_BLOCK_ID_NEW: TYPES,
    records.USELIST_BLOCK_ID: USE_LISTS,
    records.MODULE_STRTAB_BLOCK_ID: SUMMARY,
    records.GLOBALVAL_SUMMARY_BLOCK_ID: SUMMARY,
    records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID: SUMMARY,
    records.OPERAND_BUNDLE_TAGS_BLOCK_ID: HEADER,
    records.METADATA_KIND_BLOCK_ID: METADATA,
    records.SYNC_SCOPE_NAMES_BLOCK_ID: HEADER,
    records.STRTAB_BLOCK_ID: STRINGS,
    records.SYMTAB_BLOCK_ID: SYMBOL_TABLE,
}

# Records of a module that are neither globals nor its header.
GROUP_OF_MODULE_RECORD: Final[dict[int, str]] = {
    records.MODULE_CODE_ASM: ASSEMBLY,
    records.MODULE_CODE_ASM_PROPERTY: ASSEMBLY,
    records.MODULE_CODE_GUIDLIST: GUIDS,
}

# Records in the block of a function that are not instructions.
GROUP_OF_FUNCTION_RECORD: Final[dict[int, str]] = {
    records.FUNC_CODE_DECLAREBLOCKS: STRUCTURE,
    records.FUNC_CODE_BLOCKADDR_USERS: STRUCTURE,
    records.FUNC_CODE_DEBUG_LOC_AGAIN: DEBUG_LOCATIONS,
    records.FUNC_CODE_DEBUG_LOC: DEBUG_LOCATIONS,
    records.FUNC_CODE_DEBUG_RECORD_VALUE: DEBUG_RECORDS,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE: DEBUG_RECORDS,
    records.FUNC_CODE_DEBUG_RECORD_ASSIGN: DEBUG_RECORDS,
    records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE: DEBUG_RECORDS,
    records.FUNC_CODE_DEBUG_RECORD_LABEL: DEBUG_RECORDS,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE: DEBUG_RECORDS,
}

# Records of metadata that are not debug info. All others are nodes of it.
GROUP_OF_METADATA_RECORD: Final[dict[int, str]] = {
    records.METADATA_STRING_OLD: METADATA_STRINGS,
    records.METADATA_STRINGS: METADATA_STRINGS,
    records.METADATA_VALUE: METADATA,
    records.METADATA_NODE: METADATA,
    records.METADATA_NAME: METADATA,
    records.METADATA_DISTINCT_NODE: METADATA,
    records.METADATA_KIND: METADATA,
    records.METADATA_OLD_NODE: METADATA,
    records.METADATA_OLD_FN_NODE: METADATA,
    records.METADATA_NAMED_NODE: METADATA,
    records.METADATA_ATTACHMENT: METADATA,
    records.METADATA_GLOBAL_DECL_ATTACHMENT: ATTACHMENTS,
    records.METADATA_INDEX_OFFSET: METADATA,
    records.METADATA_INDEX: METADATA,
}
