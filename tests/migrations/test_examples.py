"""Each change shows the IR before and after in its docstring, and these examples are what happens."""

from __future__ import annotations

import ast
from pathlib import Path

from pyllvm import migrations
from rows import each_row

from .examples import changed, examples, parts_of

ALL = list(examples())
FOLDER = Path(migrations.__file__).parent
# No text shows these: they change what only bitcode has, or change nothing.
WITHOUT = {
    "begin_parameter_types",
    "main_subprogram_upgrade",
    "module_notes_upgrade",
    "names_downgrade",
    "upgrade_bounds",
    "upgrade_summary_identifiers",
}


@each_row("place", list(dict.fromkeys(example.place for example in ALL)))
def test_the_example_is_what_happens(place: str) -> None:
    for example in ALL:
        if example.place == place:
            module, body = parts_of(changed(example))
            expected_module, expected_body = parts_of(example.expected)
            found = iter(module)
            shown = "\n".join([f"LLVM {example.after} has:", *module, *body])
            assert body == expected_body, shown
            assert all(line in found for line in expected_module), shown


def test_each_change_has_an_example() -> None:
    shown = {example.place.rpartition(":")[2] for example in ALL}
    for path in sorted(FOLDER.glob("llvm_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Change":
                functions = {ast.unparse(keyword.value) for keyword in node.keywords}
                assert functions & (shown | WITHOUT), f"{path.name}: {ast.unparse(node)}"
