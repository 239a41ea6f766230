import codecs
from collections.abc import Iterator
from dataclasses import replace

import pytest

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.flags import (
    DAMAGED,
    FIELDS_MISSING,
    INVALID_SIGNATURE,
    NO_SIGNATURE,
    NO_TEXT,
    SEVERAL_SIGNATURES,
    Flag,
    Place,
)
from answers.sheets.identity import Identity, Signature
from answers.submissions.raw.submission import (
    Submission,
    decode,
    doubled_students,
    expected_exam,
    field_word,
    has_other_pages,
    is_same_sheet,
    join_pages,
    part_word,
    separator,
    sheet_submission,
    unknown_word,
)
from tests.answers.submissions.exams import SMALL
from tests.answers.tiny import TINY
from tests.problems import problems_of

GENUINE, FALSE = (
    Signature(Identity("small", 17, "s03"), valid=True),
    Signature(Identity("dice", 18, "s04"), valid=False),
)
WHOLE = {f"q{name}": name for name in ("1a_1", "1a_2", "1b_1", "1b_2", "2_1", "2_2", "2_3")}
ANSWERS = {"1a": ("1a_1", "1a_2"), "1b": ("1b_1", "1b_2"), "2": ("2_1", "2_2", "2_3")}


@pytest.mark.parametrize("exam", [SMALL, None])
def test_a_whole_sheet(exam: Exam | None) -> None:
    values = {"name": "Doe\x07", "first_name": " J. ", "u0": "18", **dict(reversed(WHOLE.items()))}
    assert sheet_submission(values, (GENUINE,), (DAMAGED,), "f.pdf", exam) == Submission(
        Place("f.pdf"), "J. Doe", "18", "small", ANSWERS, GENUINE, (DAMAGED,)
    )


def test_the_student_is_the_one_who_is_written_else_the_one_of_the_seal_else_nobody() -> None:
    def student(values: dict[str, str], *seals: Signature) -> str:
        return sheet_submission(values, seals, (), "f.pdf", SMALL).student

    assert student({"name": "Doe"}, GENUINE) == "Doe"
    assert student({"first_name": "J."}, GENUINE) == "J."
    assert student({"name": " ", "first_name": ""}, GENUINE, FALSE) == "s03"
    assert student({}) == ""


def test_boxes_of_pages_that_could_not_be_read_are_not_told_as_missing() -> None:
    assert sheet_submission({"q1a_1": "5"}, (GENUINE,), (NO_TEXT,), "f.pdf", SMALL).flags == (NO_TEXT,)


@pytest.mark.parametrize(
    ("seals", "flags"),
    [
        ((), (NO_SIGNATURE,)),
        ((GENUINE,), ()),
        ((FALSE,), (INVALID_SIGNATURE,)),
        ((GENUINE, FALSE), (SEVERAL_SIGNATURES, INVALID_SIGNATURE)),
    ],
)
def test_flags_of_the_seals(seals: tuple[Signature, ...], flags: tuple[Flag, ...]) -> None:
    submission = sheet_submission(WHOLE, seals, (), "f.pdf", SMALL)
    assert submission.flags == flags
    assert submission.signature == (seals[0] if seals else None)


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
    submission = sheet_submission(values, (GENUINE,), (), "f.pdf", exam)
    assert (submission.answers, submission.flags) == (answers, flags)


def test_of_an_unknown_exam_a_part_has_at_most_a_hundred_items() -> None:
    submission = sheet_submission({"q1_1": "a", "q1_9999": "b", "q2_100": "c"}, (), (), "f.pdf", None)
    assert submission.answers == {"1": ("a", *[""] * 99), "2": (*[""] * 99, "c")}


@pytest.mark.parametrize(
    ("part", "spellings"),
    [
        ("1a", "1a|1A| 1 a |1a)|1) a)|1.a|1-a|q1_a|Question 1a|1a" + " " * 38),
        ("7b", "question n° 7 b"),
        ("12", "Exercice 12|012"),
        ("8b", "8(b)"),
        (None, "a||1ab|1a 17|1234|é1a|١a|1a" + " " * 39),  # longer than 40 characters
    ],
)
def test_part_word(part: str | None, spellings: str) -> None:
    assert {part_word(written) for written in spellings.split("|")} == {part}


@pytest.mark.parametrize(
    ("field", "spellings"),
    [
        ("student", "student|Étudiant|ÉTUDIANTE|élève|e\u0301le\u0300ve| Nom |Nom, prénom|" + " " * 33 + "student"),
        ("first_name", "Prénom|first name"),
        ("u0", "U0|u_0|u₀|ũ0|graine|Mon u₀"),
        ("exam", "Examen"),
        (None, "1a|email||" + " " * 34 + "student"),  # only 40 characters are looked at
    ],
)
def test_field_word(field: str | None, spellings: str) -> None:
    assert {field_word(written) for written in spellings.split("|")} == {field}


ALL = "possible choices: student, first_name, u0, exam"


@pytest.mark.parametrize(
    ("word", "exam", "remedy"),
    [
        ("Studnt", SMALL, "did you mean student?"),
        ("firstname", None, "did you mean first_name?"),
        ("u1", None, "did you mean u0?"),
        ("q1b", SMALL, "did you mean 1b?"),
        ("%", SMALL, f"{ALL}, 1a, 1b, 2"),
        ("2.1", SMALL, 'write the 3 values of the part together under 2, separated by ";"'),
        ("1B.2", SMALL, 'write the 2 values of the part together under 1b, separated by ";"'),
        ("2.1", expected_exam(TINY), "write the answer under 2, without the number of an item"),
        ("3.1", None, ALL),
    ],
)
def test_unknown_word(word: str, exam: Exam | None, remedy: str) -> None:
    problem = unknown_word(word, "here", exam)
    assert (problem.place, problem.remedy) == ("here", remedy)
    assert f"'{word}'" in problem.cause


