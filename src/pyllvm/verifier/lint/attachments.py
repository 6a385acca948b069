"""Metadata attachments that have no effect in their position, or whose node has the wrong form.

`tables.metadata_attachments` lists the kinds that are checked, with the positions and the form of each. The numbers
in attached metadata are checked as well: addresses of absolute symbols, ranges, weights of branches, fields of structs.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import instructions
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalObject, GlobalVariable
from pyllvm.ir.instructions import BranchInst, CallBase
from pyllvm.ir.metadata import MDNode, MDString, ValueAsMetadata, constant_int
from pyllvm.tables import metadata_attachments as table
from pyllvm.tables.intrinsic_names import MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX
from pyllvm.tables.metadata_kinds import CHECKED_SINCE
from pyllvm.tables.metadata_versions import ABSOLUTE_SYMBOL_SINCE
from pyllvm.verifier.alias_scopes import check_alias_scopes
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.loops import check_access_group, check_loop, check_loop_header_weight
from pyllvm.verifier.lint.values import integer_width
from pyllvm.verifier.profiles import check_branch_weights
from pyllvm.verifier.ranges import ABSOLUTE_SYMBOL, check_ranges
from pyllvm.verifier.state import State


def check_instruction_attachments(linter: Linter, instruction: Instruction) -> None:
    """Check the metadata attached to an instruction."""
    attachments = instruction.attachments
    if attachments is None:
        return
    for attachment in attachments:
        kind = attachment.kind
        if kind == "llvm.mem.parallel_loop_access":
            linter.report("metadata-deprecated", f"llvm.access.group replaced {kind} in LLVM 8", instruction)
        rule = table.attachment_rule(kind, linter.version)
        if rule is None:
            continue
        if table.ANYWHERE not in rule.places and not any(place in rule.places for place in _places(instruction)):
            _report_place(linter, rule, instruction)
            continue
        _check_form(linter, rule, attachment.node, instruction)


def check_global_attachments(linter: Linter, value: GlobalObject) -> None:
    """Check the metadata attached to a function or a global variable."""
    for attachment in value.attachments:
        rule = table.attachment_rule(attachment.kind, linter.version)
        if rule is None:
            continue
        place = table.FUNCTION if isinstance(value, Function) else table.VARIABLE
        if place not in rule.places and table.ANYWHERE not in rule.places:
            _report_place(linter, rule, value)
            continue
        _check_form(linter, rule, attachment.node, value)


def _report_place(linter: Linter, rule: table.AttachmentRule, holder: object) -> None:
    places = " or ".join(rule.places)
    linter.report("metadata-place", f"{rule.kind} belongs on a {places} and has no effect here", holder)


def _places(instruction: Instruction) -> list[str]:
    """Return the names that the table can use for an instruction."""
    places: list[str] = []
    if isinstance(instruction, instructions.LoadInst):
        places = [table.LOAD, table.MEMORY]
    elif isinstance(instruction, instructions.StoreInst):
        places = [table.STORE, table.MEMORY]
    elif isinstance(instruction, instructions.CallBase):
        places = [table.CALL, table.MEMORY]
        if instruction.called_function is None and not isinstance(instruction.callee, InlineAsm):
            places.append(table.INDIRECT_CALL)
    elif isinstance(
        instruction, (instructions.AtomicRMWInst, instructions.AtomicCmpXchgInst, instructions.FenceInst, instructions.VAArgInst)
    ):
        places = [table.MEMORY]
    elif isinstance(instruction, instructions.BranchInst):
        places = [table.BRANCH]
    elif isinstance(instruction, instructions.SwitchInst):
        places = [table.SWITCH]
    elif isinstance(instruction, instructions.SelectInst):
        places = [table.SELECT]
    elif isinstance(instruction, instructions.AllocaInst):
        places = [table.ALLOCA]
    if instruction.is_terminator:
        places.append(table.TERMINATOR)
    return places


def _check_form(linter: Linter, rule: table.AttachmentRule, node: MDNode, holder: Instruction | GlobalObject) -> None:
    form = rule.form
    if form == table.EMPTY:
        if node.operands:
            linter.report("metadata-form", f"{rule.kind} must be an empty node", holder, node)
    elif form == table.ONE:
        _check_integers(linter, rule.kind, node, holder, [1])
    elif form == table.INTEGERS:
        if not node.operands or any(constant_int(operand) is None for operand in node.operands):
            linter.report("metadata-form", f"{rule.kind} must be a list of integers", holder, node)
    elif form == table.LOOP:
        check_loop(linter, node)
    elif form == table.ACCESS_GROUP:
        check_access_group(linter, node)
    elif form == table.LOOP_HEADER_WEIGHT and isinstance(holder, Instruction):
        check_loop_header_weight(linter, holder, node)
    elif form == table.ALIAS_SCOPES:
        _check_alias_scopes(linter, node)
    elif form == table.TBAA_STRUCT:
        _check_tbaa_struct(linter, node)
    elif form == table.CALLEES and isinstance(holder, instructions.CallBase):
        _check_callees(linter, holder, node)
    elif form == table.PROFILE:
        _check_profile(linter, holder, node)
    elif form == table.TYPE_IDENTIFIER and isinstance(holder, GlobalObject):
        _check_type_identifier(linter, holder, node)
    elif form == table.GLOBAL_OBJECT:
        _check_global_object(linter, rule.kind, holder, node)
    elif form == table.SECTION_PREFIX:
        if len(node.operands) != 2 or not all(isinstance(operand, MDString) for operand in node.operands):
            linter.report("metadata-form", f"{rule.kind} must be two strings: its name and the prefix", holder, node)
    elif form == table.ABSOLUTE_SYMBOL and isinstance(holder, GlobalObject):
        check_absolute_symbol(linter, holder, node)
    elif form == table.CONDITIONAL and isinstance(holder, instructions.BranchInst):
        if not holder.is_conditional:
            linter.report("metadata-place", f"{rule.kind} belongs on a conditional branch", holder)
    elif form == table.RANGE:
        check_range(linter, holder, node)
    elif form == table.VISIBILITY:
        _check_integers(linter, rule.kind, node, holder, [0, 1, 2])


def _check_integers(linter: Linter, kind: str, node: MDNode, holder: object, allowed: list[int]) -> None:
    number = constant_int(node.operands[0]) if node.operands else None
    if number is None or number.unsigned not in allowed:
        values = " or ".join([str(value) for value in allowed])
        linter.report("metadata-form", f"{kind} must be a node with the number {values}", holder, node)


def _check_alias_scopes(linter: Linter, node: MDNode) -> None:
    """Check with the verifier's rules, which LLVM 14 and later enforce."""
    if linter.is_new("metadata-form", node):
        state = State(linter.module)
        check_alias_scopes(state, node)
        for failure in state.failures:
            linter.report("metadata-form", failure.message, *failure.objects)


