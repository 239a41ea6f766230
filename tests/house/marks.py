"""The marks of the house, each beside its goal."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median

from tests.house import imports, reach
from tests.house.functions import functions
from tests.house.imports import Graph, Modules
from tests.house.sources import BUILDINGS, Module
from tests.house.table import Mark

LONGEST, SIMPLE, COMPLEX, PARAMETERS, MOST_ANY = 60, 10, 15, 6, 40
SMALL = 50
GOALS = {"code": 42_000, "tests": 36_000}
"""Lines of answers/ and solvers/ together, and of tests/, blank ones and docstrings included."""


def marks(modules: Modules, tests: int = 0) -> list[Mark]:
    """Return every mark of a tree, in the order they are shown; `tests` is how many lines its tests have."""
    full = [each for each in modules.values() if each.text.strip()]
    weight = list(_of_weight(modules, tests))
    return [
        *weight,
        *_of_functions(full),
        *_of_files(full),
        *_of_words(full),
        *_of_imports(modules),
        *_of_reach(modules),
    ]


def _of_weight(modules: Modules, tests: int) -> Iterator[Mark]:
    by_room = lines_of_rooms(modules)
    places = [f"{lines}  {room}" for lines, room in by_room]
    yield _at_most("lines of code", sum(lines for lines, _ in by_room), GOALS["code"], places=places)
    yield _at_most("lines of tests", tests, GOALS["tests"])


def _of_functions(modules: Sequence[Module]) -> Iterator[Mark]:
    found = [function for module in modules for function in functions(module)]
    lines, decisions = sorted(each.lines for each in found), [each.complexity for each in found]
    tangled = sorted((each for each in found if each.complexity > SIMPLE), key=lambda each: -each.complexity)
    long = [f"{each.lines}  {each.place}" for each in found if each.lines > LONGEST]
    wide = sorted((each for each in found if each.parameters > PARAMETERS), key=lambda each: -each.parameters)
    yield Mark("functions", len(found))
    yield _at_most("function lines, median", median(lines or [0]), 6)
    yield _at_most("function lines, p95", percentile(lines, 95), 20)
    yield _at_most("function lines, longest", max(lines, default=0), LONGEST, binds=True, places=long)
    yield Mark("complexity, mean", round(mean(decisions or [0]), 1))
    places = [f"{each.complexity}  {each.place}" for each in tangled]
    yield _at_most("complexity, highest", max(decisions, default=0), COMPLEX, binds=True)
    yield _none(f"functions of complexity over {SIMPLE}", places)
    yield _none(f"functions of over {PARAMETERS} parameters", [f"{each.parameters}  {each.place}" for each in wide])


def _of_files(modules: Sequence[Module]) -> Iterator[Mark]:
    lines = [each.lines for each in modules]
    long = [f"{each.lines}  {each.path}" for each in modules if each.lines > 400]
    yield Mark("files, empty ones apart", len(lines))
    yield Mark("file lines, median", median(lines or [0]))
    yield _at_most("file lines, longest", max(lines, default=0), 400, places=long)
    for building in BUILDINGS:
        loose = [each.path for each in modules if each.folder == building and not each.is_package]
        yield _at_most(f"loose modules in {building}/", len(loose), 6, places=loose)


def _of_words(modules: Sequence[Module]) -> Iterator[Mark]:
    counts = [(_any_uses(each), each.path) for each in modules]
    places = [f"{count}  {path}" for count, path in sorted(counts, reverse=True) if count]
    yield _at_most("Any", sum(count for count, _ in counts), MOST_ANY, places=places)
    longer = [f"{each.docstring}  {each.place}" for module in modules for each in functions(module) if each.overtold]
    yield Mark("docstrings longer than their code", len(longer), places=longer)


def _any_uses(module: Module) -> int:
    """How often `Any` is written in code, its import apart."""
    return sum("Any" in (getattr(node, "id", None), getattr(node, "attr", None)) for node in module.nodes)


def _of_imports(modules: Modules) -> Iterator[Mark]:
    graph = imports.import_graph(modules)
    yield _none("import cycles", [", ".join(cycle) for cycle in imports.cycles(graph)], binds=True)
    pairs = [f"{a} ⇄ {b}" for a, b in imports.mutual_folders(modules, graph)]
    yield _none("folders that import each other", pairs)
    small = small_neighbours(modules, graph)
    yield _none(f"files under {SMALL} lines whose only user is in another room", small)


def _of_reach(modules: Modules) -> Iterator[Mark]:
    alive = reach.living_modules(modules)
    dead = [f"{modules[name].lines}  {modules[name].path}" for name in reach.unreachable_modules(modules, alive)]
    yield _none("modules that nothing leads to", dead)
    yield _none("public functions that nothing leads to", reach.unreachable_functions(modules, alive))


def percentile(values: Sequence[int], rank: int) -> int:
    """Return the value that `rank` % of the sorted `values` do not exceed, 0 if there are none."""
    return values[min(len(values) * rank // 100, len(values) - 1)] if values else 0


def _at_most(name: str, value: float, goal: int, *, binds: bool = False, places: Sequence[str] = ()) -> Mark:
    return Mark(name, value, goal=f"≤ {goal}", met=value <= goal, binds=binds, places=places)


def _none(name: str, places: Sequence[str], *, binds: bool = False) -> Mark:
    return Mark(name, len(places), goal="0", met=not places, binds=binds, places=places)


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
