"""Writes `children.py`: where the children of each action of the grammar are, by their names.

A child has the name before its `=` in the grammar, or the name of its symbol if no other child of the rule has the same symbol.
Alternatives with the same action must agree. The build of the parser's tables fails if `children.py` and the grammar differ.

    python -m pyllvm.assembly.reader.children_build      after a change of llvm.lark: write children.py again
"""

from __future__ import annotations

import os
import re
from typing import Final, NamedTuple

from pyllvm.assembly.reader.automaton_format import FOLDER, GRAMMAR_FILE

CHILDREN_FILE: Final = os.path.join(FOLDER, "children.py")
_COMMENT: Final = re.compile(r"^//.*$", re.MULTILINE)
_LABEL: Final = re.compile(r'(?<![\w"])([a-z_]+)=(?=[\w"])')
_RULE: Final = re.compile(r"^([a-z_]+):((?:\\\n|\n[ \t]+\||[^\n])*)", re.MULTILINE)
_SYMBOL: Final = re.compile(r'(?:([a-z_]+)=)?("(?:[^"\\]|\\.)*"|\w+)')
#: Actions that many rules share. Their list is the child that is the rule itself or has that label, their item the other one.
_LIST_ACTIONS: Final = ("list_of_one", "list_of_second", "append", "append_second")
_SEPARATORS: Final = ("comma",)


class Run(NamedTuple):
    """Adjacent children that several actions have in common, counted from the first of them."""

    name: str
    first: str
    last: str
    actions: tuple[str, ...]


#: The code that reads a run is shared by its actions, and gets the position of the run's first child.
RUNS: Final = (
    Run("GLOBAL_WORDS", "LINKAGE", "DLL_STORAGE_CLASS", ("global_head", "function_header")),
    Run("CALL_TEXT", "CALLING_CONVENTION", "BUNDLES", ("call", "tail_call", "invoke", "callbr")),
)
#: Actions that share code. What they have in common has a name of its own.
GROUPS: Final = {
    "any_aggregate": ("extractvalue", "insertvalue", "extractelement", "insertelement", "shufflevector"),
    "any_append": ("append", "append_second"),
    "any_arithmetic": ("binary", "compare", "cast", "select", "unary"),
    "any_attachment": ("attachment", "append_bare_attachment"),
    "any_gep_flag": ("add_flag", "add_inrange"),
    "any_phi": ("phi", "empty_phi"),
    "any_summary": (
        "summary_field", "summary_integer", "summary_string", "summary_word", "summary_reference", "summary_flagged_reference",
        "summary_entry", "summary_entry_integer",
    ),
    "any_variable": ("declared_variable", "defined_variable"),
    "any_word": ("word_string", "word_integer"),
    "global_by_name": ("function_name", "global_name"),
    "global_by_number": ("function_id", "global_id"),
    "global_word": ("dso_local_equivalent_constant", "no_cfi_constant"),
    "summary_entries": ("summary_entry", "summary_entry_integer"),
    "summary_group": ("summary_tuple", "summary_list"),
}  # fmt: skip


def without_labels(grammar: str) -> str:
    """The grammar as Lark reads it."""
    return _LABEL.sub("", grammar)


def children(grammar: str) -> dict[str, dict[str, int]]:
    """The positions of the children of each action by their names; `ValueError` if the alternatives of an action differ."""
    found: dict[str, dict[str, int]] = {}
    labels: dict[str, set[str]] = {}
    for rule in _RULE.finditer(_COMMENT.sub("", grammar)):
        for alternative in re.split(r"\|(?!\")", rule[2]):
            symbols, arrow, action = alternative.partition("->")
            action = action.strip()
            if not arrow:
                continue
            names, labelled = _named(rule[1], action, _SYMBOL.findall(symbols))
            if action not in found:
                found[action], labels[action] = names, labelled
                continue
            if labels[action] != labelled:
                raise ValueError(f"alternatives of {action} have other labels: {sorted(labels[action] ^ labelled)}")
            before = found[action]
            for name in sorted(labelled):
                if names[name] != before[name]:
                    raise ValueError(f"alternatives of {action} have {name} at {before[name]} and at {names[name]}")
            found[action] = {name: at for name, at in names.items() if before.get(name) == at}
    for group, actions in GROUPS.items():
        common = [set(found[action].items()) for action in actions]
        found[group] = dict(set.intersection(*common))
    for run in RUNS:
        found[run.name.lower()] = _run(run, found)
    return found


