"""Subject and worked solutions: examples against the oracles."""

from operator import le

import pytest

from answers.exam.catalogue import load_exam
from answers.exams.jeux.subject import ENDGAME, FIVE_LEAVES, HOOK, MIDDLE_GAME, OPENING, THREE_LEVELS
from answers.sheets.subject import subject_of
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import grid

EXAM = load_exam("jeux")
EXAMPLES = subject_of(EXAM).examples()


@pytest.mark.parametrize(("name", "bar"), [("chomp", (2, 2)), ("chomp_check", (4, 3, 1))])
def test_examples_of_chomp(name: str, bar: tuple[int, ...]) -> None:
    shown = EXAMPLES[name]
    assert (shown["graph"], shown["arena"]) == oracle.chomp_graphs(bar)
    winning = oracle.winning_bites(bar)
    assert list(shown["moves"]) == winning
    assert len(set(shown["losing"])) == oracle.losing_inside(bar)
    for losing in shown["losing"]:
        assert oracle.chomp_loses(losing)
        assert len(losing) <= len(bar)
        assert all(map(le, losing, bar))


@pytest.mark.parametrize(("name", "size"), [("play", (3, 4)), ("play_check", (4, 5, [(0, 2), (3, 2)]))])
def test_examples_of_the_symmetry_strategy(name: str, size: tuple[int, int]) -> None:
    shown = EXAMPLES[name]
    assert (shown["winner"], len(shown["moves"]), *shown["moves"][-1]) == oracle.symmetry_play(*size)


def test_examples_of_trees_of_plays_and_winning_dominoes() -> None:
    assert EXAMPLES["hook"] == oracle.cram_tree(grid(2, 4, removed=HOOK))
    assert EXAMPLES["square_check"] == oracle.cram_tree(grid(3, 3))
    assert set(EXAMPLES["domino_check"]) == oracle.cram_winning(grid(3, 3, removed=[(2, 2)]))


@pytest.mark.parametrize(("name", "marks"), [("endgame", ENDGAME), ("middle", MIDDLE_GAME)])
def test_examples_of_tic_tac_toe(name: str, marks: tuple[int, int]) -> None:
    shown, cells = EXAMPLES[name], oracle.grid(*marks)
    for player in (0, 1):
        steps, states = oracle.attractor_steps(cells, player, 10)
        sizes = [len(step) for step in steps]
        assert shown["sizes"][player] == tuple(size for n, size in enumerate(sizes) if n == 0 or size > sizes[n - 1])
    assert shown["states"] == states
    assert shown["neither"] == states - sum(sizes[-1] for sizes in shown["sizes"])
    assert shown["calls"] == (oracle.calls(cells), *oracle.calls_with_memory(cells))
    winner = next((player for player in (0, 1) if cells in oracle.attractor_steps(cells, player, 17)[0][-1]), None)
    assert (shown["value"] > 0, shown["value"] < 0) == (winner == 0, winner == 1)


def test_examples_of_the_heuristic() -> None:
    cells = oracle.grid(*OPENING)
    assert EXAMPLES["heuristic"] == oracle.heuristic(cells) == sum(count for _, _, count in EXAMPLES["lines"])
    assert EXAMPLES["depths"] == [oracle.limited(cells, depth) for depth in range(4)]
    assert set(EXAMPLES["best"]) == oracle.best_cells(cells, 3)


@pytest.mark.parametrize(("name", "tree"), [("seen", FIVE_LEAVES), ("seen_check", THREE_LEVELS)])
def test_examples_of_pruning(name: str, tree: tuple[object, ...]) -> None:
    assert EXAMPLES[name] == [oracle.pruned_leaves(tree, step)[1] for step in (1, -1)]
    assert EXAMPLES["tree_check"] == oracle.tree_value(THREE_LEVELS)
