"""Keys of the verger exam against the document's matrix, a plain recursion and a plain search."""

import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from answers.assets import asset
from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.exam.key import Key, make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exams.verger.draws import TRANSITIONS, WALKS, Parameters, draw
from answers.kinds.reading import Value
from solvers.verger.orchard import Die, Orchard
from solvers.verger.win_chance import win_chance
from tests.oracles.orchard_exam import chain, chance, draws, fair
from tests.oracles.orchard_recursion import outlook

EXAM = load_exam("verger")
STATES = "ABCDEFGHIJKL"
SEEDS = (0, 17, 64006, 31)
SAMPLE = random.Random(2020).sample(range(1, 64007), 200)


def key(u0: int) -> Key:
    return make_key(EXAM, u0)


def drawn_by(u0: int) -> Parameters:
    return draw(Draw(u0))


def printed_matrix() -> dict[tuple[str, str], Fraction]:
    document = json.loads(asset("fixtures", "verger", "printed.json").read_text("utf-8"))
    entries = (row for row in document["figures"] if row["name"].startswith("M "))
    return {(row["name"][2], row["name"][-1]): Fraction(row["value"]) for row in entries}


def by_strategy(trees: tuple[int, ...], ravens: int) -> tuple[Fraction, ...]:
    return tuple(chance(trees, ravens, strategy) for strategy in ("max", "min", "random"))


def test_a_key_comes_back_from_json() -> None:
    found = key(17)
    assert key_from_json(EXAM, json.loads(json.dumps(key_to_json(EXAM, found)))) == found


def test_the_transitions_asked_are_those_of_the_document_in_its_order() -> None:
    ours = [move for third in TRANSITIONS for move in third]
    assert ours == [move for move, entry in printed_matrix().items() if entry and move[0] not in "KL"]
    assert [len(third) for third in TRANSITIONS] == [10, 10, 10]


@pytest.mark.parametrize("u0", SEEDS)
def test_question_1_reads_the_document_s_matrix(u0: int) -> None:
    matrix, drawn, answers = printed_matrix(), draws(u0), key(u0).answers
    moves = [third[i] for third, i in zip(TRANSITIONS, drawn["transitions"], strict=True)]
    assert answers["1a"] == tuple(matrix[move] for move in moves)
    start, throws = WALKS[drawn["walk"][0]]
    reached = {state: Fraction(state == start) for state in STATES}
    for _ in range(throws):
        reached = {end: sum(reached[state] * matrix[state, end] for state in STATES) for end in STATES}
    won, lost = reached["L"], reached["K"]
    assert answers["1b"] == (won, lost, 1 - won - lost)


@pytest.mark.parametrize(("start", "throws"), WALKS)
def test_every_walk_may_be_won_lost_or_going_on(start: str, throws: int) -> None:
    u0 = next(u0 for u0 in range(1, 2000) if drawn_by(u0).walk == (start, throws))
    assert all(Fraction(1, 20) < value < 1 for value in key(u0).answers["1b"])


def test_question_2_is_what_the_document_prints_and_the_two_it_leaves_out() -> None:
    answers = key(17).answers
    found = dict(zip("ABCDEFGHIJ", answers["2a"] + answers["2b"], strict=True))
    # A, B, E … J: printed with twelve decimals. C and D: by hand, from the rows of the matrix and the values printed.
    printed = {"A": "0.677372685185", "B": "0.371527777778", "E": "0.814814814815", "F": "0.840277777778",
               "G": "0.555555555556", "H": "0.583333333333", "I": "0.888888888889", "J": "0.666666666667"}  # fmt: skip
    for state, text in printed.items():
        assert abs(found[state] - Fraction(text)) < Fraction(1, 10**12)
    assert found["D"] == (Fraction(5, 9) + Fraction(7, 12) + Fraction(2, 3)) / 4 == Fraction(65, 144)
    assert found["C"] == (Fraction(65, 144) + Fraction(22, 27) + Fraction(121, 144) + Fraction(8, 9)) / 4


@pytest.mark.parametrize("u0", SEEDS)
def test_questions_3_and_4_by_search(u0: int) -> None:
    *trees, ravens = draws(u0)["chain"]
    states = chain(tuple(trees), ravens)
    playing = [state for state in states if not isinstance(state, str)]
    short = [state for state in playing if chance(*state, "min") < chance(*state, "best")]
    found = key(u0).answers
    assert found["3"] == (len(states), sum(map(len, states.values())), len(short))
    assert found["4"] == outlook(tuple(trees), ravens, "max", (1, 1, 1), 2)


