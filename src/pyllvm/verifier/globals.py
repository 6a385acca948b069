"""The rules for global values: variables, aliases and ifuncs, and those that functions share with them."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts, strip_pointer_casts_and_aliases
from pyllvm.ir.constants import NONE, NULL, Constant, ConstantAggregate, ConstantExpr, ConstantPtrAuth, SimpleConstant, is_null
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction, is_declaration, is_declaration_for_linker
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDNode, SpecializedNode, ValueAsMetadata, constant_int
from pyllvm.ir.target.sized_types import may_be_global
from pyllvm.ir.types import ARRAY, POINTER, STRUCT, VECTOR, ArrayType, PointerType, StructType, TargetType, Type
from pyllvm.ir.value import User, Value
from pyllvm.tables import metadata_versions, verifier_versions
from pyllvm.tables.behavior_versions import SCALABLE_TYPES_WORDED_SINCE
from pyllvm.tables.features import (
    AVAILABLE_EXTERNALLY_ALIASES,
    IFUNC_METADATA_SINCE,
    TYPED_POINTERS_KEPT_UNTIL,
    TYPED_POINTERS_UNTIL,
)
from pyllvm.tables.intrinsic_names import PREFIX, STRUCTORS, USED_LISTS
from pyllvm.tables.linkages import ALIASES, DECLARATIONS, INTERPOSABLE
from pyllvm.tables.verifier_rules import HIDDEN_EXPORT, HIDDEN_IMPORT
from pyllvm.verifier.constants import verify_constant
from pyllvm.verifier.metadata import is_constant, maximum_alignment, visit_node
from pyllvm.verifier.ranges import ABSOLUTE_SYMBOL, check_ranges
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer

# LLVM computes sizes in 64 bits.
_SIZES: Final = 1 << 64


def is_interposable(value: GlobalValue) -> bool:
    """Whether the linker may replace the definition by a different one."""
    return value.linkage in INTERPOSABLE


def verify_global_value(state: State, value: GlobalValue) -> bool:
    """Check the rules for every global value."""
    linkage = value.linkage
    declared = is_declaration(value)
    if declared and linkage not in DECLARATIONS:
        return state.fail("Global is external, but doesn't have external or weak linkage!", value)
    comdat = None
    if isinstance(value, GlobalObject):
        comdat = value.comdat
        if value.alignment > maximum_alignment(state.version):
            return state.fail("huge alignment values are unsupported", value)
    if value._attachments and not _verify_attachments(state, value):
        return False
    if linkage == "appending":
        if not isinstance(value, GlobalVariable):
            return state.fail("Only global variables can have appending linkage!", value)
        if value.value_type.kind != ARRAY:
            return state.fail("Only global arrays can have appending linkage!", value)
    if comdat is not None and (declared or linkage == "available_externally"):
        return state.fail("Declaration may not be in a Comdat!", value)
    if value.dll_storage_class == "dllexport":
        if value.visibility == "hidden" and state.breaks(HIDDEN_EXPORT, value):
            return False
    elif value.dll_storage_class == "dllimport":
        if value.visibility != "default" and state.breaks(HIDDEN_IMPORT, value):
            return False
        if value.is_dso_local:
            return state.fail("GlobalValue with DLLImport Storage is dso_local!", value)
        if not (declared and linkage in DECLARATIONS) and linkage != "available_externally":
            return state.fail("Global is marked as dllimport, but not external", value)
    return True


def _verify_attachments(state: State, value: GlobalValue) -> bool:
    """Check the metadata attachments of variables and functions, in LLVM's order."""
    if state.version >= metadata_versions.ASSOCIATED_SINCE:
        for node in value.metadata("associated"):
            if not _verify_associated(state, value, node):
                return False
    if state.version >= metadata_versions.ABSOLUTE_SYMBOL_SINCE:
        for node in value.metadata("absolute_symbol"):
            pointer = value.type
            space = pointer.address_space if isinstance(pointer, PointerType) else 0
            type = value.type.context.integer(state.data_layout.pointer_bits(space))
            check_ranges(state, value, node, type, ABSOLUTE_SYMBOL)
    if state.version >= metadata_versions.IMPLICIT_REFERENCES_SINCE:
        nodes = value.metadata("implicit.ref")
        if nodes and is_declaration(value):
            return state.fail("ref metadata must not be placed on a declaration", value)
        for node in nodes:
            if not _verify_reference(state, value, node):
                return False
    if state.version >= metadata_versions.SECTION_PROPERTIES_SINCE:
        for node in value.metadata("elf_section_properties"):
            if not _verify_section_properties(state, value, node):
                return False
    return True


