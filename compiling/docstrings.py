"""Docstrings for the C code that mypyc 2.4 writes, which has none."""

from __future__ import annotations

import ast
import copy
import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from compiling.edits import GeneratedCode, Replacement
from compiling.faults import MODULES

_ISSUE: Final = "mypyc/mypyc#437: compiled modules, classes, functions and attributes have no docstrings"
# The C text that mypyc 2.4 writes for each documented object: it has room for docstrings, but has only signatures there.
_THERE: Final = r'(?P<there>NULL|"(?:[^"\\]|\\.)*")'
_MODULE: Final = (
    r'(?P<before>static struct PyModuleDef (?P<prefix>\w*)module = \{\s*PyModuleDef_HEAD_INIT,\s*"(?P<name>[\w.]+)",\s*)NULL'
)
_TABLE: Final = r"static (?:PyMethodDef|PyGetSetDef) (\w+)_(?:methods|getseters)\[\] = \{.*?\n\};"
_METHOD: Final = rf'(?P<before>\{{"(?P<name>\w+)",\s*\(PyCFunction\)\w+,[\w\s|]+, PyDoc_STR\(){_THERE}'
_ATTRIBUTE: Final = r'(?P<before>\{"(?P<name>\w+)",\s*\(getter\)\w+,\s*(?:NULL|\(setter\)\w+),\s*)(?P<there>NULL)(?=, NULL\})'
_TYPE: Final = rf'(?P<before>\.tp_name = "(?P<name>\w+)",(?:[^"}}]|"\w*")*?\.tp_doc = PyDoc_STR\(){_THERE}'
_PRIVATE: Final = re.compile(r"(?:^|\.)_(?!_)")


def docstrings(tree: ast.Module) -> dict[str, str]:
    """The docstrings in the syntax tree of a module: of itself (""), its functions, classes, methods, properties and attributes.

    Where a compiled object would show its signature without types, or no type, that follows in a paragraph of its own.
    """
    found = {"": ast.get_docstring(tree) or ""}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = _documented(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = ast.get_docstring(node) or ""
            for member in node.body:
                if not isinstance(member, ast.FunctionDef):
                    continue
                name = f"{node.name}.{member.name}"
                decorators = [ast.unparse(decorator) for decorator in member.decorator_list]
                if "property" in decorators:
                    returns = f"Type: {ast.unparse(member.returns)}" if member.returns is not None else ""
                    text = ast.get_docstring(member)
                    found[name] = _paragraphs(text, returns) if text else ""
                elif not any(decorator.endswith(".setter") for decorator in decorators):
                    found[name] = _documented(member)
                if member.name == "__init__":
                    found[f"{node.name}()"] = f"{node.name}({_without_self(ast.unparse(_untyped(member.args)))})"
                    found.update({f"{node.name}.{attribute}": text for attribute, text in _attributes(member).items()})
                    found[node.name] = _paragraphs(found[node.name], f"Signature: {_signature(member, node.name)}")
    return {name: text for name, text in found.items() if not _PRIVATE.search(name)}


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))


def _documented(function: ast.FunctionDef) -> str:
    """The docstring and the signature; nothing without a docstring, so that a method shows its base method's."""
    text = ast.get_docstring(function)
    return _paragraphs(text, f"Signature: {_signature(function, function.name)}") if text else ""


def _signature(function: ast.FunctionDef, name: str) -> str:
    """The signature with its types, without `self`."""
    arguments = _without_self(ast.unparse(function.args))
    returns = f" -> {ast.unparse(function.returns)}" if function.returns is not None and function.name != "__init__" else ""
    return f"{name}({arguments}){returns}"


def _without_self(arguments: str) -> str:
    first, _, others = arguments.partition(",")
    return others.strip() if first in ("self", "cls") else arguments


def _untyped(arguments: ast.arguments) -> ast.arguments:
    """The parameters with no types, and with `...` for the defaults that Python would not read in a signature."""
    untyped = copy.deepcopy(arguments)
    for node in ast.walk(untyped):
        if isinstance(node, ast.arg):
            node.annotation = None
    untyped.defaults = [_literal(default) for default in untyped.defaults]
    untyped.kw_defaults = [None if default is None else _literal(default) for default in untyped.kw_defaults]
    return untyped


def _literal(default: ast.expr) -> ast.expr:
    try:
        ast.literal_eval(default)
    except ValueError:
        return ast.Constant(...)
    return default


def _attributes(constructor: ast.FunctionDef) -> dict[str, str]:
    """The types of the attributes that a constructor sets, and the strings after them, which document them."""
    parameters = {argument.arg: argument.annotation for argument in (*constructor.args.args, *constructor.args.kwonlyargs)}
    found: dict[str, str] = {}
    for node, following in zip(constructor.body, [*constructor.body[1:], ast.Pass()], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or not isinstance(target, ast.Attribute):
            continue
        annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
        if isinstance(node.value, ast.Name) and (annotation is None or ast.unparse(annotation) == "Final"):
            annotation = parameters.get(node.value.id)
        shown = "" if annotation is None else ast.unparse(annotation)
        if not shown and isinstance(node.value, ast.Constant) and node.value.value is not None:
            shown = type(node.value.value).__name__
        string = following.value.value if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant) else None
        text = inspect.cleandoc(string) if isinstance(string, str) else ""
        found[target.attr] = _paragraphs(text, f"Type: {shown}" if shown else "")
    return found


def module_name(file: str) -> str:
    """The full name of the module in a file, whose path is relative to the folder of the package."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def document(code: GeneratedCode, modules: Iterable[str]) -> None:
    """Put the docstrings of modules, given by their files, into their C code. They cost nothing when a module is imported."""
    docs = {module_name(file): docstrings(ast.parse(Path(file).read_text(encoding="utf-8"))) for file in modules}
    owners = {file: match for file, text in code.texts.items() if (match := re.search(_MODULE, text)) is not None}

    def documented(match: re.Match[str], there: str, name: str, file: str) -> str:
        texts = docs[owners[file]["name"]]
        if not texts.get(name):
            return match[0]
        # Where a default is not a literal, mypyc gives no signature.
        signature = texts.get(f"{name}()", "") if there == "NULL" else ""
        before = _c_text(f"{signature}\n--\n\n") if signature else there[1:-1] if there != "NULL" else ""
        return f'{match["before"]}"{before}{_c_text(texts[name])}"'

    def members(pattern: str) -> Replacement:
        def table(match: re.Match[str], file: str) -> str:
            prefix = owners[file]["prefix"]
            owner = match[1].removeprefix(f"{prefix}___" if prefix else "")
            scope = "" if owner == f"{prefix}module" else f"{owner}."
            return re.sub(pattern, lambda row: documented(row, row["there"], scope + row["name"], file), match[0])

        return table

    code.edit(_ISSUE, MODULES, _MODULE, lambda match, file: documented(match, "NULL", "", file))
    code.edit(_ISSUE, MODULES, _TABLE, members(_METHOD))
    code.edit(_ISSUE, MODULES, _TABLE, members(_ATTRIBUTE))
    code.edit(_ISSUE, MODULES, _TYPE, lambda match, file: documented(match, match["there"], match["name"], file))


def _c_text(text: str) -> str:
    """A text inside a C string, in UTF-8."""
    plain = set(b" !#$%&'()*+,-./:;<=>@[]^_`{|}~") | {*range(48, 58), *range(65, 91), *range(97, 123)}
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())
