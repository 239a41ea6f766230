"""Questions 10 to 14 of `yahtzee` by thought, and what their words show by an oracle."""

import re
from typing import Any

import pytest

from answers.exam.key import Key, make_key
from tests.answers.exams.how import how
from tests.answers.exams.told import worked
from tests.answers.exams.yahtzee.asked import DIGITS, EXAM, dice
from tests.oracles import yahtzee_reading as reading


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
    match = re.search(r"Keep ([\d –]+): f = (\d+), E′ = V \+ α f ≈ ([\d.]+) \+ ([\d.]+) · (\d+);", line)
    assert match
    kept, most = dice(match[1]), reading.correction(dice(match[1]), one.open, one.upper)
    plain = reading.corrected(one.hand, one.open, False, one.upper, one.rerolls, 0)[kept]
    assert [float(group) for group in match.groups()[1:]] == pytest.approx(
        [most, plain, params.alpha, most], rel=DIGITS
    )


def test_a_hand_is_worth_more_or_less_than_the_first_throw(key: Key, right: dict[str, Any]) -> None:
    match = re.search(r"M ≈ ([\d.]+)\. .* is worth M ([+−]) ([\d.]*\d)", how(EXAM, key, 13))
    assert match
    more = float(match[3]) * (1 if match[2] == "+" else -1)
    assert float(match[1]) == pytest.approx(right["13a"][0], rel=DIGITS)
    assert more == pytest.approx(right["13b"][0] - right["13a"][0], rel=DIGITS)


@pytest.mark.parametrize(("question", "worth", "code"), [(12, "12a", "12b"), (13, "13b", "13c"), (14, "14a", "14b")])
def test_the_first_of_the_rerolls_is_the_answer(key: Key, question: int, worth: str, code: str) -> None:
    keeps = worked(EXAM, question, key)["keeps"]
    assert keeps[0].worth == pytest.approx(key.answers[worth][0], abs=1e-9)
    assert keeps[0].code == key.answers[code][0]
    assert [keep.worth for keep in keeps] == sorted((keep.worth for keep in keeps), reverse=True)


def test_what_the_other_boxes_bring_is_shown_of_each_open_box(key: Key) -> None:
    rests = worked(EXAM, 12, key)["rests"]
    assert [box for box, _ in rests] == list(EXAM.drawn(key.u0).aiming.open)
    assert all(rest >= 0 for _, rest in rests)
