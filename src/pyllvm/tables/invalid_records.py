"""LLVM's messages for a record that is too short or otherwise malformed: "Invalid record", or its kind by name.

Source: `BitcodeReader.cpp`; measured with a record of each kind that has no operands.
"""

from __future__ import annotations

from typing import Final

from pyllvm.tables import records

_INVALID_RECORD: Final = "Invalid record"
# First version that names a few records.
_SOME_SINCE: Final = 15
# First version that names almost every record of a function and of a module.
_MOST_SINCE: Final = 23

# Words for messages: "Invalid ... record".
_SOME: Final[tuple[tuple[int, int, str], ...]] = (
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_PHI, "phi"),
    (records.PARAMATTR_BLOCK_ID, records.PARAMATTR_CODE_ENTRY_OLD, "parameter attribute"),
    (records.CONSTANTS_BLOCK_ID, records.CST_CODE_INTEGER, "integer const"),
    (records.CONSTANTS_BLOCK_ID, records.CST_CODE_WIDE_INTEGER, "wide integer const"),
    (records.CONSTANTS_BLOCK_ID, records.CST_CODE_BYTE, "byte const"),
    (records.CONSTANTS_BLOCK_ID, records.CST_CODE_WIDE_BYTE, "wide byte const"),
    (records.CONSTANTS_BLOCK_ID, records.CST_CODE_DSO_LOCAL_EQUIVALENT, "dso_local"),
    (records.CONSTANTS_BLOCK_ID, records.CST_CODE_NO_CFI_VALUE, "no_cfi"),
)
_MOST: Final[tuple[tuple[int, int, str], ...]] = (
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_FUNCTION, "function"),
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_GLOBALVAR, "global variable"),
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_ALIAS_OLD, "global indirect symbol"),
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_COMDAT, "comdat"),
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_ALIAS, "global indirect symbol"),
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_IFUNC, "global indirect symbol"),
    (records.MODULE_BLOCK_ID, records.MODULE_CODE_ASM_PROPERTY, "module asm"),
    (records.USELIST_BLOCK_ID, records.USELIST_CODE_DEFAULT, "uselist"),
    (records.USELIST_BLOCK_ID, records.USELIST_CODE_BB, "uselist"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_DECLAREBLOCKS, "declareblocks"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_BINOP, "binary operator"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CAST, "cast"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_GEP_OLD, "gep"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_SELECT, "select"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_EXTRACTELT, "extractelement"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_INSERTELT, "insertelement"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_SHUFFLEVEC, "shufflevector"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CMP, "comparison"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_RET, "ret"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_BR, "br"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_SWITCH, "switch"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_INVOKE, "invoke"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_ALLOCA, "alloca"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_LOAD, "load"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_VAARG, "va_arg"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_STORE_OLD, "store"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_EXTRACTVAL, "extractvalue"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_INSERTVAL, "insertvalue"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CMP2, "comparison"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_VSELECT, "vector select"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_INBOUNDS_GEP_OLD, "gep"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_INDIRECTBR, "indirectbr"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_DEBUG_LOC_AGAIN, "debug_loc_again"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CALL, "call"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_DEBUG_LOC, "debug loc"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_FENCE, "fence"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CMPXCHG_OLD, "cmpxchg"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_ATOMICRMW_OLD, "atomicrmw"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_RESUME, "resume"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_LANDINGPAD_OLD, "landingpad"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_LOADATOMIC, "load atomic"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_STOREATOMIC_OLD, "store atomic"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_GEP, "gep"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_STORE, "store"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_STOREATOMIC, "store atomic"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CMPXCHG, "cmpxchg"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_LANDINGPAD, "landingpad"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CLEANUPRET, "cleanupret"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CATCHRET, "catchret"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CATCHPAD, "catchpad/cleanuppad"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CLEANUPPAD, "catchpad/cleanuppad"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CATCHSWITCH, "catchswitch"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_OPERAND_BUNDLE, "operand bundle"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_UNOP, "unary operator"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_CALLBR, "callbr"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_FREEZE, "freeze"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_ATOMICRMW, "atomicrmw"),
    (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_BLOCKADDR_USERS, "blockaddr users"),
)


def invalid_record_message(block: int, code: int | None, version: int, message: str = _INVALID_RECORD) -> str:
    """Return what LLVM `version` prints for a malformed record of that code in a block of that id.

    `message` is what the reader found. If it names the record, as readers since LLVM 15 do, older versions do without the name.
    """
    if version < _SOME_SINCE:
        return _INVALID_RECORD
    if message != _INVALID_RECORD:
        return message
    rows = _SOME + (_MOST if version >= _MOST_SINCE else ())
    for of_block, of_code, word in rows:
        if of_block == block and of_code == code:
            return f"Invalid {word} record"
    return _INVALID_RECORD
