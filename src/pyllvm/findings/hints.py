"""What helps with the faults that are met most: what LLVM's message does not say.

Keyed by how the message begins, because many end with a name. The longest key that fits is taken.
"""

from __future__ import annotations

from typing import Final

_INTRINSIC_SIGNATURE: Final = (
    "the types in the intrinsic's name must be those of its overloaded operands, in order; compare with "
    "the Language Reference of "
    "this LLVM version, since signatures change between releases"
)
_PERSONALITY: Final = "write 'personality ptr @__gxx_personality_v0' (or that of the language) behind the function's attributes"
_MUSTTAIL: Final = (
    "a musttail call takes the caller's place: prototype, calling convention and ABI attributes must "
    "agree; 'tail' only asks for it"
)
_IMMEDIATE_AFTER_CALL: Final = "only a bitcast (with typed pointers) may stand between a musttail call and the ret of its value"
_POINTERS_DIFFER: Final = "before LLVM 15 pointers have the type of what they point to: cast with bitcast where it differs"
_FUNCLET: Final = "see 'Exception Handling in LLVM', chapter 'Funclet transitions', for what may unwind to what"
_TBAA: Final = (
    "an access tag is !{base type, access type, i64 offset}; take the access off if its origin is unknown: it is optional"
)
_ATOMIC: Final = "release orders what was written before, acquire what is read after: use seq_cst or monotonic if in doubt"
_FLAG: Final = 'a module flag is !{i32 behavior (1 to 8), !"name", value}'
_RANGE: Final = "!range holds pairs, low bound included, high bound not, of the loaded type, in ascending order and not touching"
_LAYOUT: Final = "only 'sized' types can be stored: not void, labels, functions, or structs that are opaque"

