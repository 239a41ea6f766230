"""The exam `dice` as a whole: its marks, other answers as good, and what follows from an answer."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from answers.exams.dice.draws import Handicap, Parameters
from answers.exams.dice.games import lead
from answers.flags import ANOTHER_RIGHT_ANSWER
from answers.grading.mark import mark, parse_responses
from answers.kinds.parsing import Values
from answers.paper import Verdict
from tests.answers.exams.seeds import seeds
from tests.oracles import dice_exam as oracle
from tests.oracles import dice_throws

EXAM = load_exam("dice")
DECIMALS = {Fraction(1, 10_000): "4f", Fraction(1, 20_000): "4f", Fraction(1, 100_000): "5f"}


@pytest.mark.parametrize("u0", seeds(range(2, 60, 10), 2))
def test_five_significant_digits_or_as_many_decimals_as_the_precision_has_are_always_enough(u0: int) -> None:
    key = make_key(EXAM, u0)
    answers = {
        part.id: tuple(
            f"{float(value):.{DECIMALS.get(part.tolerance.absolute, '5g')}}" for value in key.answers[part.id]
        )
        for part in EXAM.parts
    }
    marked = mark(EXAM, key, parse_responses(EXAM, answers))
    assert {part: marks.score for part, marks in marked.items()} == {part.id: part.points for part in EXAM.parts}


def test_another_optimal_mix_earns_the_whole_point() -> None:
    key = make_key(EXAM, 17, parts=["13", "19"])
    answers = {"13": ("0 0,2689 0,2402 0 0 0,4909 -0,35879",), "19": ("0 0,1 0,2 0 0,7 0",)}
    marked = mark(EXAM, key, parse_responses(EXAM, answers))
    assert {item.note for item in marked["13"].items} == {ANOTHER_RIGHT_ANSWER}
    assert marked["13"].score == 1
    assert marked["19"].score == 0
    assert [item.verdict for item in marked["19"].items].count(Verdict.RIGHT) == 3


@pytest.mark.slow
def test_table_2_and_other_mixes_as_good() -> None:
    question, part = EXAM.question_and_part("13")
    drawn = replace(EXAM.drawn(17), uneven=Handicap(6, 0))
    context = SolveContext(drawn, Scenario(17), dict[str, Values]().__getitem__)
    exact = [Fraction(n, 216425) for n in (0, 38000, 11457, 0, 166968, 0)]
    assert question.solve(context, part).values == pytest.approx([*map(float, exact), 0], abs=1e-11)
    throws = dice_throws.throws_by_formula(6, 6)

    def guaranteed(mix: tuple[Fraction, ...]) -> Fraction:
        return min(
            sum(
                share * p * q * ((a > b) - (a < b))
                for share, mine in zip(mix, throws, strict=True)
                for a, p in mine.items()
                for b, q in theirs.items()
            )
            for theirs in throws
        )

    def accepted(*values: Fraction | int) -> bool:
        assert question.accepts is not None
        return question.accepts(context, part, values)

    mixes = [(1756, 529, 7715), (1755, 530, 7715), (1760, 530, 7710), (1700, 600, 7700), (0, 0, 10000)]
    right = []
    for two, three, five in mixes:
        mix = tuple(Fraction(n, 10_000) for n in (0, two, three, 0, five, 0))
        right.append(accepted(*mix, 0))
        assert right[-1] == (guaranteed(mix) >= Fraction(-1, 20_000))
    assert set(right) == {True, False}
    assert right[0]
    assert not accepted(*exact, Fraction(2, 1000))
    assert not accepted(*(2 * p for p in exact), 0)
    assert not accepted(Fraction(-1, 100), *exact[1:4], exact[4] + Fraction(1, 100), 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("u0", [17, 4037, 8073])
def test_the_mirror_image_follows_from_what_was_found_for_the_state(u0: int) -> None:
    """Another gain x at (i, j) leaves max over d of (Σ P(d, k) A(j + k) - z(d) x) at (j, i)."""
    drawn = EXAM.drawn(u0)
    assert isinstance(drawn, Parameters)
    own, gain = 0.4, oracle.scoreless(10, 100, 35)
    i, j = drawn.scoreless_states["b"]
    best = -2.0
    for points in oracle.throws(10, ones=0):
        after = (1 if i + k >= 100 else -gain[j, i + k] for k in range(1, len(points)))
        best = max(best, sum(p * a for p, a in zip(points[1:], after, strict=True)) - points[0] * own)
    answer = make_key(EXAM, Scenario(u0, answer_overrides=(("6a", (own,)),)), parts=["6b"]).answers["6b"][0]
    assert answer == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(
    ("values", "expected"), [([0, 1, 5, 3], 2), ([5, 1], 4), ([2, 7, 7], 0), ([-4, -1, -9, -20], 3)]
)
def test_the_lead_of_the_greatest_value(values: list[int], expected: int) -> None:
    assert lead(np.array(values, dtype=float)) == expected
