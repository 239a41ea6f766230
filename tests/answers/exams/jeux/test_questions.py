"""Keys of the jeux exam against plain recursions; every drawn parameter in its range and worth asking."""

import json
import random
import subprocess
import sys
from fractions import Fraction
from itertools import product

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.question import Given
from answers.exam.words import LANGUAGES, plain
from answers.exam.world import World
from answers.exams.jeux.draws import Parameters, draw
from answers.kinds.reading import Values
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import chomp_winning_moves, grid

EXAM = load_exam("jeux")
FEW_SEEDS = (0, 1, 17, 64006, *random.Random(3).sample(range(1, 64007), 4))
MANY_SEEDS = random.Random(1).sample(range(1, 64007), 300)

Answers = dict[str, Values]


@pytest.fixture(
    params=[*FEW_SEEDS, *(pytest.param(u0, marks=pytest.mark.slow) for u0 in MANY_SEEDS[:40])], name="asked"
)
def asked_fixture(request: pytest.FixtureRequest) -> tuple[Parameters, Answers]:
    return drawn(request.param), dict(make_key(EXAM, request.param).answers)


def drawn(u0: int) -> Parameters:
    return draw(Draw(u0))


def accepted(params: Parameters, part_id: str, values: tuple[int, ...]) -> bool:
    question, part = EXAM.asked(part_id)
    assert question.accepts is not None
    told = Given(params, World(params.u0), dict[str, Values]().__getitem__)
    return question.accepts(told, part, tuple(map(Fraction, values)))


