"""What makes it impossible to work on the functions of a module apart from each other, in several processes."""

from __future__ import annotations


class NotSeparable(Exception):
    """Something in a part of the module concerns other parts, or must be reported: the module is to be worked on as a whole."""
