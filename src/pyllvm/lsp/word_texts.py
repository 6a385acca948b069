"""The sentence on a word of LLVM's text, for hover texts and completion, with the LLVM that brought it.

Opcodes have their sentences in their table, and attributes that people ask about have theirs here.
"""

from __future__ import annotations

from typing import Final

from pyllvm.tables.atomics import ATOMIC_RMW_OF_WORD
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.calling_conventions import WORD_SINCE, WORD_UNTIL
from pyllvm.tables.flags import FlagSet
from pyllvm.tables.metadata_kinds import KNOWN_SINCE
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION, INSTRUCTIONS, OPCODES_BY_NAME
from pyllvm.versions import FOREVER, OLDEST

# Instructions that are not operations, and came later than the others.
_OTHER_SINCE: Final = {"callbr": 9, "freeze": 10, "bitextract": 24, "bitinsert": 24}
_METADATA: Final = "!"
_STRING: Final = '"'


def about_word(word: str, version: int, line: str = "") -> str:
    """A sentence on a word, which may be metadata (`!range`) or a string attribute (`"frame-pointer"`), in a file of `version`.

    `line` is the line that has the word: flags belong to its operation. Empty for another word.
    """
    if word.startswith(_METADATA):
        return _text(word, "metadata", METADATA.get(word[1:], ""), KNOWN_SINCE.get(word[1:], 0), FOREVER, version)
    if word.startswith(_STRING):
        return _text(word, "attribute", STRING_ATTRIBUTES.get(word.strip(_STRING), ""), 0, FOREVER, version)
    takes = _flags_of(line)
    flag = None if takes is None else next((one for one in takes.flags if one.word == word), None)
    if word in INSTRUCTIONS and not (word in ATOMIC_RMW_OF_WORD and "atomicrmw" in line.split()):
        row = OPCODES_BY_NAME.get(word)
        since = row.since if row is not None else _OTHER_SINCE.get(word, 0)
        return _text(word, "", INSTRUCTIONS[word], since, FOREVER, version)
    kind = KIND_OF_WORD.get(word)
    if kind is not None and flag is None:
        return _text(word, "attribute", ATTRIBUTES.get(word, ""), kind.since, kind.until, version)
    if word in WORD_SINCE and word not in WORDS:
        return _text(word, "calling convention", "", WORD_SINCE[word], WORD_UNTIL[word], version)
    sentence = WORDS.get(word, "")
    if not sentence and word in ATOMIC_RMW_OF_WORD:
        sentence = "An operation of atomicrmw: the old value and the operand give the new one."
    since = flag.since if flag is not None else ATOMIC_RMW_OF_WORD[word].since if word in ATOMIC_RMW_OF_WORD else 0
    return _text(word, "", sentence, since, FOREVER, version) if sentence else ""


def _flags_of(line: str) -> FlagSet | None:
    return next((FLAGS_OF_OPERATION[name] for name in line.split() if name in FLAGS_OF_OPERATION), None)


def _text(word: str, kind: str, sentence: str, since: int, until: int, version: int) -> str:
    if not sentence and not kind:
        return ""
    text = f"**{word}**" + (f" ({kind})" if kind else "") + f": {sentence}"
    if since > OLDEST:
        text += f" Since LLVM {since}." if since <= version else f" Since LLVM {since}; this file is LLVM {version}'s."
    return text + (f" Until LLVM {until}." if until < FOREVER else "")


