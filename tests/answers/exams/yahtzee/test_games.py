"""Questions 15 and 16 of `yahtzee`: games told turn by turn, their mistakes by enumeration, what their words show."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.key import make_key
from answers.exam.question import Given
from answers.exam.world import World
from answers.exams.yahtzee.draws import GAME
from answers.exams.yahtzee.evidence import Game
from answers.exams.yahtzee.games import played
from tests.answers.exams.how import how, numbers
from tests.answers.exams.told import worked
from tests.answers.exams.yahtzee.asked import EXAM, Answers, check_mistakes, solution
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading
from tests.oracles.nash_exam import terms
from tests.oracles.yahtzee_recursion import points

GAMES = ("15a", "15b", "15c")


def test_games_told_turn_by_turn_add_up() -> None:
    for letter in "abc":
        found = solution(15, letter)
        (told,) = found.evidence
        assert isinstance(told, Game)
        upper = sum(turn.points % 100 for turn in told.turns if turn.box < 6)
        assert sorted(turn.box for turn in told.turns) == list(range(13))
        bonus = 35 if upper >= GAME.threshold else 0
        assert len(told.scores) == (2 if letter == "c" else 0)
        assert found.values[0] == sum(turn.points for turn in told.turns) + bonus + sum(told.scores)


def check_games(u0: int) -> None:
    """Whole games end with the oracle's scores."""
    key = make_key(EXAM, u0, parts=GAMES)
    params: Any = key.params
    assert tuple(key.answers[part][0] for part in GAMES) == oracle.games(u0, params.alpha), u0


def test_games_are_those_of_the_oracle() -> None:
    check_games(17)


@pytest.mark.slow
def test_games_and_matches_of_many_seeds_are_those_of_the_oracle() -> None:
    for u0 in range(8, 64007, 4000):
        check_games(u0)
    for u0 in (17, 4000, 50001):
        assert dict(make_key(EXAM, u0, parts=["16a", "16b"]).answers) == oracle.match(u0)


@pytest.mark.slow
def test_the_sum_of_perturbation_is_seldom_that_of_the_strategy_it_corrects() -> None:
    """On one list both play alike for a quarter of the seeds; on three for at most one in twenty."""
    alike = 0
    for u0 in range(7, 64007, 640):
        params: Any = EXAM.drawn(u0)
        plain, corrected = (Given(one, World(u0), {}.__getitem__) for one in (replace(params, alpha=0.0), params))
        alike += played(plain, "c") == played(corrected, "c")
    assert alike <= 5


def all_games(p: Any, score: Callable[[Any, list[int]], int]) -> Answers:
    """The answers to question 15, by the score of a player on a list of dice."""
    dice = [1 + u % 6 for u in terms(p.u0, 600)]
    players = {"a": reading.DecisionUne(), "b": reading.Perturbation(), "c": reading.Perturbation(p.alpha)}
    starts = {"a": (0,), "b": (0,), "c": (0, 200, 400)}
    return {
        f"15{part}": (sum(score(player, dice[start : start + 195]) for start in starts[part]),)
        for part, player in players.items()
    }


def without_last_line(p: Any) -> Answers:
    return all_games(p, lambda player, dice: sum(earned for _, earned in reading.game(player, dice)[1]))


def one_list(p: Any) -> Answers:
    """Games whose turns go on where the dice of the last one ended: each list of a turn is cut to measure."""
    return all_games(p, played_on)


def played_on(player: Any, dice: list[int]) -> int:
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


def gap(p: Any) -> Fraction:
    found: Fraction = oracle.match(p.u0)["16b"][0]
    return found


VARIANTS: Mapping[str, Callable[[Any], Answers]] = {
    "bonus-not-added": without_last_line,
    "no-fresh-list": one_list,
    "gap-of-a-set": lambda p: {"16b": (2 * gap(p),)},
    "strategies-exchanged": lambda p: {"16a": oracle.match(p.u0)["16a"][::-1], "16b": (-gap(p),)},
}
DEAR = ("gap-of-a-set", "strategies-exchanged")


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=[pytest.mark.slow] * (slug in DEAR)) for slug in VARIANTS])
def test_a_mistake_is_what_enumeration_makes_of_it(slug: str) -> None:
    check_mistakes(slug, VARIANTS[slug])


def test_every_mistake_is_made_again() -> None:
    assert VARIANTS.keys() == {one.slug for question in EXAM.questions[14:] for one in question.mistakes}


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


def test_the_gap_of_a_match_is_that_of_its_games() -> None:
    shown = worked(EXAM, 16, make_key(EXAM, 17, parts=["16a", "16b"]))
    assert shown["games"] == sum(len(games) for games, *_ in shown["sets"])
    gaps = [[mine - theirs for mine, theirs in games] for games, *_ in shown["sets"]]
    assert [one[3] for one in shown["sets"]] == [sum(each) for each in gaps]
    assert shown["gap"] == sum(map(sum, gaps))
