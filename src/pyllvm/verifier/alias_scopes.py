"""The rules for alias scopes (`!alias.scope`, `!noalias`), their declarations, and access groups."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDNode, MDString, MetadataAsValue, ValueAsMetadata
from pyllvm.tables.metadata_versions import ALIAS_DOMAIN_FLAGS_SINCE
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer

# From this number of declarations of one scope on, LLVM does not check them, because it compares each with all others.
_TOO_MANY_DECLARATIONS: Final = 32


def check_alias_scopes(state: State, node: MDNode) -> bool:
    """Check a list of alias scopes (visitAliasScopeListMetadata)."""
    key = ("scopes", node, None)
    if key in state.sound_lists:
        return True
    is_sound = True
    for scope in node.operands:
        if not isinstance(scope, MDNode):
            return state.fail("scope list must consist of MDNodes", node)
        if not _check_alias_scope(state, scope):
            is_sound = False
    if is_sound:
        state.sound_lists.add(key)
    return True


def _check_domain(state: State, domain: MDNode) -> bool:
    operands = domain.operands
    if not 2 <= len(operands) <= 3:
        return state.fail("domain must have two or three operands", domain)
    if operands[0] is not domain and not isinstance(operands[0], MDString):
        return state.fail("first domain operand must be self-referential or string", domain)
    flag = operands[1]
    if not isinstance(flag, ValueAsMetadata) or not isinstance(flag.value, ConstantInt) or not is_integer(flag.value.type, 1):
        return state.fail("second domain operand must be an i1 constant", domain)
    if len(operands) == 3 and not isinstance(operands[2], MDString):
        return state.fail("third domain operand must be string (if used)", domain)
    return True


def _check_alias_scope(state: State, scope: MDNode) -> bool:
    operands = scope.operands
    if not 2 <= len(operands) <= 3:
        return state.fail("scope must have two or three operands", scope)
    if operands[0] is not scope and not isinstance(operands[0], MDString):
        return state.fail("first scope operand must be self-referential or string", scope)
    if len(operands) == 3 and not isinstance(operands[2], MDString):
        return state.fail("third scope operand must be string (if used)", scope)
    domain = operands[1]
    if not isinstance(domain, MDNode):
        return state.fail("second scope operand must be MDNode", scope)
    if state.version >= ALIAS_DOMAIN_FLAGS_SINCE:
        return _check_domain(state, domain)
    if not 1 <= len(domain.operands) <= 2:
        return state.fail("domain must have one or two operands", domain)
    if domain.operands[0] is not domain and not isinstance(domain.operands[0], MDString):
        return state.fail("first domain operand must be self-referential or string", domain)
    if len(domain.operands) == 2 and not isinstance(domain.operands[1], MDString):
        return state.fail("second domain operand must be string (if used)", domain)
    return True


def verify_scope_declarations(state: State, declarations: list[CallBase]) -> bool:
    """Check a function's calls of llvm.experimental.noalias.scope.decl (verifyNoAliasScopeDecl)."""
    for call in declarations:
        argument = call.operands[0]
        if not isinstance(argument, MetadataAsValue):
            return state.fail("llvm.experimental.noalias.scope.decl must have a MetadataAsValue argument", call)
        scopes = argument.metadata
        if not isinstance(scopes, MDNode):
            return state.fail("!id.scope.list must point to an MDNode", call)
        if len(scopes.operands) != 1:
            return state.fail("!id.scope.list must point to a list with a single scope", call)
        check_alias_scopes(state, scopes)
    return not state.checks_scope_domination or _verify_scope_domination(state, declarations)


def _verify_scope_domination(state: State, declarations: list[CallBase]) -> bool:
    """Check that no declaration of a scope list dominates another of the same list (-verify-noalias-scope-decl-dom)."""
    by_list: dict[object, list[CallBase]] = {}
    for call in declarations:
        argument = call.operands[0]
        assert isinstance(argument, MetadataAsValue)
        by_list.setdefault(argument.metadata, []).append(call)
    for calls in by_list.values():
        if len(calls) >= _TOO_MANY_DECLARATIONS:
            continue
        for one in calls:
            for other in calls:
                if one is not other and state.dominators.instruction_dominates(one, other):
                    return state.fail("llvm.experimental.noalias.scope.decl dominates another one with the same scope", one)
    return True


def check_access_groups(state: State, node: MDNode) -> bool:
    """Check the access group of a load, store or call, or its list of groups (visitAccessGroupMetadata)."""
    key = ("groups", node, None)
    if is_access_group(node) or key in state.sound_lists:
        return True
    for group in node.references(state.version):
        if not isinstance(group, MDNode):
            return state.fail("Access scope list must consist of MDNodes", node)
        if not is_access_group(group):
            return state.fail("Access scope list contains invalid access scope", node)
    state.sound_lists.add(key)
    return True


def is_access_group(node: object) -> bool:
    """Whether the node is an access group: distinct and empty."""
    return isinstance(node, MDNode) and node.is_distinct and not node.operands
