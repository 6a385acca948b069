"""Reads the inputs of commands that take modules in containers, and members by name: ``lib.a(x.o)``."""

from __future__ import annotations

from pyllvm.cli.files import read_input
from pyllvm.notation import TYPE_CHECKING
from pyllvm.reading.inputs import is_bitcode, is_plain_text, split_name

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside


def read_members(name: str) -> tuple[str, bytes, list[Inside]]:
    """The path of an input, the bytes of that file, and the modules in it that are meant if it is a container.

    Raises PyllvmError if the file cannot be read, the container is malformed, or it has no such member.
    """
    path, member = split_name(name)
    data = read_input(path)
    return path, data, members_of(data, path, member)


def members_of(data: bytes, path: str, member: str) -> list[Inside]:
    """The modules that are meant in a file that was read; none if it is not a container. PyllvmError as for `read_members`."""
    if not member and (is_bitcode(data) or is_plain_text(data)):
        return []
    # Imported only now, because most inputs are plain.
    from pyllvm.reading.members import modules_of

    return modules_of(data, path, member)


def only_member(path: str, data: bytes, inside: list[Inside], purpose: str) -> bytes:
    """The bytes of the only module that is meant, or of the whole file if it is not a container.

    Takes what `read_members` returned; `purpose` is as for `too_many`. Raises PyllvmError if there are several modules.
    """
    if not inside:
        return data
    if len(inside) > 1:
        from pyllvm.reading.members import too_many

        raise too_many(path, inside, purpose)
    return inside[0].read()
