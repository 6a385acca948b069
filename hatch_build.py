"""Builds the wheel: compiles the hot modules with mypyc if there is a C compiler, and builds the grammar's tables.

PYLLVM_MYPYC=0 never compiles, 1 compiles or fails; unset compiles if possible and reports the result. Nothing is written
into src/: a compiled module there would hide every later edit of its source.

    python hatch_build.py --into DIR      a compiled copy of the package in DIR, for PYTHONPATH=DIR
"""

from __future__ import annotations

import argparse
import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from copy import deepcopy
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH: Final = "PYLLVM_MYPYC"

# The compiled packages, except their __init__.py and the modules below. All other code runs only a few times per process, or is
# imported by tools that cannot use compiled modules.
COMPILED_PACKAGES: Final = (
    "schema", "tables", "ir", "analysis", "editing", "building", "migrations", "bitstream", "bitcode", "assembly", "analyzer",
    "verifier", "linker",
)  # fmt: skip
# Patterns of modules that are not compiled, with the reason.
PLAIN_MODULES: Final[dict[str, str]] = {
    "verifier/lint/*": "runs only where it is asked for; all that is compiled is loaded by every command",
    "analysis/calls.py": "its results are dataclasses, made once for a module",
    "analysis/graphs.py": "its results are dataclasses, made once for a function",
    "tables/lint_rules.py": "read by lint alone",
    "tables/inline_asm_*.py": "read by lint alone",
    "ir/symbol_table_list.py": "a real subclass of list",
    "editing/pickling.py": "a real subclass of pickle.Pickler",
    "analyzer/render.py": "draws for terminals with rich, which the build does not need otherwise",
    "assembly/printer/html.py": "runs in notebooks",
    "assembly/printer/short_text.py": "runs in the interactive interpreter and in debuggers",
    "assembly/reader/automaton_cache.py": "runs in a source checkout, and when the package is built",
    "assembly/reader/automaton_build.py": "runs Lark, once, when the package is built",
}

COMPILER_REQUIREMENTS: Final = ["mypy[mypyc]==2.4.1", "setuptools>=69"]
GRAMMAR_REQUIREMENTS: Final = ["lark>=1.2,<2", "mypy_extensions>=1.0", "librt>=0.16"]
TABLES_FOLDER: Final = "pyllvm/assembly/reader"
TABLES_FILE: Final = "llvm.tables"

_SETUP: Final = """
import sys
from concurrent.futures import ThreadPoolExecutor
from setuptools import setup
from setuptools._distutils.ccompiler import CCompiler
from mypyc.build import mypycify

sys.path.insert(0, {here!r})
from hatch_build import finish_code

def compile_in_parallel(self, sources, output_dir=None, macros=None, include_dirs=None, debug=0,
                        extra_preargs=None, extra_postargs=None, depends=None):
    # setuptools compiles the files of one extension in turn; they do not depend on each other.
    macros, objects, extra_postargs, pp_opts, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs)
    arguments = self._get_cc_args(pp_opts, debug, extra_preargs)
    def compile_one(item):
        name, (source, extension) = item
        self._compile(name, source, extension, arguments, extra_postargs, pp_opts)
    with ThreadPoolExecutor({jobs}) as pool:
        list(pool.map(compile_one, build.items()))
    return objects

CCompiler.compile = compile_in_parallel
extensions = mypycify(
    {flags!r} + {modules!r},
    opt_level={opt_level!r},
    debug_level="0",
    group_name="pyllvm",
    multi_file=True,
    target_dir={target!r},
)
finish_code({target!r}, ".")
for extension in extensions:
    # Hide symbols used only inside the library, so the dynamic loader does not resolve them at every start.
    extension.extra_compile_args.append("-fvisibility=hidden")
setup(name="pyllvm", packages=[], ext_modules=extensions)
"""

_BUILD_TABLES: Final = """
import sys
from pyllvm.assembly.reader.automaton_cache import store, tables_key
from pyllvm.assembly.reader.automaton_build import build_tables
store(sys.argv[1], build_tables(tables_key()))
"""


