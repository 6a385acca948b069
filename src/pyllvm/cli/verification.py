"""How the verifier is run on what is read, and how what it finds is said: as LLVM's llvm-as and llvm-dis do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.cli.tool import Tool, wants_color, write_error
from pyllvm.findings.writer import failures_text
from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version, strip_debug_info
from pyllvm.ir.module import Module
from pyllvm.verifier import verify
from pyllvm.versions import OLDEST, llvm_version_of_producer

NOT_CORRECT: Final = "assembly parsed, but does not verify as correct!"
BROKEN: Final = "LLVM ERROR: Broken module found, compilation aborted!"


@final
class ParserVerification:
    """The verifier as it is run while a text is read; and whether what was read may be used.

    `tell` says what is wrong, with its places, where that is to be drawn on a terminal or written for other programs.
    """

    __slots__ = ("_checks_scope_domination", "_tell", "_tool", "is_content")

    def __init__(self, tool: Tool, tell: Callable[[], None], checks_scope_domination: bool = False) -> None:
        self._tool = tool
        self._checks_scope_domination = checks_scope_domination
        self._tell = tell
        self.is_content = True

    def check(self, module: Module) -> None:
        """Verify a module; one with no fault but in its debug information loses that, and is content."""
        self.is_content = self._verify(module)

    def _verify(self, module: Module) -> bool:
        tool = self._tool
        failures = verify(module, checks_scope_domination=self._checks_scope_domination)
        if not failures:
            return True
        is_broken = any(not failure.is_debug_info for failure in failures)
        # LLVM looks at debug information of its own version as it reads it, and its tools at the module later.
        is_current = debug_info_version(module) == CURRENT_VERSION
        is_plain = tool.form == "text" and not wants_color(tool.color, 2)
        if not is_plain:
            self._tell()
        before = "" if is_current else f"{tool.program}: {NOT_CORRECT}\n"
        after = f"{BROKEN}\n" if is_broken and is_current else ""
        if is_plain:
            write_error(before + failures_text(module, failures) + after)
        elif tool.form == "text":
            write_error(before + after)
        if is_broken or not is_current:
            return False
        if tool.form == "text":
            write_error(f"warning: ignoring invalid debug info in {module.identifier}\n")
        strip_debug_info(module)
        # What is still there is an error.
        remaining = verify(module)
        if remaining and is_plain:
            write_error(f"{tool.program}: {NOT_CORRECT}\n{failures_text(module, remaining)}")
        return not remaining


def settle_debug_info(tool: Tool, module: Module) -> bool:
    """What LLVM does with the debug information of bitcode as it reads it (UpgradeDebugInfo); False if the module is broken.

    That of another version is left out. A module with LLVM's own version is verified, and if only its debug information is
    at fault, it loses that. What LLVMs before the oldest that is known wrote is left as it is: LLVM brings it up to date first.
    """
    producer = llvm_version_of_producer(module.producer)
    if producer is None or producer < OLDEST:
        return True
    version = debug_info_version(module)
    if version != CURRENT_VERSION:
        if strip_debug_info(module):
            tool.warn(f"ignoring debug info with an invalid version ({version}) in {module.identifier}")
        return True
    failures = verify(module)
    if not failures:
        return True
    is_broken = any(not failure.is_debug_info for failure in failures)
    write_error(failures_text(module, failures) + (f"{BROKEN}\n" if is_broken else ""))
    if is_broken:
        return False
    tool.warn(f"ignoring invalid debug info in {module.identifier}")
    strip_debug_info(module)
    return True
