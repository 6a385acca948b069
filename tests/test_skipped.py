"""The summary of skipped tests."""

from __future__ import annotations

import pytest

from skipped import NEEDS, summary


@pytest.mark.parametrize(
    ("reason", "need"),
    [
        ("Skipped: LLVM 19's llvm-as is not installed", "the real LLVM"),
        ("Skipped: pyllvm[demangle] is not installed", "other Python packages"),
        ("Skipped: could not import 'pyarrow': No module named 'pyarrow'", "packages that pyllvm works with"),
        ("Skipped: the consumer pyqir is not installed", "readers of the target profiles"),
        ("Skipped: graphviz is not installed", "other programs"),
        ("Skipped: there are no programs to compare on", "bitcode of real programs"),
        ("Skipped: there is no Python 3.12", "other versions of Python"),
    ],
)
def test_a_reason_is_counted_with_what_the_test_needs(reason: str, need: str) -> None:
    how = next(how for _, name, how in NEEDS if name == need)
    assert list(summary([reason, reason])) == [f"2 need {need}: {how}"]


def test_a_reason_without_a_need() -> None:
    assert list(summary(["Skipped: bitcode is upgraded when it is read"])) == [
        "1 do not apply to this build, this system, or their own case"
    ]
