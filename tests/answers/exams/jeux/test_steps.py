"""What feedback of the exam `jeux` cites, against the oracles: the numbers of lines, item by item."""

import re
from collections import Counter

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from tests.answers.exams.feedback import feedback_line, integers
from tests.answers.exams.seeds import seeds
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import grid

EXAM = load_exam("jeux")
SEEDS = (17, 1, 50123)


@pytest.fixture(scope="module", params=seeds(SEEDS, 2))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


def tuples(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, one.split(", "))) for one in re.findall(r"\((\d+(?:, \d+)*)\)", text)]


def test_bars_of_the_graph_and_of_the_arena(key: Key) -> None:
    bar = key.params.graph_bar
    (bars, arcs), _ = oracle.chomp_graphs(bar)
    assert integers(feedback_line(EXAM, key, 1, {"a": (0,)})) == [bars, sum(bar), arcs]
    (bars, _), (states, moves) = oracle.chomp_graphs(key.params.arena_bar)
    of, first, _, second, _, *rest = integers(feedback_line(EXAM, key, 1, {"b": (1,)}))
    assert (of, rest) == (bars, [first, second, states, moves])
    assert first + second == states
    assert not re.search(r"\d \d", feedback_line(EXAM, key, 1, {"b": (1,)}, "fr")), "two numbers that read as one"


def test_a_bite_leaves_a_losing_bar(key: Key) -> None:
    bar, (i, j) = key.params.large_bar, key.answers["2a"]
    bite, left = tuples(feedback_line(EXAM, key, 2, {"a": (0,)}))
    assert bite == (i, j)
    assert left == tuple(filter(None, (min(row, j) if k >= i else row for k, row in enumerate(bar))))


def test_winning_bites_and_losing_bars(key: Key) -> None:
    bar = key.params.bar
    winning = oracle.winning_bites(bar)
    line = feedback_line(EXAM, key, 2, {"b": (2,)})
    moves, losing = line.split("; the L = ")
    assert f"p = {0 if winning else 1}" in moves
    assert tuples(moves) == winning[:3]
    assert f"w = {len(winning)}" in moves
    assert winning or f"none of the {sum(bar)} moves" in moves
    assert losing.startswith(f"{oracle.losing_inside(bar)} losing ones")
    assert all(map(oracle.chomp_loses, tuples(losing)))
    assert all(len(one) <= len(bar) and all(a <= b for a, b in zip(one, bar, strict=False)) for one in tuples(losing))


def test_the_play_by_symmetry(key: Key) -> None:
    rows, columns = key.params.symmetric_grid
    winner, count, *last = oracle.symmetry_play(rows, columns, key.params.covered)
    line = feedback_line(EXAM, key, 3, {"a": (0,)})
    first, second, third, end = tuples(line)
    assert (end, f"n = {count} dominoes" in line) == (tuple(last), True)
    assert line.startswith(f"a) Player {winner} ")

    def image(domino: tuple[int, ...]) -> set[tuple[int, int]]:
        return {(rows - 1 - i, columns - 1 - j) for i, j in oracle.covered(domino)}

    if "central" in line:
        assert winner == 0
        assert image(first) == oracle.covered(first)
        assert image(second) == oracle.covered(third)
    else:
        assert winner == 1
        assert image(first) == oracle.covered(second)


def test_dominoes_that_win(key: Key) -> None:
    rows, columns = key.params.cram_grid
    cells = grid(rows, columns, removed=[cell for domino in key.params.dominoes for cell in domino])
    winning = oracle.cram_winning(cells)
    line = feedback_line(EXAM, key, 3, {"b": (0,)})
    assert integers(line)[:2] == [len(oracle.dominoes(cells)), len(winning)]
    assert set(tuples(line)) <= winning
    assert len(tuples(line)) == min(3, len(winning))
    assert line.endswith("…") == (len(winning) > 3)


