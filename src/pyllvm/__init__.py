"""pyllvm: LLVM IR without LLVM."""

from pyllvm.versions import __version__

__all__ = ["__version__"]
