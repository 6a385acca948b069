"""Constructs of the language that a release added or removed and that no other table lists: name, first and last LLVM.

Attributes, operations, flags, calling conventions, metadata nodes and intrinsics have tables of their own. A number that
inner loops compare with is a constant, so that compiled code holds the number itself.

Source: docs/ReleaseNotes (Changes to the LLVM IR); LangRef.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.schema.integers import METADATA_EXTENTS_SINCE
from pyllvm.tables.behavior_versions import INDIRECT_RESULTS_SINCE
from pyllvm.tables.module_flags import MINIMUM_SINCE
from pyllvm.tables.target_versions import VECTORS_BY_ELEMENTS_SINCE
from pyllvm.versions import FOREVER


@final
class Feature:
    """A construct of the language: LLVM `since` was the first to have it, LLVM `until` the last."""

    __slots__ = ("name", "since", "until")

    def __init__(self, name: str, since: int, until: int = FOREVER) -> None:
        self.name = name
        self.since = since
        self.until = until

    def is_in(self, version: int) -> bool:
        """Whether LLVM of this version has it."""
        return self.since <= version <= self.until

    def __repr__(self) -> str:
        return f"<Feature {self.name}>"


FUNCTION_ADDRESS_SPACES_SINCE: Final = 8
PARTITIONS_SINCE: Final = 9
NODEDUPLICATE_SINCE: Final = 13
ASM_UNWIND_SINCE: Final = 13
ATOMIC_ALIGNMENT_SINCE: Final = 13
ELEMENT_TYPES_SINCE: Final = 14
# The same of the intrinsics that preserve accesses.
ACCESS_ELEMENT_TYPES_SINCE: Final = 13
# The same of exclusive loads and stores of ARM.
EXCLUSIVE_ELEMENT_TYPES_SINCE: Final = 15
OPAQUE_POINTERS_SINCE: Final = 15
OPAQUE_POINTERS_ON_REQUEST_SINCE: Final = 13  # LLVM 13 and 14 have them where an option asks for them
ASM_LABELS_SINCE: Final = 15  # the destinations of a callbr are constraints, not arguments
CALLBR_INTRINSICS_SINCE: Final = 22
EXPECTED_WEIGHTS_SINCE: Final = 19
STATIC_MEMBER_VARIABLES_SINCE: Final = 18
SANITIZER_FLAGS_SINCE: Final = 15
TYPED_POINTERS_UNTIL: Final = 16  # LLVM 15 and 16 know both kinds; from 17 on `T*` is read as `ptr`
TYPED_POINTERS_KEPT_UNTIL: Final = 15  # 16 keeps a file's typed pointers only if an option asks for it
CODE_MODELS_SINCE: Final = 18
DEBUG_RECORDS_SINCE: Final = 19
DEBUG_INTRINSICS_ON_REQUEST_UNTIL: Final = 21  # options of LLVM 19 to 21 write calls instead of records
METADATA_BUNDLES_SINCE: Final = 20
IFUNC_METADATA_SINCE: Final = 22
PREFERRED_ALIGNMENTS_SINCE: Final = 23
ASM_PROPERTIES_SINCE: Final = 23
BYTE_TYPES_SINCE: Final = 23
# First version in which a vector of equal floating-point numbers or bytes is a constant without operands.
SPLATS_SINCE: Final = 23
ATOMIC_INTEGER_VECTORS_SINCE: Final = 23
ATOMIC_XCHG_OF_VECTORS_SINCE: Final = 24

# The module and its global values.
FUNCTION_ADDRESS_SPACES: Final = Feature("the address space of a function", FUNCTION_ADDRESS_SPACES_SINCE)
PARTITIONS: Final = Feature("'partition'", PARTITIONS_SINCE)
SANITIZER_FLAGS: Final = Feature("sanitizer flags of a global variable", SANITIZER_FLAGS_SINCE)
CODE_MODELS: Final = Feature("'code_model'", CODE_MODELS_SINCE)
AVAILABLE_EXTERNALLY_ALIASES: Final = Feature("an 'available_externally' alias", 16)
IFUNC_METADATA: Final = Feature("metadata of an ifunc", IFUNC_METADATA_SINCE)
PREFERRED_ALIGNMENTS: Final = Feature("'prefalign'", PREFERRED_ALIGNMENTS_SINCE)
ASM_PROPERTIES: Final = Feature("properties of 'module asm'", ASM_PROPERTIES_SINCE)
DECLARED_SUBPROGRAMS: Final = Feature("'!dbg' of a function declaration", 9)
LARGE_ALIGNMENTS: Final = Feature("an alignment of more than 536870912", 14)
MODULE_FLAG_MINIMUM: Final = Feature("the module flag behavior 8 (Min)", MINIMUM_SINCE)

# Prefixes of data layout specifications. Older versions report an error for an unknown prefix.
LAYOUT_SPECIFICATIONS_SINCE: Final[tuple[tuple[str, int], ...]] = (
    ("F", 9),
    ("m:a", 11),
    ("G", 13),
    ("m:l", 14),
    ("pu", 22),
    ("pe", 22),
    ("ve", VECTORS_BY_ELEMENTS_SINCE),
)

# The ones that the module can do without: how functions are aligned, and where new globals go.
LAYOUT_HINTS_SINCE: Final = (LAYOUT_SPECIFICATIONS_SINCE[0], LAYOUT_SPECIFICATIONS_SINCE[2])

# Types.
OPAQUE_POINTERS: Final = Feature("opaque pointers", OPAQUE_POINTERS_SINCE)
TYPED_POINTERS: Final = Feature("typed pointers", 0, TYPED_POINTERS_UNTIL)
SCALABLE_VECTORS: Final = Feature("scalable vectors", 9)
BFLOAT: Final = Feature("'bfloat'", 11)
X86_AMX: Final = Feature("'x86_amx'", 12)
X86_MMX: Final = Feature("'x86_mmx'", 0, 19)
TARGET_TYPES: Final = Feature("target types", 16)
BYTE_TYPES: Final = Feature("byte types", BYTE_TYPES_SINCE)
SCALABLE_STRUCTS: Final = Feature("structs of scalable vectors", 13)
SCALABLE_STRUCT_ACCESSES: Final = Feature("an access to a struct of scalable vectors", 17)
SCALABLE_ARRAYS: Final = Feature("arrays of scalable vectors", 18)

# Constants.
POISON: Final = Feature("'poison'", 12)
DSO_LOCAL_EQUIVALENT: Final = Feature("'dso_local_equivalent'", 12)
NO_CFI: Final = Feature("'no_cfi'", 14)
POINTER_AUTHENTICATION: Final = Feature("'ptrauth'", 19)
DEACTIVATION_SYMBOLS: Final = Feature("the deactivation symbol of 'ptrauth'", 22)
INRANGE_INDICES: Final = Feature("'inrange' of an index", 0, 18)
INRANGE_BOUNDS: Final = Feature("'inrange(...)' of getelementptr", 19)

# Instructions.
CALLBR: Final = Feature("'callbr'", 9)
CALLBR_RESULTS: Final = Feature("the result of 'callbr' in a block to which a label leads", INDIRECT_RESULTS_SINCE)
CALLBR_INTRINSICS: Final = Feature("'callbr' of an intrinsic", CALLBR_INTRINSICS_SINCE)
ALLOCA_ADDRESS_SPACES: Final = Feature("allocas in several address spaces", 15)
FREEZE: Final = Feature("'freeze'", 10)
BIT_EXTRACTION: Final = Feature("'bitextract'", 24)
BIT_INSERTION: Final = Feature("'bitinsert'", 24)
ASM_UNWIND: Final = Feature("'unwind' of inline assembly", ASM_UNWIND_SINCE)
ASM_LABELS: Final = Feature("the label constraint '!i' of inline assembly", ASM_LABELS_SINCE)
ASM_LABEL_ADDRESSES: Final = Feature("block addresses for the labels of 'callbr'", 0, 14)
CALL_ADDRESS_SPACES: Final = Feature("a call in an address space", 8)
METADATA_BUNDLES: Final = Feature("metadata in an operand bundle", METADATA_BUNDLES_SINCE)
ATOMIC_ALIGNMENT: Final = Feature("'align' of an atomic operation", ATOMIC_ALIGNMENT_SINCE)
THREAD_LOCAL_ADDRESSES: Final = Feature("'llvm.threadlocal.address'", 16)
ATOMIC_VECTORS: Final = Feature("atomic loads and stores of vectors", 22)
ATOMIC_XCHG_OF_FLOATS: Final = Feature("'atomicrmw xchg' of a floating-point number", 9)
ATOMIC_XCHG_OF_POINTERS: Final = Feature("'atomicrmw xchg' of a pointer", 15)
ATOMIC_VECTOR_OPERATIONS: Final = Feature("'atomicrmw' of floating-point vectors", 19)
ATOMIC_INTEGER_VECTORS: Final = Feature("'atomicrmw' of integer vectors", ATOMIC_INTEGER_VECTORS_SINCE)
ATOMIC_XCHG_OF_VECTORS: Final = Feature("'atomicrmw xchg' of a vector", ATOMIC_XCHG_OF_VECTORS_SINCE)
ELEMENTWISE: Final = Feature("'atomicrmw elementwise'", ATOMIC_INTEGER_VECTORS_SINCE)

VECTOR_SPLICE_SIDES: Final = Feature("'llvm.vector.splice.left' and 'right'", 22)
FAST_MATH_OF_AGGREGATES: Final = Feature("fast-math flags of an operation on aggregates", 20)

# Metadata.
DEBUG_RECORDS: Final = Feature("debug records", DEBUG_RECORDS_SINCE)
DECLARED_VALUES: Final = Feature("'#dbg_declare_value'", 22)
DEBUG_ASSIGNMENTS: Final = Feature("'llvm.dbg.assign'", 16)
METADATA_SIZES: Final = Feature("sizes and offsets of types as metadata", METADATA_EXTENTS_SINCE)
ARGUMENT_LISTS: Final = Feature("'!DIArgList'", 13)
EXPECTED_WEIGHTS: Final = Feature("'expected' of branch weights", EXPECTED_WEIGHTS_SINCE)
UNNAMED_DEBUG_VARIABLES: Final = Feature("a '!DIGlobalVariable' without a name", 15)
STATIC_MEMBER_VARIABLES: Final = Feature("DW_TAG_variable of a '!DIDerivedType'", STATIC_MEMBER_VARIABLES_SINCE)
METADATA_BOUNDS: Final = Feature("bounds of a '!DISubrange' as metadata", 11)
SOURCE_LANGUAGE_NAMES: Final = Feature("'sourceLanguageName:' of !DICompileUnit", 22)
WIDE_ENUMERATORS: Final = Feature("enumerators of more than 64 bits", 11)

# Attributes that replaced others.
MEMORY_ATTRIBUTE: Final = Feature("'memory(...)'", 16)
UNWIND_TABLE_KINDS: Final = Feature("'uwtable(sync)'", 15)
CAPTURES: Final = Feature("'captures(none)' for 'nocapture'", 21)
