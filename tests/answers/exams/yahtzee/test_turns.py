"""Questions 10 to 14 of `yahtzee` by thought, and what their words show by an oracle."""

import re
from typing import Any

import pytest

from answers.exam.key import Key, make_key
from tests.answers.exams.feedback import feedback_line, solution_data
from tests.answers.exams.yahtzee.common import DIGITS, EXAM, dice
from tests.oracles import yahtzee_reading as reading


def test_the_weights_add_up_as_those_of_decision_une() -> None:
    for u0 in range(1, 600, 20):
        part = make_key(EXAM, u0, parts=["10a", "10b", "10c", "10d"])
        params: Any = part.params
        line = feedback_line(EXAM, part, 10)
        shown = re.findall(r"= (−?\d+): the heaviest keeps ([\d –]+), W = \w+ \+ \w+ ≈ ([\d.]+) \+ ([\d.]+\d|\d)", line)
        for turn, (lead, kept, worth, safety) in zip(params.human, shown, strict=True):
            open_boxes = [box for box in reading.BOXES if box not in turn.filled]
            box, best, _ = reading.aim(turn.hand, open_boxes, turn.upper, turn.rerolls)
            apart = reading.upper_lead(open_boxes, turn.upper)
            assert (int(lead.replace("−", "-")), dice(kept)) == (apart, tuple(sorted(best)))
            weights = reading.weights(turn.hand, box, best, turn.rerolls, apart)
            assert [float(worth), float(safety)] == pytest.approx([float(weight) for weight in weights], rel=DIGITS)


def test_keeps_are_among_the_best(key: Key, right: dict[str, Any]) -> None:
    lines = {number: feedback_line(EXAM, key, number) for number in (12, 13, 14)}
    shown = [
        *re.findall(r"best k is ([\d –]+):", lines[12]),
        *re.findall(r"keeping ([\d –]+) is", lines[13]),
        *re.findall(r"Keep ([\d –]+):", lines[14]),
    ]
    for part, kept in zip(("12b", "13c", "14b"), shown, strict=True):
        assert dice(kept) in right[part][0]


def test_how_far_the_upper_section_is_from_three_dice_a_face(key: Key) -> None:
    params: Any = key.params
    shown = re.findall(r"U − 3 · \(([\d +]+)\) = (−?\d+)", feedback_line(EXAM, key, 11))
    for turn, (faces, lead) in zip(params.filling.values(), shown, strict=True):
        assert int(lead.replace("−", "-")) == reading.upper_lead(turn.open, turn.upper)
        assert int(lead.replace("−", "-")) == min(turn.upper, 63) - 3 * sum(map(int, faces.split(" + ")))


def test_a_corrected_worth_is_a_plain_one_and_alpha_times_the_points_kept(key: Key) -> None:
    params: Any = key.params
    turn, line = params.corrected, feedback_line(EXAM, key, 14)
    match = re.search(r"Keep ([\d –]+): f = (\d+), E′ = V \+ α f ≈ ([\d.]+) \+ ([\d.]+) · (\d+);", line)
    assert match
    kept, most = dice(match[1]), reading.correction(dice(match[1]), turn.open, turn.upper)
    plain = reading.corrected(turn.hand, turn.open, False, turn.upper, turn.rerolls, 0)[kept]
    assert [float(group) for group in match.groups()[1:]] == pytest.approx(
        [most, plain, params.alpha, most], rel=DIGITS
    )


def test_a_hand_is_worth_more_or_less_than_the_first_throw(key: Key, right: dict[str, Any]) -> None:
    match = re.search(r"M ≈ ([\d.]+)\. .* is worth M ([+−]) ([\d.]*\d)", feedback_line(EXAM, key, 13))
    assert match
    more = float(match[3]) * (1 if match[2] == "+" else -1)
    assert float(match[1]) == pytest.approx(right["13a"][0], rel=DIGITS)
    assert more == pytest.approx(right["13b"][0] - right["13a"][0], rel=DIGITS)


@pytest.mark.parametrize(("question", "worth", "code"), [(12, "12a", "12b"), (13, "13b", "13c"), (14, "14a", "14b")])
def test_the_first_of_the_rerolls_is_the_answer(key: Key, question: int, worth: str, code: str) -> None:
    keeps = solution_data(EXAM, question, key)["keeps"]
    assert keeps[0].worth == pytest.approx(key.answers[worth][0], abs=1e-9)
    assert keeps[0].code == key.answers[code][0]
    assert [keep.worth for keep in keeps] == sorted((keep.worth for keep in keeps), reverse=True)


def test_what_the_other_boxes_bring_is_shown_of_each_open_box(key: Key) -> None:
    rests = solution_data(EXAM, 12, key)["rests"]
    assert [box for box, _ in rests] == list(EXAM.drawn(key.u0).aiming.open)
    assert all(rest >= 0 for _, rest in rests)
