"""What the subject of `verger` shows, against a plain search and a plain recursion."""

from fractions import Fraction

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.verger.draws import DICE, EDITIONS, FAIR
from answers.exams.verger.subject import CHECK_DIE, LARGE_BASKET, examples
from solvers.verger.orchard import DEFAULT_GAME
from tests.answers.exams.solutions import solution_data
from tests.oracles.orchard_exam import after, chain, chance, fair
from tests.oracles.orchard_recursion import outlook

SHORT = Fraction(14, 1000)
EXAM = load_exam("verger")
DIE, LARGE = ((2, 3, 1), 2), ((2, 3, 1), 3)


def test_nobody_draws_what_the_subject_gives_away() -> None:
    assert not {CHECK_DIE, LARGE_BASKET} & set(DICE)
    assert DEFAULT_GAME not in EDITIONS
    assert not all(low <= 6 <= high for low, high in FAIR)


@pytest.mark.slow
def test_the_values_to_check_programs_with() -> None:
    checks = examples()["checks"]
    states = chain((3, 2, 2), 3, "max", *DIE)
    random = chain((3, 2, 2), 3, "random", *DIE)
    playing = [state for state in states if not isinstance(state, str)]
    win, length = outlook((3, 2, 2), 3, "max", *DIE)
    assert checks["chain"] == {
        "rows": len(states),
        "max": sum(map(len, states.values())),
        "random": sum(map(len, random.values())),
        "short": sum(chance(*state, "max", *DIE) - chance(*state, "min", *DIE) > SHORT for state in playing),
        "win": win,
        "length": length,
    }
    # 0.684047… and 0.631998… were found twice elsewhere; 2341/3456 is 0.677372685185 in the document.
    original = {name: round(float(value), 6) for name, value in checks["original"].items()}
    assert original == {"max": 0.684047, "min": 0.532399, "random": 0.631998}
    reached = after((2, 2), 2, 3, (1, 1, 1), 2)
    won, lost = reached["won"], reached["lost"]
    assert checks["printed"]["win"] == Fraction(2341, 3456)
    assert checks["printed"]["after"] == (won, lost, 1 - won - lost)
    assert {name: ravens for name, (ravens, _) in checks["fair"].items()} == {
        name: fair((6,) * 6, name) for name in ("max", "min", "random")
    }
    gains = [chance((8, 8), c, "max", *LARGE) - chance((8, 8), c, "min", *LARGE) for c in range(20)]
    ravens, *chances = checks["gain"]
    assert ravens == gains.index(max(gains))
    assert chances == [chance((8, 8), ravens, strategy, *LARGE) for strategy in ("max", "min", "random")]


def test_the_example_of_a_basket() -> None:
    # The tree of three first (one half): 2 1 is left, and either tree follows; else 3 is left, and 2 follows.
    left = {state.trees: share for state, share in examples()["basket"].items()}
    assert left == {(1, 1): Fraction(1, 4), (2,): Fraction(3, 4)}


@pytest.mark.parametrize("u0", [17, 31337])
def test_the_equations_of_the_worked_solutions_hold(u0: int) -> None:
    key = make_key(EXAM, u0)
    shown = {number: solution_data(EXAM, number, key) for number in range(1, 9)}
    moves = shown[1]["moves"]
    assert tuple(move["entry"] for move in moves) == key.answers["1a"]
    assert tuple((move["start"], move["end"]) for move in moves) == EXAM.drawn(u0).transitions
    for step in shown[1]["steps"]:
        assert sum(one.probability for one in step) == 1
    terms = [terms for _, terms in shown[2]["equations"]]
    assert tuple(sum(one.probability * one.win for one in each) for each in terms) == key.answers["2a"]
    assert tuple(1 + sum(one.probability * one.length for one in each) for each in terms) == key.answers["2b"]
    assert sum(count * entries for entries, count in shown[3]["rows"]) == key.answers["3"][1]
    assert sum(count for _, count in shown[3]["short"]) == key.answers["3"][2]
    assert sum(one.probability * one.win for one in shown[4]["terms"]) == key.answers["4a"][0]
    assert shown[5]["terms"]["won"] == key.answers["5c"][0]
    assert shown[6]["terms"]["won"] == key.answers["6"][0]
    assert [rows[1] for rows in shown[7]["around"].values()] == [key.answers[f"7{letter}"] for letter in "abc"]
    assert max(high - low for _, high, low in shown[8]["rows"]) == key.answers["8b"][1]
