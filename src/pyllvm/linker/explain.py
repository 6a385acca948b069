"""Records where the symbols of a linked module came from, and why, for `--explain` and `--map`.

A `History` follows one linker. It reads the linker's decisions after each input, while it knows the input's name as the user
wrote it. An archive has its own history, which knows the member that each symbol came from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from pyllvm.editing.properties import kind_of
from pyllvm.ir.function import is_declaration
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.linker import decisions
from pyllvm.linker.linker import Linker


@final
class Step:
    """One choice between two modules: the linker took `taken`'s symbol and not `left`'s (empty without another)."""

    def __init__(self, taken: str, left: str, reason: str) -> None:
        self.taken = taken
        self.left = left
        self.reason = reason

    def sentence(self) -> str:
        """Return the choice as text."""
        if not self.taken:
            return f"the one in {self.left} was left out: {self.reason}"
        if not self.left:
            return f"taken from {self.taken}: {self.reason}"
        return f"{self.taken} rather than {self.left}: {self.reason}"


@final
class History:
    """The origin of each symbol in the module that one linker builds."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self.demangle: Callable[[str], str] | None = None
        """Turns the name of a symbol into its name in the source, which is then shown as well."""
        self._seen = 0
        self._owners: dict[GlobalValue, str] = {}
        self._owners_before: dict[str, str] = {}
        self._steps: dict[str, list[Step]] = {}
        # The original names of the local symbols that the linker renamed.
        self._renamed: dict[GlobalValue, str] = {}
        self._identifier = ""
        # The definitions of the module that is being linked in, and whether each is local.
        self._defined: dict[str, bool] = {}

    def begin(self, module: Module) -> None:
        """Note the definitions of a module before it is linked in, because linking empties the module."""
        self._identifier = module.identifier
        self._defined = {value.name: value.has_local_linkage for value in module.global_values if _is_to_be_seen(value)}

    def add(self, name: str, members: History | None = None) -> None:
        """Note what the file `name` contributed. Call it right after linking the file; `members` is an archive's own history."""
        # As of the last member: the archive's module is empty by now.
        inside: dict[str, str] = {} if members is None else members._owners_before
        module = self._linker.module
        if members is not None:
            for symbol, steps in members._steps.items():
                self._steps.setdefault(symbol, []).extend(steps)
        decided: set[str] = set()
        for decision in self._linker.decisions[self._seen :]:
            source = inside.get(decision.symbol, name)
            theirs = self._owners_before.get(decision.symbol, "")
            is_ours = decision.winner == self._identifier
            taken, left = (source, theirs) if is_ours else (theirs if decision.winner else "", source)
            self._note(decision.symbol, Step(taken, left, decision.reason))
            decided.add(decision.symbol)
        self._seen = len(self._linker.decisions)
        brought: set[str] = set()
        for value in module.global_values:
            if value not in self._owners:
                plain = self._name_there(value)
                self._owners[value] = inside.get(plain, name)
                brought.add(plain)
                if plain != value.name:
                    self._renamed[value] = plain
        for symbol in self._defined:
            if symbol not in brought and symbol not in decided:
                self._note(symbol, Step("", inside.get(symbol, name), decisions.NOT_NEEDED))
        self._owners_before = self.owners_by_name()

    def _name_there(self, value: GlobalValue) -> str:
        """Return the name that a new symbol had in its module: a local symbol gets a number if its name is in use."""
        if value.has_local_linkage and value.name not in self._defined:
            plain, _, number = value.name.rpartition(".")
            if number.isdigit() and self._defined.get(plain):
                return plain
        return value.name

    def _note(self, symbol: str, step: Step) -> None:
        steps = self._steps.setdefault(symbol, [])
        if steps:
            last = steps[-1]
            if last.taken == step.taken and last.left == step.left and last.reason == step.reason:
                return
        steps.append(step)

    def owners_by_name(self) -> dict[str, str]:
        """Return the origin of each symbol that has a name."""
        return {value.name: self._owners.get(value, "") for value in self._linker.module.global_values if value.name}

    def explanation(self, symbol: str) -> str:
        """Return the explanation of one symbol, which ends in a newline; empty if no input has the symbol."""
        value = self._linker.module.get(symbol)
        steps = self._steps.get(symbol, [])
        if value is None and not steps:
            return ""
        lines = [f"{self._named(symbol)}: " + ("not in the result" if value is None else self._place(value))]
        lines += [f"  {step.sentence()}" for step in steps]
        return "\n".join(lines) + "\n"

    def _named(self, symbol: str) -> str:
        """A symbol as text shows it, with its name in the source behind it."""
        plain = symbol if self.demangle is None else self.demangle(symbol)
        return f"@{symbol}" if plain == symbol else f"@{symbol} ({plain})"

    def _demangled(self, symbol: str) -> dict[str, str]:
        return {} if self.demangle is None else {"demangled": _clean(self.demangle(symbol))}

    def _place(self, value: GlobalValue) -> str:
        owner = self._owners.get(value, "")
        if is_declaration(value):
            return f"{kind_of(value)}, declared in {owner}, defined nowhere"
        there = f", where its name is @{self._renamed[value]}" if value in self._renamed else ""
        return f"{value.linkage} {kind_of(value)}, from {owner}{there}"

    def map_text(self) -> str:
        """Return the explanations of all symbols, as text: a line for each symbol, and its choices in the lines under it."""
        values = [value for value in self._linker.module.global_values if value.name]
        lines: list[str] = []
        for value in sorted(values, key=lambda one: one.name):
            lines.append(f"{self._named(value.name)}: {self._place(value)}")
            lines += [f"  {step.sentence()}" for step in self._steps.get(value.name, [])]
        left_out = sorted(symbol for symbol in self._steps if symbol not in self._linker.module.symbols)
        for symbol in left_out:
            lines.append(f"{self._named(symbol)}: not in the result")
            lines += [f"  {step.sentence()}" for step in self._steps[symbol]]
        return "\n".join(lines) + "\n" if lines else ""

    def map_document(self) -> dict[str, object]:
        """Return the explanations of all symbols as a JSON document."""
        module = self._linker.module
        symbols: list[dict[str, object]] = []
        for value in sorted([value for value in module.global_values if value.name], key=lambda one: one.name):
            row: dict[str, object] = {
                "name": _clean(value.name),
                **self._demangled(value.name),
                "kind": kind_of(value),
                "linkage": value.linkage,
                "is_definition": not is_declaration(value),
                "from": _clean(self._owners.get(value, "")),
                "name_there": _clean(self._renamed.get(value, value.name)),
            }
            symbols.append(row | self._steps_as_json(value.name))
        left_out = [
            {"name": _clean(symbol)} | self._demangled(symbol) | {"from": None} | self._steps_as_json(symbol)
            for symbol in sorted(self._steps)
            if symbol not in module.symbols
        ]
        return {"llvm_version": module.llvm_version, "symbols": symbols, "left_out": left_out}

    def _steps_as_json(self, symbol: str) -> dict[str, object]:
        steps = self._steps.get(symbol, [])
        return {
            "choices": [
                {"taken": _clean(step.taken) or None, "left": _clean(step.left) or None, "reason": step.reason} for step in steps
            ]
        }


def _is_to_be_seen(value: GlobalValue) -> bool:
    """Whether the map mentions this symbol when it is left out."""
    return bool(value.name) and not is_declaration(value) and value.linkage != "appending"


def _clean(text: str) -> str:
    # JSON holds Unicode only: bytes that are not valid UTF-8 appear as escapes.
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