def submissions(*names: str) -> Iterator[Submission]:
    return (Submission(Place("f", f"line {n}"), name, None, None, {}) for n, name in enumerate(names, start=1))


def test_doubled_students_are_told_where_they_came_first() -> None:
    problems = list(doubled_students(submissions("Zoé", "", "ZOÉ", "", "zoé")))
    assert [problem.place for problem in problems] == ["f, line 3", "f, line 5"]
    assert all("f, line 1" in problem.cause for problem in problems)


SEALED = Signature(Identity("small", 17, "s03"), valid=True)
FIRST_PAGE = Submission(
    Place("1.pdf"), "Nash", "17", "small", {"1a": ("5", "6")}, SEALED, missing=("2.1", "2.2"), missing_pages=(2,)
)
SECOND_PAGE = Submission(
    Place("2.pdf"), "s03", None, "small", {"2": ("7", "")}, SEALED, missing=("1a.1", "1a.2"), missing_pages=(1,)
)


@pytest.mark.parametrize(("newer", "older"), [(FIRST_PAGE, SECOND_PAGE), (SECOND_PAGE, FIRST_PAGE)])
def test_pages_of_one_sheet_make_one_paper(newer: Submission, older: Submission) -> None:
    assert is_same_sheet(newer, older)
    assert has_other_pages(newer, older)
    paper = join_pages(newer, older)
    assert paper.answers == {"1a": ("5", "6"), "2": ("7", "")}
    assert (paper.student, paper.u0, paper.place) == ("Nash", "17", newer.place)
    assert (paper.missing, paper.missing_pages, paper.flags) == ((), (), ())


@pytest.mark.parametrize("is_first_newer", [True, False])
def test_the_items_of_a_part_on_two_pages_come_from_both(is_first_newer: bool) -> None:
    first = replace(FIRST_PAGE, answers={"1a": ("5", "6"), "2": ("7", "")}, missing=("2.2",))
    second = replace(SECOND_PAGE, answers={"2": ("", "8")}, missing=("1a.1", "1a.2", "2.1"))
    paper = join_pages(first, second) if is_first_newer else join_pages(second, first)
    assert (paper.answers, paper.missing) == ({"1a": ("5", "6"), "2": ("7", "8")}, ())


def test_of_a_page_in_both_the_newer_is_kept() -> None:
    whole = replace(FIRST_PAGE, answers={"1a": ("8", ""), "2": ("9", "9")}, missing=(), missing_pages=())
    assert not has_other_pages(SECOND_PAGE, whole)
    assert join_pages(SECOND_PAGE, whole).answers == {"1a": ("8", ""), "2": ("7", "")}


def test_pages_of_two_sheets_are_two_papers() -> None:
    other = Signature(Identity("small", 18, "s03"), valid=True)
    assert not is_same_sheet(FIRST_PAGE, replace(SECOND_PAGE, signature=other))
    assert not is_same_sheet(FIRST_PAGE, replace(SECOND_PAGE, signature=replace(SEALED, valid=False)))
    assert not is_same_sheet(replace(FIRST_PAGE, signature=None), replace(SECOND_PAGE, signature=None))


TEXT = "student: é\r\n1a: ≃ ½\n"


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode("utf-8"),
        codecs.BOM_UTF8 + TEXT.encode("utf-8"),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    ],
)
def test_unicode_with_or_without_a_mark(content: bytes) -> None:
    assert decode(content, "f.txt") == TEXT


def test_windows_latin_1_and_its_five_undefined_bytes() -> None:
    assert decode(b"\xe9 \x80", "f.txt") == "é €"
    for byte in b"\x81\x8d\x8f\x90\x9d":
        assert decode(b"\xe9" + bytes([byte]), "f.txt") == "é" + chr(byte)


@pytest.mark.parametrize(
    "content",
    [b"1a\0: 5", codecs.BOM_UTF8 + b"\xff", codecs.BOM_UTF16_LE + b"1", "1a".encode("utf-16-le")],
    ids=["null", "utf-8", "odd", "unmarked"],
)
def test_what_is_no_text(content: bytes) -> None:
    remedy = "save the file as UTF-8 text, CSV or JSON"
    assert problems_of(decode, content, "f.txt") == (Problem("the file is not text", "f.txt", remedy),)


@pytest.mark.parametrize(
    ("text", "marks", "expected"),
    [
        ("student\tname", ";\t,", "\t"),
        ("a,b;c,d", ";\t,", ","),
        ("a,b;c", ";\t,", ";"),
        ("a,b;c", ",;\t", ","),
        ("student", ",;\t", ","),
    ],
)
def test_most_cells_win_then_the_first_mark(text: str, marks: str, expected: str) -> None:
    assert separator(text, marks) == expected
    assert separator("1,5 2,5 ; 3", ";, ", worth=lambda cells: len(cells) > 1) == ";"
    assert separator("a;b,c,d", ";,", worth=lambda cells: sum(cell in {"a", "b"} for cell in cells)) == ";"
