"""The rules of lint by name, each with a description and its source.

Source: Lint.cpp.
"""

from __future__ import annotations

from typing import Final, final


@final
class LintRule:
    """One rule: its name, a sentence for it, and its source."""

    __slots__ = ("name", "source", "summary")

    def __init__(self, name: str, summary: str, source: str) -> None:
        self.name = name
        self.summary = summary
        self.source = source


_LANGUAGE: Final = "LLVM Language Reference"
_LINT: Final = "LLVM's Lint pass"
_QIR: Final = "QIR's base and adaptive profile"

RULES: Final = (
    LintRule("absolute-symbol", "Absolute symbols are declared, with ranges of addresses.", f"{_LANGUAGE}, absolute_symbol"),
    LintRule("access-group", "Access groups are distinct, empty nodes.", f"{_LANGUAGE}, llvm.access.group"),
    LintRule("alias-address", "An alias is the address of something in the module.", f"{_LANGUAGE}, Aliases"),
    LintRule("alloca-place", "Static allocas belong in the entry block.", f"{_LINT}, visitAllocaInst"),
    LintRule("asm-alternatives", "All constraints have as many alternatives.", f"{_LANGUAGE}, Constraint Codes"),
    LintRule("asm-clobber", "Clobbers name registers, and none of the outputs.", f"{_LANGUAGE}, Clobber constraints"),
    LintRule("asm-constraint", "The target knows the constraint code.", f"{_LANGUAGE}, Supported Constraint Code List"),
    LintRule(
        "asm-immediate", "Immediates are constants that the constraint takes.", f"{_LANGUAGE}, Supported Constraint Code List"
    ),
    LintRule("asm-indirect", "Only outputs may be indirect registers.", f"{_LANGUAGE}, Indirect inputs and outputs"),
    LintRule("asm-modifier", "The target has the modifier for the operand.", f"{_LANGUAGE}, Asm template argument modifiers"),
    LintRule("asm-operand", "The template names operands that are there.", f"{_LANGUAGE}, Inline Assembler Expressions"),
    LintRule("asm-register", "The target has the registers that are named.", f"{_LANGUAGE}, Supported Constraint Code List"),
    LintRule("asm-template", "The template's substitutions are well-formed.", f"{_LANGUAGE}, Inline Assembler Expressions"),
    LintRule("asm-tie", "Inputs are tied to registers, of their type.", f"{_LANGUAGE}, Input constraints"),
    LintRule("asm-type", "The constraint's registers hold the type.", f"{_LANGUAGE}, Supported Constraint Code List"),
    LintRule("attribute-group", "The attribute groups that are used exist.", f"{_LANGUAGE}, Attribute Groups"),
    LintRule("attribute-type", "Attributes of pointers are on pointers.", f"{_LANGUAGE}, Parameter Attributes"),
    LintRule("branch-nowhere", "An indirectbr has destinations.", f"{_LINT}, visitIndirectBrInst"),
    LintRule("call-abi", "A call passes arguments as the callee takes them.", f"{_LINT}, visitCallBase"),
    LintRule("call-anyregcc", "anyregcc is for patchpoints.", f"{_LANGUAGE}, Calling Conventions"),
    LintRule("call-builtin", "builtin is for calls of functions that are nobuiltin.", f"{_LANGUAGE}, Function Attributes"),
    LintRule("call-convention", "A call has the callee's calling convention.", f"{_LINT}, visitCallBase"),
    LintRule("call-noalias", "No other argument aliases a noalias argument.", f"{_LINT}, visitCallBase"),
    LintRule("call-tail", "Tail calls get no pointers into their caller's frame.", f"{_LINT}, visitCallBase"),
    LintRule("call-type", "A call has the callee's type.", f"{_LINT}, visitCallBase"),
    LintRule("cmpxchg-ordering", "Failure is ordered no stronger than success.", f"{_LANGUAGE}, cmpxchg Instruction"),
    LintRule("comdat-format", "The object format has comdats of this kind.", f"{_LANGUAGE}, Comdats"),
    LintRule("comdat-leader", "In COFF a symbol that is not local has the comdat's name.", f"{_LANGUAGE}, Comdats"),
    LintRule("common-section", "Common variables have no section.", f"{_LANGUAGE}, Linkage Types"),
    LintRule("debug-elements", "A type has elements of its kind.", f"{_LANGUAGE}, DICompositeType"),
    LintRule("debug-enumeration", "A compile unit lists its enumerations.", f"{_LANGUAGE}, DICompositeType"),
    LintRule("debug-expression", "An expression's operations find their operands.", f"{_LANGUAGE}, DIExpression"),
    LintRule("debug-global", "A compile unit lists its variables' descriptions.", f"{_LANGUAGE}, DIGlobalVariable"),
    LintRule("debug-identifier", "A type's identifier has one definition.", f"{_LANGUAGE}, DICompositeType"),
    LintRule("debug-location", "Debug locations are in functions with a subprogram.", "LLVM's verifier, visitFunction"),
    LintRule("debug-variable", "Variables are described in functions with a subprogram.", "LLVM's verifier, visitFunction"),
    LintRule("debug-version", "Debug information is of LLVM's own version.", "LLVM's UpgradeDebugInfo"),
    LintRule("division", "Nothing is divided by zero.", f"{_LINT}, visitSDiv"),
    LintRule("dll-local", "Symbols that a DLL imports or exports are not local.", f"{_LANGUAGE}, DLL Storage Classes"),
    LintRule("funclet-bundle", "Calls in funclets name their funclet.", f"{_LANGUAGE}, Funclet Operand Bundles"),
    LintRule("ifunc-resolver", "The resolver of an ifunc has a body and returns a pointer.", f"{_LANGUAGE}, IFuncs"),
    LintRule("inalloca-once", "One call uses an inalloca's memory.", f"{_LANGUAGE}, Parameter Attributes"),
    LintRule("lane-mask", "A lane mask has lanes.", f"{_LINT}, visitCallBase"),
    LintRule("loop-contradiction", "A loop's options agree.", f"{_LANGUAGE}, llvm.loop"),
    LintRule("loop-header", "irr_loop marks headers of irreducible loops.", f"{_LANGUAGE}, irr_loop"),
    LintRule("loop-latch", "A loop's node is on a branch to the loop's header.", f"{_LANGUAGE}, llvm.loop"),
    LintRule("loop-node", "A loop's node begins with itself.", f"{_LANGUAGE}, llvm.loop"),
    LintRule("loop-option", "A loop's options are LLVM's, with their operands.", f"{_LANGUAGE}, llvm.loop"),
    LintRule("loop-shared", "A loop and a loop in it have nodes of their own.", f"{_LANGUAGE}, llvm.loop"),
    LintRule("memory-alignment", "Memory is as aligned as an access says.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-bounds", "Accesses stay within their object.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-branch", "An indirectbr goes to a block's address.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-call", "A function is called, not a block.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-constant", "Constants are not written to.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-null", "Null is not dereferenced.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-odd", "Addresses are not 1 or all ones.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-overlap", "memcpy does not copy between overlapping memory.", f"{_LINT}, visitCallBase"),
    LintRule("memory-text", "Code is not read or written as data.", f"{_LINT}, visitMemoryReference"),
    LintRule("memory-undef", "Undefined pointers are not dereferenced.", f"{_LINT}, visitMemoryReference"),
    LintRule("metadata-deprecated", "Metadata is of a kind that LLVM still reads.", f"{_LANGUAGE}, llvm.access.group"),
    LintRule("metadata-form", "A node has its kind's form.", f"{_LANGUAGE}, Metadata"),
    LintRule("metadata-place", "Metadata is attached where it means something.", f"{_LANGUAGE}, Metadata"),
    LintRule("module-flag", "Module flags have values that they can have.", f"{_LANGUAGE}, Module Flags Metadata"),
    LintRule("module-flag-layout", "Widths of C types fit the data layout.", f"{_LANGUAGE}, C type width Module Flags Metadata"),
    LintRule("module-flag-missing", "Module flags come with the flags that they need.", f"{_LANGUAGE}, Module Flags Metadata"),
    LintRule("opaque-size", "Only types whose bodies are known are asked for their sizes.", f"{_LANGUAGE}, Structure Types"),
    LintRule("profile", "Profiles have their kind's form and place.", f"{_LANGUAGE}, prof"),
    LintRule("promise-memory", "A function accesses the memory that its attributes leave.", f"{_LANGUAGE}, Function Attributes"),
    LintRule("promise-naked", "A naked function leaves its arguments alone.", f"{_LANGUAGE}, Function Attributes"),
    LintRule("promise-norecurse", "A norecurse function does not call itself.", f"{_LANGUAGE}, Function Attributes"),
    LintRule("promise-returned", "The argument with 'returned' is returned.", f"{_LANGUAGE}, Parameter Attributes"),
    LintRule("qir-argument", "Arguments are constants in the base profile.", f"{_QIR}, Data Types and Values"),
    LintRule("qir-attribute", "An entry point says what it needs.", f"{_QIR}, Attributes"),
    LintRule("qir-blocks", "The base profile's entry point has four blocks.", f"{_QIR}, Entry Point Definition"),
    LintRule("qir-call", "Calls are of functions that the profile has.", f"{_QIR}, Quantum Instruction Set"),
    LintRule("qir-flag", "The four flags are there, with their behaviors.", f"{_QIR}, Module Flags Metadata"),
    LintRule("qir-function", "Functions beside the entry point need a flag, and leave output to it.", f"{_QIR}, Bullet 6"),
    LintRule("qir-instruction", "Instructions are of the profile, or a flag allows them.", f"{_QIR}, Classical Instructions"),
    LintRule("qir-irreversible", "Functions that measure are 'irreversible'.", f"{_QIR}, Quantum Instruction Set"),
    LintRule("qir-label", "Labels of output are texts.", f"{_QIR}, Output Recording"),
    LintRule("qir-loop", "Branches lead forward, or a flag allows loops.", f"{_QIR}, Bullet 7"),
    LintRule("qir-measured", "Qubits are not used after their measurement.", f"{_QIR}, Qubit and Result Usage"),
    LintRule("qir-number", "Numbers of qubits and results are below the required ones.", f"{_QIR}, Qubit and Result Usage"),
    LintRule("qir-order", "The parts of a program follow each other.", f"{_QIR}, Entry Point Definition"),
    LintRule("qir-return", "There is one return, with an exit code.", f"{_QIR}, Entry Point Definition"),
    LintRule("qir-runtime", "Runtime functions are of the profile, or flags allow them.", f"{_QIR}, Runtime Functions"),
    LintRule("qir-signature", "An entry point takes nothing and returns i64.", f"{_QIR}, Entry Point Definition"),
    LintRule("qir-type", "Types of computations are in a flag.", f"{_QIR}, Bullet 5"),
    LintRule("qir-writeonly", "Results that the base profile measures are writeonly.", f"{_QIR}, Quantum Instruction Set"),
    LintRule("range-constant", "A range is not empty, and leaves more than one value.", f"{_LANGUAGE}, range"),
    LintRule("return-alloca", "No pointer into a function's frame is returned.", f"{_LINT}, visitReturnInst"),
    LintRule("return-noreturn", "A noreturn function does not return.", f"{_LINT}, visitReturnInst"),
    LintRule("shift", "Shifts are by less than the width.", f"{_LINT}, visitShl"),
    LintRule("string-attribute", "String attributes have values that LLVM reads.", f"{_LANGUAGE}, Function Attributes"),
    LintRule("swifterror-size", "A swifterror alloca has the size of a pointer.", f"{_LANGUAGE}, Parameter Attributes"),
    LintRule("target-alignment", "The data layout's sizes and alignments can be had.", f"{_LANGUAGE}, Data Layout"),
    LintRule("target-endianness", "The data layout has the target's byte order.", f"{_LANGUAGE}, Data Layout"),
    LintRule("target-mangling", "The data layout has the object format's mangling.", f"{_LANGUAGE}, Data Layout"),
    LintRule("target-pointer", "The data layout has the target's pointers.", f"{_LANGUAGE}, Data Layout"),
    LintRule("tbaa-struct", "tbaa.struct has offset, size and tag by turns.", f"{_LANGUAGE}, tbaa.struct"),
    LintRule("tbaa-tag", "An access tag has base type, access type and offset.", f"{_LANGUAGE}, tbaa"),
    LintRule("undefined-operands", "Operands are defined.", f"{_LINT}, visitXor and visitSub"),
    LintRule("unnamed-function", "Functions without a name are local.", f"{_LINT}, visitFunction"),
    LintRule("unreachable-block", "Something leads to every block.", "reachability from the entry"),
    LintRule("unreachable-place", "Something happens before unreachable.", f"{_LINT}, visitUnreachableInst"),
    LintRule("vector-index", "Indices are within their vector.", f"{_LINT}, visitExtractElementInst"),
)
