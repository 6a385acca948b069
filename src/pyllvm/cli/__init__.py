"""The command line: one module per command, each loaded only when it is called."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """``pyllvm COMMAND ...``: the whole process."""
    import gc
    import os
    import sys

    gc.disable()  # the objects created by these imports live until exit

    from pyllvm.cli.group import group, invoke_group
    from pyllvm.cli.tool import leave, prepare

    prepare()
    if "_PYLLVM_COMPLETE" in os.environ:
        from pyllvm.cli.completion import complete

        leave(complete("pyllvm", group))
    leave(invoke_group(group, sys.argv[1:]))