def _verify_section_properties(state: State, value: GlobalValue, node: MDNode) -> bool:
    """Check `!elf_section_properties`: the type of a section and the size of its entries."""
    if len(node.operands) != 2:
        return state.fail("elf_section_properties metadata must have two operands", value, node)
    for name, operand in zip(("type", "entsize"), node.operands, strict=True):
        if not is_constant(operand):
            return state.fail(f"{name} field must be ConstantAsMetadata", value, node)
        if constant_int(operand) is None:
            return state.fail(f"{name} field must be ConstantInt", value, node)
    return True


def _verify_associated(state: State, value: GlobalValue, node: MDNode) -> bool:
    """Check `!associated`: the global that decides whether the linker keeps a section."""
    if len(node.operands) == 1 and node.operands[0] is None:
        return state.fail("associated metadata must have a global value", value, node)
    return _names_another(state, value, node, "associated", "global values should not associate to themselves")


def _verify_reference(state: State, value: GlobalValue, node: MDNode) -> bool:
    """Check `!implicit.ref`: a global that is kept as long as this one."""
    return _names_another(state, value, node, "ref", "values should not reference themselves")


def _names_another(state: State, value: GlobalValue, node: MDNode, word: str, itself: str) -> bool:
    """Check that a node names one other global; `word` is for messages, and `itself` the message for the same global."""
    if len(node.operands) != 1:
        return state.fail(f"{word} metadata must have one operand", value, node)
    operand = node.operands[0]
    if not isinstance(operand, ValueAsMetadata):
        return state.fail(f"{word} metadata must be ValueAsMetadata", value, node)
    if operand.value.type.kind != POINTER:
        return state.fail(f"{word} value must be pointer typed", value, node)
    stripped = strip_pointer_casts_and_aliases(operand.value)
    if isinstance(stripped, (Instruction, Argument, BasicBlock)):
        return state.fail(f"{word} metadata must point to a GlobalObject", value, stripped)
    if stripped is value:
        return state.fail(itself, value, node)
    return True


def _is_too_large(state: State, variable: GlobalVariable) -> bool:
    """Whether an offset in the variable's address space cannot reach its end."""
    type = variable.value_type
    if not state.sized_types.has(type) or state.sized_types.is_scalable(type):
        return False
    layout = state.data_layout
    return layout.alloc_size(type) % _SIZES >> layout.index_bits(variable.address_space) > 0


def _may_be_global(state: State, type: Type) -> bool:
    """Whether the target types in a type allow it in global variables; before LLVM 20, nested types were not checked."""
    version = state.version
    known = state.global_types
    seen: set[Type] = set()
    pending = [type]
    while pending:
        part = pending.pop()
        if isinstance(part, TargetType):
            if not may_be_global(part, version):
                return False
        elif version >= metadata_versions.INNER_TARGET_TYPES_SINCE and part.kind in (ARRAY, STRUCT, VECTOR):
            if part not in seen and part not in known:
                seen.add(part)
                pending.extend(part.contained_types)
    known.update(seen)
    return True


def verify_variable(state: State, variable: GlobalVariable) -> bool:
    """Check a global variable."""
    initializer = variable.initializer
    if initializer is not None:
        if initializer.type is not variable.value_type:
            return state.fail("Global variable initializer type does not match global variable type!", variable)
        if state.version >= metadata_versions.SIZED_INITIALIZERS_SINCE and not state.sized_types.has(variable.value_type):
            return state.fail("Global variable initializer must be sized", variable)
        if variable.linkage == "common":
            if not is_null(initializer):
                return state.fail("'common' global must have a zero initializer!", variable)
            if variable.is_constant:
                return state.fail("'common' global may not be marked constant!", variable)
            if variable.comdat is not None:
                return state.fail("'common' global may not be in a Comdat!", variable)
    name = variable.name
    if name.startswith(PREFIX):
        if name in STRUCTORS:
            if not _verify_structors(state, variable):
                return False
        elif name in USED_LISTS:
            if not _verify_used(state, variable):
                return False
    for attachment in variable._attachments:
        if attachment._kind == "dbg":
            node = attachment._node
            if isinstance(node, SpecializedNode) and node.spec.name == "DIGlobalVariableExpression":
                from pyllvm.verifier.debug_info import check_global_variable_expression

                check_global_variable_expression(state, node)
            else:
                return state.fail_debug("!dbg attachment of global variable must be a DIGlobalVariableExpression")
    if state.version >= verifier_versions.GLOBAL_SIZES_SINCE and _is_too_large(state, variable):
        return state.fail("Global variable is too large to fit into the address space", variable, variable.value_type)
    if state.version >= verifier_versions.SCALABLE_GLOBALS_SINCE and state.sized_types.is_scalable(variable.value_type):
        what = "scalable types" if state.version >= SCALABLE_TYPES_WORDED_SINCE else "scalable vectors"
        return state.fail(f"Globals cannot contain {what}", variable)
    if not _may_be_global(state, variable.value_type):
        return state.fail(f"Global @{variable.name} has illegal target extension type", variable.value_type)
    if initializer is not None and isinstance(initializer, Constant):
        verify_constant(state, initializer)
    return verify_global_value(state, variable)


