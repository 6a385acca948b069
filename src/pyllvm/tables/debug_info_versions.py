"""How each release treats debug information, and which rules it checks.

Source: Verifier.cpp (visitDI...); DebugInfo.cpp.
"""

from __future__ import annotations

from typing import Final

# --- Module flags and attachments

# First version in which the newest module flag behavior (8, Min) is valid.
LAST_BEHAVIOR_SINCE: Final = 15
# First version in which stripping debug information removes `!heapallocsite`.
HEAP_ALLOCATION_SITE_SINCE: Final = 12
# First version in which instructions can have `!DIAssignID`.
ASSIGNMENTS_SINCE: Final = 16

# First version whose builder gives a function no list of retained nodes before it has a variable.
RETAINED_WITH_VARIABLES_SINCE: Final = 17

# --- Locations in loop metadata

# First version in which stripping debug information finds locations in nested loop metadata.
INDIRECT_SINCE: Final = 11
# First version in which nested loop metadata is copied without its locations.
COPIES_SINCE: Final = 17

# --- Merged locations

# First version in which such a location has the line, and the column, that both have.
MERGED_LINES_SINCE: Final = 17
# First version that looks for it in the functions in which both are inlined, one after the other.
MERGED_IN_CHAINS_SINCE: Final = 17

# --- Records

# First version that reads the annotations of a DIDerivedType only if the keys of pointer authentication follow them.
ANNOTATIONS_BESIDE_KEYS_SINCE: Final = 19

# --- Expressions

# First version that folds the constants of an expression to which it adds operations.
CONSTANTS_FOLDED_SINCE: Final = 19

# --- Debug values of instructions that go

# First version in which the location of a variable can be computed from several values.
LISTS_OF_VALUES_SINCE: Final = 13
# First version in which a conversion between a pointer and an integer of another size can be described.
POINTER_CONVERSIONS_SINCE: Final = 14
# First version in which an index of elements without a size is not mentioned.
EMPTY_ELEMENTS_SKIPPED_SINCE: Final = 14
# First version in which an expression that becomes too long is lost.
LENGTHS_LIMITED_SINCE: Final = 14
# First version in which an expression of several values that gets operations ends with DW_OP_stack_value.
STACK_VALUES_OF_LISTS_SINCE: Final = 16
# First version in which all values of a location that is lost become poison. Before, the lost value becomes undef.
LOST_LOCATIONS_POISON_SINCE: Final = 16
# First version in which the value of an assignment can be computed from several values.
LISTS_OF_ASSIGNMENTS_SINCE: Final = 17
# First version in which the result of an icmp can be described.
COMPARISONS_SINCE: Final = 17
# Last version that leaves the assignments of a store that mem2reg removes. Since then, they become values.
ASSIGNMENTS_KEPT_UNTIL: Final = 16
# First version whose new debug intrinsics are tail calls.
TAIL_CALLS_SINCE: Final = 18
# Last version that removes debug intrinsics which are about nothing.
EMPTY_USES_REMOVED_UNTIL: Final = 16

# --- Placeholders of removed values

# First version in which metadata of a removed value refers to poison. Before, it refers to undef.
POISON_SINCE: Final = 21
# The same for a removed constant.
CONSTANTS_POISON_SINCE: Final = 17

# --- Compile units, subprograms and variables

# Last version that requires the files of a unit to embed their source either all or not at all.
EMBEDDED_SOURCES_UNTIL: Final = 17
# Last version that allows a subprogram declaration to have a `declaration:` of its own.
DECLARED_DECLARATIONS_UNTIL: Final = 16
# First version in which the definition of a function that belongs to a shared type must have a declaration there.
NESTED_DEFINITIONS_REFUSED_SINCE: Final = 18
# First version in which a subprogram's retained nodes can include imported entities.
RETAINED_IMPORTS_SINCE: Final = 17
# First version in which a subprogram's retained nodes must belong to that subprogram.
LOCAL_RETAINED_NODES_SINCE: Final = 22
# First version in which a subprogram must have a type.
TYPED_SUBPROGRAMS_SINCE: Final = 23
# First version in which a subprogram's retained nodes can include types and global variables; a unit's own are not local.
RETAINED_TYPES_SINCE: Final = 23
# First version in which the declaration of a global variable does not need a type.
UNTYPED_DECLARATIONS_SINCE: Final = 11

# --- Debug records

# First version that shows the block and the function of a faulty record.
PLACES_SHOWN_SINCE: Final = 21
# First version that refuses a DIAssignID as the location of a record at the record, and not at the instructions that have it.
ASSIGN_IDS_CHECKED_AT_RECORDS_SINCE: Final = 24
# First version in which the location of #dbg_declare must be a pointer or an integer.
POINTERS_DECLARED_SINCE: Final = 21
# First version in which entry values are allowed for Swift's async argument.
SWIFT_ENTRY_VALUES_SINCE: Final = 17

# --- Types

# Last version whose message about the count of a subrange does not name expressions.
COUNT_VARIABLES_UNTIL: Final = 11
# Last version that allows a local variable of a subroutine type.
VARIABLES_OF_SUBROUTINES_UNTIL: Final = 7
# First version in which a subrange needs neither a count nor an upper bound in any language.
BOUNDLESS_SUBRANGES_SINCE: Final = 19
# First version in which a Fortran subrange needs neither a count nor an upper bound.
FORTRAN_SUBRANGES_SINCE: Final = 12
# First version in which a DIBasicType can have the tag DW_TAG_string_type.
STRING_TYPES_SINCE: Final = 12
# Last version that requires a file for classes and unions.
FILES_OF_CLASSES_UNTIL: Final = 11
# First version in which an array type must have a base type.
ARRAY_BASE_TYPES_SINCE: Final = 17
# First version in which the elements of a composite type cannot contain null.
ELEMENTS_SINCE: Final = 20
# First version in which the parameters of a template alias are checked.
TEMPLATE_ALIAS_PARAMETERS_SINCE: Final = 21
# First version in which the size of a type can be a variable or an expression.
COMPUTED_SIZES_SINCE: Final = 21
# First version in which the scope, the file and the line of every type are checked, and first.
TYPE_PLACES_SINCE: Final = 23
# First version in which the extra data of derived types is checked by tag.
EXTRA_DATA_SINCE: Final = 22

# --- Locations

# First version in which a location has an atom group and an atom rank.
ATOM_GROUPS_SINCE: Final = 21
# First version in which a location names the layers of languages that it came from.
LAYERS_SINCE: Final = 24
# First version that refuses, in text, a `!dbg` of an instruction that is not a location.
ONLY_LOCATIONS_SINCE: Final = 23
# First version that refuses scopes which are in themselves.
SCOPE_CYCLES_REFUSED_SINCE: Final = 24
