"""Known mistakes that go through the whole exam `yahtzee`: what is given or read otherwise, by an oracle."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from answers.exam.key import make_key
from answers.exam.question import Given
from answers.exam.world import World
from tests.answers.exams.seeds import seeds
from tests.answers.exams.yahtzee.asked import EXAM, SEEDS, SHORT, hand_of
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading
from tests.oracles.nash_exam import terms
from tests.oracles.yahtzee_recursion import points


def with_rerolls_made(p: Any) -> Any:
    other = {1: 2, 2: 1}
    return replace(
        p,
        one_box=tuple(replace(one, rerolls=other[one.rerolls]) for one in p.one_box),
        human=tuple(replace(one, rerolls=other[one.rerolls]) for one in p.human),
        aiming=replace(p.aiming, rerolls=other[p.aiming.rerolls]),
        corrected=replace(p.corrected, rerolls=other[p.corrected.rerolls]),
    )


def without_total(p: Any) -> Any:
    return replace(
        p,
        human=tuple(replace(one, upper=0) for one in p.human),
        filling={part: replace(one, upper=0) for part, one in p.filling.items()},
    )


READINGS: Mapping[str, Callable[[Any], Any]] = {
    "rerolls-exchanged": with_rerolls_made,
    "upper-total-forgotten": without_total,
    "correction-forgotten": lambda p: replace(p, alpha=0),
}


def digits_of_increasing_dice(hand: tuple[int, ...], digits: str) -> list[int]:
    return [die for die, one in zip(sorted(hand), digits, strict=True) if one == "1"]


def digits_of_dice_thrown(hand: tuple[int, ...], digits: str) -> list[int]:
    return [die for die, one in zip(sorted(hand, reverse=True), digits, strict=True) if one == "0"]


CODES = {
    "codes-from-the-lowest-die": digits_of_increasing_dice,
    "codes-of-dice-thrown": digits_of_dice_thrown,
}
"""How the dice kept are read from the digits of a code."""
KEPT = ("5b", "7b", "7d", "10b", "10d", "12b", "13c", "14b")
"""Parts that ask for codes."""


@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.parametrize("u0", seeds(SEEDS, 1))
def test_another_convention_is_that_of_the_oracle(u0: int, slug: str) -> None:
    params = READINGS[slug](EXAM.drawn(u0))
    expected = oracle.answers(params)
    found = make_key(EXAM, World(u0, (slug,)), parts=SHORT).answers
    for part, values in expected.items():
        for got, right in zip(found[part], values, strict=True):
            if isinstance(right, set):
                assert reading.kept(hand_of(part, params), int(got)) in right  # type: ignore[arg-type]
            else:
                assert float(got) == pytest.approx(float(right), rel=1e-9), part  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", CODES)
@pytest.mark.parametrize("u0", seeds(SEEDS, 1))
def test_codes_are_read_by_another_convention(u0: int, slug: str) -> None:
    params: Any = EXAM.drawn(u0)
    expected = oracle.answers(params)
    world = World(u0, (slug,))
    found = make_key(EXAM, world, parts=SHORT).answers
    for part in KEPT:
        for code, right in zip(found[part], expected[part], strict=True):
            if not isinstance(right, set):
                assert code == right
                continue
            read = {number: tuple(sorted(CODES[slug](hand_of(part, params), f"{number:05b}"))) for number in range(32)}
            assert read[code] in right  # type: ignore[index]
            if part != "5b":
                question, asked = EXAM.asked(part)
                told = Given(params, world, dict[str, Any]().__getitem__)
                assert question.accepts is not None
                assert {n for n in read if question.accepts(told, asked, (n,))} == {n for n in read if read[n] in right}


@pytest.mark.slow
@pytest.mark.parametrize("u0", seeds(SEEDS, 1))
def test_lists_that_begin_at_u1(u0: int) -> None:
    params: Any = EXAM.drawn(u0)
    later = terms(u0, 2)[1]
    found = make_key(EXAM, World(u0, ("lists-from-u1",)), parts=["15a", "15b", "15c", "16a", "16b"]).answers
    assert (*found["15a"], *found["15b"], *found["15c"]) == oracle.games(later, params.alpha, params.start)
    assert {part: found[part] for part in ("16a", "16b")} == oracle.match(later)


def played_on(player: Any, dice: list[int]) -> int:
    """The score of a game whose turns go on where the dice of the last one ended."""
    dice = dice.copy()
    left, scored, upper, total = frozenset(reading.BOXES), False, 0, 0
    for _ in range(13):
        hand = tuple(sorted(dice[:5]))
        del dice[:5]
        for rerolls in (2, 1):
            kept = player.keep(hand, left, scored, upper, rerolls)
            hand = tuple(sorted([*kept, *dice[: 5 - len(kept)]]))
            del dice[: 5 - len(kept)]
        box = player.fill(hand, left, scored, upper)
        earned = reading.further(hand, left, scored)[box]
        upper += points(hand, box) if box in reading.UPPER else 0
        scored = scored or (box == "yahtzee" and earned > 0)
        total, left = total + earned, left - {box}
    return total + (35 if upper >= 63 else 0)


@pytest.mark.slow
@pytest.mark.parametrize("u0", seeds(SEEDS, 1))
def test_lists_that_go_on_from_turn_to_turn(u0: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "game", lambda player, dice: (played_on(player, dice), ()))
    params: Any = EXAM.drawn(u0)
    found = make_key(EXAM, World(u0, ("no-fresh-list",)), parts=["15a", "15b", "15c", "16a", "16b"]).answers
    assert (*found["15a"], *found["15b"], *found["15c"]) == oracle.games(u0, params.alpha, params.start)
    assert {part: found[part] for part in ("16a", "16b")} == oracle.match(u0)


def full_house_of_one_face(hand: tuple[int, ...], box: str) -> int:
    return 25 if box == "full_house" and len(set(hand)) == 1 else points(hand, box)


def small_straight_of_four_alone(hand: tuple[int, ...], box: str) -> int:
    return 0 if box == "small_straight" and points(hand, "large_straight") else points(hand, box)


def equal_dice_alone(hand: tuple[int, ...], box: str) -> int:
    return int(points(hand, box, kinds_count_all=False))


def natural(hand: tuple[int, ...], left: Iterable[str], scored: bool) -> dict[str, int]:
    """What a hand earns without a joker."""
    more = 100 if scored and len(set(hand)) == 1 else 0
    return {box: points(hand, box) + more for box in left}


def without_hundred(hand: tuple[int, ...], left: Iterable[str], scored: bool) -> dict[str, int]:
    return reading_further(hand, left, False)


reading_further = reading.further
RULES: Mapping[str, Mapping[str, Any]] = {
    "five-is-full": {"points": full_house_of_one_face},
    "large-is-no-small": {"points": small_straight_of_four_alone},
    "equal-dice-alone": {"points": equal_dice_alone},
    "joker-forgotten": {"further": natural},
    "hundred-forgotten": {"further": without_hundred},
}
"""What the oracle has otherwise."""
ALONE = ("3a", "3b", "4a", "4b", "7a", "7c", "8b", "13a", "13b")
"""Parts that need no group of boxes of the whole sheet."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", RULES)
@pytest.mark.parametrize("u0", seeds(SEEDS, 1))
def test_rules_read_otherwise_are_those_of_the_oracle(u0: int, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, function in RULES[slug].items():
        for module in (reading, oracle):
            monkeypatch.setattr(module, name, function, raising=module is reading)
    oracle.levels.cache_clear()
    found = make_key(EXAM, World(u0, (slug,)), parts=list(ALONE)).answers
    params: Any = EXAM.drawn(u0)
    expected = {**oracle.hands(params), **oracle.one_box(params), **oracle.best_play(params)}
    mean = params.means["b"]
    worth = oracle.levels(mean.box, mean.dice, mean.faces)[0][2]
    expected["8b"] = (sum(oracle.ways(roll) * one for roll, one in worth.items()) / mean.faces**mean.dice,)
    oracle.levels.cache_clear()
    for part in ALONE:
        assert [*map(float, found[part])] == pytest.approx([*map(float, expected[part])], rel=1e-9), part  # type: ignore[arg-type]


def test_every_misreading_is_made_again() -> None:
    assert {one.slug for one in EXAM.misreadings} == {*READINGS, *CODES, *RULES, "lists-from-u1", "no-fresh-list"}
