"""Verifies a module: runs all chapters, and checks the module's own rules (named metadata, comdats, compile units).

Up to LLVM 12, casts between non-integral pointers (`ni:` of the data layout) and integers are refused (`visitPtrToIntInst`,
`visitIntToPtrInst` and `visitConstantExpr` of LLVM 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CastInst
from pyllvm.ir.metadata import MDNode, MDString, NamedMDNode
from pyllvm.ir.module import Module, values_with_rules_for_users
from pyllvm.ir.target.target_triple import COFF, TargetTriple
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import User, Value
from pyllvm.progress import VERIFIED, function_done
from pyllvm.tables.behavior_versions import PRIVATE_COMDATS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX, IDENT, UNITS
from pyllvm.tables.metadata_kinds import KINDS_REGISTERED_SINCE
from pyllvm.tables.verifier_versions import NON_INTEGRAL_CASTS_UNTIL
from pyllvm.verifier.debug_nodes import is_kind
from pyllvm.verifier.function import verify_function
from pyllvm.verifier.globals import verify_alias, verify_ifunc, verify_variable, verify_variable_users
from pyllvm.verifier.intrinsic_users import verify_intrinsic_users
from pyllvm.verifier.metadata import visit_node
from pyllvm.verifier.module_flags import verify_module_flags
from pyllvm.verifier.state import Failure, State
from pyllvm.verifier.tbaa import verify_errno_tags

# LLVM looks up the last two kinds: in functions with metadata of kinds other than the first, and in instructions with metadata.
_EARLIER: Final = ("prof", "kcfi_type")
_OF_FUNCTIONS: Final = "reqd_work_group_size"
_OF_INSTRUCTIONS: Final = "amdgpu.expected.active.lanes"


@final
class RegisteredKinds:
    """Adds these kinds to the module's when the verifier looks for them."""

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self._applies: Final = module.llvm_version >= KINDS_REGISTERED_SINCE

    def look_at(self, function: Function) -> None:
        """Register the kinds that are looked for in a function."""
        if not self._applies or function.is_declaration:
            return
        module = self._module
        if _is_looked_at(function):
            _register(module, _OF_FUNCTIONS)
        if function.is_materialized and _OF_INSTRUCTIONS not in module.metadata_kinds:
            for block in function.blocks:
                if any(one.attachments or one.debug_location is not None for one in block.instructions):
                    _register(module, _OF_INSTRUCTIONS)
                    break

    def finish(self) -> None:
        """Register the kind that is looked for in functions, if one of them is a declaration."""
        if self._applies and any(_is_looked_at(function) for function in self._module.functions):
            _register(self._module, _OF_FUNCTIONS)


def _is_looked_at(function: Function) -> bool:
    return any(attachment._kind not in _EARLIER for attachment in function._attachments)


def _register(module: Module, kind: str) -> None:
    if kind not in module.metadata_kinds:
        module.metadata_kinds.append(kind)


ALL_BODIES: Final = "all"
READ_BODIES: Final = "read"
NO_BODIES: Final = "none"


def verify(
    module: Module,
    bodies: str = ALL_BODIES,
    checks_scope_domination: bool = False,
    unifies_types: bool = False,
    only: Sequence[Function] | None = None,
) -> list[Failure]:
    """Return the rules that a module breaks, in LLVM's order; an empty list if the module is valid.

    `bodies`: the function bodies to verify: ALL_BODIES, which are read if they have not been read yet, only READ_BODIES, or
    NO_BODIES. `only`: the functions to verify, besides what is in no function; None for all. `checks_scope_domination`: whether
    to check what LLVM's tools check only with -verify-noalias-scope-decl-dom. `unifies_types`: whether to verify as a tool that
    unifies debug information types, even if the module's types are not; where they are, that is always done.
    """
    with module.context.lock:
        verification = Verification(module, checks_scope_domination=checks_scope_domination)
        if unifies_types:
            verification.state.unifies_types = True
        if only is not None:
            verification.part(only)
        elif bodies == NO_BODIES:
            verification.look_for_kinds([function for function in module.functions if not function.is_declaration])
            verification.part([function for function in module.functions if function.is_declaration])
        else:
            verification.part([function for function in module.functions if bodies == ALL_BODIES or function.is_materialized])
        verification.finish()
        return verification.failures


