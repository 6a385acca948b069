"""What ``import pyllvm`` offers."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pyllvm
import pyllvm.analysis
import pyllvm.ir
from pyllvm.ir import public_names
from rows import each_row


@each_row("name", pyllvm.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(pyllvm, name) is not None
    assert name in dir(pyllvm)


def test_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pyllvm.nothing


def test_importing_it_imports_little() -> None:
    script = "import sys, pyllvm; print(sorted(m for m in sys.modules if m.split('.')[0] in ('pyllvm', 'click', 'rich', 'lark')))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "['pyllvm', 'pyllvm.compiled_modules', 'pyllvm.ir', 'pyllvm.ir.above', 'pyllvm.lazy_names']\n"


@pytest.mark.parametrize("package", ["ir", "analysis"])
def test_packages_need_no_import(package: str) -> None:
    script = f"import pyllvm; names = dir(pyllvm.{package}); assert names == sorted(pyllvm.{package}.__all__); print(len(names))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(result.stdout) > 10
    assert package in dir(pyllvm)


@pytest.mark.parametrize("package", ["pyllvm", "pyllvm.ir", "pyllvm.analysis", "pyllvm.corpus"])
def test_type_checkers_see_the_same_names(package: str) -> None:
    """The imports under TYPE_CHECKING and the table of lazy imports name the same things."""
    module = importlib.import_module(package)
    folder = Path(pyllvm.__file__).parents[1].joinpath(*package.split("."))
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom) and node.module not in ("typing", package)]
    seen = {(alias.name, node.module) for node in imports for alias in node.names}
    assert all(alias.asname == alias.name for node in imports for alias in node.names)
    assert seen == {(name, source) for source, names in module._MODULES.items() for name in names.split()}


TEXT = """
@g = global i32 0
define i32 @f(i32 %a) !x !0 {
  %b = add i32 %a, 1
  ret i32 %b
}
!0 = !{!"s"}
!named = !{!0}
"""
OFFERED = {
    "module": "add_function copy data_layout downgraded functions get_function global_variables target_triple",
    "function": "add_block append_block arguments attributes blocks entry_block is_declaration linkage metadata name users uses",
    "block": "append insert_after instructions name parent terminator",
    "instruction": "clone debug_location erase_from_parent flags move_before opcode operands replace_all_uses_with type",
    "type": "constant context is_first_class kind scalar_type",
}
WITHIN = ("epoch", "forget", "known_pairs", "order", "put_operand", "record_local_uses", "take_out")


def test_dir_shows_what_a_program_may_use() -> None:
    module = pyllvm.parse_assembly(TEXT)
    function = module.functions[0]
    instruction = function.blocks[0].instructions[0]
    values = {"module": module, "function": function, "block": function.blocks[0], "instruction": instruction}
    node = function.metadata["x"] if isinstance(function.metadata, dict) else module.metadata_nodes()[0]
    for value in (*values.values(), instruction.type, module.context, node, module.global_variables[0], instruction.operands[1]):
        shown = dir(value)
        assert shown == sorted(shown)
        assert not set(shown) & set(WITHIN)
        assert not [name for name in shown if name.startswith("_") and not name.startswith("__")]
        for name in shown:
            if not name.startswith("__") and name not in ("terminator",):
                getattr(value, name)
    for kind, value in values.items():
        assert set(OFFERED[kind].split()) <= set(dir(value))


def test_every_hidden_name_is_in_use() -> None:
    folder = Path(public_names.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.stem != "public_names")
    assert [name for name in sorted(public_names._INTERNAL) if re.search(rf"\b{name}\b", text) is None] == []


@pytest.mark.parametrize("package", [pyllvm, pyllvm.ir, pyllvm.analysis])
def test_no_module_has_the_name_of_a_public_function_or_class(package: ModuleType) -> None:
    """Once a module is imported, Python gives its package an attribute of this name, in place of the function."""
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert modules.intersection(package.__all__) <= {"analysis", "ir"}
