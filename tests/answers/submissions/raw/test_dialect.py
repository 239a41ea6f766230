import pytest

from answers.submissions.raw.dialect import separator


@pytest.mark.parametrize(
    ("text", "marks", "expected"),
    [
        ("student;name;u0", ";\t,", ";"),
        ("student\tname", ";\t,", "\t"),
        ("student,name,u0", ";\t,", ","),
        ("a,b;c,d", ";\t,", ","),
        ("a,b;c", ";\t,", ";"),
        ("a,b;c", ",;\t", ","),
        ("student", ",;\t", ","),
        ("", ";,", ";"),
    ],
)
def test_most_cells_win_then_the_first_mark(text: str, marks: str, expected: str) -> None:
    assert separator(text, marks) == expected


def test_cells_may_be_worth_something_else_than_their_number() -> None:
    assert separator("1,5 2,5 ; 3", ";, ", worth=lambda cells: len(cells) > 1) == ";"
    assert separator("1,5 2,5", ";, ", worth=lambda cells: len(cells) > 1) == ","
    assert separator("a;b,c,d", ";,", worth=lambda cells: sum(cell in {"a", "b"} for cell in cells)) == ";"
