"""Numbers about each function, for a data set, with pyllvm. It also has loops and liveness, which llvmlite does not show."""

from __future__ import annotations

import pyllvm
from pyllvm.analysis import instruction_counts, liveness, natural_loops


def features(bitcode: bytes) -> dict[str, dict[str, int]]:
    found = {}
    for function in pyllvm.parse_bitcode(bitcode).functions:
        if not function.is_declaration:
            found[function.name] = {"blocks": len(function.blocks), **instruction_counts(function)}
    return found


def more_features(bitcode: bytes) -> dict[str, dict[str, int]]:
    found = {}
    for function in pyllvm.parse_bitcode(bitcode).functions:
        if not function.is_declaration:
            depth = max((loop.depth for loop in natural_loops(function)), default=0)
            live = max(len(values) for values in liveness(function).live_in)
            found[function.name] = {"depth of loops": depth, "live values": live}
    return found
