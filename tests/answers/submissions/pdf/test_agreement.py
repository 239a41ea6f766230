"""What is kept and what is flagged when two libraries read the same form, whatever they are."""

from collections.abc import Callable

import pytest

from answers.flags import DAMAGED, FIELD_REPEATED, ONE_READER, READERS_DISAGREE, Flag
from answers.submissions.pdf import agreement
from answers.submissions.pdf.agreement import is_sheet_field, read_fields
from answers.submissions.pdf.fields import FormFields

Agree = Callable[[FormFields | None, FormFields | None], tuple[FormFields, tuple[Flag, ...]] | None]
CONTENT, PLACE = b"the file", "f.pdf"


@pytest.fixture
def agree(monkeypatch: pytest.MonkeyPatch) -> Agree:
    def read(first: FormFields | None, second: FormFields | None) -> tuple[FormFields, tuple[Flag, ...]] | None:
        monkeypatch.setattr(
            agreement, "read_with_pikepdf", lambda *asked: first if asked == (CONTENT, PLACE, "") else None
        )
        monkeypatch.setattr(
            agreement, "read_with_pdfium", lambda content, **rest: second if content == CONTENT else None
        )
        return read_fields(CONTENT, PLACE)

    return read


FORM, OTHER, EMPTY = FormFields({"q1a_1": "17"}), FormFields({"q1a_1": "71"}), FormFields({})


def test_two_readers_that_agree(agree: Agree) -> None:
    assert agree(FORM, FormFields({"q1a_1": "17"}, token="not looked at")) == (FORM, ())
    assert agree(EMPTY, EMPTY) == (EMPTY, ())


def test_the_text_of_the_first_is_kept(agree: Agree) -> None:
    assert agree(FORM, OTHER) == (FORM, (READERS_DISAGREE("q1a_1"),))


def test_what_the_first_cannot_read_is_not_read(agree: Agree) -> None:
    assert agree(None, FORM) is None


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [(FORM, None, FORM), (FORM, EMPTY, FORM), (EMPTY, FORM, FORM), (EMPTY, None, EMPTY)],
)
def test_one_reader_alone(agree: Agree, first: FormFields, second: FormFields | None, kept: FormFields) -> None:
    assert agree(first, second) == (kept, (ONE_READER,))


def test_what_is_damaged_or_not_modest_is_left_to_the_first_reader(agree: Agree) -> None:
    damaged, large = FormFields(FORM.values, is_repaired=True), FormFields(FORM.values, is_modest=False)
    assert agree(damaged, OTHER) == (damaged, (DAMAGED,))
    assert agree(large, OTHER) == (large, (ONE_READER,))
    both = FormFields(FORM.values, is_repaired=True, is_modest=False)
    assert agree(both, OTHER) == (both, (DAMAGED,))


def test_only_fields_of_a_sheet_are_flagged_those_that_repeat_first(agree: Agree) -> None:
    first = FormFields({"u0": "17", "q2_1": "", "note": "a", "q1a_1": "5"}, frozenset({"q2_1", "note"}))
    second = FormFields({"q1b_1": "6", "u0": "71", "note": "b", "q1a_1": "5"}, frozenset({"name", "q2_1"}))
    assert agree(first, second) == (
        first,
        (
            FIELD_REPEATED("name"),
            FIELD_REPEATED("q2_1"),
            READERS_DISAGREE("u0"),
            READERS_DISAGREE("q2_1"),  # empty, and absent
            READERS_DISAGREE("q1b_1"),
        ),
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [("name", True), ("first_name", True), ("u0", True), ("q7a_2", True), ("q12_1", True), ("q7a", False), ("", False)],
)
def test_names_of_the_fields_of_a_sheet(name: str, expected: bool) -> None:
    assert is_sheet_field(name) == expected
