"""The marks of the house, each beside its goal."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from statistics import mean, median
from typing import TypeVar

from tests.house import imports, reach, words
from tests.house.duplicates import LENGTH, duplicates
from tests.house.functions import functions
from tests.house.imports import Modules
from tests.house.sources import BUILDINGS, Module, public
from tests.house.table import Mark

T = TypeVar("T")
LONGEST, COMPLEX, PARAMETERS = 60, 15, 6


def marks(modules: Modules) -> list[Mark]:
    """Return every mark of a tree, in the order they are shown."""
    full = [each for each in modules.values() if each.text.strip()]
    return [*_of_functions(full), *_of_files(full), *_of_words(full), *_of_imports(modules), *_of_reach(modules)]


def _of_functions(modules: Sequence[Module]) -> Iterator[Mark]:
    found = [function for module in modules for function in functions(module)]
    lines, decisions = sorted(each.lines for each in found), [each.complexity for each in found]
    tangled = sorted((each for each in found if each.complexity > 10), key=lambda each: -each.complexity)
    long = [f"{each.lines}  {each.place}" for each in found if each.lines > LONGEST]
    wide = sorted((each for each in found if each.parameters > PARAMETERS), key=lambda each: -each.parameters)
    yield Mark("functions", len(found))
    yield _at_most("function lines, median", median(lines or [0]), 6)
    yield _at_most("function lines, p95", percentile(lines, 95), 20)
    yield _at_most("function lines, longest", max(lines, default=0), LONGEST, binds=True, places=long)
    yield Mark("complexity, mean", round(mean(decisions or [0]), 1))
    places = [f"{each.complexity}  {each.place}" for each in tangled]
    yield _at_most("complexity, highest", max(decisions, default=0), COMPLEX, binds=True)
    yield _none("functions of complexity over 10", places)
    yield _none(f"functions of over {PARAMETERS} parameters", [f"{each.parameters}  {each.place}" for each in wide])


def _of_files(modules: Sequence[Module]) -> Iterator[Mark]:
    lines = [each.lines for each in modules]
    long = [f"{each.lines}  {each.path}" for each in modules if each.lines > 400]
    yield Mark("files, empty ones apart", len(lines))
    yield Mark("file lines, median", median(lines or [0]))
    yield _at_most("file lines, longest", max(lines, default=0), 400, places=long)
    yield Mark("files under 50 lines", sum(count < 50 for count in lines))
    for building in BUILDINGS:
        loose = [each.path for each in modules if each.folder == building and not each.is_package]
        yield _at_most(f"loose modules in {building}/", len(loose), 6, places=loose)


def _of_words(modules: Sequence[Module]) -> Iterator[Mark]:
    told, solvers = _all(public, modules), [each for each in modules if each.name.startswith("solvers.")]
    tops = _all(words.public_at_top, solvers)
    yield _share("public docstrings", len(told), _all(words.undocumented, modules))
    yield _share("solvers whose own docstring has a source", len(tops), _all(words.unsourced, solvers))
    shared = _all(lambda module: words.unsourced(module, with_module=True), solvers)
    yield Mark("… or whose module's has", percent(len(tops) - len(shared), len(tops)), " %")
    yield _counted("Any", words.any_uses, modules, below=40)
    yield _counted("casts", words.casts, modules)
    yield _counted("type: ignore", partial(words.comments_with, words="type: ignore"), modules)
    yield _counted("noqa", partial(words.comments_with, words="noqa"), modules)
    yield _none(
        "types defined in several modules", [f"{count}  {name}" for name, count in words.repeated_aliases(modules)]
    )
    runs = duplicates(modules)
    places = [f"{run.length}  {run.first}  {run.second}" for run in runs]
    yield _none(f"runs of {LENGTH} lines or more that stand twice", places)


def _of_imports(modules: Modules) -> Iterator[Mark]:
    graph = imports.import_graph(modules)
    yield _none("import cycles", [", ".join(cycle) for cycle in imports.cycles(graph)], binds=True)
    pairs = [f"{a} ⇄ {b}" for a, b in imports.mutual_folders(modules, graph)]
    yield _none("folders that import each other", pairs)
    yield _none("private names imported", imports.private_names(modules))
    yield Mark("modules that one other imports", len(imports.single_importers(graph)))


def _of_reach(modules: Modules) -> Iterator[Mark]:
    alive = reach.living_modules(modules)
    dead = [f"{modules[name].lines}  {modules[name].path}" for name in reach.unreachable_modules(modules, alive)]
    yield _none("modules that nothing leads to", dead)
    yield _none("public functions that nothing leads to", reach.unreachable_functions(modules, alive))


def percentile(values: Sequence[int], rank: int) -> int:
    """Return the value that `rank` % of the sorted `values` do not exceed, 0 if there are none."""
    return values[min(len(values) * rank // 100, len(values) - 1)] if values else 0


def percent(part: int, whole: int) -> int:
    """Return the share in percent, rounded down so that 100 means all; all of nothing is 100."""
    return 100 * part // whole if whole else 100


def _at_most(name: str, value: float, goal: int, *, binds: bool = False, places: Sequence[str] = ()) -> Mark:
    met = value <= goal
    return Mark(name, value, goal=f"≤ {goal}", met=met, binds=binds, places=() if met else places)


def _none(name: str, places: Sequence[str], *, binds: bool = False) -> Mark:
    return Mark(name, len(places), goal="0", met=not places, binds=binds, places=places)


def _share(name: str, count: int, without: Sequence[str]) -> Mark:
    share = percent(count - len(without), count)
    return Mark(name, share, " %", goal="100 %", met=not without, places=without)


def _counted(name: str, count: Callable[[Module], int], modules: Iterable[Module], below: int | None = None) -> Mark:
    counts = Counter({each.path: count(each) for each in modules})
    places = [f"{number}  {path}" for path, number in counts.most_common() if number]
    if below is None:
        return Mark(name, counts.total(), places=places)
    return Mark(name, counts.total(), goal=f"< {below}", met=counts.total() < below, places=places)


def _all(of: Callable[[Module], Iterable[T]], modules: Iterable[Module]) -> list[T]:
    return [each for module in modules for each in of(module)]
