"""What the house weighs: lines of a room, and small files whose only user lives elsewhere."""

from collections import Counter, defaultdict
from pathlib import Path

from tests.house.imports import Graph, Modules

SMALL = 50
GOALS = {"code": 42_000, "tests": 36_000}
"""Lines of answers/ and solvers/ together, and of tests/, blank ones and docstrings included."""


def lines_of_rooms(modules: Modules) -> list[tuple[int, str]]:
    """Return lines and name of each room, "answers/exams" or "solvers/yahtzee", the largest first."""
    counts: Counter[str] = Counter()
    for each in modules.values():
        counts["/".join(each.path.split("/")[:2])] += each.lines
    return sorted(((lines, room) for room, lines in counts.items()), reverse=True)


def lines_below(folder: Path) -> int:
    """Return how many lines the Python files below a folder have."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in folder.rglob("*.py"))


def small_neighbours(modules: Modules, graph: Graph) -> list[str]:
    """Return the files of under 50 lines that one other module imports, from another folder."""
    importers: defaultdict[str, set[str]] = defaultdict(set)
    for name, imported in graph.items():
        for target in imported:
            importers[target].add(name)
    return [
        f"{each.lines}  {each.path} ← {user}"
        for name, each in modules.items()
        if 0 < each.lines < SMALL and len(importers[name]) == 1
        for user in importers[name]
        if modules[user].folder != each.folder
    ]