@final
class Verification:
    """Verifies a module: each `part` of its functions when their bodies have been read, and at the `finish` all else.

    With one part, the failures are LLVM's, in LLVM's order. With several, each of which is released when it has been verified, a
    failure means only that the whole module breaks a rule, or may do so.
    """

    def __init__(self, module: Module, *, checks_scope_domination: bool = False, is_in_parts: bool = False) -> None:
        self.state: Final = State(module, checks_scope_domination=checks_scope_domination)
        # Rules for users are checked with the users' part, and so when all users are known, at the declaration.
        self.state.knows_all_users = not is_in_parts
        self._restricted: list[GlobalValue] = values_with_rules_for_users(module) if is_in_parts else []
        self._kinds: Final = RegisteredKinds(module)
        self.failing: Final[list[Function]] = []
        """The functions in which a failure was found."""
        self.fails_users = False
        """Whether one was found in the users of a value, which belong to several functions."""

    @property
    def failures(self) -> list[Failure]:
        """The rules that the module breaks, as far as it has been verified."""
        return self.state.failures

    def look_for_kinds(self, functions: Sequence[Function]) -> None:
        """Look only for what the verifier looks for in these functions."""
        for function in functions:
            self._kinds.look_at(function)

    def part(self, functions: Sequence[Function]) -> None:
        """Verify functions. No DIAssignID may occur in two parts."""
        state = self.state
        state.enter_part(functions)
        for function in functions:
            known = len(state.failures)
            verify_function(state, function)
            if len(state.failures) != known:
                self.failing.append(function)
            self._kinds.look_at(function)
            if function.blocks:
                function_done(VERIFIED)
        for value in self._restricted:
            if value.recorded_pairs:
                known = len(state.failures)
                _verify_users(state, value)
                if len(state.failures) != known:
                    self.fails_users = True

    def finish(self) -> None:
        """Verify what is in no function, after all parts."""
        self._kinds.finish()
        _verify_rest(self.state)

    def finish_apart(self) -> None:
        """End the part of a process that leaves what is in no function to another one."""
        _verify_compile_units(self.state)


def _verify_users(state: State, value: GlobalValue) -> None:
    if isinstance(value, Function):
        verify_intrinsic_users(state, value)
    elif isinstance(value, GlobalVariable):
        verify_variable_users(state, value)


def _verify_rest(state: State) -> None:
    """Verify what is in no function."""
    module = state.module
    state.subject = None
    _verify_recovered_counts(state)
    for variable in module.global_variables:
        state.subject = variable
        verify_variable(state, variable)
    for alias in module.aliases:
        state.subject = alias
        verify_alias(state, alias)
    for ifunc in module.ifuncs:
        state.subject = ifunc
        verify_ifunc(state, ifunc)
    for named in module.named_metadata:
        state.subject = named
        _verify_named_metadata(state, named)
    _verify_comdats(state)
    verify_module_flags(state)
    _verify_strings(state, IDENT)
    _verify_strings(state, "llvm.commandline")
    verify_errno_tags(state)
    state.subject = None
    _verify_compile_units(state)
    _verify_deoptimize(state)
    verify_non_integral_pointers(state)


def _verify_recovered_counts(state: State) -> None:
    for function, count in state.recovered_counts.items():
        if count > state.escaped_counts.get(function, 0):
            state.fail(
                "all indices passed to llvm.localrecover must be less than the number of arguments passed to "
                "llvm.localescape in the parent function",
                function,
            )
            return


