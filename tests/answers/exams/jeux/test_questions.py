"""Keys of the exam `jeux` against plain recursions, and moves that are accepted."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key, solve_context
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from answers.exams.jeux.draws import FIRST_BITES, Parameters
from answers.grading.mark import mark, parse_responses
from answers.kinds.parsing import Values
from tests.answers.exams.seeds import seeds
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import grid

EXAM = load_exam("jeux")

Answers = Mapping[str, Values]


@pytest.fixture(scope="module", params=seeds([17, 0, 64006, 8271, 33432, 5027, 50123], 2))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


def accepted(drawn: Parameters, part_id: str, values: tuple[int, ...]) -> bool:
    question, part = EXAM.question_and_part(part_id)
    assert question.accepts is not None
    context = SolveContext(drawn, Scenario(drawn.u0), dict[str, Values]().__getitem__)
    return part.is_open and question.accepts(context, part, tuple(map(Fraction, values)))


def test_chomp_graphs(drawn: Parameters, answers: Answers) -> None:
    assert answers["1a"] == oracle.chomp_graphs(drawn.graph_bar)[0]
    assert answers["1b"] == oracle.chomp_graphs(drawn.arena_bar)[1]


def test_winning_bites_of_large_bars_and_only_they_are_accepted(drawn: Parameters, answers: Answers) -> None:
    if sum(drawn.large_bar) < 50:
        winning = set(oracle.winning_bites(drawn.large_bar))
        assert answers["2a"] in winning
        assert {move for move in product(range(9), range(17)) if accepted(drawn, "2a", move)} == winning


@pytest.mark.slow
@pytest.mark.long
def test_whole_bars_have_just_the_winning_bites_of_the_table() -> None:
    """A minute: every bar inside them, by plain recursion."""
    for rows, columns, *bite in FIRST_BITES:
        assert oracle.winning_bites((columns,) * rows) == [tuple(bite)]


def test_an_eaten_bar(drawn: Parameters, answers: Answers) -> None:
    winning = oracle.winning_bites(drawn.bar)
    assert answers["2b"] == (0 if winning else 1, len(winning), oracle.losing_inside(drawn.bar))
    assert not accepted(drawn, "2b", tuple(map(int, answers["2b"])))


def test_symmetry_wins_against_the_first_place(drawn: Parameters, answers: Answers) -> None:
    n, p = drawn.symmetric_grid
    assert answers["3a"] == oracle.symmetry_play(n, p, drawn.covered)
    assert answers["3a"][0] == (0 if n % 2 or p % 2 else 1)


def test_winning_dominoes_and_only_they_are_accepted(drawn: Parameters, answers: Answers) -> None:
    free = grid(*drawn.cram_grid, removed=[cell for domino in drawn.dominoes for cell in domino])
    winning = oracle.cram_winning(free)
    count = len(winning)
    assert answers["3b"][0] == count
    assert answers["3b"][1:] in winning
    assert {move for move in product(range(6), range(6), range(3)) if accepted(drawn, "3b", (count, *move))} == winning
    assert not any(accepted(drawn, "3b", (count + 1, *move)) for move in winning)


def test_attractors_of_a_grid_of_tic_tac_toe(drawn: Parameters, answers: Answers) -> None:
    sizes = []
    for player, part_id in enumerate(("4a", "4b")):
        sets, states = oracle.attractor_steps(oracle.grid(*drawn.attractor_grid), player, 10)
        assert answers[part_id] == tuple(len(step) for step in sets[:3])
        assert sets[-1] == sets[-2]
        assert sets[0]
        sizes.append(len(sets[-1]))
    assert answers["4c"] == (*sizes, states - sum(sizes))


@pytest.mark.parametrize("u0", [17, 42])
def test_oral_questions(u0: int) -> None:
    key = make_key(EXAM, u0)
    steps = [oracle.attractor_steps(oracle.grid(*key.params.attractor_grid), player, 10)[0] for player in (0, 1)]
    first, second = (sets[-1] for sets in steps)
    # On 2 × 3 and 3 × 4 the central domino is laid first; on 4 × 4 every domino has another one as its image.
    assert key.oral["symmetry"] == (0, 0, 1)
    assert key.oral["one-winner"] == (len(first & second),) == (0,)
    assert key.oral["attractor"] == tuple(next(n for n, step in enumerate(sets) if step == sets[-1]) for sets in steps)
    won, neither, lost = key.oral["values"]
    assert (won, lost) == (len(first), len(second))
    assert won + neither + lost == oracle.attractor_steps(oracle.grid(*key.params.attractor_grid), 0, 1)[1]


def test_the_tree_of_plays_of_a_small_grid(drawn: Parameters, answers: Answers) -> None:
    assert answers["5"] == oracle.cram_tree(frozenset(drawn.small_grid))


def test_calls_with_and_without_memory(drawn: Parameters, answers: Answers) -> None:
    cells = oracle.grid(*drawn.memo_grid)
    assert answers["6"] == (oracle.calls(cells), *oracle.calls_with_memory(cells))


def test_limited_search(drawn: Parameters, answers: Answers) -> None:
    cells = oracle.grid(*drawn.depth_grid)
    assert answers["7a"] == (oracle.limited(cells, 2), oracle.limited(cells, 3))
    best = oracle.best_cells(cells, 3)
    count = len(best)
    assert answers["7b"][0] == count
    assert answers["7b"][1:] in best
    assert {cell for cell in product(range(5), repeat=2) if accepted(drawn, "7b", (count, *cell))} == best
    assert not any(accepted(drawn, "7b", (count - 1, *cell)) for cell in best)


def test_a_drawn_tree(drawn: Parameters, answers: Answers) -> None:
    value, leaves = oracle.pruned_leaves(drawn.tree)
    assert value == oracle.tree_value(drawn.tree)
    (best,) = (k for k, child in enumerate(drawn.tree, start=1) if oracle.tree_value(child, 1) == value)
    assert answers["8a"] == (value, best)
    assert answers["8b"] == (len(leaves), sum(leaves))
    value, leaves = oracle.pruned_leaves(drawn.tree, -1)
    assert answers["8c"] == (len(leaves), sum(leaves))


@pytest.mark.parametrize(
    ("part", "text", "slug"),
    [
        ("2a", "2 5", "move-off-board"),
        ("2a", "1 2", None),
        ("3b", "10 0 4 0", "move-off-board"),
        ("3b", "10 0 1 2", "move-off-board"),
        ("3b", "10 0 0 0", "move-on-taken-cell"),
        ("3b", "10 0 2 0", None),
        ("7b", "1 0 0", "move-on-taken-cell"),
        ("7b", "1 4 0", "move-off-board"),
        ("7b", "2 2 2", None),
    ],
)
def test_a_move_against_the_rules_is_told(part: str, text: str, slug: str | None) -> None:
    """Seed 17: a bar of two rows of 13 and five of 3; column 0 covered in rows 0 and 1; X at (0, 0)."""
    marks = mark(EXAM, make_key(EXAM, 17), parse_responses(EXAM, {part: (text,)}))[part]
    assert marks.score == 0
    assert {str(item.note) for item in marks.items if item.verdict == "wrong"} == {str(slug)}


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
        context = solve_context(EXAM, make_key(EXAM, Scenario(u0, (slug,)), parts=["3b"]), part)
        accepts = question.accepts
        assert accepts is not None
        assert all(accepts(context, part, (len(moves), *written(*move))) for move in moves)
        assert not all(accepts(context, part, (len(moves), *move)) for move in moves)
