"""The canonical form of a module: programs that are the same have the same text, whichever compiler wrote them.

    %count = load i32, i32* %p, align 4         %1 = load i32, ptr %0, align 4
    call void @g(i32 %count) #2                 call void @g(i32 %1) nounwind

What code does stays, and so do the order of its instructions and the names of its symbols.
"""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.editing.stripping import strip_local_names
from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.constants import Constant, ConstantExpr, is_null
from pyllvm.ir.folding.constant_parts import indexed_types
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallBase, CastInst, GetElementPtrInst
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import TypeFinder
from pyllvm.ir.value import Value
from pyllvm.ir.words import without_number
from pyllvm.migrations.hints import drop_flags
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.rewritten_constants import expressions_of
from pyllvm.notation import Final, Sequence
from pyllvm.reading.source_traces import remove_producer
from pyllvm.tables.flags import INBOUNDS
from pyllvm.tables.target_versions import FEATURES_OF_CPU

# Compilers before did not know flags such as `nuw` of getelementptr and `nneg`, which are only hints.
_FLAGS_UNTIL: Final = 17
_ADDRESS: Final = "getelementptr"
_CPU: Final = "target-cpu"
_FEATURES: Final = "target-features"


def make_canonical(module: Module) -> None:
    """Give a module its canonical form, in place. The module has the same meaning as before, without hints of newer compilers."""
    module.materialize()
    remove_producer(module)
    module.source_filename = module.identifier = ""
    drop_flags(module, _FLAGS_UNTIL)
    for function in module.functions:
        strip_local_names(function)
        if function.attributes is not None:
            function.attributes = function.attributes.with_function(_without_own_features(function.attributes.function))
        for block in function.blocks:
            for instruction in list(block.instructions):
                if _gives_its_operand(instruction):
                    instruction.replace_all_uses_with(instruction.operands[0])
                    instruction.erase()
                elif isinstance(instruction, CallBase):
                    _drop_attributes_of_callee(instruction)
    _join_addresses(module)
    _name_structs(module)
    _order_symbols(module)


def _without_own_features(attributes: AttributeSet) -> AttributeSet:
    """The attributes of a function without the features that its CPU always has: each clang lists others of them."""
    cpu, features = attributes.find(_CPU), attributes.find(_FEATURES)
    own = FEATURES_OF_CPU.get(cpu.value) if cpu is not None else None
    if features is None or own is None:
        return attributes
    left = ",".join([word for word in features.value.split(",") if word not in own])
    return attributes.adding(Attribute.of_string(_FEATURES, left)) if left else attributes.removing(_FEATURES)


def _gives_its_operand(instruction: Instruction) -> bool:
    """Whether the result is the first operand, as of casts that were between two types of pointers."""
    if isinstance(instruction, CastInst):
        return instruction.opcode_name == "bitcast" and instruction.type is instruction.operand.type
    if isinstance(instruction, GetElementPtrInst) and instruction.type is instruction.pointer.type:
        return all(isinstance(index, Constant) and is_null(index) for index in instruction.indices)
    return False


def _drop_attributes_of_callee(call: CallBase) -> None:
    """Drop the attributes of a call that the function has itself: LLVM looks there too, unless the call has bundles."""
    callee, attributes = call.callee, call.attributes
    if attributes is None or not isinstance(callee, Function) or callee.attributes is None or call.bundles:
        return
    own = callee.attributes.function.attributes
    left = [attribute for attribute in attributes.function.attributes if attribute not in own]
    if len(left) < len(attributes.function):
        call.attributes = attributes.with_function(AttributeSet(left)) or None


def _join_addresses(module: Module) -> None:
    """Let constant addresses be one getelementptr each, without a zero at the end.

    getelementptr (%pair, ptr getelementptr ([4 x %pair], ptr @g, i64 0, i64 2), i32 0, i32 1)
    getelementptr ([4 x %pair], ptr @g, i64 0, i64 2, i32 1)

    With typed pointers, each index changes the type.
    """
    if module.has_typed_pointers:
        return
    for address in expressions_of(module, InstructionIndex(module), _ADDRESS):
        if not address.operands or address.in_range is not None:
            continue
        source, operands, flags = address.source_element_type, list(address.operands), address.flags & INBOUNDS
        inner = operands[0]
        if isinstance(inner, ConstantExpr) and inner.opcode == _ADDRESS and inner.source_element_type is not None:
            reached = indexed_types(inner.source_element_type, inner.operands[1:])[-1]
            if reached is source and is_null(operands[1]) and inner.flags == flags and inner.in_range is None:
                source, operands = inner.source_element_type, [*inner.operands, *operands[2:]]
        while len(operands) > 2 and is_null(operands[-1]):
            operands.pop()
        made = ConstantExpr.get(address.type, _ADDRESS, operands, flags, source)
        if made is not address:
            replace_everywhere(address, made)


def _name_structs(module: Module) -> None:
    """Number structs of the same name in the order in which functions use them."""
    finder = TypeFinder(module, module.llvm_version)
    finder.find_in_functions(module.functions)
    finder.find_in_globals(module)
    finder.find_in_named_metadata(module)
    structs = [struct for struct in finder.structs if struct.name]
    names = [without_number(struct.name) for struct in structs]
    for struct in list(module.context.struct_names.values()):
        module.context.name_struct(struct, "")
    for struct, name in zip(structs, _numbered(names), strict=True):
        module.context.name_struct(struct, name)


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, each but the first of its kind with a number."""
    counts: dict[str, int] = {}
    numbered: list[str] = []
    for name in names:
        count = counts[name] = counts.get(name, -1) + 1
        numbered.append(f"{name}.{count}" if count else name)
    return numbered


def _order_symbols(module: Module) -> None:
    """Put declarations behind definitions, by their names: compilers declare a symbol when they first need it.

    Private variables, such as strings, follow in the order in which functions use them, which also numbers them.
    """
    private = _private_variables(module)
    if not module.inline_assembly:
        named = [variable for variable in private if variable.name]
        names = [without_number(variable.name) for variable in named]
        for variable in named:
            variable.name = ""
        for variable, name in zip(named, _numbered(names), strict=True):
            variable.name = name
    module.functions[:] = sorted(module.functions, key=_place)
    left = set(private)
    module.global_variables[:] = [*sorted([one for one in module.global_variables if one not in left], key=_place), *private]


def _private_variables(module: Module) -> list[GlobalVariable]:
    """The private variables in the order in which functions, and then other variables, first use them."""
    found: dict[GlobalVariable, None] = {}
    seen: set[Value] = set()
    waiting: list[Value] = [*sorted(module.global_values, key=lambda value: value.linkage == "private")]
    waiting.reverse()
    for function in reversed(module.functions):
        for block in reversed(function.blocks):
            for instruction in reversed(block.instructions):
                waiting.extend(reversed(instruction.operands))
    while waiting:
        value = waiting.pop()
        if value in seen or not isinstance(value, Constant):
            continue
        seen.add(value)
        if isinstance(value, GlobalVariable) and value.linkage == "private":
            found.setdefault(value)
        waiting.extend(reversed(value.operands))
    return list(found)


def _place(value: Function | GlobalVariable) -> tuple[bool, str]:
    """The key that sorts declarations by their names and puts definitions, in their order, before them."""
    return value.is_declaration, value.name if value.is_declaration else ""
