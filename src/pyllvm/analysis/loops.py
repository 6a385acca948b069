"""Natural loops: of each header, the nodes that lead back to it and that it dominates. Source: `LoopInfoBase::analyze`."""

from __future__ import annotations

from typing import Final, final

NO_LOOP: Final = -1


@final
class LoopFinder:
    """Finds the natural loops of a graph; an outer loop precedes the loops in it.

    `dominators` are the result of `immediate_dominators`. Afterwards `headers` has the header of each loop, `parents` the loop that
    directly contains it or NO_LOOP, `latches` the nodes of its back edges, and `innermost` has the innermost loop of each node.
    """

    def __init__(self, predecessors: list[list[int]], dominators: list[int], preorder: list[int], first: list[int], last: list[int]):
        self.headers: list[int] = []
        self.latches: list[list[int]] = []
        self.parents: list[int] = []
        self.innermost: list[int] = [NO_LOOP] * len(predecessors)
        # Loops in the order in which they are found, the inner ones first.
        self._top: list[int] = []
        for header in reversed(preorder):
            latches = [
                entry
                for entry in dict.fromkeys(predecessors[header])
                if first[entry] >= first[header] and last[entry] <= last[header] and first[entry] >= 0
            ]
            if latches:
                self._grow(header, latches, predecessors, first)
        self._turn()

    def _grow(self, header: int, latches: list[int], predecessors: list[list[int]], first: list[int]) -> None:
        loop = len(self.headers)
        self.headers.append(header)
        self.latches.append(latches)
        self.parents.append(NO_LOOP)
        self._top.append(loop)
        innermost = self.innermost
        pending = latches[:]
        while pending:
            node = pending.pop()
            if first[node] < 0:
                continue  # nothing leads there
            inside = innermost[node]
            if inside == NO_LOOP:
                innermost[node] = loop
                if node != header:
                    pending.extend(predecessors[node])
            else:
                inside = self._outermost(inside)
                if inside != loop:
                    self.parents[inside] = loop
                    self._top[inside] = loop
                    pending.extend(predecessors[self.headers[inside]])
        innermost[header] = loop

    def _outermost(self, loop: int) -> int:
        """Return the outermost loop so far that contains a loop; the way there is then shorter for others."""
        top = self._top
        last = loop
        while top[last] != last:
            last = top[last]
        while top[loop] != last:
            above = top[loop]
            top[loop] = last
            loop = above
        return last

    def _turn(self) -> None:
        """Number the loops from the last one found, so that the outer ones precede."""
        end = len(self.headers) - 1
        self.headers.reverse()
        self.latches.reverse()
        self.parents = [NO_LOOP if parent == NO_LOOP else end - parent for parent in reversed(self.parents)]
        self.innermost = [NO_LOOP if loop == NO_LOOP else end - loop for loop in self.innermost]