def verify_variable_users(state: State, variable: GlobalVariable) -> bool:
    """Check that nothing uses a variable that lists others."""
    is_list = variable.name in STRUCTORS or variable.name in USED_LISTS
    if is_list and state.version >= metadata_versions.UNUSED_SINCE and variable.has_uses:
        return state.fail("invalid uses of intrinsic global variable", variable)
    return True


def _verify_structors(state: State, variable: GlobalVariable) -> bool:
    if variable.initializer is not None and variable.linkage != "appending":
        return state.fail("invalid linkage for intrinsic global variable", variable)
    if not verify_variable_users(state, variable):
        return False
    array = variable.value_type
    if not isinstance(array, ArrayType):
        return True
    entry = array.element
    members = entry.elements if isinstance(entry, StructType) else None
    if members is None or len(members) not in (2, 3) or not is_integer(members[0], 32):
        return state.fail("wrong type for intrinsic global variable", variable)
    if members[1] is not _structor_type(state, members[1]):
        return state.fail("wrong type for intrinsic global variable", variable)
    if len(members) != 3 and state.version >= verifier_versions.STRUCTOR_DATA_SINCE:
        null = "i8* null" if state.version <= TYPED_POINTERS_KEPT_UNTIL else "ptr null"
        return state.fail(
            f"the third field of the element type is mandatory, specify {null} to migrate from the obsoleted 2-field form"
        )
    if len(members) == 3 and members[2].kind != POINTER:
        return state.fail("wrong type for intrinsic global variable", variable)
    if state.version >= metadata_versions.UNSIGNED_STRUCTORS_SINCE and isinstance(variable.initializer, ConstantAggregate):
        for structor in variable.initializer.operands:
            if isinstance(structor, ConstantAggregate) and isinstance(structor.operands[1], ConstantPtrAuth):
                return state.fail("signing of ctors/dtors should be requested via module flags")
    return True


def _structor_type(state: State, found: Type) -> Type:
    """Return the pointer type for a function without parameters; opaque if `found` is opaque."""
    context = state.module.context
    space = state.data_layout.program_address_space
    if state.version > TYPED_POINTERS_UNTIL or (isinstance(found, PointerType) and found.pointee is None):
        return context.pointer(space)
    return context.pointer_to(context.function(context.void, []), space)


def _verify_used(state: State, variable: GlobalVariable) -> bool:
    initializer = variable.initializer
    if initializer is not None and variable.linkage != "appending":
        return state.fail("invalid linkage for intrinsic global variable", variable)
    if not verify_variable_users(state, variable):
        return False
    array = variable.value_type
    if not isinstance(array, ArrayType):
        return True
    if array.element.kind != POINTER:
        return state.fail("wrong type for intrinsic global variable", variable)
    if initializer is None:
        return True
    if not isinstance(initializer, ConstantAggregate):
        word = "initializer" if state.version >= verifier_versions.INITIALIZER_WORDED_SINCE else "initalizer"
        return state.fail(f"wrong {word} for intrinsic global variable", initializer)
    for member in initializer.operands:
        target = strip_pointer_casts(member)
        if not isinstance(target, (GlobalVariable, Function, GlobalAlias)):
            return state.fail(f"invalid {variable.name} member", target)
        if not target.name:
            return state.fail(f"members of {variable.name} must be named", target)
    return True


def verify_alias(state: State, alias: GlobalAlias) -> bool:
    """Check an alias."""
    is_available = alias.linkage == "available_externally" and AVAILABLE_EXTERNALLY_ALIASES.is_in(state.version)
    if alias.linkage not in ALIASES and not is_available:
        if state.version >= verifier_versions.ALIAS_LINKAGES_SINCE:
            return state.fail(
                "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or "
                "available_externally linkage!",
                alias,
            )
        return state.fail(
            "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!", alias
        )
    if not alias.operands:
        return state.fail("Aliasee cannot be NULL!", alias)
    aliasee = alias.aliasee
    if alias.type is not aliasee.type:
        return state.fail("Alias and aliasee types should match!", alias)
    if not isinstance(aliasee, (GlobalValue, ConstantExpr)):
        return state.fail("Aliasee should be either GlobalValue or ConstantExpr", alias)
    if isinstance(aliasee, ConstantExpr):
        verify_constant(state, aliasee)
    _verify_aliasee(state, alias, aliasee)
    return verify_global_value(state, alias)


