"""Who imports whom: every import counts, those for types alone and those inside functions too."""

import ast
from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from tests.house.sources import Module

Graph = Mapping[str, frozenset[str]]
Modules = Mapping[str, Module]
Name = TypeVar("Name", bound=Hashable)


def targets(module: Module, modules: Container[str]) -> Iterator[tuple[str, str | None, str]]:
    """Yield, for each name imported from `modules`, the other module, its attribute if any, and the name here."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in modules:
                    yield alias.name, None, alias.asname or alias.name
        elif isinstance(node, ast.ImportFrom):
            source = _source(module, node)
            for alias in node.names:
                name = alias.asname or alias.name
                if f"{source}.{alias.name}" in modules:
                    yield f"{source}.{alias.name}", None, name
                elif source in modules:
                    yield source, alias.name, name


def import_graph(modules: Modules) -> Graph:
    """Return, for each module, the modules that it imports."""
    return {
        name: frozenset(target for target, _, _ in targets(each, modules) if target != name)
        for name, each in modules.items()
    }


def cycles(graph: Graph) -> list[tuple[str, ...]]:
    """Return the groups of modules each of which imports, in some steps, every other of the group."""
    reach = {name: reachable(graph, graph[name]) for name in graph}
    groups = {tuple(sorted(other for other in reach[name] if name in reach[other])) for name in graph}
    return sorted(group for group in groups if len(group) > 1)


def reachable(graph: Mapping[Name, frozenset[Name]], start: Iterable[Name]) -> set[Name]:
    """Return what can be reached from `start` along imports, `start` included."""
    found, waiting = set[Name](), list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def mutual_folders(modules: Modules, graph: Graph) -> list[tuple[str, str]]:
    """Return the pairs of folders that import each other, at every level.

    Two folders that stand side by side count with all that is in them. A folder and its own subfolder count when loose
    modules of the folder import the subfolder and the subfolder imports loose modules of the folder.
    """
    arrows: defaultdict[tuple[str, str], int] = defaultdict(int)
    for name, imported in graph.items():
        for target in imported:
            arrows[_rooms(modules[name].folder, modules[target].folder)] += 1
    return sorted((a, b) for a, b in arrows if a < b and (b, a) in arrows)


def _rooms(a: str, b: str) -> tuple[str, str]:
    """Return both as seen from the deepest folder that holds both: its subfolder, or the folder itself where loose."""
    shared, ours, theirs = 0, a.split("."), b.split(".")
    while shared < min(len(ours), len(theirs)) and ours[shared] == theirs[shared]:
        shared += 1
    return ".".join(ours[: shared + 1]), ".".join(theirs[: shared + 1])


def _source(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parents = module.folder.split(".")
    return ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])])
