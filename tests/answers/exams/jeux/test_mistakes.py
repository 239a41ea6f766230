"""Known mistakes of the jeux exam against plain recursions that make them."""

import importlib.util
import random
from functools import cache
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import given, make_key
from answers.exam.world import World
from answers.exams.jeux.draws import Parameters, begun_grid
from answers.kinds.reading import Values
from tests.answers.exams.seeds import seeds
from tests.oracles import jeux_exam as oracle

EXAM = load_exam("jeux")
SEEDS = (17, *random.Random(31).sample(range(1, 64007), 4))


def answers(u0: int, slug: str, part: str) -> Values:
    return make_key(EXAM, World(u0, (slug,)), parts=[part]).answers[part]


def right(u0: int, part: str) -> Any:
    return make_key(EXAM, u0, parts=[part]).answers[part]


def drawn(u0: int) -> Parameters:
    found = EXAM.drawn(u0)
    assert isinstance(found, Parameters)
    return found


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_question_1(u0: int) -> None:
    graph, arena = (reached(oracle.squares(bar)) for bar in (drawn(u0).graph_bar, drawn(u0).arena_bar))
    bars, states = {bar for bar, _ in graph}, {state for state in arena if state[0]}
    for part, counted in (("1a", [bar for bar in bars if bar]), ("1b", [bar for bar, _ in states])):
        assert answers(u0, "eaten-bar-left-out", part) == (len(counted), sum(len(bar - {(0, 0)}) for bar in counted))
    arcs = sum(map(len, bars))
    assert answers(u0, "given-bar-left-out", "1a") == (len(bars) - 1, arcs - sum(drawn(u0).graph_bar))
    moves = sum(len(bar) for bar, _ in arena) - sum(drawn(u0).arena_bar)
    assert answers(u0, "given-bar-left-out", "1b") == (len(arena) - 1, moves)
    bars = {bar for bar, _ in arena}
    arcs = sum(map(len, bars))
    assert answers(u0, "arena-without-players", "1b") == (len(bars), arcs)
    assert answers(u0, "twice-the-graph", "1b") == (len(bars) + len(bars), arcs + arcs)


def reached(start: frozenset[tuple[int, int]]) -> set[tuple[frozenset[tuple[int, int]], int]]:
    """Bars with the player to move."""
    states, todo = {(start, 0)}, [(start, 0)]
    while todo:
        bar, player = todo.pop()
        for i, j in bar:
            left = frozenset(s for s in bar if s[0] < i or s[1] < j)
            if (left, 1 - player) not in states:
                states.add((left, 1 - player))
                todo.append((left, 1 - player))
    return states


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_question_2(u0: int) -> None:
    bar = drawn(u0).bar
    found, todo = {bar}, [bar]
    while todo:
        for left in oracle.bitten(todo.pop()):
            if left not in found:
                found.add(left)
                todo.append(left)
    bites = [oracle.chomp_loses(left) for left in oracle.bitten(bar)]
    loses = [one for one in found if oracle.chomp_loses(one)]
    p = 0 if any(bites) else 1
    assert answers(u0, "players-exchanged", "2b") == (1 - p, bites.count(True), len(loses))
    assert answers(u0, "eaten-bar-loses", "2b") == (p, bites.count(True), len({*loses, ()}))
    assert answers(u0, "poison-not-losing", "2b") == (p, bites.count(True), len({*loses} - {(1,)}))
    assert answers(u0, "losing-bites-counted", "2b") == (p, bites.count(False), len(loses))


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_question_3(u0: int) -> None:
    p, n, i, j, d = oracle.symmetry_play(*drawn(u0).symmetric_grid, drawn(u0).covered)
    assert answers(u0, "players-exchanged", "3a") == (1 - p, n, i, j, d)
    laid_by = [turn % 2 for turn in range(n)]
    assert answers(u0, "dominoes-of-the-winner", "3a") == (p, laid_by.count(p), i, j, d)
    board = begun_grid(drawn(u0))
    cells = frozenset((i, j) for i in range(board.rows) for j in range(board.cols)) - board.forbidden
    winning = oracle.cram_winning(cells)
    losing = [domino for domino in oracle.dominoes(cells) if domino not in winning]
    count, *domino = answers(u0, "losing-dominoes-counted", "3b")
    assert count == len(losing)
    assert tuple(domino) in winning


def attracted(u0: int, count: int = 40) -> tuple[list[list[set[str]]], set[str]]:
    """A₀, A₁, … of both players, and all grids."""
    start = oracle.grid(*drawn(u0).attractor_grid)
    return [oracle.attractor_steps(start, who, count)[0] for who in (0, 1)], oracle.reachable(start)


