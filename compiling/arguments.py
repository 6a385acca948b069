"""The arguments of the C compiler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: Options that only look like options for warnings: these pass arguments on to the assembler, the linker and the preprocessor.
_PASSED_ON: Final = ("-Wa,", "-Wl,", "-Wp,")


def without_warnings(arguments: Sequence[str]) -> list[str]:
    """The arguments without the options for warnings, which are mypyc's affair.

    Most Pythons are built with ``-Wall``, and setuptools passes that on. GCC 12 takes twice as long with it, even if ``-w``
    keeps it from printing what it finds.
    """
    return [one for one in arguments if not one.startswith("-W") or one.startswith(_PASSED_ON)]
