"""How the answers of `yahtzee` are obtained, in a line: what it cites beside the key is what an oracle finds."""

import re
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from tests.answers.exams.how import check_lines, how, numbers
from tests.oracles import yahtzee_exam, yahtzee_reading

EXAM = load_exam("yahtzee")
SEEDS = (17, 4242, 50001)
SHORT = [part.id for part in EXAM.parts if part.question < 15]
CODES = ("7b", "7d", "12b", "13c", "14b")
DIGITS = 6e-4
"""Four digits, rounded."""


@pytest.fixture(scope="module", params=SEEDS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param, parts=SHORT)


@pytest.fixture(scope="module")
def found(key: Key) -> dict[str, Any]:
    answers: dict[str, Any] = yahtzee_exam.answers(key.params)
    return answers


def dice(told: str) -> tuple[int, ...]:
    """Dice as they are written, in increasing order; a dash is none."""
    return tuple(sorted(int(die) for die in told.split() if die != "–"))


@pytest.mark.parametrize("u0", [0, 17, 64006])
def test_every_line_is_short_and_in_one_language(u0: int) -> None:
    check_lines(EXAM, make_key(EXAM, u0))


@pytest.mark.parametrize("u0", range(1, 400, 40))
def test_lines_without_a_solver_are_short_for_many_seeds(u0: int) -> None:
    check_lines(EXAM, make_key(EXAM, u0, parts=[part.id for part in EXAM.parts if part.question in (*range(1, 7), 10)]))


def test_orders_are_quotients_of_factorials(key: Key) -> None:
    params: Any = key.params
    line, throws = how(EXAM, key, 2), params.throws
    missing = throws.again[: len(throws.again) - len(throws.kept)]
    told = re.findall(r"(\d+)/\d+, where \S+, that is (\d+), counts [^\d]+(?:\d dice thrown again, )?([\d ]+)\.", line)
    for hand, (share, ways, shown) in zip((throws.at_once, missing), told, strict=True):
        assert int(share) == int(ways) == yahtzee_reading.ways(hand)
        assert dice(shown) == hand


def test_quotients_of_factorials_by_hand() -> None:
    """Six dice, two pairs: 6!/(2!·2!) = 180, from the words of the law of multinomials."""
    for u0, told in (
        (17, "6!/(2!·2!), that is 180, counts the orders of 4 4 3 3 2 1."),
        (0, "6!/5!, that is 6, counts the orders of 2 1 1 1 1 1."),
    ):
        assert told in how(EXAM, make_key(EXAM, u0, parts=["2"]), 2)


def test_dice_that_possib_keeps_are_those_of_its_lists(key: Key) -> None:
    params: Any = key.params
    told = re.findall(r"([\d ]+) for (\d+)", how(EXAM, key, 5, wrong={"b": (0,)}).split("keeps", 1)[1])
    attained, attainable = yahtzee_reading.named(params.near["b"])
    first: dict[str, tuple[int, ...]] = {}
    for box, kept in (*attained, *attainable):
        first.setdefault(str(yahtzee_reading.BOXES.index(box)), kept)
    lower = {number: tuple(sorted(kept)) for number, kept in first.items() if 6 <= int(number) < 12}
    assert {number: dice(kept) for kept, number in told} == lower


def test_as_many_dice_are_kept_as_possib_lists(key: Key) -> None:
    params: Any = key.params
    told = re.findall(r"(\d) for (\d+)", how(EXAM, key, 5, wrong={"a": (0,)}))
    attained, attainable = yahtzee_reading.named(params.near["a"])
    first: dict[int, int] = {}
    for box, kept in (*attained, *attainable):
        first.setdefault(yahtzee_reading.BOXES.index(box), len(kept))
    lower = {number: count for number, count in first.items() if 6 <= number < 12}
    assert {int(number): int(count) for count, number in told} == lower


def test_keeps_are_among_the_best(key: Key, found: dict[str, Any]) -> None:
    lines = {number: how(EXAM, key, number) for number in (7, 12, 13, 14)}
    told = [
        *re.findall(r"keep ([\d –]+),", lines[7]),
        *re.findall(r"best k is ([\d –]+):", lines[12]),
        *re.findall(r"keeping ([\d –]+) is", lines[13]),
        *re.findall(r"Keep ([\d –]+):", lines[14]),
    ]
    for part, kept in zip(CODES, told, strict=True):
        assert dice(kept) in found[part][0]