@pytest.mark.parametrize("u0", SEEDS[:2])
def test_question_4(u0: int) -> None:
    both, grids = attracted(u0, 10)
    for part, steps in zip(("4a", "4b"), both, strict=True):
        assert answers(u0, "new-vertices-only", part) == (
            len(steps[0]),
            len(steps[1] - steps[0]),
            len(steps[2] - steps[1]),
        )
        assert answers(u0, "steps-from-1", part) == tuple(map(len, steps[1:4]))
    assert answers(u0, "players-exchanged", "4a") == tuple(map(len, both[1][:3]))
    assert answers(u0, "players-exchanged", "4b") == tuple(map(len, both[0][:3]))
    won, lost = (len(steps[-1]) for steps in both)
    neither = len(grids) - won - lost
    assert answers(u0, "players-exchanged", "4c") == (lost, won, neither)
    full = [grid for grid in grids if "." not in grid and oracle.winner(grid) is None]
    assert answers(u0, "drawn-grids-only", "4c") == (won, lost, len(full))
    reached = []
    for who in (0, 1):
        steps = [{grid for grid in grids if oracle.winner(grid) == who}]
        for _ in range(10):
            steps.append(
                steps[-1] | {grid for grid in grids if any(after in steps[-1] for after in oracle.successors(grid))}
            )
        reached.append(steps)
    assert answers(u0, "one-move-is-enough", "4a") == tuple(map(len, reached[0][:3]))
    assert answers(u0, "one-move-is-enough", "4b") == tuple(map(len, reached[1][:3]))
    outside = grids - reached[0][-1] - reached[1][-1]
    assert answers(u0, "one-move-is-enough", "4c") == (len(reached[0][-1]), len(reached[1][-1]), len(outside))


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_question_5(u0: int) -> None:
    cells = frozenset(drawn(u0).small_grid)
    nodes, leaves, won = oracle.cram_tree(cells)
    positions, todo = {(cells, 0)}, [(cells, 0)]
    while todo:
        left, mover = todo.pop()
        for domino in oracle.dominoes(left):
            after = left - oracle.covered(domino), 1 - mover
            if after not in positions:
                positions.add(after)
                todo.append(after)
    ended = [one for one in positions if not oracle.dominoes(one[0])]
    forced = [one for one in positions if oracle.cram_wins(one[0]) == (one[1] == 0)]
    assert answers(u0, "positions-for-nodes", "5") == (len(positions), len(ended), len(forced))
    assert answers(u0, "inner-nodes-only", "5") == (nodes - leaves, leaves, won)
    assert answers(u0, "players-exchanged", "5") == (nodes, leaves, nodes - won)


@pytest.mark.parametrize("u0", seeds(SEEDS[:3], 2))
def test_question_6(u0: int) -> None:
    start = oracle.grid(*drawn(u0).memo_grid)
    table, counted = set[str](), {"C": 0, "M": 0, "E": 0}

    def plain(grid: str) -> None:
        if oracle.successors(grid):
            counted["C"] += 1
        for after in oracle.successors(grid):
            plain(after)

    def with_table(grid: str) -> None:
        ended = not oracle.successors(grid)
        counted["M"] += not ended
        if grid not in table:
            table.add(grid)
            counted["E"] += not ended
            for after in oracle.successors(grid):
                with_table(after)

    plain(start)
    with_table(start)
    assert answers(u0, "terminal-calls-left-out", "6") == tuple(counted.values())
    calls, (with_memory, evaluated) = oracle.calls(start), oracle.calls_with_memory(start)
    assert answers(u0, "table-asked-before-the-call", "6") == (calls, evaluated, evaluated)
    assert answers(u0, "answers-of-the-table", "6") == (calls, with_memory, with_memory - evaluated)


def lines(cells: str) -> int:
    """Lines that O has not touched, less those that X has not."""
    if oracle.winner(cells) is not None:
        return (100, -100)[oracle.winner(cells)]
    rows = [[cells[k] for k in line] for line in oracle.LINES]
    return sum("O" not in row for row in rows) - sum("X" not in row for row in rows)


def searched(cells: str, depth: int, heuristic: Any = oracle.heuristic, better: Any = (max, min)) -> int:
    after = oracle.successors(cells)
    if depth == 0 or not after:
        return heuristic(cells)
    return better[oracle.player(cells)](searched(one, depth - 1, heuristic, better) for one in after)


