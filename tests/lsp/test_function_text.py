"""A function that is checked alone has the findings that it has in the whole text."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.lsp.checking import VERIFIED, check_text, moved
from pyllvm.lsp.session import Session
from rows import each_row

DATA = Path(__file__).parents[1] / "data"
TEXTS = sorted([*(DATA / "language").glob("*.ll"), *(DATA / "bad_inputs").glob("*.ll")])


@each_row("path", TEXTS)
def test_the_same_findings_alone(path: Path) -> None:
    data = path.read_bytes()
    text = data.decode("utf-8", "surrogateescape")
    whole = check_text(data, "whole", None, rules=VERIFIED, helps=False)
    if whole.version is None:
        pytest.skip("it is of no version")
    session = Session("alone", text, whole.version)
    session.rules = VERIFIED
    document = session.document
    for number, chunk in enumerate(document.chunks):
        if not chunk.is_function or b"dbg" in chunk.data:
            continue
        if number and not document.chunks[number - 1].is_closed:
            continue  # the error is reported here, and is in the function before
        kept, checked = session.function(number)
        begin = document.start_of(number)
        inside = range(begin, begin + len(chunk.data))
        alone = [moved(one, kept.place) for one in checked.findings]
        found = {(one.start, one.message) for one in alone if one.start in inside}
        expected = {(one.start, one.message) for one in whole.findings if one.start in inside}
        if whole.module is not None:
            assert found == expected
        else:
            # After a syntax error, LLVM's parser does not verify, and some errors are found only once.
            assert expected <= found or expected & found or not expected