def test_question_5_the_original_game() -> None:
    # Found twice elsewhere: 0.684047 and 0.532399 by the document's own program, 0.631998 by an exact recursion.
    chances = [float(value) for value in key(17).answers["5a"] if isinstance(value, Fraction)]
    assert chances == pytest.approx([0.6840474981279716, 0.5323991421522808, 0.6319980126699503], rel=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_question_5_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    fruits, ravens = drawn["edition"]
    if fruits == 7:
        assert answers["5b"] == by_strategy((fruits,) * 4, ravens)
    *trees, ravens = drawn["orchard"]
    assert answers["5c"] == by_strategy(tuple(trees), ravens)


@pytest.mark.parametrize("u0", SEEDS)
def test_question_6_by_recursion(u0: int) -> None:
    *trees, ravens = draws(u0)["position"]
    after = sorted(trees)
    for _ in range(2):
        after[-1] -= 1
        after.sort()
    expected = (chance(tuple(trees), ravens), chance(tuple(trees), ravens - 1), chance(tuple(after), ravens))
    assert key(u0).answers["6"] == expected


@pytest.mark.parametrize("u0", SEEDS)
def test_question_7_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    trees, fruits = drawn["equal"]
    if trees < 4:  # the recursion does not sort the trees
        assert answers["7a"] + answers["7b"] == tuple(fair((fruits,) * trees, name) for name in ("max", "min"))
    assert answers["7c"] == (fair(drawn["orchard"][:-1], "min"),)


@pytest.mark.parametrize("u0", SEEDS)
def test_question_8_by_recursion(u0: int) -> None:
    drawn = draws(u0)
    (size, raven_faces), (ravens,) = drawn["die"], drawn["small"]
    chances = [chance((4, 4, 4, 4), ravens, name, (1, 1, raven_faces), size) for name in drawn["order"]]
    top, second, last = sorted(chances, reverse=True)
    assert key(u0).answers["8"] == (chances.index(top) + 1, top - second, top - last)


def test_oral_questions() -> None:
    oral = key(17).oral
    # With a raven less at every throw, two throws must win: two baskets, of four faces each.
    assert oral == {"recursion-as-printed": (Fraction(1, 16),), "max-is-best": (0,)}


def in_order(*values: Value) -> bool:
    numbers = [value for value in values if not isinstance(value, tuple)]
    return all(first < second for first, second in pairwise(numbers))


def check_ranges(answers: dict[str, Any]) -> None:
    for part in EXAM.parts:
        if (part.letter and part.question != 7) or part.question == 6:
            assert all(0 < value < 1 for value in answers[part.id]), part.id
    assert sum(answers["1b"]) == 1
    rows, entries, short = answers["3"]
    assert 0 < short < rows - 2 < rows < entries
    for part_id in ("5a", "5b", "5c"):
        top, bottom, between = answers[part_id]
        assert in_order(bottom, between, top)
    before, raven, basket = answers["6"]
    assert in_order(raven, before, basket)
    assert 2 < answers["7a"][0] <= answers["7b"][0] <= 9
    assert 3 < answers["7c"][0] <= 6
    number, second, last = answers["8"]
    assert number in (1, 2, 3)
    assert in_order(0, second, last, 1)


@pytest.mark.parametrize("u0", [*SEEDS, *SAMPLE[:8]])
def test_answers_of_a_few_seeds_are_in_range(u0: int) -> None:
    check_ranges(dict(key(u0).answers))


@pytest.mark.slow
def test_answers_of_many_seeds_are_in_range() -> None:
    for u0 in SAMPLE:
        check_ranges(dict(key(u0).answers))


@pytest.mark.slow
def test_no_two_seeds_share_their_draws() -> None:
    drawn = {replace(drawn_by(u0), u0=0) for u0 in range(64007)}
    assert len(drawn) == 64007
    # Every orchard in the ranges is somebody's.
    assert len({params.chain for params in drawn}) == 3 * 3 * 2 * 4
    assert len({params.orchard for params in drawn}) == 4 * 3 * 3 * 2 * 4
    assert len({params.edition for params in drawn}) == 3 * 4
    assert len({params.equal for params in drawn}) == 4 * 6
    assert len({(params.small, params.die, params.order) for params in drawn}) == 4 * 3 * 2 * 6


def test_tolerances_tell_strategies_apart() -> None:
    """Whatever is drawn, the answer for one strategy is never accepted for another."""
    editions = [Orchard((fruits,) * 4, ravens) for fruits, ravens in product(range(7, 10), range(4, 8))]
    ranges = (range(6, 10), range(4, 7), range(2, 5), range(1, 3), range(4, 8))
    orchards = [Orchard(tuple(trees), ravens) for *trees, ravens in product(*ranges)]
    deviation = EXAM.part("5b").tolerance.absolute
    for orchard in editions + orchards:
        bottom, between, top = (win_chance(orchard, strategy) for strategy in ("min", "random", "max"))
        assert min(between - bottom, top - between) > deviation
    deviation = EXAM.part("8").tolerance.absolute
    for ravens, size, faces in product(range(4, 8), range(1, 4), (1, 2)):
        die = Die(raven_faces=faces, basket_size=size)
        bottom, between, top = (win_chance(Orchard((4,) * 4, ravens), name, die) for name in ("min", "random", "max"))
        assert min(between - bottom, top - between) > 2 * deviation