def _named(rule: str, action: str, symbols: list[tuple[str, str]]) -> tuple[dict[str, int], set[str]]:
    """The children of one alternative by their names, and the names that the action relies on."""
    names: dict[str, int] = {}
    labelled: set[str] = set()
    if action in _LIST_ACTIONS:
        for at, (label, symbol) in enumerate(symbols):
            is_list = symbol == rule or label == "list"
            if is_list or not ((symbol.startswith('"') and len(symbols) > 1) or symbol in _SEPARATORS):
                name = "LIST" if is_list else "ITEM"
                if name in names:
                    raise ValueError(f"a rule of {rule} has several items for {action}")
                names[name] = at
        return names, set(names)
    written = [symbol for label, symbol in symbols if not label]
    for at, (label, symbol) in enumerate(symbols):
        if label:
            names[label.upper()] = at
            labelled.add(label.upper())
        elif not symbol.startswith('"') and written.count(symbol) == 1:
            names[symbol.upper()] = at
    if len(labelled) != sum(1 for label, _ in symbols if label):
        raise ValueError(f"two children of {action} have the same name")
    return names, labelled


def _run(run: Run, found: dict[str, dict[str, int]]) -> dict[str, int]:
    """The children of a run, counted from its first, and the place behind it; `ValueError` if its actions differ."""
    runs = []
    for action in run.actions:
        names = found[action]
        first, last = names[run.first], names[run.last]
        runs.append({name: at - first for name, at in names.items() if first <= at <= last} | {"END": last - first + 1})
    if any(other != runs[0] for other in runs):
        raise ValueError(f"the actions of {run.name} differ: {', '.join(run.actions)}")
    return runs[0]


def _named_once(found: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """The children without those that have a name of a group or run; the first of a run shows where it begins."""
    shared = {(action, name) for group, actions in GROUPS.items() for name in found[group] for action in actions}
    shared |= {(action, name) for run in RUNS for name in found[run.name.lower()] for action in run.actions if name != run.first}
    return {action: {name: at for name, at in names.items() if (action, name) not in shared} for action, names in found.items()}


def source(grammar: str) -> str:
    """The text of `children.py` for a grammar."""
    lines = ['"""The children of each action, counted from the first symbol of its rule. Written by children_build.py."""', ""]
    lines += ["from __future__ import annotations", "", "from typing import Final", ""]
    for action, names in sorted(_named_once(children(grammar)).items()):
        lines += [f"{action.upper()}_{name}: Final = {at}" for name, at in sorted(names.items(), key=lambda item: item[::-1])]
    constants = [line.partition(":")[0] for line in lines if ": Final" in line]
    if len(constants) != len(set(constants)):
        raise ValueError(f"several children are called {max(constants, key=constants.count)}")
    return "\n".join(lines) + "\n"


def check(grammar: str) -> None:
    """Raise `RuntimeError` if `children.py` is not what the grammar says."""
    with open(CHILDREN_FILE, encoding="utf-8") as file:
        if file.read() != source(grammar):
            raise RuntimeError("children.py is behind llvm.lark: python -m pyllvm.assembly.reader.children_build")


def main() -> None:
    """Write `children.py`."""
    with open(GRAMMAR_FILE, encoding="utf-8") as file:
        text = source(file.read())
    with open(CHILDREN_FILE, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