def hot_modules(source: Path, packages: Sequence[str] = COMPILED_PACKAGES, skipped: Sequence[str] = ()) -> list[str]:
    """The modules to compile, as paths under `source`, sorted; `skipped` are patterns of paths in the package."""
    found: list[str] = []
    for package in packages:
        for path in (source / "pyllvm" / package).rglob("*.py"):
            relative = path.relative_to(source / "pyllvm").as_posix()
            plain = any(fnmatch(relative, pattern) for pattern in (*PLAIN_MODULES, *skipped))
            if not plain and path.name not in ("__init__.py", "__main__.py"):
                found.append(f"pyllvm/{relative}")
    return sorted(found)


# What mypyc 2.4 writes into C for each documented object: it has room for docstrings, but has only signatures there.
_C_STRING: Final = r'"(?:[^"\\]|\\.)*"'
_MODULE: Final = re.compile(r'static struct PyModuleDef (\w*)module = \{\s*PyModuleDef_HEAD_INIT,\s*"([\w.]+)",\s*(NULL)')
_TABLE: Final = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (\w+)_(?:methods|getseters)\[\] = \{.*?\n\};", re.DOTALL)
_METHOD: Final = re.compile(rf'\{{"(\w+)",\s*\(PyCFunction\)\w+,[\w\s|]+, PyDoc_STR\((NULL|{_C_STRING})\)')
_ATTRIBUTE: Final = re.compile(r'\{"(\w+)",\s*\(getter\)\w+,\s*(?:NULL|\(setter\)\w+),\s*(NULL), NULL\}')
_PRIVATE: Final = re.compile(r"(?:^|\.)_(?!_)")
_TYPE: Final = re.compile(rf'\.tp_name = "(\w+)",(?:[^"}}]|"\w*")*?\.tp_doc = PyDoc_STR\((NULL|{_C_STRING})\)')


def docstrings(source: str) -> dict[str, str]:
    """The docstrings in the source of a module: of itself (""), its functions, classes, methods, properties and attributes.

    Where a compiled object would show its signature without types, or no type, that follows in a paragraph of its own.
    """
    tree = ast.parse(source)
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
                    found[f"{node.name}()"] = _signature(_untyped(member), node.name)
                    found.update({f"{node.name}.{attribute}": text for attribute, text in _attributes(member).items()})
                    found[node.name] = _paragraphs(found[node.name], f"Signature: {_signature(member, node.name)}")
    return {name: text for name, text in found.items() if not _PRIVATE.search(name)}


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))


def _documented(function: ast.FunctionDef) -> str:
    """The docstring and the signature; nothing without a docstring, so that a method shows that of the method it overrides."""
    text = ast.get_docstring(function)
    return _paragraphs(text, f"Signature: {_signature(function, function.name)}") if text else ""


def _signature(function: ast.FunctionDef, name: str) -> str:
    """The signature with its types, without `self`."""
    arguments = ast.unparse(function.args)
    if arguments.partition(",")[0] in ("self", "cls"):
        arguments = arguments.partition(",")[2].strip()
    returns = f" -> {ast.unparse(function.returns)}" if function.returns is not None and function.name != "__init__" else ""
    return f"{name}({arguments}){returns}"


