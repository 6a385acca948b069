"""DWARF's numbers and names, as LLVM's text spells them, and the flags and kinds that LLVM adds.

The numbers are from llvm/BinaryFormat/Dwarf.def and llvm/IR/DebugInfoFlags.def; `N-` is the first LLVM that has a
name, `-N` the last. A number that code uses is a constant, from which the table takes it.

Source: Dwarf.def; DebugInfoFlags.def.
"""

from typing import Final

from pyllvm.schema.names import FlagTable, NameTable

# The tags that code uses.
TAG_ARRAY_TYPE: Final = 0x01
TAG_CLASS_TYPE: Final = 0x02
TAG_ENUMERATION_TYPE: Final = 0x04
TAG_IMPORTED_DECLARATION: Final = 0x08
TAG_MEMBER: Final = 0x0D
TAG_POINTER_TYPE: Final = 0x0F
TAG_REFERENCE_TYPE: Final = 0x10
TAG_STRING_TYPE: Final = 0x12
TAG_STRUCTURE_TYPE: Final = 0x13
TAG_TYPEDEF: Final = 0x16
TAG_UNION_TYPE: Final = 0x17
TAG_VARIANT: Final = 0x19
TAG_INHERITANCE: Final = 0x1C
TAG_PTR_TO_MEMBER_TYPE: Final = 0x1F
TAG_SET_TYPE: Final = 0x20
TAG_BASE_TYPE: Final = 0x24
TAG_CONST_TYPE: Final = 0x26
TAG_FRIEND: Final = 0x2A
TAG_NAMELIST: Final = 0x2B
TAG_TEMPLATE_VALUE_PARAMETER: Final = 0x30
TAG_VARIANT_PART: Final = 0x33
TAG_VARIABLE: Final = 0x34
TAG_VOLATILE_TYPE: Final = 0x35
TAG_RESTRICT_TYPE: Final = 0x37
TAG_IMPORTED_MODULE: Final = 0x3A
TAG_UNSPECIFIED_TYPE: Final = 0x3B
TAG_RVALUE_REFERENCE_TYPE: Final = 0x42
TAG_TEMPLATE_ALIAS: Final = 0x43
TAG_ATOMIC_TYPE: Final = 0x47
TAG_IMMUTABLE_TYPE: Final = 0x4B
TAG_GNU_TEMPLATE_TEMPLATE_PARAM: Final = 0x4106
TAG_GNU_TEMPLATE_PARAMETER_PACK: Final = 0x4107
TAG_LLVM_PTRAUTH_TYPE: Final = 0x4300