@pytest.mark.parametrize("u0", seeds(SEEDS[:3], 2))
def test_question_7(u0: int) -> None:
    cells = oracle.grid(*drawn(u0).depth_grid)
    how: dict[str, tuple[tuple[int, int], Any, Any]] = {
        "one-move-less": ((1, 2), oracle.heuristic, (max, min)),
        "one-move-more": ((3, 4), oracle.heuristic, (max, min)),
        "lines-not-squared": ((2, 3), lines, (max, min)),
        "min-and-max-exchanged": ((2, 3), oracle.heuristic, (min, max)),
    }
    for slug, (depths, heuristic, better) in how.items():
        found = tuple(searched(cells, depth, heuristic, better) for depth in depths)
        assert answers(u0, slug, "7a") == found
        best = [
            divmod(k, 4)
            for after in oracle.successors(cells)
            for k in range(16)
            if cells[k] != after[k] and searched(after, depths[1] - 1, heuristic, better) == found[1]
        ]
        count, *cell = answers(u0, slug, "7b")
        assert count == len(best)
        assert tuple(cell) in best


def leaves(node: Any) -> list[int]:
    return [node] if isinstance(node, int) else [leaf for child in node for leaf in leaves(child)]


def cut(node: Any, step: int, *, first: int = 0, strict: bool = False) -> tuple[int, int]:
    """How many leaves alpha-beta meets, and their sum."""
    met = []

    def value(node: Any, level: int, low: int, high: int) -> int:
        if isinstance(node, int):
            met.append(node)
            return node
        for child in node[::step]:
            found = value(child, level + 1, low, high)
            if level % 2 == 0:
                low = max(low, found)
            else:
                high = min(high, found)
            if low > high or (low == high and not strict):
                break
        return low if level % 2 == 0 else high

    value(node, first, -100, 100)
    return len(met), sum(met)


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_question_8(u0: int) -> None:
    tree = drawn(u0).tree
    values = [oracle.tree_value(child) for child in tree]
    assert answers(u0, "min-at-the-root", "8a") == (min(values), values.index(min(values)) + 1)
    value = oracle.tree_value(tree)
    children = [oracle.tree_value(child, 1) for child in tree]
    assert answers(u0, "child-from-0", "8a") == (value, children.index(value))
    every = leaves(tree)
    for part, step in (("8b", 1), ("8c", -1)):
        assert right(u0, part) == cut(tree, step)
        assert answers(u0, "min-at-the-root", part) == cut(tree, step, first=1)
        assert answers(u0, "cut-when-greater", part) == cut(tree, step, strict=True)
        met = oracle.pruned_leaves(tree, step)[1]
        left = [leaf for leaf in every if leaf not in met]
        assert answers(u0, "leaves-left-out-counted", part) == (len(left), sum(left))
        assert answers(u0, "every-leaf-counted", part) == (len(every), sum(every))
    assert answers(u0, "only-the-root-reversed", "8c") == cut(tree[::-1], 1)


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_cells_and_dominoes_are_written_otherwise(u0: int) -> None:
    """A cell (i, j) as (j, i) or (i + 1, j + 1), a domino's d as 1 - d."""
    for part, place in (("2a", 0), ("3a", 2), ("3b", 1), ("7b", 1)):
        true = right(u0, part)
        i, j = true[place : place + 2]
        head, rest = true[:place], true[place + 2 :]
        assert answers(u0, "column-before-row", part) == (*head, j, i, *rest)
        assert answers(u0, "cells-from-1", part) == (*head, i + 1, j + 1, *rest)
        turned = (*true[:-1], 1 - true[-1]) if part in ("3a", "3b") else true
        assert answers(u0, "directions-exchanged", part) == turned


def another_oracle() -> Any:
    """The oracle once more, to be told other rules."""
    spec = importlib.util.find_spec(oracle.__name__)
    assert spec
    assert spec.loader
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    return other


@pytest.mark.parametrize(("slug", "lines"), [("diagonals-forgotten", 8), ("one-diagonal", 9)])
@pytest.mark.parametrize("u0", seeds(SEEDS[:2], 1))
def test_tic_tac_toe_without_diagonals(u0: int, slug: str, lines: int) -> None:
    """Questions 4, 6 and 7 by the oracle, which is told of rows, columns and the first diagonal alone."""
    straight = another_oracle()
    straight.LINES = straight.LINES[:lines]
    start = straight.grid(*drawn(u0).attractor_grid)
    for who, part in enumerate(("4a", "4b")):
        steps, _ = straight.attractor_steps(start, who, 3)
        assert answers(u0, slug, part) == tuple(map(len, steps))
    memo = straight.grid(*drawn(u0).memo_grid)
    assert answers(u0, slug, "6") == (straight.calls(memo), *straight.calls_with_memory(memo))
    depth = straight.grid(*drawn(u0).depth_grid)
    assert answers(u0, slug, "7a") == tuple(straight.limited(depth, n) for n in (2, 3))


