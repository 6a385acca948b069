"""Strongly connected components of a graph, by Tarjan's algorithm."""

from __future__ import annotations


def strongly_connected_components(successors: list[list[int]]) -> list[list[int]]:
    """Return the components, each after those that it leads to; the nodes of a component are in ascending order."""
    count = len(successors)
    # The number of each node in the walk, from 1; and the least number that it leads back to, 0 when its component is complete.
    number = [0] * count
    least = [0] * count
    last = 0
    open_nodes: list[int] = []
    found: list[list[int]] = []
    for start in range(count):
        if number[start] != 0:
            continue
        path = [start]
        progress = [0]
        last += 1
        number[start] = last
        least[start] = last
        open_nodes.append(start)
        while path:
            node = path[-1]
            step = progress[-1]
            targets = successors[node]
            if step < len(targets):
                progress[-1] = step + 1
                target = targets[step]
                if number[target] == 0:
                    last += 1
                    number[target] = last
                    least[target] = last
                    open_nodes.append(target)
                    path.append(target)
                    progress.append(0)
                elif least[target] != 0:
                    least[node] = min(least[node], number[target])
                continue
            path.pop()
            progress.pop()
            lowest = least[node]
            if path:
                least[path[-1]] = min(least[path[-1]], lowest)
            if lowest == number[node]:
                component: list[int] = []
                while True:
                    member = open_nodes.pop()
                    least[member] = 0
                    component.append(member)
                    if member == node:
                        break
                component.sort()
                found.append(component)
    return found
