"""The edits of mypyc's C code, on what the installed mypyc writes for two small modules."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from compiling.docstrings import document
from compiling.edits import GeneratedCode
from compiling.faults import free_names, mend
from compiling.run_once import shorten
from compiling.start import shorten_start
from compiling.weak_references import add_weak_references

pytest.importorskip("mypyc", reason="mypyc is only needed to compile")

SOURCES = {
    "base": '''
        """The first module."""

        from __future__ import annotations

        from typing import Final, final

        from mypy_extensions import i64, mypyc_attr

        NAMES: Final = ("one", "two")

        @mypyc_attr(serializable=True)
        @final
        class Pair:
            """Two numbers."""

            def __init__(self, first: int, second: i64) -> None:
                self.first = first
                self._block = second

            def total(self) -> float:
                """Their sum."""
                return float(self.first + self._block)
        ''',
    "user": '''
        from typing import Any, cast

        from pyllvm.base import Pair

        def made(value: Any) -> Pair:
            """Make one."""
            return cast(Pair, value)
        ''',
}
WRITE = """
import sys
from mypyc.build import mypycify
library = mypycify(["--config-file=", *sys.argv[1:]], multi_file=True, target_dir="c", group_name="pyllvm")[0]
print("\\n".join(library.sources))
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which mypyc has written C code for the modules."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "pyllvm").mkdir()
    (folder / "pyllvm" / "__init__.py").touch()
    files = []
    for name, source in SOURCES.items():
        files.append(f"pyllvm/{name}.py")
        folder.joinpath(files[-1]).write_text(source.replace("\n        ", "\n").lstrip("\n"), encoding="utf-8")
    subprocess.run([sys.executable, "-c", WRITE, *files], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def edited(written: Path) -> Mapping[str, str]:
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(written)
        code = _code(written)
        mend(code)
        shorten(code)
        shorten_start(code)
        document(code, [f"pyllvm/{name}.py" for name in SOURCES])
    return code.texts


def _code(written: Path) -> GeneratedCode:
    return GeneratedCode(written / "c", sorted(path.name for path in (written / "c").glob("*.c") if "shim" not in path.name))


def test_faults_are_mended(edited: Mapping[str, str]) -> None:
    assert "= product(left_obj, right_obj)" in edited["int_ops.c"]
    assert "void CPy_Init(void) {\n    keep_memory();\n" in edited["init.c"]
    assert "void CPyError_OutOfMemory(void) {\n    end_without_memory();\n" in edited["exc_ops.c"]
    base = edited["__native_pyllvm___base.c"]
    assert re.search(
        r"_init\(PyObject \*self, .*\)\n\{\n    PyObject \*done = CPyPy_base___Pair_____init__\(self, args, kwds\);", base
    )
    assert "= there(PyFloat_FromDouble(" in base


def test_the_library_loads_modules_and_makes_no_literals(edited: Mapping[str, str]) -> None:
    library = edited["__native_pyllvm.c"]
    assert '.m_methods = (PyMethodDef[]){{"load_module", load_module,' in library
    assert "if (find_literals() < 0)" in library
    assert "CPyStatics_Initialize" not in library
    for name in SOURCES:
        code = edited[f"__native_pyllvm___{name}.c"]
        numbers = sorted(map(int, set(re.findall(r"CPyStatics\[(\d+)\]", code))))
        assert f"literals[] = {{{', '.join(map(str, numbers))}}};\n    if (make_literals(literals, {len(numbers)}) < 0)" in code


def test_what_runs_once_is_short(edited: Mapping[str, str]) -> None:
    base, user = edited["__native_pyllvm___base.c"], edited["__native_pyllvm___user.c"]
    assert "CPyImport_ImportNative" not in user
    assert re.search(r"= import_module\(CPyStatics\[\d+\], .*, CPyInitOnly_pyllvm___base, CPyExec_pyllvm___base, .*, 0\);", user)
    for code in (base, user):
        body = code.partition("_____top_level__(void) {")[2].partition("\n}\n")[0]
        assert body.count("CPy_AddTraceback(") == 1
        assert "goto failed;" in body
        assert "DecRef" not in body


def test_names_that_only_annotations_read_are_not_imported(edited: Mapping[str, str]) -> None:
    base, user = edited["__native_pyllvm___base.c"], edited["__native_pyllvm___user.c"]
    assert re.findall(r"'([\w.]+)' \*/\n.*\n.* = Py_NewRef\(Py_None\);", base) == ["__future__", "typing", "mypy_extensions"]
    assert "CPyImport_ImportFromMany" not in base
    assert "CPyImport_ImportFromMany" in user or "import_module(" in user


def test_docstrings_are_in_the_code(edited: Mapping[str, str]) -> None:
    base = edited["__native_pyllvm___base.c"]
    for text in ("The first module.", "Two numbers.", "Their sum."):
        assert text in base
    assert "Make one." in edited["__native_pyllvm___user.c"]


def test_a_class_gets_weak_references(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiling.weak_references.CLASSES", (("base", "Pair"), ("not.there", "Other")))
    code = _code(written)
    add_weak_references(code)
    base = code.texts["__native_pyllvm___base.c"]
    (own,) = set(re.findall(r"\.tp_weaklistoffset = sizeof\((\w+)\)", base))
    assert f".tp_basicsize = sizeof({own}) + sizeof(PyObject *)," in base
    assert base.count("PyObject_ClearWeakRefs((PyObject *)self);") == 1
    with pytest.raises(RuntimeError, match="another form"):
        add_weak_references(code)


@pytest.mark.parametrize("edit", [mend, shorten_start])
def test_another_form_is_an_error(written: Path, edit: object) -> None:
    assert callable(edit)
    code = _code(written)
    for name in code.texts:
        code.texts[name] = "int other(void) {}\n"
    with pytest.raises(RuntimeError, match="another form"):
        edit(code)


def test_macros_do_not_take_the_names_of_private_attributes(written: Path) -> None:
    header = (written / "c" / "__native_pyllvm.h").read_text(encoding="utf-8")
    assert free_names(header) == "#undef __block\n"