def test_chomp_graphs(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    assert (answers["1a"], answers["1b"]) == oracle.chomp_graphs(*params.graph)


def test_chomp_moves_and_only_they_are_accepted(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    rows, cols = params.whole_bar
    winning = chomp_winning_moves(oracle.squares((cols,) * rows))
    assert answers["2a"] in winning
    assert {move for move in product(range(9), repeat=2) if accepted(params, "2a", move)} == winning
    left = chomp_winning_moves(oracle.squares(params.bar))
    assert answers["2b"] == (0 if left else 1, len(left))
    assert not accepted(params, "2b", answers["2b"])


def test_who_wins_empty_grids_by_the_argument_of_exercise_1_2(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    expected = tuple(0 if n % 2 or p % 2 else 1 for n, p in params.cram_sizes)
    assert all(n % 2 == 0 or p % 2 == 0 for n, p in params.cram_sizes)
    assert answers["3a"] == expected


def test_the_argument_agrees_with_recursion_on_small_grids() -> None:
    for n, p in ((2, 3), (2, 4), (3, 4), (4, 4)):
        assert oracle.cram_wins(grid(n, p)) == bool(n % 2 or p % 2)


def test_winning_dominoes_and_only_they_are_accepted(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    free = grid(*params.cram_grid, removed=[cell for domino in params.dominoes for cell in domino])
    winning = oracle.cram_winning(free)
    assert answers["3b"] in winning
    assert {move for move in product(range(6), range(6), range(3)) if accepted(params, "3b", move)} == winning


def test_attractors_of_a_grid_of_tic_tac_toe(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    sizes = []
    for who, part_id in enumerate(("4a", "4b")):
        sets, states = oracle.attractor_steps(oracle.grid(*params.attractor_grid), who, 8)
        assert answers[part_id] == tuple(len(step) for step in sets[:3])
        assert sets[-1] == sets[-2]
        assert sets[0]
        sizes.append(len(sets[-1]))
    assert answers["4c"] == (*sizes, states - sum(sizes))


def test_the_tree_of_plays_of_a_small_grid(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    assert answers["5"] == oracle.cram_tree(grid(3, 4, removed=params.removed))


def test_calls_with_and_without_memory(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    cells = oracle.grid(*params.memo_grid)
    assert answers["6"] == (oracle.calls(cells), *oracle.calls_with_memory(cells))


def test_limited_search(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    cells = oracle.grid(*params.depth_grid)
    assert answers["7a"] == (oracle.limited(cells, params.depth),)
    best = oracle.best_cells(cells, params.depth)
    assert answers["7b"] in best
    assert {cell for cell in product(range(4), repeat=2) if accepted(params, "7b", cell)} == best


def test_a_drawn_tree(asked: tuple[Parameters, Answers]) -> None:
    params, answers = asked
    assert isinstance(params.tree, tuple)
    value, leaves = oracle.pruned_leaves(params.tree)
    assert answers["8a"] == (value,) == (oracle.tree_value(params.tree),)
    assert answers["8c"] == (leaves,)
    best = {k for k, child in enumerate(params.tree, start=1) if oracle.tree_value(child, 1) == value}
    assert answers["8b"][0] in best
    assert {child for child in range(5) if accepted(params, "8b", (child,))} == best


def test_the_model_key_by_hand() -> None:
    """C(7, 2) = 21 bars inside 2 × 5, one arc a square: the total over bars of b above c ≤ b is 105."""
    answers = make_key(EXAM, 17).answers
    assert answers["1a"] == (21, sum(b + c for b in range(6) for c in range(b + 1))) == (21, 105)
    # 4 × 4 has two even sides, the others one.
    assert answers["3a"] == (1, 0, 0)
    # max(min(-7, -5), min(1, 20), min(14, 4)) from the printed tree
    assert answers["8a"] == (4,)
    assert answers["8b"] == (3,)


def test_published_winning_moves_of_whole_bars() -> None:
    published = {
        (3, 6): (1, 3), (3, 7): (2, 4), (3, 8): (1, 4), (4, 6): (1, 2), (4, 7): (2, 3), (4, 8): (1, 3),
        (5, 6): (2, 3), (5, 7): (1, 2), (5, 8): (4, 6),
    }  # fmt: skip
    seen = set()
    for u0 in MANY_SEEDS[:100]:
        params = drawn(u0)
        seen.add(params.whole_bar)
        assert accepted(params, "2a", published[params.whole_bar])
    assert seen == set(published)


def test_every_seed_draws_positions_worth_asking() -> None:
    for u0 in (0, *MANY_SEEDS):
        params = drawn(u0)
        assert 4 <= len(params.dominoes) <= 5
        cells = [cell for domino in params.dominoes for cell in domino]
        assert len(set(cells)) == len(cells)
        assert len(params.bar) >= 2
        assert params.bar == tuple(sorted(params.bar, reverse=True))
        assert len(params.removed) == 5
        for masks in (params.attractor_grid, params.memo_grid, params.depth_grid):
            assert oracle.winner(oracle.grid(*masks)) is None
        assert oracle.player(oracle.grid(*params.attractor_grid)) == 0


def test_both_players_win_somewhere_among_the_seeds() -> None:
    answers = [make_key(EXAM, u0).answers for u0 in MANY_SEEDS[:60]]
    assert {found["2b"][0] for found in answers} == {0, 1}
    assert {winner for found in answers for winner in found["3a"]} == {0, 1}
    assert {found["8b"][0] for found in answers} == {1, 2, 3}


def test_a_move_is_right_as_a_whole() -> None:
    assert [part.id for part in EXAM.parts if part.all_or_nothing] == ["2a", "3b", "7b"]


def test_points() -> None:
    assert EXAM.points == 20


def test_every_index_serves_one_draw() -> None:
    for u0 in (0, *MANY_SEEDS):
        one = Draw(u0)
        draw(one)
        assert one.repeated == ()


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_a_key_comes_back_from_json(u0: int) -> None:
    key = make_key(EXAM, u0)
    assert key_from_json(EXAM, json.loads(json.dumps(key_to_json(EXAM, key)))) == key


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_prompts_say_what_was_drawn(u0: int) -> None:
    params = drawn(u0)
    for lang in LANGUAGES:
        words = EXAM.words(lang)
        prompts = [plain(words.prompt(number, params)).replace("\u00a0", " ") for number in range(1, 9)]
        assert "{} × {}".format(*params.graph) in prompts[0]
        assert "{} × {}".format(*params.whole_bar) in prompts[1]
        assert ", ".join(f"{n}) {i} × {j}" for n, (i, j) in enumerate(params.cram_sizes, 1)) in prompts[2]
        assert ("joueur " if lang == "fr" else "player ") + str(len(params.dominoes) % 2) in prompts[2]
        assert f"d = {params.depth} " in prompts[6]


def test_a_seed_is_drawn_without_a_compiled_solver() -> None:
    code = "import sys; from answers.exams.jeux.exam import EXAM; EXAM.drawn(17); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "scipy", "matplotlib"} & set(loaded)
