"""Questions 10 to 14 of `yahtzee` by thought, and what their words show by an oracle."""

import re
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.key import Key, make_key
from answers.exams.yahtzee.draws import Aiming, Corrected, Filling, Human, Reduced
from tests.answers.exams.how import how
from tests.answers.exams.told import worked
from tests.answers.exams.yahtzee.asked import DIGITS, EXAM, dice, right_codes, solve
from tests.oracles import yahtzee_reading as reading


def test_the_weights_of_decision_une_by_thought() -> None:
    """6 6 5 5 2, r = 2: sixes 2 · (6 + 35/3) + 15, more than 25 + 130/9 for the full house."""
    first = Human((2, 5, 5, 6, 6), rerolls=2, filled=("ones", "twos", "chance"), upper=9)
    second = Human((2, 5, 5, 6, 6), rerolls=1, filled=("ones", "twos", "chance"), upper=0)
    drawn = {"human": (first, second)}
    assert solve(10, "a", **drawn) == (Fraction(151, 3),)
    assert right_codes(10, "b", **drawn) == [0b11000]
    # Nine points behind: no share of the bonus. Full house 25 + 130/3.
    assert solve(10, "c", **drawn) == (Fraction(205, 3),)
    assert right_codes(10, "d", **drawn) == [0b11110]


def test_boxes_that_are_filled() -> None:
    """A full house into its box, whatever the strategy."""
    open_boxes = ("ones", "twos", "threes", "full_house", "large_straight", "chance")
    filling = {"a": Filling(open_boxes, 40, (3, 3, 4, 4, 4)), "b": Filling(open_boxes, 40, (1, 1, 4, 5, 6))}
    assert solve(11, "a", filling=filling) == (8, 8)
    # 6 5 4 1 1: chance 17 - 15 = 2, ones 3 - 2 = 1.
    assert solve(11, "b", filling=filling)[0] == 12


def test_the_aim_of_equation_9() -> None:
    """With r = 1, four sixes aim at sixes: 24 + 1, and the means of ones and twos."""
    drawn = {"aiming": Aiming(("ones", "twos", "sixes"), (3, 6, 6, 6, 6), rerolls=1)}
    small = solve(9, "a", groups={"a": ("ones", "twos")})[0]
    assert not isinstance(small, tuple)
    assert solve(12, "a", **drawn)[0] == pytest.approx(25 + float(small), abs=1e-9)
    assert right_codes(12, "b", **drawn) == [0b11110]


def test_the_bonus_of_the_reduced_game() -> None:
    """A bonus that hardly anybody misses adds nearly 35 to the game with one that hardly anybody reaches."""
    boxes, hand = ("ones", "twos", "three_of_a_kind", "chance"), (2, 3, 4, 5, 6)
    values = [solve(13, "a", reduced=Reduced(boxes, threshold, hand))[0] for threshold in (1, 15)]
    low, high = sorted(float(value) for value in values if not isinstance(value, tuple))
    assert 30 < high - low < 35


def test_a_correction_moves_the_choice() -> None:
    """α = 2 adds twice the kept sixes: 18 + 36 kept, two dice with 1/6 each to come, and the rest."""
    boxes = ("sixes", "chance", "full_house")
    rest = solve(9, "a", groups={"a": boxes[1:]})[0]
    assert isinstance(rest, float)
    drawn = {"corrected": Corrected(boxes, 50, (1, 2, 6, 6, 6), rerolls=1), "alpha": 2.0}
    assert solve(14, "a", **drawn)[0] == pytest.approx(18 + 2 + 36 + rest, abs=1e-9)
    assert right_codes(14, "b", **drawn) == [0b11100]