#: The kind of thing that a node describes.
TAGS: Final = NameTable(
    "DW_TAG_",
    f"""
0x00 null
{TAG_ARRAY_TYPE} array_type
{TAG_CLASS_TYPE} class_type
0x03 entry_point
{TAG_ENUMERATION_TYPE} enumeration_type
0x05 formal_parameter
{TAG_IMPORTED_DECLARATION} imported_declaration
0x0a label
0x0b lexical_block
{TAG_MEMBER} member
{TAG_POINTER_TYPE} pointer_type
{TAG_REFERENCE_TYPE} reference_type
0x11 compile_unit
{TAG_STRING_TYPE} string_type
{TAG_STRUCTURE_TYPE} structure_type
0x15 subroutine_type
{TAG_TYPEDEF} typedef
{TAG_UNION_TYPE} union_type
0x18 unspecified_parameters
{TAG_VARIANT} variant
0x1a common_block
0x1b common_inclusion
{TAG_INHERITANCE} inheritance
0x1d inlined_subroutine
0x1e module
{TAG_PTR_TO_MEMBER_TYPE} ptr_to_member_type
{TAG_SET_TYPE} set_type
0x21 subrange_type
0x22 with_stmt
0x23 access_declaration
{TAG_BASE_TYPE} base_type
0x25 catch_block
{TAG_CONST_TYPE} const_type
0x27 constant
0x28 enumerator
0x29 file_type
{TAG_FRIEND} friend
{TAG_NAMELIST} namelist
0x2c namelist_item
0x2d packed_type
0x2e subprogram
0x2f template_type_parameter
{TAG_TEMPLATE_VALUE_PARAMETER} template_value_parameter
0x31 thrown_type
0x32 try_block
{TAG_VARIANT_PART} variant_part
{TAG_VARIABLE} variable
{TAG_VOLATILE_TYPE} volatile_type
0x36 dwarf_procedure
{TAG_RESTRICT_TYPE} restrict_type
0x38 interface_type
0x39 namespace
{TAG_IMPORTED_MODULE} imported_module
{TAG_UNSPECIFIED_TYPE} unspecified_type
0x3c partial_unit
0x3d imported_unit
0x3f condition
0x40 shared_type
0x41 type_unit
{TAG_RVALUE_REFERENCE_TYPE} rvalue_reference_type
{TAG_TEMPLATE_ALIAS} template_alias
0x44 coarray_type
0x45 generic_subrange
0x46 dynamic_type
{TAG_ATOMIC_TYPE} atomic_type
0x48 call_site
0x49 call_site_parameter
0x4a skeleton_unit
{TAG_IMMUTABLE_TYPE} immutable_type
0x4081 MIPS_loop
0x4101 format_label
0x4102 function_template
0x4103 class_template
0x4104 GNU_BINCL 12-
0x4105 GNU_EINCL 12-
{TAG_GNU_TEMPLATE_TEMPLATE_PARAM} GNU_template_template_param
{TAG_GNU_TEMPLATE_PARAMETER_PACK} GNU_template_parameter_pack
0x4108 GNU_formal_parameter_pack
0x4109 GNU_call_site
0x410a GNU_call_site_parameter
0x4200 APPLE_property
0x4201 SUN_function_template 12-
0x4202 SUN_class_template 12-
0x4203 SUN_struct_template 12-
0x4204 SUN_union_template 12-
0x4205 SUN_indirect_inheritance 12-
0x4206 SUN_codeflags 12-
0x4207 SUN_memop_info 12-
0x4208 SUN_omp_child_func 12-
0x4209 SUN_rtti_descriptor 12-
0x420a SUN_dtor_info 12-
0x420b SUN_dtor 12-
0x420c SUN_f90_interface 12-
0x420d SUN_fortran_vax_structure 12-
0x42ff SUN_hi
{TAG_LLVM_PTRAUTH_TYPE} LLVM_ptrauth_type 16-
0x5101 ALTIUM_circ_type 12-
0x5102 ALTIUM_mwa_circ_type 12-
0x5103 ALTIUM_rev_carry_type 12-
0x5111 ALTIUM_rom 12-
0x6000 LLVM_annotation 14-
0x8004 GHS_namespace
0x8005 GHS_using_namespace
0x8006 GHS_using_declaration
0x8007 GHS_template_templ_param
0x8765 UPC_shared_type 12-
0x8766 UPC_strict_type
0x8767 UPC_relaxed
0xa000 PGI_kanji_type
0xa020 PGI_interface_block
0xb000 BORLAND_property
0xb001 BORLAND_Delphi_string
0xb002 BORLAND_Delphi_dynamic_array
0xb003 BORLAND_Delphi_set
0xb004 BORLAND_Delphi_variant
""",
)

ENCODING_BOOLEAN: Final = 0x02
ENCODING_SIGNED: Final = 0x05
ENCODING_SIGNED_CHAR: Final = 0x06
ENCODING_UNSIGNED: Final = 0x07
ENCODING_UNSIGNED_CHAR: Final = 0x08
ENCODING_SIGNED_FIXED: Final = 0x0D
ENCODING_UNSIGNED_FIXED: Final = 0x0E

#: How a basic type is encoded.
ENCODINGS: Final = NameTable(
    "DW_ATE_",
    f"""
0x01 address
{ENCODING_BOOLEAN} boolean
0x03 complex_float
0x04 float
{ENCODING_SIGNED} signed
{ENCODING_SIGNED_CHAR} signed_char
{ENCODING_UNSIGNED} unsigned
{ENCODING_UNSIGNED_CHAR} unsigned_char
0x09 imaginary_float
0x0a packed_decimal
0x0b numeric_string
0x0c edited
{ENCODING_SIGNED_FIXED} signed_fixed
{ENCODING_UNSIGNED_FIXED} unsigned_fixed
0x0f decimal_float
0x10 UTF
0x11 UCS
0x12 ASCII
0x81 HP_complex_float 12-
0x82 HP_float128 12-
0x83 HP_complex_float128 12-
0x84 HP_floathpintel 12-
0x85 HP_imaginary_float90 12-
0x86 HP_imaginary_float128 12-
""",
)

