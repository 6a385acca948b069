"""Names that a package exports without importing them: each is imported on first access.

A command imports only part of the library, while a user of the library finds everything in one package.
"""

from __future__ import annotations

import importlib
import sys

# As in `pyllvm`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(package: str, modules: Mapping[str, str], deprecated: Mapping[str, str] | None = None) -> Callable[[str], object]:
    """The `__getattr__` of the module `package`.

    `modules` maps the full name of a module to the names in it that `package` exports, separated by spaces. `deprecated` maps
    former names to the present ones: each use of a former name warns. docs/stability.md says how long such a name is kept.
    """
    module_of: dict[str, str] = {}

    def find(name: str) -> object:
        if not module_of:
            module_of.update((each, module) for module, names in modules.items() for each in names.split())
        present = deprecated.get(name) if deprecated else None
        if present is not None:
            _warn(f"{package}.{name} is deprecated: use {package}.{present}")
            return getattr(sys.modules[package], present)
        module = module_of.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(importlib.import_module(module), name)
        setattr(sys.modules[package], name, value)
        return value

    return find


def _warn(message: str) -> None:
    import warnings  # not at the start of each command

    warnings.warn(message, DeprecationWarning, stacklevel=3)


def offered(modules: Mapping[str, str]) -> list[str]:
    """All names in `modules` (see `lazy_names`), sorted, for `__all__`."""
    return sorted(name for names in modules.values() for name in names.split())


def lazy_dir(names: list[str]) -> Callable[[], list[str]]:
    """The `__dir__` of a package that offers these names: `dir()` and completion list them before they are imported."""
    return lambda: sorted(names)
