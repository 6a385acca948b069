"""Imports the compiled modules. They have no files of their own: all are in one shared library beside the package.

A shared object for each of 500 modules, as mypyc would build, takes half of the time of a build, and a millisecond of each start.
A source checkout has no compiled modules: Python imports the sources. So it does where `PYLLVM_PLAIN` is set.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder

# As in `pyllvm`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any, Final

LIBRARY: Final = "pyllvm__mypyc"
SWITCH: Final = "PYLLVM_PLAIN"
_FOLDER: Final = os.path.dirname(os.path.abspath(__file__))
_NAMES_FILE: Final = os.path.join(_FOLDER, "compiled_modules.txt")


class CompiledModules:
    """A finder and loader of the compiled modules, for `sys.meta_path`."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The description of a compiled module by its full name; None for any other module."""
        if name in self._names:
            return ModuleSpec(name, self, origin=LIBRARY)  # type: ignore[arg-type]
        if f"{name}.__init__" not in self._names:
            return None
        spec = ModuleSpec(name, self, origin=LIBRARY, is_package=True)  # type: ignore[arg-type]
        # Some modules of the package are in files.
        spec.submodule_search_locations = [os.path.join(_FOLDER, *name.split(".")[1:])]
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Run a compiled module, and return it. `ImportError` is raised where the library cannot be loaded."""
        module: ModuleType = _library().load_module(f"{LIBRARY}.init_{spec.name.replace('.', '___')}")
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module ran when it was created."""


def _library() -> Any:
    loaded = sys.modules.get(LIBRARY)
    if loaded is not None:
        return loaded
    # Only the library beside this package has the code of these sources: another one may be installed as well.
    spec = PathFinder.find_spec(LIBRARY, [os.path.dirname(_FOLDER)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{LIBRARY}, the library of the compiled modules, is not beside {_FOLDER}")
    # Equivalent to `importlib.util.module_from_spec`; importing importlib.util takes longer than loading the library.
    module: Any = spec.loader.create_module(spec)
    module.__spec__, module.__loader__ = spec, spec.loader
    sys.modules[LIBRARY] = module
    spec.loader.exec_module(module)
    return module


def is_switched_off() -> bool:
    """Whether the user wants the plain modules of a compiled package."""
    return os.environ.get(SWITCH, "") not in ("", "0")


def install() -> None:
    """Let Python find the compiled modules, if the package has any and the user does not switch them off."""
    if is_switched_off():
        return
    try:
        with open(_NAMES_FILE, encoding="utf-8") as file:
            names = file.read().split()
    except OSError:
        return
    sys.meta_path.insert(0, CompiledModules(frozenset(names)))
