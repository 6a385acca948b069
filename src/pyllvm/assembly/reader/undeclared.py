"""Globals that are used and never declared: intrinsics that need no declaration, names declared by their uses, errors."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.global_values import replace_placeholder
from pyllvm.assembly.reader.near_miss import MOST_SUGGESTIONS, suggested_name
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import TextError, raise_all
from pyllvm.assembly.reader.values import NO_FUNCTION_TO_EQUAL
from pyllvm.ir.constants import DSO_LOCAL_EQUIVALENT, GlobalReference
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.types import FUNCTION, FunctionType, Type
from pyllvm.ir.value import User, Value
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.text_versions import DECLARED_BY_USE_SINCE, UNKNOWN_INTRINSICS_REFUSED_SINCE, UPGRADED_UNDECLARED_SINCE


@final
class UndeclaredGlobals:
    """Resolves the forward references that remain at the end of the module."""

    def __init__(self, state: State) -> None:
        self.state: Final = state

    def finish(self) -> None:
        """Declare what needs no declaration, and refuse the rest."""
        state = self.state
        self._make_equivalents()
        self._declare_intrinsics()
        if state.allows_incomplete:
            self._declare_incomplete()
        undefined: list[TextError] = []
        for key_name in sorted(state.forward_globals):
            text = f"use of undefined value '@{text_of_bytes(key_name)}'"
            meant = suggested_name("@", key_name, state.globals) if len(undefined) < MOST_SUGGESTIONS else None
            undefined.append(TextError(state.forward_globals[key_name].start, text, meant))
        for number in sorted(state.forward_numbered_globals):
            text = f"use of undefined value '@{number}'"
            undefined.append(TextError(state.forward_numbered_globals[number].start, text))
        raise_all(undefined)

    def _make_equivalents(self) -> None:
        """Make the `dso_local_equivalent` of functions that were defined later; refuse it for other values."""
        state = self.state
        for key in sorted(state.equivalents):
            name, number = key
            start = state.equivalents[key].start
            found = state.globals.get(name) if name else state.numbered_globals.get(number)
            if found is None:
                state.error(start, f"unknown function '{text_of_bytes(name)}' referenced by dso_local_equivalent")
            if not isinstance(found, GlobalValue) or found.value_type.kind != FUNCTION:
                state.error(start, NO_FUNCTION_TO_EQUAL)
            made = GlobalReference.get(found.type, DSO_LOCAL_EQUIVALENT, found)
            replace_placeholder(state.equivalents[key].placeholder, made, state)

    def _declare_intrinsics(self) -> None:
        """Since LLVM 18, intrinsics that are only called need neither a declaration nor the types at the end of their names.

        LLVM 18 accepts any name with their prefix, but only for one function.
        """
        state = self.state
        if state.version < DECLARED_BY_USE_SINCE:
            return
        for key in sorted(state.forward_globals):
            name = text_of_bytes(key)
            if not name.startswith(PREFIX):
                continue
            forward = state.forward_globals[key]
            if state.version == DECLARED_BY_USE_SINCE:
                common = _common_function_type(forward.placeholder)
                if common is not None:
                    replace_placeholder(forward.placeholder, self._intrinsic(name, forward.placeholder.type, common), state)
                    del state.forward_globals[key]
                continue
            is_known = is_intrinsic(name, state.version)
            if not is_known and state.version < UPGRADED_UNDECLARED_SINCE:
                if state.version >= UNKNOWN_INTRINSICS_REFUSED_SINCE:
                    state.error(forward.start, f"unknown intrinsic '{name}'")
                continue
            # One name may refer to several functions: each call gets its own, starting with the newest call.
            pairs = forward.placeholder.known_pairs or []
            while pairs:
                user: User = pairs[-2]
                number: int = pairs[-1]
                if not isinstance(user, CallBase) or number != len(user.operands) - 1:
                    state.error(forward.start, "intrinsic can only be used as callee")
                from pyllvm.ir.intrinsics.signatures import signature

                expected = signature(name, state.version)
                if not is_known or (expected is not None and expected.match(user.function_type).mismatch):
                    if state.version >= UPGRADED_UNDECLARED_SINCE and _is_upgraded(state, name, user):
                        continue
                    state.error(forward.start, "invalid intrinsic signature" if is_known else f"unknown intrinsic '{name}'")
                declaration = self._intrinsic(name, forward.placeholder.type, user.function_type)
                del pairs[-2:]
                user.operands[number] = declaration
                declaration.append_use(user, number)
            del state.forward_globals[key]

    def _declare_incomplete(self) -> None:
        """Declare undeclared globals by their uses."""
        state = self.state
        for key in sorted(state.forward_globals):
            name = text_of_bytes(key)
            if name.startswith(PREFIX):
                continue
            placeholder = state.forward_globals.pop(key).placeholder
            common = _common_function_type(placeholder)
            declaration: GlobalValue
            if common is not None:
                declaration = Function(placeholder.type, common, name)
            else:
                declaration = GlobalVariable(placeholder.type, state.context.integer(8), name, False)
            state.module.add(declaration)
            state.globals[key] = declaration
            replace_placeholder(placeholder, declaration, state)

    def _intrinsic(self, name: str, type: Type, function_type: FunctionType) -> Value:
        """The declaration of the intrinsic with this name and type; it is created if it does not exist."""
        module = self.state.module
        wanted = mangled_intrinsic_name(name, function_type, self.state.version, module) or name
        known = module.get(wanted)
        if known is not None:
            return known
        function = Function(type, function_type, wanted)
        module.add(function)
        self.state.globals[wanted.encode("utf-8", "surrogateescape")] = function
        return function


def _common_function_type(value: Value) -> FunctionType | None:
    """The function type of all calls of `value`, if it is only called, and always with the same type."""
    common: FunctionType | None = None
    for use in value.known_uses:
        user = use.user
        if not isinstance(user, CallBase) or use.index != len(user.operands) - 1:
            return None
        if common is not None and user.function_type is not common:
            return None
        common = user.function_type
    return common


def _is_upgraded(state: State, name: str, call: CallBase) -> bool:
    """Whether a call of an intrinsic that older LLVMs have was upgraded."""
    from pyllvm.migrations.on_reading.intrinsics import upgrade_undeclared  # few texts have such calls

    return upgrade_undeclared(state.module, name, call, state.version)
