import pytest

from answers.errors import CorrigeError
from answers.web.sitting.prepare import extra_minutes


@pytest.mark.parametrize(
    ("header", "cell", "minutes"),
    [
        ("Tiers-temps", "oui", 70),
        ("tiers temps", "X", 70),
        ("Temps supplémentaire", "1/4", 53),  # 52.5, for the student
        ("temps_majoré", "33 %", 70),
        ("Extra time", "20 min", 20),
        ("extra time", "45", 45),
        ("Majoration", "non", 0),
        ("Majoration", "-", 0),
        ("Groupe", "oui", 0),
    ],
)
def test_a_column_says_how_much_longer(header: str, cell: str, minutes: int) -> None:
    rows = [("s01", [("Place", "A1"), (header, cell)])]
    assert extra_minutes(rows, 210, "students.csv") == {"s01": minutes}


def test_what_cannot_be_read_is_told_of_everybody() -> None:
    rows = [
        (student, [("tiers-temps", cell)]) for student, cell in [("s01", "peut-être"), ("s02", "3/2"), ("s03", "900")]
    ]
    with pytest.raises(CorrigeError) as told:
        extra_minutes(rows, 210, "students.csv")
    assert [problem.place for problem in told.value.problems] == ["students.csv"] * 3