def _check_tbaa_struct(linter: Linter, node: MDNode) -> None:
    """Section "tbaa.struct": offset, size and access tag alternate."""
    if not linter.is_new("tbaa-struct", node):
        return
    operands = node.operands
    if len(operands) % 3:
        linter.report("tbaa-struct", "tbaa.struct must have an offset, a size and an access tag for each field", node)
        return
    for index in range(0, len(operands), 3):
        offset, size, tag = operands[index], operands[index + 1], operands[index + 2]
        for what, operand in (("offset", offset), ("size", size)):
            number = constant_int(operand)
            if number is None or number.value < 0:
                linter.report("tbaa-struct", f"the {what} of a field in tbaa.struct must be a non-negative integer", node)
                return
        if not isinstance(tag, MDNode) or len(tag.operands) < 2:
            linter.report("tbaa-struct", "a field in tbaa.struct must end with an access tag", node)
            return
    check_overlaps(linter, node)


def _check_callees(linter: Linter, call: instructions.CallBase, node: MDNode) -> None:
    """Section "callees": the functions that an indirect call can reach."""
    if not node.operands:
        linter.report("metadata-form", "callees must list at least one function", call, node)
    for operand in node.operands:
        function = strip_pointer_casts(operand.value) if isinstance(operand, ValueAsMetadata) else None
        if not isinstance(function, Function):
            linter.report("metadata-form", "callees must list only functions", call, node)
            return
        if function.function_type is not call.function_type:
            linter.report("call-type", f"callees lists @{function.name}, whose type is not the call's", call, function)


