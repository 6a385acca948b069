"""Joins the lines of generated modules."""

from __future__ import annotations

from collections.abc import Iterable


def joined(lines: Iterable[str]) -> str:
    """The lines, each with its end."""
    return "".join([line + "\n" for line in lines])


def function(lines: Iterable[str], head: str = "define void @f(i32 %a, i1 %c)") -> str:
    """A function with these lines before its `ret void`."""
    return f"{head} {{\n{joined(lines)}  ret void\n}}\n"
