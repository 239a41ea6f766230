import pytest

from answers.submissions.raw.words import field_word, part_word, tidy_name


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("1a", "1a"),
        ("1A", "1a"),
        (" 1 a ", "1a"),
        ("1a)", "1a"),
        ("1) a)", "1a"),
        ("1.a", "1a"),
        ("1-a", "1a"),
        ("q1_a", "1a"),
        ("Question 1a", "1a"),
        ("question n° 7 b", "7b"),
        ("Exercice 12", "12"),
        ("012", "12"),
        ("8(b)", "8b"),
        ("a", None),
        ("", None),
        ("1ab", None),
        ("1a 17", None),
        ("1234", None),
        ("é1a", None),
        ("١a", None),
        ("1a" + " " * 38, "1a"),
        ("1a" + " " * 39, None),  # longer than 40 characters
    ],
)
def test_part_word(written: str, part: str | None) -> None:
    assert part_word(written) == part


@pytest.mark.parametrize(
    ("written", "field"),
    [
        ("student", "student"),
        ("Étudiant", "student"),
        ("ÉTUDIANTE", "student"),
        ("élève", "student"),
        ("e\u0301le\u0300ve", "student"),
        (" Nom ", "student"),
        ("Nom, prénom", "student"),
        ("Prénom", "first_name"),
        ("first name", "first_name"),
        ("U0", "u0"),
        ("u_0", "u0"),
        ("u₀", "u0"),
        ("ũ0", "u0"),
        ("graine", "u0"),
        ("Examen", "exam"),
        ("1a", None),
        ("email", None),
        (" " * 33 + "student", "student"),
        (" " * 34 + "student", None),  # only 40 characters are looked at
        ("", None),
    ],
)
def test_field_word(written: str, field: str | None) -> None:
    assert field_word(written) == field


def test_tidy_name_keeps_letters_and_markup_but_no_control_character() -> None:
    assert tidy_name(" A\x1b[2J", "<b>\tÉ\n") == "A [2J <b> É"