LANGUAGE_FORTRAN77: Final = 0x07
LANGUAGE_FORTRAN90: Final = 0x08
LANGUAGE_FORTRAN95: Final = 0x0E
LANGUAGE_FORTRAN03: Final = 0x22
LANGUAGE_FORTRAN08: Final = 0x23
LANGUAGE_FORTRAN18: Final = 0x2D

#: Source languages up to DWARF 5.
LANGUAGES: Final = NameTable(
    "DW_LANG_",
    f"""
0x01 C89
0x02 C
0x03 Ada83
0x04 C_plus_plus
0x05 Cobol74
0x06 Cobol85
{LANGUAGE_FORTRAN77} Fortran77
{LANGUAGE_FORTRAN90} Fortran90
0x09 Pascal83
0x0a Modula2
0x0b Java
0x0c C99
0x0d Ada95
{LANGUAGE_FORTRAN95} Fortran95
0x0f PLI
0x10 ObjC
0x11 ObjC_plus_plus
0x12 UPC
0x13 D
0x14 Python
0x15 OpenCL
0x16 Go
0x17 Modula3
0x18 Haskell
0x19 C_plus_plus_03
0x1a C_plus_plus_11
0x1b OCaml
0x1c Rust
0x1d C11
0x1e Swift
0x1f Julia
0x20 Dylan
0x21 C_plus_plus_14
{LANGUAGE_FORTRAN03} Fortran03
{LANGUAGE_FORTRAN08} Fortran08
0x24 RenderScript
0x25 BLISS
0x26 Kotlin 16-
0x27 Zig 16-
0x28 Crystal 16-
0x2a C_plus_plus_17 16-
0x2b C_plus_plus_20 16-
0x2c C17 16-
{LANGUAGE_FORTRAN18} Fortran18 16-
0x2e Ada2005 16-
0x2f Ada2012 16-
0x30 HIP 19-
0x31 Assembly 19-
0x32 C_sharp 19-
0x33 Mojo 17-
0x34 GLSL 19-
0x35 GLSL_ES 19-
0x36 HLSL 19-
0x37 OpenCL_CPP 19-
0x38 CPP_for_OpenCL 19-
0x39 SYCL 19-
0x3d Metal 20-
0x40 Ruby 19-
0x41 Move 19-
0x42 Hylo 19-
0x8001 Mips_Assembler
0x8e57 GOOGLE_RenderScript
0xb000 BORLAND_Delphi
""",
)

#: Source languages of DWARF 6, which has their version in another field.
LANGUAGE_NAMES: Final = NameTable(
    "DW_LNAME_",
    """
0x01 Ada
0x02 BLISS
0x03 C
0x04 C_plus_plus
0x05 Cobol
0x06 Crystal
0x07 D
0x08 Dylan
0x09 Fortran
0x0a Go
0x0b Haskell
0x0c Java
0x0d Julia
0x0e Kotlin
0x0f Modula2
0x10 Modula3
0x11 ObjC
0x12 ObjC_plus_plus
0x13 OCaml
0x14 OpenCL_C
0x15 Pascal
0x16 PLI
0x17 Python
0x18 RenderScript
0x19 Rust
0x1a Swift
0x1b UPC
0x1c Zig
0x1d Assembly
0x1e C_sharp
0x1f Mojo
0x20 GLSL
0x21 GLSL_ES
0x22 HLSL
0x23 OpenCL_CPP
0x24 CPP_for_OpenCL
0x25 SYCL
0x26 Ruby
0x27 Move
0x28 Hylo
0x29 HIP 23-
0x2c Metal
""",
)

#: Dialects of a source language, by how a thread's values relate to other threads' values.
DIALECTS: Final = NameTable(
    "DW_LLVM_LANG_DIALECT_",
    """
1 simt
2 tile
""",
)

