"""Advice for the most frequent faults, where LLVM's message does not tell how to fix them.

The key is the beginning of the message, because many messages end with a name. The longest key that fits applies.
"""

from __future__ import annotations

from typing import Final

_INTRINSIC_SIGNATURE: Final = (
    "the types in the intrinsic's name must be the types of its overloaded operands, in order; compare with "
    "the Language Reference of "
    "this LLVM version, since signatures change between releases"
)
_PERSONALITY: Final = "add 'personality ptr @__gxx_personality_v0' (or the language's own) after the function's attributes"
_MUSTTAIL: Final = (
    "a musttail call replaces the caller: prototype, calling convention and ABI attributes must agree; 'tail' only asks for it"
)
_IMMEDIATE_AFTER_CALL: Final = "only a bitcast (with typed pointers) may be between a musttail call and the ret of its value"
_FUNCLET: Final = "see 'Exception Handling in LLVM', chapter 'Funclet transitions', for the unwind edges that are allowed"
_TBAA: Final = (
    "an access tag is !{base type, access type, i64 offset}; it is optional, so remove it if you do not know its origin"
)
_ATOMIC: Final = "release orders earlier writes, acquire orders later reads: use seq_cst or monotonic if in doubt"
_FLAG: Final = 'a module flag is !{i32 behavior (1 to 8), !"name", value}'
_RANGE: Final = (
    "!range holds pairs of the loaded type, low bound included, high bound excluded, in ascending order and without contact"
)
_LAYOUT: Final = "only 'sized' types can be stored: not void, labels, functions or opaque structs"
HINTS: Final[dict[str, str]] = {
    "Instruction does not dominate all uses!": (
        "compute the value on every path that leads here, or merge the paths with a phi (or a stack slot)"
    ),
    "Only PHI nodes may reference their own value!": (
        "a value that depends on the previous iteration of a loop needs a phi in the loop's header"
    ),
    "PHI nodes not grouped at top of basic block!": "move the phi above the first instruction that is not a phi",
    "PHINode should have one entry for each predecessor of its parent basic block!": (
        "give the phi one entry for each branch that leads here, and no other; a block that branches here twice "
        "has two equal ones"
    ),
    "PHI node entries do not match predecessors!": "list each block that branches here once for every edge, and no other block",
    "PHI node has multiple entries for the same basic block with different incoming values!": (
        "entries of one block must agree, because a phi cannot tell its edges apart; put a block on one of the edges"
    ),
    "Entry block to function must not have predecessors!": (
        "put a new block before it that only branches to it: the entry block runs exactly once per call"
    ),
    "Basic Block in function": "every block ends with ret, br, switch, unreachable or another terminator",
    "Terminator found in the middle of a basic block!": (
        "begin a new block after the terminator, or remove what follows it; a label that is there twice continues its block"
    ),
    "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.": (
        "give normal control flow a block of its own, and join after the landing pad"
    ),
    "Function return type does not match operand type of return inst!": ("return a value of the function's return type"),
    "Found return instr that returns non-void in Function of void return type!": (
        "write 'ret void', or change what the function returns"
    ),
    "Call parameter type does not match function signature!": (
        "the argument must have the type of the callee's parameter; cast it, or correct the declaration"
    ),
    "Incorrect number of arguments passed to called function!": (
        "pass exactly as many arguments as the callee has parameters; only a function declared with '...' takes more"
    ),
    "Called function must be a pointer!": "call through a value of type ptr",
    "Both operands to a binary operator are not of the same type!": "extend (zext, sext) or truncate one of them first",
    "Integer arithmetic operators only work with integral types!": "for floating-point values use fadd, fsub, fmul, fdiv or frem",
    "Floating-point arithmetic operators only work with floating-point types!": (
        "for integers use add, sub, mul, udiv, sdiv, urem or srem"
    ),
    "Logical operators only work with integral types!": "bitcast floating-point values to an integer of the same size first",
    "Shifts only work with integral types!": "bitcast to an integer of the same size first",
    "Invalid operand types for ICmp instruction": "compare floating-point values with fcmp",
    "Invalid operand types for FCmp instruction": "compare integers and pointers with icmp",
    "Duplicate integer as switch case": "a value can have only one case: remove or renumber one of the cases",
    "GEP into unsized type!": _LAYOUT,
    "Cannot allocate unsized type": _LAYOUT,
    "loading unsized types is not allowed": _LAYOUT,
    "storing unsized types is not allowed": _LAYOUT,
    "Invalid indices for GEP pointer type!": (
        "the first index steps over whole objects, the others into them; a struct needs constant i32 indices in range"
    ),
    "GEP indexes must be integers": "indices are integers or vectors of them; ptrtoint converts a pointer to a number",
    "Load cannot have Release ordering": _ATOMIC,
    "Store cannot have Acquire ordering": _ATOMIC,
    "atomic load operand must have": "load an integer of the same size atomically, and cast it",
    "atomic store operand must have": "cast to an integer of the same size, and store that atomically",
    "atomic memory access' operand must have a power-of-two size": "widen the value to 8, 16, 32, 64 or 128 bits",
    "atomic memory access' size must be byte-sized": "widen the value to 8, 16, 32, 64 or 128 bits",
    "alignment is larger that implementation defined limit": "LLVM's largest alignment is 1 << 32 bytes (1 << 29 before LLVM 15)",
    "huge alignment values are unsupported": "LLVM's largest alignment is 1 << 32 bytes (1 << 29 before LLVM 15)",
    "immarg operand has non-immediate parameter": (
        "this operand selects the intrinsic's behavior at compile time: it must be a constant in the text, not computed"
    ),
    "Intrinsic has incorrect return type!": _INTRINSIC_SIGNATURE,
    "Intrinsic has incorrect argument type!": _INTRINSIC_SIGNATURE,
    "Intrinsic name not mangled correctly for type arguments!": _INTRINSIC_SIGNATURE,
    "Invalid user of intrinsic instruction!": "an intrinsic has no address: it can only be called",
    "Cannot take the address of an intrinsic!": "call it; wrap it in a function if you need a pointer to it",
    "llvm intrinsics cannot be defined!": "only declare it; names that begin with 'llvm.' are reserved for LLVM",
    "Global is external, but doesn't have external or weak linkage!": (
        "a declaration must be external or extern_weak; internal and private symbols need a body or an initializer"
    ),
    "Global variable initializer type does not match global variable type!": "give the initializer the variable's type",
    "'common' global must have a zero initializer!": "write zeroinitializer, or use another linkage (weak, external)",
    "'common' global may not be marked constant!": "write 'global' instead of 'constant'",
    "'common' global may not be in a Comdat!": "the linker merges common symbols by size: use linkonce_odr with a comdat",
    "Declaration may not be in a Comdat!": "remove the comdat: it belongs to the module that has the definition",
    "Only global arrays can have appending linkage!": (
        "appending is for arrays that the linker concatenates, such as llvm.global_ctors"
    ),
    "Aliases cannot form a cycle": "an alias must not lead back to itself",
    "Alias must point to a definition": "an alias is a second name for a function or variable that this module defines",
    "IFunc must have a Function resolver": "the resolver must be a function of this module that returns the address to call",
    "wrong type for intrinsic global variable": (
        "llvm.global_ctors and llvm.global_dtors are [N x { i32, ptr, ptr }]; llvm.used and llvm.compiler.used are arrays of ptr"
    ),
    "inlinable function call in a function with debug info must have a !dbg location": (
        "add a !dbg with a DILocation in this function's scope (line: 0 if it has no line), or remove the caller's !dbg"
    ),
    "!dbg attachment points at wrong subprogram for function": (
        "the location's outermost scope must be the function's own DISubprogram: code that was moved or "
        "inlined needs an inlinedAt"
    ),
    "DICompileUnit not listed in llvm.dbg.cu": "add it to !llvm.dbg.cu",
    "function definition may only have a distinct !dbg attachment": "write 'distinct' before the !DISubprogram",
    "DISubprogram attached to more than one function": "give each function its own distinct DISubprogram",
    "invalid unit type": "unit: must be the DICompileUnit",
    "subprogram definitions must have a compile unit": "add 'unit: !N' with the module's DICompileUnit",
    "This instruction shall not have a TBAA access tag!": "!tbaa belongs on loads, stores, calls, va_arg, atomicrmw and cmpxchg",
    "Access tag": _TBAA,
    "Struct tag metadata": _TBAA,
    "Malformed struct tag metadata": _TBAA,
    "Range": _RANGE,
    "Intervals are": _RANGE,
    "Unfinished range!": _RANGE,
    "incorrect number of operands in module flag": _FLAG,
    "invalid behavior operand in module flag": _FLAG,
    "invalid ID operand in module flag": _FLAG,
    "module flag identifiers must be unique": "only the linker merges two flags of one name: keep one",
    "cannot guarantee tail call": _MUSTTAIL,
    "musttail call must precede a ret": _IMMEDIATE_AFTER_CALL,
    "musttail call result must be returned": _IMMEDIATE_AFTER_CALL,
    "LandingPadInst needs to be in a function with a personality.": _PERSONALITY,
    "CatchPadInst needs to be in a function with a personality.": _PERSONALITY,
    "CatchSwitchInst needs to be in a function with a personality.": _PERSONALITY,
    "CleanupPadInst needs to be in a function with a personality.": _PERSONALITY,
    "ResumeInst needs to be in a function with a personality.": _PERSONALITY,
    "LandingPadInst not the first non-PHI instruction in the block.": (
        "begin the block with the landingpad; only phis may precede it"
    ),
    "The unwind destination does not have an exception handling instruction!": (
        "the block after 'unwind label' must begin with a landingpad, catchswitch or cleanuppad"
    ),
    "Unwind edges out of": _FUNCLET,
    "EH pad must be jumped to via an unwind edge": _FUNCLET,
    "Attribute 'optnone' requires 'noinline'!": "add noinline as well",
    "Attributes '": "the two contradict each other: remove one of them",
    "Attribute 'jumptable' requires 'unnamed_addr'": (
        "add unnamed_addr: the address of the jump table's entry differs from the function's"
    ),
    "immarg attribute only applies to intrinsics": "remove immarg: only intrinsics can have it",
    "swifterror value can only be loaded and stored from, or as a swifterror argument!": (
        "it is in a register: its address cannot be stored, cast or passed in any other way"
    ),
}

_LENGTHS: Final = sorted({len(key) for key in HINTS}, reverse=True)


def hint_for(message: str) -> str:
    """Return the hint for a message; empty if there is none."""
    for length in _LENGTHS:
        hint = HINTS.get(message[:length])
        if hint is not None:
            return hint
    return ""
