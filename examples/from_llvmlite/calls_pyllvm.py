"""The calls between the functions of a module, with pyllvm."""

from __future__ import annotations

from collections import Counter

import pyllvm
from pyllvm.analysis import call_graph


def calls(bitcode: bytes) -> Counter[tuple[str, str]]:
    graph = call_graph(pyllvm.parse_bitcode(bitcode))
    return Counter({(caller, callee): count for caller, callee, count in graph.edges()})
