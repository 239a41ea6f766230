"""Every flag and note that corrige gives is told in both languages; one that is not known is told as it is."""

import pytest

from answers import flags
from answers.assets import shared_words
from answers.exam.words import LANGUAGES
from answers.flags import Flag, Note

OURS = [var for var in vars(flags).values() if isinstance(var, Note)]
REASONS = (
    "ambiguous", "not-a-number", "too-many-values", "too-few-values", "too-large", "too-long", "division-by-zero",
    "control-character",
)  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_flag_has_a_sentence(lang: str) -> None:
    slugs = shared_words(lang)["slugs"]
    others = (flags.RIGHT_FOR_SEED, f"{flags.DECIDED.slug}:", flags.RIGHT_GIVEN, flags.MISTAKE, flags.EXAM_FAILED)
    named = [*(note.slug for note in OURS), *others, *REASONS]
    assert [slug for slug in named if slug not in slugs] == []


def test_a_detail_stands_in_the_slug_and_in_the_sentence() -> None:
    flag = flags.READERS_DISAGREE("q1a_1")
    assert str(flag) == "readers-disagree:q1a_1"
    silent = Flag("of-page-", stops=True, needs_teacher=False)(3)
    assert silent == Flag("of-page-", "3", stops=True, needs_teacher=False)
    assert "box q1a_1" in flag.render("en")
    assert Note(flags.RIGHT_FOR_SEED, "17").render("fr") == "serait juste pour u₀ = 17"
    assert Note("made-up-", "x").render("fr") == "made-up-x"


def test_a_number_miscopied_is_told_with_what_it_would_give() -> None:
    flag = flags.U0_MISCOPIED("13932=17.472")
    assert flag.render("fr").endswith("avec 13932, les points seraient 17,472")
    assert flag.render("en").endswith("with 13932, the points would be 17.472")
    assert str(flag) == "u0-miscopied:13932=17.472"


@pytest.mark.parametrize(
    ("flag", "french"),
    [
        (flags.ANSWERS_OF_SEED(17), "réponses pour un autre u₀"),
        (flags.ERRORS_OF_SEED(17), "réponses fausses communes avec la copie d’un autre u₀"),
    ],
)
def test_a_student_is_told_of_another_number_in_words(flag: Flag, french: str) -> None:
    """The number itself tells whose mark is whose in a list by numbers."""
    assert flag.for_student.render("fr") == french
    assert flag.render("fr").endswith("u₀ = 17")


@pytest.mark.parametrize(
    ("delay", "french"),
    [("0:05", "5\u00a0min"), ("2:00", "2\u00a0h"), ("49:30", "49\u00a0h\u00a030\u00a0min"), ("…", "…")],
)
def test_a_delay_is_written_in_hours_and_minutes(delay: str, french: str) -> None:
    late = flags.LATE(delay)
    assert (str(late), late.render("fr")) == (f"late-{delay}", f"remise avec un retard de {french}")
    excused = late.acknowledged(is_shown=False, reason="malade")
    assert excused.render("fr") == f"retard de {french}, excusé (malade)"
