"""Counts how often each block runs, with llvmlite. It cannot change a module that it has parsed, so the text is changed."""

from __future__ import annotations

import re

import llvmlite.binding as llvm

_FUNCTION = re.compile(r"define [^\n]*\{\n")
_LABEL = re.compile(r"[-\w$.]+:")


def instrumented(text: str) -> str:
    lines: list[str] = []
    count = 0
    is_due = False
    for line in text.splitlines():
        starts = _FUNCTION.fullmatch(line + "\n") is not None or _LABEL.match(line) is not None
        if is_due and line.startswith("  ") and " = phi " not in line and " = landingpad " not in line:
            place = f"getelementptr ([0 x i64], ptr @counters, i64 0, i64 {count})"
            lines += [f"  %c.{count} = load i64, ptr {place}", f"  %d.{count} = add i64 %c.{count}, 1"]
            lines += [f"  store i64 %d.{count}, ptr {place}"]
            count += 1
            is_due = False
        # A function without a label begins with an instruction, and one with a label is met twice.
        is_due = is_due or starts
        lines.append(line)
    lines += ["@counters = global [0 x i64] zeroinitializer", ""]
    changed = "\n".join(lines).replace("[0 x i64]", f"[{count} x i64]")
    llvm.parse_assembly(changed).verify()
    return changed