def _untyped(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function with no types in its signature, and with `...` for the defaults that Python would not read there."""
    copy = deepcopy(function)
    for argument in ast.walk(copy.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    copy.args.defaults = [_literal(default) for default in copy.args.defaults]
    copy.args.kw_defaults = [None if default is None else _literal(default) for default in copy.args.kw_defaults]
    return copy


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
    module = _MODULE.search(code)
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


# mypyc 2.4 leaves the constructors of serializable classes empty: `__new__` does not call `__init__` for them, as pickle needs
# it, but if the class is final nothing else does.
_EMPTY_INIT: Final = re.compile(
    r"static int\n(\w+)_init\(PyObject \*self, PyObject \*args, PyObject \*kwds\)\n\{\n    return 0;\n\}"
)


def call_constructors(code: str) -> str:
    """Let the constructors call `__init__` that do not in the C code of one module, as mypyc wrote it."""

    def called(match: re.Match[str]) -> str:
        name = match[1]
        wrapper = f"CPyPy_{name}_____init__(self, args, kwds)"
        made = code.partition(f"{name}_new(PyTypeObject *type, PyObject *args, PyObject *kwds)\n{{")[2].partition("\n}")[0]
        if wrapper in made:
            return match[0]
        body = f"    PyObject *done = {wrapper};\n    Py_XDECREF(done);\n    return done != NULL ? 0 : -1;"
        return match[0].replace("    return 0;", body)

    return _EMPTY_INIT.sub(called, code)


# CPython's multiplication of big integers lets the handlers of signals run. If one raises an exception, as Ctrl-C does, mypyc 2.4
# takes the missing product for a lack of memory and ends the process. This raises the exception as soon as interpreted code runs.
_PRODUCT: Final = "PyNumber_Multiply(left_obj, right_obj)"
_MULTIPLICATION: Final = """
static int raise_late(void *exception) {
    PyErr_SetObject((PyObject *)Py_TYPE((PyObject *)exception), (PyObject *)exception);
    Py_DECREF((PyObject *)exception);
    return -1;
}

static PyObject *product(PyObject *left, PyObject *right) {
    PyObject *result, *type, *value, *traceback;
    while ((result = PyNumber_Multiply(left, right)) == NULL && !PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyErr_Fetch(&type, &value, &traceback);
        PyErr_NormalizeException(&type, &value, &traceback);
        Py_XDECREF(type);
        Py_XDECREF(traceback);
        if (Py_AddPendingCall(raise_late, value) != 0) {
            Py_DECREF(value);
        }
    }
    return result;
}

CPyTagged CPyTagged_Multiply_("""


def raise_late(code: str) -> str:
    """Let an exception of a signal's handler wait for the end of a multiplication, in the C code of mypyc's integers."""
    changed = code.replace(_PRODUCT, "product(left_obj, right_obj)").replace("\nCPyTagged CPyTagged_Multiply_(", _MULTIPLICATION)
    if code.count(_PRODUCT) != 1 or changed.count(_MULTIPLICATION) != 1:
        raise RuntimeError("mypyc's integers have another form than this build knows: no exception waits for a multiplication")
    return changed


def finish_code(target: str, source: str) -> None:
    """Finish the C files in the folder `target`: docstrings of the modules in the folder `source`, constructors, integers."""
    documented = 0
    for path in Path(target).rglob("*.c"):
        code = path.read_text(encoding="utf-8")
        module = _MODULE.search(code)
        if module is not None:
            text = Path(source, *module[2].split(".")).with_suffix(".py").read_text(encoding="utf-8")
            changed = add_docstrings(code, docstrings(text))
            documented += changed != code
            path.write_text(call_constructors(changed), encoding="utf-8")
    integers = Path(target, "int_ops.c")
    integers.write_text(raise_late(integers.read_text(encoding="utf-8")), encoding="utf-8")
    if documented == 0:
        raise RuntimeError("mypyc's C code has another form than this build knows: no docstring was put into it")


def compiler_is_there() -> bool:
    """Whether the interpreter's C compiler and headers can be found."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    header = Path(sysconfig.get_path("include"), "Python.h")
    return bool(command) and shutil.which(command[0]) is not None and header.is_file()


def compile_modules(source: Path, work: Path, modules: Sequence[str], opt_level: str = "1") -> list[Path]:
    """Compile modules of `source` in the folder `work`; return the shared objects, as paths under ``work/lib``."""
    shutil.copytree(source / "pyllvm", work / "pyllvm", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    jobs = os.cpu_count() or 1
    setup = _SETUP.format(
        flags=["--config-file=", "--follow-imports=silent"],
        modules=list(modules),
        opt_level=opt_level,
        target=str(work / "c"),
        here=str(Path(__file__).resolve().parent),
        jobs=jobs,
    )
    (work / "setup.py").write_text(setup, encoding="utf-8")
    environment = dict(os.environ, MYPYPATH=str(work))
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "lib", "--build-temp", "temp"]
    result = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise RuntimeError(result.stdout.decode("utf-8", "replace")[-20_000:])
    return sorted(path.relative_to(work / "lib") for path in (work / "lib").rglob("*.so"))


def build_grammar_tables(source: Path, target: Path) -> None:
    """Build the parser's tables of ``llvm.lark`` into the file `target`."""
    path = os.pathsep.join(filter(None, [str(source), os.environ.get("PYTHONPATH", "")]))
    environment = dict(os.environ, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1")
    subprocess.run([sys.executable, "-c", _BUILD_TABLES, str(target)], env=environment, check=True)
    target.chmod(0o644)


class MypycBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled modules and the grammar's tables into the wheel."""

    PLUGIN_NAME = "custom"

    def _wanted(self) -> bool:
        switch = os.environ.get(SWITCH, "")
        if switch not in ("", "0", "1"):
            raise ValueError(f"{SWITCH} is {switch!r}: it can be 0, 1 or unset")
        return switch == "1" or (switch == "" and compiler_is_there())

    def dependencies(self) -> list[str]:
        """What this build requires besides hatchling."""
        return GRAMMAR_REQUIREMENTS + (COMPILER_REQUIREMENTS if self._wanted() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what the wheel contains besides the sources."""
        if version == "editable":
            return
        source = Path(self.root, "src")
        self._work = Path(tempfile.mkdtemp(prefix="pyllvm-build-"))
        build_grammar_tables(source, self._work / TABLES_FILE)
        build_data["force_include"][str(self._work / TABLES_FILE)] = f"{TABLES_FOLDER}/{TABLES_FILE}"
        if not self._wanted():
            self.app.display_warning(f"pyllvm: built without compiled modules ({SWITCH}=0, or no C compiler); it will run slowly")
            return
        try:
            objects = compile_modules(source, self._work / "compiled", hot_modules(source))
        except RuntimeError as error:
            if os.environ.get(SWITCH) == "1":
                raise
            self.app.display_warning(f"{error}\npyllvm: compilation failed; the wheel contains the plain Python modules")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in objects:
            build_data["force_include"][str(self._work / "compiled" / "lib" / path)] = path.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary files."""
        if version != "editable":
            shutil.rmtree(self._work, ignore_errors=True)


def main() -> None:
    """Make a compiled copy of the package for measuring."""
    parser = argparse.ArgumentParser(description="Make a compiled copy of the package in a folder of its own.")
    parser.add_argument("--into", type=Path, required=True, help="the output folder; set PYTHONPATH to it")
    parser.add_argument("--opt-level", default="1", choices=["0", "1", "2", "3"])
    parser.add_argument("--packages", nargs="+", default=COMPILED_PACKAGES, help="compile only these (default: all)")
    parser.add_argument("--skip", nargs="+", default=[], metavar="PATTERN", help="do not compile these, e.g. bitcode/writer/*")
    options = parser.parse_args()
    source = Path(__file__).resolve().parent / "src"
    into: Path = options.into.resolve()
    with tempfile.TemporaryDirectory(prefix="pyllvm-build-") as work:
        modules = hot_modules(source, options.packages, options.skip)
        objects = compile_modules(source, Path(work, "compiled"), modules, options.opt_level)
        shutil.rmtree(into / "pyllvm", ignore_errors=True)
        for old in into.glob("pyllvm__mypyc*.so"):
            old.unlink()
        shutil.copytree(source / "pyllvm", into / "pyllvm", ignore=shutil.ignore_patterns("__pycache__"))
        build_grammar_tables(source, into / TABLES_FOLDER / TABLES_FILE)
        for path in objects:
            shutil.copy2(Path(work, "compiled", "lib", path), into / path)


if __name__ == "__main__":
    main()
