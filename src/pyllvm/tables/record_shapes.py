"""The operands of every record of LLVM's bitcode, by name and meaning, for a dump that a person can read.

`schema/record_shape.py` explains the form of a row. The nodes of debug information have no row here: `metadata_nodes.py` has the
layouts of their records. Beside the operands before it, a condition can test: `operands`, the number of operands; `rest`, the
number of operands left; `first`, the first operand; `version`, the version of the module's records or, in a summary, of the
summary.

Source: LLVMBitCodes.h, and BitcodeReader.cpp where the comments there leave something out.
"""

from __future__ import annotations

from typing import Final

from pyllvm.schema.record_shape import RecordShape
from pyllvm.tables import instruction_bits, records

# The meanings. A meaning that covers more than one operand says so.
#
#   number             an unsigned number
#   signed             a signed number, with its sign in the lowest bit
#   hash               words of a hash, to the end
#   guid               a GUID
#   guid_words         a GUID in two operands, the upper half first
#   words              a number of 32-bit words
#   bit_offset         a number of bits in two operands, the lower half first
#   text               characters, to the end
#   counted_text       a number of characters, and then these
#   string             a position and a size in the string table
# the module's tables:
#   type               a type
#   attributes         a list of attributes, 0 for none
#   attribute_group    a group of attributes
#   attribute_place    the place of a group: the function, its return value, or a parameter
#   attribute_set      the attributes of a group, to the end
#   attribute_bitmap   the attributes of a place before LLVM 3.3, one bit for each
#   section            a section, 0 for none
#   gc                 a garbage collector, 0 for none
#   comdat             a comdat, 0 for none
#   block_id           the id of a kind of block
# words:
#   linkage            a linkage
#   visibility         a visibility
#   thread_local       a thread-local mode
#   unnamed_addr       whether the address matters
#   dll_storage        a DLL storage class
#   selection          the selection kind of a comdat
#   convention         a calling convention
#   preemption         whether the symbol is dso_local
#   sanitizers         flags for sanitizers
#   code_model         a code model
#   variable_bits      whether a variable is constant; whether the type is explicit; its address space
#   alignment          the logarithm of an alignment plus one, 0 for none
# values:
#   value              a value, followed by its type if it is defined later
#   relative           a value whose type is known
#   signed_value       a value that may be defined later
#   absolute           a value by its number in the module or function
#   absolute_plus_one  a value by its number plus one, 0 for none
#   block              a basic block
#   instruction        an instruction by its number in the function
#   arguments          the arguments of a call, to the end
#   bundle_tag         the tag of an operand bundle
#   bundle_input       an input of an operand bundle: a value or a mark and metadata
# instructions:
#   binary_operation   an operation of two values
#   unary_operation    an operation of one value
#   cast_operation     a cast
#   atomic_operation   an operation of atomicrmw
#   operation_flags    the flags of the operation before
#   compare_flags      the flags of a comparison
#   fast_math          fast-math flags
#   gep_flags          the flags of a getelementptr
#   gep_in_range       the flags of a getelementptr, and the number of its `inrange` index
#   predicate          a predicate of icmp or fcmp
#   ordering           an ordering of atomic accesses
#   scope              a synchronization scope
#   alloca_bits        the alignment and the flags of an alloca
#   call_bits          the calling convention and the flags of a call
#   invoke_bits        the calling convention and the flags of an invoke
#   clause             the kind of a clause
# constants:
#   constant_integer   an integer of the current type
#   constant_wide      an integer of the current type, in words, to the end
#   constant_float     a floating-point number of the current type, to the end
#   constant_data      elements of the current type, to the end
#   constant_range     a width and two bounds
#   assembly_flags     the flags of inline assembly
# metadata:
#   metadata           metadata by its number plus one, 0 for none
#   metadata_id        metadata by its number
#   metadata_kind      a kind of metadata
#   old_metadata       metadata or a value, as the type before it states
#   expression         a version and the elements of an expression, to the end
# summaries:
#   summary_value      a value of a summary
#   summary_module     a module of a combined summary
#   summary_flags      the linkage and the flags of a symbol
#   function_flags     the flags of a function in a summary
#   variable_flags     the flags of a variable in a summary
#   hotness            how hot a call is, and whether it is a tail call
#   frequency          the relative frequency of a call, and whether it is a tail call
#   stack_id           a stack id by its number
#   allocation         the kind of an allocation
#   type_test          how a type test is resolved
#   devirtualization   how virtual calls are resolved
#   by_argument        how calls with constant arguments are resolved