def test_points_times_chance_are_the_mean(key: Key) -> None:
    for number in (7, 8):
        for points, chance, mean in re.findall(r"(\d+) · (\d\.\d+) ≈ ([\d.]*\d)", how(EXAM, key, number)):
            assert int(points) * float(chance) == pytest.approx(float(mean), rel=2 * DIGITS)
            assert int(points) in (25, 30, 40, 50)


@pytest.mark.parametrize("u0", range(1, 600, 20))
def test_the_weights_add_up_as_those_of_decision_une(u0: int) -> None:
    part = make_key(EXAM, u0, parts=["10a", "10b", "10c", "10d"])
    params: Any = part.params
    line = how(EXAM, part, 10)
    told = re.findall(r"= (−?\d+): the heaviest keeps ([\d –]+), W = \w+ \+ \w+ ≈ ([\d.]+) \+ ([\d.]+\d|\d)", line)
    for one, (lead, kept, points, safety) in zip(params.human, told, strict=True):
        left = [box for box in yahtzee_reading.BOXES if box not in one.filled]
        box, best, _ = yahtzee_reading.aim(one.hand, left, one.upper, one.rerolls)
        apart = yahtzee_reading.upper_lead(left, one.upper)
        assert (int(lead.replace("−", "-")), dice(kept)) == (apart, tuple(sorted(best)))
        weights = yahtzee_reading.weights(one.hand, box, best, one.rerolls, apart)
        assert [float(points), float(safety)] == pytest.approx([float(weight) for weight in weights], rel=DIGITS)


def test_how_far_the_upper_section_is_from_three_dice_a_face(key: Key) -> None:
    params: Any = key.params
    told = re.findall(r"U − 3 · \(([\d +]+)\) = (−?\d+)", how(EXAM, key, 11))
    for one, (faces, lead) in zip(params.filling.values(), told, strict=True):
        assert int(lead.replace("−", "-")) == yahtzee_reading.upper_lead(one.open, one.upper)
        assert int(lead.replace("−", "-")) == min(one.upper, 63) - 3 * sum(map(int, faces.split(" + ")))


def test_a_corrected_worth_is_a_plain_one_and_alpha_times_the_points_kept(key: Key) -> None:
    params: Any = key.params
    one, line = params.corrected, how(EXAM, key, 14)
    told = re.search(r"Keep ([\d –]+): f = (\d+), E′ = V \+ α f ≈ ([\d.]+) \+ ([\d.]+) · (\d+);", line)
    assert told
    kept, most = dice(told[1]), yahtzee_reading.correction(dice(told[1]), one.open, one.upper)
    plain = yahtzee_reading.corrected(one.hand, one.open, False, one.upper, one.rerolls, 0)[kept]
    assert [float(one) for one in told.groups()[1:]] == pytest.approx([most, plain, params.alpha, most], rel=DIGITS)


def test_a_hand_is_worth_more_or_less_than_the_first_throw(key: Key, found: dict[str, Any]) -> None:
    told = re.search(r"M ≈ ([\d.]+)\. .* is worth M ([+−]) ([\d.]*\d)", how(EXAM, key, 13))
    assert told
    more = float(told[3]) * (1 if told[2] == "+" else -1)
    assert float(told[1]) == pytest.approx(found["13a"][0], rel=DIGITS)
    assert more == pytest.approx(found["13b"][0] - found["13a"][0], rel=DIGITS)


@pytest.mark.parametrize("u0", [1, 17, 64006])
def test_first_throws_are_read_from_the_lists(u0: int) -> None:
    """By powers of the multiplier: u(k) = 15091^k u₀ mod 64007."""

    def throw(start: int) -> str:
        terms = (u0 * pow(15091, k, 64007) % 64007 for k in range(start, start + 5))
        return " ".join(str(1 + term % 6) for term in terms)

    part = make_key(EXAM, u0, parts=["15a", "15b", "15c", "16a", "16b"])
    assert f"{throw(0)}, then {throw(15)}, then {throw(30)};" in how(EXAM, part, 15)
    match = how(EXAM, part, 16)
    assert f"T begins with {throw(0)} and D with {throw(200)} (k = 200)" in match
    assert numbers(match.split("two a set, is")[1])[0] == 20 * part.answers["16b"][0]
