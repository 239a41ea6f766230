"""What the exam `dice` says: its prompts for any seed, and the evidence beside an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from answers.exam.catalogue import load_exam
from answers.exam.environment import environment
from answers.exam.question import Evidence
from answers.exams.dice.evidence import GuaranteedValue, Outcomes

EXAM = load_exam("dice")


@given(st.integers(0, 64006))
def test_prompts_are_whole_and_short(u0: int) -> None:
    drawn = EXAM.drawn(u0)
    for question in EXAM.questions:
        assert "{" not in EXAM.words("fr").prompt(question.number, drawn).replace("{1", "")
        assert len(EXAM.words("en").prompt(question.number, drawn)) < 400


def test_no_formula_is_cut_at_the_end_of_a_line() -> None:
    drawn = EXAM.drawn(17)
    told = " ".join(EXAM.words("fr").prompt(question.number, drawn) for question in EXAM.questions)
    for whole in ("N\u00a0=\u00a05.", "(i,\u00a0j)", "a)\u00a0(50,\u00a057)", "15\u00a0%", "(d₁,\u00a0d₂)"):
        assert whole in told
    assert " = " not in told


@pytest.mark.parametrize(
    ("lang", "evidence", "shown"),
    [
        ("fr", GuaranteedValue(-0.03125), "valeur du jeu : −0,03125"),
        ("fr", Outcomes(0.5, 0.25, 0.25), "gagné 0,5, nul 0,25, perdu 0,25"),
        ("en", Outcomes(0.5, 0.0, 0.5), "won 0.5, lost 0.5"),
    ],
)
def test_evidence_is_told(lang: str, evidence: Evidence, shown: str) -> None:
    page = environment(EXAM.home).get_template("exam/evidence.html")
    colon = {"fr": " :", "en": ":"}[lang]
    told = {"evidence": evidence, "told": EXAM.words(lang), "words": {"colon": colon}, "lang": lang}
    assert Markup(page.render(told)).striptags() == shown