_GLOBAL_NAME: Final = "name:string?version>=2 "
_AFTER_LINKAGE: Final = "visibility:visibility dll_storage:dll_storage thread_local:thread_local unnamed_addr:unnamed_addr "
_SYMBOL_END: Final = "preemption:preemption partition:string"
_CALLEE: Final = "callee:value argument:arguments"
_ACCESS: Final = "align:alignment volatile "
_ATOMIC_ACCESS: Final = _ACCESS + "ordering:ordering scope:scope"
_INDICES: Final = "base_type:type base:absolute (index_type:type index:absolute)*"
_ASSEMBLY: Final = "flags:assembly_flags assembly:counted_text constraints:counted_text"
_ATTACHMENTS: Final = "(kind:metadata_kind node:metadata_id)*"
_DEBUG_RECORD: Final = "location:metadata_id variable:metadata_id expression:metadata_id "
_MAGIC: Final = instruction_bits.SWITCH_MAGIC << instruction_bits.SWITCH_MAGIC_SHIFT
_PLAIN_SWITCH: Final = f"?first<{_MAGIC}"
_RANGED_SWITCH: Final = f"?first>={_MAGIC}"

# Of a function's summary: the version that added each.
_SUMMARY: Final = "flags:summary_flags instructions function_flags:function_flags?version>=4 "
_REFERENCES: Final = (
    "references read_only_references?version>=5 write_only_references?version>=7 reference:summary_value*references "
)
_PLAIN_CALLS: Final = "(call:summary_value sites?version=1)*"
_PROFILED_CALLS: Final = "(call:summary_value sites?version=1 count?version=1 hotness:hotness?version>=2)*"
_MODULE: Final = "module:summary_module "
_ENTRY_COUNT: Final = "entry_count?version>=6 "
_VIRTUAL: Final = "(type:guid offset)*"
_CONTEXTS: Final = "(allocation:allocation context?version>=11 frames?version<11 stack:stack_id*frames?version<11)"