#: Calling conventions.
CONVENTIONS: Final = NameTable(
    "DW_CC_",
    """
0x01 normal
0x02 program
0x03 nocall
0x04 pass_by_reference
0x05 pass_by_value
0x40 GNU_renesas_sh
0x41 GNU_borland_fastcall_i386
0xb0 BORLAND_safecall
0xb1 BORLAND_stdcall
0xb2 BORLAND_pascal
0xb3 BORLAND_msfastcall
0xb4 BORLAND_msreturn
0xb5 BORLAND_thiscall
0xb6 BORLAND_fastcall
0xc0 LLVM_vectorcall
0xc1 LLVM_Win64
0xc2 LLVM_X86_64SysV
0xc3 LLVM_AAPCS
0xc4 LLVM_AAPCS_VFP
0xc5 LLVM_IntelOclBicc
0xc6 LLVM_SpirFunction
0xc7 LLVM_DeviceKernel 21-
0xc7 LLVM_OpenCLKernel -20
0xc8 LLVM_Swift
0xc9 LLVM_PreserveMost
0xca LLVM_PreserveAll
0xcb LLVM_X86RegCall
0xcc LLVM_M68kRTD 18-
0xcd LLVM_PreserveNone 19-
0xce LLVM_RISCVVectorCall 19-
0xcf LLVM_SwiftTail 19-
0xd0 LLVM_RISCVVLSCall 21-
0xff GDB_IBM_OpenCL
""",
)

MACINFO_START_FILE: Final = 0x03

#: Kinds of macro records.
MACINFO: Final = NameTable(
    "DW_MACINFO_",
    f"""
0x01 define
0x02 undef
{MACINFO_START_FILE} start_file
0x04 end_file
0xff vendor_ext
""",
)

#: Virtuality of a member function.
VIRTUALITIES: Final = NameTable(
    "DW_VIRTUALITY_",
    """
0x00 none
0x01 virtual
0x02 pure_virtual
""",
)

#: Whether an enumeration may have values without a name.
ENUM_KINDS: Final = NameTable(
    "DW_APPLE_ENUM_KIND_",
    """
0x00 Closed
0x01 Open
""",
)

#: How much debug information a compile unit has.
EMISSION_KINDS: Final = NameTable(
    "",
    """
0 NoDebug
1 FullDebug
2 LineTablesOnly
3 DebugDirectivesOnly 8-
""",
)

#: Which name table a compile unit gets.
NAME_TABLE_KINDS: Final = NameTable(
    "",
    """
0 Default
1 GNU
2 None
3 Apple 17-
""",
)

CHECKSUM_MD5: Final = 1
CHECKSUM_SHA1: Final = 2
CHECKSUM_SHA256: Final = 3

#: How a file's checksum is made.
CHECKSUM_KINDS: Final = NameTable(
    "CSK_",
    f"""
{CHECKSUM_MD5} MD5
{CHECKSUM_SHA1} SHA1
{CHECKSUM_SHA256} SHA256 11-
""",
)

FIXED_POINT_RATIONAL: Final = 2

#: The meaning of a fixed-point type's factor.
FIXED_POINT_KINDS: Final = NameTable(
    "",
    f"""
0 Binary
1 Decimal
{FIXED_POINT_RATIONAL} Rational
""",
)

# The flags that code uses.
FLAG_FWD_DECL: Final = 0x00000004
FLAG_BLOCK_BYREF_STRUCT: Final = 0x00000010
FLAG_ARTIFICIAL: Final = 0x00000040
FLAG_VECTOR: Final = 0x00000800
FLAG_STATIC_MEMBER: Final = 0x00001000
FLAG_LVALUE_REFERENCE: Final = 0x00002000
FLAG_RVALUE_REFERENCE: Final = 0x00004000
OLD_FLAG_MAIN_SUBPROGRAM: Final = 0x00200000
FLAG_TYPE_PASS_BY_VALUE: Final = 0x00400000
FLAG_TYPE_PASS_BY_REFERENCE: Final = 0x00800000
FLAG_ALL_CALLS_DESCRIBED: Final = 0x20000000

