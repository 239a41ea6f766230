import pytest

from answers.flags import AS_PERCENTAGE
from answers.grading.values_meant import values_meant
from tests.answers.tiny import TINY


@pytest.mark.parametrize(
    ("answer", "part", "values"),
    [
        ("2,075", "2", ["2075", "2.0750"]),
        ("1 234,5 m", "2", ["12345", "1234.5"]),
        ("2,075", "1a", ["2075", "2.0750"]),
        ("about 12", "1a", ["12"]),
        ("two", "2", []),
        ("", "2", []),
    ],
)
def test_what_an_answer_may_have_meant(answer: str, part: str, values: list[str]) -> None:
    assert values_meant(answer, TINY.part(part), None) == values


def test_a_percentage_as_a_number() -> None:
    assert values_meant("52.8", TINY.part("2"), AS_PERCENTAGE)[0] == "66/125"  # 0.528
