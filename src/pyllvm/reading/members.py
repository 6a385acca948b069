"""Names modules in containers, as `lib.a(x.o)` does, and chooses those that an input means."""

from __future__ import annotations

from pyllvm.containers.modules import Inside, find_modules, full_name, modules_of_bitcode
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.reading.inputs import is_bitcode


def modules_of(data: bytes, path: str, member: str) -> list[Inside]:
    """The modules in a container or a bitcode file, or in one member; none for another kind of file, or a file without modules.

    Raises PyllvmError if the container is malformed or has no such member.
    """
    found = modules_of_bitcode(data) if is_bitcode(data) else find_modules(data, path)
    if not member:
        return found
    # A member that is itself a container means all that is in it.
    chosen = [inside for inside in found if (full_name(inside.path) + "(").startswith(member + "(")]
    if not chosen:
        problem = f"there is no module {shown(member)}" if found else "there are no modules"
        raise PyllvmError(Diagnostic("error", f"{problem} in {shown(path)}", notes=_list(path, found)))
    return chosen


def too_many(path: str, modules: list[Inside], purpose: str) -> PyllvmError:
    """The error that one of several modules must be chosen; its notes list them. `purpose` is the end of its sentence."""
    message = f"{len(modules)} modules are in {shown(path)}: name one {purpose}"
    error = Diagnostic("error", message, notes=_list(path, modules))
    error.hint = f"in a shell, quote the name: '{shown(path + modules[0].name)}'"
    return PyllvmError(error)


def are_choices(modules: list[Inside]) -> bool:
    """Whether some of the modules are forms of one program, such as those for several processors."""
    forms: dict[tuple[str, ...], str] = {}
    for inside in modules:
        for place in inside.choices:
            if forms.setdefault(inside.path[:place], inside.path[place]) != inside.path[place]:
                return True
    return False


def shown(name: str) -> str:
    """A name from a file as it is shown: control characters are escaped."""
    return "".join(char if char.isprintable() or 0xDC80 <= ord(char) <= 0xDCFF else f"\\x{ord(char):02x}" for char in name)


def _list(path: str, modules: list[Inside]) -> list[Diagnostic]:
    return [Diagnostic("note", shown(path + inside.name)) for inside in modules]