def _verify_named_metadata(state: State, named: NamedMDNode) -> bool:
    if named.name.startswith(DEBUG_PREFIX) and named.name != UNITS:
        return state.fail_debug("unrecognized named metadata node in the llvm.dbg namespace", named)
    for node in named.operands:
        if named.name == UNITS and not is_kind(node, "DICompileUnit"):
            return state.fail_debug("invalid compile unit", named, node)
        visit_node(state, node, True)
    return True


def _verify_comdats(state: State) -> bool:
    """Check that no comdat has the name of a private global value; since LLVM 10, if the format is COFF (visitComdat)."""
    module = state.module
    if not module.comdats:
        return True
    if state.version >= PRIVATE_COMDATS_SINCE:
        if not module.target_triple:
            return True
        triple = TargetTriple(TargetTriple(module.target_triple, state.version).normalized(), state.version)
        if triple.object_format != COFF:
            return True
    for name in module.comdats:
        value = module.get(name)
        if value is not None and value.linkage == "private":
            state.fail("comdat global value has private linkage", value)
    return True


def _verify_strings(state: State, name: str) -> bool:
    named = state.module.named_metadata_of(name)
    if named is None:
        return True
    for node in named.operands:
        state.subject = node
        if len(node.operands) != 1:
            return state.fail(f"incorrect number of operands in {name} metadata", node)
        if not isinstance(node.operands[0], MDString):
            return state.fail(
                f"invalid value for {name} metadata entry operand(the operand should be a string)", node.operands[0]
            )
    return True


def _verify_compile_units(state: State) -> bool:
    if state.unifies_types:
        return True  # where modules share types, a type may lead to the unit of another module
    named = state.module.named_metadata_of(UNITS)
    listed: set[MDNode] = set() if named is None else set(named.operands)
    for unit in state.compile_units:
        if unit not in listed:
            return state.fail_debug("DICompileUnit not listed in llvm.dbg.cu", unit)
    return True


def _verify_deoptimize(state: State) -> bool:
    first: Function | None = None
    for function in state.module.functions:
        if not function.name.startswith("llvm.experimental.deoptimize"):
            continue
        if first is None:
            first = function
        elif first.calling_convention_number != function.calling_convention_number:
            return state.fail(
                "All llvm.experimental.deoptimize declarations must have the same calling convention", first, function
            )
    return True


def verify_non_integral_pointers(state: State) -> None:
    """Check the casts in all instructions and constants, if the data layout has non-integral pointers."""
    if state.version > NON_INTEGRAL_CASTS_UNTIL or not _has_non_integral_pointers(state):
        return
    seen: set[Constant] = set()
    module = state.module
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CastInst):
                    _check_cast(state, instruction.opcode_name, instruction)
                _check_constants(state, instruction.operands, seen)
        _check_constants(state, function.operands, seen)
    globals_with_operands: list[GlobalValue] = [*module.global_variables, *module.aliases, *module.ifuncs]
    for value in globals_with_operands:
        _check_constants(state, value.operands, seen)


def _has_non_integral_pointers(state: State) -> bool:
    try:
        return bool(state.data_layout.specifications.non_integral_address_spaces)
    except PyllvmError:
        return False


def _check_constants(state: State, operands: list[Value], seen: set[Constant]) -> None:
    pending: list[Value] = list(reversed(operands))
    while pending:
        value = pending.pop()
        if not isinstance(value, Constant) or isinstance(value, (GlobalValue, Function)) or not value.operands or value in seen:
            continue
        seen.add(value)
        if isinstance(value, ConstantExpr):
            _check_cast(state, value.opcode, value)
        pending.extend(reversed(value.operands))


def _check_cast(state: State, opcode: str, cast: User) -> None:
    if opcode == "ptrtoint":
        pointer = cast.operands[0].type
    elif opcode == "inttoptr":
        pointer = cast.type
    else:
        return
    if _is_non_integral(state, pointer):
        state.fail(f"{opcode} not supported for non-integral pointers")


def _is_non_integral(state: State, type: Type) -> bool:
    scalar = type.scalar_type
    return isinstance(scalar, PointerType) and state.data_layout.is_non_integral(scalar.address_space)
