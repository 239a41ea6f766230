import csv
import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.catalogue import load_exam
from answers.exam.identity import Student
from answers.exports.gradebook import Gradebook, Row
from answers.exports.gradebook_csv import gradebook_csv
from answers.flags import DAMAGED, NO_SEED, READERS_DISAGREE, Place
from answers.paper import Mark, Paper, PartMarks, Verdict
from tests.answers.tiny import TINY

EXAM = load_exam("nash")
ONE_RIGHT = PartMarks((Mark("1", Verdict.RIGHT, None, Fraction(1, 2)),), Fraction(1, 2))


def paper(**changes: object) -> Paper:
    values: dict[str, object] = {
        "place": Place("s01.pdf"), "student": "s01", "exam": "nash", "u0": 17, "flags": (),
        "parts": {part.id: ONE_RIGHT for part in EXAM.parts},
    }  # fmt: skip
    return Paper(**{**values, **changes})  # type: ignore[arg-type]


def gradebook(rows: list[Row]) -> bytes:
    return gradebook_csv(Gradebook(EXAM, tuple(rows), (), ()))


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_the_whole_gradebook_of_a_small_class() -> None:
    """A paper marked in part, an absent student, and an unmarked paper that belongs to nobody."""
    half, third = Mark("1", Verdict.RIGHT, None, Fraction(1, 2)), Mark("2", Verdict.RIGHT, None, Fraction(1, 3))
    wrong = Mark("3", Verdict.WRONG, None, Fraction(0))
    parts = {
        "1a": PartMarks((half, wrong), Fraction(1)),
        "1b": PartMarks((third, wrong), Fraction(2, 3)),
        "2": PartMarks((wrong,), Fraction(3)),
    }
    flags = (DAMAGED, READERS_DISAGREE("q2_1"))
    present = Row(Student("s01", "Éluard", "Zoé"), 17, paper(parts=parts, flags=flags, place=Place("a.csv", "line 2")))
    absent = Row(Student("s02", " +1", "\u2028B\x00\tb"), None, None)
    stray = paper(student="Ee, Ff", u0=None, flags=(NO_SEED,), place=Place("b.pdf"), parts=parts)
    assert gradebook_csv(Gradebook(TINY, (present, absent), (stray,), ())).decode().split("\n") == [
        '"student","name","first_name","u0","score","max","1a","1b","2","needs_teacher","flags","settled","file"',
        '"s01","Éluard","Zoé",17,0.833,4.667,0.5,0.333,0.0,"yes","damaged readers-disagree:q2_1","","a.csv, line 2"',
        '"s02"," \'+1"," B b","","","","","","","yes","no-paper","",""',
        '"","Ee, Ff","","","","","","","","yes","no-seed","","b.pdf"',
        "",
    ]


def test_a_row_holds_scores_a_part_and_the_total() -> None:
    (row,) = read(gradebook([Row(Student("s01", "A", "B"), 17, paper())]))
    assert row["score"] == row["max"] == str(len(EXAM.parts) / 2)
    assert row["7a"] == "0.5"
    assert row["needs_teacher"] == "no"


def test_without_a_paper_the_score_is_empty_not_zero() -> None:
    (row,) = read(gradebook([Row(Student("s08"), 1, None)]))
    assert row["score"] == ""
    assert row["needs_teacher"] == "yes"


def test_an_unmarked_paper_has_no_score() -> None:
    (row,) = read(gradebook([Row(Student("s08"), None, paper(u0=None, flags=(NO_SEED,)))]))
    assert row["score"] == ""
    assert row["flags"] == "no-seed"


@given(st.text(st.characters(blacklist_categories=("Cs",)), max_size=40), st.sampled_from("=+-@\t\r\n \u00a0"))
def test_no_cell_starts_a_formula_and_no_text_breaks_a_row(text: str, start: str) -> None:
    content = gradebook([Row(Student("s01", start + text, "-"), 17, paper(place=Place(start + text)))])
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert len(rows) == 2
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in rows[1])


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r="])
@pytest.mark.parametrize("before", ["", "x;", "x,", "x\t", "x|", "x; "])
def test_no_cell_is_a_formula_whatever_separates_the_cells_of_the_reader(start: str, before: str) -> None:
    name = f'{before}{start}HYPERLINK("a")'
    text = gradebook([Row(Student("s01", name), 17, paper())]).decode()
    for separator in ",;\t|":
        for line in text.splitlines():
            # A spreadsheet that splits at another sign takes quotation marks for ordinary ones within a cell.
            cells = [cell.strip().strip('"').strip() for cell in line.split(separator)]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