HINTS: Final[dict[str, str]] = {
    "Instruction does not dominate all uses!": (
        "compute the value before every way that leads here, or join the ways with a phi (or a stack slot "
        "that mem2reg can promote)"
    ),
    "Only PHI nodes may reference their own value!": (
        "a value that depends on its last round in a loop needs a phi in the loop's header"
    ),
    "PHI nodes not grouped at top of basic block!": "move the phi above the first instruction that is none",
    "PHINode should have one entry for each predecessor of its parent basic block!": (
        "a predecessor that branches here twice (a switch, or a br with equal targets) needs as many entries, with equal values"
    ),
    "PHI node entries do not match predecessors!": "name each block that branches here once for every edge, and no other",
    "PHI node has multiple entries for the same basic block with different incoming values!": (
        "entries of one block must agree: which edge was taken cannot be told apart; put a block on one of the edges"
    ),
    "Entry block to function must not have predecessors!": (
        "put a new block before it that only branches to it: the entry runs exactly once per call"
    ),
    "Basic Block in function": "every block ends with ret, br, switch, unreachable or another terminator",
    "Terminator found in the middle of a basic block!": "begin a new block behind the terminator, or take away what follows it",
    "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.": (
        "give normal control flow a block of its own, and join behind the landing pad"
    ),
    "Function return type does not match operand type of return inst!": (
        "return a value of the type in front of the function's name"
    ),
    "Found return instr that returns non-void in Function of void return type!": (
        "write 'ret void', or change what the function returns"
    ),
    "Call parameter type does not match function signature!": (
        "the argument must have the type that the callee's parameter has; cast it, or correct the declaration"
    ),
    "Incorrect number of arguments passed to called function!": (
        "pass as many as the callee has parameters; only a function declared with '...' takes more"
    ),
    "Called function must be a pointer!": "call through a value of type ptr",
    "Both operands to a binary operator are not of the same type!": "extend (zext, sext) or truncate one of them first",
    "Integer arithmetic operators only work with integral types!": "floating-point values have fadd, fsub, fmul, fdiv and frem",
    "Floating-point arithmetic operators only work with floating-point types!": (
        "integers have add, sub, mul, udiv, sdiv, urem and srem"
    ),
    "Logical operators only work with integral types!": "bitcast floating-point values to an integer of their size first",
    "Shifts only work with integral types!": "bitcast to an integer of the same size first",
    "Invalid operand types for ICmp instruction": "floating-point values are compared with fcmp",
    "Invalid operand types for FCmp instruction": "integers and pointers are compared with icmp",
    "Duplicate integer as switch case": "a switch takes one branch for a value: take away or renumber one of the cases",
    "GEP into unsized type!": _LAYOUT,
    "Cannot allocate unsized type": _LAYOUT,
    "loading unsized types is not allowed": _LAYOUT,
    "storing unsized types is not allowed": _LAYOUT,
    "Invalid indices for GEP pointer type!": (
        "the first index steps over whole objects, the next ones into them; struct fields want constant i32 indices in range"
    ),
    "GEP indexes must be integers": "indices are integers or vectors of them; ptrtoint gives a pointer's number",
    "Stored value type does not match pointer operand type!": _POINTERS_DIFFER,
    "Load cannot have Release ordering": _ATOMIC,
    "Store cannot have Acquire ordering": _ATOMIC,
    "atomic load operand must have": "load an integer of the same size atomically, and cast it",
    "atomic store operand must have": "cast to an integer of the same size, and store that atomically",
    "atomic memory access' operand must have a power-of-two size": "widen the value to 8, 16, 32, 64 or 128 bits",
    "atomic memory access' size must be byte-sized": "widen the value to 8, 16, 32, 64 or 128 bits",
    "alignment is larger that implementation defined limit": "LLVM's largest alignment is 1 << 32 bytes (1 << 29 before LLVM 15)",
    "huge alignment values are unsupported": "LLVM's largest alignment is 1 << 32 bytes (1 << 29 before LLVM 15)",
    "immarg operand has non-immediate parameter": (
        "this operand selects what the intrinsic does at compile time: it must be written as a constant, not computed"
    ),
    "Intrinsic has incorrect return type!": _INTRINSIC_SIGNATURE,
    "Intrinsic has incorrect argument type!": _INTRINSIC_SIGNATURE,
    "Intrinsic has too few arguments!": _INTRINSIC_SIGNATURE,
    "Intrinsic name not mangled correctly for type arguments!": _INTRINSIC_SIGNATURE,
    "Invalid user of intrinsic instruction!": "an intrinsic is no function with an address: it can only be called",
    "Cannot take the address of an intrinsic!": "call it; wrap it in a function if a pointer to it is needed",
    "llvm intrinsics cannot be defined!": "only declare it; names that begin with 'llvm.' are LLVM's own",
    "Global is external, but doesn't have external or weak linkage!": (
        "a declaration is external or extern_weak: internal and private symbols need a body or an initializer in this module"
    ),
    "Global variable initializer type does not match global variable type!": "write the initializer with the variable's own type",
    "'common' global must have a zero initializer!": "write zeroinitializer, or use another linkage (weak, external)",
    "'common' global may not be marked constant!": "write 'global' instead of 'constant'",
    "'common' global may not be in a Comdat!": "common symbols are merged by size: use linkonce_odr with a comdat",
    "Declaration may not be in a Comdat!": "take the comdat off: the module that has the body has it",
    "Only global arrays can have appending linkage!": (
        "appending is for arrays that linking puts end to end, as llvm.global_ctors"
    ),
    "Aliases cannot form a cycle": "an alias may not lead back to itself",
    "Alias must point to a definition": "an alias is a second name for a body or variable in this module, not for a declaration",
    "IFunc must have a Function resolver": "the resolver is a function of this module that returns the address to call",
    "wrong type for intrinsic global variable": (
        "llvm.global_ctors and llvm.global_dtors are [N x { i32, ptr, ptr }], llvm.used and llvm.compiler.used arrays of ptr"
    ),
    "inlinable function call in a function with debug info must have a !dbg location": (
        "give the call a !dbg of a DILocation in this function's scope (line: 0 if it has no line), or take the caller's !dbg off"
    ),
    "!dbg attachment points at wrong subprogram for function": (
        "the location's scope, followed outwards, must end at the function's own DISubprogram: code that was moved or "
        "inlined needs an inlinedAt"
    ),
    "DICompileUnit not listed in llvm.dbg.cu": "add it to !llvm.dbg.cu",
    "function definition may only have a distinct !dbg attachment": "write 'distinct' in front of the !DISubprogram",
    "DISubprogram attached to more than one function": "give each function a distinct DISubprogram of its own",
    "invalid unit type": "unit: must be the DICompileUnit",
    "subprogram definitions must have a compile unit": "add 'unit: !N' with the module's DICompileUnit",
    "This instruction shall not have a TBAA access tag!": "!tbaa belongs on loads, stores, calls, va_arg, atomicrmw and cmpxchg",
    "Access tag": _TBAA,
    "Struct tag metadata": _TBAA,
    "Malformed struct tag metadata": _TBAA,
    "Old-style TBAA is no longer allowed, use struct-path TBAA instead": _TBAA,
    "Range": _RANGE,
    "Intervals are": _RANGE,
    "Unfinished range!": _RANGE,
    "incorrect number of operands in module flag": _FLAG,
    "invalid behavior operand in module flag": _FLAG,
    "invalid ID operand in module flag": _FLAG,
    "module flag identifiers must be unique": "two flags of one name are put together by the linker, not in one module: keep one",
    "cannot guarantee tail call": _MUSTTAIL,
    "musttail call must precede a ret": _IMMEDIATE_AFTER_CALL,
    "musttail call result must be returned": _IMMEDIATE_AFTER_CALL,
    "LandingPadInst needs to be in a function with a personality.": _PERSONALITY,
    "CatchPadInst needs to be in a function with a personality.": _PERSONALITY,
    "CatchSwitchInst needs to be in a function with a personality.": _PERSONALITY,
    "CleanupPadInst needs to be in a function with a personality.": _PERSONALITY,
    "ResumeInst needs to be in a function with a personality.": _PERSONALITY,
    "LandingPadInst not the first non-PHI instruction in the block.": (
        "begin the block with the landingpad; only phis may stand before it"
    ),
    "The unwind destination does not have an exception handling instruction!": (
        "the block behind 'unwind label' begins with a landingpad, catchswitch or cleanuppad"
    ),
    "Unwind edges out of": _FUNCLET,
    "EH pad must be jumped to via an unwind edge": _FUNCLET,
    "Attribute 'optnone' requires 'noinline'!": "add noinline beside optnone",
    "Attribute 'jumptable' requires 'unnamed_addr'": "add unnamed_addr: the table's entry is another address than the function's",
    "immarg attribute only applies to intrinsics": "take immarg off: constants in operands are for intrinsics only",
    "swifterror value can only be loaded and stored from, or as a swifterror argument!": (
        "it lives in a register: its address cannot be stored, cast or passed otherwise"
    ),
}

_LENGTHS: Final = sorted({len(key) for key in HINTS}, reverse=True)


def hint_for(message: str) -> str:
    """The hint for a message; empty where there is none."""
    for length in _LENGTHS:
        found = HINTS.get(message[:length])
        if found is not None:
            return found
    return ""
