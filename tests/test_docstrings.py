"""Every public name has a docstring that describes it: what it is, its arguments, what it raises.

The sources are read, so that the test is the same for compiled modules, which have their docstrings from there.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pyllvm
from rows import each_row

ROOT: Final = Path(pyllvm.__file__).parent
PACKAGES: Final = ("pyllvm", "pyllvm.ir", "pyllvm.analysis", "pyllvm.corpus")


def public_names() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for name in importlib.import_module(package).__all__:
            found = getattr(importlib.import_module(package), name)
            if inspect.isclass(found) or inspect.isroutine(found):
                yield package, name


NAMES: Final = list(public_names())


@cache
def definitions(module: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """The functions and classes of a module, by name."""
    tree = ast.parse((ROOT.parent / Path(*module.split("."))).with_suffix(".py").read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def definition(package: str, name: str) -> ast.FunctionDef | ast.ClassDef:
    found = getattr(importlib.import_module(package), name)
    module = found.__module__
    if (ROOT.parent / Path(*module.split(".")) / "__init__.py").exists():
        module = "pyllvm.diagnostics.diagnostic"
    return definitions(module)[name]


def methods(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """The public methods and properties that a class itself defines."""
    return [member for member in node.body if isinstance(member, ast.FunctionDef) and not member.name.startswith("_")]


def raised(node: ast.AST) -> set[str]:
    """The names of the exceptions that the code raises itself."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Raise) and isinstance(one.exc, ast.Call) and isinstance(one.exc.func, ast.Name):
            found.add(one.exc.func.id)
    return {name for name in found if name[0].isupper()} - {"NotImplementedError", "AssertionError"}


@each_row(("package", "name"), NAMES)
def test_a_public_name_is_documented(package: str, name: str) -> None:
    found = getattr(importlib.import_module(package), name)
    text = inspect.getdoc(found)
    assert text
    assert re.search(r"[.:)`]$", text.partition("\n")[0]), "the first line is a sentence"
    assert inspect.signature(found)
    if inspect.isclass(found):
        undocumented = [
            member
            for member, value in vars(found).items()
            if not member.startswith("_")
            and (inspect.isroutine(value) or isinstance(value, (property, staticmethod, classmethod)))
            and not inspect.getdoc(getattr(found, member))
        ]
        assert undocumented == []


@each_row(("package", "name"), NAMES)
def test_what_is_raised_is_documented(package: str, name: str) -> None:
    node = definition(package, name)
    text = ast.get_docstring(node) or ""
    if isinstance(node, ast.FunctionDef):
        assert all(exception in text for exception in raised(node))
        return
    for method in [member for member in node.body if isinstance(member, ast.FunctionDef)]:
        own = (ast.get_docstring(method) or "") + (text if method.name.startswith("__") or is_setter(method) else "")
        if not method.name.startswith("_") or method.name == "__init__":
            assert [exception for exception in raised(method) if exception not in own] == [], method.name


def is_setter(method: ast.FunctionDef) -> bool:
    return any(isinstance(decorator, ast.Attribute) and decorator.attr == "setter" for decorator in method.decorator_list)


@each_row(("package", "name"), [one for one in NAMES if one[0] != "pyllvm.ir"])
def test_each_argument_of_a_function_is_documented(package: str, name: str) -> None:
    """The docstring has the argument's name in backticks, or its type says all: `module: Module`, `function: Function`."""
    node = definition(package, name)
    functions = [node] if isinstance(node, ast.FunctionDef) else []
    for function in functions:
        text = ast.get_docstring(function) or ""
        alike = [other for other in re.findall(r"`(\w+)`", text) if (package, other) in NAMES and other != name]
        text += "".join(ast.get_docstring(definition(package, other)) or "" for other in alike)
        arguments = [*function.args.args, *function.args.kwonlyargs]
        names = [one.arg for one in arguments if ast.unparse(one.annotation or ast.Name("")).casefold() != one.arg]
        missing = [one for one in names if f"`{one}" not in text and f"the {one}" not in text and f"a {one}" not in text]
        assert missing == [], function.name


def test_the_rules_can_fail() -> None:
    code = 'def f(x: int) -> int:\n    """Do it."""\n    raise ValueError("no")\n'
    node = ast.parse(code).body[0]
    assert raised(node) == {"ValueError"}
