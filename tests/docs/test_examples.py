"""The exams of docs/examples in one file: the checks, the size, and programs that answer again."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra, minimum_spanning_tree

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.grading.exam_checks import DRAWN
from answers.kinds.formulas import POINTS, Formula
from answers.kinds.parsing import Values
from answers.web.preview.facts import MistakeTally
from tests.answers.cli.running import run
from tests.oracles import hashing, scheduling

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NAMES = ("automates", "chemins", "congestion", "hachage", "hex", "ordonnancement", "reseau", "tas")
ROUTES = ("AC", "BD", "AED")
LINES = 500
LINES_OF = {"chemins": 210, "reseau": 125}
"""Lines that docs/exams.md promises for four and for eight questions."""
SEEDS = (17, 4321, 60000, 1, 12345)


def example(name: str) -> Exam:
    return load_exam(name, [EXAMPLES])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_passes_the_checks(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answers.grading.exam_checks.DRAWN", DRAWN[::9])
    assert run(capsys, "check", EXAMPLES / f"{name}.py").code == 0


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short(name: str) -> None:
    assert len((EXAMPLES / f"{name}.py").read_text("utf-8").splitlines()) <= LINES_OF.get(name, LINES)


def fewest_edits(first: str, second: str, substitution: int = 1) -> int:
    """Return the edit distance of two words of at most six letters a, b, c, by breadth-first search of edits."""
    costs, waiting = {first: 0}, {0: [first]}
    for cost in range(20):
        for word in waiting.pop(cost, []):
            if word == second:
                return cost
            places = range(len(word) + 1)
            edits = [(1, word[:i] + word[i + 1 :]) for i in places[:-1]]
            edits += [(substitution, word[:i] + c + word[i + 1 :]) for i in places[:-1] for c in "abc"]
            edits += [(1, word[:i] + c + word[i:]) for i in places for c in "abc" if len(word) < 7]
            for price, edited in edits:
                if cost + price < costs.get(edited, 20):
                    costs[edited] = cost + price
                    waiting.setdefault(cost + price, []).append(edited)
    raise AssertionError(first)


def test_edit_distances_of_chemins_by_searching_edits() -> None:
    exam = load_exam("chemins", [EXAMPLES])
    key = make_key(exam, 17)
    first, second = exam.drawn(17).words  # type: ignore[attr-defined]
    assert (first, second) == ("ccbca", "bbabba")
    assert key.answers["7"] == tuple(fewest_edits(first[:i], second[:j]) for i in (4, 5) for j in (4, 5, 6))
    assert key.answers["8"] == (fewest_edits(first, second, 2),)


@pytest.mark.parametrize("u0", [17, 4321])
def test_reseau_by_scipy_and_by_searching_edits(u0: int) -> None:
    key = make_key(example("reseau"), u0)
    graph, words = key.params.graph, key.params.words  # type: ignore[attr-defined]
    weights = np.zeros((6, 6), int)
    for a, b, weight in graph:
        weights["ABCDEF".index(a), "ABCDEF".index(b)] = weight
    (path,), (length,), (edges,), (edits,) = (key.answers[part] for part in "1234")
    assert isinstance(path, tuple)
    assert isinstance(edges, tuple)
    sides = [["ABCDEF".index(node) for node in pair] for pair in (*edges, *pairwise(path))]  # type: ignore[arg-type]
    costs = [int(weights[min(side), max(side)]) for side in sides]
    assert sum(costs[5:]) == length == dijkstra(csr_array(weights), directed=False)[0, 5]
    assert (sum(costs[:5]), min(costs) > 0) == (minimum_spanning_tree(csr_array(weights)).sum(), True)
    assert edits == fewest_edits(*words)


def test_heaps_of_tas_by_the_heap_property() -> None:
    """The sunk row is the heap with the same values in which the other subtree is as before."""
    exam = load_exam("tas", [EXAMPLES])
    for u0 in (17, 4321):
        row = exam.drawn(u0).row  # type: ignore[attr-defined]
        answers = make_key(exam, u0, parts=["1", "2"]).answers
        sunk = [int(value) for value in answers["1"]]  # type: ignore[arg-type]
        assert sorted(sunk) == sorted(row)
        assert all(sunk[(node - 1) // 2] >= sunk[node] for node in range(1, 7))
        kept = {"left": (2, 5, 6), "right": (1, 3, 4)}[str(answers["2"][0])]
        assert [sunk[node] for node in kept] == [row[node] for node in kept]


def test_mistakes_of_tas_are_named_also_that_of_a_program() -> None:
    exam = load_exam("tas", [EXAMPLES])
    tally = MistakeTally(exam)
    tally.add(make_key(exam, 17))
    assert [(row["question"], row["named"]) for row in tally.rows()["rows"]] == [(1, 1), (3, 1)]


@pytest.mark.parametrize("u0", [17, 4321, 60000])
def test_automates_by_other_algorithms(u0: int) -> None:
    """Words are counted by powers of the matrix, states merged by refinement, subsets found by a search."""
    exam = load_exam("automates", [EXAMPLES])
    key, drawn = make_key(exam, u0), exam.drawn(u0)
    dfa, nfa = drawn.dfa, drawn.nfa  # type: ignore[attr-defined]
    arrows = (dfa.on_a, dfa.on_b)
    ways = [1, 0, 0, 0, 0]
    for _ in range(dfa.length):
        ways = [sum(ways[i] * sum(arrow[i] == j for arrow in arrows) for i in range(5)) for j in range(5)]
    assert key.answers["3"] == (sum(ways[state] for state in dfa.final),)
    block = [int(state in dfa.final) for state in range(5)]
    for _ in range(5):
        signs = [(block[state], *(block[arrow[state]] for arrow in arrows)) for state in range(5)]
        block = [sorted(set(signs)).index(sign) for sign in signs]
    assert key.answers["5a"] == (len(set(block)),)
    (same,) = key.answers["5b"]
    assert isinstance(same, tuple)
    assert set(same) == {state for state in range(5) if block[state] == block[dfa.state]}

    def after(states: frozenset[int], letter: str) -> frozenset[int]:
        stepped = {state + 1 for state in states if 0 < state < nfa.place}
        return frozenset(stepped | {0} | ({1} if letter == "a" else set()))

    reached, waiting = {frozenset({0})}, [frozenset({0})]
    while waiting:
        states = waiting.pop()
        new = {after(states, letter) for letter in "ab"} - reached
        reached |= new
        waiting += new
    assert key.answers["6b"] == (len(reached),)


def paths(size: int, side: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every chain of cells of Hex from one side of a small board to the other, found by walking."""

    def walk(path: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        i, j = path[-1]
        if path[-1][side] == size - 1:
            yield path
            return
        for cell in ((i, j + 1), (i, j - 1), (i + 1, j), (i - 1, j), (i + 1, j - 1), (i - 1, j + 1)):
            if min(cell) >= 0 and max(cell) < size and cell not in path:
                yield from walk((*path, cell))

    for k in range(size):
        yield from walk(((0, k) if side == 0 else (k, 0),))


@pytest.mark.slow
@pytest.mark.parametrize("u0", [17, 4321])
def test_connections_of_hex_by_walking(u0: int) -> None:
    """The cheapest chain of cells that the other does not hold; positions by laying stones in every order."""
    exam = example("hex")
    key = make_key(exam, u0)
    board = key.params.board  # type: ignore[attr-defined]
    prices, stones = board.prices, board.stones
    chains = [set(map(frozenset, paths(4, side))) for side in (0, 1)]
    for side, letter in enumerate("ab"):
        free, own = {*product(range(4), repeat=2)} - {*stones[1 - side]}, set(stones[side])
        costs = [sum(prices[4 * i + j] for i, j in chain - own) for chain in chains[side] if chain <= free]
        assert key.answers[f"2{letter}"] == (min(costs),)
    empty = [cell for cell in product(range(4), repeat=2) if cell not in {*stones[0], *stones[1]}]
    laid = {(frozenset(order[::2]), frozenset(order[1::2])) for order in permutations(empty, 5)}
    open_ = [
        black
        for black, white in laid
        if not any(chain <= black | {*stones[0]} for chain in chains[0])
        and not any(chain <= white | {*stones[1]} for chain in chains[1])
    ]
    assert key.answers["1a"] == (len(open_),)
    assert key.answers["1b"] == (sum(prices[4 * i + j] for black in open_ for i, j in black),)


def cost(network: object, choices: Iterable[str], route: str) -> int:
    """What the drivers on a route pay, each edge counted driver by driver."""
    slopes, fixed = (getattr(network, name) for name in ("slopes", "fixed"))
    taken = "".join(choices)
    return sum(slopes["ABCDE".index(edge)] * taken.count(edge) + fixed["ABCDE".index(edge)] for edge in route)


@pytest.mark.parametrize("u0", [17, 4321])
def test_congestion_driver_by_driver(u0: int) -> None:
    """Each driver's choice is a name in a list, and all is counted anew."""
    key = make_key(example("congestion"), u0)
    network = key.params.network  # type: ignore[attr-defined]
    n: int = network.drivers

    def shared(i: int, j: int) -> list[str]:
        return [ROUTES[0]] * i + [ROUTES[1]] * j + [ROUTES[2]] * (n - i - j)

    def stays(choices: list[str]) -> bool:
        """No driver pays less after leaving for another route."""
        return all(
            cost(network, choices, old) <= cost(network, [*left, new], new)
            for old in set(choices)
            for left in [[*choices[: choices.index(old)], *choices[choices.index(old) + 1 :]]]
            for new in ROUTES
        )

    def together(choices: list[str]) -> int:
        return sum(cost(network, choices, route) for route in choices)

    every = [shared(i, j) for i in range(n + 1) for j in range(n + 1 - i)]
    stable = [choices for choices in every if stays(choices)]
    least, worst = min(map(together, every)), max(map(together, stable))
    answers: dict[str, Values] = {"3a": (least,), "3b": (worst,), "4": (Fraction(worst, least),)}
    answers["1a"] = (together(shared(0, 0)),)
    answers["1b"] = (sum(cost(network, [ROUTES[2]] * k, ROUTES[2]) for k in range(1, n + 1)),)
    assert {part: key.answers[part] for part in answers} == answers
    assert key.answers["2"] in [tuple(choices.count(route) for route in ROUTES) for choices in stable]


@pytest.mark.parametrize("u0", SEEDS)
def test_hachage_step_by_step(u0: int) -> None:
    key = make_key(example("hachage"), u0)
    answers, drawn = key.answers, key.params
    table, bloom, nest = drawn.hashing, drawn.bloom, drawn.cuckoo  # type: ignore[attr-defined]
    expected = hashing.one_table(table.a, table.b, table.keys, table.absent, table.deleted)
    assert answers["2a"][0] in expected.pop("2a")  # type: ignore[operator]
    results = {part: answers[part] if part in "13" else answers[part][0] for part in expected}
    assert {part: set(value) if part in ("2c", "4b") else value for part, value in results.items()} == expected  # type: ignore[arg-type]
    bits, false = hashing.bloom(bloom.a, bloom.b, bloom.c, bloom.elements, bloom.queries)
    assert (set(answers["5a"][0]), set(answers["5b"][0])) == (bits, false)  # type: ignore[arg-type]
    zero = [hashing.still_zero(bloom.bits, bloom.functions, elements) for elements in POINTS]
    assert list(Formula("n").values(str(answers["6"][0]))) == zero
    ejected, cells = hashing.cuckoo(nest.t, nest.u, nest.key)
    assert (answers["7a"][0], answers["7b"]) == (tuple(ejected), tuple(cells))


@pytest.mark.parametrize("u0", SEEDS)
def test_ordonnancement_by_trying_all(u0: int) -> None:
    key = make_key(example("ordonnancement"), u0)
    answers, drawn = key.answers, key.params
    workshop, project, shop = drawn.workshop, drawn.project, drawn.shop  # type: ignore[attr-defined]
    jobs = list(zip(workshop.times, workshop.dues, strict=True))
    by_time, by_due, best = (["ABCDEF".index(job) for job in answers[part][0]] for part in ("1a", "2a", "6"))  # type: ignore[union-attr]
    assert answers["1b"] == (sum(scheduling.ends(jobs, by_time)),) == (scheduling.least_sum(jobs),)
    lateness = scheduling.late(jobs, by_due)
    assert answers["2b"] == (max(lateness),) == (scheduling.least_lateness(jobs),)
    late = {"ABCDEF"[job] for job, days in zip(by_due, lateness, strict=True) if days > 0}
    assert set(answers["2c"][0]) == late  # type: ignore[arg-type]
    on_time = [{"ABCDEF"[job] for job in some} for some in scheduling.largest_on_time(jobs)]
    assert set(answers["3"][0]) in on_time  # type: ignore[arg-type]
    durations = dict(zip("ABCDEFGH", project.durations, strict=True))
    shortest = scheduling.project_end(durations, project.pairs, {})
    path = answers["5b"][0]
    assert answers["5a"] == (shortest,) == (sum(durations[task] for task in path),)  # type: ignore[union-attr]
    assert {*pairwise(path)} <= {*project.pairs}  # type: ignore[arg-type]
    start = scheduling.start_times(durations, project.pairs, project.task)
    assert answers["5c"] == ((*start, True, True),)
    done = scheduling.flow_shop(shop.first, shop.second, best)
    assert done[-1] == min(scheduling.flow_shop(shop.first, shop.second, order)[-1] for order in permutations(range(6)))
    assert (answers["7a"], answers["7b"]) == ((done[-1],), (done[2],))