def test_the_weights_add_up_as_those_of_decision_une() -> None:
    for u0 in range(1, 600, 20):
        part = make_key(EXAM, u0, parts=["10a", "10b", "10c", "10d"])
        params: Any = part.params
        line = how(EXAM, part, 10)
        told = re.findall(r"= (−?\d+): the heaviest keeps ([\d –]+), W = \w+ \+ \w+ ≈ ([\d.]+) \+ ([\d.]+\d|\d)", line)
        for one, (lead, kept, worth, safety) in zip(params.human, told, strict=True):
            left = [box for box in reading.BOXES if box not in one.filled]
            box, best, _ = reading.aim(one.hand, left, one.upper, one.rerolls)
            apart = reading.upper_lead(left, one.upper)
            assert (int(lead.replace("−", "-")), dice(kept)) == (apart, tuple(sorted(best)))
            weights = reading.weights(one.hand, box, best, one.rerolls, apart)
            assert [float(worth), float(safety)] == pytest.approx([float(weight) for weight in weights], rel=DIGITS)


def test_keeps_are_among_the_best(key: Key, right: dict[str, Any]) -> None:
    lines = {number: how(EXAM, key, number) for number in (12, 13, 14)}
    told = [
        *re.findall(r"best k is ([\d –]+):", lines[12]),
        *re.findall(r"keeping ([\d –]+) is", lines[13]),
        *re.findall(r"Keep ([\d –]+):", lines[14]),
    ]
    for part, kept in zip(("12b", "13c", "14b"), told, strict=True):
        assert dice(kept) in right[part][0]


def test_how_far_the_upper_section_is_from_three_dice_a_face(key: Key) -> None:
    params: Any = key.params
    told = re.findall(r"U − 3 · \(([\d +]+)\) = (−?\d+)", how(EXAM, key, 11))
    for one, (faces, lead) in zip(params.filling.values(), told, strict=True):
        assert int(lead.replace("−", "-")) == reading.upper_lead(one.open, one.upper)
        assert int(lead.replace("−", "-")) == min(one.upper, 63) - 3 * sum(map(int, faces.split(" + ")))


def test_a_corrected_worth_is_a_plain_one_and_alpha_times_the_points_kept(key: Key) -> None:
    params: Any = key.params
    one, line = params.corrected, how(EXAM, key, 14)
    told = re.search(r"Keep ([\d –]+): f = (\d+), E′ = V \+ α f ≈ ([\d.]+) \+ ([\d.]+) · (\d+);", line)
    assert told
    kept, most = dice(told[1]), reading.correction(dice(told[1]), one.open, one.upper)
    plain = reading.corrected(one.hand, one.open, False, one.upper, one.rerolls, 0)[kept]
    assert [float(one) for one in told.groups()[1:]] == pytest.approx([most, plain, params.alpha, most], rel=DIGITS)


def test_a_hand_is_worth_more_or_less_than_the_first_throw(key: Key, right: dict[str, Any]) -> None:
    told = re.search(r"M ≈ ([\d.]+)\. .* is worth M ([+−]) ([\d.]*\d)", how(EXAM, key, 13))
    assert told
    more = float(told[3]) * (1 if told[2] == "+" else -1)
    assert float(told[1]) == pytest.approx(right["13a"][0], rel=DIGITS)
    assert more == pytest.approx(right["13b"][0] - right["13a"][0], rel=DIGITS)


@pytest.mark.parametrize(("question", "worth", "code"), [(12, "12a", "12b"), (13, "13b", "13c"), (14, "14a", "14b")])
def test_the_first_of_the_rerolls_is_the_answer(key: Key, question: int, worth: str, code: str) -> None:
    keeps = worked(EXAM, question, key)["keeps"]
    assert keeps[0].worth == pytest.approx(key.answers[worth][0], abs=1e-9)
    assert keeps[0].code == key.answers[code][0]
    assert [one.worth for one in keeps] == sorted((one.worth for one in keeps), reverse=True)


def test_what_the_other_boxes_bring_is_shown_of_each_open_box(key: Key) -> None:
    rests = worked(EXAM, 12, key)["rests"]
    assert [box for box, _ in rests] == list(EXAM.drawn(key.u0).aiming.open)
    assert all(rest >= 0 for _, rest in rests)
