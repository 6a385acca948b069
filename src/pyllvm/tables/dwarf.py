"""DWARF's numbers and names, as LLVM's text spells them, and the flags and kinds that LLVM adds.

The numbers are those of llvm/BinaryFormat/Dwarf.def and llvm/IR/DebugInfoFlags.def; `N-` is the first LLVM that has a
name, `-N` the last.
"""

from typing import Final

from pyllvm.schema.names import FlagTable, NameTable

#: What a node describes.
TAGS: Final = NameTable(
    "DW_TAG_",
    """
0x00 null
0x01 array_type
0x02 class_type
0x03 entry_point
0x04 enumeration_type
0x05 formal_parameter
0x08 imported_declaration
0x0a label
0x0b lexical_block
0x0d member
0x0f pointer_type
0x10 reference_type
0x11 compile_unit
0x12 string_type
0x13 structure_type
0x15 subroutine_type
0x16 typedef
0x17 union_type
0x18 unspecified_parameters
0x19 variant
0x1a common_block
0x1b common_inclusion
0x1c inheritance
0x1d inlined_subroutine
0x1e module
0x1f ptr_to_member_type
0x20 set_type
0x21 subrange_type
0x22 with_stmt
0x23 access_declaration
0x24 base_type
0x25 catch_block
0x26 const_type
0x27 constant
0x28 enumerator
0x29 file_type
0x2a friend
0x2b namelist
0x2c namelist_item
0x2d packed_type
0x2e subprogram
0x2f template_type_parameter
0x30 template_value_parameter
0x31 thrown_type
0x32 try_block
0x33 variant_part
0x34 variable
0x35 volatile_type
0x36 dwarf_procedure
0x37 restrict_type
0x38 interface_type
0x39 namespace
0x3a imported_module
0x3b unspecified_type
0x3c partial_unit
0x3d imported_unit
0x3f condition
0x40 shared_type
0x41 type_unit
0x42 rvalue_reference_type
0x43 template_alias
0x44 coarray_type
0x45 generic_subrange
0x46 dynamic_type
0x47 atomic_type
0x48 call_site
0x49 call_site_parameter
0x4a skeleton_unit
0x4b immutable_type
0x4081 MIPS_loop
0x4101 format_label
0x4102 function_template
0x4103 class_template
0x4104 GNU_BINCL 12-
0x4105 GNU_EINCL 12-
0x4106 GNU_template_template_param
0x4107 GNU_template_parameter_pack
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
0x4300 LLVM_ptrauth_type 16-
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

#: How a basic type is encoded.
ENCODINGS: Final = NameTable(
    "DW_ATE_",
    """
0x01 address
0x02 boolean
0x03 complex_float
0x04 float
0x05 signed
0x06 signed_char
0x07 unsigned
0x08 unsigned_char
0x09 imaginary_float
0x0a packed_decimal
0x0b numeric_string
0x0c edited
0x0d signed_fixed
0x0e unsigned_fixed
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

#: Source languages, to DWARF 5.
LANGUAGES: Final = NameTable(
    "DW_LANG_",
    """
0x01 C89
0x02 C
0x03 Ada83
0x04 C_plus_plus
0x05 Cobol74
0x06 Cobol85
0x07 Fortran77
0x08 Fortran90
0x09 Pascal83
0x0a Modula2
0x0b Java
0x0c C99
0x0d Ada95
0x0e Fortran95
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
0x22 Fortran03
0x23 Fortran08
0x24 RenderScript
0x25 BLISS
0x26 Kotlin 16-
0x27 Zig 16-
0x28 Crystal 16-
0x2a C_plus_plus_17 16-
0x2b C_plus_plus_20 16-
0x2c C17 16-
0x2d Fortran18 16-
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

#: Source languages of DWARF 6, whose version stands apart.
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
0x2c Metal
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

#: Kinds of macro records.
MACINFO: Final = NameTable(
    "DW_MACINFO_",
    """
0x01 define
0x02 undef
0x03 start_file
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

#: Bits of an Objective-C property's `attributes`, which text writes as a number.
APPLE_PROPERTIES: Final = NameTable(
    "DW_APPLE_PROPERTY_",
    """
0x01 readonly
0x02 getter
0x04 assign
0x08 readwrite
0x10 retain
0x20 copy
0x40 nonatomic
0x80 setter
0x100 atomic
0x200 weak
0x400 strong
0x800 unsafe_unretained
0x1000 nullability
0x2000 null_resettable
0x4000 class
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

#: How a file's checksum is made.
CHECKSUM_KINDS: Final = NameTable(
    "CSK_",
    """
1 MD5
2 SHA1
3 SHA256 11-
""",
)

#: What the factor of a fixed-point type means.
FIXED_POINT_KINDS: Final = NameTable(
    "",
    """
0 Binary
1 Decimal
2 Rational
""",
)

#: Flags of types, variables and subprograms. Accessibility and the representation of member pointers are fields of two
#: bits, one name a value.
DI_FLAGS: Final = FlagTable(
    "DIFlag",
    """
0x00000000 Zero
0x00000001 Private
0x00000002 Protected
0x00000003 Public
0x00000004 FwdDecl
0x00000008 AppleBlock
0x00000010 BlockByrefStruct -9
0x00000010 ReservedBit4 10-
0x00000020 Virtual
0x00000040 Artificial
0x00000080 Explicit
0x00000100 Prototyped
0x00000200 ObjcClassComplete
0x00000400 ObjectPointer
0x00000800 Vector
0x00001000 StaticMember
0x00002000 LValueReference
0x00004000 RValueReference
0x00008000 Reserved -9
0x00008000 ExportSymbols 10-
0x00010000 SingleInheritance
0x00020000 MultipleInheritance
0x00030000 VirtualInheritance
0x00040000 IntroducedVirtual
0x00080000 BitField
0x00100000 NoReturn
0x00200000 MainSubprogram -8
0x00200000 ArgumentNotModified 9- -9
0x00400000 TypePassByValue
0x00800000 TypePassByReference
0x01000000 FixedEnum -7
0x01000000 EnumClass 8-
0x02000000 Thunk
0x04000000 Trivial -8
0x04000000 NonTrivial 9-
0x08000000 BigEndian 8-
0x10000000 LittleEndian 8-
0x20000000 AllCallsDescribed 8-
0x40000000 NameIsSimplified 22-
0x00000024 IndirectVirtualBase
""",
    fields=[0x00000003, 0x00030000],
    wholes=[0x00000024],
)

#: Flags that only subprograms have.
SUBPROGRAM_FLAGS: Final = FlagTable(
    "DISPFlag",
    """
0x000 Zero
0x001 Virtual
0x002 PureVirtual
0x004 LocalToUnit
0x008 Definition
0x010 Optimized
0x020 Pure 9-
0x040 Elemental 9-
0x080 Recursive 9-
0x100 MainSubprogram 9-
0x200 Deleted 10-
0x800 ObjCDirect 10-
""",
    fields=[],
    wholes=[],
)
