"""The forms of nm's lists; `tests/fidelity/test_nm.py` compares them all with llvm-nm's."""

from __future__ import annotations

from pyllvm.library.symbol_listing import ListingOptions, exported, file_prefix, listing
from pyllvm.library.symbols import symbol_table
from pyllvm.wishes import Wishes

TABLE = symbol_table(
    b'target triple = "x86_64-linux"\n@a = weak global i8 0\ndefine void @f() {\n  ret void\n}\ndeclare void @g()\n',
    Wishes(),
)


def listed(**settings: object) -> str:
    """The list with these options."""
    options = ListingOptions()
    for name, value in settings.items():
        setattr(options, name, value)
    return listing(TABLE, options, "x.bc")


def test_forms() -> None:
    assert listed() == "---------------- W a\n---------------- T f\n                 U g\n"
    assert listed(format="posix") == "a W ---------------- 0\nf T ---------------- 0\ng U 0 0\n"
    assert listed(format="just-symbols", reverse_sort=True) == "g\nf\na\n"
    assert listed(format="darwin").splitlines()[1] == "---------------- (LTO,CODE) external f"
    assert listed(numeric_sort=True, format="just-symbols") == "g\na\nf\n"
    assert listed(print_file_name=True, undefined_only=True) == "x.bc:                  U g\n"
    assert listed(no_weak=True, defined_only=True, format="just-symbols") == "f\n"


def test_names_in_front_of_lines() -> None:
    assert file_prefix("x.o", "lib.a", "bsd") == "lib.a:x.o: "
    assert file_prefix("x.o", "lib.a", "posix") == "lib.a[x.o]: "


def test_exported_names_are_there_once() -> None:
    options = ListingOptions()
    options.defined_only = options.extern_only = True
    assert exported([TABLE, TABLE], options) == "a\nf\n"