def _leads_on(operand: Value) -> bool:
    """Whether a way to an aliasee may go through this operand of an expression."""
    return isinstance(operand, GlobalValue) or (isinstance(operand, User) and len(operand.operands) > 0)


def _verify_aliasee(state: State, alias: GlobalAlias, start: Value) -> bool:
    """Follow an alias to its aliasee, through other aliases and expressions, and check each step.

    An alias in a chain leads where the next one does: what was sound from there on is not followed again. Where expressions of
    several globals branch, LLVM reports an alias that is met twice, so all ways are followed.
    """
    met: set[GlobalAlias] = {alias}
    is_chain = True
    before = len(state.failures)
    pending: list[Value] = [start]
    is_available = alias.linkage == "available_externally"
    steps = 0
    while pending and steps < 1000000:
        steps += 1
        value = pending.pop()
        if is_available and not (isinstance(value, GlobalValue) and value.linkage == "available_externally"):
            return state.fail("available_externally alias must point to available_externally global value", alias)
        if isinstance(value, GlobalValue):
            if not is_available and is_declaration_for_linker(value):
                state.fail("Alias must point to a definition", alias)
                continue
            if not isinstance(value, GlobalAlias):
                continue
            if is_chain and value in state.sound_aliases and not (value is start and is_interposable(value)):
                break
            if value in met:
                state.fail("Aliases cannot form a cycle", alias)
                continue
            met.add(value)
            # LLVM asks only the aliasee itself, and not the aliases in its expression or behind it.
            if value is start and is_interposable(value):
                state.fail("Alias cannot point to an interposable alias", alias)
                continue
        if isinstance(value, User):
            operands = value.operands
            if len(operands) > 1:
                is_chain = is_chain and sum([_leads_on(one) for one in operands]) == 1
            pending.extend(reversed(operands))
    if is_chain and not is_available and len(state.failures) == before:
        state.sound_aliases |= met
    return True


def verify_ifunc(state: State, ifunc: GlobalIFunc) -> bool:
    """Check an ifunc (visitGlobalIFunc)."""
    if state.version < metadata_versions.IFUNC_RESOLVERS_SINCE:
        return verify_global_value(state, ifunc)
    if state.version >= IFUNC_METADATA_SINCE:
        verify_global_value(state, ifunc)
        for attachment in ifunc.attachments:
            if attachment._kind == "dbg":
                return state.fail_debug("an ifunc may not have a !dbg attachment", ifunc)
            if attachment._kind == "prof":
                return state.fail("an ifunc may not have a !prof attachment", ifunc)
            visit_node(state, attachment._node, False)
    if state.version >= metadata_versions.IFUNC_LINKAGES_SINCE and ifunc.linkage not in ALIASES:
        return state.fail(
            "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!", ifunc
        )
    resolver = _resolver_function(ifunc)
    if resolver is None:
        return state.fail("IFunc must have a Function resolver", ifunc)
    if state.version >= metadata_versions.IFUNC_LINKAGES_SINCE:
        if is_declaration_for_linker(resolver):
            return state.fail("IFunc resolver must be a definition", ifunc)
        if resolver.function_type.return_type.kind != POINTER:
            return state.fail("IFunc resolver must return a pointer", ifunc)
    type = ifunc.resolver.type
    own = ifunc.type
    if not isinstance(type, PointerType) or not isinstance(own, PointerType):
        return state.fail("IFunc resolver has incorrect type", ifunc)
    if type.pointee is None:
        is_right = type.address_space == own.address_space
    else:
        # A pointer to a function that returns a pointer to the ifunc's value type.
        context = type.context
        is_right = type is context.pointer_to(context.function(context.pointer_to(ifunc.value_type), []))
    return is_right or state.fail("IFunc resolver has incorrect type", ifunc)


def _resolver_function(ifunc: GlobalIFunc) -> Function | None:
    value = strip_pointer_casts_and_aliases(ifunc.resolver if ifunc.operands else ifunc)
    return value if isinstance(value, Function) else None


def is_null_pointer(value: Value) -> bool:
    """Whether the value is `null`."""
    return isinstance(value, SimpleConstant) and value.kind == NULL


def is_none_token(value: Value) -> bool:
    """Whether the value is the token `none`."""
    return isinstance(value, SimpleConstant) and value.kind == NONE
