"""The call graph of a module as a plain result, which pickles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pyllvm.analysis.components import strongly_connected_components
from pyllvm.analysis.pictures import mime_bundle
from pyllvm.analysis.users import calls_of, is_address_taken
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module


@dataclass(frozen=True)
class CallGraph:
    """The call graph of a module, as `call_graph` returns it. Functions are numbers, their positions in `Module.functions`.

    `names[n]` is the name of function `n` without its ``@``; a function without a name has its number in text. `callees[n]` maps
    the functions that it calls directly to the number of these calls, in the order of the first. `unknown_calls[n]` is the number
    of its other calls: through pointers and aliases, with another function type than the callee's, and of inline assembly.
    `is_declaration[n]`: it has no body here, so what it calls is not known. `is_exposed[n]`: code outside the module, or an
    unknown call, may call it, because its linkage is not local or its address is taken. Intrinsics have numbers as well.
    """

    names: list[str]
    callees: list[dict[int, int]]
    unknown_calls: list[int]
    is_declaration: list[bool]
    is_exposed: list[bool]

    def __len__(self) -> int:
        """Return the number of functions."""
        return len(self.names)

    def number(self, name: str) -> int:
        """Return the number of the function with this name, without its ``@``. Raises ValueError if there is none."""
        if name not in self.names:
            raise ValueError(f"no function has the name '{name}'")
        return self.names.index(name)

    @cached_property
    def callers(self) -> list[list[int]]:
        """The functions that call each function directly, in ascending order."""
        found: list[list[int]] = [[] for _ in self.names]
        for caller, callees in enumerate(self.callees):
            for callee in callees:
                found[callee].append(caller)
        return found

    def edges(self) -> Iterator[tuple[str, str, int]]:
        """Yield the name of the caller, the name of the callee, and the number of calls, for each pair with direct calls."""
        for caller, callees in enumerate(self.callees):
            for callee, count in callees.items():
                yield self.names[caller], self.names[callee], count

    def components(self) -> list[list[int]]:
        """Return the strongly connected components, bottom up: each after the components of the functions that it calls.

        Functions that call each other in a circle are in one component.
        """
        return strongly_connected_components([list(callees) for callees in self.callees])

    def is_recursive(self, function: int) -> bool:
        """Return whether a function can call itself by direct calls, on the way through others as well."""
        return function in self._reachable(list(self.callees[function]))

    def reachable(self, *functions: int) -> set[int]:
        """Return the functions that direct calls can reach from the given ones, including these."""
        return self._reachable(list(functions))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        names = [f"@{name}" for name in self.names]
        return mime_bundle(self, names, [(caller, callee) for caller, called in enumerate(self.callees) for callee in called])

    def _reachable(self, pending: list[int]) -> set[int]:
        reached = set(pending)
        while pending:
            for callee in self.callees[pending.pop()]:
                if callee not in reached:
                    reached.add(callee)
                    pending.append(callee)
        return reached


def call_graph(module: Module, *, intrinsics: bool = False) -> CallGraph:
    """Return the call graph of a module. Bodies that were not read yet are read. Raises PyllvmError if one is malformed.

    As in LLVM's call graph, nothing calls an intrinsic; with `intrinsics`, their calls count like others. The time is linear in
    the size of the module.
    """
    check_module(module, "call_graph")
    callees, unknown = calls_of(module, intrinsics)
    functions = module.functions
    in_text = [*module.global_variables, *module.aliases, *module.ifuncs, *functions]
    numbers = {value: number for number, value in enumerate(value for value in in_text if not value.name)}
    return CallGraph(
        names=[function.name or str(numbers[function]) for function in functions],
        callees=callees,
        unknown_calls=unknown,
        is_declaration=[function.is_declaration for function in functions],
        is_exposed=[not function.has_local_linkage or is_address_taken(function) for function in functions],
    )
