"""Rows of a matrix: told apart by brackets, a double stroke or another mark."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.numbers.rows import rows
from answers.kinds.reading import Blank, Unreadable

SQUARE = Numbers(4, Domain(), rows=2)
ONE_TO_FOUR = tuple(map(Fraction, (1, 2, 3, 4)))


@pytest.mark.parametrize(
    "text",
    [
        "1 2 ; 3 4",
        "1 2 | 3 4",
        "1, 2\n3, 4",
        "[[1, 2], [3, 4]]",
        "[1 2][3 4]",
        "(1 ; 2) ; (3 ; 4)",
        "{{1, 2}, {3, 4}}",
        r"1 & 2 \\ 3 & 4",
        "1 2 3 4",
        "1 ; 2 ; 3 ; 4",
    ],
)
def test_one_matrix_in_many_writings(text: str) -> None:
    assert SQUARE.read((text,)) == ONE_TO_FOUR
    assert SQUARE.read((text, "", "", "")) == ONE_TO_FOUR


def test_a_cell_may_be_blank() -> None:
    assert SQUARE.read(("1 ? ; 3 4",)) == (1, Blank(), 3, 4)


@pytest.mark.parametrize(
    "text", ["1 2 ; 3", "1 2 3 ; 4", "1 2 ; 3 4 ; 5 6", "[[1, 2], [3, x]]", "1 2", "((((", "[1 2]"]
)
def test_what_is_no_such_matrix_is_left_to_the_teacher(text: str) -> None:
    assert all(isinstance(item, Unreadable) for item in SQUARE.read((text,)))


def test_without_rows_nothing_changes() -> None:
    assert all(isinstance(item, Unreadable) for item in Numbers(4, Domain()).read(("[[1, 2], [3, 4]]",)))


@given(st.lists(st.lists(st.integers(-99, 99), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_matrix_is_read_as_python_writes_it(matrix: list[list[int]]) -> None:
    kind = Numbers(3 * len(matrix), Domain(integer=True), rows=len(matrix))
    assert kind.read((str(matrix),)) == tuple(value for row in matrix for value in row)


@given(st.text(alphabet="[](){};|, 12\\\n", max_size=30), st.integers(2, 4))
def test_rows_are_as_many_as_asked_or_none(text: str, count: int) -> None:
    assert len(rows(text, count)) in (0, count)