#: Flags of types, variables and subprograms. Accessibility and the representation of member pointers are fields of two
#: bits, one name a value.
DI_FLAGS: Final = FlagTable(
    "DIFlag",
    f"""
0x00000000 Zero
0x00000001 Private
0x00000002 Protected
0x00000003 Public
{FLAG_FWD_DECL} FwdDecl
0x00000008 AppleBlock
{FLAG_BLOCK_BYREF_STRUCT} BlockByrefStruct -9
0x00000010 ReservedBit4 10-
0x00000020 Virtual
{FLAG_ARTIFICIAL} Artificial
0x00000080 Explicit
0x00000100 Prototyped
0x00000200 ObjcClassComplete
0x00000400 ObjectPointer
{FLAG_VECTOR} Vector
{FLAG_STATIC_MEMBER} StaticMember
{FLAG_LVALUE_REFERENCE} LValueReference
{FLAG_RVALUE_REFERENCE} RValueReference
0x00008000 Reserved -9
0x00008000 ExportSymbols 10-
0x00010000 SingleInheritance
0x00020000 MultipleInheritance
0x00030000 VirtualInheritance
0x00040000 IntroducedVirtual
0x00080000 BitField
0x00100000 NoReturn
{OLD_FLAG_MAIN_SUBPROGRAM} MainSubprogram -8
0x00200000 ArgumentNotModified 9- -9
{FLAG_TYPE_PASS_BY_VALUE} TypePassByValue
{FLAG_TYPE_PASS_BY_REFERENCE} TypePassByReference
0x01000000 FixedEnum -7
0x01000000 EnumClass 8-
0x02000000 Thunk
0x04000000 Trivial -8
0x04000000 NonTrivial 9-
0x08000000 BigEndian 8-
0x10000000 LittleEndian 8-
{FLAG_ALL_CALLS_DESCRIBED} AllCallsDescribed 8-
0x40000000 NameIsSimplified 22-
0x00000024 IndirectVirtualBase
""",
    fields=[0x00000003, 0x00030000],
    wholes=[0x00000024],
)

SUBPROGRAM_LOCAL_TO_UNIT: Final = 0x004
SUBPROGRAM_DEFINITION: Final = 0x008
SUBPROGRAM_OPTIMIZED: Final = 0x010
SUBPROGRAM_MAIN_SUBPROGRAM: Final = 0x100

#: Flags that only subprograms have.
SUBPROGRAM_FLAGS: Final = FlagTable(
    "DISPFlag",
    f"""
0x000 Zero
0x001 Virtual
0x002 PureVirtual
{SUBPROGRAM_LOCAL_TO_UNIT} LocalToUnit
{SUBPROGRAM_DEFINITION} Definition
{SUBPROGRAM_OPTIMIZED} Optimized
0x020 Pure 9-
0x040 Elemental 9-
0x080 Recursive 9-
{SUBPROGRAM_MAIN_SUBPROGRAM} MainSubprogram 9-
0x200 Deleted 10-
0x800 ObjCDirect 10-
""",
    fields=[],
    wholes=[],
)

# The tags that a derived type may have, and the first version whose verifier accepts each.
DERIVED_TAGS: Final[dict[int, int]] = {
    TAG_TYPEDEF: 7,
    TAG_POINTER_TYPE: 7,
    TAG_PTR_TO_MEMBER_TYPE: 7,
    TAG_REFERENCE_TYPE: 7,
    TAG_RVALUE_REFERENCE_TYPE: 7,
    TAG_CONST_TYPE: 7,
    TAG_IMMUTABLE_TYPE: 14,
    TAG_VOLATILE_TYPE: 7,
    TAG_RESTRICT_TYPE: 7,
    TAG_ATOMIC_TYPE: 7,
    TAG_LLVM_PTRAUTH_TYPE: 19,
    TAG_MEMBER: 7,
    TAG_INHERITANCE: 7,
    TAG_FRIEND: 7,
    TAG_SET_TYPE: 13,
    TAG_TEMPLATE_ALIAS: 19,
}
# The same of a composite type.
COMPOSITE_TAGS: Final[dict[int, int]] = {
    TAG_ARRAY_TYPE: 7,
    TAG_STRUCTURE_TYPE: 7,
    TAG_UNION_TYPE: 7,
    TAG_ENUMERATION_TYPE: 7,
    TAG_CLASS_TYPE: 7,
    TAG_VARIANT_PART: 7,
    TAG_VARIANT: 21,
    TAG_NAMELIST: 14,
}

# --- Kinds of metadata nodes

#: The kinds of scopes that are blocks of a function.
LEXICAL_BLOCKS: Final = frozenset(("DILexicalBlock", "DILexicalBlockFile"))

#: The kinds of scopes inside a function.
LOCAL_SCOPES: Final = LEXICAL_BLOCKS | {"DISubprogram"}

#: The kinds of types.
TYPES: Final = frozenset(
    ("DIBasicType", "DIDerivedType", "DICompositeType", "DISubroutineType", "DIStringType", "DIFixedPointType", "DISubrangeType")
)
