"""The versions and the producers that name them."""

from __future__ import annotations

from pyllvm import versions
from rows import each_row


@each_row(
    ("producer", "expected"),
    [
        ("LLVM19.1.7", 19),
        ("LLVM7.0.1", 7),
        ("LLVM20.1.0git", 20),
        ("LLVM17.0.6-rust-1.75.0-stable", 17),
        ("LLVM3.8.0svn", 3),
        ("APPLE_1_1400.0.29.202_0", None),
        ("", None),
        ("pyllvm", None),
        ("LLVM23.0.0git", 23),
        ("LLVM" + "9" * 5000 + ".1", None),
        ("LLVM\u0663.1", None),
    ],
)
def test_producers(producer: str, expected: int | None) -> None:
    assert versions.llvm_version_of_producer(producer) == expected


def test_the_range() -> None:
    assert min(versions.SUPPORTED) == versions.OLDEST
    assert max(versions.SUPPORTED) == versions.NEXT
    assert versions.NEWEST <= versions.NEXT
    assert versions.is_supported(versions.NEWEST)
    assert not versions.is_supported(versions.OLDEST - 1)


def test_every_version_has_a_release_and_a_summary() -> None:
    assert list(versions.RELEASES) == list(versions.SUPPORTED)
    assert [versions.summary_version(version) for version in (7, 11, 12, 18, 20, 22)] == [8, 8, 9, 10, 11, 12]
    assert versions.summary_version(versions.NEWEST) == versions.NEWEST_SUMMARY
