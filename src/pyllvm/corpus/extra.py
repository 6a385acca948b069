"""The packages of the extra `corpus`, which are imported where they are used."""

from __future__ import annotations

import importlib
from typing import Any

from pyllvm.diagnostics import Diagnostic, PyllvmError


def needed(name: str) -> Any:
    """Import a module of the extra. Raises PyllvmError if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing = Diagnostic("error", f"this needs the package {name.partition('.')[0]}, which is not installed")
        missing.hint = "pip install 'pyllvm[corpus]'"
        raise PyllvmError(missing) from None
