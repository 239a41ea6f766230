import codecs

import pytest

from answers.errors import Problem
from answers.submissions.raw.submission import decode, separator
from tests.problems import problems_of

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
