"""Links modules into one, as llvm-link does: symbols, comdats, types, metadata and module flags."""

from pyllvm.linker.decisions import Decision
from pyllvm.linker.linker import Linker

__all__ = ["Decision", "Linker"]
