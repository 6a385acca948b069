"""Joins the targets of two modules: the triple of the result, and whether LLVM's linker warns that they differ."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.diagnostics import Diagnostic
from rows import each_row

LinkTexts = Callable[..., str]

# Two triples, whether the result has the second, and the versions of LLVM that warn.
TRIPLES = [
    ("x86_64-linux-gnu", "x86_64-linux-gnu", False, ""),
    ("x86_64-linux-gnu", "x86_64-pc-linux-gnu", False, "19 22"),
    ("x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu", False, "19 22"),
    ("x86_64-pc-linux-gnu", "x86_64-pc-linux-musl", False, "19 22"),
    ("x86_64-pc-linux-gnu", "i386-pc-linux-gnu", False, "19 22"),
    ("x86_64-pc-linux-gnu", "x86_64-pc-linux-gnu-macho", False, "19 22"),
    ("armv7-linux-gnu", "thumbv7-linux-gnu", False, ""),
    ("armv7-linux-gnu", "thumbv8-linux-gnu", False, "19 22"),
    ("armv7-linux-gnu", "thumbv7-linux-musl", False, ""),
    ("thumbv7-apple-ios7", "armv7-apple-ios8", True, ""),
    ("x86_64-apple-macosx10.9", "x86_64-apple-macosx10.12.1", True, ""),
    ("x86_64-apple-macosx10.12", "x86_64-apple-macosx10.9", False, ""),
    ("x86_64-apple-macosx10.12", "x86_64-apple-ios10.9", False, "19 22"),
    ("arm64-apple-ios", "x86_64-apple-ios", False, "19 22"),
    ("x86_64-apple-ios13", "x86_64-apple-ios13-simulator", False, ""),
    ("thumbv7-apple-ios7-macabi", "armv7-apple-ios7", False, ""),
    ("thumbv7k-apple-watchos", "armv7-apple-watchos", False, "19 22"),
    ("nvptx64-nvidia-cuda", "nvptx64-unknown-unknown", False, "19"),
    ("nvptx64-nvidia-cuda", "nvptx64-nvidia-gpulibs", False, "19"),
    ("nvptx64-nvidia-cuda", "nvptx64--linux", False, "19 22"),
    ("", "x86_64-linux-gnu", True, ""),
    ("x86_64-linux-gnu", "", False, ""),
    ("armv7-linux", "mips", False, "19 22"),
]


@each_row(("first", "second", "takes_second", "warn"), TRIPLES)
def test_triples(link_texts: LinkTexts, first: str, second: str, takes_second: bool, warn: str) -> None:
    texts = [f'target triple = "{triple}"\n' if triple else "" for triple in (first, second)]
    for version in (19, 22):
        reports: list[Diagnostic] = []
        linked = link_texts(*texts, version=version, reports=reports)
        assert linked == texts[takes_second].strip()
        assert [one.message.split(":")[0] for one in reports] == [
            "Linking two modules of different target triples" for number in warn.split() if number == str(version)
        ]


LIBDEVICE = "e-i64:64-v16:16-v32:32-n16:32:64"
LAYOUTS = [
    ("e-p:32:32", "e-p:32:32", "x86_64-linux", False),
    ("e-p:32:32", "p:32:32-e", "x86_64-linux", False),
    ("e-p:32:32", "e-p:64:64", "x86_64-linux", True),
    ("e-p:32:32", "E-p:32:32", "x86_64-linux", True),
    ("", "E-p:32:32", "x86_64-linux", False),
    ("e-p:32:32", "", "x86_64-linux", True),
    ("e-p:32:32", LIBDEVICE, "x86_64-linux", True),
    ("e-p:32:32", LIBDEVICE, "nvptx64-nvidia-gpulibs", False),
    ("e-p:32:32", "e-p:64:64", "nvptx64-nvidia-gpulibs", True),
]


@pytest.mark.parametrize(("first", "second", "triple", "warns"), LAYOUTS)
def test_data_layouts(link_texts: LinkTexts, first: str, second: str, triple: str, warns: bool) -> None:
    reports: list[Diagnostic] = []
    texts = [f'target datalayout = "{layout}"\n' if layout else "" for layout in (first, second)]
    ours, theirs = (f'target triple = "{one}"\n' for one in (triple.replace("gpulibs", "cuda"), triple))
    linked = link_texts(texts[0] + ours, texts[1] + theirs, version=22, reports=reports)
    assert linked == (texts[0] or texts[1]) + ours.strip()
    assert [one.message.split(":")[0] for one in reports] == ["Linking two modules of different data layouts"] * warns