ATTRIBUTES: Final[dict[str, str]] = {
    "align": "The pointer is a multiple of this many bytes.",
    "allocsize": "The function returns new memory; its size is in these arguments.",
    "alwaysinline": "Every call is to be inlined.",
    "argmemonly": "The function accesses only memory that its pointer arguments lead to. Later: `memory(argmem: readwrite)`.",
    "builtin": "The call may be treated as the library's function although that is `nobuiltin`.",
    "byref": "The pointer leads to memory of this type, which the caller owns; it is not copied.",
    "byval": "The callee gets a copy of the memory that the pointer leads to.",
    "captures": "Which parts of the pointer may still be known after the call.",
    "cold": "The function is rarely called.",
    "convergent": "The call must not depend on more conditions than it does now: threads run it together.",
    "dead_on_return": "Nobody reads the memory after the function returns.",
    "dead_on_unwind": "Nobody reads the memory if the call unwinds.",
    "dereferenceable": "At least this many bytes can be read through the pointer.",
    "dereferenceable_or_null": "The pointer is null, or this many bytes can be read through it.",
    "elementtype": "The type of the memory, for intrinsics and inline assembly that need it.",
    "flatten": "The calls in the function are to be inlined.",
    "hot": "The function is often called.",
    "immarg": "The argument must be a constant.",
    "inaccessiblememonly": "The function accesses only memory that the module cannot see.",
    "inalloca": "The argument is in the caller's outgoing stack memory.",
    "initializes": "The function writes these ranges of the memory before it reads them.",
    "inlinehint": "The source asks for inlining.",
    "inreg": "The argument is passed in a register, if the target has that convention.",
    "jumptable": "The address of the function is an entry of a jump table.",
    "memory": "Which memory the function reads and writes.",
    "minsize": "Optimize for size, even if it is slower.",
    "mustprogress": "The function ends, or does something that can be observed.",
    "naked": "The function has no prologue and epilogue.",
    "nest": "The argument is the static chain of a nested function.",
    "noalias": "Memory that is accessed through this pointer is not accessed in another way during the call.",
    "nobuiltin": "The function is not the library's function with this name.",
    "nocallback": "The function does not call back into the module.",
    "nocapture": "No copy of the pointer outlives the call. Since LLVM 21: `captures(none)`.",
    "noduplicate": "The call must not be copied.",
    "nofpclass": "The value is not a floating-point number of these classes.",
    "nofree": "The function frees no memory, directly or through others.",
    "noimplicitfloat": "The code generator must not use floating-point registers by itself.",
    "noinline": "The function is never inlined.",
    "nonlazybind": "The symbol is bound when the program starts.",
    "nonnull": "The pointer is not null.",
    "norecurse": "The function does not call itself, directly or through others.",
    "noredzone": "The function must not use the red zone below the stack pointer.",
    "noreturn": "The function never returns.",
    "nosync": "The function does not communicate with other threads.",
    "noundef": "The value has no bits that are undef or poison.",
    "nounwind": "The function never throws.",
    "null_pointer_is_valid": "Address 0 may be memory that can be accessed.",
    "optnone": "Most optimizations leave the function as it is.",
    "optsize": "Optimize for size.",
    "preallocated": "The argument's memory was set up before the call.",
    "range": "The integer lies in this range; the upper bound does not belong to it.",
    "readnone": "The memory is not accessed. On functions since LLVM 16: `memory(none)`.",
    "readonly": "The memory is only read. On functions since LLVM 16: `memory(read)`.",
    "returned": "The function returns this argument.",
    "returns_twice": "The function can return more than once, as `setjmp` does.",
    "signext": "The caller extends the value with its sign bit.",
    "speculatable": "Calling the function where the program does not would change nothing.",
    "sret": "The callee writes its result through this pointer.",
    "ssp": "A stack protector where the function has a large array.",
    "sspreq": "A stack protector in every case.",
    "sspstrong": "A stack protector where the function has an array, or the address of a local variable is taken.",
    "strictfp": "The floating-point environment is observed.",
    "swiftasync": "The argument is the context of a Swift asynchronous function.",
    "swifterror": "The argument is the place of a Swift error.",
    "swiftself": "The argument is a Swift `self`.",
    "uwtable": "An unwind table is made for the function.",
    "vscale_range": "The least and the largest `vscale`.",
    "willreturn": "The function returns, throws, or ends the program.",
    "writable": "Storing to the memory is allowed, even where the program does not do it.",
    "writeonly": "The memory is only written.",
    "zeroext": "The caller extends the value with zeros.",
}

STRING_ATTRIBUTES: Final[dict[str, str]] = {
    "alloc-family": "Which allocation functions belong together.",
    "denormal-fp-math": "How small floating-point numbers are treated.",
    "frame-pointer": "Which functions keep a frame pointer: all, non-leaf, reserved or none.",
    "less-precise-fpmad": "A multiplication and an addition may be fused with less precision.",
    "min-legal-vector-width": "The least width in bits of vectors that must stay in registers.",
    "no-frame-pointer-elim": "The function keeps a frame pointer. Later: `frame-pointer`.",
    "no-inline-line-tables": "Inlined code gets the location of the call.",
    "no-jump-tables": "A switch makes no table of addresses.",
    "no-trapping-math": "Floating-point exceptions are not observed.",
    "patchable-function": "The beginning of the function can be replaced while the program runs.",
    "probe-stack": "The function that touches each page of a large frame.",
    "stack-protector-buffer-size": "From this size in bytes on, an array gets a stack protector.",
    "target-cpu": "The processor that the code is for.",
    "target-features": "The features of the processor that the code may use (+) or not (-).",
    "tune-cpu": "The processor whose timing decides between equal instructions.",
    "unsafe-fp-math": "Floating-point arithmetic may be reordered.",
}

