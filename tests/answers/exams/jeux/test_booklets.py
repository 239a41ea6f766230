"""Subject and worked solutions: their examples against the oracles, and what they show of a seed."""

import re

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.subject import subject_of, worked_of
from answers.exam.words import LANGUAGES, SUBJECT_WORDS, plain
from answers.exams.jeux.subject import ENDGAME, FIVE_LEAVES, HOOK, MIDDLE_GAME, OPENING, THREE_LEVELS
from answers.sheets.booklet import solution_html, subject_html
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import grid

EXAM = load_exam("jeux")
EXAMPLES = subject_of(EXAM).examples()


@pytest.mark.parametrize(("name", "bar"), [("chomp", (2, 2)), ("chomp_check", (4, 3, 1))])
def test_examples_of_chomp(name: str, bar: tuple[int, ...]) -> None:
    found = EXAMPLES[name]
    assert (found["graph"], found["arena"]) == oracle.chomp_graphs(bar)
    bites = [(i, j) for i, length in enumerate(bar) for j in range(length)]
    winning = [bite for bite, left in zip(bites, oracle.bitten(bar), strict=True) if oracle.chomp_loses(left)]
    assert list(found["moves"]) == winning
    assert len(found["losing"]) == oracle.losing_inside(bar)


@pytest.mark.parametrize(("name", "size"), [("play", (3, 4)), ("play_check", (4, 5))])
def test_examples_of_the_symmetry_strategy(name: str, size: tuple[int, int]) -> None:
    found = EXAMPLES[name]
    assert (found["winner"], len(found["moves"]), *found["moves"][-1]) == oracle.symmetry_play(*size)


def test_examples_of_trees_of_plays_and_winning_dominoes() -> None:
    assert EXAMPLES["hook"] == oracle.cram_tree(grid(2, 4, removed=HOOK))
    assert EXAMPLES["square_check"] == oracle.cram_tree(grid(3, 3))
    assert set(EXAMPLES["domino_check"]) == oracle.cram_winning(grid(3, 3, removed=[(2, 2)]))


@pytest.mark.parametrize(("name", "marks"), [("endgame", ENDGAME), ("middle", MIDDLE_GAME)])
def test_examples_of_tic_tac_toe(name: str, marks: tuple[int, int]) -> None:
    found, cells = EXAMPLES[name], oracle.grid(*marks)
    for who in (0, 1):
        steps, states = oracle.attractor_steps(cells, who, 10)
        sizes = [len(step) for step in steps]
        assert found["sizes"][who] == tuple(size for n, size in enumerate(sizes) if n == 0 or size > sizes[n - 1])
    assert found["states"] == states
    assert found["neither"] == states - sum(sizes[-1] for sizes in found["sizes"])
    assert found["calls"] == (oracle.calls(cells), *oracle.calls_with_memory(cells))


def test_examples_of_the_heuristic() -> None:
    cells = oracle.grid(*OPENING)
    assert EXAMPLES["heuristic"] == oracle.heuristic(cells) == sum(count for _, _, count in EXAMPLES["lines"])
    assert EXAMPLES["depths"] == [oracle.limited(cells, depth) for depth in range(4)]
    assert set(EXAMPLES["best"]) == oracle.best_cells(cells, 3)


@pytest.mark.parametrize(("name", "tree"), [("seen", FIVE_LEAVES), ("seen_check", THREE_LEVELS)])
def test_examples_of_pruning(name: str, tree: tuple[object, ...]) -> None:
    assert EXAMPLES[name] == [oracle.pruned_leaves(tree, step)[1] for step in (1, -1)]
    assert EXAMPLES["tree_check"] == oracle.tree_value(THREE_LEVELS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_subject_is_the_same_for_everybody_and_names_its_definitions(lang: str) -> None:
    html = subject_html(EXAM, lang=lang)
    assert "u₀ = 17" not in html
    assert html.count('class="definition"') == 10
    assert html.count('class="statement"') == 8


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("fr", 0, "Aucune grille n’est hors des deux."),
        ("fr", 1, "1 grille n’est dans aucun des deux."),
        ("fr", 2, "2 grilles ne sont dans aucun des deux."),
        ("en", 0, "No grid is outside both."),
        ("en", 1, "1 grid is in neither."),
        ("en", 2, "2 grids are in neither."),
    ],
)
def test_grids_in_neither_attractor_are_told_as_one_says_it(lang: str, count: int, said: str) -> None:
    examples = {**EXAMPLES, "endgame": {**EXAMPLES["endgame"], "neither": count}}
    book = EXAM.words(lang, SUBJECT_WORDS)
    told = plain(book.page("definition_6", figures={"endgame_arena": ""}, examples=examples))
    assert said in " ".join(told.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sizes_of_sets_are_kept_on_one_line(lang: str) -> None:
    assert not re.search(r'(?<!<span class="pair">)\|A.\(', subject_html(EXAM, lang=lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("u0", [17, 42, 64006])
def test_worked_solutions(u0: int, lang: str) -> None:
    html = solution_html(EXAM, make_key(EXAM, u0, parts=[part.id for part in EXAM.parts]), lang=lang)
    assert html.count('class="solution"') == 8


@pytest.mark.parametrize("u0", [17, 42])
def test_what_worked_solutions_show_agrees_with_the_key(u0: int) -> None:
    key, worked = make_key(EXAM, u0), worked_of(EXAM)
    assert sum(worked.of(1, key)["met"]) == key.answers["1b"][0]
    assert len(worked.of(2, key)["losing"]) == key.answers["2b"][2]
    for _, answer, left in worked.of(2, key)["replies"]:
        assert oracle.chomp_loses(left), answer
    assert dict(worked.of(3, key)["values"])[0] == key.answers["3b"][0]
    assert sum(worked.of(5, key)["levels"]) == key.answers["5"][0]
    assert (worked.of(6, key)["arcs"] + 1, worked.of(6, key)["vertices"]) == key.answers["6"][1:]
    for table, value in zip(worked.of(7, key)["tables"], key.answers["7a"], strict=True):
        values = [int(cell.replace("−", "-")) for row in table for cell in row if cell not in "XO"]
        assert (max, min)[key.params.depth_grid.mover](values) == value
    seen = worked.of(8, key)["seen"]
    assert [(len(leaves), sum(leaves)) for leaves in seen] == [key.answers["8b"], key.answers["8c"]]