_SHAPES: Final[dict[int, dict[int, str]]] = {
    records.IDENTIFICATION_BLOCK_ID: {
        records.IDENTIFICATION_CODE_STRING: "producer:text",
        records.IDENTIFICATION_CODE_EPOCH: "epoch",
    },
    records.MODULE_BLOCK_ID: {
        records.MODULE_CODE_VERSION: "version",
        records.MODULE_CODE_TRIPLE: "triple:text",
        records.MODULE_CODE_DATALAYOUT: "layout:text",
        records.MODULE_CODE_ASM: "assembly:text",
        records.MODULE_CODE_ASM_PROPERTY: "property:text",
        records.MODULE_CODE_SECTIONNAME: "name:text",
        records.MODULE_CODE_DEPLIB: "name:text",
        records.MODULE_CODE_GCNAME: "name:text",
        records.MODULE_CODE_SOURCE_FILENAME: "name:text",
        records.MODULE_CODE_GLOBALVAR: _GLOBAL_NAME
        + "type:type properties:variable_bits initializer:absolute_plus_one linkage:linkage alignment:alignment section:section "
        "visibility:visibility thread_local:thread_local unnamed_addr:unnamed_addr externally_initialized "
        "dll_storage:dll_storage comdat:comdat attributes:attributes preemption:preemption partition:string "
        "sanitizers:sanitizers code_model:code_model",
        records.MODULE_CODE_FUNCTION: _GLOBAL_NAME
        + "type:type convention:convention declaration linkage:linkage attributes:attributes alignment:alignment "
        "section:section visibility:visibility gc:gc unnamed_addr:unnamed_addr prologue:absolute_plus_one "
        "dll_storage:dll_storage comdat:comdat prefix:absolute_plus_one personality:absolute_plus_one preemption:preemption "
        "address_space partition:string preferred_alignment:alignment",
        records.MODULE_CODE_ALIAS_OLD: _GLOBAL_NAME
        + "type:type aliasee:absolute linkage:linkage "
        + _AFTER_LINKAGE
        + _SYMBOL_END,
        records.MODULE_CODE_ALIAS: _GLOBAL_NAME
        + "type:type address_space aliasee:absolute linkage:linkage "
        + _AFTER_LINKAGE
        + _SYMBOL_END,
        records.MODULE_CODE_IFUNC: _GLOBAL_NAME
        + "type:type address_space resolver:absolute linkage:linkage visibility:visibility "
        + _SYMBOL_END,
        records.MODULE_CODE_COMDAT: _GLOBAL_NAME + "selection:selection name:counted_text?version<2",
        records.MODULE_CODE_PURGEVALS: "count",
        records.MODULE_CODE_VSTOFFSET: "offset:words",
        records.MODULE_CODE_METADATA_VALUES_UNUSED: "count",
        records.MODULE_CODE_HASH: "hash:hash",
        records.MODULE_CODE_GUIDLIST: "guid:guid_words*",
    },
    records.PARAMATTR_BLOCK_ID: {
        records.PARAMATTR_CODE_ENTRY_OLD: "(place:attribute_place attributes:attribute_bitmap)*",
        records.PARAMATTR_CODE_ENTRY: "group:attribute_group*",
    },
    records.PARAMATTR_GROUP_BLOCK_ID: {
        records.PARAMATTR_GRP_CODE_ENTRY: "group place:attribute_place attributes:attribute_set",
    },
    records.TYPE_BLOCK_ID_NEW: {
        records.TYPE_CODE_NUMENTRY: "count",
        records.TYPE_CODE_VOID: "",
        records.TYPE_CODE_FLOAT: "",
        records.TYPE_CODE_DOUBLE: "",
        records.TYPE_CODE_LABEL: "",
        records.TYPE_CODE_OPAQUE: "packed",
        records.TYPE_CODE_INTEGER: "width",
        records.TYPE_CODE_POINTER: "pointee:type address_space",
        records.TYPE_CODE_FUNCTION_OLD: "variadic attributes result:type parameter:type*",
        records.TYPE_CODE_HALF: "",
        records.TYPE_CODE_ARRAY: "count element:type",
        records.TYPE_CODE_VECTOR: "count element:type scalable",
        records.TYPE_CODE_X86_FP80: "",
        records.TYPE_CODE_FP128: "",
        records.TYPE_CODE_PPC_FP128: "",
        records.TYPE_CODE_METADATA: "",
        records.TYPE_CODE_X86_MMX: "",
        records.TYPE_CODE_STRUCT_ANON: "packed element:type*",
        records.TYPE_CODE_STRUCT_NAME: "name:text",
        records.TYPE_CODE_STRUCT_NAMED: "packed element:type*",
        records.TYPE_CODE_FUNCTION: "variadic result:type parameter:type*",
        records.TYPE_CODE_TOKEN: "",
        records.TYPE_CODE_BFLOAT: "",
        records.TYPE_CODE_X86_AMX: "",
        records.TYPE_CODE_OPAQUE_POINTER: "address_space",
        records.TYPE_CODE_TARGET_TYPE: "types parameter:type*types integer*",
        records.TYPE_CODE_BYTE: "width",
    },
    records.CONSTANTS_BLOCK_ID: {
        records.CST_CODE_SETTYPE: "type:type",
        records.CST_CODE_NULL: "",
        records.CST_CODE_UNDEF: "",
        records.CST_CODE_POISON: "",
        records.CST_CODE_INTEGER: "value:constant_integer",
        records.CST_CODE_WIDE_INTEGER: "value:constant_wide",
        records.CST_CODE_BYTE: "value:constant_integer",
        records.CST_CODE_WIDE_BYTE: "value:constant_wide",
        records.CST_CODE_FLOAT: "value:constant_float",
        records.CST_CODE_AGGREGATE: "element:absolute*",
        records.CST_CODE_STRING: "text:text",
        records.CST_CODE_CSTRING: "text:text",
        records.CST_CODE_DATA: "elements:constant_data",
        records.CST_CODE_CE_BINOP: "operation:binary_operation left:absolute right:absolute flags:operation_flags",
        records.CST_CODE_CE_CAST: "operation:cast_operation operand_type:type operand:absolute flags:operation_flags",
        records.CST_CODE_CE_UNOP: "operation:unary_operation operand:absolute flags:operation_flags",
        records.CST_CODE_CE_SELECT: "condition:absolute true:absolute false:absolute",
        records.CST_CODE_CE_EXTRACTELT: "vector_type:type vector:absolute index_type:type?operands=4 index:absolute",
        records.CST_CODE_CE_INSERTELT: "vector:absolute element:absolute index_type:type?operands=4 index:absolute",
        records.CST_CODE_CE_SHUFFLEVEC: "left:absolute right:absolute mask:absolute",
        records.CST_CODE_CE_SHUFVEC_EX: "type:type left:absolute right:absolute mask:absolute",
        records.CST_CODE_CE_CMP: "type:type left:absolute right:absolute predicate:predicate",
        records.CST_CODE_CE_GEP_OLD: "source:type?operands&1 " + _INDICES,
        records.CST_CODE_CE_INBOUNDS_GEP: "source:type?operands&1 " + _INDICES,
        records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD: "source:type flags:gep_in_range " + _INDICES,
        records.CST_CODE_CE_GEP: "source:type flags:gep_flags " + _INDICES,
        records.CST_CODE_CE_GEP_WITH_INRANGE: "source:type flags:gep_flags in_range:constant_range " + _INDICES,
        records.CST_CODE_INLINEASM_OLD: _ASSEMBLY,
        records.CST_CODE_INLINEASM_OLD2: _ASSEMBLY,
        records.CST_CODE_INLINEASM_OLD3: _ASSEMBLY,
        records.CST_CODE_INLINEASM: "type:type " + _ASSEMBLY,
        records.CST_CODE_BLOCKADDRESS: "type:type function:absolute block_number",
        records.CST_CODE_DSO_LOCAL_EQUIVALENT: "type:type global:absolute",
        records.CST_CODE_NO_CFI_VALUE: "type:type global:absolute",
        records.CST_CODE_PTRAUTH: "pointer:absolute key:absolute discriminator:absolute address_discriminator:absolute",
        records.CST_CODE_PTRAUTH2: (
            "pointer:absolute key:absolute discriminator:absolute address_discriminator:absolute deactivation_symbol:absolute"
        ),
    },
    records.FUNCTION_BLOCK_ID: {
        records.FUNC_CODE_DECLAREBLOCKS: "count",
        records.FUNC_CODE_INST_BINOP: "left:value right:relative operation:binary_operation flags:operation_flags -> left",
        records.FUNC_CODE_INST_CAST: "operand:value type:type operation:cast_operation flags:operation_flags -> type",
        records.FUNC_CODE_INST_GEP_OLD: "base:value index:value* -> address",
        records.FUNC_CODE_INST_INBOUNDS_GEP_OLD: "base:value index:value* -> address",
        records.FUNC_CODE_INST_GEP: "flags:gep_flags type:type base:value index:value* -> address",
        records.FUNC_CODE_INST_SELECT: "true:value false:relative condition:relative -> true",
        records.FUNC_CODE_INST_VSELECT: "true:value false:relative condition:value flags:fast_math -> true",
        records.FUNC_CODE_INST_EXTRACTELT: "vector:value index:value -> element",
        records.FUNC_CODE_INST_INSERTELT: "vector:value element:relative index:value -> vector",
        records.FUNC_CODE_INST_SHUFFLEVEC: "left:value right:relative mask:value -> shuffled",
        records.FUNC_CODE_INST_CMP: "left:value right:relative predicate:predicate -> truth",
        records.FUNC_CODE_INST_CMP2: "left:value right:relative predicate:predicate flags:compare_flags -> truth",
        records.FUNC_CODE_INST_RET: "value:value -> end",
        records.FUNC_CODE_INST_BR: "target:block?operands=1 true:block false:block condition:relative -> end",
        records.FUNC_CODE_INST_SWITCH: (
            f"type:type{_PLAIN_SWITCH} condition:relative{_PLAIN_SWITCH} default:block{_PLAIN_SWITCH} "
            f"(case:absolute target:block)*{_PLAIN_SWITCH} "
            f"magic{_RANGED_SWITCH} type:type condition:relative default:block cases "
            "(items (single low:signed high:signed?single=0)*items target:block)*cases -> end"
        ),
        records.FUNC_CODE_INST_INDIRECTBR: "type:type address:relative target:block* -> end",
        records.FUNC_CODE_INST_UNREACHABLE: "-> end",
        records.FUNC_CODE_INST_PHI: "type:type (value:signed_value block:block)*pairs flags:fast_math -> type",
        records.FUNC_CODE_INST_INVOKE: (
            "attributes:attributes convention:invoke_bits normal:block unwind:block "
            f"type:type?convention&{instruction_bits.INVOKE_EXPLICIT_TYPE} {_CALLEE} -> end returned"
        ),
        records.FUNC_CODE_INST_CALL: (
            f"attributes:attributes convention:call_bits fast_math:fast_math?convention&{instruction_bits.CALL_FAST_MATH} "
            f"type:type?convention&{instruction_bits.CALL_EXPLICIT_TYPE} {_CALLEE} -> returned"
        ),
        records.FUNC_CODE_INST_CALLBR: (
            "attributes:attributes convention:call_bits default:block count indirect:block*count "
            f"type:type?convention&{instruction_bits.CALL_EXPLICIT_TYPE} {_CALLEE} -> end returned"
        ),
        records.FUNC_CODE_OPERAND_BUNDLE: "tag:bundle_tag input:bundle_input*",
        records.FUNC_CODE_INST_ALLOCA: "type:type size_type:type size:absolute properties:alloca_bits address_space -> allocated",
        records.FUNC_CODE_INST_LOAD: "ptr:value type:type?rest>=3 " + _ACCESS + " -> loaded",
        records.FUNC_CODE_INST_LOADATOMIC: "ptr:value type:type?rest>=5 " + _ATOMIC_ACCESS + " -> loaded",
        records.FUNC_CODE_INST_STORE_OLD: "ptr:value value:relative " + _ACCESS + " ->",
        records.FUNC_CODE_INST_STORE: "ptr:value value:value " + _ACCESS + " ->",
        records.FUNC_CODE_INST_STOREATOMIC_OLD: "ptr:value value:relative " + _ATOMIC_ACCESS + " ->",
        records.FUNC_CODE_INST_STOREATOMIC: "ptr:value value:value " + _ATOMIC_ACCESS + " ->",
        records.FUNC_CODE_INST_VAARG: "list_type:type list:relative type:type -> type",
        records.FUNC_CODE_INST_FENCE: "ordering:ordering scope:scope ->",
        records.FUNC_CODE_INST_CMPXCHG_OLD: (
            "ptr:value expected:relative new:relative volatile success:ordering scope:scope failure:ordering weak -> exchanged"
        ),
        records.FUNC_CODE_INST_CMPXCHG: (
            "ptr:value expected:value new:relative volatile success:ordering scope:scope failure:ordering weak align:alignment "
            "-> exchanged"
        ),
        records.FUNC_CODE_INST_ATOMICRMW_OLD: (
            "ptr:value value:relative operation:atomic_operation volatile ordering:ordering scope:scope align:alignment "
            "-> pointee"
        ),
        records.FUNC_CODE_INST_ATOMICRMW: (
            "ptr:value value:value operation:atomic_operation volatile ordering:ordering scope:scope align:alignment -> value"
        ),
        records.FUNC_CODE_INST_EXTRACTVAL: "aggregate:value index* -> extracted",
        records.FUNC_CODE_INST_INSERTVAL: "aggregate:value element:value index* -> aggregate",
        records.FUNC_CODE_INST_UNOP: "operand:value operation:unary_operation flags:fast_math -> operand",
        records.FUNC_CODE_INST_FREEZE: "operand:value -> operand",
        records.FUNC_CODE_INST_BITINSERT: "base:value inserted:value offset:value -> base",
        records.FUNC_CODE_INST_BITEXTRACT: "type:type source:value offset:value -> type",
        records.FUNC_CODE_INST_RESUME: "value:value -> end",
        records.FUNC_CODE_INST_LANDINGPAD_OLD: (
            "type:type personality:value cleanup clauses (clause:clause value:value)*clauses -> type"
        ),
        records.FUNC_CODE_INST_LANDINGPAD: "type:type cleanup clauses (clause:clause value:value)*clauses -> type",
        records.FUNC_CODE_INST_CLEANUPRET: "pad:relative unwind:block -> end",
        records.FUNC_CODE_INST_CATCHRET: "pad:relative target:block -> end",
        records.FUNC_CODE_INST_CATCHPAD: "parent:relative count argument:value*count -> token",
        records.FUNC_CODE_INST_CLEANUPPAD: "parent:relative count argument:value*count -> token",
        records.FUNC_CODE_INST_CATCHSWITCH: "parent:relative count handler:block*count unwind:block -> end token",
        records.FUNC_CODE_DEBUG_LOC: (
            "line column scope:metadata inlined_at:metadata implicit atom_group atom_rank layers:metadata"
        ),
        records.FUNC_CODE_DEBUG_LOC_AGAIN: "",
        records.FUNC_CODE_BLOCKADDR_USERS: "function:absolute*",
        records.FUNC_CODE_DEBUG_RECORD_VALUE: _DEBUG_RECORD + "value:metadata_id",
        records.FUNC_CODE_DEBUG_RECORD_DECLARE: _DEBUG_RECORD + "value:metadata_id",
        records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE: _DEBUG_RECORD + "value:metadata_id",
        records.FUNC_CODE_DEBUG_RECORD_ASSIGN: _DEBUG_RECORD
        + "value:metadata_id assign_id:metadata_id address_expression:metadata_id address:metadata_id",
        records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE: _DEBUG_RECORD + "value:value",
        records.FUNC_CODE_DEBUG_RECORD_LABEL: "location:metadata_id label:metadata_id",
    },
    records.VALUE_SYMTAB_BLOCK_ID: {
        records.VST_CODE_ENTRY: "value:absolute name:text",
        records.VST_CODE_BBENTRY: "block:block name:text",
        records.VST_CODE_FNENTRY: "function:absolute offset:words name:text?rest>=1",
        records.VST_CODE_COMBINED_ENTRY: "value guid:guid",
    },
    records.METADATA_BLOCK_ID: {
        records.METADATA_STRING_OLD: "text:text",
        records.METADATA_VALUE: "type:type value:absolute",
        records.METADATA_NODE: "node:metadata*",
        records.METADATA_DISTINCT_NODE: "node:metadata*",
        records.METADATA_NAME: "name:text",
        records.METADATA_KIND: "kind name:text",
        records.METADATA_OLD_NODE: "(type:type value:old_metadata)*",
        records.METADATA_OLD_FN_NODE: "(type:type value:old_metadata)*",
        records.METADATA_NAMED_NODE: "node:metadata_id*",
        records.METADATA_EXPRESSION: "expression:expression",
        records.METADATA_STRINGS: "count offset",
        records.METADATA_GLOBAL_DECL_ATTACHMENT: "global:absolute " + _ATTACHMENTS,
        records.METADATA_INDEX_OFFSET: "offset:bit_offset",
        records.METADATA_INDEX: "bits*",
        records.METADATA_ARG_LIST: "argument:metadata_id*",
    },
    records.METADATA_KIND_BLOCK_ID: {
        records.METADATA_KIND: "kind name:text",
    },
    records.METADATA_ATTACHMENT_ID: {
        records.METADATA_ATTACHMENT: "instruction:instruction?operands&1 " + _ATTACHMENTS,
    },
    records.USELIST_BLOCK_ID: {
        records.USELIST_CODE_DEFAULT: "position*positions value:absolute",
        records.USELIST_CODE_BB: "position*positions block:block",
    },
    records.OPERAND_BUNDLE_TAGS_BLOCK_ID: {
        records.OPERAND_BUNDLE_TAG: "tag:text",
    },
    records.SYNC_SCOPE_NAMES_BLOCK_ID: {
        records.SYNC_SCOPE_NAME: "name:text",
    },
    records.MODULE_STRTAB_BLOCK_ID: {
        records.MST_CODE_ENTRY: "module path:text",
        records.MST_CODE_HASH: "hash:hash",
    },
    records.STRTAB_BLOCK_ID: {
        records.STRTAB_BLOB: "",
    },
    records.SYMTAB_BLOCK_ID: {
        records.SYMTAB_BLOB: "",
    },
}

