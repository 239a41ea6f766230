"""Likelihood ratios of wrong answers, by hand, and the search of known mistakes that uses them, by brute force."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, isclose, log, prod

import pytest

from answers.exam.key import Key, make_key
from answers.exam.question import Misconception, Params, Part, misconception_from_params
from answers.exam.scenario import Scenario
from answers.grading.known_mistakes import MistakeSearch, known_mistakes
from answers.grading.likelihood import least_match_probability, log_ratio, match_probability, upper_bound
from answers.grading.mark import Item, Responses, mark, parse_responses, wrong_items
from answers.grading.wrong_answers import Hypothesis, WrongAnswers
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.parsing import Kind, Value
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import PartMarks
from solvers.sequence import lcg
from tests.answers.grading.chain import CHAIN

ITEMS: tuple[Item, ...] = (("1", 0), ("1", 1), ("2", 0))


def suspect(*chances: float | None) -> Hypothesis:
    return Hypothesis(Scenario(17, ("slug",)), dict(zip(ITEMS, chances, strict=False)))


def test_an_answer_that_is_explained_and_one_that_is_not() -> None:
    """Right in the scenario 95 times of 100, or every other time; by chance once in 2000, half of them right."""
    often, seldom = 0.95 * 2000 + 0.05, 0.5 * 2000 + 0.5
    assert isclose(suspect(0.001).evidence(ITEMS), log((often + seldom) / 2))
    for chance in (None, 0.0):
        assert isclose(suspect(chance).evidence(ITEMS), log((0.05 + 0.5) / 2))
    assert isclose(suspect(0.001, 0.0, 0.2).evidence(ITEMS[:1]), suspect(0.001).evidence(ITEMS))


@pytest.mark.parametrize("chances", [(0.3,), (0.01, 0.5), (1.0, 0.02, 0.2)])
def test_by_chance_the_ratio_is_1_on_average(chances: tuple[float, ...]) -> None:
    """Half of the answers are right; of the wrong ones some are right in the scenario, by chance."""
    cases = [((None, 0.5), (0.0, 0.5 * (1 - chance)), (chance, 0.5 * chance)) for chance in chances]
    mean = sum(
        prod(share for _, share in one) * exp(suspect(*(probabilities for probabilities, _ in one)).evidence(ITEMS))
        for one in product(*cases)
    )
    assert isclose(mean, 1)


P = probabilities(1)


@pytest.mark.parametrize(
    ("kind", "true", "other", "written", "expected"),
    [
        (integers(1, 0, 64006), 30000, 40000, 40000, 1 / (4 * 10000 + 3)),
        (integers(1, 5, 8), 5, 6, 6, 1 / 3),
        (integers(1, 1, 2), 1, 2, 2, 1.0),
        (integers(1, 0, 64006), 30000, 0, 0, 1 / 3),
        (integers(1, 0, 10**9), 12, 13, 13, 1 / (4 * 1 + 3)),
        (P, Fraction(7, 10), Fraction(3, 10), Fraction(3, 10), 0.1),
        (P, Fraction(7, 10), Fraction(337, 1000), Fraction(337, 1000), 0.001),
        (P, Fraction(7, 10), Fraction(337, 1000), Fraction(347, 1000), 0.02),
        (P, Fraction(7, 10), Fraction(1, 3), Fraction(1, 3), 1 / 9),
        (P, Fraction(7, 10), Fraction(1001, 3001), Fraction(1001, 3001), 1e-5),
        (P, Fraction(7, 10), Fraction(51, 100), Fraction(1, 2), 1 / 3),
        (P, Fraction(1), Fraction(0), Fraction(0), 1 / 3),
        (Numbers(1, Domain(low=0)), Fraction(50), Fraction(25), Fraction(25), 1 / 100),
        (codes(1, 5), 7, 9, 9, 1 / 11),
        (integers(1, 0, 3), 3, 4, 4, 0.02),
        (integers(1, 0, 9), (1, 2), (1, 3), (1, 3), 0.1),
    ],
)
def test_chances(kind: Kind, true: Value, other: Value, written: Value, expected: float) -> None:
    part = Part(1, "", kind, Fraction(1), EXACT)
    assert isclose(match_probability(part, true, other, written), expected, rel_tol=1e-9)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0.33699", 1e-5),  # the other value, rounded
        ("0.3369", 0.0002),  # cut: two values of four digits are as near
        ("0.337", 0.001),
        ("0.34", 0.01),
        ("0.36", 0.1),  # near enough, and no rounding: so would anything be within 0.05
    ],
)
def test_what_is_near_enough_and_no_rounding_might_be_anywhere_near(written: str, expected: float) -> None:
    part = Part(1, "", P, Fraction(1), Tolerance(absolute=Fraction(1, 20)))
    other = 0.336985  # a float: no simple fraction
    assert match_probability(part, Fraction(7, 10), other, Fraction(written)) == pytest.approx(expected, rel=0.2)


def test_zeros_at_the_end_are_digits() -> None:
    part = Part(1, "", P, Fraction(1), EXACT)
    probabilities = [
        match_probability(part, Fraction(1, 10), 0.6, Fraction("0.6"), raw) for raw in ("0.6", "0.6000 ; 0.7", "0,600")
    ]
    assert probabilities == pytest.approx([0.1, 0.0001, 0.001])


@pytest.mark.parametrize("kind", [integers(1, 0, 64006), integers(1, 5, 8), P, Numbers(1, Domain(low=0)), codes(1, 5)])
@pytest.mark.parametrize("written", ["7", "0.34", "1", "0.5", "0.3333", "12"])
def test_no_other_value_makes_an_answer_less_likely_than_the_least_chance(kind: Kind, written: str) -> None:
    part = Part(1, "", kind, Fraction(1), Tolerance(absolute=Fraction(1, 20)))
    true, value = Fraction(6, 10), Fraction(written)
    others = (value + Fraction(step, 1000) for step in range(-60, 61))
    probability = min(match_probability(part, true, other, value, written) for other in others)
    assert 0 < least_match_probability(part, true, value, written) <= probability


def test_no_answers_reach_more_than_the_upper_bound() -> None:
    """Every outcome of three answers with at least the chances of the bound, and of one that is not explained."""
    grid = (1e-5, 0.05, 1.0)
    for least in product(grid, repeat=3):
        bound = upper_bound(least)
        outcomes = ((None, 0.0, *(chance for chance in grid if chance >= lowest)) for lowest in least)
        reached = max(log_ratio([*chances, *more]) for chances in product(*outcomes) for more in ((), (0.0,)))
        assert reached <= bound + 1e-12


def misconception(slug: str, change: Callable[[int], int]) -> Misconception:
    return misconception_from_params(slug)(lambda params: Params(change(params.u0) % lcg.MODULUS))


SHIFTED = replace(
    CHAIN,
    misconceptions=tuple(
        misconception(slug, change)
        for slug, change in {
            "one-on": lambda n: n + 1,
            "double": lambda n: 2 * n,
            "double-again": lambda n: 2 * n + 0,
            "square": lambda n: n * n,
        }.items()
    ),
)


def payoff(hypothesis: Hypothesis, scope: Sequence[Item], priors: Mapping[str, float]) -> float:
    """The likelihood ratio of the answers in a scope, times the probability that each of its parts is wrong."""
    chances = [hypothesis.chances[item] for item in scope if item in hypothesis.chances]
    terms = [[2 * rate / chance + 1 - rate if chance else 1 - rate for chance in chances] for rate in (0.95, 0.5)]
    return sum(map(prod, terms)) / 2 * prod(priors[part_id] for part_id in {part_id for part_id, _ in scope})


def first_mistake(key: Key, responses: Responses, parts: Mapping[str, PartMarks]) -> str | None:
    """The mistake that is named first, with the answers of all scenarios compared at once."""
    answers = WrongAnswers(key, responses, wrong_items(parts))
    candidates = [(known.slug, answers.part_ids) for known in SHIFTED.misconceptions]
    for question in SHIFTED.questions:
        own = tuple(part.id for part in question.parts if part.id in answers.part_ids)
        candidates += [(mistake.slug, own) for mistake in question.mistakes]
    tried = [answers.compare(make_key(SHIFTED, Scenario(key.u0, (slug,))), ids) for slug, ids in candidates]
    tried = [hypothesis for hypothesis in tried if hypothesis.changes]
    priors = {part_id: 1 - 0.5 ** SHIFTED.part(part_id).count for part_id in answers.part_ids}
    best, most = None, 20.0 * max(len(tried), 1)
    for hypothesis in tried:
        changed = sorted(hypothesis.chances, key=list(hypothesis.chances).index)
        of_parts = [[item for item in changed if item[0] == part_id] for part_id in {item[0] for item in changed}]
        shares = (2, 2 * len(of_parts)) if len(of_parts) > 1 else (1, 1)
        bets = [payoff(hypothesis, changed, priors) / shares[0]]
        bets += [payoff(hypothesis, scope, priors) / shares[1] for scope in of_parts]
        if max(bets) > most * (1 + 1e-9):
            best, most = hypothesis.scenario.mistakes[0], max(bets)
    return best


def key_in(scenario: Scenario, part_ids: tuple[str, ...], _: int | None = None) -> Key:
    return make_key(SHIFTED, scenario, parts=part_ids)


@pytest.mark.slow
def test_a_search_by_upper_bounds_names_what_a_search_of_everything_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers in which each part is right, of a mistake, or anything.

    Right answers to other parts, which decide between mistakes with nearly equal evidence, are left aside.
    """
    monkeypatch.setattr(MistakeSearch, "not_contradicted", lambda _search, rivals, _parts: rivals)
    source, named = random.Random(2019), Counter[str | None]()
    for u0 in source.sample(range(1, 64007), 150):
        key = make_key(SHIFTED, u0)
        slug = source.choice(SHIFTED.mistakes)
        mistaken, other = make_key(SHIFTED, Scenario(u0, (slug,))), make_key(SHIFTED, u0 % 64000 + 5)
        written = {part.id: source.choice((key, mistaken, mistaken, other)).answers[part.id] for part in SHIFTED.parts}
        texts = {part_id: tuple(map(str, values)) for part_id, values in written.items()}
        responses = parse_responses(SHIFTED, texts)
        parts = mark(SHIFTED, key, responses)
        recognised = known_mistakes(SHIFTED, key, responses, parts, key_in)
        first = recognised[0].scenario.mistakes[0] if recognised else None
        assert first == first_mistake(key, responses, parts)
        named[first] += 1
    assert len(named) > len(SHIFTED.mistakes) / 2
    assert named[None] > 10
