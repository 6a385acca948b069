"""The rules for functions and basic blocks, and the walk over them and their instructions.

Sources: `Verifier::visitFunction`, `visitBasicBlock`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.cfg import ControlFlowGraph, successors
from pyllvm.analysis.dominators import DominatorTree
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.debug_info.scopes import LONG_WAY
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.metadata import MDNode, Metadata, SpecializedNode
from pyllvm.ir.types import FUNCTION, LABEL, METADATA, TOKEN, VOID, X86_AMX
from pyllvm.ir.value import Value
from pyllvm.tables import calling_conventions
from pyllvm.tables.behavior_versions import ZT0_ALLOWED_SINCE
from pyllvm.tables.debug_info_versions import SCOPE_CYCLES_REFUSED_SINCE
from pyllvm.tables.intrinsic_names import LOOP_METADATA
from pyllvm.tables.verifier_versions import KERNEL_ARGUMENTS_SINCE, ONE_KCFI_TYPE_SINCE, OWN_ATTRIBUTES_SINCE, TOKEN_WORDED_SINCE
from pyllvm.verifier.attributes import has_parameter_attribute, verify_attributes
from pyllvm.verifier.debug_nodes import is_local_scope
from pyllvm.verifier.exceptions import verify_sibling_unwinds
from pyllvm.verifier.globals import verify_global_value
from pyllvm.verifier.instructions import verify_instruction
from pyllvm.verifier.intrinsic_users import verify_intrinsic_users
from pyllvm.verifier.memory import verify_swift_error
from pyllvm.verifier.metadata import visit_node
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer

_VARIADIC: Final = "Calling convention does not support varargs or perfect forwarding!"
# More arguments than a function can have.
_MANY_ARGUMENTS: Final = 1 << 32


def verify_function(state: State, function: Function) -> None:
    """Check all rules for a function and its contents."""
    state.enter(function)
    blocks = function.blocks
    for block in blocks:
        if not block.instructions or not block.instructions[-1].is_terminator:
            state.fail(f"Basic Block in function '{function.name}' does not have terminator!", block)
            return
    state.graph = ControlFlowGraph(blocks)
    state.dominators = DominatorTree(state.graph, state.version)
    order = 1
    misled: list[BasicBlock] = []
    for block in blocks:
        for instruction in block.instructions:
            instruction.position = order
            order += 1
            if instruction.parent is not block:
                misled.append(block)
    _verify_declaration(state, function)
    for block in blocks:
        if verify_block(state, block) and block in misled:
            state.fail("Instruction has bogus parent pointer!")
        for instruction in block.instructions:
            state.subject = instruction
            verify_instruction(state, instruction)
    state.subject = function
    if state.sibling_funclets:
        verify_sibling_unwinds(state)
    if state.convergence is not None and blocks:
        from pyllvm.verifier.convergence import verify_regions

        verify_regions(state, state.convergence)
    if state.alias_scope_declarations:
        from pyllvm.verifier.alias_scopes import verify_scope_declarations

        verify_scope_declarations(state, state.alias_scope_declarations)


def _verify_declaration(state: State, function: Function) -> bool:
    # As in LLVM, a failure there does not end the checks of the function.
    verify_global_value(state, function)
    type = function.function_type
    attributes = function._attributes
    returned = type.return_type
    if function.linkage == "common":
        return state.fail("Functions may not have common linkage", function)
    if returned.kind == FUNCTION or returned.kind == LABEL:
        return state.fail("Functions cannot return aggregate values!", function)
    if attributes is not None and attributes.parameters:
        has_struct_return = has_parameter_attribute(attributes, 0, "sret") or has_parameter_attribute(attributes, 1, "sret")
        if has_struct_return and returned.kind != VOID:
            return state.fail("Invalid struct return type!", function)
        if max(attributes.parameters) >= len(type.parameters):
            return state.fail("Attribute after last parameter!", function)
    is_intrinsic = function.is_intrinsic
    if attributes is not None:
        verify_attributes(state, type, attributes, function, function)
        if "builtin" in attributes.function:
            return state.fail("Attribute 'builtin' can only be applied to a callsite.", function)
        for parameter in attributes.parameters.values():
            if "elementtype" in parameter:
                return state.fail("Attribute 'elementtype' can only be applied to a callsite.", function)
        if state.version >= OWN_ATTRIBUTES_SINCE and not _verify_own_attributes(state, function, attributes.function):
            return False
    if function.calling_convention_number and not _verify_convention(state, function):
        return False
    if not _verify_parameters(state, function):
        return False
    if not is_intrinsic:
        if returned.kind == TOKEN:
            return state.fail(
                "Function returns a token but isn't an intrinsic" if state.version >= TOKEN_WORDED_SINCE
                else "Functions returns a token but isn't an intrinsic", function
            )  # fmt: skip
        if returned.kind == X86_AMX:
            return state.fail("Function returns a x86_amx but isn't an intrinsic", function)
    if function._attachments:
        from pyllvm.verifier.function_metadata import check_flat_work_group, check_function_attachments

        if check_function_attachments(state, function._attachments):
            check_flat_work_group(state, function)
    is_fine = _verify_body(state, function)
    if not is_fine:
        return False
    if is_intrinsic and not _verify_intrinsic(state, function):
        return False
    _verify_locations(state, function)
    return True


def _verify_intrinsic(state: State, function: Function) -> bool:
    from pyllvm.verifier.intrinsics import verify_intrinsic_declaration
    from pyllvm.verifier.statepoints import verify_collector_declaration

    return (
        (not state.knows_all_users or verify_intrinsic_users(state, function))
        and verify_intrinsic_declaration(state, function)
        and verify_collector_declaration(state, function)
    )


def _verify_own_attributes(state: State, function: Function, own: AttributeSet) -> bool:
    """Check a function's attributes for the rules that do not apply to a call's attributes."""
    if "aarch64_zt0_undef" in own and state.version < ZT0_ALLOWED_SINCE:
        return state.fail("Attribute 'aarch64_zt0_undef' can only be applied to a callsite.")
    if "naked" in own:
        for argument in function.arguments:
            if argument.has_uses:
                return state.fail("cannot use argument of naked function", argument)
    return True


def _verify_convention(state: State, function: Function) -> bool:
    convention = function.calling_convention_number
    attributes = function._attributes
    type = function.function_type
    if convention == calling_conventions.WHOLE_WAVE and state.version >= calling_conventions.WHOLE_WAVE_SINCE:
        if not type.parameters or not is_integer(type.parameters[0], 1):
            return state.fail("Calling convention requires first argument to be i1", function)
        if has_parameter_attribute(attributes, 0, "inreg"):
            return state.fail("Calling convention requires first argument to not be inreg", function)
        return not type.is_variadic or state.fail(_VARIADIC, function)
    if convention == calling_conventions.X86_INTERRUPT:
        if (
            state.version >= calling_conventions.INTERRUPT_FRAMES_SINCE
            and type.parameters
            and not has_parameter_attribute(attributes, 0, "byval")
        ):
            return state.fail("Calling convention parameter requires byval", function)
        return True
    if convention in calling_conventions.CHAINS and state.version < calling_conventions.CHAINS_SINCE:
        return True
    if convention in calling_conventions.RETURNING_VOID and type.return_type.kind != VOID:
        return state.fail("Calling convention requires void return type", function)
    if convention in calling_conventions.WITHOUT_SRET:
        if has_parameter_attribute(attributes, 0, "sret") or has_parameter_attribute(attributes, 1, "sret"):
            return state.fail("Calling convention does not allow sret", function)
        if convention != calling_conventions.SPIR_KERNEL and state.version >= KERNEL_ARGUMENTS_SINCE:
            if not _verify_kernel_arguments(state, function):
                return False
    if type.is_variadic and convention in calling_conventions.NOT_VARIADIC and convention != calling_conventions.WHOLE_WAVE:
        return state.fail(_VARIADIC, function)
    return True


def _verify_kernel_arguments(state: State, function: Function) -> bool:
    """Check the parameters of a function that is called from outside: its stack has none of them."""
    attributes = function._attributes
    parameters = function.function_type.parameters
    for number in range(len(parameters)):
        for word in ("byval", "preallocated", "inalloca"):
            if has_parameter_attribute(attributes, number, word):
                return state.fail(f"Calling convention disallows {word}", function)
        if has_parameter_attribute(attributes, number, "byref"):
            if getattr(parameters[number], "address_space", -1) == state.data_layout.alloca_address_space:
                return state.fail("Calling convention disallows stack byref", function)
    return True


def _verify_parameters(state: State, function: Function) -> bool:
    number = 0
    for parameter in function.function_type.parameters:
        kind = parameter.kind
        if kind == METADATA or kind == TOKEN or kind == X86_AMX or kind == FUNCTION or kind == VOID:
            argument = function.arguments[number]
            if kind == FUNCTION or kind == VOID:
                return state.fail("Function arguments must have first-class types!", argument)
            if not function.is_intrinsic:
                if kind == METADATA:
                    return state.fail("Function takes metadata but isn't an intrinsic", argument, function)
                if kind == TOKEN:
                    return state.fail("Function takes token but isn't an intrinsic", argument, function)
                return state.fail("Function takes x86_amx but isn't an intrinsic", argument, function)
        if function._attributes is not None and has_parameter_attribute(function._attributes, number, "swifterror"):
            verify_swift_error(state, function.arguments[number])
        number += 1
    return True


def _verify_body(state: State, function: Function) -> bool:
    if function.is_declaration:
        for attachment in function._attachments:
            if attachment._kind == "dbg" and attachment._node.is_distinct:
                return state.fail_debug("function declaration may only have a unique !dbg attachment", function)
            if attachment._kind == "prof":
                return state.fail("function declaration may not have a !prof attachment", function)
            visit_node(state, attachment._node, True)
        if function.personality is not None:
            return state.fail("Function declaration shouldn't have a personality routine", function)
        return True
    if function.is_intrinsic:
        return state.fail("llvm intrinsics cannot be defined!", function)
    entry = function.blocks[0]
    if state.graph.predecessors[0]:
        return state.fail("Entry block to function must not have predecessors!", entry)
    if entry.has_uses and _is_address_used(entry):
        return state.fail("blockaddress may not be used with the entry block!", entry)
    seen: set[str] = set()
    for attachment in function._attachments:
        node = attachment._node
        kind = attachment._kind
        allows_locations = False
        if kind == "dbg":
            if kind in seen:
                return state.fail_debug("function must have a single !dbg attachment", function, node)
            if not isinstance(node, SpecializedNode) or node.spec.name != "DISubprogram":
                return state.fail_debug("function !dbg attachment must be a subprogram", function, node)
            if not node.is_distinct:
                return state.fail_debug("function definition may only have a distinct !dbg attachment", function)
            known = state.described_functions.get(node)
            if known is not None and known is not function:
                return state.fail_debug("DISubprogram attached to more than one function", node, function)
            state.described_functions[node] = function
            allows_locations = True
        elif kind == "prof" or (kind == "kcfi_type" and state.version >= ONE_KCFI_TYPE_SINCE):
            if kind in seen:
                return state.fail(f"function must have a single !{kind} attachment", function, node)
        seen.add(kind)
        visit_node(state, node, allows_locations)
    return True


def _is_address_used(block: BasicBlock) -> bool:
    """Whether a `blockaddress` of the block has a use other than by unused constants."""
    pending: list[Value] = [user for user in block.users if isinstance(user, BlockAddress)]
    while pending:
        used = pending.pop()
        if not used.are_uses_known:
            return True  # perhaps: the verifier is asked again about the whole module
        for user in used.users:
            if isinstance(user, GlobalValue) or not isinstance(user, Constant):
                return True
            pending.append(user)
    return False


def _verify_locations(state: State, function: Function) -> None:
    """Check that the locations in a function with a subprogram belong to it; of inlined ones, the location of the call."""
    subprogram: SpecializedNode | None = None
    for attachment in function._attachments:
        if attachment._kind == "dbg" and isinstance(attachment._node, SpecializedNode):
            if attachment._node.spec.name == "DISubprogram":
                subprogram = attachment._node
    state.subprogram = subprogram
    if subprogram is None:
        return
    seen: set[Metadata] = set()
    # The last packed location that passed: another one with the same scope and inlined-at location passes as well.
    passed: SpecializedNode | None = None
    for block in function.blocks:
        for instruction in block.instructions:
            location = instruction._debug_location
            if location is not None and location is not passed:
                if isinstance(location, SpecializedNode) and location._is_packed:
                    if passed is None or location._scope is not passed._scope or location._inlined_at is not passed._inlined_at:
                        if location not in seen and _verify_location(state, function, subprogram, instruction, location, seen):
                            passed = location
                elif location not in seen:
                    _verify_location(state, function, subprogram, instruction, location, seen)
            if instruction._attachments is not None:
                loop = instruction.metadata(LOOP_METADATA)
                if loop is not None:
                    for operand in loop.operands[1:]:
                        if isinstance(operand, SpecializedNode) and operand not in seen:
                            _verify_location(state, function, subprogram, instruction, operand, seen)
            if state.has_broken_debug_info:
                return


# Nodes whose first operand in LLVM is a file that they never have.
_WITHOUT_FILES: Final = frozenset(("DISubroutineType", "DIBasicType", "DIStringType", "DINamespace"))


def _outermost_scope(state: State, location: MDNode) -> object:
    """Return the scope that everything was inlined into (DILocation::getInlinedAtScope, which treats any node as a location)."""
    known = state.outermost_scopes
    node: object = location
    found: object = None
    way: list[MDNode] | None = None
    steps = 0
    while isinstance(node, MDNode) and steps < 100000:
        if steps >= LONG_WAY:
            if node in known:
                found = known[node]
                break
            if way is None:
                way = []
            way.append(node)
        steps += 1
        if isinstance(node, SpecializedNode) and node.spec.name == "DILocation":
            above = node["inlinedAt"]
            if above is None:
                found = node["scope"]
                break
            node = above
            continue
        operands = node.references(state.version)
        if isinstance(node, SpecializedNode) and node.spec.name in _WITHOUT_FILES:
            break
        if len(operands) != 2 or operands[1] is None:
            found = operands[0] if operands else None
            break
        node = operands[1]
    if way is not None:
        for one in way:
            known[one] = found
    return found


def _described(state: State, scope: Metadata) -> Metadata | None:
    """Return the scope outside all lexical blocks: a subprogram, or what LLVM treats as one (DILocalScope::getSubprogram)."""
    outer = state.scope_ends.outside_blocks(scope)
    return outer if isinstance(outer, Metadata) else None


def _verify_location(
    state: State, function: Function, subprogram: SpecializedNode, instruction: Instruction, location: MDNode, seen: set[Metadata]
) -> bool:
    if not isinstance(location, SpecializedNode) or location.spec.name != "DILocation":
        return True
    seen.add(location)
    if not is_local_scope(location["scope"]):
        return state.fail_debug(
            "DILocation's scope must be a DILocalScope", subprogram, function, instruction, location, location["scope"]
        )
    scope = _outermost_scope(state, location)
    if not isinstance(scope, Metadata):
        return state.fail("Failed to find DILocalScope", location)
    if scope in seen:
        return True
    seen.add(scope)
    described = _described(state, scope)
    if described is not None and scope is not described:
        if described in seen:
            return True
        seen.add(described)
    if described is not subprogram and described is not None:
        if state.version >= SCOPE_CYCLES_REFUSED_SINCE and state.scope_ends.is_endless(described):
            return True  # which is reported of the scope
        return state.fail_debug(
            "!dbg attachment points at wrong subprogram for function",
            subprogram, function, instruction, location, scope, described,
        )  # fmt: skip
    return True


def verify_block(state: State, block: BasicBlock) -> bool:
    """Check one block."""
    if isinstance(block.instructions[0], PHINode) and not _verify_phis(state, block):
        return False
    if block._trailing_debug_records:
        return state.fail_debug("Basic Block has trailing DbgRecords!", block)
    return True


def _verify_phis(state: State, block: BasicBlock) -> bool:
    graph = state.graph
    entries = graph.predecessors[block.number]
    count = len(entries)
    expected = sorted(entries) if count > 1 else entries
    for phi in block.instructions:
        if not isinstance(phi, PHINode):
            break
        if len(phi.operands) != count:
            return state.fail("PHINode should have one entry for each predecessor of its parent basic block!", phi)
        numbers: list[int] = []
        for incoming in phi.blocks:
            number = incoming.number
            # The number of a block in another function means nothing here.
            if number >= len(graph.blocks) or graph.blocks[number] is not incoming:
                number = -1
            numbers.append(number)
        if count > 1:
            numbers.sort()
        if numbers == expected and not (_has_doubles(numbers) and _has_conflict(phi)):
            continue
        if not _verify_entries(state, phi, block):
            return False
    return True


def _has_doubles(numbers: list[int]) -> bool:
    return any(numbers[index] == numbers[index - 1] for index in range(1, len(numbers)))


def _has_conflict(phi: PHINode) -> bool:
    """Whether two entries for the same block have different values."""
    values: dict[BasicBlock, Value] = {}
    return any(values.setdefault(incoming, value) is not value for incoming, value in zip(phi.blocks, phi.operands, strict=True))


def _verify_entries(state: State, phi: PHINode, block: BasicBlock) -> bool:
    """Report the first entry that does not match the predecessors. As in LLVM, both are sorted by their addresses in memory."""
    places = _places(state.function)
    last = len(places)
    before = sorted(block.predecessors, key=lambda one: places.get(one, last))
    entries: list[tuple[int, int, int]] = []
    for index, incoming in enumerate(phi.blocks):
        entries.append((places.get(incoming, last), _place(phi.operands[index]), index))
    entries.sort()
    previous: BasicBlock | None = None
    known: Value | None = None
    for position, (_, _, index) in enumerate(entries):
        incoming = phi.blocks[index]
        value = phi.operands[index]
        if incoming is previous and value is not known:
            return state.fail(
                "PHI node has multiple entries for the same basic block with different incoming values!",
                phi, incoming, value, known,
            )  # fmt: skip
        if incoming is not before[position]:
            return state.fail("PHI node entries do not match predecessors!", phi, incoming, before[position])
        previous = incoming
        known = value
    return True


def _place(value: Value) -> int:
    """Estimate the relative address of a value: constants come first, then arguments, then instructions."""
    if isinstance(value, Instruction):
        return value.position
    return value.number - _MANY_ARGUMENTS if isinstance(value, Argument) else -_MANY_ARGUMENTS - 1


def _places(function: Function) -> dict[BasicBlock, int]:
    """Return the blocks in the order in which the text first mentions them, which is the order in which LLVM creates them."""
    places: dict[BasicBlock, int] = {}
    for block in function.blocks:
        places.setdefault(block, len(places))
        for instruction in block.instructions:
            if isinstance(instruction, PHINode):
                for incoming in instruction.blocks:
                    places.setdefault(incoming, len(places))
        for target in successors(block):
            places.setdefault(target, len(places))
    return places
