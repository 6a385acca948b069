"""Answers to questions about a function or a module. Nothing here changes it.

`control_flow_graph`, `dominator_tree`, `post_dominator_tree`, `dominance_frontier` and `natural_loops` look into a function;
`call_graph`, `instruction_counts`, `function_sizes` and `structural_hash` into a module; `Dominance`, `liveness`,
`backward_slice` and `forward_slice` answer in terms of blocks and instructions; `memory_effects` and `infer_memory_effects` tell
which memory functions access; `instruction_uses`, `global_users`, `referenced_globals` and `is_address_taken` follow uses.
The graphs are plain results with blocks and functions as numbers: they compare by value, print, and pickle, so a pool of
processes can work on a corpus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_dir, lazy_names, offered

if TYPE_CHECKING:
    from pyllvm.analysis.code_hashes import structural_hash as structural_hash
    from pyllvm.analysis.counts import instruction_counts as instruction_counts
    from pyllvm.analysis.dominance import Dominance as Dominance
    from pyllvm.analysis.dominance import dominates as dominates
    from pyllvm.analysis.function_effects import MemoryEffects as MemoryEffects
    from pyllvm.analysis.function_effects import infer_memory_effects as infer_memory_effects
    from pyllvm.analysis.function_effects import memory_effects as memory_effects
    from pyllvm.analysis.graphs import CallGraph as CallGraph
    from pyllvm.analysis.graphs import Dominators as Dominators
    from pyllvm.analysis.graphs import FlowGraph as FlowGraph
    from pyllvm.analysis.graphs import Loop as Loop
    from pyllvm.analysis.graphs import Loops as Loops
    from pyllvm.analysis.graphs import call_graph as call_graph
    from pyllvm.analysis.graphs import control_flow_graph as control_flow_graph
    from pyllvm.analysis.graphs import dominance_frontier as dominance_frontier
    from pyllvm.analysis.graphs import dominator_tree as dominator_tree
    from pyllvm.analysis.graphs import natural_loops as natural_loops
    from pyllvm.analysis.graphs import post_dominator_tree as post_dominator_tree
    from pyllvm.analysis.live_values import Liveness as Liveness
    from pyllvm.analysis.live_values import liveness as liveness
    from pyllvm.analysis.users import backward_slice as backward_slice
    from pyllvm.analysis.users import forward_slice as forward_slice
    from pyllvm.analysis.users import global_users as global_users
    from pyllvm.analysis.users import instruction_uses as instruction_uses
    from pyllvm.analysis.users import is_address_taken as is_address_taken
    from pyllvm.analysis.users import referenced_globals as referenced_globals
    from pyllvm.library.bitcode_sizes import function_sizes as function_sizes

_MODULES: Final = {
    "pyllvm.analysis.counts": "instruction_counts",
    "pyllvm.analysis.dominance": "Dominance dominates",
    "pyllvm.analysis.graphs": (
        "CallGraph Dominators FlowGraph Loop Loops call_graph control_flow_graph dominance_frontier dominator_tree natural_loops "
        "post_dominator_tree"
    ),
    "pyllvm.analysis.live_values": "Liveness liveness",
    "pyllvm.analysis.function_effects": "MemoryEffects infer_memory_effects memory_effects",
    "pyllvm.analysis.code_hashes": "structural_hash",
    "pyllvm.analysis.users": "backward_slice forward_slice global_users instruction_uses is_address_taken referenced_globals",
    "pyllvm.library.bitcode_sizes": "function_sizes",
}

__all__ = offered(_MODULES)
__getattr__ = lazy_names(__name__, _MODULES)
__dir__ = lazy_dir(__all__)
