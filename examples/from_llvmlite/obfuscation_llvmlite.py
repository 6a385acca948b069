"""Replaces each addition by operations that are harder to recognize, with llvmlite: by a change of the text."""

from __future__ import annotations

import re

import llvmlite.binding as llvm

_ADD = re.compile(r"^  (%[-\w$.]+) = add (?:nuw |nsw )*(i\d+) ([^,]+), ([^,\n]+)$", re.MULTILINE)


def obfuscated(text: str) -> str:
    """x + y is (x ^ y) + 2 * (x & y). Numbered values must have names, because text does not allow gaps."""
    number = 0

    def harder(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        name, type, x, y = found.groups()
        return "\n".join(
            [
                f"  %x.{number} = xor {type} {x}, {y}",
                f"  %a.{number} = and {type} {x}, {y}",
                f"  %t.{number} = shl {type} %a.{number}, 1",
                f"  {name} = add {type} %x.{number}, %t.{number}",
            ]
        )

    changed = _ADD.sub(harder, text)
    llvm.parse_assembly(changed).verify()
    return changed
