"""Docstrings for the C code that mypyc 2.4 writes, which has none."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Final

# The C text that mypyc 2.4 writes for each documented object: it has room for docstrings, but has only signatures there.
_C_STRING: Final = r'"(?:[^"\\]|\\.)*"'
MODULE: Final = re.compile(r'static struct PyModuleDef (\w*)module = \{\s*PyModuleDef_HEAD_INIT,\s*"([\w.]+)",\s*(NULL)')
_TABLE: Final = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (\w+)_(?:methods|getseters)\[\] = \{.*?\n\};", re.DOTALL)
_METHOD: Final = re.compile(rf'\{{"(\w+)",\s*\(PyCFunction\)\w+,[\w\s|]+, PyDoc_STR\((NULL|{_C_STRING})\)')
_ATTRIBUTE: Final = re.compile(r'\{"(\w+)",\s*\(getter\)\w+,\s*(?:NULL|\(setter\)\w+),\s*(NULL), NULL\}')
_PRIVATE: Final = re.compile(r"(?:^|\.)_(?!_)")
_TYPE: Final = re.compile(rf'\.tp_name = "(\w+)",(?:[^"}}]|"\w*")*?\.tp_doc = PyDoc_STR\((NULL|{_C_STRING})\)')


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

    def untyped(argument: ast.arg | None) -> ast.arg | None:
        return None if argument is None else ast.arg(argument.arg)

    return ast.arguments(
        posonlyargs=[ast.arg(argument.arg) for argument in arguments.posonlyargs],
        args=[ast.arg(argument.arg) for argument in arguments.args],
        vararg=untyped(arguments.vararg),
        kwonlyargs=[ast.arg(argument.arg) for argument in arguments.kwonlyargs],
        kw_defaults=[None if default is None else _literal(default) for default in arguments.kw_defaults],
        kwarg=untyped(arguments.kwarg),
        defaults=[_literal(default) for default in arguments.defaults],
    )


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


def add_docstrings(code: str, docs: dict[str, str]) -> str:
    """Put docstrings into the C code of one module, as mypyc wrote it. They cost nothing when the module is imported."""
    module = MODULE.search(code)
    if module is None:
        return code
    edits: list[tuple[int, int, str]] = []

    def add(match: re.Match[str], group: int, name: str, offset: int = 0) -> None:
        text, there = docs.get(name, ""), match[group]
        if text:
            # Where a default is not a literal, mypyc gives no signature.
            signature = docs.get(f"{name}()", "") if there == "NULL" else ""
            before = _c_text(f"{signature}\n--\n\n") if signature else there[1:-1] if there != "NULL" else ""
            edits.append((offset + match.start(group), offset + match.end(group), f'"{before}{_c_text(text)}"'))

    add(module, 3, "")
    for table in _TABLE.finditer(code):
        owner = table[1].removeprefix(f"{module[1]}___" if module[1] else "")
        prefix = "" if owner == f"{module[1]}module" else f"{owner}."
        for pattern in (_METHOD, _ATTRIBUTE):
            for match in pattern.finditer(table[0]):
                add(match, 2, prefix + match[1], table.start())
    for match in _TYPE.finditer(code):
        add(match, 2, match[1])
    parts: list[str] = []
    at = 0
    for start, end, text in sorted(edits):
        parts += [code[at:start], text]
        at = end
    return "".join([*parts, code[at:]])


def _c_text(text: str) -> str:
    """A text inside a C string, in UTF-8."""
    plain = set(b" !#$%&'()*+,-./:;<=>@[]^_`{|}~") | {*range(48, 58), *range(65, 91), *range(97, 123)}
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())