def _check_profile(linter: Linter, holder: Instruction | GlobalObject, node: MDNode) -> None:
    """Section "prof": the first operand names the kind; VP has its own form."""
    name = node.operands[0] if node.operands else None
    if not isinstance(name, MDString):
        # The verifiers from LLVM 10 on refuse it.
        if linter.version < PROFILES_VERIFIED_SINCE:
            linter.report("profile", "expected string with name of the !prof annotation", holder, node)
        return
    if name.text not in table.PROFILE_NAMES:
        linter.report("profile", f"LLVM has no profile kind '{name.text}'", holder, node)
    elif name.text == "VP":
        _check_value_profile(linter, holder, node)
        check_value_profile_place(linter, holder, node)
    elif name.text.endswith("function_entry_count"):
        if isinstance(holder, Instruction) or (isinstance(holder, Function) and holder.is_declaration):
            linter.report("profile", f"'{name.text}' belongs on a function definition", holder, node)
    elif name.text == "branch_weights" and isinstance(holder, GlobalObject):
        linter.report("profile", "'branch_weights' belongs on an instruction", holder, node)
    elif name.text == "branch_weights" and isinstance(holder, Instruction):
        check_weights(linter, holder, node)


def _check_value_profile(linter: Linter, holder: object, node: MDNode) -> None:
    numbers = [constant_int(operand) for operand in node.operands[1:]]
    if len(numbers) < 2 or any(number is None for number in numbers):
        linter.report("profile", "'VP' must be followed by a kind, a total, and pairs of values and counts", holder, node)
        return
    kind = numbers[0]
    if kind is not None and not 0 <= kind.value <= table.HIGHEST_PROFILE_KIND:
        linter.report("profile", f"LLVM has no value profile kind {kind.value}", holder, node)
    if kind is not None and integer_width(kind.type) != 32:
        linter.report("profile", "the kind in 'VP' must be i32", holder, node)
    if len(numbers) % 2:
        linter.report("profile", "a value in 'VP' has no count", holder, node)
    if any(number is not None and integer_width(number.type) != 64 for number in numbers[1:]):
        linter.report("profile", "the total, the values and the counts in 'VP' must be i64", holder, node)


def _check_type_identifier(linter: Linter, value: GlobalObject, node: MDNode) -> None:
    """TypeMetadata: an offset into the object, and the type's identifier."""
    operands = node.operands
    offset = constant_int(operands[0]) if len(operands) >= 2 else None
    if offset is None or operands[1] is None:
        linter.report("metadata-form", "type must be an offset and a type identifier", value, node)
    elif isinstance(operands[1], MDNode) and not operands[1].is_distinct:
        linter.report("metadata-form", "a type identifier that is a node must be distinct, so that it stays unique", value, node)
    elif offset.value < 0:
        linter.report("metadata-form", "a type's offset must not be negative", value, node)


def _check_global_object(linter: Linter, kind: str, holder: object, node: MDNode) -> None:
    operands = node.operands
    target = operands[0] if len(operands) == 1 else None
    if not isinstance(target, ValueAsMetadata) or not isinstance(strip_pointer_casts(target.value), GlobalObject):
        linter.report("metadata-form", f"{kind} must name one global object", holder, node)
    elif kind == "associated" and strip_pointer_casts(target.value) is holder:
        linter.report("metadata-form", "associated must not name the global object that it is attached to", holder, node)


PROFILES_VERIFIED_SINCE: Final = CHECKED_SINCE["prof"]
_MEMORY_INTRINSICS: Final = (MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX, "llvm.memcmp.")
_MEMORY_FUNCTIONS: Final = ("bcmp", "memcmp")
_INDIRECT_CALL_TARGETS: Final = 0
_MEMORY_OPERATION_SIZES: Final = 1


