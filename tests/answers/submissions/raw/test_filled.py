import pytest

from answers.exam.exam import Exam
from answers.exam.identity import Identity, Seal
from answers.flags import DAMAGED, FIELDS_MISSING, NO_SEAL, NO_TEXT, SEAL_NOT_GENUINE, SEVERAL_SEALS, Flag, Place
from answers.submissions.raw.filled import FilledSheet, sheet_submission
from answers.submissions.raw.submission import Submission
from tests.answers.submissions.exams import SMALL

GENUINE, FALSE = Seal(Identity("small", 17, "s03"), genuine=True), Seal(Identity("dice", 18, "s04"), genuine=False)
WHOLE = {f"q{name}": name for name in ("1a_1", "1a_2", "1b_1", "1b_2", "2_1", "2_2", "2_3")}
ANSWERS = {"1a": ("1a_1", "1a_2"), "1b": ("1b_1", "1b_2"), "2": ("2_1", "2_2", "2_3")}


@pytest.mark.parametrize("exam", [SMALL, None])
def test_a_whole_sheet(exam: Exam | None) -> None:
    values = {"name": "Doe\x07", "first_name": " J. ", "u0": "18", **dict(reversed(WHOLE.items()))}
    assert sheet_submission(FilledSheet(values, (GENUINE,), (DAMAGED,)), "f.pdf", exam) == Submission(
        Place("f.pdf"), "J. Doe", "18", "small", ANSWERS, GENUINE, (DAMAGED,)
    )


def test_the_student_is_the_one_who_is_written_else_the_one_of_the_seal_else_nobody() -> None:
    def student(values: dict[str, str], *seals: Seal) -> str:
        return sheet_submission(FilledSheet(values, seals), "f.pdf", SMALL).student

    assert student({"name": "Doe"}, GENUINE) == "Doe"
    assert student({"first_name": "J."}, GENUINE) == "J."
    assert student({"name": " ", "first_name": ""}, GENUINE, FALSE) == "s03"
    assert student({}) == ""


def test_boxes_of_pages_that_could_not_be_read_are_not_told_as_missing() -> None:
    assert sheet_submission(FilledSheet({"q1a_1": "5"}, (GENUINE,), (NO_TEXT,)), "f.pdf", SMALL).flags == (NO_TEXT,)


def test_what_is_absent_or_empty_is_not_declared() -> None:
    for values in ({}, {"u0": ""}):
        found = sheet_submission(FilledSheet(values, ()), "f.pdf", None)
        assert (found.u0, found.exam, found.seal) == (None, None, None)


@pytest.mark.parametrize(
    ("seals", "flags"),
    [
        ((), (NO_SEAL,)),
        ((GENUINE,), ()),
        ((FALSE,), (SEAL_NOT_GENUINE,)),
        ((GENUINE, FALSE), (SEVERAL_SEALS, SEAL_NOT_GENUINE)),
    ],
)
def test_flags_of_the_seals(seals: tuple[Seal, ...], flags: tuple[Flag, ...]) -> None:
    found = sheet_submission(FilledSheet(WHOLE, seals), "f.pdf", SMALL)
    assert found.flags == flags
    assert found.seal == (seals[0] if seals else None)


@pytest.mark.parametrize(
    ("lost", "exam", "answers", "flags"),
    [
        (["q1a_1"], SMALL, {**ANSWERS, "1a": ("", "1a_2")}, (FIELDS_MISSING,)),
        (["q2_3"], SMALL, {**ANSWERS, "2": ("2_1", "2_2", "")}, (FIELDS_MISSING,)),
        (["q2_3"], None, {**ANSWERS, "2": ("2_1", "2_2")}, ()),  # who knows how many there were?
        (["q2_2"], None, {**ANSWERS, "2": ("2_1", "", "2_3")}, (FIELDS_MISSING,)),
        (["q1a_1", "q1a_2"], SMALL, {"1b": ANSWERS["1b"], "2": ANSWERS["2"]}, (FIELDS_MISSING,)),
        (list(WHOLE), SMALL, {}, ()),  # nothing could be read: that has a flag of its own
    ],
)
def test_missing_fields_are_blank_and_flagged(
    lost: list[str], exam: Exam | None, answers: dict[str, tuple[str, ...]], flags: tuple[Flag, ...]
) -> None:
    values = {name: text for name, text in WHOLE.items() if name not in lost}
    found = sheet_submission(FilledSheet(values, (GENUINE,)), "f.pdf", exam)
    assert (found.answers, found.flags) == (answers, flags)


def test_flags_come_in_the_order_of_the_reading() -> None:
    found = sheet_submission(FilledSheet({"q2_1": "7"}, (), (DAMAGED,)), "f.pdf", SMALL)
    assert found.flags == (DAMAGED, FIELDS_MISSING, NO_SEAL)


def test_of_an_unknown_exam_a_part_has_at_most_a_hundred_items() -> None:
    found = sheet_submission(FilledSheet({"q1_1": "a", "q1_9999": "b", "q2_100": "c"}, ()), "f.pdf", None)
    assert found.answers == {"1": ("a", *[""] * 99), "2": (*[""] * 99, "c")}