@pytest.mark.parametrize("u0", seeds(SEEDS[:2], 1))
def test_tic_tac_toe_that_goes_on(u0: int) -> None:
    """Only full grids end the game; in them X is looked at first."""
    endless = another_oracle()
    has_line = endless.winner
    endless.winner = lambda cells: (
        None
        if "." in cells
        else next((who for who in (0, 1) if has_line(cells.replace("XO"[1 - who], ".")) == who), None)
    )
    slug, start = "game-goes-on", oracle.grid(*drawn(u0).attractor_grid)
    for who, part in enumerate(("4a", "4b")):
        steps, _ = endless.attractor_steps(start, who, 3)
        assert answers(u0, slug, part) == tuple(map(len, steps))
    memo = oracle.grid(*drawn(u0).memo_grid)
    assert answers(u0, slug, "6") == (endless.calls(memo), *endless.calls_with_memory(memo))


@pytest.mark.parametrize("u0", seeds(SEEDS, 2))
def test_cram_lost_by_the_last_to_move(u0: int) -> None:
    misere = another_oracle()
    misere.cram_wins = cache(
        lambda cells: (
            not oracle.dominoes(cells)
            or any(not misere.cram_wins(cells - oracle.covered(domino)) for domino in oracle.dominoes(cells))
        )
    )
    slug, (p, *rest) = "last-to-move-loses", oracle.symmetry_play(*drawn(u0).symmetric_grid, drawn(u0).covered)
    assert answers(u0, slug, "3a") == (1 - p, *rest)
    board = begun_grid(drawn(u0))
    winning = misere.cram_winning(
        frozenset((i, j) for i in range(board.rows) for j in range(board.cols)) - board.forbidden
    )
    count, *domino = answers(u0, slug, "3b")
    assert count == len(winning)
    assert tuple(domino) in winning or (not winning and domino == [0, 0, 0])
    assert answers(u0, slug, "5") == misere.cram_tree(frozenset(drawn(u0).small_grid))


@pytest.mark.parametrize("u0", seeds(SEEDS[:2], 1))
def test_what_a_game_starts_from_is_left_out(u0: int) -> None:
    slug = "start-left-out"
    for part, bar, count in (("1a", drawn(u0).graph_bar, 0), ("1b", drawn(u0).arena_bar, 1)):
        vertices, arcs = oracle.chomp_graphs(bar)[count]
        assert answers(u0, slug, part) == (vertices - 1, arcs)
    both, grids = attracted(u0, 10)
    won, lost = (steps[-1] - {oracle.grid(*drawn(u0).attractor_grid)} for steps in both)
    assert answers(u0, slug, "4c") == (len(won), len(lost), len(grids) - 1 - len(won) - len(lost))
    cells, memo = frozenset(drawn(u0).small_grid), oracle.grid(*drawn(u0).memo_grid)
    nodes, leaves, forced = oracle.cram_tree(cells)
    assert answers(u0, slug, "5") == (nodes - 1, leaves, forced - (1 if oracle.cram_wins(cells) else 0))
    assert answers(u0, slug, "6") == tuple(n - 1 for n in (oracle.calls(memo), *oracle.calls_with_memory(memo)))


def test_another_winning_move_is_right_in_its_own_writing() -> None:
    u0, part = 17, EXAM.part("3b")
    question = EXAM.questions[2]
    moves = make_key(EXAM, u0, parts=["3b"]).evidence["3b"][0].moves  # type: ignore[attr-defined]
    assert len(moves) > 1
    for slug, written in (
        ("column-before-row", lambda i, j, d: (j, i, d)),
        ("cells-from-1", lambda i, j, d: (i + 1, j + 1, d)),
        ("directions-exchanged", lambda i, j, d: (i, j, 1 - d)),
    ):
        told = given(EXAM, make_key(EXAM, World(u0, (slug,)), parts=["3b"]), part)
        accepts = question.accepts
        assert accepts is not None
        assert all(accepts(told, part, (len(moves), *written(*move))) for move in moves)
        assert not all(accepts(told, part, (len(moves), *move)) for move in moves)