METADATA: Final[dict[str, str]] = {
    "alias.scope": "The alias scopes that the access belongs to.",
    "annotation": "Texts that remarks show.",
    "dbg": "The location in the source, or the description in debug information.",
    "fpmath": "The error that the result may have, in units of the last place.",
    "invariant.load": "The memory has the same value whenever it is loaded.",
    "llvm.access.group": "The groups of accesses that loops call parallel.",
    "llvm.loop": "What is known about the loop, and how it is to be transformed.",
    "make.implicit": "The check may become a page fault.",
    "noalias": "The alias scopes with which the access does not alias.",
    "nonnull": "The loaded pointer is not null.",
    "nontemporal": "The memory is not soon accessed again.",
    "noundef": "The loaded value has no bits that are undef or poison.",
    "prof": "How often the code ran, or how often a branch went each way.",
    "range": "The ranges in which the loaded or returned integer lies.",
    "srcloc": "Where the source has the inline assembly.",
    "tbaa": "The type of the access, for alias analysis.",
    "tbaa.struct": "The types of the fields that a memcpy copies.",
    "type": "The types that a virtual table is of.",
    "unpredictable": "The branch goes each way about as often.",
}

_SIGNED: Final = "the left operand is {} the right one, as signed numbers"
_PLAIN: Final = "the left operand is {} the right one, as unsigned numbers; in fcmp: that, or one of them is NaN"
_ORDERED: Final = "In fcmp: the left operand is {} the right one, and none is NaN."
WORDS: Final[dict[str, str]] = {
    # predicates
    "eq": "The operands are equal.",
    "ne": "The operands are not equal.",
    **{f"s{word}": f"In icmp: {_SIGNED.format(sign)}." for word, sign in (("gt", ">"), ("ge", ">="), ("lt", "<"), ("le", "<="))},
    **{f"u{word}": f"In icmp: {_PLAIN.format(sign)}." for word, sign in (("gt", ">"), ("ge", ">="), ("lt", "<"), ("le", "<="))},
    **{f"o{word}": _ORDERED.format(sign) for word, sign in (("gt", ">"), ("ge", ">="), ("lt", "<"), ("le", "<="))},
    "oeq": "In fcmp: the operands are equal, and none is NaN.",
    "one": "In fcmp: the operands are not equal, and none is NaN.",
    "ord": "In fcmp: no operand is NaN.",
    "uno": "In fcmp: an operand is NaN.",
    "ueq": "In fcmp: the operands are equal, or one is NaN.",
    "une": "In fcmp: the operands are not equal, or one is NaN.",
    # flags
    "nuw": "No unsigned wrap: a result that does not fit, as an unsigned number, is poison.",
    "nsw": "No signed wrap: a result that does not fit, as a signed number, is poison.",
    "exact": "A remainder, or a bit that is shifted out, makes poison.",
    "inbounds": "The address stays in the object, or the result is poison.",
    "nusw": "No step of the address wraps: offsets are signed, and the address is unsigned.",
    "nneg": "The operand is not negative, or the result is poison.",
    "disjoint": "The operands have no bit in common, or the result is poison.",
    "samesign": "The operands have the same sign, or the result is poison.",
    "fast": "All fast-math flags.",
    "nnan": "No operand or result is NaN, or the result is poison.",
    "ninf": "No operand or result is infinite, or the result is poison.",
    "nsz": "The sign of a zero does not matter.",
    "arcp": "A division may become a multiplication by the reciprocal.",
    "contract": "A multiplication and an addition may be fused.",
    "afn": "A function such as the sine may be approximated.",
    "reassoc": "The arithmetic may be reordered.",
    # atomic accesses
    "atomic": "The access is one step for other threads, with the ordering at its end.",
    "volatile": "The access happens as written: it is not removed, repeated or moved across other volatile ones.",
    "unordered": "Other threads see some value that was stored, and nothing more is ordered.",
    "monotonic": "All threads see the stores to this address in one order. C++: relaxed.",
    "acquire": "Later accesses stay behind: they see what the thread did that released.",
    "release": "Earlier accesses stay before: a thread that acquires sees them.",
    "acq_rel": "Acquire and release.",
    "seq_cst": "As acq_rel, and all such accesses of all threads have one order.",
    "syncscope": "The threads with which the access is ordered.",
    "weak": "As a linkage: another definition may replace it. In cmpxchg: it may fail although the values are equal.",
    "xchg": "An operation of atomicrmw: the operand is stored.",
    "nand": "An operation of atomicrmw: the complement of and.",
    # linkage, visibility and the like
    "private": "No other module sees the symbol, and the object file has no name for it.",
    "internal": "No other module sees the symbol, as `static` in C.",
    "available_externally": "The body is a copy for inlining: another module has the definition.",
    "linkonce": "Linked once; dropped where nothing uses it. Another definition may replace it.",
    "linkonce_odr": "Linked once, dropped where nothing uses it, and the same in every module, as inline functions of C++.",
    "weak_odr": "Weak, and the same in every module.",
    "common": "A variable without an initializer, as C has it; the linker merges those of a name.",
    "appending": "Arrays that the linker joins.",
    "extern_weak": "A symbol that may be missing: its address is null then.",
    "external": "The symbol is in another module, or other modules see it.",
    "default": "Other libraries see the symbol, and may replace it.",
    "hidden": "Other libraries do not see the symbol.",
    "protected": "Other libraries see the symbol, and cannot replace it.",
    "dllimport": "The symbol is in a DLL.",
    "dllexport": "The DLL offers the symbol.",
    "dso_local": "The symbol is in the same library or program.",
    "thread_local": "Each thread has a variable of its own.",
    "unnamed_addr": "The address does not matter: equal constants may be merged.",
    "local_unnamed_addr": "The address does not matter in this module.",
    "externally_initialized": "Something else may set the variable before the program starts.",
    "addrspace": "The address space of the memory.",
    "section": "The section of the object file.",
    "comdat": "The linker keeps one of the groups with this name.",
    "partition": "The part of a program that is loaded by itself.",
    "prefix": "Data before the function's first instruction.",
    "prologue": "Data that is executed at the function's start.",
    "personality": "The function that decides about exceptions.",
    "gc": "The garbage collector whose rules the function follows.",
    # entities
    "define": "A function with a body.",
    "declare": "A function that another module defines, or an intrinsic.",
    "global": "A variable.",
    "constant": "A variable that is never changed.",
    "alias": "Another name for a symbol, or for a place in it.",
    "ifunc": "A function that is chosen when the program starts.",
    "target": "The triple of the target, or its data layout.",
    "triple": "The target: processor, vendor, system and environment.",
    "datalayout": "The sizes and alignments of types in memory.",
    "source_filename": "The name of the file that was compiled.",
    "attributes": "A group of attributes that functions and calls share.",
    "module": "Assembly at the level of the module.",
    "asm": "Assembly.",
    "type": "A name for a struct type.",
    "opaque": "A struct whose elements are not known.",
    # types and values
    "ptr": "A pointer; since LLVM 15 it does not tell what it points to.",
    "void": "No value.",
    "label": "A basic block.",
    "metadata": "Metadata as an argument of an intrinsic.",
    "token": "A value that only intrinsics and exception pads make and take.",
    "half": "A floating-point number of 16 bits.",
    "bfloat": "A floating-point number of 16 bits with the exponent of 32.",
    "float": "A floating-point number of 32 bits.",
    "double": "A floating-point number of 64 bits.",
    "x86_fp80": "A floating-point number of 80 bits, of x86.",
    "fp128": "A floating-point number of 128 bits.",
    "ppc_fp128": "A pair of 64-bit floating-point numbers, of PowerPC.",
    "vscale": "The number, known when the program runs, by which scalable vectors are longer.",
    "null": "The null pointer.",
    "undef": "Any value, and perhaps another one at each use.",
    "poison": "The result of broken rules: nearly all that uses it is poison as well.",
    "zeroinitializer": "All zeros.",
    "none": "The token that is none.",
    "true": "The i1 that is 1.",
    "false": "The i1 that is 0.",
    "blockaddress": "The address of a basic block, for indirectbr.",
    "splat": "A vector of equal elements.",
    "distinct": "A node that is no other one, even if that has the same content.",
    # parts of instructions
    "to": "In a cast: the type of the result. In invoke: where execution goes on.",
    "unwind": "Where an exception goes on.",
    "within": "The pad that the pad is in.",
    "from": "The pad that is left.",
    "caller": "The exception goes on in the caller.",
    "cleanup": "The pad runs for every exception.",
    "catch": "A type of exceptions that the pad takes.",
    "filter": "The types of exceptions that may pass.",
    "tail": "The call may reuse the caller's frame: it gets no pointer into it.",
    "musttail": "The call replaces the caller; it must be followed by its return.",
    "notail": "The call does not replace the caller.",
    "nocfi": "The address of the function itself, without checks of control flow.",
    "dso_local_equivalent": "An address in this library that does the same as the function.",
    "uselistorder": "The order in which a value's uses are kept.",
    "sideeffect": "The assembly does more than its results tell.",
    "alignstack": "The stack is aligned for the assembly, or in the function.",
    "inteldialect": "The assembly is in Intel's syntax.",
}
