from __future__ import annotations

from compiling.arguments import without_warnings


def test_only_options_for_warnings_are_left_out() -> None:
    arguments = ["gcc", "-Wsign-compare", "-DNDEBUG", "-Wall", "-Werror=format-security", "-Wp,-D_FORTIFY_SOURCE=2", "-O2", "-w"]
    assert without_warnings(arguments) == ["gcc", "-DNDEBUG", "-Wp,-D_FORTIFY_SOURCE=2", "-O2", "-w"]
