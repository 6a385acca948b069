"""Reads the modules of an input for commands that look at modules: text, bitcode, and what is in containers."""

from __future__ import annotations

from pyllvm.cli.member_inputs import read_members
from pyllvm.cli.tool import Tool
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.notation import final
from pyllvm.reading.inputs import is_bitcode, is_too_short


@final
class NamedModule:
    """A module and where it was read."""

    __slots__ = ("data", "member", "module", "path")

    def __init__(self, path: str, member: str, module: Module, data: bytes) -> None:
        self.path = path
        """The name of the input."""
        self.member = member
        """Its place in a container, such as "(x.o)"; "" for a file that is none."""
        self.module = module
        self.data = data
        """The text or bitcode that it was read from."""

    @property
    def is_source_implied(self) -> bool:
        """Whether the source file takes the input's name, because the input is a text that does not name a source file."""
        return not is_bitcode(self.data) and b"source_filename" not in self.data


def read_input_modules(tool: Tool, name: str, version: int | None, input_version: int | None) -> list[NamedModule]:
    """Every module in an input; warnings go to the tool. Modules of another version are not brought to `version` yet.

    `version` and `input_version` are what the options say. PyllvmError if the input cannot be read or has no module.
    """
    path, data, inside = read_members(name)
    tool.data = data
    shown = "<stdin>" if name == "-" else name
    parts = [(one.name if len(inside) > 1 else "", one.read()) for one in inside] or [("", data)]
    found: list[NamedModule] = []
    for member, content in parts:
        modules = read_content(tool, content, shown if not member else path + member, version, input_version)
        for index, module in enumerate(modules):
            place = f"{member}({index})" if len(modules) > 1 else member
            found.append(NamedModule(shown, place, module, content))
    if not found:
        raise PyllvmError("there is no module in this file")
    return found


def read_content(tool: Tool, data: bytes, name: str, version: int | None, input_version: int | None) -> list[Module]:
    """The modules in text or bitcode, as `read_input_modules` reads them."""

    def warn(diagnostic: Diagnostic) -> None:
        tool.report(diagnostic, name)

    if not is_bitcode(data):
        # Imported only for text.
        from pyllvm.library.files import parse_assembly

        tool.note_byte_order_mark(data, name)
        return [parse_assembly(data, name, input_llvm_version=version if input_version is None else input_version, warn=warn)]
    if is_too_short(data):
        return []
    from pyllvm.bitcode import read_modules
    from pyllvm.reading.settle import drop_other_debug_info, settle_access_tags

    modules = read_modules(data, name=name, warn=warn, assumed_version=version, input_version=input_version, may_be_none=True)
    for module in modules:
        settle_access_tags(module)
        warning = drop_other_debug_info(module)
        if warning is not None:
            warn(warning)
    return modules


def bring(tool: Tool, named: NamedModule, version: int) -> None:
    """Bring a module to another LLVM version, in place, and warn about what it loses. PyllvmError where that cannot hold it."""
    if named.module.llvm_version == version:
        return
    from pyllvm.migrations.loss import loss_warnings
    from pyllvm.reading.conversion import convert

    for warning in loss_warnings(convert(named.module, version), version):
        tool.report(warning, named.path + named.member)
