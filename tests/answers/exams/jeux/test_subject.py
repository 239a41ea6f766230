"""Subject and worked solutions: examples against the oracles, and drawings read again."""

import re
from collections import Counter
from operator import le
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.subject import subject_of
from answers.exam.words import LANGUAGES, plain
from answers.exams.jeux.subject import ENDGAME, FIVE_LEAVES, HOOK, MIDDLE_GAME, OPENING, SUBJECT, THREE_LEVELS
from answers.sheets.booklet import subject_html
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import grid

EXAM = load_exam("jeux")
EXAMPLES = subject_of(EXAM).examples()
WORDS = EXAM.words("en")
RECT = "{http://www.w3.org/2000/svg}rect"


@pytest.mark.parametrize(("name", "bar"), [("chomp", (2, 2)), ("chomp_check", (4, 3, 1))])
def test_examples_of_chomp(name: str, bar: tuple[int, ...]) -> None:
    shown = EXAMPLES[name]
    assert (shown["graph"], shown["arena"]) == oracle.chomp_graphs(bar)
    bites = [(i, j) for i, length in enumerate(bar) for j in range(length)]
    winning = [bite for bite, left in zip(bites, oracle.bitten(bar), strict=True) if oracle.chomp_loses(left)]
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
    for who in (0, 1):
        steps, states = oracle.attractor_steps(cells, who, 10)
        sizes = [len(step) for step in steps]
        assert shown["sizes"][who] == tuple(size for n, size in enumerate(sizes) if n == 0 or size > sizes[n - 1])
    assert shown["states"] == states
    assert shown["neither"] == states - sum(sizes[-1] for sizes in shown["sizes"])
    assert shown["calls"] == (oracle.calls(cells), *oracle.calls_with_memory(cells))
    winner = next((who for who in (0, 1) if cells in oracle.attractor_steps(cells, who, 17)[0][-1]), None)
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
    book = EXAM.words(lang)
    told = plain(book.page("definition_6", figures={"endgame_arena": ""}, examples=examples))
    assert said in " ".join(told.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sizes_of_sets_are_kept_on_one_line(lang: str) -> None:
    assert not re.search(r'(?<!<span class="pair">)\|A.\(', subject_html(EXAM, lang=lang))


def letters(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_subjects_drawings() -> None:
    play = letters(SUBJECT.figures["cram_play"](WORDS))
    _, count, *_ = oracle.symmetry_play(3, 4)
    assert Counter(play)[str(count)] == 2
    assert len(ET.fromstring(SUBJECT.figures["cram_play"](WORDS)).findall(RECT)) == 12
    hook = ET.fromstring(SUBJECT.figures["hook"](WORDS)).findall(RECT)
    assert len([square for square in hook if square.attrib.get("fill") in (None, "none", "#fff", "white")]) == 8 - len(
        HOOK
    )
    for name, one in (("opening", OPENING), ("middle_game", MIDDLE_GAME)):
        drawn = letters(SUBJECT.figures[name](WORDS))
        assert (drawn.count("X"), drawn.count("O")) == (one.crosses.bit_count(), one.noughts.bit_count())
    assert [text for text in letters(SUBJECT.figures["three_levels"](WORDS)) if text.isdigit()] == [
        str(leaf) for child in THREE_LEVELS for leaves in child for leaf in leaves
    ]
    assert "≤2" in letters(SUBJECT.figures["pruned"](WORDS))
    assert "≤2" not in letters(SUBJECT.figures["pruned_from_the_right"](WORDS))


def test_arenas_are_drawn_whole() -> None:
    """Each vertex a circle or a square; one arrow more than arcs, to where the game begins."""
    _, arena = oracle.chomp_graphs((2, 2))
    plays, *_ = oracle.cram_tree(grid(2, 4, removed=HOOK))
    _, states = oracle.attractor_steps(oracle.grid(*ENDGAME), 0, 10)
    for name, vertices, arcs in (("chomp_arena", *arena), ("plays_on_the_hook", plays, plays - 1)):
        assert drawn(name) == (vertices, arcs + 1)
    assert drawn("endgame_arena")[0] == states


def drawn(name: str) -> tuple[int, int]:
    kinds = Counter(
        one.get("class", one.tag.rpartition("}")[2]) for one in ET.fromstring(SUBJECT.figures[name](WORDS)).iter()
    )
    return kinds["circle"] + kinds["rect"], kinds["arc"]


@pytest.mark.parametrize(("name", "rows"), [("bar_before", [5, 4, 4]), ("bar_after", [5, 2, 2])])
def test_a_bar_has_its_squares(name: str, rows: list[int]) -> None:
    """Rows of 5, 4 and 4 squares, then (1, 2) is eaten."""
    squares = ET.fromstring(SUBJECT.figures[name](WORDS)).findall(RECT)
    tops = [int(square.attrib["y"]) for square in squares]
    assert [tops.count(top) for top in sorted(set(tops))] == rows


@pytest.mark.parametrize("name", SUBJECT.figures)
def test_letters_are_in_fonts_of_the_booklet(name: str) -> None:
    svg = SUBJECT.figures[name](WORDS)
    assert set(re.findall(r'font-family="([^"]*)"', svg)) <= {"Corrige Field", "Corrige Code"}
    assert "font-family" in svg
