"""The exam `dice` as a whole: its keys, marks and words."""

import re
from fractions import Fraction

import pytest
from markupsafe import Markup

from answers.exam.environment import environment
from answers.exam.key import make_key
from answers.exam.question import Evidence
from answers.exams.dice.kinds import GuaranteedValue, Outcomes
from answers.flags import ANOTHER_RIGHT_ANSWER
from answers.grading.mark import mark, parse_responses
from answers.paper import Verdict
from tests.answers.exams.dice.common import EXAM
from tests.answers.exams.seeds import seeds

DECIMALS = {Fraction(1, 10_000): "4f", Fraction(1, 20_000): "4f", Fraction(1, 100_000): "5f"}


def test_another_optimal_mix_earns_the_whole_point() -> None:
    key = make_key(EXAM, 17, parts=["13", "19"])
    answers = {"13": ("0 0,2689 0,2402 0 0 0,4909 -0,35879",), "19": ("0 0,1 0,2 0 0,7 0",)}
    marked = mark(EXAM, key, parse_responses(EXAM, answers))
    assert {item.note for item in marked["13"].items} == {ANOTHER_RIGHT_ANSWER}
    assert marked["13"].score == 1
    assert marked["19"].score == 0
    assert [item.verdict for item in marked["19"].items].count(Verdict.RIGHT) == 3


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


def test_no_formula_is_cut_at_the_end_of_a_line() -> None:
    drawn = EXAM.drawn(17)
    prompts = " ".join(EXAM.words("fr").prompt(question, drawn) for question in EXAM.questions)
    prompts = re.sub("</?var>", "", prompts)
    for whole in ("N\u00a0=\u00a022.", "(i,\u00a0j)", "a)\u00a0(50,\u00a057)", "15\u00a0%", "(d₁,\u00a0d₂)"):
        assert whole in prompts
    assert " = " not in prompts


@pytest.mark.parametrize(
    ("lang", "evidence", "shown"),
    [
        ("fr", GuaranteedValue(-0.03125), "valeur du jeu : −0,03125"),
        ("fr", Outcomes(0.5, 0.25, 0.25), "gagné 0,5, nul 0,25, perdu 0,25"),
        ("en", Outcomes(0.5, 0.0, 0.5), "won 0.5, lost 0.5"),
    ],
)
def test_evidence_is_told(lang: str, evidence: Evidence, shown: str) -> None:
    page = environment(EXAM.location).get_template("exam/evidence.html")
    colon = {"fr": " :", "en": ":"}[lang]
    values = {"evidence": evidence, "texts": EXAM.words(lang), "words": {"colon": colon}, "lang": lang}
    assert Markup(page.render(values)).striptags() == shown
