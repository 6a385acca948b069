"""The rules for instructions: the types of their operands, and that what they use is there when they come to use it."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import BlockAddress, ConstantInt, InlineAsm, SimpleConstant
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BranchInst,
    CallBase,
    CallBrInst,
    CallInst,
    CastInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    CmpInst,
    FenceInst,
    GetElementPtrInst,
    InvokeInst,
    LandingPadInst,
    LoadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SelectInst,
    StoreInst,
    SwitchInst,
    UnaryOperator,
    UnreachableInst,
)
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.types import (
    ARRAY,
    FLOATING_POINT,
    FUNCTION,
    INTEGER,
    METADATA,
    POINTER,
    STRUCT,
    TARGET,
    TOKEN,
    VOID,
    PointerType,
    StructType,
    Type,
    VectorType,
)
from pyllvm.ir.value import Value
from pyllvm.tables.keywords import ATOMIC_RMW_OPERATIONS
from pyllvm.verifier.attachments import check_attachments, visit_attachments
from pyllvm.verifier.attributes import direct_callee, parameter_has_attribute
from pyllvm.verifier.calls import verify_call
from pyllvm.verifier.debug_info import ATOMS_SINCE, check_atom
from pyllvm.verifier.debug_records import VARIABLE_INTRINSICS, verify_fragment_of_intrinsic, verify_records
from pyllvm.verifier.exception_handling import (
    first_instruction,
    is_pad,
    verify_catch_pad,
    verify_catch_return,
    verify_catch_switch,
    verify_cleanup_pad,
    verify_cleanup_return,
    verify_landing_pad,
    verify_resume,
)
from pyllvm.verifier.inline_assembly import verify_inline_assembly
from pyllvm.verifier.intrinsics import verify_intrinsic_call
from pyllvm.verifier.metadata import maximum_alignment, visit_node
from pyllvm.verifier.must_tail import verify_must_tail
from pyllvm.verifier.preallocated import calls
from pyllvm.verifier.state import State
from pyllvm.verifier.types import (
    address_space,
    contains_global_target_type,
    contains_scalable,
    is_floating_point_or_vector,
    is_integer,
    is_integer_or_vector,
    is_pointer_or_vector,
    is_sized,
    is_vector,
    same_length,
    scalar_bits,
)

_ACQUIRE: Final = 3
_RELEASE: Final = 4
_ACQUIRE_RELEASE: Final = 5
_UNORDERED: Final = 1
_EXCHANGE: Final = 0
_ATOMIC_VECTORS_SINCE: Final = 21
# A callbr's labels are constraints of its assembly since then; and some intrinsics may be called by one.
_CALLBR_LABELS_SINCE: Final = 15
_CALLBR_INTRINSICS_SINCE: Final = 22
# Where the stack is on an AMD GPU.
_PRIVATE: Final = 5
_MAY_HAVE_TARGET_TYPES: Final = (TARGET, STRUCT, ARRAY)
_FLOATING_POINT_OPERATIONS: Final = ("fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum")
# Intrinsics that may be invoked.
_INVOKED: Final = (
    "llvm.donothing", "llvm.seh.try.begin", "llvm.seh.try.end", "llvm.seh.scope.begin", "llvm.seh.scope.end",
    "llvm.coro.resume", "llvm.coro.destroy", "llvm.coro.await.suspend.void", "llvm.coro.await.suspend.bool",
    "llvm.coro.await.suspend.handle", "llvm.experimental.patchpoint", "llvm.experimental.gc.statepoint",
    "llvm.wasm.rethrow", "llvm.wasm.throw",
)  # fmt: skip


def verify_instruction(state: State, instruction: Instruction) -> None:
    """All rules for one instruction; the rules for all come after those for its kind, if these hold."""
    if instruction.debug_records is not None:
        verify_records(state, instruction, instruction.debug_records)
    is_well: bool
    if isinstance(instruction, LoadInst):
        is_well = _verify_load(state, instruction)
    elif isinstance(instruction, CallInst):
        is_well = verify_call(state, instruction)
        if is_well:
            _verify_all(state, instruction, True)
        if instruction.tail_kind == "musttail":
            verify_must_tail(state, instruction)
        return
    elif isinstance(instruction, StoreInst):
        is_well = _verify_store(state, instruction)
    elif isinstance(instruction, GetElementPtrInst):
        is_well = _verify_element_pointer(state, instruction)
    elif isinstance(instruction, BranchInst):
        is_well = not instruction.is_conditional or is_integer(instruction.operands[0].type, 1)
        if not is_well:
            state.fail("Branch condition is not 'i1' type!", instruction, instruction.operands[0])
    elif isinstance(instruction, PHINode):
        is_well = _verify_phi(state, instruction)
    elif isinstance(instruction, CmpInst):
        is_well = _verify_comparison(state, instruction)
    elif isinstance(instruction, BinaryOperator):
        is_well = _verify_binary(state, instruction)
    elif isinstance(instruction, CastInst):
        is_well = _verify_cast(state, instruction)
    else:
        is_well = _verify_rarer(state, instruction)
    if is_well:
        _verify_all(state, instruction, False)


def _verify_rarer(state: State, instruction: Instruction) -> bool:
    if isinstance(instruction, ReturnInst):
        return _verify_return(state, instruction)
    if isinstance(instruction, SelectInst):
        return _verify_select(state, instruction)
    if isinstance(instruction, AllocaInst):
        return _verify_alloca(state, instruction)
    if isinstance(instruction, SwitchInst):
        return _verify_switch(state, instruction)
    if isinstance(instruction, InvokeInst):
        return _verify_invoke(state, instruction)
    if isinstance(instruction, CallBrInst):
        return _verify_callbr(state, instruction)
    if isinstance(instruction, LandingPadInst):
        return verify_landing_pad(state, instruction)
    if isinstance(instruction, ResumeInst):
        return verify_resume(state, instruction)
    if isinstance(instruction, CatchPadInst):
        return verify_catch_pad(state, instruction)
    if isinstance(instruction, CleanupPadInst):
        return verify_cleanup_pad(state, instruction)
    if isinstance(instruction, CatchSwitchInst):
        return verify_catch_switch(state, instruction)
    if isinstance(instruction, CatchReturnInst):
        return verify_catch_return(state, instruction)
    if isinstance(instruction, CleanupReturnInst):
        return verify_cleanup_return(state, instruction)
    if isinstance(instruction, AtomicRMWInst):
        return _verify_atomic_operation(state, instruction)
    if isinstance(instruction, AtomicCmpXchgInst):
        return _verify_exchange(state, instruction)
    if isinstance(instruction, FenceInst):
        if instruction.ordering < _ACQUIRE:
            return state.fail("fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.", instruction)
        return True
    if isinstance(instruction, UnaryOperator):
        if instruction.type is not instruction.operands[0].type:
            return state.fail("Unary operators must have same type foroperands and result!", instruction)
        if not is_floating_point_or_vector(instruction.type):
            return state.fail("FNeg operator only works with float types!", instruction)
    return True


def _verify_invoke(state: State, invoke: InvokeInst) -> bool:
    """`Verifier::visitInvokeInst`: the rules for all instructions are asked as for a call, and as for a terminator."""
    before = len(state.failures)
    is_well = verify_call(state, invoke) and _verify_all(state, invoke, False)
    if not is_pad(first_instruction(invoke.unwind_block)):
        return state.fail("The unwind destination does not have an exception handling instruction!", invoke)
    # What was well is so when asked again.
    return not is_well or len(state.failures) > before


# --- what holds for every instruction


def _verify_all(state: State, instruction: Instruction, is_call: bool) -> bool:
    block = instruction.parent
    if instruction.is_terminator and block is not None and block.instructions[-1] is not instruction:
        return state.fail("Terminator found in the middle of a basic block!", block)
    kind = instruction.type.kind
    if kind == VOID:
        if instruction.name:
            return state.fail("Instruction has a name, but provides a void value!", instruction)
    elif kind == FUNCTION:
        return state.fail("Instruction returns a non-scalar type!", instruction)
    elif kind == METADATA and not is_call and not isinstance(instruction, InvokeInst):
        return state.fail("Invalid use of metadata!", instruction)
    function = state.function
    order = instruction.position
    is_phi = isinstance(instruction, PHINode)
    index = 0
    for operand in instruction.operands:
        if isinstance(operand, Instruction):
            if operand.parent is block and not is_phi and operand.position < order and not isinstance(operand, InvokeInst):
                pass
            elif not _verify_use(state, instruction, operand, index, is_phi):
                return False
        elif isinstance(operand, (ConstantInt, SimpleConstant)):
            pass
        elif isinstance(operand, BasicBlock):
            if operand.parent is not function:
                return state.fail("Referring to a basic block in another function!", instruction)
        elif isinstance(operand, Argument):
            if operand.parent is not function:
                return state.fail("Referring to an argument in another function!", instruction)
        elif isinstance(operand, Function):
            if operand.name.startswith("llvm.") and not _verify_intrinsic_operand(state, instruction, operand, index):
                return False
            if operand.parent is not state.module:
                return state.fail("Referencing function in another module!", instruction, state.module, operand)
        elif isinstance(operand, InlineAsm):
            if not isinstance(instruction, CallBase) or index != len(instruction.operands) - 1:
                return state.fail("Cannot take the address of an inline asm!", instruction)
        index += 1
    attachments = instruction.attachments
    if attachments is not None and not check_attachments(state, instruction, attachments):
        return False
    location = instruction.debug_location
    if location is not None:
        if not isinstance(location, SpecializedNode) or location.spec.name != "DILocation":
            return state.fail_debug("invalid !dbg metadata attachment", instruction, location)
        if location not in state.visited:
            visit_node(state, location, True)
        if state.version >= ATOMS_SINCE and not check_atom(state, location):
            return False
    if is_call:
        callee = instruction.operands[-1]
        if isinstance(callee, Function) and callee.name.startswith("llvm.dbg.") and callee.name[9:] in VARIABLE_INTRINSICS:
            assert isinstance(instruction, CallBase)
            verify_fragment_of_intrinsic(state, instruction, callee.name[9:])
    if attachments is not None:
        visit_attachments(state, attachments)
    return True


def _verify_use(state: State, instruction: Instruction, operand: Instruction, index: int, is_phi: bool) -> bool:
    dominators = state.dominators
    if operand is instruction and not is_phi and instruction.parent is not None:
        if dominators.is_reachable(instruction.parent):
            return state.fail("Only PHI nodes may reference their own value!", instruction)
    block = operand.parent
    if block is None or block.parent is not state.function:
        return state.fail("Referring to an instruction in another function!", instruction)
    if isinstance(operand, InvokeInst) and operand.normal_block is operand.unwind_block:
        return True
    if dominators.dominates_use(operand, instruction, index):
        return True
    return state.fail("Instruction does not dominate all uses!", operand, instruction)


def _verify_intrinsic_operand(state: State, instruction: Instruction, operand: Function, index: int) -> bool:
    is_attached = False
    is_callee = False
    if isinstance(instruction, CallBase):
        is_callee = index == len(instruction.operands) - 1
        for bundle in instruction.bundles or ():
            if bundle.tag == "clang.arc.attachedcall" and bundle.begin <= index < bundle.end:
                is_attached = True
    if not is_callee and not is_attached:
        return state.fail("Cannot take the address of an intrinsic!", instruction)
    if isinstance(instruction, CallInst) or is_attached or operand.name.startswith(_INVOKED):
        return True
    if isinstance(instruction, CallBrInst) and state.version >= _CALLBR_INTRINSICS_SINCE:
        return True
    if state.version >= 21:
        others = ", coro_destroy, clang.arc.attachedcall or wasm.(re)throw"
    elif state.version >= 14:
        others = ", coro_destroy or clang.arc.attachedcall"
    else:
        others = " or coro_destroy"
    return state.fail(
        f"Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume{others}", instruction
    )


# --- memory


def _verify_load(state: State, load: LoadInst) -> bool:
    if load.operands[0].type.kind != POINTER:
        return state.fail("Load operand must be a pointer.", load)
    if load.alignment > (1 << 32):
        return state.fail("huge alignment values are unsupported", load)
    if not is_sized(load.type):
        return state.fail("loading unsized types is not allowed", load)
    if load.ordering:
        if load.ordering == _RELEASE or load.ordering == _ACQUIRE_RELEASE:
            return state.fail("Load cannot have Release ordering", load)
        if not _is_atomic(state, load.type):
            return state.fail(f"atomic load operand must have {_atomic_types(state)}", load.type, load)
        _verify_atomic_size(state, load.type, load)
        return True
    if load.sync_scope:
        return state.fail("Non-atomic load cannot have SynchronizationScope specified", load)
    return True


def _verify_store(state: State, store: StoreInst) -> bool:
    if store.operands[1].type.kind != POINTER:
        return state.fail("Store operand must be a pointer.", store)
    type = store.operands[0].type
    if store.alignment > (1 << 32):
        return state.fail("huge alignment values are unsupported", store)
    if not is_sized(type):
        return state.fail("storing unsized types is not allowed", store)
    if store.ordering:
        if store.ordering == _ACQUIRE or store.ordering == _ACQUIRE_RELEASE:
            return state.fail("Store cannot have Acquire ordering", store)
        if not _is_atomic(state, type):
            return state.fail(f"atomic store operand must have {_atomic_types(state)}", type, store)
        _verify_atomic_size(state, type, store)
        return True
    if store.sync_scope:
        return state.fail("Non-atomic store cannot have SynchronizationScope specified", store)
    return True


def _is_atomic(state: State, type: Type) -> bool:
    """Whether a load or store of that type may be atomic; vectors of such types may since LLVM 21."""
    kind = type.kind
    if kind == INTEGER or kind == POINTER or kind == FLOATING_POINT:
        return True
    return state.version >= _ATOMIC_VECTORS_SINCE and is_vector(type)


def _atomic_types(state: State) -> str:
    if state.version >= _ATOMIC_VECTORS_SINCE:
        return "integer, pointer, floating point, or vector type!"
    return "integer, pointer, or floating point type!"


def _verify_atomic_size(state: State, type: Type, instruction: Instruction) -> bool:
    """`Verifier::checkAtomicMemAccessSize`: what is wrong with the size does not end the rules for the instruction."""
    bits = state.data_layout.size_in_bits(type)
    if bits < 8:
        return state.fail("atomic memory access' size must be byte-sized", type, instruction)
    if bits & (bits - 1):
        return state.fail("atomic memory access' operand must have a power-of-two size", type, instruction)
    return True


def _verify_exchange(state: State, exchange: AtomicCmpXchgInst) -> bool:
    type = exchange.operands[1].type
    if type.kind != INTEGER and type.kind != POINTER:
        return state.fail("cmpxchg operand must have integer or pointer type", type, exchange)
    _verify_atomic_size(state, type, exchange)
    return True


def _verify_atomic_operation(state: State, operation: AtomicRMWInst) -> bool:
    if operation.ordering == _UNORDERED:
        return state.fail("atomicrmw instructions cannot be unordered.", operation)
    type = operation.operands[1].type
    word = ATOMIC_RMW_OPERATIONS[operation.operation] if operation.operation < len(ATOMIC_RMW_OPERATIONS) else ""
    if operation.operation == _EXCHANGE:
        if type.kind not in (INTEGER, FLOATING_POINT) and not (type.kind == POINTER and state.version >= 15):
            return state.fail(f"atomicrmw {word} operand must have integer or floating point type!", operation, type)
    elif word in _FLOATING_POINT_OPERATIONS:
        is_fixed_vector = isinstance(type, VectorType) and not type.is_scalable and state.version >= 19
        if type.kind != FLOATING_POINT and not (is_fixed_vector and is_floating_point_or_vector(type)):
            what = "floating-point or fixed vector of floating-point" if state.version >= 19 else "floating point"
            return state.fail(f"atomicrmw {word} operand must have {what} type!", operation, type)
    elif type.kind != INTEGER:
        return state.fail(f"atomicrmw {word} operand must have integer type!", operation, type)
    _verify_atomic_size(state, type, operation)
    return True


def _verify_element_pointer(state: State, step: GetElementPtrInst) -> bool:
    pointer = step.operands[0].type
    if not is_pointer_or_vector(pointer):
        return state.fail("GEP base pointer is not a vector or a vector of pointers", step)
    source = step.source_element_type
    if source.kind != INTEGER and not is_sized(source):
        return state.fail("GEP into unsized type!", step)
    if isinstance(source, StructType) and not _is_fixed(state, source):
        return state.fail("getelementptr cannot target structure that contains scalable vectortype", step)
    operands = step.operands
    for number in range(1, len(operands)):
        if not is_integer_or_vector(operands[number].type):
            return state.fail("GEP indexes must be integers", step)
    type = step.type
    if isinstance(type, VectorType):
        if isinstance(pointer, VectorType) and not same_length(type, pointer):
            return state.fail("Vector GEP result width doesn't match operand's", step)
        for number in range(1, len(operands)):
            index = operands[number].type
            if isinstance(index, VectorType) and not same_length(index, type):
                return state.fail("Invalid GEP index vector width", step)
    elif isinstance(type, PointerType) and isinstance(pointer, PointerType):
        if type.address_space != pointer.address_space:
            return state.fail("GEP address space doesn't match type", step)
    return True


def _is_fixed(state: State, type: StructType) -> bool:
    """Whether a struct has no scalable vectors: asked once for each."""
    known = state.fixed_structs.get(type)
    if known is None:
        known = state.version < 18 or not contains_scalable(type)
        state.fixed_structs[type] = known
    return known


def _verify_alloca(state: State, alloca: AllocaInst) -> bool:
    if not is_sized(alloca.allocated_type):
        return state.fail("Cannot allocate unsized type", alloca)
    if alloca.allocated_type.kind in _MAY_HAVE_TARGET_TYPES and state.version >= 20:
        if contains_global_target_type(alloca.allocated_type):
            return state.fail("Alloca has illegal target extension type", alloca)
    if alloca.operands[0].type.kind != INTEGER:
        return state.fail("Alloca array size must have integer type", alloca)
    if alloca.alignment > maximum_alignment(state.version):
        return state.fail("huge alignment values are unsupported", alloca)
    if alloca.is_swifterror and state.version < 15:
        verify_swift_error(state, alloca)
    elif alloca.is_swifterror:
        if alloca.allocated_type.kind != POINTER:
            return state.fail("swifterror alloca must have pointer type", alloca)
        count = alloca.operands[0]
        if not isinstance(count, ConstantInt) or count.value != 1:
            return state.fail("swifterror alloca must not be array allocation", alloca)
        verify_swift_error(state, alloca)
    if state.version >= 21 and state.module.target_triple.startswith("amdgcn") and address_space(alloca.type) != _PRIVATE:
        return state.fail("alloca on amdgpu must be in addrspace(5)", alloca)
    return True


def verify_swift_error(state: State, value: Value) -> bool:
    """The rules for what uses a swifterror value."""
    for user in value.users:
        if not isinstance(user, (LoadInst, StoreInst, CallInst, InvokeInst)):
            return state.fail("swifterror value can only be loaded and stored from, or as a swifterror argument!", value, user)
        if isinstance(user, StoreInst) and user.operands[1] is not value:
            return state.fail("swifterror value should be the second operand when used by stores", value, user)
        if isinstance(user, CallBase):
            for number in range(user.argument_count):
                if user.operands[number] is value and not parameter_has_attribute(user, number, "swifterror"):
                    state.fail("swifterror value when used in a callsite should be marked with swifterror attribute", value, user)
                    break
    return True


# --- arithmetic


def _verify_binary(state: State, operation: BinaryOperator) -> bool:
    type = operation.type
    left = operation.operands[0].type
    if left is not operation.operands[1].type:
        return state.fail("Both operands to a binary operator are not of the same type!", operation)
    word = operation.opcode.name
    if operation.opcode.floating:
        if not is_floating_point_or_vector(type):
            return state.fail("Floating-point arithmetic operators only work with floating-point types!", operation)
        if type is not left:
            return state.fail("Floating-point arithmetic operators must have same type for operands and result!", operation)
    elif not is_integer_or_vector(type) or type is not left:
        if word in ("and", "or", "xor"):
            if is_integer_or_vector(type):
                return state.fail("Logical operators must have same type for operands and result!", operation)
            return state.fail("Logical operators only work with integral types!", operation)
        if word in ("shl", "lshr", "ashr"):
            if is_integer_or_vector(type):
                return state.fail("Shift return type must be same as operands!", operation)
            return state.fail("Shifts only work with integral types!", operation)
        if is_integer_or_vector(type):
            return state.fail("Integer arithmetic operators must have same type for operands and result!", operation)
        return state.fail("Integer arithmetic operators only work with integral types!", operation)
    return True


def _verify_comparison(state: State, comparison: CmpInst) -> bool:
    type = comparison.operands[0].type
    name = "FCmp" if comparison.is_floating_point else "ICmp"
    if type is not comparison.operands[1].type:
        return state.fail(f"Both operands to {name} instruction are not of the same type!", comparison)
    if comparison.is_floating_point:
        if not is_floating_point_or_vector(type):
            return state.fail("Invalid operand types for FCmp instruction", comparison)
    elif not is_integer_or_vector(type) and not is_pointer_or_vector(type):
        return state.fail("Invalid operand types for ICmp instruction", comparison)
    return True


_RESIZED: Final = {
    "trunc": ("Trunc", True, False, "DestTy too big for Trunc", "Trunc only produces integer"),
    "zext": ("ZExt", True, True, "Type too small for ZExt", "ZExt only produces an integer"),
    "sext": ("SExt", True, True, "Type too small for SExt", "SExt only produces an integer"),
    "fptrunc": ("FPTrunc", False, False, "DestTy too big for FPTrunc", "FPTrunc only produces an FP"),
    "fpext": ("FPExt", False, True, "DestTy too small for FPExt", "FPExt only produces an FP"),
}
_CONVERTED: Final = {"uitofp": "UIToFP", "sitofp": "SIToFP", "fptoui": "FPToUI", "fptosi": "FPToSI"}


def _verify_cast(state: State, cast: CastInst) -> bool:
    word = cast.opcode.name
    source = cast.operands[0].type
    target = cast.type
    resized = _RESIZED.get(word)
    if resized is not None:
        name, is_of_integers, grows, message, produces = resized
        if is_of_integers:
            is_source = is_integer_or_vector(source)
            is_target = is_integer_or_vector(target)
        else:
            is_source = is_floating_point_or_vector(source)
            is_target = is_floating_point_or_vector(target)
        if not is_source:
            return state.fail(f"{name} only operates on {'integer' if is_of_integers else 'FP'}", cast)
        if not is_target:
            return state.fail(produces, cast)
        if is_vector(source) != is_vector(target):
            return state.fail(f"{word} source and destination must both be a vector or neither", cast)
        difference = scalar_bits(target) - scalar_bits(source)
        if (difference <= 0) if grows else (difference >= 0):
            return state.fail(message, cast)
        return True
    if word == "bitcast":
        return True
    converted = _CONVERTED.get(word)
    if converted is not None:
        return _verify_conversion(state, cast, converted, word.endswith("fp"))
    if word == "ptrtoint" or word == "ptrtoaddr":
        return _verify_integer_of_pointer(state, cast, source, target, word == "ptrtoaddr")
    elif word == "inttoptr":
        if not is_integer_or_vector(source):
            return state.fail("IntToPtr source must be an integral", cast)
        if not is_pointer_or_vector(target):
            return state.fail("IntToPtr result must be a pointer", cast)
        if is_vector(source) != is_vector(target):
            return state.fail("IntToPtr type mismatch", cast)
        if not same_length(source, target):
            return state.fail(f"IntToPtr Vector {_length(state)} mismatch", cast)
    elif word == "addrspacecast":
        if not is_pointer_or_vector(source):
            return state.fail("AddrSpaceCast source must be a pointer", cast)
        if not is_pointer_or_vector(target):
            return state.fail("AddrSpaceCast result must be a pointer", cast)
        if address_space(source) == address_space(target):
            return state.fail("AddrSpaceCast must be between different address spaces", cast)
        if is_vector(source) and not same_length(source, target):
            return state.fail("AddrSpaceCast vector pointer number of elements mismatch", cast)
    return True


def _length(state: State) -> str:
    return "length" if state.version >= 22 else "width"


def _verify_integer_of_pointer(state: State, cast: CastInst, source: Type, target: Type, is_address: bool) -> bool:
    name = "PtrToAddr" if is_address else "PtrToInt"
    if not is_pointer_or_vector(source):
        return state.fail(f"{name} source must be pointer", cast)
    if not is_integer_or_vector(target):
        return state.fail(f"{name} result must be integral", cast)
    if is_vector(source) != is_vector(target):
        return state.fail(f"{name} type mismatch", cast)
    if not same_length(source, target):
        return state.fail(f"{name} {'vector length' if is_address else 'Vector ' + _length(state)} mismatch", cast)
    if is_address and scalar_bits(target) != state.data_layout.index_bits(address_space(source)):
        return state.fail("PtrToAddr result must be address width", cast)
    return True


def _verify_conversion(state: State, cast: CastInst, name: str, to_floating_point: bool) -> bool:
    source = cast.operands[0].type
    target = cast.type
    if is_vector(source) != is_vector(target):
        return state.fail(f"{name} source and dest must both be vector or scalar", cast)
    if to_floating_point:
        if not is_integer_or_vector(source):
            return state.fail(f"{name} source must be integer or integer vector", cast)
        if not is_floating_point_or_vector(target):
            return state.fail(f"{name} result must be FP or FP vector", cast)
    else:
        if not is_floating_point_or_vector(source):
            return state.fail(f"{name} source must be FP or FP vector", cast)
        if not is_integer_or_vector(target):
            return state.fail(f"{name} result must be integer or integer vector", cast)
    if not same_length(source, target):
        return state.fail(f"{name} source and dest vector length mismatch", cast)
    return True


def _verify_select(state: State, select: SelectInst) -> bool:
    if select.operands[1].type is not select.operands[2].type:
        return state.fail("Invalid operands for select instruction!", select)
    if select.operands[1].type is not select.type:
        return state.fail("Select values must have same type as select instruction!", select)
    return True


# --- control flow


def _verify_phi(state: State, phi: PHINode) -> bool:
    block = phi.parent
    if block is not None:
        first = block.instructions[0]
        place = phi.position - first.position
        if place and not isinstance(block.instructions[place - 1], PHINode):
            return state.fail("PHI nodes not grouped at top of basic block!", phi, block)
    type = phi.type
    if type.kind == TOKEN:
        return state.fail("PHI nodes cannot have token type!")
    for value in phi.operands:
        if value.type is not type:
            return state.fail("PHI node operands are not the same type as the result!", phi)
    return True


def _verify_return(state: State, instruction: ReturnInst) -> bool:
    expected = state.function.function_type.return_type
    operands = instruction.operands
    if expected.kind == VOID:
        if operands:
            return state.fail("Found return instr that returns non-void in Function of void return type!", instruction, expected)
    elif not operands or operands[0].type is not expected:
        return state.fail("Function return type does not match operand type of return inst!", instruction, expected)
    return True


def _verify_switch(state: State, switch: SwitchInst) -> bool:
    operands = switch.operands
    type = operands[0].type
    seen: set[Value] = set()
    for index in range(2, len(operands), 2):
        value = operands[index]
        if not isinstance(value, ConstantInt):
            return state.fail("Case value is not a constant integer.", switch)
        if value.type is not type:
            return state.fail("Switch constants must all be same type as switch value!", switch)
        if value in seen:
            return state.fail("Duplicate integer as switch case", switch, value)
        seen.add(value)
    return True


def _verify_callbr(state: State, call: CallBrInst) -> bool:
    """`Verifier::visitCallBrInst`; the rules for calls are not asked of it."""
    callee = call.operands[-1]
    if not isinstance(callee, InlineAsm):
        if state.version < _CALLBR_INTRINSICS_SINCE:
            return state.fail("Callbr is currently only used for asm-goto!", call)
        return _verify_callbr_intrinsic(state, call)
    if callee.can_throw:
        return state.fail("Unwinding from Callbr is not allowed")
    if state.version < _CALLBR_LABELS_SINCE and not _verify_callbr_arguments(state, call):
        return False
    verify_inline_assembly(state, call, callee)
    return True


def _verify_callbr_intrinsic(state: State, call: CallBrInst) -> bool:
    callee = direct_callee(call)
    if callee is None:
        return state.fail("Callbr: indirect function / invalid signature")
    if call.bundles:
        return state.fail("Callbr for intrinsics currently doesn't support operand bundles")
    if callee.name != "llvm.amdgcn.kill":
        state.fail("Callbr currently only supports asm-goto and selected intrinsics")
    else:
        if call.indirect_count != 1:
            return state.fail("Callbr amdgcn_kill only supports one indirect dest")
        target = call.indirect_blocks[0]
        first = target.instructions[0] if isinstance(target, BasicBlock) and target.instructions else None
        if not isinstance(first, UnreachableInst) and not (first is not None and calls(first, "llvm.amdgcn.unreachable")):
            return state.fail("Callbr amdgcn_kill indirect dest needs to be unreachable")
    if callee.name.startswith("llvm."):
        verify_intrinsic_call(state, callee, call)
    return True


def _verify_callbr_arguments(state: State, call: CallBrInst) -> bool:
    """The rules for the places that a callbr may go to, when they were arguments."""
    operands = call.operands
    seen: set[Value] = set()
    for number, operand in enumerate(operands):
        if not isinstance(operand, BasicBlock):
            continue
        if number < call.argument_count:
            return state.fail("Using an unescaped label as a callbr argument!", call)
        if operand in seen:
            return state.fail("Duplicate callbr destination!", call)
        seen.add(operand)
    escaped = {value.block for value in operands[: call.argument_count] if isinstance(value, BlockAddress)}
    for target in call.indirect_blocks:
        if target not in escaped:
            return state.fail("Indirect label missing from arglist.", call)
    return True
