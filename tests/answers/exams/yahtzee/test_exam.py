"""The exam `yahtzee` against plain enumeration from the words of its subject: other sums, in another order.

That both agree on every choice shows too that no answer depends on how floats are added. Codes of dice written by
another convention are right by that convention, and any of several is.
"""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from answers.exam.key import make_key
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from tests.answers.exams.seeds import seeds
from tests.answers.exams.yahtzee.common import EXAM, GAMES, SHORT, differing, hand_of
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading

CLOSE, NOISE = 1e-8, 1e-11
"""The subject says that what is not equal differs by more than the first; rounding stays below the second."""


@pytest.mark.parametrize("u0", seeds((17, 20, 64006, *range(5, 64007, 16000)), 3))
def test_answers_are_those_of_the_oracle(u0: int) -> None:
    key = make_key(EXAM, u0, parts=SHORT)
    assert differing(key, oracle.answers(key.params), NOISE) == []


@pytest.mark.slow
def test_no_decision_hangs_on_rounding() -> None:
    """In no position are two values of Toutes_les_esperances nearly equal: apart by more than noise, less than 1e-8."""
    groups, places = reading.groups(), reading.places()
    for joker in (0, 1):
        points = reading.one_box(joker)[0]
        for boxes in range(1, 1 << 13):
            if joker and boxes >> 11 & 1:
                continue
            once = reading.once(groups, boxes, joker)
            opened = [b for b in range(13) if boxes >> b & 1]
            fills = np.array([points[b] + groups[joker, boxes ^ 1 << b] for b in opened]).T
            for values in (once[places], reading.twice(once)[places], fills):
                behind = values.max(axis=1, keepdims=True) - values
                assert not ((behind > NOISE) & (behind < CLOSE)).any(), (joker, boxes)


@pytest.mark.parametrize("u0", seeds((17, *range(8, 64007, 20000)), 1))
def test_games_are_those_of_the_oracle(u0: int) -> None:
    key = make_key(EXAM, u0, parts=GAMES)
    params: Any = key.params
    assert tuple(key.answers[part][0] for part in GAMES) == oracle.games(u0, params.alpha, params.start)


@pytest.mark.slow
@pytest.mark.parametrize("u0", [17, 4000, 50001])
def test_matches_are_those_of_the_oracle(u0: int) -> None:
    assert dict(make_key(EXAM, u0, parts=["16a", "16b"]).answers) == oracle.match(u0)


@pytest.mark.slow  # the whole key is computed
@pytest.mark.parametrize("u0", [17, 4321])
def test_combinations_with_a_one_by_enumeration(u0: int) -> None:
    key = make_key(EXAM, u0)
    drawn = key.params.counts  # type: ignore[attr-defined]
    hands = combinations_with_replacement(range(1, drawn.faces + 1), drawn.dice)
    assert key.oral["number-of-combinations"] == (sum(1 in hand for hand in hands),)


CODES = {"codes-from-the-lowest-die": (False, "1"), "codes-of-dice-thrown": (True, "0")}
"""Whether the digits of a code stand for dice in decreasing order, and the digit of a die that is kept."""
KEPT = ("5b", "7b", "7d", "10b", "10d", "12b", "13c", "14b")
"""Parts that ask for codes."""


@pytest.mark.parametrize("slug", CODES)
@pytest.mark.parametrize("u0", seeds((17, 20), 1))
def test_codes_are_read_by_another_convention(u0: int, slug: str) -> None:
    params: Any = EXAM.drawn(u0)
    expected, (falling, keeps) = oracle.answers(params), CODES[slug]
    scenario = Scenario(u0, (slug,))
    answers = make_key(EXAM, scenario, parts=SHORT).answers
    for part in KEPT:
        for code, right in zip(answers[part], expected[part], strict=True):
            if not isinstance(right, set):
                assert code == right
                continue
            hand = sorted(hand_of(part, params), reverse=falling)
            read = {
                number: tuple(sorted(die for die, digit in zip(hand, f"{number:05b}", strict=True) if digit == keeps))
                for number in range(32)
            }
            assert read[code] in right  # type: ignore[index]
            if part != "5b":
                question, exam_part = EXAM.question_and_part(part)
                context = SolveContext(params, scenario, dict[str, Any]().__getitem__)
                assert question.accepts is not None
                assert {n for n in read if question.accepts(context, exam_part, (n,))} == {
                    n for n in read if read[n] in right
                }
