"""How llvm-link of each release links.

Source: IRMover.cpp, LinkModules.cpp; tools/llvm-link.
"""

from __future__ import annotations

from typing import Final

# --- Constants

# First version in which poison stays poison when its type changes. Before, it becomes undef.
POISON_KEPT_SINCE: Final = 16

# --- Internalization

# First version in which internalization keeps a comdat of several members, to hold them together. Before, each member leaves
# it.
COMDATS_STAY_SINCE: Final = 13
# First version in which externally initialized variables are not internalized.
EXTERNALLY_INITIALIZED_SINCE: Final = 13

# --- Module flags

# First version in which flags with the behaviors Warning and Max can be merged. Before, different behaviors conflict, except
# Override.
WARNING_MEETS_MAXIMUM_SINCE: Final = 10
# First version in which merged lists are distinct nodes that grow in place.
DISTINCT_LISTS_SINCE: Final = 15
# First version in which the linker itself upgrades the module flags of a source.
UPGRADED_WHEN_LINKED_SINCE: Final = 15
# First version in which the error about conflicting flags names both modules.
MODULES_IN_ERROR_SINCE: Final = 9
# First version in which the error about conflicting flags names both values.
VALUES_IN_ERROR_SINCE: Final = 20

# --- Moving values between modules

# First version in which the metadata of declarations is mapped.
DECLARATIONS_MAPPED_SINCE: Final = 17
# First version in which the linker removes `nocallback`.
NO_CALLBACK_REMOVED_SINCE: Final = 16
# First version in which appending variables must have the same address space.
ADDRESS_SPACES_COMPARED_SINCE: Final = 16
# First version in which named metadata does not list a node twice.
NAMED_ONCE_SINCE: Final = 21
# First version in which imported calls take the signature of the definition that they were optimized for.
SIGNATURES_TAKEN_SINCE: Final = 22

# First version in which variables stay in the order of their module. Before, a variable that others lead to comes after them.
VARIABLES_IN_ORDER_SINCE: Final = 13
# First version in which ifuncs are linked. Before, they are lost.
IFUNCS_SINCE: Final = 14

# --- Comdats

# Last version in which two comdats of the kind noduplicates conflict. After it, both are kept.
NO_DUPLICATES_UNTIL: Final = 12
# Last version in which a strong variable named after such a comdat wins over a weak one, and two strong ones conflict.
LEADERS_DECIDE_UNTIL: Final = 13
# First version in which the private members of a discarded comdat become available_externally.
PRIVATE_MEMBERS_SINCE: Final = 18

# --- Target triples

# First version in which CUDA's libdevice is recognized by its triple. Before, it is recognized by its file name.
LIBDEVICE_BY_TRIPLE_SINCE: Final = 20

# --- Imports of ThinLTO

# First version in which a function lists the imported entities of its scope. Before, the unit lists them, and they are kept.
IMPORTS_BELONG_TO_FUNCTIONS_SINCE: Final = 18

# --- Types

# First version in which a source's struct becomes one of the result only if their bodies are equal.
KNOWN_BY_BODY_SINCE: Final = 21

# --- Module assembly

# Last version in which a blank line separates the module assembly of two modules.
BLANK_LINES_UNTIL: Final = 11