_SUMMARY_SHAPES: Final[dict[int, str]] = {
    records.FS_PERMODULE: "value:summary_value " + _SUMMARY + _REFERENCES + _PLAIN_CALLS,
    records.FS_PERMODULE_PROFILE: "value:summary_value " + _SUMMARY + _REFERENCES + _PROFILED_CALLS,
    records.FS_PERMODULE_RELBF: ("value:summary_value " + _SUMMARY + _REFERENCES + "(call:summary_value frequency:frequency)*"),
    records.FS_PERMODULE_GLOBALVAR_INIT_REFS: (
        "value:summary_value flags:summary_flags variable_flags:variable_flags?version>=5 reference:summary_value*"
    ),
    records.FS_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS: (
        "value:summary_value flags:summary_flags variable_flags:variable_flags references reference:summary_value*references "
        "(function:summary_value offset)*"
    ),
    records.FS_COMBINED: "value:summary_value " + _MODULE + _SUMMARY + _ENTRY_COUNT + _REFERENCES + _PLAIN_CALLS,
    records.FS_COMBINED_PROFILE: "value:summary_value " + _MODULE + _SUMMARY + _ENTRY_COUNT + _REFERENCES + _PROFILED_CALLS,
    records.FS_COMBINED_GLOBALVAR_INIT_REFS: (
        "value:summary_value " + _MODULE + "flags:summary_flags variable_flags:variable_flags?version>=5 reference:summary_value*"
    ),
    records.FS_ALIAS: "value:summary_value flags:summary_flags aliasee:summary_value",
    records.FS_COMBINED_ALIAS: "value:summary_value " + _MODULE + "flags:summary_flags aliasee:summary_value",
    records.FS_COMBINED_ORIGINAL_NAME: "original_name:guid",
    records.FS_VERSION: "version",
    records.FS_FLAGS: "flags",
    records.FS_BLOCK_COUNT: "blocks",
    records.FS_VALUE_GUID: "value guid:guid?operands<3 guid:guid_words",
    records.FS_TYPE_TESTS: "type:guid*",
    records.FS_TYPE_TEST_ASSUME_VCALLS: _VIRTUAL,
    records.FS_TYPE_CHECKED_LOAD_VCALLS: _VIRTUAL,
    records.FS_TYPE_TEST_ASSUME_CONST_VCALL: "type:guid offset argument*",
    records.FS_TYPE_CHECKED_LOAD_CONST_VCALL: "type:guid offset argument*",
    records.FS_CFI_FUNCTION_DEFS: "name:string*",
    records.FS_CFI_FUNCTION_DECLS: "name:string*",
    records.FS_TYPE_ID: (
        "name:string kind:type_test size_minus_1_bit_width align_log2 size_minus_1 bit_mask inline_bits "
        "(offset kind:devirtualization implementation:string resolutions "
        "(arguments argument*arguments kind:by_argument info byte bit)*resolutions)*"
    ),
    records.FS_TYPE_ID_METADATA: "name:string (offset vtable:summary_value)*",
    records.FS_PARAM_ACCESS: (
        "(parameter lower:signed upper:signed calls (parameter callee:summary_value lower:signed upper:signed)*calls)*"
    ),
    records.FS_PERMODULE_CALLSITE_INFO: "callee:summary_value stack:stack_id*",
    records.FS_COMBINED_CALLSITE_INFO: "callee:summary_value frames clones stack:stack_id*frames clone*clones",
    records.FS_PERMODULE_ALLOC_INFO: (
        f"contexts?version>=10 {_CONTEXTS}*contexts?version>=10 {_CONTEXTS}*?version<10 total_size*"
    ),
    records.FS_COMBINED_ALLOC_INFO: f"contexts versions {_CONTEXTS}*contexts version*versions total_size*",
    records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT: ("contexts versions allocation:allocation*contexts version*versions total_size*"),
    records.FS_STACK_IDS: "stack:guid*?version<12 stack:guid_words*?version>=12",
    records.FS_ALLOC_CONTEXT_IDS: "context:guid_words*",
    records.FS_CONTEXT_RADIX_TREE_ARRAY: "entry*",
}

_WORDS: Final[dict[int, dict[int, str]]] = {
    **_SHAPES,
    records.GLOBALVAL_SUMMARY_BLOCK_ID: _SUMMARY_SHAPES,
    records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID: _SUMMARY_SHAPES,
}

RECORD_SHAPES: Final[dict[int, dict[int, RecordShape]]] = {
    block: {code: RecordShape(words) for code, words in rows.items()} for block, rows in _WORDS.items()
}
"""The shapes of all records, by block and code."""

BLOCKINFO_SHAPES: Final[dict[int, RecordShape]] = {
    1: RecordShape("block:block_id"),
    2: RecordShape("name:text"),
    3: RecordShape("code name:text"),
}
"""The shapes of the records of the BLOCKINFO block, which every bitstream may have."""
