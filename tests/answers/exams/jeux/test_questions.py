"""Keys of the jeux exam against plain recursions; every drawn parameter in its range and worth asking."""

import random
from fractions import Fraction
from io import BytesIO
from itertools import product
from typing import Any

import pikepdf
import pytest

from answers.exam.exam import LANGUAGES, Question
from answers.exam.key import make_key
from answers.exams.jeux.draws import Parameters
from answers.exams.jeux.questions import EXAM
from answers.kinds.kind import Value
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import Face, sheet_html
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import chomp_winning_moves, grid

FEW_SEEDS = (0, 1, 17, 64006, *random.Random(3).sample(range(1, 64007), 4))
MANY_SEEDS = random.Random(1).sample(range(1, 64007), 300)

Answers = dict[str, tuple[Value, ...]]


@pytest.fixture(
    params=[*FEW_SEEDS, *(pytest.param(u0, marks=pytest.mark.slow) for u0 in MANY_SEEDS[:40])], name="asked"
)
def asked_fixture(request: pytest.FixtureRequest) -> tuple[Parameters, Answers]:
    return EXAM.draw(request.param), dict(make_key(EXAM, request.param).answers)


def accepted(params: Parameters, part_id: str, values: tuple[Any, ...]) -> bool:
    question: Question[Any]
    for question in EXAM.questions:
        for part in question.parts:
            if part.id == part_id:
                assert question.accepts is not None
                return question.accepts(params, part, tuple(map(Fraction, values)))
    raise AssertionError(part_id)


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
        params = EXAM.draw(u0)
        seen.add(params.whole_bar)
        assert accepted(params, "2a", published[params.whole_bar])
    assert seen == set(published)


def test_every_seed_draws_positions_worth_asking() -> None:
    for u0 in (0, *MANY_SEEDS):
        params = EXAM.draw(u0)
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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("u0", [17, 42, 1937])
def test_drawings_and_fields_fit_two_pages(u0: int, lang: str) -> None:
    """Seed 42 draws a tree of 26 leaves, seed 1937 a bar of 4 × 6."""
    html = sheet_html(EXAM, u0, Face.BLANK, lang=lang)
    assert html.count("<svg") == 1 + 7
    with pikepdf.open(BytesIO(render_pdf(html, fillable=True))) as pdf:
        assert len(pdf.pages) == 2


def test_points() -> None:
    assert EXAM.points == 20