def test_attractors_grow_step_by_step(key: Key) -> None:
    cells = oracle.grid(*key.params.attractor_grid)
    sizes_of_steps = []
    for player in (0, 1):
        steps, states = oracle.attractor_steps(cells, player, 10)
        sizes_of_steps.append(sorted({len(step) for step in steps}))
    line = feedback_line(EXAM, key, 4, {"a": (2,), "c": (0,)})
    won, lost = (sizes[-1] for sizes in sizes_of_steps)
    assert integers(line) == [*sizes_of_steps[0], 0, *sizes_of_steps[1], 1, states, won, lost, states - won - lost]


def levels(start: object, following) -> list[Counter]:
    """How many plays lead to each state, by their length, one play at a time."""
    levels_so_far = [Counter([start])]
    while levels_so_far[-1]:
        levels_so_far.append(Counter(after for state in levels_so_far[-1].elements() for after in following(state)))
    return levels_so_far[:-1]


def test_plays_of_cram_by_length(key: Key) -> None:
    plays = levels(
        frozenset(key.params.small_grid),
        lambda cells: [cells - oracle.covered(domino) for domino in oracle.dominoes(cells)],
    )
    nodes, leaves, attractor = oracle.cram_tree(frozenset(key.params.small_grid))
    won = sum(count for level in plays[1::2] for cells, count in level.items() if not oracle.dominoes(cells))
    assert integers(feedback_line(EXAM, key, 5, {"": (1,)})) == [
        *(level.total() for level in plays), nodes, won, leaves, 0, attractor,
    ]  # fmt: skip


def test_calls_by_depth_and_with_memory(key: Key) -> None:
    cells = oracle.grid(*key.params.memo_grid)
    calls = [level.total() for level in levels(cells, oracle.successors)]
    with_memory, evaluated = oracle.calls_with_memory(cells)
    assert integers(feedback_line(EXAM, key, 6, {"": (0,)})) == [
        *calls, oracle.calls(cells), evaluated, with_memory - 1, with_memory,
    ]  # fmt: skip


@pytest.mark.parametrize(("wrong", "depth"), [({"a": (0,)}, 2), ({"a": (1,)}, 3), ({"b": (0,)}, 3)])
def test_the_best_cells_at_a_depth(key: Key, wrong: dict[str, tuple[int, ...]], depth: int) -> None:
    cells = oracle.grid(*key.params.depth_grid)
    mover = oracle.player(cells)
    values = sorted({oracle.limited(after, depth - 1) for after in oracle.successors(cells)}, reverse=mover == 0)
    line = feedback_line(EXAM, key, 7, wrong)
    assert line.startswith(f"At depth {depth}, ")
    best = oracle.best_cells(cells, depth)
    assert set(tuples(line)) <= best
    assert len(tuples(line)) == min(3, len(best))
    told_value, *after = integers(line.split(" =")[1])
    assert (told_value, after) == (values[0], [mover, *values[1:2]])


def test_both_depths_are_told_to_who_missed_both(key: Key) -> None:
    line = feedback_line(EXAM, key, 7, {"a": (0, 1)})
    assert line == " ".join(feedback_line(EXAM, key, 7, {"a": (item,)}) for item in (0, 1))


def test_the_children_of_the_root(key: Key) -> None:
    children = [oracle.tree_value(child, 1) for child in key.params.tree]
    best = max(children)
    assert integers(feedback_line(EXAM, key, 8, {"a": (0,)})) == [*children, best, children.index(best) + 1]


@pytest.mark.parametrize(("letter", "step"), [("b", 1), ("c", -1)])
def test_leaves_that_are_left_out(key: Key, letter: str, step: int) -> None:
    _, met = oracle.pruned_leaves(key.params.tree, step)
    leaves = [leaf for child in key.params.tree[::step] for group in child[::step] for leaf in group[::step]]
    left_out = [leaf for leaf in leaves if leaf not in met]
    others = [len(left_out) - 1] if len(left_out) > 1 else []
    assert integers(feedback_line(EXAM, key, 8, {letter: (1,)})) == [
        left_out[0], *others, len(leaves), len(left_out), len(met), sum(leaves), sum(left_out), sum(met),
    ]  # fmt: skip