def check_absolute_symbol(linter: Linter, value: GlobalObject, node: MDNode) -> None:
    """Section "absolute_symbol": ranges of addresses for a declaration, which may wrap around."""
    if isinstance(value, (Function, GlobalVariable)) and not value.is_declaration:
        linter.report("absolute-symbol", "absolute_symbol belongs on a declaration", value, node)
    operands = node.operands
    numbers = [constant_int(operand) for operand in operands]
    if not numbers or len(numbers) % 2 or any(number is None for number in numbers):
        linter.report("absolute-symbol", "absolute_symbol must be pairs of integers", value, node)
        return
    try:
        bits = linter.data_layout.pointer_bits(value.address_space)
    except PyllvmError:
        return
    for index in range(0, len(numbers), 2):
        low, high = numbers[index], numbers[index + 1]
        assert low is not None and high is not None
        if integer_width(low.type) != bits or integer_width(high.type) != bits:
            linter.report("absolute-symbol", f"the integers in absolute_symbol must be i{bits}, as pointers are", value, node)
            return
        is_everything = low.value == high.value == -1
        if low.unsigned >= high.unsigned and not is_everything:
            linter.report("absolute-symbol", "a range of absolute_symbol ends before it begins", value, node)
            return
    if linter.version < ABSOLUTE_SYMBOL_SINCE:
        # Newer verifiers refuse ranges that overlap or are in disorder.
        state = State(linter.module)
        check_ranges(state, value, node, value.type.context.integer(bits), ABSOLUTE_SYMBOL)
        for failure in state.failures:
            linter.report("absolute-symbol", failure.message, value, node)


def check_range(linter: Linter, holder: object, node: MDNode) -> None:
    """Section "range": what lies in a range of one value is a constant."""
    numbers = [constant_int(operand) for operand in node.operands]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return
    if numbers[1].value == numbers[0].value:
        linter.report("range-constant", "range is empty or has all values: it must end with another number", holder, node)
    elif numbers[1].value - numbers[0].value == 1:
        linter.report("range-constant", f"range allows only the value {numbers[0].value}", holder, node)


def check_weights(linter: Linter, instruction: Instruction, node: MDNode) -> None:
    """Section "branch_weights": the rules that LLVM's verifier did not have at first, and branches that have one way only."""
    if isinstance(instruction, BranchInst) and not instruction.is_conditional:
        linter.report("profile", "'branch_weights' has no effect on an unconditional branch", instruction, node)
        return
    if linter.version >= PROFILES_VERIFIED_SINCE:
        return
    state = State(linter.module)
    check_branch_weights(state, instruction, node)
    for failure in state.failures:
        linter.report("profile", failure.message, instruction, *failure.objects)


def check_value_profile_place(linter: Linter, holder: object, node: MDNode) -> None:
    """Section "VP": targets of indirect calls, sizes that memory functions are called with."""
    kind = constant_int(node.operands[1]) if len(node.operands) > 1 else None
    if kind is None or kind.value not in (_INDIRECT_CALL_TARGETS, _MEMORY_OPERATION_SIZES):
        return
    if not isinstance(holder, CallBase):
        linter.report("profile", "value profiles of this kind belong on calls", holder, node)
        return
    callee = holder.called_function
    if kind.value == _INDIRECT_CALL_TARGETS:
        if callee is not None:
            linter.report("profile", "a profile of an indirect call's targets is attached to a direct call", holder, node)
    elif callee is None or not (callee.name.startswith(_MEMORY_INTRINSICS) or callee.name in _MEMORY_FUNCTIONS):
        linter.report("profile", "a profile of sizes is attached to a call that copies, sets or compares no memory", holder, node)


def check_overlaps(linter: Linter, node: MDNode) -> None:
    """Section "tbaa.struct": fields of unions lie over one another, but none begins within one and ends behind it."""
    fields: list[tuple[int, int]] = []
    for index in range(0, len(node.operands), 3):
        offset, size = constant_int(node.operands[index]), constant_int(node.operands[index + 1])
        if offset is not None and size is not None:
            fields.append((offset.value, offset.value + size.value))
    fields.sort()
    for number in range(1, len(fields)):
        (begin, end), (other, other_end) = fields[number], fields[number - 1]
        if other < begin < other_end < end:
            linter.report("tbaa-struct", "fields in tbaa.struct overlap", node)
            return
